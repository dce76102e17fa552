import { described, finite, refusal, Status, whole } from '../errors.js';
import { room, view, wasm, words } from './loader.js';
import { Owned, Owner } from './owned.js';
import { Kind } from './shape_words.js';
import type { Triangle } from './shapes.js';

const owner = new Owner((handle) => wasm.space_mesh_free(handle));

/** The points and triangles of a mesh. */
export interface MeshOptions {
    /** The coordinates of the points, three for each, such as `geometry.attributes.position.array` of three.js. */
    points: ArrayLike<number>;
    /** The indices of the points of the triangles, three for each, such as `geometry.index.array`. Without it, three points each are one. */
    indices?: ArrayLike<number> | null;
    /**
     * Whether only the front of a triangle stops rays, sweeps and movers; false if it is not given. The front is the side from which its
     * corners are in counterclockwise order. Relations, distances and contacts count both sides.
     */
    oneSided?: boolean;
}

/**
 * A surface of triangles, such as the ground and the walls of a level. It has no inside: a sphere that is wholly within a closed mesh is
 * apart from it. It cannot change. It can be passed as a shape, and `{ shape: mesh, x, y, z, rotation }` is the mesh in another place.
 * Degenerate triangles, whose corners lie on one line, keep their index, but queries ignore them.
 *
 * @example
 * const points = [0, 0, 0, 0, 0, 4, 4, 0, 0, 4, 1, 4];
 * const ground = new Mesh({ points, indices: [0, 1, 2, 2, 1, 3] });
 * const hit = raycast({ x: 3, y: 9, z: 3 }, { x: 0, y: -1, z: 0 }, ground);
 * [hit.distance, hit.part]; // [8.5, 1]
 */
export class Mesh extends Owned {
    /** @internal */
    readonly _kind = Kind.Mesh;
    /** The number of triangles, with the degenerate ones. */
    readonly size: number;
    /** Whether only the front of a triangle stops rays, sweeps and movers. */
    readonly oneSided: boolean;

    /**
     * Makes a mesh from copies of points and indices.
     *
     * @throws RangeError if a triangle uses a point that does not exist, or if a coordinate is not finite.
     */
    constructor({ points, indices, oneSided = false }: MeshOptions) {
        const corners = checkedLength(points, 'points');
        const size = indices ? checkedLength(indices, 'indices') : checkedTriangles(corners);
        super(made(points, indices, oneSided), owner);
        this.size = size;
        this.oneSided = oneSided;
    }

    /**
     * The number of degenerate triangles, which queries ignore.
     *
     * @example
     * new Mesh({ points: [0, 0, 0, 1, 0, 0, 2, 0, 0] }).degenerate; // 1
     */
    get degenerate(): number {
        const count = wasm.space_mesh_degenerate(this._handle);
        if (count < 0) {
            throw refusal(count, 'The mesh');
        }
        return count;
    }

    /**
     * The triangle with an index, such as the part of a hit.
     *
     * @example
     * const mesh = new Mesh({ points: [0, 0, 0, 0, 0, 4, 4, 0, 0] });
     * mesh.triangle(0); // { x1: 0, y1: 0, z1: 0, x2: 0, y2: 0, z2: 4, x3: 4, y3: 0, z3: 0 }
     */
    triangle(part: number): Triangle {
        const found = wasm.space_mesh_triangle(this._handle, part);
        if (found === 0 || found === Status.OutOfRange || found === Status.NotFinite) {
            throw new RangeError(`part must be a whole number from 0 to ${this.size - 1}, but is ${part}.`);
        }
        if (found < 0) {
            throw refusal(found, 'The mesh');
        }
        view(9);
        const [x1, y1, z1, x2, y2, z2, x3, y3, z3] = Array.from(words.subarray(0, 9)) as Numbers;
        return { x1, y1, z1, x2, y2, z2, x3, y3, z3 };
    }
}

type Numbers = [number, number, number, number, number, number, number, number, number];

/** A third of the length of a list. */
function checkedLength(list: ArrayLike<number>, name: string): number {
    if (typeof list?.length !== 'number' || (list.length > 0 && typeof list[0] !== 'number')) {
        throw new TypeError(`${name} must be an array of numbers, but is ${described(list)}.`);
    }
    if (list.length % 3 !== 0) {
        throw new RangeError(`${name} must have three numbers for each ${name === 'points' ? 'point' : 'triangle'}, but has ${list.length} numbers.`);
    }
    return list.length / 3;
}

function checkedTriangles(corners: number): number {
    if (corners % 3 !== 0) {
        throw new RangeError(`points must have three points for each triangle if there are no indices, but has ${corners}.`);
    }
    return corners / 3;
}

function made(points: ArrayLike<number>, indices: ArrayLike<number> | null | undefined, oneSided: boolean): number {
    const corners = points.length / 3;
    const uses = indices ? indices.length : corners;
    room(points.length + uses);
    words.set(points);
    if (indices) {
        words.set(indices, points.length);
    } else {
        for (let k = 0; k < uses; k++) {
            words[points.length + k] = k;
        }
    }
    const handle = wasm.space_mesh_new(corners, uses / 3, oneSided ? 1 : 0);
    if (handle >= 0) {
        return handle;
    }
    for (let k = 0; k < (indices?.length ?? 0); k++) {
        whole(indices![k], `indices[${k}]`, 0, corners - 1);
    }
    for (let k = 0; k < points.length; k++) {
        finite(points[k], `points[${k}]`);
    }
    throw refusal(handle, 'The mesh');
}
