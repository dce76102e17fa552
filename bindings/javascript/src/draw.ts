/** Drawing of shapes, contacts and motions into a canvas, to see what the collision detection sees. */

import { Item } from './item.js';
import { Mover } from './mover.js';
import type { Contact, RayHit, SweepHit } from './query.js';
import { outline, Shape } from './shape.js';
import type { Unknown } from './shape_words.js';
import type { PlainShape, Point, ShapeLike } from './shapes.js';
import { World } from './world.js';
import type { Towards } from './world_queries.js';

/** The context of a canvas. */
export type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** How shapes are drawn. Lengths are in pixels of the canvas, whatever its transform is. */
export interface DrawStyle {
    /** The color of lines; green if it is not given, and no lines if it is `null`. */
    stroke?: string | CanvasGradient | CanvasPattern | null;
    /** The color of the inside; none if it is not given. */
    fill?: string | CanvasGradient | CanvasPattern | null;
    /** The width of lines; 1 if it is not given. */
    lineWidth?: number;
    /** The radius of points; 2.5 if it is not given. */
    pointRadius?: number;
    /** The length of normals; 16 if it is not given. */
    normalLength?: number;
}

/** A body of a simulation: its shapes are in its own coordinates. This file does not import the class, which `./queries` does not have. */
export interface DrawableBody {
    readonly x: number;
    readonly y: number;
    readonly angle: number;
    readonly colliders: readonly { readonly shape: ShapeLike; readonly material: { readonly sensor: boolean } }[];
}

/** What {@link draw} takes: shapes, items, movers, worlds, bodies, simulations, and lists of these. */
export type Drawable =
    | ShapeLike
    | Item<any>
    | Mover
    | World<any>
    | DrawableBody
    | { readonly bodies: readonly DrawableBody[] }
    | readonly Drawable[];

const NONE = {};

/** The plain objects of prepared shapes, which do not change. */
const plainShapes = new WeakMap<Shape, PlainShape>();

/**
 * Draws shapes with the present transform of the canvas. Sensors of worlds and bodies have dashed lines. Half-spaces fill the visible part of
 * the canvas.
 *
 * @example
 * // draw(canvas.getContext('2d'), world, { stroke: 'red', fill: '#f002' });
 */
export function draw(context: Canvas, what: Drawable, style: DrawStyle = NONE): void {
    if (what instanceof World) {
        for (const item of what) {
            draw(context, item, style);
        }
    } else if (Array.isArray(what)) {
        for (const one of what) {
            draw(context, one, style);
        }
    } else if (has(what, 'bodies')) {
        draw(context, what.bodies, style);
    } else if (has(what, 'colliders')) {
        const { x, y, angle } = what;
        for (const { shape, material } of what.colliders) {
            drawOne(context, { shape, x, y, angle }, material.sensor, style);
        }
    } else {
        const shape = what instanceof Item || what instanceof Mover ? what.shape : (what as ShapeLike);
        drawOne(context, shape, what instanceof Item && what.sensor, style);
    }
}

/** Whether an object has a property. False for what is no object, for which `in` throws. */
function has<K extends string>(what: Drawable, name: K): what is Extract<Drawable, Record<K, unknown>> {
    return typeof what === 'object' && what !== null && name in what;
}

function drawOne(context: Canvas, shape: ShapeLike, isSensor: boolean, style: DrawStyle): void {
    const scale = prepare(context, style);
    context.setLineDash(isSensor ? [4 / scale, 4 / scale] : []);
    drawShape(context, shape, style, scale);
    context.restore();
}

/**
 * Draws the points of a contact, and at each of them the normal, which points from `a` to `b`. Does nothing if the contact is `null`.
 *
 * @example
 * // drawContact(context, contact(ball, wall), { stroke: 'red' });
 */
export function drawContact(context: Canvas, contact: Readonly<Contact> | null, style: DrawStyle = NONE): void {
    for (const point of contact?.points ?? []) {
        drawNormal(context, point, contact!, style);
    }
}

/**
 * Draws a ray with the arguments of `raycast` and its result: to the point that it hits, with the normal there, or else to its end. A ray in
 * a direction that hits nothing leaves the canvas.
 *
 * @example
 * // drawRay(context, eye, { to: player }, world.cast(eye, { to: player }));
 */
