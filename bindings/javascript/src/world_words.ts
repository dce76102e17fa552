/** What worlds and movers have in common: the exports of the module, the words of a selection, and lists that are filled again. */

import { described, finite, refusal, Status } from './errors.js';
import { refusedShapes } from './explain.js';
import type { Item } from './item.js';
import { room, renew, wasm, words } from './loader.js';
import type { World } from './world.js';

declare module './loader.js' {
    interface Exports {
        world_new(): number;
        world_clone(handle: number): number;
        world_free(handle: number): number;
        world_insert(handle: number, layers: number, filter: number, options: number): number;
        world_remove(handle: number, item: number): number;
        world_set_shape(handle: number, item: number): number;
        world_move_by(handle: number, item: number, x: number, y: number): number;
        world_move_to(handle: number, item: number, x: number, y: number): number;
        world_rotate(handle: number, item: number, angle: number, x: number, y: number, aboutCenter: number): number;
        world_set_options(handle: number, item: number, layers: number, filter: number, options: number): number;
        world_shape(handle: number, item: number): number;
        world_items(handle: number): number;
        world_update(handle: number, withStay: number): number;
        world_pairs(handle: number, touching: number): number;
        world_save(handle: number): number;
        world_load(bytes: number): number;
        world_hash(handle: number): number;
        world_intersecting(handle: number, touching: number): number;
        world_cast(handle: number, all: number): number;
        world_sweep(handle: number, all: number): number;
        world_relation(handle: number, a: number, b: number): number;
        world_travel(handle: number, x: number, y: number, response: number): number;
        world_nearest(handle: number, max: number): number;
        world_carry(handle: number, x: number, y: number, crush: number): number;
        world_carry_to(handle: number, rule: number): number;
        world_carry_on_belts(handle: number): number;
    }
}

/** The layers that a query looks at if it has no option `layers`: all. */
export const ALL_LAYERS = 0xffffffff;

/** Which items of a world a query reports. */
export interface Selection<T> {
    /** The layers that are looked at, one bit each; all if it is not given. */
    layers?: number;
    /** An item or items that are left out. */
    ignore?: Item<T> | readonly Item<T>[];
}

/** Throws an error if the item is not of this world. */
export function checkItem(world: unknown, item: Item<any>, name: string): void {
    if (item?.world === undefined) {
        throw new TypeError(`${name} must be an Item, but is ${described(item)}.`);
    }
    if (item.world !== world) {
        throw new TypeError(`${name} is an item of another world.`);
    }
}

/** The layers, which must be a whole number of 32 bits. */
export function checkLayers(layers: unknown, name: string): number {
    const number = finite(layers, name);
    if (number >>> 0 !== number) {
        throw new RangeError(`${name} must be a whole number from 0 to 4294967295, but is ${number}.`);
    }
    return number;
}

/** Writes a selection from the word `at` on: see `Selection` in `src/selection.rs`. Returns the index of the word after it. */
export function writeSelection<T>(
    world: World<T> | null,
    layers: number,
    ignore: Item<T> | readonly Item<T>[] | undefined,
    callsBack: boolean,
    at: number,
): number {
    if (at + 32 > words.length) {
        room(at + 32);
    }
    if (layers >>> 0 !== layers) {
        checkLayers(layers, 'layers');
    }
    words[at] = layers;
    words[at + 1] = callsBack ? 1 : 0;
    if (ignore === undefined) {
        words[at + 2] = 0;
        return at + 3;
    }
    if (!Array.isArray(ignore)) {
        checkItem(world, ignore as Item<T>, 'ignore');
        words[at + 2] = 1;
        words[at + 3] = (ignore as Item<T>).id;
        return at + 4;
    }
    room(at + 32 + ignore.length);
    words[at + 2] = ignore.length;
    ignore.forEach((item: Item<T>, index) => {
        checkItem(world, item, `ignore[${index}]`);
        words[at + 3 + index] = item.id;
    });
    return at + 3 + ignore.length;
}

/** @internal The error for a call on a world that was refused, if the fault is in the world or one of its shapes. */
export function refusedInWorld(status: number, world: { _handle: number }, shapes: Record<string, unknown>): Error {
    if (world._handle === 0 || status === Status.Busy) {
        return refusal(world._handle === 0 ? Status.Gone : status, 'The world');
    }
    return Object.keys(shapes).length ? refusedShapes(status, shapes) : refusal(status, 'The world');
}

/** The objects that were in a list which is now shorter, for the next time. */
const spares = new WeakMap<object, unknown[]>();

/** Makes a list of hits that is passed as `out` as long as the answer. Its objects are used again. */
export function resize<H>(list: H[], count: number, make: () => H): void {
    if (list.length > count) {
        let spare = spares.get(list);
        if (!spare) {
            spare = [];
            spares.set(list, spare);
        }
        while (list.length > count) {
            spare.push(list.pop());
        }
    } else if (list.length < count) {
        const spare = spares.get(list) as H[] | undefined;
        while (list.length < count) {
            list.push(spare?.pop() ?? make());
        }
    }
}

/** The bytes in the scratch buffer. */
export function readBytes(count: number): Uint8Array {
    renew();
    return new Uint8Array(words.buffer, words.byteOffset, count).slice();
}

/** Writes bytes to the scratch buffer. */
export function writeBytes(bytes: Uint8Array): void {
    if (!(bytes instanceof Uint8Array)) {
        throw new TypeError(`bytes must be a Uint8Array, but is ${described(bytes)}.`);
    }
    room(Math.ceil(bytes.length / 8));
    renew();
    new Uint8Array(words.buffer, words.byteOffset, bytes.length).set(bytes);
}

/** The hash in the scratch buffer as 16 hexadecimal digits. */
export function readHash(): string {
    renew();
    const digits = (half: number) => half.toString(16).padStart(8, '0');
    return digits(words[0]!) + digits(words[1]!);
}
