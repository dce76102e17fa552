import { finalizer, Handle } from './disposal.js';
import { described, finite, refusal, Status } from './errors.js';
import { calling, fresh, wasm, words } from './loader.js';
import type { Unknown } from './shape_words.js';
import type { Point, ShapeLike } from './shapes.js';
import { Body } from './simulation/body.js';
import { Collider } from './simulation/collider.js';
import { ContactEvent, readEvents } from './simulation/events.js';
import { refused } from './simulation/exports.js';
import { Joint, refusedJoint } from './simulation/joint.js';
import { type JointOptions, typeOf, writeJoint } from './simulation/joint_options.js';
import { type ColliderOptions, type InsertOptions, isCollider, refusedInsertion, writeInsertion } from './simulation/options.js';
import { SimulationBase } from './simulation/base.js';
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
export class Simulation<T = unknown> extends SimulationBase<T> {
    /** Called after a step with each contact that has begun in it. */
    onEnter: ((event: ContactEvent<T>) => void) | null = null;
    /** Called after a step with each contact that has ended in it. */
    onLeave: ((event: ContactEvent<T>) => void) | null = null;
    /** Called after a step with each joint that has broken in it. */
    onBreak: ((joint: Joint<T>) => void) | null = null;
    #order: Body<T>[] = [];
    #broken: Joint<T>[] = [];
    #poses = new Float64Array(0);
    #arePosesOld = true;
    #isDisposed = false;

    /** Makes an empty simulation. */
    constructor(options?: SimulationOptions);
    /** @internal */
    constructor(options?: SimulationOptions | Handle);
    constructor(options: SimulationOptions | Handle = {}) {
        super(options instanceof Handle ? options.number : created(options));
        registry.register(this, this._number, this);
    }

    /** @internal Something has changed that may move bodies. */
    _changed(): void {
        this.#arePosesOld = true;
    }

    /** @internal Removes a body that the module has removed. */
    _forgetBody(body: Body<T>): void {
        this.#order.splice(body._index, 1);
        for (let k = body._index; k < this.#order.length; k++) {
            this.#order[k]!._index = k;
        }
        body._index = -1;
        this._bodies.remove(body.id);
        for (const collider of this._colliders.values()) {
            if (collider.body === body) {
                this._forgetCollider(collider);
            }
        }
        for (const joint of this._joints.values()) {
            if (joint.a === body || joint.b === body) {
                this._forgetJoint(joint);
            }
        }
        this._changed();
    }

    /** @internal Removes a collider that the module has removed. */
    _forgetCollider(collider: Collider<T>): void {
        collider._isRemoved = true;
        this._colliders.remove(collider.id);
        this._changed();
    }

    /** @internal Removes a joint that the module has removed. */
    _forgetJoint(joint: Joint<T>): void {
        joint._isRemoved = true;
        this._joints.delete(joint.id);
    }

