/** Writes 3D shapes to the scratch buffer. */

import { room, words } from './loader.js';
import type { ShapeLike } from './shapes.js';

/** The kinds of shapes: see `src/space/kind.rs`. */
export const enum Kind {
    Point = 0,
    Box = 1,
    Sphere = 2,
    SquaredSphere = 3,
    Segment = 4,
    Capsule = 5,
    Triangle = 6,
    OrientedBox = 7,
    Cylinder = 8,
    OrientedCylinder = 9,
    HalfSpace = 10,
    Hull = 11,
    Compound = 12,
    Mesh = 13,
    HeightField = 14,
    Prepared = 15,
    Placed = 16,
    /** Not a shape. The module refuses it, and `explain.ts` finds out why. */
    None = 99,
}

/** A shape whose properties have not been looked at. */
export interface Unknown {
    [property: string]: any;
}

/** The most words that a shape without a list has. */
const MOST = 16;

/**
 * Writes a shape to the scratch buffer from word `at` on, and returns the index of the word after it. It checks nothing: the module refuses
 * what is not a shape.
 */
export function writeShape(shape: ShapeLike, at: number): number {
    room(at + MOST);
    if (typeof shape !== 'object' || shape === null) {
        return writeNone(at);
    }
    const of = shape as Unknown;
    if (of._handle !== undefined) {
        words[at] = of._kind;
        words[at + 1] = of._handle;
        return at + 2;
    }
    if (of.points !== undefined) {
        return writeHull(of.points, writePlace(of, at));
    }
    if (of.parts !== undefined) {
        return writeCompound(of.parts, writePlace(of, at));
    }
    if (of.shape !== undefined) {
        return writeShape(of.shape, writePlace(of, at));
    }
    if (of.x1 !== undefined) {
        return writeSegment(of, at);
    }
    if (of.min !== undefined) {
        words[at] = Kind.Box;
        return writeVector(of.max, writeVector(of.min, at + 1));
    }
    return of.x === undefined ? writeNone(at) : writeCentered(of, at);
}

function writeNone(at: number): number {
    words[at] = Kind.None;
    return at + 1;
}

/** Writes a point or a vector. If it is none, its coordinates become NaN. */
export function writeVector(of: Unknown, at: number): number {
    words[at] = of?.x;
    words[at + 1] = of?.y;
    words[at + 2] = of?.z;
    return at + 3;
}

function writeRotation(of: Unknown, at: number): number {
    writeVector(of, at);
    words[at + 3] = of.w;
    return at + 4;
}

/** Writes the words before a shape that is placed, if it has a place. */
function writePlace(of: Unknown, at: number): number {
    const { x = 0, y = 0, z = 0, rotation } = of;
    if (x === 0 && y === 0 && z === 0 && rotation === undefined) {
        return at;
    }
    words[at] = Kind.Placed;
    words[at + 1] = x;
    words[at + 2] = y;
    words[at + 3] = z;
    at = writeRotation(rotation ?? IDENTITY, at + 4);
    room(at + MOST);
    return at;
}

const IDENTITY = { x: 0, y: 0, z: 0, w: 1 };

function writeHull(points: any, at: number): number {
    const isFlat = typeof points[0] === 'number';
    const count = isFlat ? points.length / 3 : points.length;
    if (!Number.isInteger(count)) {
        return writeNone(at);
    }
    room(at + MOST + 3 * count);
    words[at] = Kind.Hull;
    words[at + 1] = count;
    at += 2;
    if (isFlat) {
        words.set(points, at);
        return at + 3 * count;
    }
    for (let k = 0; k < count; k++) {
        const point = points[k];
        if (Array.isArray(point)) {
            words[at] = point[0];
            words[at + 1] = point[1];
            words[at + 2] = point[2];
            at += 3;
        } else {
            at = writeVector(point, at);
        }
    }
    return at;
}

