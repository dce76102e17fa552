import { finite, refusal, Status } from './errors.js';
import { refusedShapes } from './explain.js';
import { renew, wasm, words } from './loader.js';
import { readPlain } from './shape.js';
import { writeShape } from './shape_words.js';
import type { PlainShape, Point, ShapeLike } from './shapes.js';
import type { World } from './world.js';
import { checkLayers } from './world_words.js';

/** A side of an item, for y pointing down as on a screen. */
export type Side = 'left' | 'right' | 'up' | 'down';

/** The number of a side in the module is its index plus 1. */
const SIDES: readonly Side[] = ['left', 'right', 'up', 'down'];

/** How an item is inserted into a world. */
export interface ItemOptions<T> {
    /** Anything that belongs to the item, such as the object of the game. */
    data?: T;
    /** The layers to which the item belongs, one bit each; 1 if it is not given. */
    layers?: number;
    /** The layers that the item collides with, one bit each; all if it is not given. Two items collide only if each is on a layer of the other's filter. */
    filter?: number;
    /** Whether the item is found by queries and events, but stops no mover. */
    sensor?: boolean;
    /** The only side that stops movers and sweeps: `'up'` for a plank onto which a mover can jump from below. `null` for all sides. */
    oneWay?: Side | null;
}

/**
 * A shape in a {@link World}, with options and data. `world.insert` makes it. While a callback runs inside a call of the world, its shape
 * cannot be used, but its data and options can.
 *
 * @example
 * const world = new World();
 * const coin = world.insert({ x: 50, y: 20, radius: 4 }, { sensor: true, data: 'coin' });
 * coin.moveBy(10, 0);
 * coin.shape; // { x: 60, y: 20, radius: 4 }
 */
export class Item<T = unknown> {
    /** The world in which the item is, or was. */
    readonly world: World<T>;
    /** A number that no other item of the world has or had. It is in saved worlds, and in their copies. */
    readonly id: number;
    /** What was passed as `data`. It can be replaced at any time. */
    data: T;
    /** @internal */
    _isRemoved = false;
    #layers: number;
    #filter: number;
    #sensor: boolean;
    #oneWay: Side | null;

    /** @internal `options` are those of `world_items`. */
    constructor(world: World<T>, id: number, data: T, layers: number, filter: number, options: number) {
        this.world = world;
        this.id = id;
        this.data = data;
        this.#layers = layers;
        this.#filter = filter;
        this.#sensor = (options & 1) !== 0;
        this.#oneWay = SIDES[(options >> 1) - 1] ?? null;
    }

    /**
     * The shape at its present place, as a new plain object. It is copied when it is set: a later change of the object does not move the
     * item.
     *
     * @example
     * const door = new World().insert({ x: 0, y: 0, width: 10, height: 40 });
     * door.shape = { x: 0, y: 0, width: 10, height: 5 };
     * door.shape; // { x: 0, y: 0, width: 10, height: 5 }
     */
    get shape(): PlainShape {
        const count = this.#done(wasm.world_shape(this.world._handle, this.id));
        renew();
        return readPlain(words.slice(0, count));
    }

    set shape(shape: ShapeLike) {
        writeShape(shape, 0);
        const status = wasm.world_set_shape(this.world._handle, this.id);
        if (status < 0) {
            throw this.#fault(status) ?? refusedShapes(status, { shape });
        }
    }

    /**
     * Moves the item by an offset. Nothing stops it.
     *
     * @example
     * const ball = new World().insert({ x: 0, y: 0, radius: 5 });
     * ball.moveBy(3, 4);
     * ball.shape; // { x: 3, y: 4, radius: 5 }
     */
    moveBy(x: number, y: number): void {
        this.#moved(wasm.world_move_by(this.world._handle, this.id, x, y), x, y);
    }

    /**
     * Moves the item so that the center of its bounding box is at a point. Nothing stops it.
     *
     * @example
     * const box = new World().insert({ x: 0, y: 0, width: 10, height: 10 });
     * box.moveTo(100, 50);
     * box.shape; // { x: 95, y: 45, width: 10, height: 10 }
     */
    moveTo(x: number, y: number): void {
        this.#moved(wasm.world_move_to(this.world._handle, this.id, x, y), x, y);
    }

