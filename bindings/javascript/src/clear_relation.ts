/**
 * The relations of convex polygons, boxes and circles that are so clear that no rounding can change them, computed in JavaScript: a call
 * of the module takes several times as long. All others are left to the module.
 */

import { Outline, outlineOf } from './outline.js';
import type { ShapeLike } from './shapes.js';

/** The numbers of relations, as in `RELATIONS`. */
const APART = 0;
const OVERLAPPING = 2;

/** The distance that is clearly above the rounding errors, as a factor of the largest coordinates. */
const CLEARLY = 1e-9;

const first = new Outline();
const second = new Outline();

/** The number of the relation of two shapes, if they are polygons, boxes or circles that are clearly apart or clearly overlap. */
export function clearRelation(a: ShapeLike, b: ShapeLike): number | undefined {
    const p = outlineOf(a, first);
    const q = p && outlineOf(b, second);
    if (p === undefined || q === undefined) {
        return undefined;
    }
    const tolerance = CLEARLY * (p.extent + q.extent + p.radius + q.radius);
    const limit = p.radius + q.radius + tolerance;
    if (q.count === 1) {
        return p.count === 1 ? undefined : withCircle(p, q, limit, tolerance);
    }
    if (p.count === 1) {
        return withCircle(q, p, limit, tolerance);
    }
    const separation = largestSeparation(p, q, -Infinity, limit);
    const largest = separation > limit ? separation : largestSeparation(q, p, separation, limit);
    if (largest > limit) {
        return APART;
    }
    return largest < -tolerance ? OVERLAPPING : undefined;
}

/** The larger one of `largest` and the separations of two polygons along the normals of the first one; any one that is above the limit. */
function largestSeparation(p: Outline, q: Outline, largest: number, limit: number): number {
    for (let k = 0; k < p.count; k++) {
        const normalX = p.normalX[k]!;
        const normalY = p.normalY[k]!;
        let nearest = Infinity;
        for (let j = 0; j < q.count; j++) {
            nearest = Math.min(nearest, normalX * q.x[j]! + normalY * q.y[j]!);
        }
        largest = Math.max(largest, nearest - p.offset[k]!);
        if (largest > limit) {
            break;
        }
    }
    return largest;
}

/** The relation of a polygon and a circle. The corner or edge that is nearest to the center belongs to the edge that it is farthest above. */
function withCircle(polygon: Outline, circle: Outline, limit: number, tolerance: number): number | undefined {
    const { count, x, y, normalX, normalY, offset } = polygon;
    const centerX = circle.x[0]!;
    const centerY = circle.y[0]!;
    let edge = 0;
    let largest = -Infinity;
    for (let k = 0; k < count; k++) {
        const separation = normalX[k]! * centerX + normalY[k]! * centerY - offset[k]!;
        if (separation > largest) {
            largest = separation;
            edge = k;
        }
    }
    if (largest > limit) {
        return APART;
    }
    if (largest < -tolerance) {
        return OVERLAPPING;
    }
    const next = edge + 1 < count ? edge + 1 : 0;
    const dx = x[next]! - x[edge]!;
    const dy = y[next]! - y[edge]!;
    const along = (centerX - x[edge]!) * dx + (centerY - y[edge]!) * dy;
    if (along > 0 && along < dx * dx + dy * dy) {
        return largest < limit - 2 * tolerance ? OVERLAPPING : undefined;
    }
    const corner = along > 0 ? next : edge;
    const axisX = centerX - x[corner]!;
    const axisY = centerY - y[corner]!;
    const distance = Math.sqrt(axisX * axisX + axisY * axisY);
    if (distance < limit - 2 * tolerance) {
        return OVERLAPPING;
    }
    let top = -Infinity;
    for (let k = 0; k < count; k++) {
        top = Math.max(top, (axisX * x[k]! + axisY * y[k]!) / distance);
    }
    return (axisX * centerX + axisY * centerY) / distance - top > limit ? APART : undefined;
}
