import { finalizer, Handle } from './disposal.js';
import { described, finite, refusal, size, Status, whole } from './errors.js';
import { fresh, renew, room, wasm, words } from './loader.js';
import type { Box, Sprite } from './shapes.js';

const registry = finalizer((handle) => wasm.mask_free(handle));

/** The largest width and height of a mask, in pixels. */
const LARGEST = 65535;

/** The part of `ImageData` that is read: pixels of four bytes, red, green, blue and alpha, row by row. */
export interface Pixels {
    width: number;
    height: number;
    data: ArrayLike<number>;
}

/** How a mask is traced. */
export interface TraceOptions {
    /** The largest distance of the polygons from the outline, in pixels; 1 if it is not given. 0 follows every pixel. */
    tolerance?: number;
    /** Whether the polygons are split into convex ones; false if it is not given. */
    convex?: boolean;
    /** The largest number of corners of a convex polygon; 8 if it is not given. */
    corners?: number;
}

/**
 * A pixel mask: for each pixel of a picture, whether it is solid. As a shape, it needs a place: `{ mask, x, y }`, or `mask.at(x, y)`.
 *
 * @example
 * const frog = Mask.fromRows(['.##.', '####', '#..#']);
 * frog.overlaps(frog, 2, 1); // true
 * intersects(frog.at(100, 50), { x: 101.5, y: 50.5 }); // true
 */
export class Mask {
    /** The width in pixels. */
    readonly width: number;
    /** The height in pixels. */
    readonly height: number;
    /** @internal */
    _mask: number;
    #isDisposed = false;

    /** Makes a mask without solid pixels. */
    constructor(width: number, height: number);
    /** @internal */
    constructor(width: number | Handle, height?: number);
    constructor(width: number | Handle, height?: number) {
        if (width instanceof Handle) {
            this._mask = width.number;
            this.#read();
            [this.width, this.height] = words as unknown as [number, number];
        } else {
            this.width = whole(width, 'width', 0, LARGEST);
            this.height = whole(height, 'height', 0, LARGEST);
            this._mask = make(this.width, this.height, () => false);
        }
        registry.register(this, this._mask, this);
    }

    /**
     * A mask from rows of text: `#` is a solid pixel, every other character an empty one. It is as wide as the longest row.
     *
     * @example
     * Mask.fromRows(['##', '#.']).count(); // 3
     */
    static fromRows(rows: readonly string[]): Mask {
        const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
        return Mask.fromFunction(width, rows.length, (x, y) => rows[y]![x] === '#');
    }

    /**
     * A mask of the pixels of a picture whose alpha is at least `threshold`, from 0 to 255; 128 if it is not given.
     *
     * @example
     * // const picture = context.getImageData(0, 0, 32, 32);
     * const picture = { width: 2, height: 1, data: [9, 9, 9, 255, 9, 9, 9, 0] };
     * Mask.fromImageData(picture).toRows(); // ['#.']
     */
    static fromImageData(image: Pixels, { threshold = 128 }: { threshold?: number } = {}): Mask {
        const { width, height, data } = image;
        if (data?.length !== 4 * width * height) {
            throw new RangeError(`image must have 4 * ${width} * ${height} bytes, but has ${data?.length}.`);
        }
        finite(threshold, 'threshold');
        return Mask.fromFunction(width, height, (x, y) => data[4 * (y * width + x) + 3]! >= threshold);
    }

    /**
     * A mask from a function that returns whether the pixel in column `x` and row `y` is solid.
     *
     * @example
     * Mask.fromFunction(4, 2, (x, y) => (x + y) % 2 === 0).toRows(); // ['#.#.', '.#.#']
     */
    static fromFunction(width: number, height: number, isSolid: (x: number, y: number) => boolean): Mask {
        whole(width, 'width', 0, LARGEST);
        whole(height, 'height', 0, LARGEST);
        return new Mask(new Handle(make(width, height, isSolid)));
    }

    /**
     * Whether a pixel is solid. A pixel outside the mask is not.
     *
     * @example
     * Mask.fromRows(['#.']).get(0, 0); // true
     */
    get(x: number, y: number): boolean {
        return this.#answer(wasm.mask_get(this._mask, x, y)) === 1;
    }

