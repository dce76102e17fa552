/** The plain objects that every function takes as shapes. */

import type { HeightField } from './height_field.js';
import type { Mask } from './mask.js';
import type { Shape } from './shape.js';

/** A point or a vector, in the units of the coordinates, such as pixels. */
export interface Point {
    x: number;
    y: number;
}

/**
 * A box. `x` and `y` are its corner with the smallest coordinates: the top left one, if y points down. With an `angle` in radians, it is
 * rotated about its center, from x towards y: clockwise on a screen.
 */
export interface Box extends Point {
    width: number;
    height: number;
    angle?: number;
}

/** A circle with its center at `x` and `y`. */
export interface Circle extends Point {
    radius: number;
}

/** A circle that is given by the square of its radius. */
export interface SquaredCircle extends Point {
    radiusSquared: number;
}

/** An ellipse with its center at `x` and `y`, its half-axes, and an `angle` in radians, from x towards y. */
export interface Ellipse extends Point {
    radiusX: number;
    radiusY: number;
    angle?: number;
}

/** A segment between two points. */
export interface Segment {
    x1: number;
    y1: number;
    x2: number;
    y2: number;
}

/** A capsule: all points whose distance from a segment is at most `radius`. */
export interface Capsule extends Segment {
    radius: number;
}

/** A triangle. Unlike a polygon, it may be flat. */
export interface Triangle extends Segment {
    x3: number;
    y3: number;
}

/** The corners of a polygon: pairs, points, or coordinates one after the other. */
export type Corners = ReadonlyArray<readonly [number, number]> | ReadonlyArray<Readonly<Point>> | ArrayLike<number>;

/**
 * A polygon, convex or concave, with its corners in either order. A convex one may have corners that are rounded by `radius`. With an
 * `angle` in radians, `x` or `y`, the points are rotated about the origin (0, 0) of `points`, and then moved by `x` and `y`.
 */
export interface Polygon {
    points: Corners;
    radius?: number;
    x?: number;
    y?: number;
    angle?: number;
}

/**
 * A compound: several shapes that act as one. With an `angle` in radians, `x` or `y`, the parts are rotated about the origin, and then
 * moved by `x` and `y`. Compounds may be nested 16 times.
 */
export interface Compound {
    parts: readonly ShapeLike[];
    x?: number;
    y?: number;
    angle?: number;
}

/**
 * A half-space, such as an endless floor: everything behind the line through `x` and `y`. The normal is perpendicular to the line and
 * points out of the half-space; it may have any length except zero.
 */
export interface HalfSpace extends Point {
    normalX: number;
    normalY: number;
}

/**
 * A mask as a shape: its solid pixels. `x` and `y` are the corner with the smallest coordinates, the top left one if y points down.
 * `pixel` is the side of a pixel, 1 if it is not given. With an `angle` in radians, it is rotated about the center of the mask.
 */
export interface Sprite extends Point {
    mask: Mask;
    pixel?: number;
    flipX?: boolean;
    flipY?: boolean;
    angle?: number;
}

/**
 * A shape in another place: rotated by `angle`, in radians, about the point (`pivotX`, `pivotY`) of its coordinates, which is the origin if
 * it is not given, and then moved by `x` and `y`.
 */
export interface Placed {
    shape: ShapeLike;
    x?: number;
    y?: number;
    angle?: number;
    pivotX?: number;
    pivotY?: number;
}

/** A shape as a plain object. */
export type PlainShape =
    | Point
    | Box
    | Circle
    | SquaredCircle
    | Ellipse
    | Segment
    | Capsule
    | Triangle
    | Polygon
    | Compound
    | HalfSpace
    | Sprite
    | Placed;

/**
 * What every function takes as a shape: a plain object, a prepared {@link Shape}, or a {@link HeightField}. Objects may have other
 * properties too, so that game objects can be passed.
 */
export type ShapeLike = Readonly<PlainShape> | Shape | HeightField;