    /**
     * Adds a body with one or more shapes, which are in the coordinates of the body. A shape with options of its own is
     * `{ shape, density: 2, ... }`.
     *
     * @example
     * const simulation = new Simulation();
     * const box = simulation.insert({ x: -5, y: -5, width: 10, height: 10 }, { position: { x: 50, y: 20 }, data: 'box' });
     * box.data; // 'box'
     * const hammer = simulation.insert([{ x: 0, y: 0, width: 40, height: 2 }, { shape: { x: 40, y: 1, radius: 5 }, density: 3 }]);
     * hammer.colliders.length; // 2
     */
    insert(shapes: ShapeLike | ColliderOptions | readonly (ShapeLike | ColliderOptions)[], options: InsertOptions<T> = {}): Body<T> {
        const parts = (Array.isArray(shapes) ? shapes : [shapes]) as readonly (ShapeLike | ColliderOptions)[];
        writeInsertion(parts, options as Unknown);
        const id = wasm.simulation_insert(this._number, parts.length);
        if (id < 0) {
            throw refusedInsertion(id, this, parts, options as Unknown, parts.length === 1 ? 'shape' : 'shapes');
        }
        const body = new Body<T>(this, id, this.#order.length, options.data as T);
        this.#order.push(body);
        this._bodies.set(id, body);
        readNumbers(this, parts.length, 'The body').forEach((collider, k) => {
            const part = parts[k];
            this._colliders.set(collider, new Collider(body, collider, isCollider(part) ? part.data : undefined));
        });
        this._changed();
        return body;
    }

    /** The bodies in order of insertion. The array must not be changed. */
    get bodies(): readonly Body<T>[] {
        return this.#order;
    }

    /**
     * The body with an id, such as one of a saved game.
     *
     * @example
     * const simulation = new Simulation();
     * const ball = simulation.insert({ x: 0, y: 0, radius: 5 });
     * simulation.get(ball.id) === ball; // true
     */
    get(id: number): Body<T> | undefined {
        return this._bodies.get(id);
    }

    /**
     * The poses of all bodies for drawing: for each body in {@link bodies} three numbers, `x`, `y` and `angle`. The array is valid until
     * the next call on anything of this package: ask for it again in each frame, which costs nothing if nothing has moved.
     *
     * @example
     * const simulation = new Simulation();
     * simulation.insert({ x: 0, y: 0, radius: 5 }, { position: { x: 10, y: 20 }, angle: 0.5 });
     * [...simulation.poses]; // [10, 20, 0.5]
     */
    get poses(): Float64Array {
        if (this.#arePosesOld || this.#poses.length !== 3 * this.#order.length) {
            const count = this._answer(wasm.simulation_poses(this._number));
            this.#poses = new Float64Array(wasm.memory.buffer, wasm.simulation_poses_address(this._number), count);
            this.#arePosesOld = false;
        }
        return this.#poses;
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
        this._bodies.beginStep();
        this._colliders.beginStep();
        this._changed();
        let status = 0;
        try {
            if (accepts) {
                const answer = () => {
                    fresh();
                    return accepts(new ContactEvent(this, 0)) ? 1 : 0;
                };
                status = calling(answer, () => wasm.simulation_step(this._number, dt, 1));
            } else {
                status = wasm.simulation_step(this._number, dt, 0);
            }
        } finally {
            this.#findBroken();
        }
        if (status < 0) {
            if (status === Status.OutOfRange && finite(dt, 'dt') <= 0) {
                throw new RangeError(`dt must be above 0, but is ${dt}.`);
            }
            throw refused(status, this, 'The simulation');
        }
        this.#deliver();
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

    /**
     * Adds a joint between two bodies. Anchors are in world coordinates, at the places that the bodies have now.
     *
     * @example
     * const simulation = new Simulation({ gravity: { x: 0, y: 100 } });
     * const post = simulation.insert({ x: 0, y: 0, radius: 2 }, { type: 'static' });
     * const bob = simulation.insert({ x: 40, y: 0, radius: 5 });
     * const rope = simulation.insertJoint({
     *     type: 'distance', a: post, b: bob, anchorA: { x: 0, y: 0 }, anchorB: { x: 40, y: 0 }, limits: [0, 40],
     * });
     * for (let frame = 0; frame < 60; frame++) simulation.step(1 / 60);
     * Math.round(rope.state.translation); // 40
     */
    insertJoint(joint: JointOptions<T>): Joint<T> {
        const type = typeOf(joint);
        writeJoint(type, joint as unknown as Unknown);
        const b = joint.b;
        const a = joint.a ?? (joint.type === 'mouse' ? this.#order.find((body) => body !== b) : undefined);
        for (const [name, body] of [['a', a], ['b', b]] as const) {
            if (!(body instanceof Body)) {
                throw new TypeError(`joint.${name} must be a Body, but is ${described(body)}.`);
            }
            if (body.simulation !== this) {
                throw new TypeError(`joint.${name} belongs to another simulation.`);
            }
        }
        const id = wasm.joint_insert(this._number, a!._live, b._live);
        if (id < 0) {
            throw refusedJoint(id, this, a!);
        }
        const added = new Joint(type, a!, b, id);
        this._joints.set(id, added);
        return added;
    }

    /** The joints, in a new array, in order of insertion. */
    get joints(): Joint<T>[] {
        return [...this._joints.values()];
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
        this.#order = loadObjects(this, data ?? { body: () => undefined, collider: () => undefined });
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
