/** Outlines of convex polygons, boxes and circles, for comparisons without a call of the module. */

import { Kind, type Unknown } from './shape_words.js';

/** The largest number of corners. Polygons with more corners are left to the module. */
const MOST = 16;

/** The sine of the smallest angle at a corner, and the smallest ratio of an edge to the largest coordinate. */
const LEAST = 1e-9;

/** The range of coordinates in which underflow and overflow are far below the tolerance. */
const SMALLEST = 1e-60;
const LARGEST = 1e100;

/** A convex polygon with the unit normals of its edges, or a circle, which has one corner and no edges; both may have a radius. */
export class Outline {
    /** The number of corners. */
    count = 0;
    radius = 0;
    /** The largest magnitude of a coordinate. */
    extent = 0;
    readonly x = new Float64Array(MOST);
    readonly y = new Float64Array(MOST);
    /** The outward normals of the edges from each corner to the next one. */
    readonly normalX = new Float64Array(MOST);
    readonly normalY = new Float64Array(MOST);
    /** The products of the normals and the corners. */
    readonly offset = new Float64Array(MOST);

    /** Makes it the outline of a plain object. Returns false for other shapes, and if it is not clearly a valid one. */
    set(of: Unknown): boolean {
        if (of.width !== undefined) {
            return this.#setBox(of);
        }
        if (of.points !== undefined) {
            return this.#setPolygon(of);
        }
        if (!(of.radius > 0) || of.x1 !== undefined) {
            return false;
        }
        this.count = 1;
        this.radius = of.radius;
        return this.#corner(0, of.x, of.y) && this.#measure();
    }

    /** Makes it another outline that is rotated about the origin and then moved. */
    place(from: Outline, x: number, y: number, angle: number): boolean {
        const cosine = angle === 0 ? 1 : Math.cos(angle);
        const sine = angle === 0 ? 0 : Math.sin(angle);
        this.count = from.count;
        this.radius = from.radius;
        for (let k = 0; k < from.count; k++) {
            const cornerX = from.x[k]! * cosine - from.y[k]! * sine + x;
            const cornerY = from.x[k]! * sine + from.y[k]! * cosine + y;
            const normalX = from.normalX[k]! * cosine - from.normalY[k]! * sine;
            const normalY = from.normalX[k]! * sine + from.normalY[k]! * cosine;
            this.x[k] = cornerX;
            this.y[k] = cornerY;
            this.normalX[k] = normalX;
            this.normalY[k] = normalY;
            this.offset[k] = normalX * cornerX + normalY * cornerY;
        }
        return this.#measure();
    }

    #setBox({ x, y, width, height, angle = 0 }: Unknown): boolean {
        if (!(isNumber(x) && isNumber(y) && isNumber(width) && isNumber(height) && isNumber(angle))) {
            return false;
        }
        const [halfX, halfY] = [width / 2, height / 2];
        BOX.count = 4;
        BOX.x[0] = BOX.x[3] = -halfX;
        BOX.x[1] = BOX.x[2] = halfX;
        BOX.y[0] = BOX.y[1] = -halfY;
        BOX.y[2] = BOX.y[3] = halfY;
        const least = LEAST * (Math.abs(x) + Math.abs(y));
        return width > least && height > least && this.place(BOX, x + halfX, y + halfY, angle);
    }

    #setPolygon({ points, x = 0, y = 0, angle = 0, radius = 0 }: Unknown): boolean {
        const isFlat = isNumber(points[0]);
        const count = isFlat ? points.length / 2 : points.length;
        if (!(count >= 3 && count <= MOST && count % 1 === 0 && isNumber(x) && isNumber(y) && isNumber(angle) && isNumber(radius) && radius >= 0)) {
            return false;
        }
        this.count = count;
        this.radius = radius;
        for (let k = 0; k < count; k++) {
            const point = isFlat ? undefined : points[k];
            const isPair = Array.isArray(point);
            const pointX = isFlat ? points[2 * k] : isPair ? point[0] : point?.x;
            const pointY = isFlat ? points[2 * k + 1] : isPair ? point[1] : point?.y;
            if (!this.#corner(k, pointX, pointY)) {
                return false;
            }
        }
        return this.#measure() && this.#isConvex() && ((x === 0 && y === 0 && angle === 0) || this.place(this, x, y, angle));
    }

    #corner(k: number, x: unknown, y: unknown): boolean {
        this.x[k] = x as number;
        this.y[k] = y as number;
        return isNumber(x) && isNumber(y);
    }

    /** Computes the extent, and returns whether all numbers are in a range in which their products can be compared. */
    #measure(): boolean {
        let extent = 0;
        for (let k = 0; k < this.count; k++) {
            extent = Math.max(extent, Math.abs(this.x[k]!), Math.abs(this.y[k]!));
        }
        this.extent = extent;
        return extent + this.radius > SMALLEST && extent + this.radius < LARGEST;
    }

    /** Computes the normals, and returns whether the polygon is clearly convex. */
    #isConvex(): boolean {
        const { count, x, y, normalX, normalY } = this;
        const area = (x[1]! - x[0]!) * (y[2]! - y[0]!) - (y[1]! - y[0]!) * (x[2]! - x[0]!);
        const side = area > 0 ? 1 : -1;
        for (let k = 0; k < count; k++) {
            const next = k + 1 < count ? k + 1 : 0;
            const [dx, dy] = [x[next]! - x[k]!, y[next]! - y[k]!];
            const length = Math.sqrt(dx * dx + dy * dy);
            if (!(length > LEAST * this.extent)) {
                return false;
            }
            normalX[k] = (side * dy) / length;
            normalY[k] = (-side * dx) / length;
            this.offset[k] = normalX[k]! * x[k]! + normalY[k]! * y[k]!;
        }
        // All corners turn to the same side, and together by one full turn, in which the direction changes its sign twice.
        let changes = 0;
        for (let k = 0; k < count; k++) {
            const next = k + 1 < count ? k + 1 : 0;
            if (!((normalX[k]! * normalY[next]! - normalY[k]! * normalX[next]!) * side > LEAST)) {
                return false;
            }
            changes += normalX[k]! >= 0 === normalX[next]! >= 0 ? 0 : 1;
        }
        return changes === 2;
    }
}

/** A box around the origin. */
const BOX = new Outline();
BOX.normalX.set([0, 1, 0, -1]);
BOX.normalY.set([-1, 0, 1, 0]);

function isNumber(value: unknown): value is number {
    return typeof value === 'number';
}

/** The outline of a shape, which is written to `into` if it is not that of a prepared shape. `undefined` for other shapes. */
export function outlineOf(shape: unknown, into: Outline): Outline | undefined {
    const of = shape as Unknown | null;
    if (typeof of !== 'object' || of === null) {
        return undefined;
    }
    if (of._handle !== undefined) {
        return preparedOutline(of);
    }
    if (of.shape === undefined || of.width !== undefined || of.points !== undefined || of.radius !== undefined || of.x1 !== undefined) {
        return into.set(of) ? into : undefined;
    }
    const { x = 0, y = 0, angle = 0 } = of;
    const prepared = preparedOutline(of.shape);
    const isPlaced = isNumber(x) && isNumber(y) && isNumber(angle) && of.pivotX === undefined && of.pivotY === undefined && of.mask === undefined;
    return prepared !== undefined && isPlaced && into.place(prepared, x, y, angle) ? into : undefined;
}

function preparedOutline(of: Unknown): Outline | undefined {
    return of._kind === Kind.Prepared && of._handle !== 0 ? of._outline : undefined;
}
