import { finalizer, Handle } from './disposal.js';
import { refusal, Status } from './errors.js';
import { Item, optionsNumber, type ItemOptions } from './item.js';
import { renew, wasm, words } from './loader.js';
import { writeShape } from './shape_words.js';
import type { Point, ShapeLike } from './shapes.js';
import { WorldBase } from './world_base.js';
import { type Belt, carry, carryOnBelts, carryTo, type PlatformPart, type PushRule, type Rider } from './world_carry.js';
import { readEvents, type WorldEvent } from './world_events.js';
import { type Travel, travel, type TravelOptions } from './world_travel.js';
import { ALL_LAYERS, checkLayers, readBytes, readHash, refusedInWorld, writeBytes } from './world_words.js';

const registry = finalizer((handle) => wasm.world_free(handle));

const NONE = {};

/** The slot of an item in the list of the world: see `number` in `src/world.rs`. */
function slotOf(id: number): number {
    return Math.floor((id - 1) / 2 ** 32);
}

/**
 * A set of shapes, called items, with queries and events. It finds the items at a place fast, also among many thousands. The world copies
 * shapes; to move one, use the methods of its {@link Item}. `T` is the type of the data of the items.
 *
 * @example
 * const world = new World();
 * const wall = world.insert({ x: 100, y: 0, width: 10, height: 90 }, { data: 'a wall' });
 * const ball = world.insert({ x: 50, y: 50, radius: 5 });
 * world.cast({ x: 0, y: 10 }, { x: 1, y: 0 }).item.data; // 'a wall'
 * ball.moveTo(96, 50);
 * world.update().map((event) => event.type); // ['enter']
 */
export class World<T = unknown> extends WorldBase<T> {
    /** The items by their slot. */
    #items: (Item<T> | undefined)[] = [];
    /** The items that were removed since the last update, which may be in events of the next one. */
    #removed = new Map<number, Item<T>>();
    /** Whether there was an update. If not, no pair can end, and removed items are forgotten at once. */
    #hasEvents = false;
    #size = 0;

    /** Makes an empty world. */
    constructor();
    /** @internal */
    constructor(handle?: Handle);
    constructor(handle?: Handle) {
        super(handle ? handle.number : wasm.world_new());
        registry.register(this, this._handle, this);
    }

    /**
     * Inserts a copy of a shape, and returns its item. A world has at most 2097151 items.
     *
     * @throws TypeError or RangeError if it is no shape, or if it is empty.
     *
     * @example
     * const world = new World();
     * const plank = world.insert({ x: 0, y: 100, width: 60, height: 8 }, { oneWay: 'up', data: { name: 'plank' } });
     * plank.data.name; // 'plank'
     */
    insert(shape: ShapeLike, { data, layers = 1, filter = ALL_LAYERS, sensor = false, oneWay = null }: ItemOptions<T> = NONE): Item<T> {
        if (layers >>> 0 !== layers || filter >>> 0 !== filter) {
            checkLayers(layers, 'layers');
            checkLayers(filter, 'filter');
        }
        const options = optionsNumber(sensor, oneWay);
        writeShape(shape, 0);
        const id = wasm.world_insert(this._handle, layers, filter, options);
        if (id < 0) {
            throw id === Status.Full ? refusal(id, 'The world') : refusedInWorld(id, this, { shape });
        }
        const item = new Item(this, id, data as T, layers, filter, options);
        this.#items[slotOf(id)] = item;
        this.#size++;
        return item;
    }

    /**
     * The number of items.
     *
     * @example
     * new World().size; // 0
     */
    get size(): number {
        return this.#size;
    }

    /**
     * The item with an id, or `undefined` if there is none.
     *
     * @example
     * const world = new World();
     * const item = world.insert({ x: 0, y: 0 });
     * world.get(item.id) === item; // true
     */
    get(id: number): Item<T> | undefined {
        const item = this.#items[slotOf(id)];
        return item?.id === id ? item : undefined;
    }

    /**
     * All items, in the order of their ids. They may be removed during the iteration.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 0, y: 0 }, { data: 'first' });
     * world.insert({ x: 1, y: 0 }, { data: 'second' });
     * [...world].map((item) => item.data); // ['first', 'second']
     */
    *[Symbol.iterator](): IterableIterator<Item<T>> {
        for (const item of this.#items) {
            if (item) {
                yield item;
            }
        }
    }

    /**
     * Compares the items with the last update, and returns the pairs that began to touch or overlap, and those that ceased to. Only items
     * whose filters allow it are paired. Call it once a frame. With `stay: true`, pairs that still touch are in the list too.
     *
     * @example
     * const world = new World();
     * const coin = world.insert({ x: 0, y: 0, radius: 5 }, { sensor: true });
     * const hero = world.insert({ x: 3, y: 0, width: 10, height: 20 });
     * world.update().map((event) => event.type); // ['enter']
     * coin.remove();
     * world.update().map((event) => [event.type, event.a === coin]); // [['leave', true]]
     */
    update({ stay = false, out = [] }: { stay?: boolean; out?: WorldEvent<T>[] } = NONE): WorldEvent<T>[] {
        const count = this._done(wasm.world_update(this._handle, stay ? 1 : 0));
        readEvents(this, count, out);
        this.#hasEvents = true;
        this.#removed.clear();
        return out;
    }

