/** The queries on two 3D shapes. */

import { finite, refusal, Status } from '../errors.js';
import { checkVector, refusedShapes } from './explain.js';
import { room, view, wasm, words } from './loader.js';
import { writeShape, writeVector } from './shape_words.js';
import type { Point, ShapeLike } from './shapes.js';

/** How two shapes lie to each other. Shapes that touch have a point in common, but an arbitrarily small motion separates them. */
export type Relation = 'apart' | 'touching' | 'overlapping';

const RELATIONS: readonly Relation[] = ['apart', 'touching', 'overlapping'];

/** A point of a contact. */
export class ContactPoint {
    /** The position, halfway between the two surfaces. */
    x = 0;
    y = 0;
    z = 0;
    /** The distance of the two surfaces at this point; negative if they overlap. */
    separation = 0;
    /** A number for the corners and edges that touch: it stays the same as long as they do. */
    feature = 0;
    /** The part of `a` that touches here, as in {@link Contact.partA}. */
    partA = 0;
    /** The part of `b` that touches here. */
    partB = 0;
}

/** The contact of two shapes `a` and `b`. A contact that is passed as `out` is overwritten. */
export class Contact {
    /** The distance of the shapes; if negative, its magnitude is the depth. */
    separation = 0;
    /** The coordinates of the unit normal, which points from `a` to `b`. */
    normalX = 0;
    normalY = 0;
    normalZ = 0;
    /**
     * The part of `a`: the index of the part of a compound, of the triangle of a mesh or of the cell of a height field. 0 for other shapes.
     */
    partA = 0;
    /** The part of `b`. */
    partB = 0;
    /** The contact points, at most four. */
    points: ContactPoint[] = [];
    /** Points that are not in use, for the next contact. */
    #spare: ContactPoint[] = [];

    /** How far the shapes overlap; 0 if they do not. Moving `b` by the normal times the depth makes them touch. */
    get depth(): number {
        return Math.max(0, -this.separation);
    }

    /** @internal Reads the contact in the scratch buffer, which begins at the word `at`. */
    _read(at = 0): this {
        this.separation = words[at]!;
        this.normalX = words[at + 1]!;
        this.normalY = words[at + 2]!;
        this.normalZ = words[at + 3]!;
        this.partA = words[at + 4]!;
        this.partB = words[at + 5]!;
        const count = words[at + 6]!;
        while (this.points.length > count) {
            this.#spare.push(this.points.pop()!);
        }
        while (this.points.length < count) {
            this.points.push(this.#spare.pop() ?? new ContactPoint());
        }
        this.points.forEach((point, index) => readPoint(point, at + 7 + 7 * index));
        return this;
    }
}

function readPoint(point: ContactPoint, at: number): void {
    point.x = words[at]!;
    point.y = words[at + 1]!;
    point.z = words[at + 2]!;
    point.separation = words[at + 3]!;
    point.feature = words[at + 4]!;
    point.partA = words[at + 5]!;
    point.partB = words[at + 6]!;
}

/** The hit of a ray. A hit that is passed as `out` is overwritten. */
export class RayHit {
    /** The distance from the origin of the ray; 0 if it starts in the shape. */
    distance = 0;
    /** The point that is hit. */
    x = 0;
    y = 0;
    z = 0;
    /** The coordinates of the unit normal of the surface, out of the shape; if the ray starts in the shape, opposite to its direction. */
    normalX = 0;
    normalY = 0;
    normalZ = 0;
    /** The part of the shape, as in {@link Contact.partA}. */
    part = 0;

