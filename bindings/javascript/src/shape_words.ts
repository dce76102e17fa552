/** Writes shapes to the scratch buffer, and reads them. */

import { room, words } from './loader.js';
import type { PlainShape, ShapeLike } from './shapes.js';

/** The kinds of shapes: see `src/kind.rs`. */
export const enum Kind {
    Point = 0,
    Box = 1,
    Circle = 2,
    Segment = 3,
    Triangle = 4,
    Capsule = 5,
    OrientedBox = 6,
    Ellipse = 7,
    Polygon = 8,
    Sprite = 9,
    SquaredCircle = 10,
    Compound = 11,
    HalfSpace = 12,
    HeightField = 13,
    Prepared = 14,
    Placed = 15,
    /** Not a shape. The module refuses it, and `explain.ts` finds out why. */
    None = 99,
}

/** A shape whose properties have not been looked at. */
export interface Unknown {
    [property: string]: any;
}

/**
 * Writes a shape to the scratch buffer from word `at` on, and returns the index of the word after it. It checks nothing: the module refuses
 * what is not a shape.
 */
export function writeShape(shape: ShapeLike, at: number): number {
    if (at + 16 > words.length) {
        room(at + 16);
    }
    if (typeof shape !== 'object' || shape === null) {
        words[at] = Kind.None;
        return at + 1;
    }
    const of = shape as Unknown;
    if (of._handle !== undefined) {
        words[at] = of._kind;
        words[at + 1] = of._handle;
        return at + 2;
    }
    if (of.width !== undefined) {
        return writeBox(of, at);
    }
    if (of.points !== undefined) {
        return writePolygon(of, at);
    }
    if (of.radius !== undefined) {
        return writeRound(of, at);
    }
    return writeOther(of, at);
}

function writeBox(of: Unknown, at: number): number {
    words[at] = of.angle ? Kind.OrientedBox : Kind.Box;
    words[at + 1] = of.x;
    words[at + 2] = of.y;
    words[at + 3] = of.width;
    words[at + 4] = of.height;
    if (of.angle) {
        words[at + 5] = of.angle;
        return at + 6;
    }
    return at + 5;
}

/** Writes a circle or a capsule. */
function writeRound(of: Unknown, at: number): number {
    if (of.x1 !== undefined) {
        words[at] = Kind.Capsule;
        writeEnds(of, at);
        words[at + 5] = of.radius;
        return at + 6;
    }
    words[at] = Kind.Circle;
    words[at + 1] = of.x;
    words[at + 2] = of.y;
    words[at + 3] = of.radius;
    return at + 4;
}

function writeEnds(of: Unknown, at: number): void {
    words[at + 1] = of.x1;
    words[at + 2] = of.y1;
    words[at + 3] = of.x2;
    words[at + 4] = of.y2;
}

function writePolygon(of: Unknown, at: number): number {
    const points = of.points;
    const isFlat = typeof points[0] === 'number';
    const count = isFlat ? points.length >> 1 : points.length;
    let x = of.x ?? 0;
    let y = of.y ?? 0;
    if (of.angle) {
        at = writePose(x, y, of.angle, at);
        x = 0;
        y = 0;
    }
    if (at + 16 + 2 * count > words.length) {
        room(at + 16 + 2 * count);
    }
    // A coordinate without its pair is refused, because it is followed by a number that is NaN.
    words[at] = isFlat && points.length % 2 ? Kind.None : Kind.Polygon;
    words[at + 1] = count;
    words[at + 2] = of.radius ?? 0;
    at += 3;
    for (let k = 0; k < count; k++, at += 2) {
        if (isFlat) {
            words[at] = points[2 * k] + x;
            words[at + 1] = points[2 * k + 1] + y;
            continue;
        }
        const point = points[k];
        if (Array.isArray(point)) {
            words[at] = point[0] + x;
            words[at + 1] = point[1] + y;
        } else {
            words[at] = point?.x + x;
            words[at + 1] = point?.y + y;
        }
    }
    return at;
}

/** Writes the words before a shape that is placed by a pose. */
function writePose(x: number, y: number, angle: number, at: number, pivotX = 0, pivotY = 0): number {
    words[at] = Kind.Placed;
    words[at + 1] = x;
    words[at + 2] = y;
    words[at + 3] = angle;
    words[at + 4] = pivotX;
    words[at + 5] = pivotY;
    return at + 6;
}

