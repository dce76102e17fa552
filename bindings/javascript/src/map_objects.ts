/** The shapes of objects in maps. */

import { bounds } from './shape.js';
import type { PlainShape, Point } from './shapes.js';

/** An affine transform: (x, y) becomes (xx · x + xy · y + dx, yx · x + yy · y + dy). */
export interface Transform {
    xx: number;
    xy: number;
    yx: number;
    yy: number;
    dx: number;
    dy: number;
}

/** The transform that moves points. */
export function moved(dx: number, dy: number): Transform {
    return { xx: 1, xy: 0, yx: 0, yy: 1, dx, dy };
}

function apply({ xx, xy, yx, yy, dx, dy }: Transform, x: number, y: number): Point {
    return { x: xx * x + xy * y + dx, y: yx * x + yy * y + dy };
}

/** An object as in the file, and the rectangle in which it draws a tile, if it does. */
export interface FileObject {
    id?: number;
    name?: string;
    x?: number;
    y?: number;
    width?: number;
    height?: number;
    rotation?: number;
    ellipse?: boolean;
    capsule?: boolean;
    point?: boolean;
    polygon?: Point[];
    polyline?: Point[];
    text?: unknown;
    template?: string;
    /** The rectangle of a tile, relative to the position of the object. */
    picture?: { x: number; y: number; width: number; height: number };
}

/** The error for an object: where it is, and the reason. */
export function objectFault(place: string, object: { id?: number; name?: string }, reason: string): RangeError {
    const name = object.name ? ` ${JSON.stringify(object.name)}` : '';
    return new RangeError(`${place}: object ${object.id ?? '?'}${name} ${reason}.`);
}

/** The shapes of an object: none for a text, several for a polyline, else one. They are checked. */
export function shapesOf(object: FileObject, transform: Transform, place: string): PlainShape[] {
    const { x = 0, y = 0, width = 0, height = 0 } = object;
    if (object.template !== undefined) {
        throw objectFault(place, object, `has the template ${JSON.stringify(object.template)}: export the map with "Detach templates"`);
    }
    if (![x, y, width, height, object.rotation ?? 0].every((number) => Number.isFinite(number))) {
        throw objectFault(place, object, 'has a coordinate that is no finite number');
    }
    if (width < 0 || height < 0) {
        throw objectFault(place, object, 'has a negative size');
    }
    const shapes = object.text ? [] : new Placing(object, transform).shapes();
    for (const shape of shapes) {
        try {
            bounds(shape);
        } catch (error) {
            const reason = (error as Error).message.replace(/^shape(\.\S*)? /, '').replace(/\.$/, '');
            throw objectFault(place, object, reason);
        }
    }
    return shapes;
}

/** Converts an object with sizes that are valid. */
class Placing {
    readonly #object: FileObject;
    readonly #transform: Transform;
    readonly #sine: number;
    readonly #cosine: number;

