import { described, refusal, size, Status } from '../errors.js';
import { type Response, RESPONSES, responseNumber } from '../response.js';
import { checkVector, refusedShapes } from './explain.js';
import type { Item } from './item.js';
import { loader, room, view, wasm, words } from './loader.js';
import { type MoverOptions, MoverSettings } from './mover_settings.js';
import { writeShape, writeVector } from './shape_words.js';
import type { Point, ShapeLike } from './shapes.js';
import { World } from './world.js';
import { checkItem, refusedInWorld, resize, type Selection, writeSelection } from './world_words.js';

declare module './loader.js' {
    interface Exports {
        space_mover_new(): number;
        space_mover_free(handle: number): number;
        space_mover_place(handle: number, x: number, y: number, z: number): number;
        space_mover_accelerate(handle: number, x: number, y: number, z: number): number;
        space_mover_set(handle: number): number;
        space_mover_state(handle: number): number;
        space_mover_jump(handle: number, height: number): number;
        space_mover_step(handle: number, world: number, time: number): number;
        space_mover_travel(handle: number, world: number): number;
        space_mover_reshape(handle: number, world: number): number;
    }
}

/** What a mover moves among: a world, or a list of shapes. */
export type Obstacles = World<any> | readonly ShapeLike[];

/** An obstacle: an item of a world, or a shape of a list. */
export type Obstacle<O> = O extends World<infer T> ? Item<T> : O extends readonly (infer S)[] ? S : never;

/** The type of the data of the items of a world. */
export type DataOf<O> = O extends World<infer T> ? T : unknown;

/** How a mover moves among obstacles. */
export interface MotionOptions<O = Obstacles> extends Selection<DataOf<O>> {
    /** The mover's own item in the world. It is no obstacle, its layers and its filter apply to the mover, and it moves with it. */
    item?: Item<DataOf<O>>;
    /**
     * Returns the response to an obstacle, or `null` to pass through it without a hit. Without a result, it is that of the mover. It gets
     * the item of the world, or the shape of the list and its index. It is called for all obstacles nearby, and must give the same answer
     * for an obstacle during a call. It must not use the world or change the mover.
     */
    respond?: (obstacle: Obstacle<O>, index: number) => Response | null | undefined | void;
    /** The list that is filled with the hits and returned. Its objects are used again. */
    out?: Hit<DataOf<O>>[];
}

/** A hit of a mover with an obstacle. A surface along which it already slides is not reported again. */
export class Hit<T = unknown> {
    /** The item that was hit; `null` if it was a shape of a list or the bounds. */
    item: Item<T> | null = null;
    /** The index of the shape in the list of obstacles; -1 if it was an item or the bounds. */
    index = -1;
    /** The coordinates of the unit normal, out of the obstacle and towards the mover. */
    normalX = 0;
    normalY = 0;
    normalZ = 0;
    /** The time of the hit, as a fraction of the step: 0 at its start, 1 at its end. */
    time = 0;
    /** What the mover did. */
    response: Response = 'slide';
    /** The part of the mover that hit, as `partA` in a contact. */
    partA = 0;
    /** The part of the obstacle that was hit, such as the triangle of a mesh. */
    partB = 0;
}

/** The words of an answer before its hits, and of a hit: see `src/space/mover.rs`. */
const STATE_WORDS = 11;
const HIT_WORDS = 8;

const NONE = {};

/**
 * A shape that moves among obstacles and is stopped by them: a character or a projectile. It does not tunnel through walls, however fast it
 * is. With gravity it stands on ground, slides down steep slopes and jumps; with `walk`, it climbs stairs and follows slopes.
 *
 * Units are those of the game: lengths in metres, for example, and times in seconds, so that velocities are in metres per second.
 *
 * @example
 * const body = { x1: 0, y1: 0.4, z1: 0, x2: 0, y2: 1.4, z2: 0, radius: 0.4 };
 * const hero = new Mover(body, { gravity: { x: 0, y: -20, z: 0 }, position: { x: 0, y: 3, z: 0 } });
 * const floor = { x: 0, y: -1, z: 0, halfX: 50, halfY: 1, halfZ: 50 };
 * for (let frame = 0; frame < 60; frame++) {
 *     hero.velocity.x = 2;
 *     hero.step(1 / 60, [floor]);
 * }
 * [hero.grounded, Math.round(hero.position.x)]; // [true, 2]
 */
export class Mover extends MoverSettings {
    #grounded = false;
    #ground = { x: 0, y: 0, z: 0 };