export function drawRay(context: Canvas, origin: Readonly<Point>, towards: Towards, hit: Readonly<RayHit> | null, style: DrawStyle = NONE): void {
    const scale = prepare(context, style);
    const end = hit ?? ('to' in towards ? towards.to : farPoint(context, origin, towards));
    line(context, origin, end);
    context.restore();
    drawPoint(context, origin, style, scale);
    if (hit) {
        drawNormal(context, hit, hit, style);
    }
}

/**
 * Draws a sweep with the arguments of `sweep` and its result: the shape at its start, its path, and the shape at the hit or at the end of the
 * motion, with the point that it hits and the normal there.
 *
 * @example
 * // drawSweep(context, ball, velocity, sweep(ball, velocity, wall));
 */
export function drawSweep(
    context: Canvas,
    shape: ShapeLike,
    displacement: Readonly<Point>,
    hit: Readonly<SweepHit> | null,
    style: DrawStyle = NONE,
): void {
    const time = hit?.time ?? 1;
    const path = { x: displacement.x * time, y: displacement.y * time };
    const start = outline(shape);
    const scale = prepare(context, style);
    context.setLineDash([4 / scale, 4 / scale]);
    drawShape(context, shape, { ...style, fill: null }, scale);
    for (const from of extremes(start, displacement)) {
        line(context, from, { x: from.x + path.x, y: from.y + path.y });
    }
    context.restore();
    draw(context, { shape, ...path }, style);
    if (hit) {
        drawNormal(context, hit, hit, style);
    }
}

/** Saves the state of the context and sets the style. Returns the pixels of the canvas per unit. */
function prepare(context: Canvas, { stroke = '#0b5', lineWidth = 1 }: DrawStyle): number {
    const { a, b } = context.getTransform();
    const scale = Math.hypot(a, b) || 1;
    context.save();
    context.lineWidth = lineWidth / scale;
    context.lineJoin = 'round';
    if (stroke !== null) {
        context.strokeStyle = stroke;
    }
    return scale;
}

function drawShape(context: Canvas, shape: ShapeLike, style: DrawStyle, scale: number): void {
    const of: Unknown = plain(shape);
    if (of.parts !== undefined || of.shape !== undefined) {
        context.save();
        const { x = 0, y = 0, angle = 0, pivotX = 0, pivotY = 0 } = of;
        context.translate(x + pivotX, y + pivotY);
        context.rotate(angle);
        context.translate(-pivotX, -pivotY);
        for (const part of of.parts ?? [of.shape]) {
            drawShape(context, part, style, scale);
        }
        context.restore();
    } else if (of.mask !== undefined) {
        drawMask(context, of, style);
    } else if (of.normalX !== undefined) {
        drawHalfSpace(context, of, style);
    } else if (of.points !== undefined && !of.radius) {
        drawPolygon(context, of, style);
    } else {
        drawOutline(context, of as ShapeLike, style, scale);
    }
}

/** The shape as a plain object, except height fields. */
function plain(shape: ShapeLike): Unknown {
    if (!(shape instanceof Shape)) {
        return shape;
    }
    const known = plainShapes.get(shape) ?? shape.toPlain();
    plainShapes.set(shape, known);
    return known;
}

/** Fills and strokes the path. */
function finish(context: Canvas, { stroke, fill }: DrawStyle): void {
    if (fill) {
        context.fillStyle = fill;
        context.fill();
    }
    if (stroke !== null) {
        context.stroke();
    }
}

function drawPolygon(context: Canvas, of: Unknown, style: DrawStyle): void {
    context.save();
    context.translate(of.x ?? 0, of.y ?? 0);
    context.rotate(of.angle ?? 0);
    context.beginPath();
    const isFlat = typeof of.points[0] === 'number';
    for (let k = 0; k < of.points.length; k += isFlat ? 2 : 1) {
        const point = of.points[k];
        const [x, y] = isFlat ? [point, of.points[k + 1]] : Array.isArray(point) ? point : [point.x, point.y];
        context.lineTo(x, y);
    }
    context.closePath();
    finish(context, style);
    context.restore();
}

function drawMask(context: Canvas, { mask, x, y, pixel = 1, flipX, flipY, angle = 0 }: Unknown, style: DrawStyle): void {
    context.save();
    context.translate(x + (mask.width * pixel) / 2, y + (mask.height * pixel) / 2);
    context.rotate(angle);
    context.beginPath();
    for (const { points } of mask.trace({ tolerance: 0 })) {
        points.forEach(([column, row]: [number, number], k: number) => {
            const pointX = (column - mask.width / 2) * (flipX ? -pixel : pixel);
            const pointY = (row - mask.height / 2) * (flipY ? -pixel : pixel);
            k === 0 ? context.moveTo(pointX, pointY) : context.lineTo(pointX, pointY);
        });
        context.closePath();
    }
    finish(context, style);
    context.restore();
}