    /**
     * All pairs of items that touched or overlapped at the last {@link update}, two items for each. With `touching: false`, without pairs
     * that only touched.
     *
     * @example
     * const world = new World();
     * const a = world.insert({ x: 0, y: 0, radius: 5 });
     * const b = world.insert({ x: 8, y: 0, radius: 5 });
     * world.update();
     * world.pairs().map((item) => item === a); // [true, false]
     */
    pairs({ touching = true, out = [] }: { touching?: boolean; out?: Item<T>[] } = NONE): Item<T>[] {
        const count = 2 * this._done(wasm.world_pairs(this._handle, touching ? 1 : 0));
        renew();
        out.length = count;
        for (let k = 0; k < count; k++) {
            out[k] = this._item(words[k]!);
        }
        return out;
    }

    /**
     * Moves an item by a displacement, as far as other items allow: it slides along them, or does what `response` and `respond` say, as a
     * {@link Mover} does. It is for things that need no mover, such as a crate that is pushed. Returns the displacement that the item has
     * made, and its hits.
     *
     * @example
     * const world = new World();
     * world.insert({ x: 50, y: 0, width: 10, height: 100 }, { data: 'wall' });
     * const box = world.insert({ x: 0, y: 0, width: 10, height: 10 });
     * const { x, y, hits } = world.travel(box, { x: 100, y: 20 });
     * [x, y, hits[0].item.data]; // [40, 20, 'wall']
     * box.shape.x; // 40
     */
    travel(item: Item<T>, displacement: Readonly<Point>, options: TravelOptions<T> = NONE): Travel<T> {
        return travel(this, item, displacement, options);
    }

    /**
     * Moves a platform, such as a lift, which is one or more items. It carries the movers that stand on it, also on each other, and pushes
     * those that are in its way. `movers` are all movers that it may carry or push; their items move with them. If a mover has no room,
     * nothing moves, and the result is its item; otherwise `null`. All other items stop movers, but not the platform.
     *
     * @example
     * const world = new World();
     * const lift = world.insert({ x: 0, y: 100, width: 40, height: 8 });
     * const hero = { mover: new Mover({ x: 10, y: 80, width: 10, height: 20 }, { gravity: { x: 0, y: 900 } }) };
     * hero.item = world.insert(hero.mover.shape);
     * world.carry(lift, { x: 3, y: -4 }, [hero]); // null
     * [hero.mover.position.x, Math.round(hero.mover.position.y)]; // [3, -4]
     */
    carry(platform: Item<T> | readonly Item<T>[], displacement: Readonly<Point>, movers: readonly Rider<T>[]): Item<T> | null {
        return carry(this, platform, displacement, movers, false)[0] ?? null;
    }

    /**
     * Moves a platform as {@link carry} does, but crushes movers that have no room: they stay, and the platform moves into them. Returns
     * their items.
     *
     * @example
     * const world = new World();
     * const press = world.insert({ x: 0, y: 0, width: 40, height: 10 });
     * world.insert({ x: 0, y: 40, width: 40, height: 10 });
     * const hero = { mover: new Mover({ x: 10, y: 20, width: 10, height: 20 }) };
     * hero.item = world.insert(hero.mover.shape);
     * world.carryAndCrush(press, { x: 0, y: 20 }, [hero])[0] === hero.item; // true
     */
    carryAndCrush(platform: Item<T> | readonly Item<T>[], displacement: Readonly<Point>, movers: readonly Rider<T>[]): Item<T>[] {
        return carry(this, platform, displacement, movers, true);
    }

    /**
     * Moves the items of a platform to new shapes, for example if it rotates. `displacement` is the displacement of the platform, or a
     * function that returns it for the center of a mover. With the rule `'stop'`, which is the default, nothing moves if a mover has no
     * room; with `'crush'` the platform moves into it; with `'never'` it pushes nobody. Returns the items of the movers without room.
     *
     * @example
     * const world = new World();
     * const lift = world.insert({ x: 0, y: 100, width: 40, height: 8 });
     * const hero = { mover: new Mover({ x: 10, y: 80, width: 10, height: 20 }, { gravity: { x: 0, y: 900 } }) };
     * hero.item = world.insert(hero.mover.shape);
     * const parts = [{ item: lift, shape: { x: 5, y: 100, width: 40, height: 8 } }];
     * world.carryTo(parts, () => ({ x: 5, y: 0 }), [hero]); // []
     * hero.mover.position.x; // 5
     */
    carryTo(
        parts: readonly PlatformPart<T>[],
        displacement: Readonly<Point> | ((center: Readonly<Point>) => Readonly<Point>),
        movers: readonly Rider<T>[],
        { rule = 'stop' }: { rule?: PushRule } = NONE,
    ): Item<T>[] {
        return carryTo(this, parts, displacement, movers, rule);
    }