    /**
     * Makes a pixel solid or empty. Does nothing outside the mask. Copies in prepared shapes and worlds do not change.
     *
     * @example
     * const mask = new Mask(2, 1);
     * mask.set(1, 0);
     * mask.toRows(); // ['.#']
     */
    set(x: number, y: number, isSolid = true): void {
        this.#answer(wasm.mask_fill(this._mask, whole(x, 'x', -1e9, 1e9), whole(y, 'y', -1e9, 1e9), 1, 1, isSolid ? 1 : 0));
    }

    /**
     * Makes a box of pixels solid or empty. Its pixels outside the mask are ignored.
     *
     * @example
     * const mask = new Mask(4, 2);
     * mask.fill({ x: 1, y: 0, width: 9, height: 1 });
     * mask.toRows(); // ['.###', '....']
     */
    fill(area: Box, isSolid = true): void {
        const x = whole(area.x, 'area.x', -1e9, 1e9);
        const y = whole(area.y, 'area.y', -1e9, 1e9);
        const width = whole(area.width, 'area.width', 0, 1e9);
        const height = whole(area.height, 'area.height', 0, 1e9);
        this.#answer(wasm.mask_fill(this._mask, x, y, width, height, isSolid ? 1 : 0));
    }

    /**
     * Makes all pixels solid or empty that are solid in another mask, with its top left corner at the pixel (`x`, `y`) of this one.
     *
     * @example
     * const ground = Mask.fromRows(['####', '####']);
     * ground.draw(Mask.fromRows(['##']), 1, 0, false); // a crater
     * ground.toRows(); // ['#..#', '####']
     */
    draw(other: Mask, x: number, y: number, isSolid = true): void {
        this.#pair(wasm.mask_draw(this._mask, other?._mask, x, y, isSolid ? 1 : 0), other, x, y);
    }

    /**
     * The number of solid pixels.
     *
     * @example
     * Mask.fromRows(['##', '#.']).count(); // 3
     */
    count(): number {
        return this.#answer(wasm.mask_count(this._mask));
    }

    /**
     * Whether two masks have a solid pixel in common. `x` and `y` are the top left corner of `other`, in pixels relative to that of this
     * mask: whole numbers.
     *
     * @example
     * const frog = Mask.fromRows(['.##.', '####', '#..#']);
     * frog.overlaps(frog, 3, 2); // false
     */
    overlaps(other: Mask, x: number, y: number): boolean {
        return this.#pair(wasm.mask_overlaps(this._mask, other?._mask, x, y), other, x, y) === 1;
    }

    /**
     * The number of solid pixels that two masks have in common, as for {@link overlaps}.
     *
     * @example
     * const square = Mask.fromRows(['##', '##']);
     * square.overlapArea(square, 1, 0); // 2
     */
    overlapArea(other: Mask, x: number, y: number): number {
        return this.#pair(wasm.mask_overlap_area(this._mask, other?._mask, x, y), other, x, y);
    }

    /**
     * The first pixel of this mask, row by row, that is solid in both masks, as for {@link overlaps}; `null` if there is none.
     *
     * @example
     * const square = Mask.fromRows(['##', '##']);
     * square.firstOverlap(square, 1, 1); // { x: 1, y: 1 }
     */
    firstOverlap(other: Mask, x: number, y: number): { x: number; y: number } | null {
        if (!this.#pair(wasm.mask_first_overlap(this._mask, other?._mask, x, y), other, x, y)) {
            return null;
        }
        fresh();
        return { x: words[0]!, y: words[1]! };
    }