    constructor(object: FileObject, transform: Transform) {
        this.#object = object;
        this.#transform = transform;
        [this.#sine, this.#cosine] = sineCosine(object.rotation ?? 0);
    }

    /** The place of a point that is given relative to the object. */
    #at(x: number, y: number): Point {
        const { x: left = 0, y: top = 0 } = this.#object;
        return apply(this.#transform, left + (x * this.#cosine - y * this.#sine), top + (x * this.#sine + y * this.#cosine));
    }

    shapes(): PlainShape[] {
        const { width = 0, height = 0, polygon, polyline, picture, ellipse, capsule, point } = this.#object;
        if (polygon) {
            return [{ points: polygon.map(({ x, y }) => this.#at(x, y)) }];
        }
        if (polyline) {
            return segments(polyline.map(({ x, y }) => this.#at(x, y)));
        }
        if (picture) {
            return [this.#rectangle(picture.x, picture.y, picture.width, picture.height)];
        }
        if (point || (width === 0 && height === 0)) {
            return [this.#at(0, 0)];
        }
        if ((ellipse || capsule) && (width === 0 || height === 0)) {
            return segments([this.#at(0, 0), this.#at(width, height)]);
        }
        if (ellipse) {
            return [this.#ellipse(width, height)];
        }
        return [capsule ? this.#capsule(width, height) : this.#rectangle(0, 0, width, height)];
    }

    #rectangle(x: number, y: number, width: number, height: number): PlainShape {
        const { xx, xy, yx, yy } = this.#transform;
        const p = this.#at(x, y);
        const q = this.#at(x + width, y + height);
        const keepsAxes = (xy === 0 && yx === 0) || (xx === 0 && yy === 0);
        if (keepsAxes && (this.#sine === 0 || this.#cosine === 0)) {
            return { x: Math.min(p.x, q.x), y: Math.min(p.y, q.y), width: Math.abs(q.x - p.x), height: Math.abs(q.y - p.y) };
        }
        if (width === 0 || height === 0) {
            return { x1: p.x, y1: p.y, x2: q.x, y2: q.y };
        }
        return { points: [p, this.#at(x + width, y), q, this.#at(x, y + height)] };
    }

    /** The factor of lengths; `undefined` if it depends on the direction. */
    #scale(): number | undefined {
        const { xx, xy, yx, yy } = this.#transform;
        const scale = Math.hypot(xx, yx);
        return scale === Math.hypot(xy, yy) ? scale : undefined;
    }

    #ellipse(width: number, height: number): PlainShape {
        const center = this.#at(width / 2, height / 2);
        const scale = this.#scale();
        if (width === height && scale !== undefined) {
            return { ...center, radius: (width / 2) * scale };
        }
        const end = (x: number, y: number) => {
            const { x: endX, y: endY } = this.#at(x, y);
            return { x: endX - center.x, y: endY - center.y };
        };
        return { ...center, ...axes(end(width, height / 2), end(width / 2, height)) };
    }

    #capsule(width: number, height: number): PlainShape {
        const radius = Math.min(width, height) / 2;
        const from = this.#at(radius, radius);
        const to = this.#at(width - radius, height - radius);
        // A tile that is stretched stretches the round ends, too. They stay round here.
        return { x1: from.x, y1: from.y, x2: to.x, y2: to.y, radius: radius * (this.#scale() ?? 1) };
    }
}

function segments(points: Point[]): PlainShape[] {
    if (points.length === 1) {
        return [points[0]!];
    }
    return points.slice(1).map(({ x, y }, k) => ({ x1: points[k]!.x, y1: points[k]!.y, x2: x, y2: y }));
}

/** The sine and cosine of an angle in degrees, exact for multiples of 90°. */
function sineCosine(degrees: number): [number, number] {
    const quarter = degrees / 90;
    if (Number.isInteger(quarter)) {
        const turns = ((quarter % 4) + 4) % 4;
        return [[0, 1, 0, -1][turns]!, [1, 0, -1, 0][turns]!];
    }
    return [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
}

/** The half-axes of the ellipse of the points p cos t + q sin t (Rytz's construction), and the angle of the first one. */
function axes(p: Point, q: Point): { radiusX: number; radiusY: number; angle: number } {
    const along = p.x * p.x + p.y * p.y - q.x * q.x - q.y * q.y;
    const across = 2 * (p.x * q.x + p.y * q.y);
    const t = across === 0 ? 0 : Math.atan2(across, along) / 2;
    const x = p.x * Math.cos(t) + q.x * Math.sin(t);
    const y = p.y * Math.cos(t) + q.y * Math.sin(t);
    const radiusY = Math.hypot(q.x * Math.cos(t) - p.x * Math.sin(t), q.y * Math.cos(t) - p.y * Math.sin(t));
    return { radiusX: Math.hypot(x, y), radiusY, angle: Math.atan2(y, x) };
}