    /**
     * Carries movers on conveyor belts: items that stay, and whose surfaces move by a displacement. Only the part of the displacement along
     * the surface counts. Obstacles stop the movers, and they push nothing.
     *
     * @example
     * const world = new World();
     * const belt = world.insert({ x: 0, y: 100, width: 400, height: 8 });
     * const hero = { mover: new Mover({ x: 10, y: 80, width: 16, height: 20 }, { gravity: { x: 0, y: 900 } }) };
     * hero.item = world.insert(hero.mover.shape);
     * hero.mover.step(1 / 60, world, { item: hero.item });
     * world.carryOnBelts([{ item: belt, displacement: { x: 3, y: 0 } }], [hero]);
     * hero.mover.position.x; // 3
     */
    carryOnBelts(belts: readonly Belt<T>[], movers: readonly Rider<T>[]): void {
        carryOnBelts(this, belts, movers);
    }

    /**
     * A copy of the world, which goes on in the same way: for looking ahead, or to go back to. Its items have the same ids and data;
     * `copy.get(item.id)` is the copy of an item.
     *
     * @example
     * const world = new World();
     * const item = world.insert({ x: 0, y: 0 }, { data: 'point' });
     * const copy = world.clone();
     * item.remove();
     * [world.size, copy.size, copy.get(item.id).data]; // [0, 1, 'point']
     */
    clone(): World<T> {
        const handle = wasm.world_clone(this._handle);
        if (handle < 0) {
            throw refusedInWorld(handle, this, {});
        }
        const copy = new World<T>(new Handle(handle));
        copy.#fill((id) => this._item(id).data);
        copy.#hasEvents = this.#hasEvents;
        for (const [id, item] of this.#removed) {
            copy.#removed.set(id, copy.#former(id, item.data));
        }
        return copy;
    }

    /**
     * The world as bytes, for {@link World.load}: shapes, options, ids and events, but not the data of items. The same world has the same
     * bytes on every machine.
     *
     * @example
     * const world = new World();
     * const id = world.insert({ x: 0, y: 0, radius: 5 }, { data: 'coin' }).id;
     * const loaded = World.load(world.save(), { dataOf: (id) => 'coin' });
     * loaded.get(id).shape; // { x: 0, y: 0, radius: 5 }
     */
    save(): Uint8Array {
        return readBytes(this._done(wasm.world_save(this._handle)));
    }

    /**
     * Makes a world from the bytes that {@link save} has returned in the same version of this package. `dataOf` returns the data of the
     * item with an id.
     *
     * @throws TypeError if the bytes are not those of a world.
     *
     * @example
     * World.load(new World().save()).size; // 0
     */
    static load<T = unknown>(bytes: Uint8Array, { dataOf }: { dataOf?: (id: number) => T } = NONE): World<T> {
        writeBytes(bytes);
        const handle = wasm.world_load(bytes.length);
        if (handle < 0) {
            throw refusal(handle, 'bytes');
        }
        const world = new World<T>(new Handle(handle));
        world.#fill((id) => dataOf?.(id) as T);
        world.#hasEvents = true;
        return world;
    }

    /**
     * A hash of the whole world except the data of items, as 16 hexadecimal digits. Two machines that have made the same calls have the same
     * hash.
     *
     * @example
     * new World().stateHash() === new World().stateHash(); // true
     */
    stateHash(): string {
        this._done(wasm.world_hash(this._handle));
        return readHash();
    }

    /** Frees the memory of the world now, instead of when it is collected. Further calls do nothing. */
    dispose(): void {
        if (this._handle !== 0 && this._done(wasm.world_free(this._handle)) === 0) {
            registry.unregister(this);
            this._handle = 0;
        }
    }

    /** @internal The item with an id, which may have been removed since the last update. */
    _item(id: number): Item<T> {
        const item = this.#items[slotOf(id)];
        return item?.id === id ? item : (this.#removed.get(id) ?? this.#former(id, undefined as T));
    }

    /** @internal Takes an item that was removed out of the lists. */
    _forget(item: Item<T>): void {
        this.#items[slotOf(item.id)] = undefined;
        this.#size--;
        if (this.#hasEvents) {
            this.#removed.set(item.id, item);
        }
    }

    /** An item that was removed before the world was copied or saved. */
    #former(id: number, data: T): Item<T> {
        const item = new Item(this, id, data, 0, 0, 0);
        item._isRemoved = true;
        return item;
    }

    /** Makes the items of a world that was copied or loaded. */
    #fill(dataOf: (id: number) => T): void {
        const count = this._done(wasm.world_items(this._handle));
        renew();
        const list = words.slice(0, 4 * count);
        for (let at = 0; at < list.length; at += 4) {
            const [id, layers, filter, options] = list.subarray(at, at + 4) as unknown as [number, number, number, number];
            this.#items[slotOf(id)] = new Item(this, id, dataOf(id), layers, filter, options);
        }
        this.#size = count;
    }
}