    /** @internal Reads the hit in the scratch buffer, which begins at the word `at`. */
    _read(at = 0): this {
        this.distance = words[at]!;
        this.x = words[at + 1]!;
        this.y = words[at + 2]!;
        this.z = words[at + 3]!;
        this.normalX = words[at + 4]!;
        this.normalY = words[at + 5]!;
        this.normalZ = words[at + 6]!;
        this.part = words[at + 7]!;
        return this;
    }
}

/** The hit of a moving shape `a` on `b`. A hit that is passed as `out` is overwritten. */
export class SweepHit {
    /** The time of the hit, as a fraction of the motion: 0 at its start, 1 at its end. */
    time = 0;
    /** The point that is hit, at this time. */
    x = 0;
    y = 0;
    z = 0;
    /** The coordinates of the unit normal, which points from `a` to `b`. */
    normalX = 0;
    normalY = 0;
    normalZ = 0;
    /** Whether the shapes overlap before they move. */
    startsOverlapping = false;
    /** The part of `a`, as in {@link Contact.partA}. */
    partA = 0;
    /** The part of `b`. */
    partB = 0;

    /** @internal Reads the hit in the scratch buffer, which begins at the word `at`. */
    _read(at = 0): this {
        this.time = words[at]!;
        this.x = words[at + 1]!;
        this.y = words[at + 2]!;
        this.z = words[at + 3]!;
        this.normalX = words[at + 4]!;
        this.normalY = words[at + 5]!;
        this.normalZ = words[at + 6]!;
        this.startsOverlapping = words[at + 7]! !== 0;
        this.partA = words[at + 8]!;
        this.partB = words[at + 9]!;
        return this;
    }
}

function relationNumber(a: ShapeLike, b: ShapeLike): number {
    writeShape(b, writeShape(a, 0));
    const answer = wasm.space_relation();
    if (answer < 0) {
        throw refusedShapes(answer, { a, b });
    }
    return answer;
}

/**
 * Whether two shapes are apart, touch or overlap.
 *
 * @example
 * relation({ x: 0, y: 0, z: 0, radius: 3 }, { x: 0, y: 0, z: 5, radius: 2 }); // 'touching'
 */
export function relation(a: ShapeLike, b: ShapeLike): Relation {
    return RELATIONS[relationNumber(a, b)]!;
}

/**
 * Whether two shapes touch or overlap.
 *
 * @example
 * intersects({ min: { x: 0, y: 0, z: 0 }, max: { x: 9, y: 9, z: 9 } }, { x: 9, y: 9, z: 9 }); // true
 */
export function intersects(a: ShapeLike, b: ShapeLike): boolean {
    return relationNumber(a, b) !== 0;
}

/**
 * Whether two shapes overlap. If they only touch, they do not.
 *
 * @example
 * overlaps({ min: { x: 0, y: 0, z: 0 }, max: { x: 9, y: 9, z: 9 } }, { x: 9, y: 9, z: 9 }); // false
 */
export function overlaps(a: ShapeLike, b: ShapeLike): boolean {
    return relationNumber(a, b) === 2;
}

/**
 * The distance of two shapes, in the units of the coordinates; 0 if they touch or overlap.
 *
 * @example
 * distance({ x: 0, y: 0, z: 0 }, { x: 2, y: 3, z: 6 }); // 7
 */
export function distance(a: ShapeLike, b: ShapeLike): number {
    writeShape(b, writeShape(a, 0));
    const answer = wasm.space_distance();
    if (answer < 0) {
        throw refusedShapes(answer, { a, b });
    }
    return answer;
}

/**
 * Where and how deep two shapes touch, or `null` if they are farther apart than `margin`, which is 0 if it is not given. With
 * `margin: Infinity` there is always a contact. To push `b` out of `a`, move it by the normal times the depth.
 *
 * @example
 * const floor = { x: 0, y: 0, z: 0, halfX: 50, halfY: 1, halfZ: 50 };
 * const hit = contact(floor, { x: 0, y: 4, z: 0, radius: 5 });
 * [hit.depth, hit.normalY]; // [2, 1]
 */
export function contact(
    a: ShapeLike,
    b: ShapeLike,
    { margin = 0, out = new Contact() }: { margin?: number; out?: Contact } = {},
): Contact | null {
    if (Number.isNaN(margin) || typeof margin !== 'number') {
        finite(margin, 'margin');
    }
    writeShape(b, writeShape(a, 0));
    const found = wasm.space_contact(margin);
    if (found < 0) {
        throw refusedShapes(found, { a, b });
    }
    if (!found) {
        return null;
    }
    view(35);
    return out._read();
}

/**
 * The first point of a shape that a ray hits, or `null`. The ray goes from `origin` in a direction of any length except zero, or to a point
 * if `towards` is `{ to: point }`. Its length is at most `maxDistance`, which is infinite if it is not given.
 *
 * @example
 * const ball = { x: 10, y: 0, z: 0, radius: 2 };
 * raycast({ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }, ball).distance; // 8
 * raycast({ x: 0, y: 0, z: 0 }, { to: { x: 7, y: 0, z: 0 } }, ball); // null
 */
export function raycast(
    origin: Readonly<Point>,
    towards: Towards,
    shape: ShapeLike,
    { maxDistance = Infinity, out = new RayHit() }: { maxDistance?: number; out?: RayHit } = {},
): RayHit | null {
    writeShape(shape, writeRay(origin, towards, maxDistance, 0));
    const found = wasm.space_raycast();
    if (found < 0) {
        throw refusedRay(found, origin, towards, maxDistance) ?? refusedShapes(found, { shape });
    }
    if (!found) {
        return null;
    }
    view(8);
    return out._read();
}

/** The direction of a ray, of any length except zero, or the point at which it ends. */
export type Towards = Readonly<Point> | { readonly to: Readonly<Point> };

/** Writes a ray from the word `at` on: see `ray` in `src/space/query.rs`. Returns the index of the word after it. */
export function writeRay(origin: Readonly<Point>, towards: Towards, maxDistance: number, at: number): number {
    const isPoint = 'to' in towards;
    room(at + 16);
    at = writeVector(isPoint ? towards.to : towards, writeVector(origin, at));
    words[at] = isPoint ? 1 : 0;
    words[at + 1] = maxDistance;
    return at + 2;
}

/** The error for a ray that the module has refused; `undefined` if the ray is valid. */
export function refusedRay(status: number, origin: Readonly<Point>, towards: Towards, maxDistance: number): Error | undefined {
    const isPoint = 'to' in towards;
    const vector = isPoint ? towards.to : towards;
    checkVector(origin, 'origin');
    checkVector(vector, isPoint ? 'towards.to' : 'towards');
    if (maxDistance !== Infinity) {
        finite(maxDistance, 'maxDistance');
    }
    const start = isPoint ? origin : STILL;
    const isZero = vector.x === start.x && vector.y === start.y && vector.z === start.z;
    return isZero && status === Status.ZeroDirection ? refusal(status, 'The ray') : undefined;
}

/**
 * When and where shape `a`, which moves by a displacement, hits `b`, or `null` if it does not. If `b` moves too, `targetDisplacement` says
 * by how much. Shapes that touch at the start hit at time 0 if they move towards each other.
 *
 * @example
 * const wall = { x: 60, y: 0, z: 0, halfX: 5, halfY: 50, halfZ: 50 };
 * sweep({ x: 0, y: 0, z: 0, radius: 5 }, { x: 100, y: 0, z: 0 }, wall).time; // 0.5
 */
export function sweep(
    a: ShapeLike,
    displacement: Readonly<Point>,
    b: ShapeLike,
    { targetDisplacement = STILL, out = new SweepHit() }: { targetDisplacement?: Readonly<Point>; out?: SweepHit } = {},
): SweepHit | null {
    room(16);
    writeVector(targetDisplacement, writeVector(displacement, 0));
    writeShape(b, writeShape(a, 6));
    const found = wasm.space_sweep();
    if (found < 0) {
        checkVector(displacement, 'displacement');
        checkVector(targetDisplacement, 'targetDisplacement');
        throw refusedShapes(found, { a, b });
    }
    if (!found) {
        return null;
    }
    view(10);
    return out._read();
}

const STILL: Readonly<Point> = { x: 0, y: 0, z: 0 };
