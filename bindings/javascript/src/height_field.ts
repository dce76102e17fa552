import { finalizer, Handle } from './disposal.js';
import { described, finite, refusal, Status, whole } from './errors.js';
import { fresh, renew, room, wasm, words } from './loader.js';
import { Kind } from './shape_words.js';

const registry = finalizer((handle) => wasm.height_field_free(handle));

/** The place and the heights of a height field. */
export interface HeightFieldOptions {
    /** The x coordinate of the first point; 0 if it is not given. */
    x?: number;
    /** What is added to all heights; 0 if it is not given. */
    y?: number;
    /** The distance of neighbouring points along x; above zero. */
    cell: number;
    /** The y coordinates of the points, relative to `y`: at least two. If y points down, a hill has smaller heights. */
    heights: ArrayLike<number>;
}

/**
 * Ground from a list of heights: segments between points with equal distances along x. It has no inside: a shape that is below the line
 * without touching it is apart. It can be passed as a shape.
 *
 * @example
 * const hills = new HeightField({ x: -200, y: 300, cell: 40, heights: [0, -20, -60, -60, -10, 0] });
 * hills.heightAt(-100); // 240
 * intersects(hills, { x: -100, y: 235, radius: 8 }); // true
 */
export class HeightField {
    /** @internal */
    readonly _kind = Kind.HeightField;
    /** @internal */
    _handle: number;
    #isDisposed = false;

    /**
     * Makes a height field.
     *
     * @throws RangeError if there are fewer than two heights, or if a number is not finite.
     */
    constructor(options: HeightFieldOptions);
    /** @internal */
    constructor(options: HeightFieldOptions | Handle);
    constructor(options: HeightFieldOptions | Handle) {
        this._handle = options instanceof Handle ? options.number : made(options);
        registry.register(this, this._handle, this);
    }

    /**
     * The y coordinate of the ground at the coordinate `x`. `null` outside the height field and in a hole.
     *
     * @example
     * new HeightField({ cell: 10, heights: [0, 5] }).heightAt(4); // 2
     */
    heightAt(x: number): number | null {
        return this.#at(x) ? words[0]! : null;
    }

    /**
     * The unit normal of the ground at the coordinate `x`, towards smaller y: up, if y points down. `null` outside the height field and in
     * a hole.
     *
     * @example
     * new HeightField({ cell: 10, heights: [0, 0] }).normalAt(4); // { x: 0, y: -1 }
     */
    normalAt(x: number): { x: number; y: number } | null {
        return this.#at(x) ? { x: 0 - words[1]!, y: 0 - words[2]! } : null;
    }

    #at(x: number): boolean {
        const found = wasm.height_field_at(this._handle, x);
        if (found < 0) {
            finite(x, 'x');
            throw refusal(found, 'The height field');
        }
        fresh();
        return found === 1;
    }

    /**
     * The heights, as they were passed.
     *
     * @example
     * new HeightField({ cell: 10, heights: [0, 5, 5] }).heights(); // Float64Array [0, 5, 5]
     */
    heights(): Float64Array {
        const count = wasm.height_field_get(this._handle);
        if (count < 0) {
            throw refusal(count, 'The height field');
        }
        renew();
        return words.slice(3, count);
    }

    /**
     * Replaces the heights from index `first` on, for example by the crater of an explosion. Copies in prepared shapes and worlds do not
     * change.
     *
     * @example
     * const ground = new HeightField({ cell: 10, heights: [0, 0, 0, 0] });
     * ground.setHeights(1, [8, 8]);
     * ground.heightAt(10); // 8
     */
    setHeights(first: number, heights: ArrayLike<number>): void {
        writeHeights(heights);
        const status = wasm.height_field_set(this._handle, first, heights.length);
        if (status === Status.OutOfRange) {
            throw new RangeError(`first and heights must be within the height field, but are ${first} and ${heights.length} heights.`);
        }
        if (status < 0) {
            throw refusedHeights(status, heights);
        }
    }

    /**
     * Makes a cell a hole, through which everything falls, or fills it. Cell `k` is between the points `k` and `k + 1`.
     *
     * @example
     * const ground = new HeightField({ cell: 10, heights: [0, 0, 0] });
     * ground.setHole(1);
     * ground.heightAt(15); // null
     */
    setHole(cell: number, isHole = true): void {
        const status = wasm.height_field_set_hole(this._handle, cell, isHole ? 1 : 0);
        if (status === Status.OutOfRange || status === Status.NotFinite) {
            throw new RangeError(`cell must be the index of a cell of the height field, but is ${cell}.`);
        }
        if (status < 0) {
            throw refusal(status, 'The height field');
        }
    }

    /**
     * Whether a cell is a hole.
     *
     * @example
     * new HeightField({ cell: 10, heights: [0, 0, 0] }).isHole(1); // false
     */
    isHole(cell: number): boolean {
        const answer = wasm.height_field_is_hole(this._handle, whole(cell, 'cell', 0, 2 ** 31));
        if (answer < 0) {
            throw refusal(answer, 'The height field');
        }
        return answer === 1;
    }

    /** Frees the memory of the height field now, instead of when it is collected. Further calls do nothing. */
    dispose(): void {
        if (!this.#isDisposed) {
            this.#isDisposed = true;
            registry.unregister(this);
            wasm.height_field_free(this._handle);
            this._handle = 0;
        }
    }
}

function made({ x = 0, y = 0, cell, heights }: HeightFieldOptions): number {
    writeHeights(heights);
    const handle = wasm.height_field_new(x, y, cell, heights.length);
    if (handle < 0) {
        finite(x, 'x');
        finite(y, 'y');
        if (!(finite(cell, 'cell') > 0)) {
            throw new RangeError(`cell must be positive, but is ${cell}.`);
        }
        throw refusedHeights(handle, heights);
    }
    return handle;
}

function writeHeights(heights: ArrayLike<number>): void {
    if (typeof heights?.length !== 'number') {
        throw new TypeError(`heights must be an array of numbers, but is ${described(heights)}.`);
    }
    room(heights.length);
    words.set(heights);
}

function refusedHeights(status: number, heights: ArrayLike<number>): Error {
    if (status === Status.Gone) {
        return refusal(status, 'The height field');
    }
    if (heights.length < 2) {
        return new RangeError(`heights must have at least two heights, but has ${heights.length}.`);
    }
    for (let k = 0; k < heights.length; k++) {
        finite(heights[k], `heights[${k}]`);
    }
    return refusal(status, 'The height field');
}
