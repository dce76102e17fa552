import { finite, size } from '../errors.js';
import { wasm, words } from '../loader.js';
import type { Point, ShapeLike } from '../shapes.js';
import type { Simulation } from '../simulation.js';
import { Body } from './body.js';
import { Collider } from './collider.js';
import { refused } from './exports.js';
import type { Joint } from './joint.js';
import { Objects } from './objects.js';
import {
    type BodyContact,
    type BodyOverlap,
    type BodyRayHit,
    type BodySweepHit,
    castRay,
    intersectingShape,
    nearestTo,
    type BodyQueryOptions,
    sweepShape,
} from './queries.js';
import { readNumbers } from './saving.js';

/** The settings of a simulation, and the queries on its colliders. */
export class SimulationBase<T> {
    /** @internal The handle in the module; 0 after `dispose`. */
    _number: number;
    /** @internal */
    readonly _bodies = new Objects<Body<T>>((id) => new Body(this._self, id, -1, undefined as T));
    /** @internal */
    readonly _colliders = new Objects<Collider<T>>((id) => new Collider(this._bodies.known(0), id, undefined));
    /** @internal */
    readonly _joints = new Map<number, Joint<T>>();

    /** @internal */
    constructor(number: number) {
        this._number = number;
    }

    /** @internal This object with its full type. */
    get _self(): Simulation<T> {
        return this as unknown as Simulation<T>;
    }

    /** @internal The answer of the module, or an error if it refuses the call. */
    _answer(answer: number): number {
        if (answer < 0) {
            throw refused(answer, this, 'The simulation');
        }
        return answer;
    }

    /** The gravity, in length per square of the unit of time. It can be set. */
    get gravity(): Point {
        const [x, y] = this.#settings();
        return { x: x!, y: y! };
    }

    set gravity(gravity: Readonly<Point>) {
        this.#set([finite(gravity.x, 'gravity.x'), finite(gravity.y, 'gravity.y')], 0);
    }

    /** Whether bodies that rest may fall asleep; true in a new simulation. It can be set. */
    get sleepEnabled(): boolean {
        return this.#settings()[2] !== 0;
    }

    set sleepEnabled(enabled: boolean) {
        this.#set([enabled ? 1 : 0], 2);
    }

    /**
     * The speed up to which a body rests, in length per unit of time; `null`, as in a new simulation, if it depends on gravity and the size
     * of the body. It can be set.
     */
    get sleepSpeed(): number | null {
        const speed = this.#settings()[3]!;
        return speed < 0 ? null : speed;
    }

    set sleepSpeed(speed: number | null) {
        this.#set([speed === null ? -1 : size(speed, 'sleepSpeed')], 3);
    }

    /** For how long a body has to rest before it falls asleep; 0.5 in a new simulation. It can be set; with `Infinity`, none does. */
    get sleepTime(): number {
        return this.#settings()[4]!;
    }

    set sleepTime(time: number) {
        this.#set([time === Infinity ? time : size(time, 'sleepTime')], 4);
    }

    #settings(): Float64Array {
        return readNumbers(this._self, wasm.simulation_settings(this._number), 'The simulation');
    }

    #set(numbers: number[], at: number): void {
        this.#settings();
        words.set(numbers, at);
        this._answer(wasm.simulation_set_settings(this._number));
    }

    /**
     * The first collider that a ray hits, or `null`. The ray is given as for {@link raycast}.
     *
     * @example
     * const simulation = new Simulation();
     * const wall = simulation.insert({ x: 100, y: -50, width: 10, height: 100 }, { type: 'static', data: 'wall' });
     * const hit = simulation.cast({ x: 0, y: 0 }, { x: 1, y: 0 });
     * [hit.body.data, hit.distance]; // ['wall', 100]
     */
    cast(
        origin: Readonly<Point>,
        towards: Readonly<Point> | { readonly to: Readonly<Point> },
        options: BodyQueryOptions<T> & { maxDistance?: number } = {},
    ): BodyRayHit<T> | null {
        return castRay(this._self, origin, towards, options, false)[0] ?? null;
    }

    /**
     * All colliders that a ray hits, the nearest first.
     *
     * @example
     * const simulation = new Simulation();
     * for (const x of [80, 40]) simulation.insert({ x, y: 0, radius: 5 });
     * simulation.castAll({ x: 0, y: 0 }, { x: 1, y: 0 }).map((hit) => hit.distance); // [35, 75]
     */
    castAll(
        origin: Readonly<Point>,
        towards: Readonly<Point> | { readonly to: Readonly<Point> },
        options: BodyQueryOptions<T> & { maxDistance?: number } = {},
    ): BodyRayHit<T>[] {
        return castRay(this._self, origin, towards, options, true);
    }

    /**
     * The first collider that a shape hits while it moves by `displacement`, or `null`.
     *
     * @example
     * const simulation = new Simulation();
     * simulation.insert({ x: 55, y: -50, width: 10, height: 100 }, { type: 'static' });
     * simulation.sweep({ x: 0, y: 0, radius: 5 }, { x: 100, y: 0 }).time; // 0.5
     */
    sweep(shape: ShapeLike, displacement: Readonly<Point>, options: BodyQueryOptions<T> = {}): BodySweepHit<T> | null {
        return sweepShape(this._self, shape, displacement, options, false)[0] ?? null;
    }

    /**
     * All colliders that a shape hits while it moves by `displacement`, the first one first.
     *
     * @example
     * const simulation = new Simulation();
     * for (const x of [75, 35]) simulation.insert({ x, y: -5, width: 10, height: 10 });
     * simulation.sweepAll({ x: 0, y: 0, radius: 5 }, { x: 100, y: 0 }).length; // 2
     */
    sweepAll(shape: ShapeLike, displacement: Readonly<Point>, options: BodyQueryOptions<T> = {}): BodySweepHit<T>[] {
        return sweepShape(this._self, shape, displacement, options, true);
    }

    /**
     * The colliders that touch or overlap a shape, such as a point under the pointer, in order of their ids.
     *
     * @example
     * const simulation = new Simulation();
     * const ball = simulation.insert({ x: 50, y: 50, radius: 5 });
     * simulation.intersecting({ x: 52, y: 51 }).map((found) => found.body === ball); // [true]
     */
    intersecting(shape: ShapeLike, options: BodyQueryOptions<T> = {}): BodyOverlap<T>[] {
        return intersectingShape(this._self, shape, options);
    }

    /**
     * The contact with the collider that is nearest to a shape, or `null`; at most `maxDistance` away, if it is given.
     *
     * @example
     * const simulation = new Simulation();
     * simulation.insert({ x: 50, y: 0, radius: 5 });
     * simulation.nearest({ x: 0, y: 0 }).separation; // 45
     * simulation.nearest({ x: 0, y: 0 }, { maxDistance: 40 }); // null
     */
    nearest(shape: ShapeLike, options: BodyQueryOptions<T> & { maxDistance?: number } = {}): BodyContact<T> | null {
        return nearestTo(this._self, shape, options);
    }
}
