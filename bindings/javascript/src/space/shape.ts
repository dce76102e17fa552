import { refusedShapes } from './explain.js';
import { view, wasm, words } from './loader.js';
import { Owned, Owner } from './owned.js';
import { Kind, writeShape } from './shape_words.js';
import type { Box, Placed, Quaternion, ShapeLike } from './shapes.js';

const owner = new Owner((handle) => wasm.space_shape_free(handle));

/**
 * A prepared shape: it is copied into the module once and not in every query. Use it for hulls of many points and for compounds. It can be
 * passed as a shape.
 *
 * @example
 * const roof = new Shape({ points: [[0, 0, 0], [4, 0, 0], [0, 0, 4], [4, 0, 4], [2, 3, 2]] });
 * intersects(roof, { x: 2, y: 2, z: 2 }); // true
 */
export class Shape extends Owned {
    /** @internal */
    readonly _kind = Kind.Prepared;

    /**
     * Prepares a shape.
     *
     * @throws TypeError or RangeError if it is not a shape.
     */
    constructor(shape: ShapeLike) {
        super(made(shape), owner);
    }

    /**
     * The same shape in another place: rotated about the origin, and then moved.
     *
     * @example
     * const roof = new Shape({ points: [[0, 0, 0], [4, 0, 0], [0, 0, 4], [4, 0, 4], [2, 3, 2]] });
     * intersects(roof.at(100, 0, 0), { x: 102, y: 2, z: 2 }); // true
     */
    at(x: number, y: number, z: number, rotation?: Readonly<Quaternion>): Placed {
        return rotation ? { shape: this, x, y, z, rotation } : { shape: this, x, y, z };
    }
}

function made(shape: ShapeLike): number {
    writeShape(shape, 0);
    const handle = wasm.space_shape_new();
    if (handle < 0) {
        throw refusedShapes(handle, { shape });
    }
    return handle;
}

/**
 * The axis-aligned box around a shape; `null` if the shape is infinite or contains no point. Sizes that have to be rounded are rounded up.
 *
 * @example
 * bounds({ x1: 0, y1: 5, z1: 9, x2: 2, y2: 3, z2: 4 }); // { min: { x: 0, y: 3, z: 4 }, max: { x: 2, y: 5, z: 9 } }
 */
export function bounds(shape: ShapeLike): Box | null {
    writeShape(shape, 0);
    const found = wasm.space_bounds();
    if (found < 0) {
        throw refusedShapes(found, { shape });
    }
    if (!found) {
        return null;
    }
    view(6);
    const [x, y, z, right, top, back] = words as unknown as [number, number, number, number, number, number];
    return { min: { x, y, z }, max: { x: right, y: top, z: back } };
}
