import { finalizer, Handle } from './disposal.js';
import { finite, refusal, Status } from './errors.js';
import { calling, fresh, wasm, words } from './loader.js';
import type { Point } from './shapes.js';
import { SimulationBodies } from './simulation/bodies.js';
import { ContactEvent, readEvents } from './simulation/events.js';
import { refused } from './simulation/exports.js';
import type { Joint } from './simulation/joint.js';
import { type BodyRider, type MoverStep, readSteps, refusedMovers, writeMovers } from './simulation/movers.js';
import { type LoadedData, loadObjects, readBytes, readNumbers, writeBytes } from './simulation/saving.js';

const registry = finalizer((handle) => wasm.simulation_free(handle));

/** The settings of a new simulation. */
export interface SimulationOptions {
    /** The gravity, in length per square of the unit of time; (0, 0) if it is not given. If y points down, y is above 0. */
    gravity?: Readonly<Point>;
}

/**
 * A simulation of rigid bodies: boxes that fall and stack, cars, ropes, pinball. Bodies have colliders, which are shapes, and may be
 * connected by joints. Length and time have any units, such as pixels and seconds.
 *
 * @example
 * const simulation = new Simulation({ gravity: { x: 0, y: 600 } });
 * simulation.insert({ x: 0, y: 300, width: 400, height: 20 }, { type: 'static' });
 * const ball = simulation.insert({ x: 0, y: 0, radius: 10 }, { position: { x: 200, y: 100 } });
 * for (let frame = 0; frame < 120; frame++) simulation.step(1 / 60);
 * Math.round(ball.y); // 290
 */
export class Simulation<T = unknown> extends SimulationBodies<T> {
    /** Called after a step with each contact that has begun in it. */
    onEnter: ((event: ContactEvent<T>) => void) | null = null;
    /** Called after a step with each contact that has ended in it. */
    onLeave: ((event: ContactEvent<T>) => void) | null = null;
    /** Called after a step with each joint that has broken in it. */
    onBreak: ((joint: Joint<T>) => void) | null = null;
    #broken: Joint<T>[] = [];
    #isDisposed = false;

    /** Makes an empty simulation. */
    constructor(options?: SimulationOptions);
    /** @internal */
    constructor(options?: SimulationOptions | Handle);
    constructor(options: SimulationOptions | Handle = {}) {
        super(options instanceof Handle ? options.number : created(options));
        registry.register(this, this._number, this);
    }

    /**
     * Advances the simulation by the time `dt`, which should be the same in all steps, such as 1 / 60 of a second.
     *
     * If `accepts` is given, it is called for each contact before it is solved; if it returns false, the contact has no effect and no event
     * in this step. It must not call the simulation. If it throws, it is not called again in this step, and the error is thrown after it.
     * Afterwards, `onEnter`, `onLeave` and `onBreak` are called, which may do anything.
     *
     * @example
     * const simulation = new Simulation({ gravity: { x: 0, y: 100 } });
     * const floor = simulation.insert({ x: -50, y: 0, width: 100, height: 10 }, { type: 'static' });
     * const ghost = simulation.insert({ x: 0, y: -6, radius: 5 });
     * for (let frame = 0; frame < 60; frame++) {
     *     simulation.step(1 / 60, (contact) => contact.other(floor) !== ghost);
     * }
     * ghost.y > 10; // true
     */
    step(dt: number, accepts?: (contact: ContactEvent<T>) => boolean): void {
        if (accepts) {
            const answer = () => {
                fresh();
                return accepts(new ContactEvent(this, 0)) ? 1 : 0;
            };
            this.#step(dt, () => calling(answer, () => wasm.simulation_step(this._number, dt, 1)));
        } else {
            this.#step(dt, () => wasm.simulation_step(this._number, dt, 0));
        }
        this.#deliver();
    }