/** Writes a shape without a radius, a width and points. */
function writeOther(of: Unknown, at: number): number {
    if (of.x1 !== undefined) {
        writeEnds(of, at);
        if (!('x3' in of)) {
            words[at] = 'radius' in of ? Kind.None : Kind.Segment;
            return at + 5;
        }
        words[at] = Kind.Triangle;
        words[at + 5] = of.x3;
        words[at + 6] = of.y3;
        return at + 7;
    }
    if (of.mask !== undefined) {
        return writeSprite(of, at);
    }
    if (of.shape !== undefined) {
        const next = writePose(of.x ?? 0, of.y ?? 0, of.angle ?? 0, at, of.pivotX ?? 0, of.pivotY ?? 0);
        return writeShape(of.shape, next);
    }
    if (of.parts !== undefined) {
        return writeCompound(of, at);
    }
    words[at + 1] = of.x;
    words[at + 2] = of.y;
    if (of.radiusX !== undefined) {
        words[at] = Kind.Ellipse;
        words[at + 3] = of.radiusX;
        words[at + 4] = of.radiusY;
        words[at + 5] = of.angle ?? 0;
        return at + 6;
    }
    if (of.normalX !== undefined) {
        words[at] = Kind.HalfSpace;
        words[at + 3] = of.normalX;
        words[at + 4] = of.normalY;
        return at + 5;
    }
    if (of.radiusSquared !== undefined) {
        words[at] = Kind.SquaredCircle;
        words[at + 3] = of.radiusSquared;
        return at + 4;
    }
    words[at] = of.x === undefined || hasSize(of) ? Kind.None : Kind.Point;
    return at + 3;
}

/**
 * Whether an object that has no size has a property for one, such as a radius that is `undefined`, or a height without a width. It is not a
 * point, but a mistake.
 */
function hasSize(of: Unknown): boolean {
    return 'radius' in of || 'width' in of || 'height' in of || 'points' in of || 'mask' in of || 'shape' in of || 'parts' in of ||
        'radiusX' in of || 'radiusY' in of || 'radiusSquared' in of || 'normalX' in of || 'normalY' in of;
}

function writeSprite(of: Unknown, at: number): number {
    const pixel = of.pixel ?? 1;
    if (of.angle) {
        const pivotX = of.x + (of.mask.width * pixel) / 2;
        const pivotY = of.y + (of.mask.height * pixel) / 2;
        at = writePose(0, 0, of.angle, at, pivotX, pivotY);
        room(at + 16);
    }
    words[at] = of.mask._mask === undefined ? Kind.None : Kind.Sprite;
    words[at + 1] = of.mask._mask;
    words[at + 2] = of.x;
    words[at + 3] = of.y;
    words[at + 4] = pixel;
    words[at + 5] = (of.flipX ? 1 : 0) + (of.flipY ? 2 : 0);
    return at + 6;
}

function writeCompound(of: Unknown, at: number): number {
    if (of.x || of.y || of.angle) {
        at = writePose(of.x ?? 0, of.y ?? 0, of.angle ?? 0, at);
        room(at + 16);
    }
    words[at] = Array.isArray(of.parts) ? Kind.Compound : Kind.None;
    words[at + 1] = of.parts.length;
    at += 2;
    for (let k = 0; k < of.parts.length; k++) {
        at = writeShape(of.parts[k], at);
    }
    return at;
}

/** Makes the objects for the masks and height fields of a shape that is read, from their handles. */
export interface Makers {
    mask(handle: number): unknown;
    heightField(handle: number): unknown;
}

/** A place in a list of words. */
export interface Cursor {
    words: Float64Array;
    at: number;
}

/** Reads the shape at a cursor as a plain object, and moves the cursor behind it. */
export function readShape(from: Cursor, make: Makers): PlainShape {
    const next = () => from.words[from.at++] as number;
    const kind: Kind = next();
    switch (kind) {
        case Kind.Point:
            return { x: next(), y: next() };
        case Kind.Box:
            return { x: next(), y: next(), width: next(), height: next() };
        case Kind.Circle:
            return { x: next(), y: next(), radius: next() };
        case Kind.Segment:
            return { x1: next(), y1: next(), x2: next(), y2: next() };
        case Kind.Triangle:
            return { x1: next(), y1: next(), x2: next(), y2: next(), x3: next(), y3: next() };
        case Kind.Capsule:
            return { x1: next(), y1: next(), x2: next(), y2: next(), radius: next() };
        case Kind.OrientedBox:
            return { x: next(), y: next(), width: next(), height: next(), angle: next() };
        case Kind.Ellipse:
            return { x: next(), y: next(), radiusX: next(), radiusY: next(), angle: next() };
        case Kind.Polygon: {
            const count = next();
            const radius = next();
            const points = Array.from({ length: count }, (): [number, number] => [next(), next()]);
            return radius > 0 ? { points, radius } : { points };
        }
        case Kind.Sprite: {
            const mask = make.mask(next()) as any;
            const [x, y, pixel, flips] = [next(), next(), next(), next()];
            return { mask, x, y, pixel, flipX: (flips & 1) !== 0, flipY: (flips & 2) !== 0 };
        }
        case Kind.SquaredCircle:
            return { x: next(), y: next(), radiusSquared: next() };
        case Kind.Compound:
            return { parts: Array.from({ length: next() }, () => readShape(from, make)) };
        case Kind.HalfSpace:
            return { x: next(), y: next(), normalX: next(), normalY: next() };
        case Kind.HeightField:
            return { shape: make.heightField(next()) as any };
        case Kind.Placed: {
            const [x, y, angle] = [next(), next(), next()];
            // The module writes poses whose pivot is the origin.
            from.at += 2;
            return { shape: readShape(from, make), x, y, angle };
        }
        default:
            throw new Error(`bumper-collision has written a shape of an unknown kind, ${kind}. This is a bug in it.`);
    }
}
