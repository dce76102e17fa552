import { described, finite, refusal, Status, whole } from '../errors.js';
import { room, view, wasm, words } from './loader.js';
import { Owned, Owner } from './owned.js';
import { Kind } from './shape_words.js';
import type { Point } from './shapes.js';

const owner = new Owner((handle) => wasm.space_height_field_free(handle));

/** The place and the heights of a height field. */
export interface HeightFieldOptions {
    /** The place of the point in column 0 of row 0, if its height is 0; the origin if it is not given. */
    x?: number;
    y?: number;
    z?: number;
    /** The distance of neighbouring points along x and z, or one for each; above zero. */
    cell: number | { x: number; z: number };
    /** The number of points along x; at least two. */
    columns: number;
    /** The y coordinates of the points relative to `y`, row by row: a row has the heights along x, and rows follow each other along z. */
    heights: ArrayLike<number>;
    /** The cells that are left out, as column and row. */
    holes?: readonly (readonly [column: number, row: number])[];
}

/**
 * Terrain from a grid of heights along y. The cell in a column and a row is between these and the next ones, and is two triangles; its
 * part in a hit is `row * (columns - 1) + column`. A height field has no inside: a shape that is below it without touching it is apart. It
 * can be passed as a shape.
 *
 * @example
 * const hill = new HeightField({ cell: 10, columns: 3, heights: [0, 0, 0, 0, 5, 0, 0, 0, 0] });
 * hill.heightAt(5, 10); // 2.5
 * intersects(hill, { x: 10, y: 9, z: 10, radius: 4 }); // true
 */
export class HeightField extends Owned {
    /** @internal */
    readonly _kind = Kind.HeightField;
    /** The number of points along x. */
    readonly columns: number;
    /** The number of points along z. */
    readonly rows: number;

    /**
     * Makes a height field.
     *
     * @throws RangeError if there are fewer than two columns or rows, or if a number is not finite.
     */
    constructor(options: HeightFieldOptions) {
        super(made(options), owner);
        this.columns = options.columns;
        this.rows = options.heights.length / options.columns;
        for (const [column, row] of options.holes ?? []) {
            this.setHole(column, row);
        }
    }

    /**
     * The y coordinate of the ground at coordinates. `null` outside the height field and in a hole.
     *
     * @example
     * new HeightField({ cell: 10, columns: 2, heights: [0, 5, 0, 5] }).heightAt(4, 5); // 2
     */
    heightAt(x: number, z: number): number | null {
        return this.#at(x, z) ? words[0]! : null;
    }

    /**
     * The unit normal of the ground at coordinates. Its `y` is positive. `null` outside the height field and in a hole.
     *
     * @example
     * new HeightField({ cell: 10, columns: 2, heights: [3, 3, 3, 3] }).normalAt(4, 5); // { x: 0, y: 1, z: 0 }
     */
    normalAt(x: number, z: number): Point | null {
        return this.#at(x, z) ? { x: words[1]! + 0, y: words[2]!, z: words[3]! + 0 } : null;
    }

    #at(x: number, z: number): boolean {
        const found = wasm.space_height_field_at(this._handle, x, z);
        if (found < 0) {
            finite(x, 'x');
            finite(z, 'z');
            throw refusal(found, 'The height field');
        }
        view(4);
        return found === 1;
    }

    /**
     * The heights, row by row, as they were passed.
     *
     * @example
     * new HeightField({ cell: 10, columns: 2, heights: [0, 5, 1, 6] }).heights(); // Float64Array [0, 5, 1, 6]
     */
    heights(): Float64Array {
        const count = wasm.space_height_field_get(this._handle);
        if (count < 0) {
            throw refusal(count, 'The height field');
        }
        view(count);
        return words.slice(0, count);
    }

    /**
     * Replaces the heights of a rectangle, which begins at a column and a row and has `columns` columns. Copies in prepared shapes do not
     * change.
     *
     * @example
     * const ground = new HeightField({ cell: 10, columns: 3, heights: [0, 0, 0, 0, 0, 0] });
     * ground.setHeights(1, 0, 2, [8, 8, 9, 9]);
     * ground.heights(); // Float64Array [0, 8, 8, 0, 9, 9]
     */
    setHeights(column: number, row: number, columns: number, heights: ArrayLike<number>): void {
        writeHeights(heights, 0);
        const status = wasm.space_height_field_set(this._handle, column, row, columns, heights.length);
        if (status === Status.OutOfRange) {
            throw new RangeError(`column, row, columns and heights must be a rectangle within the height field, but are ${column}, ${row}, ${columns} and ${heights.length} heights.`);
        }
        if (status < 0) {
            finite(column, 'column');
            finite(row, 'row');
            finite(columns, 'columns');
            throw refusedHeights(status, heights);
        }
    }

    /**
     * Makes a cell a hole, through which everything falls, or fills it.
     *
     * @example
     * const ground = new HeightField({ cell: 10, columns: 3, heights: [0, 0, 0, 0, 0, 0] });
     * ground.setHole(1, 0);
     * ground.heightAt(15, 5); // null
     */
    setHole(column: number, row: number, isHole = true): void {
        const status = wasm.space_height_field_set_hole(this._handle, column, row, isHole ? 1 : 0);
        if (status === Status.OutOfRange || status === Status.NotFinite) {
            throw new RangeError(`column and row must be those of a cell of the height field, but are ${column} and ${row}.`);
        }
        if (status < 0) {
            throw refusal(status, 'The height field');
        }
    }

    /**
     * Whether a cell is a hole.
     *
     * @example
     * new HeightField({ cell: 10, columns: 3, heights: [0, 0, 0, 0, 0, 0], holes: [[1, 0]] }).isHole(1, 0); // true
     */
    isHole(column: number, row: number): boolean {
        const cell = [whole(column, 'column', 0, 2 ** 31), whole(row, 'row', 0, 2 ** 31)] as const;
        const answer = wasm.space_height_field_is_hole(this._handle, ...cell);
        if (answer < 0) {
            throw refusal(answer, 'The height field');
        }
        return answer === 1;
    }
}

function made({ x = 0, y = 0, z = 0, cell, columns, heights }: HeightFieldOptions): number {
    const distances = typeof cell === 'number' ? { x: cell, z: cell } : cell;
    writeHeights(heights, 7);
    words.set([x, y, z, distances?.x, distances?.z, columns, heights.length]);
    const handle = wasm.space_height_field_new();
    if (handle >= 0) {
        return handle;
    }
    finite(x, 'x');
    finite(y, 'y');
    finite(z, 'z');
    for (const axis of ['x', 'z'] as const) {
        if (!(finite(distances?.[axis], 'cell') > 0)) {
            throw new RangeError(`cell must be positive, but is ${distances[axis]}.`);
        }
    }
    whole(columns, 'columns', 2, 2 ** 31);
    if (heights.length < 2 * columns || heights.length % columns !== 0) {
        throw new RangeError(`heights must have at least two rows of ${columns} heights, but has ${heights.length}.`);
    }
    throw refusedHeights(handle, heights);
}

function writeHeights(heights: ArrayLike<number>, at: number): void {
    if (typeof heights?.length !== 'number') {
        throw new TypeError(`heights must be an array of numbers, but is ${described(heights)}.`);
    }
    room(at + heights.length);
    words.set(heights, at);
}

function refusedHeights(status: number, heights: ArrayLike<number>): Error {
    if (status !== Status.Gone) {
        for (let k = 0; k < heights.length; k++) {
            finite(heights[k], `heights[${k}]`);
        }
    }
    return refusal(status, 'The height field');
}