function writeCompound(parts: any, at: number): number {
    if (!Array.isArray(parts)) {
        return writeNone(at);
    }
    words[at] = Kind.Compound;
    words[at + 1] = parts.length;
    at += 2;
    for (const part of parts) {
        at = writeShape(part, at);
    }
    return at;
}

/** Writes a segment, a capsule or a triangle. */
function writeSegment(of: Unknown, at: number): number {
    words[at + 1] = of.x1;
    words[at + 2] = of.y1;
    words[at + 3] = of.z1;
    words[at + 4] = of.x2;
    words[at + 5] = of.y2;
    words[at + 6] = of.z2;
    if (of.radius !== undefined) {
        words[at] = Kind.Capsule;
        words[at + 7] = of.radius;
        return at + 8;
    }
    if (!('x3' in of)) {
        words[at] = 'radius' in of ? Kind.None : Kind.Segment;
        return at + 7;
    }
    words[at] = Kind.Triangle;
    words[at + 7] = of.x3;
    words[at + 8] = of.y3;
    words[at + 9] = of.z3;
    return at + 10;
}

/** Writes a shape with a center or a point. */
function writeCentered(of: Unknown, at: number): number {
    if (of.halfX !== undefined) {
        return writeBox(of, at);
    }
    if (of.halfHeight !== undefined) {
        return writeCylinder(of, at);
    }
    writeVector(of, at + 1);
    if (of.radius !== undefined) {
        words[at] = Kind.Sphere;
        words[at + 4] = of.radius;
        return at + 5;
    }
    if (of.radiusSquared !== undefined) {
        words[at] = Kind.SquaredSphere;
        words[at + 4] = of.radiusSquared;
        return at + 5;
    }
    if (of.normalX !== undefined) {
        words[at] = Kind.HalfSpace;
        words[at + 4] = of.normalX;
        words[at + 5] = of.normalY;
        words[at + 6] = of.normalZ;
        return at + 7;
    }
    words[at] = hasSize(of) ? Kind.None : Kind.Point;
    return at + 4;
}

/**
 * Whether an object that has no size has a property for one, such as a radius that is `undefined`. It is not a point, but a mistake.
 */
function hasSize(of: Unknown): boolean {
    return 'radius' in of || 'halfX' in of || 'halfY' in of || 'halfZ' in of || 'halfHeight' in of || 'radiusSquared' in of ||
        'normalX' in of || 'normalY' in of || 'normalZ' in of || 'points' in of || 'parts' in of || 'shape' in of || 'min' in of || 'max' in of;
}

function writeBox(of: Unknown, at: number): number {
    const { x, y, z, halfX, halfY, halfZ, rotation } = of;
    if (rotation === undefined && halfX >= 0 && halfY >= 0 && halfZ >= 0) {
        words[at] = Kind.Box;
        words[at + 1] = x - halfX;
        words[at + 2] = y - halfY;
        words[at + 3] = z - halfZ;
        words[at + 4] = x + halfX;
        words[at + 5] = y + halfY;
        words[at + 6] = z + halfZ;
        return at + 7;
    }
    words[at] = Kind.OrientedBox;
    writeVector(of, at + 1);
    words[at + 4] = halfX;
    words[at + 5] = halfY;
    words[at + 6] = halfZ;
    return writeRotation(rotation ?? IDENTITY, at + 7);
}

function writeCylinder(of: Unknown, at: number): number {
    const axis = of.axis ?? 'y';
    writeVector(of, at + 1);
    words[at + 4] = of.halfHeight;
    words[at + 5] = of.radius;
    if (typeof axis === 'string') {
        const number = ['x', 'y', 'z'].indexOf(axis);
        words[at] = number < 0 ? Kind.None : Kind.Cylinder;
        words[at + 6] = number;
        return at + 7;
    }
    words[at] = Kind.OrientedCylinder;
    return writeVector(axis, at + 6);
}
