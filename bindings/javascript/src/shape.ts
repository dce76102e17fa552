import { finalizer, Handle } from './disposal.js';
import { refusal } from './errors.js';
import { refusedShapes } from './explain.js';
import { HeightField } from './height_field.js';
import { fresh, renew, wasm, words } from './loader.js';
import { Mask } from './mask.js';
import { Outline } from './outline.js';
import { Kind, readShape, writeShape } from './shape_words.js';
import type { Placed, PlainShape, ShapeLike } from './shapes.js';

const registry = finalizer((handle) => wasm.shape_free(handle));

/**
 * A prepared shape: it is checked, and a concave polygon is split into convex parts, once and not in every query. Use it for polygons and
 * compounds that are used often; for circles and boxes, plain objects are as fast. A prepared shape does not change.
 *
 * @example
 * const ship = new Shape({ points: [[0, -10], [8, 10], [0, 5], [-8, 10]] });
 * intersects(ship.at(100, 50, degrees(90)), { x: 105, y: 50, radius: 2 }); // true
 */
export class Shape {
    /** @internal */
    readonly _kind = Kind.Prepared;
    /** @internal */
    _handle: number;
    /** @internal The outline, if the shape is a convex polygon with few corners. */
    readonly _outline: Outline | undefined;
    // A private member makes the type different from other types with the same methods.
    #isDisposed = false;

    /**
     * Prepares a shape.
     *
     * @throws TypeError or RangeError if it is no shape, with the name of the property or the index of the corner.
     */
    constructor(shape: ShapeLike) {
        writeShape(shape, 0);
        const handle = wasm.shape_new();
        if (handle < 0) {
            throw refusedShapes(handle, { shape });
        }
        this._handle = handle;
        this._outline = typeof shape === 'object' && 'points' in shape ? outlineOfPolygon(this) : undefined;
        registry.register(this, handle, this);
    }

    /**
     * The shape in another place, as a plain object: rotated by `angle`, in radians, about the origin of its coordinates, and then moved
     * by `x` and `y`.
     *
     * @example
     * const paddle = new Shape({ x: -20, y: -4, width: 40, height: 8 });
     * overlaps(paddle.at(100, 200), { x: 115, y: 200 }); // true
     */
    at(x: number, y: number, angle = 0): Placed {
        return { shape: this, x, y, angle };
    }

    /**
     * A plain object for the shape. Numbers may be rounded, and parts that were placed have a place of their own. Each call makes new
     * masks and height fields.
     *
     * @example
     * new Shape({ x: 0, y: 0, radius: 5 }).toPlain(); // { x: 0, y: 0, radius: 5 }
     */
    toPlain(): PlainShape {
        const count = wasm.shape_get(this._handle);
        if (count < 0) {
            throw refusal(count, 'The shape');
        }
        renew();
        return readPlain(words.slice(0, count));
    }

    /** Frees the memory of the shape now, instead of when it is collected. Further calls do nothing. */
    dispose(): void {
        if (!this.#isDisposed) {
            this.#isDisposed = true;
            registry.unregister(this);
            wasm.shape_free(this._handle);
            this._handle = 0;
        }
    }
}

/** The outline of a prepared polygon, as it is stored. */
function outlineOfPolygon(shape: Shape): Outline | undefined {
    const outline = new Outline();
    return outline.set(shape.toPlain()) ? outline : undefined;
}

/** Reads the shape that the module has written to the scratch buffer as a plain object. */
export function readPlain(words: Float64Array): PlainShape {
    return readShape({ words, at: 0 }, {
        mask: (handle) => new Mask(new Handle(handle)),
        heightField: (handle) => new HeightField(new Handle(handle)),
    });
}

/**
 * The smallest box around a shape, extended by the rounding error. `null` if it is infinite or empty.
 *
 * @example
 * bounds({ x1: 5, y1: 0, x2: 0, y2: 10 }); // { x: 0, y: 0, width: 5, height: 10 }
 */
export function bounds(shape: ShapeLike): { x: number; y: number; width: number; height: number } | null {
    writeShape(shape, 0);
    const found = wasm.bounds();
    if (found < 0) {
        throw refusedShapes(found, { shape });
    }
    fresh();
    const [x, y, right, bottom] = words as unknown as [number, number, number, number];
    return found ? { x, y, width: right - x, height: bottom - y } : null;
}

/**
 * The outline of a shape for drawing: segments of four coordinates each, `x1, y1, x2, y2`. Round outlines have 48 segments. A concave
 * polygon and a compound have an outline for each convex part. Of a half-space, it is a square of 1024 units behind its point.
 *
 * @example
 * outline({ x: 0, y: 0, width: 4, height: 2 }).length; // 16
 */
export function outline(shape: ShapeLike): Float64Array {
    writeShape(shape, 0);
    const count = wasm.outline();
    if (count < 0) {
        throw refusedShapes(count, { shape });
    }
    renew();
    return words.slice(0, count);
}