    /**
     * Rotates the item by an angle in radians, from x towards y: clockwise on a screen. It rotates about the center of its bounding box, or
     * about the point that is given.
     *
     * @example
     * const hand = new World().insert({ x1: 0, y1: 0, x2: 10, y2: 0 });
     * hand.rotate(degrees(180), { x: 0, y: 0 });
     * Math.round(hand.shape.x2); // -10
     */
    rotate(angle: number, about?: Readonly<Point>): void {
        const status = wasm.world_rotate(this.world._handle, this.id, angle, about?.x ?? 0, about?.y ?? 0, about ? 0 : 1);
        if (status < 0) {
            finite(angle, 'angle');
            finite(about?.x ?? 0, 'about.x');
            finite(about?.y ?? 0, 'about.y');
        }
        this.#done(status);
    }

    /** The layers to which the item belongs, one bit each. */
    get layers(): number {
        return this.#layers;
    }

    set layers(layers: number) {
        this.#setOptions(checkLayers(layers, 'layers'), this.#filter, this.#sensor, this.#oneWay);
    }

    /** The layers that the item collides with, one bit each. */
    get filter(): number {
        return this.#filter;
    }

    set filter(filter: number) {
        this.#setOptions(this.#layers, checkLayers(filter, 'filter'), this.#sensor, this.#oneWay);
    }

    /** Whether the item stops no mover. */
    get sensor(): boolean {
        return this.#sensor;
    }

    set sensor(sensor: boolean) {
        this.#setOptions(this.#layers, this.#filter, sensor, this.#oneWay);
    }

    /** The only side that stops movers and sweeps, or `null` for all sides. */
    get oneWay(): Side | null {
        return this.#oneWay;
    }

    set oneWay(oneWay: Side | null) {
        this.#setOptions(this.#layers, this.#filter, this.#sensor, oneWay);
    }

    /** Whether the item has been removed from its world. */
    get isRemoved(): boolean {
        return this._isRemoved;
    }

    /**
     * Removes the item from its world. The next `update` tells whom it leaves. Further calls do nothing.
     *
     * @example
     * const world = new World();
     * const item = world.insert({ x: 0, y: 0 });
     * item.remove();
     * [world.size, item.isRemoved]; // [0, true]
     */
    remove(): void {
        if (!this._isRemoved) {
            this.#done(wasm.world_remove(this.world._handle, this.id));
            this._isRemoved = true;
            this.world._forget(this);
        }
    }

    #setOptions(layers: number, filter: number, sensor: boolean, oneWay: Side | null): void {
        const number = optionsNumber(sensor, oneWay);
        this.#done(wasm.world_set_options(this.world._handle, this.id, layers, filter, number));
        this.#layers = layers;
        this.#filter = filter;
        this.#sensor = sensor;
        this.#oneWay = oneWay;
    }

    #moved(status: number, x: number, y: number): void {
        if (status < 0) {
            finite(x, 'x');
            finite(y, 'y');
            throw this.#fault(status) ?? new RangeError('x and y move the item out of the range of numbers.');
        }
    }

    /** The error of a call, if the fault is the item or its world. */
    #fault(status: number): Error | undefined {
        if (this.world._handle === 0 || status === Status.Busy) {
            return refusal(this.world._handle === 0 ? Status.Gone : status, 'The world');
        }
        return this._isRemoved ? new TypeError('The item has been removed from its world.') : undefined;
    }

    #done(status: number): number {
        if (status < 0) {
            throw this.#fault(status) ?? refusal(status, 'The item');
        }
        return status;
    }
}

/** The number of the options of an item: see `collider` in `src/world.rs`. */
export function optionsNumber(sensor: boolean, oneWay: Side | null): number {
    return (sensor ? 1 : 0) + 2 * sideNumber(oneWay);
}

/** The number of a one-way side in the module. */
export function sideNumber(oneWay: Side | null): number {
    const side = oneWay === null ? 0 : SIDES.indexOf(oneWay) + 1;
    if (side === 0 && oneWay !== null) {
        throw new RangeError(`oneWay must be 'left', 'right', 'up', 'down' or null, but is ${String(oneWay)}.`);
    }
    return side;
}
