/** Finds out what is wrong with a shape that the module has refused, and says it with the name of the argument. */

import { described, finite, refusal, size, Status } from './errors.js';
import type { Unknown } from './shape_words.js';

/**
 * The error for a call that was refused with a status: what is wrong with the first of its shapes that has a fault. `shapes` are the
 * arguments by their names.
 */
export function refusedShapes(status: number, shapes: Record<string, unknown>): Error {
    for (const [name, shape] of Object.entries(shapes)) {
        const error = fault(shape, name, status);
        if (error) {
            return error;
        }
    }
    return refusal(status, Object.keys(shapes).join(' or '));
}

function fault(shape: unknown, name: string, status: number): Error | undefined {
    try {
        check(shape, name, status);
        return undefined;
    } catch (error) {
        return error as Error;
    }
}

/** Throws an error if the shape has a fault. */
function check(shape: unknown, name: string, status: number): void {
    if (typeof shape !== 'object' || shape === null) {
        throw new TypeError(`${name} must be a shape, but is ${described(shape)}.`);
    }
    const of = shape as Unknown;
    if (of._handle === 0) {
        throw refusal(Status.Gone, name);
    }
    if (of._handle !== undefined) {
        return;
    }
    if (of._mask !== undefined) {
        throw new TypeError(`${name} is a mask without a place: pass { mask, x, y }.`);
    }
    if (of.points !== undefined) {
        checkPolygon(of, name, status);
    } else if (of.parts !== undefined) {
        checkParts(of, name, status);
    } else if (of.mask !== undefined) {
        checkSprite(of, name);
    } else if (of.shape !== undefined) {
        checkOptional(of, ['x', 'y', 'angle', 'pivotX', 'pivotY'], name);
        check(of.shape, `${name}.shape`, status);
    } else {
        checkNumbers(of, name);
    }
}

/** The properties of shapes that are not numbers. */
const CONTENTS = ['points', 'parts', 'mask', 'shape'];

/** The properties for the sizes of shapes; those of a row belong together. */
const SIZES = [['radius'], ['width', 'height'], ['radiusX', 'radiusY'], ['radiusSquared'], ['normalX', 'normalY']];

function checkNumbers(of: Unknown, name: string): void {
    const isRotated = of.width !== undefined || of.radiusX !== undefined;
    for (const key of ['width', 'height', 'radius', 'radiusX', 'radiusY', 'radiusSquared']) {
        if (of[key] !== undefined) {
            size(of[key], `${name}.${key}`);
        }
    }
    const required = of.x1 !== undefined ? ['x1', 'y1', 'x2', 'y2'] : ['x', 'y'];
    if (of.width !== undefined) {
        required.push('height');
    } else if (of.x1 !== undefined) {
        required.push(...('radius' in of ? ['radius'] : 'x3' in of ? ['x3', 'y3'] : []));
    } else if (of.radiusX !== undefined) {
        required.push('radiusY');
    } else if (of.normalX !== undefined) {
        required.push('normalX', 'normalY');
    } else if (of.radius === undefined && of.radiusSquared === undefined) {
        const content = CONTENTS.find((key) => key in of);
        if (content !== undefined) {
            throw new TypeError(`${name}.${content} must not be undefined.`);
        }
        required.push(...SIZES.filter((keys) => keys.some((key) => key in of)).flat());
    }
    if (required.every((key) => of[key] === undefined)) {
        throw new TypeError(`${name} must be a shape, but has none of x, x1, points, parts, mask and shape.`);
    }
    for (const key of required) {
        finite(of[key], `${name}.${key}`);
    }
    if (isRotated) {
        checkOptional(of, ['angle'], name);
    }
    if (of.normalX === 0 && of.normalY === 0) {
        throw refusal(Status.ZeroDirection, `The normal of ${name}`);
    }
}

function checkOptional(of: Unknown, keys: string[], name: string): void {
    for (const key of keys) {
        if (of[key] !== undefined) {
            finite(of[key], `${name}.${key}`);
        }
    }
}

function checkParts(of: Unknown, name: string, status: number): void {
    checkOptional(of, ['x', 'y', 'angle'], name);
    if (!Array.isArray(of.parts)) {
        throw new TypeError(`${name}.parts must be an array of shapes, but is ${described(of.parts)}.`);
    }
    if (status === Status.TooDeep) {
        throw refusal(status, name);
    }
    of.parts.forEach((part, index) => check(part, `${name}.parts[${index}]`, status));
}

