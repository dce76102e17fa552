import { finalizer, Handle } from './disposal.js';
import { refusal, size, Status } from './errors.js';
import { refusedShapes } from './explain.js';
import { Item } from './item.js';
import { calling, fresh, renew, room, wasm, words } from './loader.js';
import {
    answering, checkDisplacement, type DataOf, type Hit, type ListedShape, type MotionOptions, type ObstacleOptions, type Obstacles, readHits, readState,
    refusedMotion, worldOf, writeListed, writeMotion,
} from './mover_motion.js';
import { type MoverOptions, MoverSettings } from './mover_settings.js';
import { readPlain } from './shape.js';
import { writeShape } from './shape_words.js';
import type { PlainShape, Point, ShapeLike } from './shapes.js';
import { World } from './world.js';
import { checkItem, readBytes, readHash, writeBytes } from './world_words.js';

declare module './loader.js' {
    interface Exports {
        mover_new(): number;
        mover_clone(handle: number): number;
        mover_free(handle: number): number;
        mover_set(handle: number, setting: number, x: number, y: number): number;
        mover_set_bounds(handle: number): number;
        mover_state(handle: number): number;
        mover_settings(handle: number): number;
        mover_shape(handle: number): number;
        mover_center(handle: number): number;
        mover_jump(handle: number, height: number): number;
        mover_save(handle: number): number;
        mover_load(bytes: number): number;
        mover_hash(handle: number): number;
        mover_step(handle: number, world: number, time: number): number;
        mover_travel(handle: number, world: number, x: number, y: number): number;
        mover_carry(handle: number, world: number, x: number, y: number): number;
        mover_reshape(handle: number, world: number): number;
    }
}

const registry = finalizer((handle) => wasm.mover_free(handle));

const NONE = {};

/**
 * A shape that moves among obstacles and is stopped by them: a character or a projectile. It does not tunnel through walls, however fast it
 * is. With gravity it stands on ground, slides down steep slopes and jumps; with `walk`, it climbs stairs and follows slopes.
 *
 * Units are those of the game: lengths in pixels, for example, and times in seconds, so that velocities are in pixels per second.
 *
 * @example
 * const hero = new Mover({ x: 0, y: 0, width: 10, height: 20 }, { gravity: { x: 0, y: 900 } });
 * const floor = { x: -100, y: 100, width: 300, height: 20 };
 * for (let frame = 0; frame < 60; frame++) {
 *     hero.velocity.x = 60;
 *     hero.step(1 / 60, [floor]);
 * }
 * [hero.grounded, Math.round(hero.position.x), hero.position.y]; // [true, 60, 80]
 */
export class Mover extends MoverSettings {
    #grounded = false;
    #ground = { x: 0, y: 0 };

    /**
     * Makes a mover from a shape, which is copied.
     *
     * @throws TypeError or RangeError if it is no shape or empty, or if an option is out of its range.
     */
    constructor(shape: ShapeLike, options?: MoverOptions);
    /** @internal */
    constructor(shape: ShapeLike | Handle, options?: MoverOptions);
    constructor(shape: ShapeLike | Handle, options: MoverOptions = NONE) {
        super(shape instanceof Handle ? shape.number : made(shape));
        registry.register(this, this._handle, this);
        if (shape instanceof Handle) {
            this._readSettings();
            this.#readState();
        } else {
            this._setOptions(options);
        }
    }

    /**
     * Whether the mover stood on ground at the end of its last step. False after a change of its position, until the next step.
     *
     * @example
     * new Mover({ x: 0, y: 0, radius: 5 }).grounded; // false
     */
    get grounded(): boolean {
        return this.#grounded;
    }

    /**
     * The unit normal of the ground on which the mover stands, out of the ground; `null` if it does not stand. It is a new object in each
     * call.
     *
     * @example
     * const hero = new Mover({ x: 0, y: 0, width: 10, height: 20 }, { gravity: { x: 0, y: 900 } });
     * hero.step(1 / 60, [{ x: 0, y: 20, width: 10, height: 5 }]);
     * hero.groundNormal; // { x: 0, y: -1 }
     */
    get groundNormal(): Point | null {
        return this.#grounded ? { ...this.#ground } : null;
    }

    /**
     * The shape at the present position, as a new plain object.
     *
     * @example
     * const ball = new Mover({ x: 0, y: 0, radius: 5 });
     * ball.position.set(3, 4);
     * ball.shape; // { x: 3, y: 4, radius: 5 }
     */
    get shape(): PlainShape {
        const count = this._done(wasm.mover_shape(this._handle));
        renew();
        return readPlain(words.slice(0, count));
    }

    /**
     * The center of the bounding box of the shape, as a new object.
     *
     * @example
     * new Mover({ x: 0, y: 0, width: 10, height: 20 }).center; // { x: 5, y: 10 }
     */
    get center(): Point {
        this._done(wasm.mover_center(this._handle));
        fresh();
        return { x: words[0]!, y: words[1]! };
    }