/** Draws a half-space: its inside, clipped to the canvas, and its line. */
function drawHalfSpace(context: Canvas, { x, y, normalX, normalY }: Unknown, style: DrawStyle): void {
    const depth = (corner: Point) => (x - corner.x) * normalX + (y - corner.y) * normalY;
    const corners = visible(context);
    const inside: Point[] = [];
    const ends: Point[] = [];
    corners.forEach((corner, k) => {
        const next = corners[(k + 1) % 4]!;
        const here = depth(corner);
        const there = depth(next);
        if (here >= 0) {
            inside.push(corner);
        }
        if (here >= 0 !== there >= 0) {
            const time = here / (here - there);
            const end = { x: corner.x + (next.x - corner.x) * time, y: corner.y + (next.y - corner.y) * time };
            inside.push(end);
            ends.push(end);
        }
    });
    if (inside.length > 2) {
        drawPolygon(context, { points: inside }, { ...style, stroke: null });
    }
    if (ends.length === 2 && style.stroke !== null) {
        line(context, ends[0]!, ends[1]!);
    }
}

/** The corners of the canvas, in the coordinates of its transform. */
function visible(context: Canvas): Point[] {
    const { width, height } = context.canvas;
    const inverse = context.getTransform().inverse();
    const at = (x: number, y: number) => ({ x: inverse.a * x + inverse.c * y + inverse.e, y: inverse.b * x + inverse.d * y + inverse.f });
    return [at(0, 0), at(width, 0), at(width, height), at(0, height)];
}

/** A point of a ray that is outside of the canvas. */
function farPoint(context: Canvas, { x, y }: Readonly<Point>, direction: Readonly<Point>): Point {
    const far = Math.max(...visible(context).map((corner) => Math.hypot(corner.x - x, corner.y - y)));
    const factor = far / (Math.hypot(direction.x, direction.y) || 1);
    return { x: x + direction.x * factor, y: y + direction.y * factor };
}

/** Draws the outline of a shape that has one, or a point. */
function drawOutline(context: Canvas, shape: ShapeLike, style: DrawStyle, scale: number): void {
    const segments = outline(shape);
    if (segments.length === 0) {
        drawPoint(context, shape as Readonly<Point>, style, scale);
        return;
    }
    context.beginPath();
    for (let k = 0; k < segments.length; k += 4) {
        if (k === 0 || segments[k] !== segments[k - 2] || segments[k + 1] !== segments[k - 1]) {
            context.moveTo(segments[k]!, segments[k + 1]!);
        }
        context.lineTo(segments[k + 2]!, segments[k + 3]!);
    }
    finish(context, style);
}

function drawPoint(context: Canvas, { x, y }: Readonly<Point>, { stroke = '#0b5', pointRadius = 2.5 }: DrawStyle, scale: number): void {
    if (stroke !== null) {
        context.save();
        context.fillStyle = stroke;
        context.beginPath();
        context.arc(x, y, pointRadius / scale, 0, 2 * Math.PI);
        context.fill();
        context.restore();
    }
}

/** Draws a point and a normal there. */
function drawNormal(
    context: Canvas,
    { x, y }: Readonly<Point>,
    { normalX, normalY }: { readonly normalX: number; readonly normalY: number },
    style: DrawStyle,
): void {
    const scale = prepare(context, style);
    const length = (style.normalLength ?? 16) / scale;
    line(context, { x, y }, { x: x + normalX * length, y: y + normalY * length });
    context.restore();
    drawPoint(context, { x, y }, style, scale);
}

function line(context: Canvas, from: Readonly<Point>, to: Readonly<Point>): void {
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
}

/** The points of an outline that are the furthest to the left and to the right of a direction. */
function extremes(segments: Float64Array, { x, y }: Readonly<Point>): Point[] {
    const ends: [number, Point][] = [];
    for (let k = 0; k < segments.length; k += 2) {
        const point = { x: segments[k]!, y: segments[k + 1]! };
        ends.push([x * point.y - y * point.x, point]);
    }
    ends.sort(([a], [b]) => a - b);
    return ends.length === 0 ? [] : [ends[0]![1], ends.at(-1)![1]];
}