    /**
     * Advances the simulation and the movers that have bodies in it by the time `dt`. Call it once a frame with all these movers, instead of
     * {@link step} and `mover.step`. First each mover makes its own step among the bodies and the other movers. Then the bodies move, pushed
     * by the movers. Then bodies carry the movers that stand on them, and kinematic bodies push the movers in their way.
     *
     * The list has for each mover an object with the mover and its body, which {@link insertMover} has returned; so it can be a list of game
     * objects. Returns the result for each of them. Movers slide along all bodies, whatever their response is. Afterwards, `onEnter`,
     * `onLeave` and `onBreak` are called.
     *
     * @example
     * const simulation = new Simulation({ gravity: { x: 0, y: 900 } });
     * const lift = simulation.insert({ x: -50, y: 0, width: 100, height: 10 }, { type: 'kinematic', velocity: { x: 0, y: -30 } });
     * const mover = new Mover({ x: -8, y: -32, width: 16, height: 32 }, { gravity: { x: 0, y: 900 } });
     * const hero = { mover, body: simulation.insertMover(mover, { mass: 500 }) };
     * for (let frame = 0; frame < 60; frame++) simulation.stepWithMovers(1 / 60, [hero]);
     * [Math.round(mover.position.y), mover.grounded]; // [-30, true]
     */
    stepWithMovers(dt: number, movers: readonly BodyRider<T>[]): MoverStep<T>[] {
        writeMovers(this, movers);
        let steps: MoverStep<T>[] = [];
        this.#step(dt, () => {
            const answer = wasm.simulation_step_with_movers(this._number, dt);
            if (answer < 0) {
                throw refusedMovers(answer, this, dt, movers);
            }
            steps = readSteps(this, movers);
            return answer;
        });
        this.#deliver();
        return steps;
    }

    /** Makes a step by `run`, and returns its answer. */
    #step(dt: number, run: () => number): number {
        this._bodies.beginStep();
        this._colliders.beginStep();
        this._changed();
        let answer = 0;
        try {
            answer = run();
        } finally {
            this.#findBroken();
        }
        if (answer < 0) {
            if (answer === Status.OutOfRange && finite(dt, 'dt') <= 0) {
                throw new RangeError(`dt must be above 0, but is ${dt}.`);
            }
            throw refused(answer, this, 'The simulation');
        }
        return answer;
    }

    /** Finds the joints that broke in the last step. */
    #findBroken(): void {
        this.#broken = [];
        if (this._joints.size > 0) {
            const count = wasm.simulation_joints(this._number, 1);
            const list = count > 0 ? readNumbers(this, count, 'The simulation') : [];
            for (let at = 0; at < list.length; at += 3) {
                const joint = this._joints.get(list[at]!);
                if (joint) {
                    this._forgetJoint(joint);
                    this.#broken.push(joint);
                }
            }
        }
    }

    /** Calls the handlers of events. All are called, and then the first error is thrown. */
    #deliver(): void {
        const calls: (() => void)[] = [];
        if (this.onEnter || this.onLeave) {
            for (const event of this.events()) {
                calls.push(() => (event.change === 'enter' ? this.onEnter : this.onLeave)?.(event));
            }
        }
        for (const joint of this.#broken) {
            calls.push(() => this.onBreak?.(joint));
        }
        const errors: unknown[] = [];
        for (const call of calls) {
            try {
                call();
            } catch (error) {
                errors.push(error);
            }
        }
        if (errors.length > 0) {
            throw errors[0];
        }
    }

    /**
     * The contacts that began or ended in the last step, in new objects; with `stay`, also those that go on.
     *
     * @example
     * const simulation = new Simulation({ gravity: { x: 0, y: 100 } });
     * simulation.insert({ x: -50, y: 0, width: 100, height: 10 }, { type: 'static' });
     * simulation.insert({ x: 0, y: -5, radius: 5 }, { data: 'ball' });
     * simulation.step(1 / 60);
     * const [event] = simulation.events();
     * [event.change, event.b.data]; // ['enter', 'ball']
     */
    events({ stay = false }: { stay?: boolean } = {}): ContactEvent<T>[] {
        return readEvents(this, this._answer(wasm.simulation_events(this._number, stay ? 1 : 0)));
    }

    /** The joints that broke in the last step. They were removed. */
    brokenJoints(): Joint<T>[] {
        return [...this.#broken];
    }

    /**
     * The whole simulation as bytes, for a saved game or another machine, without your data. {@link Simulation.load} and {@link restore}
     * read them. Later steps give the same bits everywhere.
     *
     * @example
     * const simulation = new Simulation();
     * simulation.insert({ x: 0, y: 0, radius: 5 });
     * simulation.save() instanceof Uint8Array; // true
     */
    save(): Uint8Array<ArrayBuffer> {
        return readBytes(this._answer(wasm.simulation_save(this._number)));
    }

    /**
     * Makes a simulation from the bytes of {@link save}. The bodies have their ids again, and the data that `data` returns for an id.
     *
     * @example
     * const simulation = new Simulation();
     * const ball = simulation.insert({ x: 0, y: 0, radius: 5 }, { data: 'ball' });
     * const names = { [ball.id]: ball.data };
     * const loaded = Simulation.load(simulation.save(), (id) => names[id]);
     * loaded.get(ball.id).data; // 'ball'
     */
    static load<T = unknown>(bytes: Uint8Array, data?: (id: number) => T): Simulation<T> {
        const handle = wasm.simulation_load(writeBytes(bytes));
        if (handle < 0) {
            throw refusal(handle, 'bytes');
        }
        return new Simulation<T>(new Handle(handle)).#loaded(data && { body: data, collider: () => undefined });
    }

    /**
     * Replaces the content of the simulation by the bytes of {@link save}. Bodies, colliders and joints that were there keep their objects;
     * bodies that were removed since get new ones, with the data that `data` returns for an id.
     *
     * @example
     * const simulation = new Simulation({ gravity: { x: 0, y: 100 } });
     * const ball = simulation.insert({ x: 0, y: 0, radius: 5 });
     * const saved = simulation.save();
     * simulation.step(1 / 60);
     * simulation.restore(saved);
     * ball.y; // 0
     */
    restore(bytes: Uint8Array, data?: (id: number) => T): void {
        const status = wasm.simulation_restore(this._number, writeBytes(bytes));
        if (status === Status.NotSaved) {
            throw refusal(status, 'bytes');
        }
        this._answer(status);
        this.#loaded(data && { body: data, collider: () => undefined });
    }

    /**
     * The state as bytes: where the bodies are and how they move, without shapes and settings. They are fewer and faster than those of
     * {@link save}, but {@link restoreState} needs the same bodies and joints.
     *
     * @example
     * const simulation = new Simulation({ gravity: { x: 0, y: 100 } });
     * const ball = simulation.insert({ x: 0, y: 0, radius: 5 });
     * const saved = simulation.saveState();
     * simulation.step(1 / 60);
     * simulation.restoreState(saved);
     * ball.y; // 0
     */
    saveState(): Uint8Array<ArrayBuffer> {
        return readBytes(this._answer(wasm.simulation_save_state(this._number)));
    }

    /** Restores the bytes of {@link saveState}. The bodies that are not static and the joints must be the same as then. */
    restoreState(bytes: Uint8Array): void {
        const status = wasm.simulation_restore_state(this._number, writeBytes(bytes));
        if (status === Status.NotSaved) {
            throw new TypeError('bytes must be those that `saveState` has returned for the same bodies and joints.');
        }
        this._answer(status);
        this._changed();
    }

    /** Makes the objects of what was loaded. */
    #loaded(data?: LoadedData<T>): this {
        this._order = loadObjects(this, data ?? { body: () => undefined, collider: () => undefined });
        this.#broken = [];
        this._changed();
        return this;
    }

    /**
     * A copy of the simulation, for example to look ahead. Its bodies have the same ids and the same data.
     *
     * @example
     * const simulation = new Simulation({ gravity: { x: 0, y: 100 } });
     * const ball = simulation.insert({ x: 0, y: 0, radius: 5 });
     * const copy = simulation.clone();
     * copy.step(1 / 60);
     * copy.get(ball.id).y > ball.y; // true
     */
    clone(): Simulation<T> {
        const handle = this._answer(wasm.simulation_clone(this._number));
        return new Simulation<T>(new Handle(handle)).#loaded({
            body: (id) => this._bodies.get(id)?.data,
            collider: (id) => this._colliders.get(id)?.data,
        });
    }

    /**
     * A hash of everything on which further steps depend, as 16 hexadecimal digits. It is the same on every machine, so that players of a
     * network game can compare theirs.
     *
     * @example
     * const simulation = new Simulation();
     * simulation.clone().stateHash() === simulation.stateHash(); // true
     */
    stateHash(): string {
        this._answer(wasm.simulation_hash(this._number));
        fresh();
        return [words[0]!, words[1]!].map((half) => half.toString(16).padStart(8, '0')).join('');
    }

    /** Frees the memory of the simulation now, instead of when it is collected. Further calls do nothing. */
    dispose(): void {
        if (!this.#isDisposed) {
            this._answer(wasm.simulation_free(this._number));
            this.#isDisposed = true;
            registry.unregister(this);
            this._number = 0;
        }
    }
}

/** Makes a simulation in the module, and returns its handle. */
function created({ gravity = { x: 0, y: 0 } }: SimulationOptions): number {
    const handle = wasm.simulation_new(gravity.x, gravity.y);
    if (handle < 0) {
        finite(gravity.x, 'gravity.x');
        finite(gravity.y, 'gravity.y');
        throw refusal(handle, 'gravity');
    }
    return handle;
}
