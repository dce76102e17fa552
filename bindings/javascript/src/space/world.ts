import { finite, refusal, Status } from '../errors.js';
import { checkVector } from './explain.js';
import { Item, type ItemOptions } from './item.js';
import { loader, view, wasm, words } from './loader.js';
import { Owned, Owner } from './owned.js';
import { Contact, RayHit, refusedRay, SweepHit, type Towards, writeRay } from './query.js';
import { writeShape, writeVector } from './shape_words.js';
import type { Point, ShapeLike } from './shapes.js';
import { carry, type Rider } from './world_carry.js';
import { ALL_LAYERS, checkLayers, refusedInWorld, resize, type Selection, writeSelection } from './world_words.js';

declare module './loader.js' {
    interface Exports {
        space_world_new(): number;
        space_world_free(handle: number): number;
        space_world_insert(handle: number, layers: number, filter: number, sensor: number): number;
        space_world_remove(handle: number, item: number): number;
        space_world_set_shape(handle: number, item: number): number;
        space_world_move_by(handle: number, item: number, x: number, y: number, z: number): number;
        space_world_update(handle: number): number;
        space_world_intersecting(handle: number): number;
        space_world_cast(handle: number, all: number): number;
        space_world_sweep(handle: number, all: number): number;
        space_world_nearest(handle: number, max: number): number;
        space_world_carry(handle: number, crush: number): number;
    }
}

/** Which items of a world a query reports. */
export interface WorldQueryOptions<T> extends Selection<T> {
    /**
     * Called with the items that come into question; the query reports only those for which it returns true. It may be called for items
     * that turn out to be too far away. It must not use the world.
     */
    accept?: (item: Item<T>) => boolean;
}

/** The hit of a ray on an item. */
export class ItemRayHit<T = unknown> extends RayHit {
    /** The item that is hit. */
    item: Item<T> = undefined!;
}

/** The hit of a moving shape `a` on an item `b`. */
export class ItemSweepHit<T = unknown> extends SweepHit {
    /** The item that is hit. */
    item: Item<T> = undefined!;
}

/** The contact of a shape `a` with an item `b`. */
export class ItemContact<T = unknown> extends Contact {
    /** The item. */
    item: Item<T> = undefined!;
}

/** A pair of items that began or ceased to touch. */
export interface WorldEvent<T = unknown> {
    /** `'enter'` if the items touch or overlap since this update, and `'leave'` if they no longer do. */
    type: 'enter' | 'leave';
    /** The item with the smaller id. */
    a: Item<T>;
    /** The item with the larger id. */
    b: Item<T>;
}

/** The words of a hit with the id of its item: see `src/space/world.rs`. */
const RAY_WORDS = 9;
const SWEEP_WORDS = 11;

const NONE = {};

const owner = new Owner((handle) => wasm.space_world_free(handle));

/**
 * A set of shapes, called items, with queries and events. It finds the items at a place fast, also among many thousands. The world copies
 * shapes; to move one, use the methods of its {@link Item}. `T` is the type of the data of the items.
 *
 * @example
 * const world = new World();
 * const wall = world.insert({ x: 50, y: 0, z: 0, halfX: 1, halfY: 9, halfZ: 9 }, { data: 'a wall' });
 * const ball = world.insert({ x: 0, y: 0, z: 0, radius: 5 });
 * world.cast({ x: 9, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }).item.data; // 'a wall'
 * ball.moveBy(46, 0, 0);
 * world.update().map((event) => event.type); // ['enter']
 */
export class World<T = unknown> extends Owned {
    /** The items by their ids. */
    #items = new Map<number, Item<T>>();
    /** The items that were removed since the last update, which may be in events of the next one. */
    #removed = new Map<number, Item<T>>();

    /** Makes an empty world. */
    constructor() {
        super(made(), owner);
    }

    /**
     * Inserts a copy of a shape, and returns its item. A world has at most 2097151 items.
     *
     * @throws TypeError or RangeError if it is no shape, or if it is empty.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 0, y: 0, z: 0, radius: 5 }, { data: { name: 'ball' } }).data.name; // 'ball'
     */
    insert(shape: ShapeLike, { data, layers = 1, filter = ALL_LAYERS, sensor = false }: ItemOptions<T> = NONE): Item<T> {
        checkLayers(layers, 'layers');
        checkLayers(filter, 'filter');
        writeShape(shape, 0);
        const id = wasm.space_world_insert(this._handle, layers, filter, sensor ? 1 : 0);
        if (id < 0) {
            throw id === Status.Full ? refusal(id, 'The world') : refusedInWorld(id, this, { shape });
        }
        const item = new Item<T>(this, id, { data: data as T, layers, filter, sensor });
        this.#items.set(id, item);
        return item;
    }

    /**
     * The number of items.
     *
     * @example
     * new World().size; // 0
     */
    get size(): number {
        return this.#items.size;
    }

