/** The queries on two shapes. */

import { finite, refusal, Status } from './errors.js';
import { refusedShapes } from './explain.js';
import { fresh, wasm, words } from './loader.js';
import { writeShape } from './shape_words.js';
import type { Point, ShapeLike } from './shapes.js';
import { areClearlyApart, simpleRelation, writeCircleContact } from './simple_relation.js';

/** How two shapes lie to each other. Shapes that touch have a point in common, but an arbitrarily small motion separates them. */
export type Relation = 'apart' | 'touching' | 'overlapping';

export const RELATIONS: readonly Relation[] = ['apart', 'touching', 'overlapping'];

/** A point of a contact. */
export class ContactPoint {
    /** The position, halfway between the two surfaces. */
    x = 0;
    y = 0;
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
    /** The x coordinate of the unit normal, which points from `a` to `b`. */
    normalX = 0;
    /** The y coordinate of the unit normal. */
    normalY = 0;
    /**
     * The part of `a`: the index of the part of a compound, the index of the edge of a concave polygon, or the pixel of a mask, which is
     * its row times the width plus its column. 0 for other shapes, and -1 inside a concave polygon, away from its edges.
     */
    partA = 0;
    /** The part of `b`. */
    partB = 0;
    /** The contact points, at most two. */
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
        this.partA = words[at + 3]!;
        this.partB = words[at + 4]!;
        const count = words[at + 5]!;
        while (this.points.length > count) {
            this.#spare.push(this.points.pop()!);
        }
        while (this.points.length < count) {
            this.points.push(this.#spare.pop() ?? new ContactPoint());
        }
        for (let k = 0; k < count; k++) {
            const point = this.points[k]!;
            const from = at + 6 + 6 * k;
            point.x = words[from]!;
            point.y = words[from + 1]!;
            point.separation = words[from + 2]!;
            point.feature = words[from + 3]!;
            point.partA = words[from + 4]!;
            point.partB = words[from + 5]!;
        }
        return this;
    }
}

/** The hit of a ray. A hit that is passed as `out` is overwritten. */
export class RayHit {
    /** The distance from the origin of the ray; 0 if it starts in the shape. */
    distance = 0;
    /** The point that is hit. */
    x = 0;
    y = 0;
    /** The x coordinate of the unit normal of the surface, out of the shape; if the ray starts in the shape, opposite to its direction. */
    normalX = 0;
    /** The y coordinate of the unit normal. */
    normalY = 0;
    /** The part of the shape, as in {@link Contact.partA}. */
    part = 0;

    /** @internal Reads the hit in the scratch buffer, which begins at the word `at`. */
    _read(at = 0): this {
        this.distance = words[at]!;
        this.x = words[at + 1]!;
        this.y = words[at + 2]!;
        this.normalX = words[at + 3]!;
        this.normalY = words[at + 4]!;
        this.part = words[at + 5]!;
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
    /** The x coordinate of the unit normal, which points from `a` to `b`. */
    normalX = 0;
    /** The y coordinate of the unit normal. */
    normalY = 0;
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
        this.normalX = words[at + 3]!;
        this.normalY = words[at + 4]!;
        this.startsOverlapping = words[at + 5]! !== 0;
        this.partA = words[at + 6]!;
        this.partB = words[at + 7]!;
        return this;
    }
}

function relationNumber(a: ShapeLike, b: ShapeLike): number {
    const simple = simpleRelation(a, b);
    if (simple !== undefined) {
        return simple;
    }
    writeShape(b, writeShape(a, 0));
    const answer = wasm.relation();
    if (answer < 0) {
        throw refusedShapes(answer, { a, b });
    }
    return answer;
}

/**
 * Whether two shapes are apart, touch or overlap.
 *
 * @example
 * relation({ x: 0, y: 0, width: 10, height: 10 }, { x: 15, y: 5, radius: 5 }); // 'touching'
 */
export function relation(a: ShapeLike, b: ShapeLike): Relation {
    return RELATIONS[relationNumber(a, b)]!;
}

/**
 * Whether two shapes touch or overlap.
 *
 * @example
 * intersects({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 10 }); // true
 */
export function intersects(a: ShapeLike, b: ShapeLike): boolean {
    return relationNumber(a, b) !== 0;
}

/**
 * Whether two shapes overlap. If they only touch, they do not.
 *
 * @example
 * overlaps({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 10 }); // false
 */
export function overlaps(a: ShapeLike, b: ShapeLike): boolean {
    return relationNumber(a, b) === 2;
}

/**
 * The distance of two shapes, in the units of the coordinates; 0 if they touch or overlap.
 *
 * @example
 * distance({ x: 0, y: 0 }, { x: 3, y: 4 }); // 5
 */
