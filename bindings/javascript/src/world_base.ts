import { refusal } from './errors.js';
import type { Item } from './item.js';
import { wasm } from './loader.js';
import { type Relation, RELATIONS } from './query.js';
import type { Point, ShapeLike } from './shapes.js';
import type { World } from './world.js';
import * as queries from './world_queries.js';
import type { ItemContact, ItemRayHit, ItemSweepHit, Towards, WorldQueryOptions } from './world_queries.js';
import { checkItem, refusedInWorld } from './world_words.js';

const NONE = {};

/** The queries of a world. */
export class WorldBase<T> {
    /** @internal */
    _handle: number;

    /** @internal Takes the handle of a new world, or the status that refuses it. */
    constructor(handle: number) {
        if (handle < 0) {
            throw refusal(handle, 'The world');
        }
        this._handle = handle;
    }

    /** @internal This object with its full type. */
    get _self(): World<T> {
        return this as unknown as World<T>;
    }

    /** @internal The answer of the module, or an error if it refuses the call. */
    _done(status: number): number {
        if (status < 0) {
            throw refusedInWorld(status, this, {});
        }
        return status;
    }

    /**
     * The items that touch or overlap a shape. With `touching: false`, without those that only touch.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 0, y: 0, width: 10, height: 10 }, { data: 'box' });
     * world.intersecting({ x: 5, y: 5 }).map((item) => item.data); // ['box']
     * world.intersecting({ x: 5, y: 5 }, { layers: 2 }); // []
     * world.intersecting({ x: 5, y: 5 }, { accept: (item) => item.data !== 'box' }); // []
     */
    intersecting(shape: ShapeLike, options: WorldQueryOptions<T> & { touching?: boolean; out?: Item<T>[] } = NONE): Item<T>[] {
        return queries.intersecting(this._self, shape, options);
    }

    /**
     * The first item that a ray hits, or `null`. The ray goes from `origin` in a direction of any length except zero, or to a point if
     * `towards` is `{ to: point }`.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 10, y: 0, width: 5, height: 20 });
     * world.cast({ x: 0, y: 5 }, { x: 1, y: 0 }).distance; // 10
     * world.cast({ x: 0, y: 5 }, { to: { x: 9, y: 5 } }); // null
     */
    cast(
        origin: Readonly<Point>,
        towards: Towards,
        options: WorldQueryOptions<T> & { maxDistance?: number; out?: ItemRayHit<T> } = NONE,
    ): ItemRayHit<T> | null {
        return queries.cast(this._self, origin, towards, options);
    }

    /**
     * The first hit of a ray on each item that it hits, by distance. The arguments are those of {@link cast}.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 10, y: 0, radius: 2 });
     * world.insert({ x: 20, y: 0, radius: 2 });
     * world.castAll({ x: 0, y: 0 }, { x: 1, y: 0 }).map((hit) => hit.distance); // [8, 18]
     */
    castAll(
        origin: Readonly<Point>,
        towards: Towards,
        options: WorldQueryOptions<T> & { maxDistance?: number; out?: ItemRayHit<T>[] } = NONE,
    ): ItemRayHit<T>[] {
        return queries.castAll(this._self, origin, towards, options);
    }

    /**
     * The first item that a shape hits while it moves by `displacement`, or `null`. One-way items are hit only on their side.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 55, y: -50, width: 1, height: 100 });
     * world.sweep({ x: 0, y: 0, radius: 5 }, { x: 100, y: 0 }).time; // 0.5
     */
    sweep(
        shape: ShapeLike,
        displacement: Readonly<Point>,
        options: WorldQueryOptions<T> & { out?: ItemSweepHit<T> } = NONE,
    ): ItemSweepHit<T> | null {
        return queries.sweep(this._self, shape, displacement, options);
    }

    /**
     * The first hit of a moving shape on each item that it hits, by time. The arguments are those of {@link sweep}.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 10, y: 0, radius: 1 });
     * world.insert({ x: 5, y: 0, radius: 1 });
     * world.sweepAll({ x: 0, y: 0 }, { x: 20, y: 0 }).map((hit) => hit.time); // [0.2, 0.45]
     */
    sweepAll(
        shape: ShapeLike,
        displacement: Readonly<Point>,
        options: WorldQueryOptions<T> & { out?: ItemSweepHit<T>[] } = NONE,
    ): ItemSweepHit<T>[] {
        return queries.sweepAll(this._self, shape, displacement, options);
    }

    /**
     * The item with the smallest separation from a shape, as a contact of the shape `a` with the item `b`; `null` if all are farther away
     * than `maxDistance`.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 10, y: 0, radius: 1 }, { data: 'near' });
     * world.insert({ x: 50, y: 0, radius: 1 }, { data: 'far' });
     * const found = world.nearest({ x: 0, y: 0 });
     * [found.item.data, found.separation]; // ['near', 9]
     * world.nearest({ x: 0, y: 0 }, { maxDistance: 5 }); // null
     */
    nearest(shape: ShapeLike, options: WorldQueryOptions<T> & { maxDistance?: number; out?: ItemContact<T> } = NONE): ItemContact<T> | null {
        return queries.nearest(this._self, shape, options);
    }

    /**
     * Whether two items are apart, touch or overlap now, whatever their filters are.
     *
     * @example
     * const world = new World();
     * const [a, b] = [0, 8].map((x) => world.insert({ x, y: 0, radius: 5 }));
     * world.relation(a, b); // 'overlapping'
     */
    relation(a: Item<T>, b: Item<T>): Relation {
        for (const [name, item] of Object.entries({ a, b })) {
            checkItem(this, item, name);
            if (item.isRemoved) {
                throw new TypeError(`${name} has been removed from its world.`);
            }
        }
        return RELATIONS[this._done(wasm.world_relation(this._handle, a.id, b.id))]!;
    }
}