    /** All items, in the order of their insertion. They may be removed during the iteration. */
    [Symbol.iterator](): IterableIterator<Item<T>> {
        return this.#items.values();
    }

    /**
     * Compares the items with the last update, and returns the pairs that began to touch or overlap, and those that ceased to. Only items
     * whose filters allow it are paired. Call it once a frame.
     *
     * @example
     * const world = new World();
     * const coin = world.insert({ x: 0, y: 0, z: 0, radius: 5 }, { sensor: true });
     * world.insert({ x: 3, y: 0, z: 0, radius: 1 });
     * world.update().map((event) => event.type); // ['enter']
     * coin.remove();
     * world.update().map((event) => [event.type, event.a === coin]); // [['leave', true]]
     */
    update(): WorldEvent<T>[] {
        const count = wasm.space_world_update(this._handle);
        this.#answered(count, 3, NONE);
        const events = Array.from({ length: count }, (_, k): WorldEvent<T> => {
            const [a, b] = [this._item(words[3 * k]!), this._item(words[3 * k + 1]!)];
            return { type: words[3 * k + 2] === 1 ? 'enter' : 'leave', a, b };
        });
        this.#removed.clear();
        return events;
    }

    /**
     * The items that touch or overlap a shape. With `touching: false`, without those that only touch.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 0, y: 0, z: 0, radius: 5 }, { data: 'ball' });
     * world.intersecting({ x: 3, y: 0, z: 0 }).map((item) => item.data); // ['ball']
     * world.intersecting({ x: 3, y: 0, z: 0 }, { accept: (item) => item.data !== 'ball' }); // []
     */
    intersecting(shape: ShapeLike, options: WorldQueryOptions<T> & { touching?: boolean } = NONE): Item<T>[] {
        writeShape(shape, writeSelection(this, options, !!options.accept, 0));
        const count = this.#ask(options, () => wasm.space_world_intersecting(this._handle));
        this.#answered(count, 2, { shape });
        const least = options.touching === false ? 2 : 1;
        const indices = Array.from({ length: count }, (_, k) => 2 * k).filter((at) => words[at + 1]! >= least);
        return indices.map((at) => this._item(words[at]!));
    }

    /**
     * The first item that a ray hits, or `null`. The arguments are those of {@link raycast}.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 10, y: 0, z: 0, radius: 2 });
     * world.cast({ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }).distance; // 8
     */
    cast(origin: Readonly<Point>, towards: Towards, options: WorldQueryOptions<T> & { maxDistance?: number } = NONE): ItemRayHit<T> | null {
        return this.#cast(origin, towards, options, 0)[0] ?? null;
    }

    /**
     * The first hit of a ray on each item that it hits, by distance. The arguments are those of {@link raycast}.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 10, y: 0, z: 0, radius: 2 });
     * world.insert({ x: 20, y: 0, z: 0, radius: 2 });
     * world.castAll({ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }).map((hit) => hit.distance); // [8, 18]
     */
    castAll(origin: Readonly<Point>, towards: Towards, options: WorldQueryOptions<T> & { maxDistance?: number } = NONE): ItemRayHit<T>[] {
        return this.#cast(origin, towards, options, 1);
    }