    /**
     * Makes a mover from a shape, which is copied.
     *
     * @throws TypeError or RangeError if it is no shape or empty, or if an option is out of its range.
     */
    constructor(shape: ShapeLike, { position, ...options }: MoverOptions & { position?: Readonly<Point> } = NONE) {
        super(made(shape), options);
        if (position) {
            this.position = position;
        }
    }

    /**
     * Whether the mover stood on ground at the end of its last step. False after a change of its position, until the next step.
     *
     * @example
     * new Mover({ x: 0, y: 0, z: 0, radius: 5 }).grounded; // false
     */
    get grounded(): boolean {
        return this.#grounded;
    }

    /**
     * The unit normal of the ground on which the mover stands, out of the ground, as a new object; `null` if it does not stand.
     *
     * @example
     * const hero = new Mover({ x: 0, y: 1, z: 0, radius: 1 }, { gravity: { x: 0, y: -20, z: 0 } });
     * hero.step(1 / 60, [{ x: 0, y: 0, z: 0, normalX: 0, normalY: 1, normalZ: 0 }]);
     * hero.groundNormal; // { x: 0, y: 1, z: 0 }
     */
    get groundNormal(): Point | null {
        return this.#grounded ? { ...this.#ground } : null;
    }

    /**
     * Requests a jump of a height. The next step begins it if the mover stands, or has left the ground less than `coyoteTime` ago. If it is
     * in the air, the jump waits for the landing for `bufferTime`. The highest position is exactly at the height.
     *
     * @example
     * const hero = new Mover({ x: 0, y: 1, z: 0, radius: 1 }, { gravity: { x: 0, y: -20, z: 0 } });
     * const floor = { x: 0, y: 0, z: 0, normalX: 0, normalY: 1, normalZ: 0 };
     * hero.jump(2);
     * const heights = Array.from({ length: 60 }, () => (hero.step(1 / 60, [floor]), hero.position.y));
     * Math.round(Math.max(...heights)); // 2
     */
    jump(height: number): void {
        size(height, 'height');
        this._done(wasm.space_mover_jump(this._handle, height));
    }

    /**
     * Moves the mover for a time: it jumps if that was requested, gets faster by gravity, and moves by its velocity. Returns the hits, in
     * the order of their times.
     *
     * @example
     * const dot = new Mover({ x: 0, y: 0, z: 0, radius: 1 }, { velocity: { x: 6000, y: 0, z: 0 } });
     * const hits = dot.step(1 / 60, [{ x: 50, y: 0, z: 0, halfX: 1, halfY: 9, halfZ: 9 }]);
     * [hits[0].index, hits[0].normalX, Math.round(dot.position.x)]; // [0, -1, 48]
     */
    step<O extends Obstacles>(time: number, obstacles: O, options: MotionOptions<O> = NONE): Hit<DataOf<O>>[] {
        size(time, 'time');
        writeObstacles(obstacles, options);
        const count = this.#run(obstacles, options, (world) => wasm.space_mover_step(this._handle, world, time));
        return readHits<DataOf<O>>(obstacles, count, options.out ?? []);
    }

    /**
     * Moves the mover by a displacement, whatever its velocity is, as far as obstacles allow. Returns the hits.
     *
     * @example
     * const ball = new Mover({ x: 0, y: 0, z: 0, radius: 1 });
     * ball.travel({ x: 50, y: 0, z: 3 }, [{ x: 20, y: 0, z: 0, halfX: 1, halfY: 9, halfZ: 9 }]).length; // 1
     * Math.round(ball.position.x); // 18
     */
    travel<O extends Obstacles>(displacement: Readonly<Point>, obstacles: O, options: MotionOptions<O> = NONE): Hit<DataOf<O>>[] {
        checkVector(displacement, 'displacement');
        writeVector(displacement, writeObstacles(obstacles, options));
        const count = this.#run(obstacles, options, (world) => wasm.space_mover_travel(this._handle, world));
        return readHits<DataOf<O>>(obstacles, count, options.out ?? []);
    }

    /**
     * Replaces the shape, for example to crouch. The new shape is given at the place at which the mover was made: its position is added.
     * Returns false, and changes nothing, if the new shape would overlap an obstacle that the mover does not overlap now.
     *
     * @example
     * const hero = new Mover({ x: 0, y: 1, z: 0, radius: 1 });
     * const ceiling = { x: 0, y: 6, z: 0, halfX: 9, halfY: 3, halfZ: 9 };
     * hero.setShape({ x: 0, y: 2, z: 0, radius: 2 }, [ceiling]); // false
     */
    setShape<O extends Obstacles>(shape: ShapeLike, obstacles: O, options: MotionOptions<O> = NONE): boolean {
        writeShape(shape, writeObstacles(obstacles, options));
        this.#run(obstacles, options, (world) => wasm.space_mover_reshape(this._handle, world), { shape });
        return words[0] !== 0;
    }

