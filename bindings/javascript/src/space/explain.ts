/** Finds out what is wrong with a 3D shape that the module has refused, and says it with the name of the argument. */

import { described, finite, refusal, size, Status } from '../errors.js';
import type { Unknown } from './shape_words.js';

/**
 * The error for a call that was refused with a status: what is wrong with the first of its shapes that has a fault. `shapes` are the
 * arguments by their names.
 */
export function refusedShapes(status: number, shapes: Record<string, unknown>): Error {
    try {
        for (const [name, shape] of Object.entries(shapes)) {
            check(shape, name);
        }
    } catch (error) {
        return error as Error;
    }
    return refusal(status, Object.keys(shapes).join(' or '));
}

/** Checks a point or a vector. */
export function checkVector(of: unknown, name: string): void {
    if (typeof of !== 'object' || of === null) {
        throw new TypeError(`${name} must be an object with x, y and z, but is ${described(of)}.`);
    }
    checkNumbers(of, ['x', 'y', 'z'], name);
}

function checkNumbers(of: Unknown, keys: string[], name: string): void {
    for (const key of keys) {
        finite(of[key], `${name}.${key}`);
    }
}

function checkRotation(of: any, name: string): void {
    checkVector(of, name);
    finite(of.w, `${name}.w`);
    if (of.x === 0 && of.y === 0 && of.z === 0 && of.w === 0) {
        throw refusal(Status.ZeroDirection, name);
    }
}

/** Throws an error if the shape has a fault. */
function check(shape: unknown, name: string): void {
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
    if (of.points !== undefined) {
        checkPlace(of, name);
        checkPoints(of.points, `${name}.points`);
    } else if (of.parts !== undefined) {
        checkPlace(of, name);
        if (!Array.isArray(of.parts)) {
            throw new TypeError(`${name}.parts must be an array of shapes, but is ${described(of.parts)}.`);
        }
        of.parts.forEach((part: unknown, index: number) => check(part, `${name}.parts[${index}]`));
    } else if (of.shape !== undefined) {
        checkPlace(of, name);
        check(of.shape, `${name}.shape`);
    } else if (of.x1 !== undefined) {
        const third = 'radius' in of ? ['radius'] : 'x3' in of ? ['x3', 'y3', 'z3'] : [];
        checkNumbers(of, ['x1', 'y1', 'z1', 'x2', 'y2', 'z2', ...third], name);
        checkSizes(of, ['radius'], name);
    } else if (of.min !== undefined) {
        checkVector(of.min, `${name}.min`);
        checkVector(of.max, `${name}.max`);
    } else {
        checkCentered(of, name);
    }
}

function checkPlace(of: Unknown, name: string): void {
    for (const key of ['x', 'y', 'z'].filter((key) => of[key] !== undefined)) {
        finite(of[key], `${name}.${key}`);
    }
    if (of.rotation !== undefined) {
        checkRotation(of.rotation, `${name}.rotation`);
    }
}

function checkSizes(of: Unknown, keys: string[], name: string): void {
    for (const key of keys.filter((key) => of[key] !== undefined)) {
        size(of[key], `${name}.${key}`);
    }
}

function checkPoints(points: any, name: string): void {
    if (typeof points?.length !== 'number') {
        throw new TypeError(`${name} must be an array of points, but is ${described(points)}.`);
    }
    if (points.length === 0) {
        throw new RangeError(`${name} has no points.`);
    }
    if (typeof points[0] === 'number') {
        if (points.length % 3 !== 0) {
            throw new RangeError(`${name} must have three coordinates for each point, but has ${points.length} numbers.`);
        }
        Array.from(points).forEach((number, index) => finite(number, `${name}[${index}]`));
        return;
    }
    points.forEach((point: unknown, index: number) => {
        const [x, y, z] = Array.isArray(point) ? point : [];
        checkVector(Array.isArray(point) ? { x, y, z } : point, `${name}[${index}]`);
    });
}

/** The properties for the sizes of shapes; those of a row belong together. */
const SIZES = [['radius'], ['radiusSquared'], ['halfX', 'halfY', 'halfZ'], ['halfHeight', 'radius'], ['normalX', 'normalY', 'normalZ']];

function checkCentered(of: Unknown, name: string): void {
    if (['x', 'y', 'z'].every((key) => of[key] === undefined)) {
        throw new TypeError(`${name} must be a shape, but has none of x, x1, min, points, parts and shape.`);
    }
    checkVector(of, name);
    if (of.halfX !== undefined) {
        ['halfX', 'halfY', 'halfZ'].forEach((key) => size(of[key], `${name}.${key}`));
        checkPlace(of, name);
    } else if (of.halfHeight !== undefined) {
        ['halfHeight', 'radius'].forEach((key) => size(of[key], `${name}.${key}`));
        checkAxis(of.axis, `${name}.axis`);
    } else if (of.normalX !== undefined) {
        checkNumbers(of, ['normalX', 'normalY', 'normalZ'], name);
        if (of.normalX === 0 && of.normalY === 0 && of.normalZ === 0) {
            throw refusal(Status.ZeroDirection, `The normal of ${name}`);
        }
    } else if (of.radius !== undefined || of.radiusSquared !== undefined) {
        checkSizes(of, ['radius', 'radiusSquared'], name);
    } else {
        const content = ['points', 'parts', 'shape', 'min', 'max'].find((key) => key in of);
        if (content !== undefined) {
            throw new TypeError(`${name}.${content === 'max' ? 'min' : content} must not be undefined.`);
        }
        checkNumbers(of, SIZES.filter((keys) => keys.some((key) => key in of)).flat(), name);
    }
}

function checkAxis(axis: unknown, name: string): void {
    if (typeof axis === 'string' && !['x', 'y', 'z'].includes(axis)) {
        throw new RangeError(`${name} must be 'x', 'y', 'z' or a direction, but is '${axis}'.`);
    }
    if (typeof axis !== 'string' && axis !== undefined) {
        checkVector(axis, name);
        const { x, y, z } = axis as Unknown;
        if (x === 0 && y === 0 && z === 0) {
            throw refusal(Status.ZeroDirection, name);
        }
    }
}
