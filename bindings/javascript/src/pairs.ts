import { described, finite, size } from './errors.js';
import { refusedShapes } from './explain.js';
import { fresh, room, wasm, words } from './loader.js';
import { writeShape, type Unknown } from './shape_words.js';
import type { ShapeLike } from './shapes.js';

/**
 * All pairs of shapes of a list that touch or overlap, as indices: two for each pair, the smaller one first. Each pair is in the result
 * once. The order of the pairs is the same for the same list, but not sorted. With `touching: false`, pairs that only touch are left out.
 *
 * The fastest list is a `Float64Array` or `Float32Array` of boxes, with four numbers each: x, y, width, height.
 *
 * @example
 * pairs([{ x: 0, y: 0, radius: 5 }, { x: 50, y: 0, radius: 5 }, { x: 8, y: 0, radius: 5 }]); // Uint32Array [0, 2]
 * pairs(new Float64Array([0, 0, 10, 10, 5, 5, 10, 10])); // Uint32Array [0, 1]
 */
export function pairs(
    list: readonly ShapeLike[] | Float64Array | Float32Array,
    { touching = true }: { touching?: boolean } = {},
): Uint32Array {
    const count = list instanceof Float64Array || list instanceof Float32Array ? ofNumbers(list, touching) : ofShapes(list, touching);
    return new Uint32Array(wasm.memory.buffer, wasm.pairs_address(), 2 * count).slice();
}

function ofNumbers(list: Float64Array | Float32Array, touching: boolean): number {
    if (list.length % 4) {
        throw new RangeError(`list must have four numbers for each box, but has ${list.length}.`);
    }
    room(list.length);
    words.set(list);
    const count = wasm.pairs_of_boxes(list.length / 4, touching ? 1 : 0);
    if (count < 0) {
        list.forEach((number, index) => (index % 4 < 2 ? finite : size)(number, `list[${index}]`));
        throw new RangeError('list has a box that is too large.');
    }
    return count;
}

function ofShapes(list: readonly ShapeLike[], touching: boolean): number {
    if (!Array.isArray(list)) {
        throw new TypeError(`list must be an array of shapes or a Float64Array, but is ${described(list)}.`);
    }
    if (writeBoxes(list)) {
        const count = wasm.pairs_of_boxes(list.length, touching ? 1 : 0);
        if (count >= 0) {
            return count;
        }
    }
    fresh();
    let at = 0;
    for (const shape of list) {
        at = writeShape(shape, at);
    }
    const count = wasm.pairs_of_shapes(list.length, touching ? 1 : 0);
    if (count < 0) {
        throw refusedShapes(count, Object.fromEntries(list.map((shape, index) => [`list[${index}]`, shape])));
    }
    return count;
}

/** Writes a list of boxes that are not rotated. Returns false if it has another shape. */
function writeBoxes(list: readonly unknown[]): boolean {
    room(4 * list.length);
    let at = 0;
    for (const shape of list) {
        const box = shape as Unknown | null | undefined;
        if (box?.width === undefined || box.angle || box._mask !== undefined || box.points !== undefined) {
            return false;
        }
        words[at] = box.x;
        words[at + 1] = box.y;
        words[at + 2] = box.width;
        words[at + 3] = box.height;
        at += 4;
    }
    return true;
}
