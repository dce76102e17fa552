/** The 3D shapes that functions take: plain objects and objects of classes. Further properties are ignored. */

import type { HeightField } from './height_field.js';
import type { Mesh } from './mesh.js';
import type { Shape } from './shape.js';

/** A point or a vector, such as a `Vector3` of three.js. */
export interface Point {
    x: number;
    y: number;
    z: number;
}

/** A rotation, as a quaternion of any length except zero, such as a `Quaternion` of three.js. */
export interface Quaternion {
    x: number;
    y: number;
    z: number;
    w: number;
}

/** A sphere; `x`, `y` and `z` are its center. */
export interface Sphere extends Point {
    radius: number;
}

/** A sphere with the square of its radius. */
export interface SquaredSphere extends Point {
    radiusSquared: number;
}

/** An axis-aligned box between two opposite corners, such as a `Box3` of three.js. */
export interface Box {
    min: Readonly<Point>;
    max: Readonly<Point>;
}

/** A box around a center, which may be rotated about it. */
export interface CenteredBox extends Point {
    /** Half of the size along x, y and z. */
    halfX: number;
    halfY: number;
    halfZ: number;
    rotation?: Readonly<Quaternion>;
}

/** A segment between two points. */
export interface Segment {
    x1: number;
    y1: number;
    z1: number;
    x2: number;
    y2: number;
    z2: number;
}

/** A segment with a radius around it. */
export interface Capsule extends Segment {
    radius: number;
}

/** A triangle. */
export interface Triangle extends Segment {
    x3: number;
    y3: number;
    z3: number;
}

/** A cylinder; `x`, `y` and `z` are its center. */
export interface Cylinder extends Point {
    radius: number;
    /** Half of its length along the axis. */
    halfHeight: number;
    /** Its axis, or a direction of any length except zero; `'y'` if it is not given. */
    axis?: 'x' | 'y' | 'z' | Readonly<Point>;
}

/** Everything behind the plane through the point. The normal points out of it, and may have any length except zero. */
export interface HalfSpace extends Point {
    normalX: number;
    normalY: number;
    normalZ: number;
}

/** A place: a rotation about the origin, and then a translation. */
export interface Place {
    x?: number;
    y?: number;
    z?: number;
    rotation?: Readonly<Quaternion>;
}

/** The convex hull of points: `[[x, y, z], ...]`, `[{ x, y, z }, ...]` or `[x, y, z, x, y, z, ...]`. */
export interface Hull extends Place {
    points: readonly (readonly [number, number, number])[] | readonly Readonly<Point>[] | ArrayLike<number>;
}

/** Several shapes that act as one. */
export interface Compound extends Place {
    parts: readonly ShapeLike[];
}

/** A shape in another place. */
export interface Placed extends Place {
    shape: ShapeLike;
}

/** What every function takes as a shape. */
export type ShapeLike =
    | Readonly<Point>
    | Readonly<Sphere>
    | Readonly<SquaredSphere>
    | Readonly<Box>
    | Readonly<CenteredBox>
    | Readonly<Segment>
    | Readonly<Capsule>
    | Readonly<Triangle>
    | Readonly<Cylinder>
    | Readonly<HalfSpace>
    | Readonly<Hull>
    | Readonly<Compound>
    | Readonly<Placed>
    | Mesh
    | HeightField
    | Shape;