export function distance(a: ShapeLike, b: ShapeLike): number {
    writeShape(b, writeShape(a, 0));
    const answer = wasm.distance();
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
 * const hit = contact({ x: 0, y: 0, width: 10, height: 10 }, { x: 13, y: 5, radius: 5 });
 * hit.depth; // 2
 * [hit.normalX, hit.normalY]; // [1, 0]
 */
export function contact(
    a: ShapeLike,
    b: ShapeLike,
    { margin = 0, out }: { margin?: number; out?: Contact } = {},
): Contact | null {
    if (margin === 0) {
        if (areClearlyApart(a, b)) {
            return null;
        }
        if (writeCircleContact(a, b)) {
            return (out ?? new Contact())._read();
        }
    }
    if (Number.isNaN(margin) || typeof margin !== 'number') {
        finite(margin, 'margin');
    }
    writeShape(b, writeShape(a, 0));
    const found = wasm.contact(margin);
    if (found < 0) {
        throw refusedShapes(found, { a, b });
    }
    if (!found) {
        return null;
    }
    fresh();
    return (out ?? new Contact())._read();
}

/**
 * The first point of a shape that a ray hits, or `null`. The ray goes from `origin` in a direction of any length except zero, or to a point
 * if `towards` is `{ to: point }`. Its length is at most `maxDistance`, which is infinite if it is not given.
 *
 * @example
 * const wall = { x: 10, y: 0, width: 5, height: 20 };
 * raycast({ x: 0, y: 5 }, { x: 1, y: 0 }, wall).distance; // 10
 * raycast({ x: 0, y: 5 }, { to: { x: 9, y: 5 } }, wall); // null
 */
export function raycast(
    origin: Readonly<Point>,
    towards: Readonly<Point> | { readonly to: Readonly<Point> },
    shape: ShapeLike,
    { maxDistance = Infinity, out = new RayHit() }: { maxDistance?: number; out?: RayHit } = {},
): RayHit | null {
    const isPoint = 'to' in towards;
    const vector = isPoint ? towards.to : towards;
    writeShape(shape, 0);
    const found = wasm.raycast(origin.x, origin.y, vector.x, vector.y, isPoint ? 1 : 0, maxDistance);
    if (found < 0) {
        throw refusedRay(found, origin, towards, maxDistance) ?? refusedShapes(found, { shape });
    }
    if (!found) {
        return null;
    }
    fresh();
    return out._read();
}

/** The error for a ray that the module has refused; `undefined` if the ray is valid. */
export function refusedRay(
    status: number,
    origin: Readonly<Point>,
    towards: Readonly<Point> | { readonly to: Readonly<Point> },
    maxDistance: number,
): Error | undefined {
    const isPoint = 'to' in towards;
    const vector = isPoint ? towards.to : towards;
    const name = isPoint ? 'towards.to' : 'towards';
    finite(origin.x, 'origin.x');
    finite(origin.y, 'origin.y');
    finite(vector.x, `${name}.x`);
    finite(vector.y, `${name}.y`);
    if (maxDistance !== Infinity && maxDistance !== -Infinity) {
        finite(maxDistance, 'maxDistance');
    }
    const isZero = isPoint ? vector.x === origin.x && vector.y === origin.y : vector.x === 0 && vector.y === 0;
    return status === Status.ZeroDirection && isZero ? refusal(status, 'The ray') : undefined;
}

/**
 * The first hit of shape `a`, which moves by `displacement`, on shape `b`; `null` if it does not hit it. If `b` moves at the same time,
 * `targetDisplacement` says by how much. Shapes that touch at the start hit at time 0 if they move towards each other.
 *
 * @example
 * const hit = sweep({ x: 0, y: 0, radius: 5 }, { x: 100, y: 0 }, { x: 55, y: -50, width: 1, height: 100 });
 * hit.time; // 0.5
 */
export function sweep(
    a: ShapeLike,
    displacement: Readonly<Point>,
    b: ShapeLike,
    { targetDisplacement = STILL, out = new SweepHit() }: { targetDisplacement?: Readonly<Point>; out?: SweepHit } = {},
): SweepHit | null {
    writeShape(b, writeShape(a, 0));
    const found = wasm.sweep(displacement.x, displacement.y, targetDisplacement.x, targetDisplacement.y);
    if (found < 0) {
        finite(displacement.x, 'displacement.x');
        finite(displacement.y, 'displacement.y');
        finite(targetDisplacement.x, 'targetDisplacement.x');
        finite(targetDisplacement.y, 'targetDisplacement.y');
        throw refusedShapes(found, { a, b });
    }
    if (!found) {
        return null;
    }
    fresh();
    return out._read();
}

const STILL: Readonly<Point> = { x: 0, y: 0 };

/**
 * Converts degrees to radians, in which all angles of this package are.
 *
 * @example
 * degrees(180) === Math.PI; // true
 */
export function degrees(angle: number): number {
    return (angle * Math.PI) / 180;
}
