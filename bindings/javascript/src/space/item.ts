import { refusal, Status } from '../errors.js';
import { checkVector, refusedShapes } from './explain.js';
import { wasm } from './loader.js';
import { writeShape } from './shape_words.js';
import type { ShapeLike } from './shapes.js';
import type { World } from './world.js';

/** The options of an item. */
export interface ItemOptions<T> {
    /** What belongs to the item, such as a game object. It stays in JavaScript. */
    data?: T;
    /** The layers that the item is on, one bit each; the first one if it is not given. */
    layers?: number;
    /** The layers that the item collides with, one bit each; all if it is not given. */
    filter?: number;
    /** Whether the item stops no mover. A mover that crosses it has a hit with it. False if it is not given. */
    sensor?: boolean;
}

/** A shape in a {@link World}. */
export class Item<T = unknown> {
    /** The world of the item. */
    readonly world: World<T>;
    /** A number that no other item of the world has, also after the item has been removed. */
    readonly id: number;
    /** What belongs to the item. */
    data: T;
    /** The layers that the item is on. */
    readonly layers: number;
    /** The layers that the item collides with. */
    readonly filter: number;
    /** Whether the item stops no mover. */
    readonly sensor: boolean;
    #isRemoved = false;

    /** @internal */
    constructor(world: World<T>, id: number, options: Required<ItemOptions<T>>) {
        this.world = world;
        this.id = id;
        this.data = options.data;
        this.layers = options.layers;
        this.filter = options.filter;
        this.sensor = options.sensor;
    }

    /** Whether the item has been removed from its world. */
    get isRemoved(): boolean {
        return this.#isRemoved;
    }

    /**
     * Moves the item by an offset.
     *
     * @example
     * const world = new World();
     * const ball = world.insert({ x: 0, y: 0, z: 0, radius: 1 });
     * ball.moveBy(5, 0, 0);
     * world.intersecting({ x: 5, y: 0, z: 0 })[0] === ball; // true
     */
    moveBy(x: number, y: number, z: number): void {
        checkVector({ x, y, z }, 'The offset');
        this.#done(wasm.space_world_move_by(this.world._handle, this.id, x, y, z));
    }

    /**
     * Replaces the shape, for example by one in another place.
     *
     * @example
     * const world = new World();
     * const ball = world.insert({ x: 0, y: 0, z: 0, radius: 1 });
     * ball.setShape({ x: 9, y: 0, z: 0, radius: 2 });
     * world.nearest({ x: 0, y: 0, z: 0 }).separation; // 7
     */
    setShape(shape: ShapeLike): void {
        writeShape(shape, 0);
        const status = wasm.space_world_set_shape(this.world._handle, this.id);
        if (status < 0) {
            throw this.#fault(status) ?? refusedShapes(status, { shape });
        }
    }

    /**
     * Removes the item from its world. The next `update` tells whom it leaves. Further calls do nothing.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 0, y: 0, z: 0 }).remove();
     * world.size; // 0
     */
    remove(): void {
        if (!this.#isRemoved) {
            this.#done(wasm.space_world_remove(this.world._handle, this.id));
            this.#isRemoved = true;
            this.world._forget(this);
        }
    }

    /** The error of a call, if the fault is the item or its world. */
    #fault(status: number): Error | undefined {
        if (this.world._handle === 0 || status === Status.Busy) {
            return refusal(this.world._handle === 0 ? Status.Gone : status, 'The world');
        }
        return this.#isRemoved ? new TypeError('The item has been removed from its world.') : undefined;
    }

    #done(status: number): void {
        if (status < 0) {
            throw this.#fault(status) ?? refusal(status, 'The item');
        }
    }
}
