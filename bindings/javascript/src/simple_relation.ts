/**
 * The relations of circles and boxes, computed in JavaScript: for these pairs a call of the module takes about ten times as long as the
 * computation. The formulas and their order of operations are those of the library (`narrow/relation.rs`), so that the results are equal.
 */

import { clearRelation } from './clear_relation.js';
import { words } from './loader.js';
import type { Unknown } from './shape_words.js';
import type { ShapeLike } from './shapes.js';

/** Numbers below this bound have finite squares. All others are left to the module, and so is whatever is no number. */
const LIMIT = 1e150;

/** How much larger the squared distance must be than the square of the radii, so that no rounding hides that two shapes are apart. */
const CLEARLY = 1 + 1e-9;

/** The number of a relation, as in `RELATIONS`. */
const APART = 0;
const TOUCHING = 1;
const OVERLAPPING = 2;

interface Circle {
    x: number;
    y: number;
    radius: number;
}

interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
}

/** The number of the relation of two shapes; `undefined` if the module has to compare them. */
export function simpleRelation(a: ShapeLike, b: ShapeLike): number | undefined {
    return related(a, b, 1) ?? (words.length > 0 ? clearRelation(a, b) : undefined);
}

/** Whether two shapes are circles, boxes or convex polygons that are apart by so much that they have no contact. */
export function areClearlyApart(a: ShapeLike, b: ShapeLike): boolean {
    return (related(a, b, CLEARLY) ?? (words.length > 0 ? clearRelation(a, b) : undefined)) === APART;
}

/** The range of squared distances whose roots the library computes without scaling. */
const LEAST_SQUARED = 1e-30;
const MOST_SQUARED = 1e30;

/**
 * Writes the contact of two circles to the scratch buffer, as the module does, if they clearly overlap. Returns false for all other shapes.
 * The formula is that of `contact_of_balls` in `narrow/ball.rs`.
 */
export function writeCircleContact(a: ShapeLike, b: ShapeLike): boolean {
    if (words.length === 0 || !isCircle(a) || !isCircle(b)) {
        return false;
    }
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const squared = dx * dx + dy * dy;
    const radii = a.radius + b.radius;
    if (!(squared > LEAST_SQUARED && squared < MOST_SQUARED && squared * CLEARLY < radii * radii)) {
        return false;
    }
    const distance = Math.sqrt(squared);
    const factor = 1 / distance;
    const shift = (a.radius - b.radius) * 0.5;
    words[0] = words[8] = distance - radii;
    words[1] = dx * factor;
    words[2] = dy * factor;
    words[3] = words[4] = words[9] = words[10] = words[11] = 0;
    words[5] = 1;
    words[6] = a.x * 0.5 + b.x * 0.5 + words[1] * shift;
    words[7] = a.y * 0.5 + b.y * 0.5 + words[2] * shift;
    return true;
}

/** The relation, for which the square of the radii is multiplied by `tolerance`. */
function related(a: ShapeLike, b: ShapeLike, tolerance: number): number | undefined {
    if (words.length === 0) {
        // The module is not loaded, which is an error that a call of it reports, or its memory has grown.
        return undefined;
    }
    if (isCircle(a)) {
        if (isCircle(b)) {
            return circles(a, b, tolerance);
        }
        return isBox(b) ? boxAndCircle(b, a, tolerance) : undefined;
    }
    if (!isBox(a)) {
        return undefined;
    }
    if (isBox(b)) {
        return boxes(a, b);
    }
    return isCircle(b) ? boxAndCircle(a, b, tolerance) : undefined;
}

function isCircle(shape: ShapeLike): shape is Circle {
    const of = shape as Unknown;
    return of?.radius >= 0 && of.width === undefined && of.points === undefined && of.x1 === undefined && of._handle === undefined &&
        isSmall(of.radius) && isSmall(of.x) && isSmall(of.y);
}

function isBox(shape: ShapeLike): shape is Box {
    const of = shape as Unknown;
    return of?.width >= 0 && of.height >= 0 && !of.angle && of._handle === undefined &&
        isSmall(of.width) && isSmall(of.height) && isSmall(of.x) && isSmall(of.y);
}

function isSmall(value: unknown): boolean {
    return typeof value === 'number' && value < LIMIT && value > -LIMIT;
}

function within(value: number, limit: number): number {
    if (value < limit) {
        return OVERLAPPING;
    }
    return value === limit ? TOUCHING : APART;
}

function circles(a: Circle, b: Circle, tolerance: number): number {
    const dx = a.x - b.x;
    const dy = a.y - b.y;
    const radii = a.radius + b.radius;
    return within(dx * dx + dy * dy, radii * radii * tolerance);
}

function boxes(a: Box, b: Box): number {
    const x = Math.min(within(a.x, b.x + b.width), within(b.x, a.x + a.width));
    const y = Math.min(within(a.y, b.y + b.height), within(b.y, a.y + a.height));
    return Math.min(x, y);
}

function boxAndCircle(box: Box, circle: Circle, tolerance: number): number {
    const { x, y, radius } = circle;
    const dx = x - Math.min(Math.max(x, box.x), box.x + box.width);
    const dy = y - Math.min(Math.max(y, box.y), box.y + box.height);
    const relation = within(dx * dx + dy * dy, radius * radius * tolerance);
    if (relation === TOUCHING && radius === 0) {
        // A circle without a radius is a point of the box.
        return Math.max(TOUCHING, boxes(box, { x, y, width: 0, height: 0 }));
    }
    return relation;
}