    /**
     * A mask that is mirrored horizontally.
     *
     * @example
     * Mask.fromRows(['#..']).flippedX().toRows(); // ['..#']
     */
    flippedX(): Mask {
        return new Mask(new Handle(this.#answer(wasm.mask_flipped(this._mask, 0))));
    }

    /**
     * A mask that is mirrored vertically.
     *
     * @example
     * Mask.fromRows(['#', '.']).flippedY().toRows(); // ['.', '#']
     */
    flippedY(): Mask {
        return new Mask(new Handle(this.#answer(wasm.mask_flipped(this._mask, 1))));
    }

    /**
     * Polygons along the outline of the solid pixels, in pixels. Holes are cut open. By default they are within a pixel of the outline.
     *
     * @example
     * Mask.fromRows(['##', '##']).trace({ tolerance: 0 }); // [{ points: [[0, 0], [2, 0], [2, 2], [0, 2]] }]
     */
    trace(options: TraceOptions = {}): { points: [number, number][] }[] {
        const tolerance = size(options.tolerance ?? 1, 'tolerance');
        const corners = whole(options.corners ?? 8, 'corners', 3, 2 ** 31);
        const count = this.#answer(
            options.convex ? wasm.mask_trace_convex(this._mask, tolerance, corners) : wasm.mask_trace(this._mask, tolerance),
        );
        renew();
        const polygons = [];
        for (let at = 0; at < count; ) {
            const end = at + 1 + 2 * words[at++]!;
            const points: [number, number][] = [];
            for (; at < end; at += 2) {
                points.push([words[at]!, words[at + 1]!]);
            }
            polygons.push({ points });
        }
        return polygons;
    }

    /**
     * Boxes that cover the solid pixels exactly, in pixels.
     *
     * @example
     * Mask.fromRows(['##', '#.']).boxes().length; // 2
     */
    boxes(): Box[] {
        const count = this.#answer(wasm.mask_boxes(this._mask));
        renew();
        const boxes = [];
        for (let at = 0; at < count; at += 4) {
            boxes.push({ x: words[at]!, y: words[at + 1]!, width: words[at + 2]!, height: words[at + 3]! });
        }
        return boxes;
    }

    /**
     * The mask as rows of text, with `#` for solid pixels and `.` for empty ones.
     *
     * @example
     * Mask.fromFunction(3, 1, (x) => x !== 1).toRows(); // ['#.#']
     */
    toRows(): string[] {
        this.#read();
        const bits = new Uint32Array(words.buffer, words.byteOffset + 16);
        const isSolid = (x: number, y: number) => (bits[half(x, y, this.height)]! >>> x % 32) & 1;
        const row = (y: number) => Array.from({ length: this.width }, (_, x) => (isSolid(x, y) ? '#' : '.')).join('');
        return Array.from({ length: this.height }, (_, y) => row(y));
    }

    /**
     * The mask as a shape, with its corner of the smallest coordinates at `x` and `y`. `options` may have `pixel`, `flipX`, `flipY` and
     * `angle`.
     *
     * @example
     * overlaps(Mask.fromRows(['#']).at(10, 20, { pixel: 16 }), { x: 25, y: 35 }); // true
     */
    at(x: number, y: number, options: Omit<Sprite, 'mask' | 'x' | 'y'> = {}): Sprite {
        return { mask: this, x, y, ...options };
    }

    /** Frees the memory of the mask now, instead of when it is collected. Further calls do nothing. */
    dispose(): void {
        if (!this.#isDisposed) {
            this.#isDisposed = true;
            registry.unregister(this);
            wasm.mask_free(this._mask);
            this._mask = 0;
        }
    }

    /** Makes the module write the size and the pixels to the scratch buffer. */
    #read(): void {
        this.#answer(wasm.mask_words(this._mask));
        renew();
    }

    #answer(answer: number): number {
        if (answer < 0) {
            throw refusal(answer, 'The mask');
        }
        return answer;
    }

    /** The answer to a query with another mask at a place. */
    #pair(answer: number, other: Mask, x: number, y: number): number {
        if (answer >= 0) {
            return answer;
        }
        if (!(other instanceof Mask)) {
            throw new TypeError(`other must be a Mask, but is ${described(other)}.`);
        }
        whole(x, 'x', -(2 ** 31), 2 ** 31 - 1);
        whole(y, 'y', -(2 ** 31), 2 ** 31 - 1);
        throw refusal(answer, answer === Status.Gone && other._mask === 0 ? 'other' : 'The mask');
    }
}

/** The index of the 32 bits with a pixel: a stripe of 64 columns has a word of 64 bits per row. */
function half(x: number, y: number, height: number): number {
    return 2 * ((x >> 6) * height + y) + ((x >> 5) & 1);
}

/** Makes a mask from a function, and returns its handle. */
function make(width: number, height: number, isSolid: (x: number, y: number) => boolean): number {
    const count = Math.ceil(width / 64) * height;
    // The function may call other functions of this package, so the scratch buffer is written afterwards.
    const bits = new Uint32Array(2 * count);
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            if (isSolid(x, y)) {
                bits[half(x, y, height)]! |= 1 << x % 32;
            }
        }
    }
    room(count);
    new Uint32Array(words.buffer, words.byteOffset, 2 * count).set(bits);
    const handle = wasm.mask_new(width, height);
    if (handle < 0) {
        throw refusal(handle, 'The mask');
    }
    return handle;
}
