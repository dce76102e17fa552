/** Motions of a mover: their options, and the words that are exchanged with the module. See `src/mover_motion.rs`. */

import { described, finite, refusal, Status } from './errors.js';
import { type Item, type Side, sideNumber } from './item.js';
import { fresh, room, view, words } from './loader.js';
import { writeShape } from './shape_words.js';
import { type Response, RESPONSES, responseNumber } from './response.js';
import type { Point, ShapeLike } from './shapes.js';
import { World } from './world.js';
import { ALL_LAYERS, checkItem, refusedInWorld, resize, type Selection, writeSelection } from './world_words.js';

export { type Response, RESPONSES, responseNumber };

/** A shape of a list of obstacles. A shape with `oneWay` stops movers only on that side, such as `'up'` for a plank. */
export type ListedShape = ShapeLike & { readonly oneWay?: Side | null };

/** What a mover moves among: a world, or a list of shapes. */
export type Obstacles = World<any> | readonly ListedShape[];

/** An obstacle: an item of a world, or a shape of a list. */
export type Obstacle<O> = O extends World<infer T> ? Item<T> : O extends readonly (infer S)[] ? S : never;

/** The type of the data of the items of a world. */
export type DataOf<O> = O extends World<infer T> ? T : never;

/** The obstacles that a platform or a new shape has to consider. */
export interface ObstacleOptions<O> extends Selection<DataOf<O>> {
    /** The mover's own item in the world. It is no obstacle, its layers and its filter apply to the mover, and it moves with it. */
    item?: Item<DataOf<O>>;
    /**
     * Returns the response to an obstacle, or `null` to pass through it without a hit. Without a result, it is that of the mover. It gets
     * the item of the world, or the shape of the list and its index. It is called for all obstacles nearby, and must give the same answer
     * for an obstacle during a call. It must not use the world or change the mover. Sensors never stop a mover.
     */
    respond?: (obstacle: Obstacle<O>, index: number) => Response | null | undefined | void;
}

/** How a mover moves among obstacles. */
export interface MotionOptions<O> extends ObstacleOptions<O> {
    /** The list that is filled with the hits and returned. Its objects are used again. */
    out?: Hit<DataOf<O>>[];
}

/** A hit of a mover with an obstacle. A surface along which it already slides is not reported again. */
export class Hit<T = unknown> {
    /** The item that was hit; `null` if it was a shape of a list or the bounds. */
    item: Item<T> | null = null;
    /** The index of the shape in the list of obstacles; -1 if it was an item or the bounds. */
    index = -1;
    /** The x coordinate of the unit normal, out of the obstacle and towards the mover. */
    normalX = 0;
    /** The y coordinate of the unit normal. */
    normalY = 0;
    /** The time of the hit, as a fraction of the step: 0 at its start, 1 at its end. */
    time = 0;
    /** What the mover did. */
    response: Response = 'slide';
    /** The part of the mover that hit, as `partA` in a contact. */
    partA = 0;
    /** The part of the obstacle that was hit. */
    partB = 0;
}

/** @internal The options of a motion, for the functions here. */
export interface AnyOptions {
    layers?: number | undefined;
    ignore?: Item<any> | readonly Item<any>[] | undefined;
    item?: Item<any>;
    respond?: unknown;
}

/** @internal A mover for the functions here. */
interface Moved {
    _handle: number;
    readonly response: Response;
    _read(at: number): void;
}

/** @internal The handle of the world; 0 for a list of shapes. */
export function worldOf(obstacles: Obstacles): number {
    return obstacles instanceof World ? obstacles._handle || -1 : 0;
}

/** @internal Writes the words of a motion that are the same for all motions. Returns the index of the word after them. */
export function writeMotion(obstacles: Obstacles, options: AnyOptions): number {
    const world = obstacles instanceof World ? obstacles : null;
    room(64);
    words[0] = 0;
    if (options.item !== undefined) {
        checkItem(world, options.item, 'item');
        words[0] = options.item.id;
    }
    let at = writeSelection(world, options.layers ?? ALL_LAYERS, options.ignore, !!options.respond, 1);
    if (!world) {
        if (!Array.isArray(obstacles)) {
            throw new TypeError(`obstacles must be a World or an array of shapes, but is ${described(obstacles)}.`);
        }
        room(at + 1);
        words[at++] = obstacles.length;
        for (let k = 0; k < obstacles.length; k++) {
            at = writeListed(obstacles[k], at);
        }
        room(at + 16);
    }
    return at;
}

/** @internal Writes a shape of a list with its one-way side. Returns the index of the word after it. */
export function writeListed(shape: ListedShape, at: number): number {
    const side = sideNumber(shape?.oneWay ?? null);
    room(at + 1);
    words[at] = side;
    return writeShape(shape, at + 1);
}

/** @internal The function that answers the module with the number of a response plus 1, or 0 for no response. */
export function answering(
    mover: Pick<Moved, 'response'>,
    obstacles: Obstacles,
    respond: (obstacle: never, index: number) => Response | null | undefined | void,
): (obstacle: number) => number {
    return (obstacle) => {
        const response =
            obstacles instanceof World
                ? respond(obstacles._item(obstacle) as never, -1)
                : respond(obstacles[obstacle] as never, obstacle);
        if (response === null) {
            return 0;
        }
        return responseNumber(response ?? mover.response, 'The result of respond') + 1;
    };
}

/** @internal Reads the state of the mover after a motion. Returns whether there was room. */
export function readState(mover: Moved, count: number): boolean {
    view(8 + 7 * count);
    mover._read(1);
    return words[0] !== 0;
}

const newHit = () => new Hit();

/** @internal Reads the hits of a motion. */
export function readHits(obstacles: Obstacles, count: number, out: Hit<any>[]): Hit<any>[] {
    resize(out, count, newHit);
    const world = obstacles instanceof World ? obstacles : null;
    fresh();
    for (let k = 0, at = 8; k < count; k++, at += 7) {
        const hit = out[k]!;
        const target = words[at]!;
        hit.item = world && target >= 0 ? world._item(target) : null;
        hit.index = world ? -1 : target;
        hit.normalX = words[at + 1]!;
        hit.normalY = words[at + 2]!;
        hit.time = words[at + 3]!;
        hit.response = RESPONSES[words[at + 4]!]!;
        hit.partA = words[at + 5]!;
        hit.partB = words[at + 6]!;
    }
    return out;
}

/** @internal The error for a motion that was refused. `shapes` are further shapes by their names. */
export function refusedMotion(
    status: number,
    mover: Moved,
    obstacles: Obstacles,
    options: AnyOptions,
    shapes: Record<string, unknown>,
): Error {
    if (mover._handle === 0) {
        return refusal(Status.Gone, 'The mover');
    }
    if (options.item?.isRemoved) {
        return new TypeError('item has been removed from its world.');
    }
    if (obstacles instanceof World) {
        if (status === Status.Busy) {
            return new TypeError('The mover or the world is in use: it cannot be called from its own callback.');
        }
        return refusedInWorld(status, obstacles, shapes);
    }
    if (status === Status.Busy) {
        return refusal(status, 'The mover');
    }
    const list = obstacles.map((shape, index) => [`obstacles[${index}]`, shape] as const);
    return refusedInWorld(status, { _handle: 1 }, { ...Object.fromEntries(list), ...shapes });
}

/** @internal Checks a displacement that was refused. */
export function checkDisplacement(displacement: Readonly<Point>): void {
    finite(displacement.x, 'displacement.x');
    finite(displacement.y, 'displacement.y');
}