    #cast(origin: Readonly<Point>, towards: Towards, options: WorldQueryOptions<T> & { maxDistance?: number }, all: number): ItemRayHit<T>[] {
        const { maxDistance = Infinity } = options;
        writeRay(origin, towards, maxDistance, writeSelection(this, options, !!options.accept, 0));
        const count = this.#ask(options, () => wasm.space_world_cast(this._handle, all));
        if (count < 0) {
            throw refusedRay(count, origin, towards, maxDistance) ?? refusedInWorld(count, this, {});
        }
        view(RAY_WORDS * count);
        const hits = resize<ItemRayHit<T>>([], count, () => new ItemRayHit());
        hits.forEach((hit, k) => (hit._read(RAY_WORDS * k + 1).item = this._item(words[RAY_WORDS * k]!)));
        return hits;
    }

    /**
     * The first item that a shape hits while it moves by `displacement`, or `null`.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 60, y: 0, z: 0, halfX: 5, halfY: 9, halfZ: 9 });
     * world.sweep({ x: 0, y: 0, z: 0, radius: 5 }, { x: 100, y: 0, z: 0 }).time; // 0.5
     */
    sweep(shape: ShapeLike, displacement: Readonly<Point>, options: WorldQueryOptions<T> = NONE): ItemSweepHit<T> | null {
        return this.#sweep(shape, displacement, options, 0)[0] ?? null;
    }

    /**
     * The first hit of a moving shape on each item that it hits, by time.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 10, y: 0, z: 0, radius: 1 });
     * world.insert({ x: 5, y: 0, z: 0, radius: 1 });
     * world.sweepAll({ x: 0, y: 0, z: 0 }, { x: 20, y: 0, z: 0 }).map((hit) => hit.time); // [0.2, 0.45]
     */
    sweepAll(shape: ShapeLike, displacement: Readonly<Point>, options: WorldQueryOptions<T> = NONE): ItemSweepHit<T>[] {
        return this.#sweep(shape, displacement, options, 1);
    }

    #sweep(shape: ShapeLike, displacement: Readonly<Point>, options: WorldQueryOptions<T>, all: number): ItemSweepHit<T>[] {
        checkVector(displacement, 'displacement');
        writeShape(shape, writeVector(displacement, writeSelection(this, options, !!options.accept, 0)));
        const count = this.#ask(options, () => wasm.space_world_sweep(this._handle, all));
        this.#answered(count, SWEEP_WORDS, { shape });
        const hits = resize<ItemSweepHit<T>>([], count, () => new ItemSweepHit());
        hits.forEach((hit, k) => (hit._read(SWEEP_WORDS * k + 1).item = this._item(words[SWEEP_WORDS * k]!)));
        return hits;
    }

    /**
     * The item with the smallest separation from a shape, as a contact of the shape `a` with the item `b`; `null` if all are farther away
     * than `maxDistance`.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 10, y: 0, z: 0, radius: 1 }, { data: 'near' });
     * world.insert({ x: 50, y: 0, z: 0, radius: 1 }, { data: 'far' });
     * const found = world.nearest({ x: 0, y: 0, z: 0 });
     * [found.item.data, found.separation]; // ['near', 9]
     */
    nearest(shape: ShapeLike, options: WorldQueryOptions<T> & { maxDistance?: number } = NONE): ItemContact<T> | null {
        const { maxDistance = Infinity } = options;
        if (maxDistance !== Infinity) {
            finite(maxDistance, 'maxDistance');
        }
        writeShape(shape, writeSelection(this, options, !!options.accept, 0));
        const count = this.#ask(options, () => wasm.space_world_nearest(this._handle, maxDistance));
        this.#answered(count, 36, { shape });
        if (count === 0) {
            return null;
        }
        const contact = new ItemContact<T>()._read(1);
        contact.item = this._item(words[0]!);
        return contact;
    }

    /**
     * Moves a platform, such as a lift, which is one or more items. It carries the movers that stand on it, also on each other, and pushes
     * those that are in its way. `movers` are all movers that it may carry or push; their items move with them. If a mover has no room,
     * nothing moves, and the result is its item; otherwise `null`. All other items stop movers, but not the platform.
     *
     * @example
     * const world = new World();
     * const lift = world.insert({ x: 0, y: -1, z: 0, halfX: 5, halfY: 1, halfZ: 5 });
     * const body = { x: 0, y: 1, z: 0, radius: 1 };
     * const hero = { mover: new Mover(body, { gravity: { x: 0, y: -20, z: 0 } }), item: world.insert(body) };
     * hero.mover.step(1 / 60, world, { item: hero.item });
     * world.carry(lift, { x: 2, y: 3, z: 0 }, [hero]); // null
     * [Math.round(hero.mover.position.x), Math.round(hero.mover.position.y)]; // [2, 3]
     */
    carry(platform: Item<T> | readonly Item<T>[], displacement: Readonly<Point>, movers: readonly Rider<T>[]): Item<T> | null {
        return carry(this, platform, displacement, movers, false)[0] ?? null;
    }

    /** Moves a platform as {@link carry} does, but into movers that have no room, which stay. Returns their items. */
    carryAndCrush(platform: Item<T> | readonly Item<T>[], displacement: Readonly<Point>, movers: readonly Rider<T>[]): Item<T>[] {
        return carry(this, platform, displacement, movers, true);
    }

    /** Calls `run`, during which the module asks which items to accept. */
    #ask({ accept }: WorldQueryOptions<T>, run: () => number): number {
        return accept ? loader.calling((id) => (accept(this._item(id)) ? 1 : 0), run) : run();
    }

    /** Gets the view of an answer of a number of hits, or throws an error if the call was refused. */
    #answered(count: number, size: number, shapes: Record<string, unknown>): void {
        if (count < 0) {
            throw refusedInWorld(count, this, shapes);
        }
        view(size * count);
    }

    /** @internal The item with an id, which may have been removed since the last update. */
    _item(id: number): Item<T> {
        return (this.#items.get(id) ?? this.#removed.get(id))!;
    }

    /** @internal Forgets an item that was removed. */
    _forget(item: Item<T>): void {
        this.#items.delete(item.id);
        this.#removed.set(item.id, item);
    }
}

function made(): number {
    const handle = wasm.space_world_new();
    if (handle < 0) {
        throw refusal(handle, 'The world');
    }
    return handle;
}