function checkSprite(of: Unknown, name: string): void {
    if (of.mask?._mask === undefined) {
        throw new TypeError(`${name}.mask must be a Mask, but is ${described(of.mask)}.`);
    }
    if (of.mask._mask === 0) {
        throw refusal(Status.Gone, `${name}.mask`);
    }
    finite(of.x, `${name}.x`);
    finite(of.y, `${name}.y`);
    checkOptional(of, ['angle'], name);
    if (of.pixel !== undefined) {
        size(of.pixel, `${name}.pixel`);
    }
}

function checkPolygon(of: Unknown, name: string, status: number): void {
    checkOptional(of, ['x', 'y', 'angle'], name);
    if (of.radius !== undefined) {
        size(of.radius, `${name}.radius`);
    }
    const corners = cornersOf(of.points, `${name}.points`);
    switch (status) {
        case Status.TooFewCorners:
        case Status.FlatPolygon:
            checkFlat(corners, name);
            break;
        case Status.RoundedConcave:
            if (of.radius > 0) {
                const corner = reflexCorner(corners);
                if (corner >= 0) {
                    throw new RangeError(`${name} has a radius, but is not convex at points[${corner}].`);
                }
            }
            break;
        case Status.CrossingEdges:
            checkCrossing(corners, name);
            break;
    }
}

type Corner = [number, number];

function cornersOf(points: any, name: string): Corner[] {
    if (typeof points !== 'object' || points === null || typeof points.length !== 'number') {
        throw new TypeError(`${name} must be an array of points, but is ${described(points)}.`);
    }
    const list = Array.from(points as ArrayLike<any>);
    if (typeof list[0] === 'number') {
        list.forEach((coordinate, index) => finite(coordinate, `${name}[${index}]`));
        if (list.length % 2) {
            throw new RangeError(`${name} must have two coordinates for each corner, but has ${list.length} numbers.`);
        }
        return Array.from({ length: list.length / 2 }, (_, k) => [list[2 * k], list[2 * k + 1]]);
    }
    return list.map((point, index): Corner => {
        if (typeof point !== 'object' || point === null) {
            throw new TypeError(`${name}[${index}] must be a point, but is ${described(point)}.`);
        }
        const isPair = Array.isArray(point);
        return [
            finite(isPair ? point[0] : point.x, isPair ? `${name}[${index}][0]` : `${name}[${index}].x`),
            finite(isPair ? point[1] : point.y, isPair ? `${name}[${index}][1]` : `${name}[${index}].y`),
        ];
    });
}

/** Twice the area of a triangle, positive if the way from a over b to c turns from x towards y. */
function turn(a: Corner, b: Corner, c: Corner): number {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Throws an error if the corners are too few, or on a line. */
function checkFlat(corners: Corner[], name: string): void {
    const different = new Set(corners.map(String)).size;
    if (different < 3) {
        throw new RangeError(`${name} needs three different corners, but has ${different}.`);
    }
    throw refusal(Status.FlatPolygon, name);
}

/** The first corner at which the polygon is not convex, or -1. */
function reflexCorner(corners: Corner[]): number {
    const count = corners.length;
    const at = (k: number) => corners[k % count]!;
    const area = corners.reduce((sum, _, k) => sum + at(k)[0] * at(k + 1)[1] - at(k)[1] * at(k + 1)[0], 0);
    const before = corners.findIndex((_, k) => turn(at(k), at(k + 1), at(k + 2)) * area < 0);
    return before < 0 ? -1 : (before + 1) % count;
}

/** Throws an error with the first two edges that cross, or with the first corner that is on another edge. */
function checkCrossing(corners: Corner[], name: string): void {
    const count = corners.length;
    for (let i = 0; i < count; i++) {
        for (let j = i + 2; j < count; j++) {
            if (i === 0 && j === count - 1) {
                continue;
            }
            const [a, b] = [corners[i]!, corners[i + 1]!];
            const [c, d] = [corners[j]!, corners[(j + 1) % count]!];
            const sides = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)] as const;
            if (sides[0] * sides[1] <= 0 && sides[2] * sides[3] <= 0) {
                throw new RangeError(
                    `${name} has edges that cross or touch: the one from points[${i}] and the one from points[${j}].`,
                );
            }
        }
    }
}