    /** Makes a motion, and reads the state after it. Returns the number of hits. */
    #run<O extends Obstacles>(
        obstacles: O,
        { respond }: MotionOptions<O>,
        motion: (world: number) => number,
        shapes: Record<string, unknown> = NONE,
    ): number {
        const world = obstacles instanceof World ? obstacles._handle || -1 : 0;
        const count = respond ? loader.calling(answering(this, obstacles, respond), () => motion(world)) : motion(world);
        if (count < 0) {
            throw this.#refused(count, obstacles, shapes);
        }
        view(STATE_WORDS + HIT_WORDS * count);
        this._read(1);
        return count;
    }

    #refused(status: number, obstacles: Obstacles, shapes: Record<string, unknown>): Error {
        if (this._handle === 0) {
            return refusal(Status.Gone, 'The mover');
        }
        if (obstacles instanceof World) {
            return status === Status.Busy
                ? new TypeError('The mover or the world is in use: it cannot be called from its own callback.')
                : refusedInWorld(status, obstacles, shapes);
        }
        if (status === Status.Busy) {
            return refusal(status, 'The mover');
        }
        const list = obstacles.map((shape, index) => [`obstacles[${index}]`, shape] as const);
        return refusedShapes(status, { ...Object.fromEntries(list), ...shapes });
    }

    /** @internal */
    override _positionChanged(): void {
        this._done(wasm.space_mover_state(this._handle));
        view(STATE_WORDS);
        this._read(0);
    }

    /** @internal Reads the state in the scratch buffer, which begins at the word `at`. */
    _read(at: number): void {
        this.position._read(words[at]!, words[at + 1]!, words[at + 2]!);
        this.velocity._read(words[at + 3]!, words[at + 4]!, words[at + 5]!);
        this.#grounded = words[at + 6] !== 0;
        this.#ground = { x: words[at + 7]!, y: words[at + 8]!, z: words[at + 9]! };
    }
}

function readHits<T>(obstacles: Obstacles, count: number, out: Hit<T>[]): Hit<T>[] {
    const world = obstacles instanceof World ? obstacles : null;
    resize(out, count, () => new Hit<T>());
    for (let k = 0, at = STATE_WORDS; k < count; k++, at += HIT_WORDS) {
        const hit = out[k]!;
        const target = words[at]!;
        hit.item = world && target >= 0 ? world._item(target) : null;
        hit.index = world ? -1 : target;
        hit.normalX = words[at + 1]!;
        hit.normalY = words[at + 2]!;
        hit.normalZ = words[at + 3]!;
        hit.time = words[at + 4]!;
        hit.response = RESPONSES[words[at + 5]!]!;
        hit.partA = words[at + 6]!;
        hit.partB = words[at + 7]!;
    }
    return out;
}

function made(shape: ShapeLike): number {
    writeShape(shape, 0);
    const handle = wasm.space_mover_new();
    if (handle < 0) {
        throw handle === Status.Empty ? new RangeError('shape is empty: it has no parts.') : refusedShapes(handle, { shape });
    }
    return handle;
}

/** Writes the words of a motion that are the same for all motions. Returns the index of the word after them. */
function writeObstacles<O extends Obstacles>(obstacles: O, options: MotionOptions<O>): number {
    const world = obstacles instanceof World ? obstacles : null;
    room(16);
    words[0] = 0;
    if (options.item !== undefined) {
        checkItem(world, options.item, 'item');
        words[0] = options.item.id;
    }
    let at = writeSelection(world, options, !!options.respond, 1);
    if (obstacles instanceof World) {
        return at;
    }
    if (!Array.isArray(obstacles)) {
        throw new TypeError(`obstacles must be a World or an array of shapes, but is ${described(obstacles)}.`);
    }
    words[at++] = obstacles.length;
    for (const obstacle of obstacles as readonly ShapeLike[]) {
        at = writeShape(obstacle, at);
    }
    room(at + 16);
    return at;
}

/** The function that answers the module with the number of a response plus 1, or 0 for no response. */
function answering<O extends Obstacles>(
    mover: Mover,
    obstacles: O,
    respond: NonNullable<MotionOptions<O>['respond']>,
): (obstacle: number) => number {
    return (number) => {
        const obstacle = (obstacles instanceof World ? obstacles._item(number) : obstacles[number]) as Obstacle<O>;
        const response = respond(obstacle, obstacles instanceof World ? -1 : number);
        return response === null ? 0 : responseNumber(response ?? mover.response, 'The result of respond') + 1;
    };
}