    /**
     * Requests a jump of a height. The next step begins it if the mover stands, or has left the ground less than `coyoteTime` ago. If it is
     * in the air, the jump waits for the landing for `bufferTime`. The highest position is exactly at the height.
     *
     * @example
     * const hero = new Mover({ x: 0, y: 0, width: 10, height: 20 }, { gravity: { x: 0, y: 900 } });
     * hero.jump(50);
     * let highest = 0;
     * for (let frame = 0; frame < 60; frame++) {
     *     hero.step(1 / 60, [{ x: 0, y: 20, width: 10, height: 5 }]);
     *     highest = Math.min(highest, hero.position.y);
     * }
     * Math.round(highest); // -50
     */
    jump(height: number): void {
        const status = wasm.mover_jump(this._handle, height);
        if (status < 0) {
            size(height, 'height');
            this._done(status);
        }
    }

    /**
     * Moves the mover for a time: it jumps if that was requested, gets faster by gravity, and moves by its velocity. Returns the hits, in
     * the order of their times.
     *
     * @example
     * const dot = new Mover({ x: 90, y: 190, width: 20, height: 20 }, { velocity: { x: 60000, y: 0 } });
     * const hits = dot.step(1 / 60, [{ x: 300, y: 40, width: 40, height: 400 }]);
     * [hits[0].index, hits[0].normalX, dot.center.x, dot.velocity.x]; // [0, -1, 290, 0]
     */
    step<O extends Obstacles>(time: number, obstacles: O, options: MotionOptions<O> = NONE): Hit<DataOf<O>>[] {
        const world = worldOf(obstacles);
        writeMotion(obstacles, options);
        const { respond } = options;
        const count = respond
            ? calling(answering(this, obstacles, respond), () => wasm.mover_step(this._handle, world, time))
            : wasm.mover_step(this._handle, world, time);
        if (count < 0) {
            size(time, 'time');
            throw refusedMotion(count, this, obstacles, options, NONE);
        }
        readState(this, count);
        return readHits(obstacles, count, options.out ?? []);
    }

    /**
     * Moves the mover by a displacement, whatever its velocity is, as far as obstacles allow. Returns the hits.
     *
     * @example
     * const plank = { x: 0, y: 30, width: 40, height: 4, oneWay: 'up' };
     * const hero = new Mover({ x: 10, y: 50, width: 10, height: 20 });
     * hero.travel({ x: 0, y: -60 }, [plank]).length; // 0
     * hero.travel({ x: 0, y: 60 }, [plank]).length; // 1
     * hero.position.y; // -40
     *
     * @example
     * const box = new Mover({ x: 0, y: 0, width: 10, height: 10 });
     * box.travel({ x: 50, y: 5 }, [{ x: 30, y: -50, width: 10, height: 100 }]).length; // 1
     * [box.position.x, box.position.y]; // [20, 5]
     */
    travel<O extends Obstacles>(displacement: Readonly<Point>, obstacles: O, options: MotionOptions<O> = NONE): Hit<DataOf<O>>[] {
        const world = worldOf(obstacles);
        writeMotion(obstacles, options);
        const { x, y } = displacement;
        const { respond } = options;
        const count = respond
            ? calling(answering(this, obstacles, respond), () => wasm.mover_travel(this._handle, world, x, y))
            : wasm.mover_travel(this._handle, world, x, y);
        if (count < 0) {
            checkDisplacement(displacement);
            throw refusedMotion(count, this, obstacles, options, NONE);
        }
        readState(this, count);
        return readHits(obstacles, count, options.out ?? []);
    }

    /**
     * Carries or pushes the mover, because a platform is about to move by a displacement. This is for games that keep their shapes in a
     * list; in a world, `world.carry` does it for all movers. The platform is an item, a shape at its present place, or a list of these; a
     * list of obstacles must not contain it. Call this for each mover, and then move the platform. Returns false if an obstacle blocks the
     * mover, which then stays.
     *
     * @example
     * const hero = new Mover({ x: 10, y: 80, width: 10, height: 20 }, { gravity: { x: 0, y: 900 } });
     * const lift = { x: 0, y: 100, width: 40, height: 8 };
     * hero.carry(lift, { x: 2, y: -5 }, []); // true
     * [hero.position.x, hero.position.y]; // [2, -5]
     */
    carry<O extends Obstacles>(
        platform: Item<DataOf<O>> | ListedShape | readonly (Item<DataOf<O>> | ListedShape)[],
        displacement: Readonly<Point>,
        obstacles: O,
        options: ObstacleOptions<O> = NONE,
    ): boolean {
        const world = worldOf(obstacles);
        const parts = (Array.isArray(platform) ? platform : [platform]) as readonly (Item<any> | ListedShape)[];
        writePlatform(obstacles, parts, writeMotion(obstacles, options));
        const { x, y } = displacement;
        const { respond } = options;
        const count = respond
            ? calling(answering(this, obstacles, respond), () => wasm.mover_carry(this._handle, world, x, y))
            : wasm.mover_carry(this._handle, world, x, y);
        if (count < 0) {
            checkDisplacement(displacement);
            const shapes = parts.filter((part) => !(part instanceof Item)).map((part, index) => [`platform[${index}]`, part] as const);
            throw refusedMotion(count, this, obstacles, options, Object.fromEntries(shapes));
        }
        return readState(this, count);
    }

    /**
     * Replaces the shape, for example to crouch. The new shape is given at the place at which the mover was made: its position is added.
     * Returns false, and changes nothing, if the new shape would overlap an obstacle that the mover does not overlap now.
     *
     * @example
     * const hero = new Mover({ x: 0, y: 0, width: 10, height: 20 });
     * const tunnel = { x: -50, y: 5, width: 100, height: 4 };
     * hero.setShape({ x: 0, y: 10, width: 10, height: 10 }, []); // true
     * hero.setShape({ x: 0, y: 0, width: 10, height: 20 }, [tunnel]); // false
     */
    setShape<O extends Obstacles>(shape: ShapeLike, obstacles: O, options: ObstacleOptions<O> = NONE): boolean {
        const world = worldOf(obstacles);
        writeShape(shape, writeMotion(obstacles, options));
        const { respond } = options;
        const count = respond
            ? calling(answering(this, obstacles, respond), () => wasm.mover_reshape(this._handle, world))
            : wasm.mover_reshape(this._handle, world);
        if (count < 0) {
            throw refusedMotion(count, this, obstacles, options, { shape });
        }
        return readState(this, count);
    }

    /**
     * A copy of the mover, which moves in the same way.
     *
     * @example
     * const ball = new Mover({ x: 0, y: 0, radius: 5 }, { velocity: { x: 10, y: 0 } });
     * const copy = ball.clone();
     * copy.step(1, []);
     * [ball.position.x, copy.position.x]; // [0, 10]
     */
    clone(): Mover {
        return new Mover(new Handle(this._done(wasm.mover_clone(this._handle))));
    }

    /**
     * The whole mover as bytes, for {@link Mover.load}, also in the middle of a jump.
     *
     * @example
     * const ball = new Mover({ x: 0, y: 0, radius: 5 }, { velocity: { x: 10, y: 0 } });
     * Mover.load(ball.save()).velocity.x; // 10
     */
    save(): Uint8Array {
        return readBytes(this._done(wasm.mover_save(this._handle)));
    }

    /**
     * Makes a mover from the bytes that {@link save} has returned in the same version of this package.
     *
     * @throws TypeError if the bytes are not those of a mover.
     *
     * @example
     * Mover.load(new Mover({ x: 1, y: 2 }).save()).shape; // { x: 1, y: 2 }
     */
    static load(bytes: Uint8Array): Mover {
        writeBytes(bytes);
        const handle = wasm.mover_load(bytes.length);
        if (handle < 0) {
            throw refusal(handle, 'bytes');
        }
        return new Mover(new Handle(handle));
    }

    /**
     * A hash of the whole mover, as 16 hexadecimal digits: the same on every machine after the same calls.
     *
     * @example
     * const ball = new Mover({ x: 0, y: 0, radius: 5 });
     * ball.stateHash() === ball.clone().stateHash(); // true
     */
    stateHash(): string {
        this._done(wasm.mover_hash(this._handle));
        return readHash();
    }

    /** Frees the memory of the mover now, instead of when it is collected. Further calls do nothing. */
    dispose(): void {
        if (this._handle !== 0 && this._done(wasm.mover_free(this._handle)) === 0) {
            registry.unregister(this);
            this._handle = 0;
        }
    }

    /** @internal Reads the state in the scratch buffer, which begins at the word `at`. */
    _read(at: number): void {
        this.position._read(words[at]!, words[at + 1]!);
        this.velocity._read(words[at + 2]!, words[at + 3]!);
        this.#grounded = words[at + 4] !== 0;
        this.#ground.x = words[at + 5]!;
        this.#ground.y = words[at + 6]!;
    }

    /** @internal */
    override _positionChanged(): void {
        this.#readState();
    }

    #readState(): void {
        this._done(wasm.mover_state(this._handle));
        fresh();
        this._read(0);
    }
}

function made(shape: ShapeLike): number {
    writeShape(shape, 0);
    const handle = wasm.mover_new();
    if (handle < 0) {
        throw handle === Status.Empty ? refusal(handle, 'shape') : refusedShapes(handle, { shape });
    }
    return handle;
}

/** Writes the items and the shapes of a platform from the word `at` on. */
function writePlatform(obstacles: Obstacles, parts: readonly (Item<any> | ListedShape)[], at: number): void {
    const world = obstacles instanceof World ? obstacles : null;
    const items = parts.filter((part) => part instanceof Item);
    const shapes = parts.filter((part) => !(part instanceof Item));
    room(at + 2 + items.length);
    words[at++] = items.length;
    for (const item of items) {
        checkItem(world, item, 'platform');
        if (item.isRemoved) {
            throw new TypeError('platform has been removed from its world.');
        }
        words[at++] = item.id;
    }
    words[at++] = shapes.length;
    for (const shape of shapes) {
        at = writeListed(shape, at);
    }
}
