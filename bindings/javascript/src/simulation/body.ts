import { finite } from '../errors.js';
import { fresh, wasm, words } from '../loader.js';
import type { Point, ShapeLike } from '../shapes.js';
import type { Simulation } from '../simulation.js';
import { Collider } from './collider.js';
import { type ContactEvent, readEvents } from './events.js';
import { refused } from './exports.js';
import type { Joint } from './joint.js';
import {
    type BodyOptions,
    type BodyType,
    type ColliderOptions,
    isCollider,
    type MaterialOptions,
    refusedBody,
    refusedInsertion,
    TYPES,
    writeBody,
    writeCollider,
} from './options.js';
import { readNumbers } from './saving.js';

/** The words of the state of a body: see `state_words` in `src/simulation/bodies.rs`. */
const enum Word {
    X,
    Y,
    Angle,
    Cosine,
    Sine,
    CenterX,
    CenterY,
    VelocityX,
    VelocityY,
    AngularVelocity,
    Mass,
    Inertia,
    Asleep,
    Type,
    GravityScale,
    LinearDamping,
    AngularDamping,
    FixedRotation,
    LockX,
    LockY,
    CanSleep,
    Bullet,
}

/**
 * A body of a simulation, which is made by {@link Simulation.insert}. Its properties are those of the moment: they are read from the
 * simulation. To draw many bodies, use {@link Simulation.poses}.
 *
 * `x`, `y` and `angle` are the place of the origin of its coordinates, in which the shapes of its colliders are. The center of mass may be
 * elsewhere.
 */
export class Body<T = unknown> {
    /** The simulation of the body. */
    readonly simulation: Simulation<T>;
    /** The id of the body, a safe integer. It stays the same when the simulation is saved or cloned. */
    readonly id: number;
    /** Data of your own, such as your game object. */
    data: T;
    /** @internal */
    _index: number;

    /** @internal */
    constructor(simulation: Simulation<T>, id: number, index: number, data: T) {
        this.simulation = simulation;
        this.id = id;
        this._index = index;
        this.data = data;
    }

    #read(word: Word): number {
        const answer = wasm.body_get(this.simulation._number, this._live);
        if (answer < 0) {
            throw refused(answer, this.simulation, 'The body');
        }
        fresh();
        return words[word]!;
    }

    #done(answer: number): void {
        if (answer < 0) {
            throw refused(answer, this.simulation, 'The body');
        }
        this.simulation._changed();
    }

    /** @internal The id for the module; 0, which is no id, if the body was removed. */
    get _live(): number {
        return this._index < 0 ? 0 : this.id;
    }

    /** The index of the body in {@link Simulation.bodies} and {@link Simulation.poses}; -1 if it was removed. */
    get index(): number {
        return this._index;
    }

    /** Whether the body was removed from its simulation. */
    get isRemoved(): boolean {
        return this._index < 0;
    }

    /** The x coordinate of the origin of the body. */
    get x(): number {
        return this.#read(Word.X);
    }

    /** The y coordinate of the origin of the body. */
    get y(): number {
        return this.#read(Word.Y);
    }

    /** The angle in radians, from x towards y. It counts full turns. */
    get angle(): number {
        return this.#read(Word.Angle);
    }

    /** The cosine of the angle. */
    get cosine(): number {
        return this.#read(Word.Cosine);
    }

    /** The sine of the angle. */
    get sine(): number {
        return this.#read(Word.Sine);
    }

    /** The x coordinate of the center of mass. */
    get centerX(): number {
        return this.#read(Word.CenterX);
    }

    /** The y coordinate of the center of mass. */
    get centerY(): number {
        return this.#read(Word.CenterY);
    }

    /** The velocity of the center of mass along x, in length per unit of time. */
    get velocityX(): number {
        return this.#read(Word.VelocityX);
    }

    /** The velocity of the center of mass along y, in length per unit of time. */
    get velocityY(): number {
        return this.#read(Word.VelocityY);
    }

    /** The angular velocity in radians per unit of time, from x towards y. */
    get angularVelocity(): number {
        return this.#read(Word.AngularVelocity);
    }

    /** The mass. Static and kinematic bodies have one too. */
    get mass(): number {
        return this.#read(Word.Mass);
    }

    /** The moment of inertia about the center of mass. */
    get inertia(): number {
        return this.#read(Word.Inertia);
    }

    /** Whether the body is asleep: it rests, and costs nothing until something wakes it. */
    get isSleeping(): boolean {
        return this.#read(Word.Asleep) !== 0;
    }

    /** How the body moves. */
    get type(): BodyType {
        return TYPES[this.#read(Word.Type)]!;
    }

    /** The factor for the gravity that acts on the body. */
    get gravityScale(): number {
        return this.#read(Word.GravityScale);
    }

    /** The rate per unit of time at which the velocity decays. */
    get linearDamping(): number {
        return this.#read(Word.LinearDamping);
    }

    /** The rate per unit of time at which the angular velocity decays. */
    get angularDamping(): number {
        return this.#read(Word.AngularDamping);
    }

    /** Whether contacts, joints and torques do not rotate the body. */
    get fixedRotation(): boolean {
        return this.#read(Word.FixedRotation) !== 0;
    }

    /** Whether the center of mass does not move along x. */
    get lockX(): boolean {
        return this.#read(Word.LockX) !== 0;
    }

    /** Whether the center of mass does not move along y. */
    get lockY(): boolean {
        return this.#read(Word.LockY) !== 0;
    }

    /** Whether the body may fall asleep. */
    get canSleep(): boolean {
        return this.#read(Word.CanSleep) !== 0;
    }

    /** Whether grazing collisions of the fast body are found too. */
    get bullet(): boolean {
        return this.#read(Word.Bullet) !== 0;
    }

    /**
     * Changes options of the body, such as its velocity, type or mass. The others stay. The body wakes.
     *
     * @example
     * const ball = new Simulation().insert({ x: 0, y: 0, radius: 5 });
     * ball.set({ velocity: { x: 100, y: 0 }, gravityScale: 0.5 });
     * ball.velocityX; // 100
     */
    set(changes: BodyOptions): void {
        writeBody(changes);
        const answer = wasm.body_set(this.simulation._number, this._live);
        if (answer < 0) {
            throw refusedBody(answer, this.simulation, changes);
        }
        this.simulation._changed();
    }

    /**
     * Teleports the body to a place, with an `angle` in radians, or with the angle that it has. Its velocity does not change.
     *
     * @example
     * const ball = new Simulation().insert({ x: 0, y: 0, radius: 5 });
     * ball.setPose(100, 50);
     * [ball.x, ball.y]; // [100, 50]
     */
    setPose(x: number, y: number, angle?: number): void {
        if (angle === undefined) {
            this.set({ position: { x, y } });
            return;
        }
        this.#place(wasm.body_set_pose(this.simulation._number, this._live, x, y, angle), x, y, angle, 1);
    }

    /**
     * Sets the velocities with which the body is at a place after a step of the length `dt`: for kinematic bodies that follow a path.
     *
     * @example
     * const simulation = new Simulation();
     * const lift = simulation.insert({ x: 0, y: 0, width: 80, height: 10 }, { type: 'kinematic' });
     * lift.setTargetPose(0, -2, 0, 1 / 64);
     * simulation.step(1 / 64);
     * lift.y; // -2
     */
    setTargetPose(x: number, y: number, angle: number, dt: number): void {
        this.#place(wasm.body_set_target_pose(this.simulation._number, this._live, x, y, angle, dt), x, y, angle, dt);
    }

    #place(answer: number, x: number, y: number, angle: number, dt: number): void {
        if (answer < 0 && !this.isRemoved) {
            finite(x, 'x');
            finite(y, 'y');
            finite(angle, 'angle');
            if (!(finite(dt, 'dt') > 0)) {
                throw new RangeError(`dt must be above 0, but is ${dt}.`);
            }
        }
        this.#done(answer);
    }

    /**
     * Applies a force during the next step, at a point of the world, or at the center of mass. Forces add up.
     *
     * @example
     * const simulation = new Simulation();
     * const ball = simulation.insert({ x: 0, y: 0, radius: 5 }, { mass: 2 });
     * ball.applyForce(64, 0);
     * simulation.step(1 / 64);
     * ball.velocityX; // 0.5
     */
    applyForce(x: number, y: number, at?: Readonly<Point>): void {
        const atCenter = at ? 0 : 1;
        const answer = wasm.body_apply_force(this.simulation._number, this._live, x, y, at?.x ?? NaN, at?.y ?? NaN, atCenter);
        this.#push(answer, x, y, at);
    }

    /**
     * Applies an impulse, at a point of the world or at the center of mass: it changes the velocity at once.
     *
     * @example
     * const ball = new Simulation().insert({ x: 0, y: 0, radius: 5 }, { mass: 2 });
     * ball.applyImpulse(0, -100);
     * ball.velocityY; // -50
     */
    applyImpulse(x: number, y: number, at?: Readonly<Point>): void {
        const atCenter = at ? 0 : 1;
        const answer = wasm.body_apply_impulse(this.simulation._number, this._live, x, y, at?.x ?? NaN, at?.y ?? NaN, atCenter);
        this.#push(answer, x, y, at);
    }

    #push(answer: number, x: number, y: number, at: Readonly<Point> | undefined): void {
        if (answer < 0 && !this.isRemoved) {
            finite(x, 'x');
            finite(y, 'y');
            if (at) {
                finite(at.x, 'at.x');
                finite(at.y, 'at.y');
            }
        }
        this.#done(answer);
    }

    /**
     * Applies a torque during the next step, in force times length, from x towards y. Torques add up.
     *
     * @example
     * const simulation = new Simulation();
     * const wheel = simulation.insert({ x: 0, y: 0, radius: 5 });
     * wheel.applyTorque(64 * wheel.inertia);
     * simulation.step(1 / 64);
     * Math.abs(wheel.angularVelocity - 1) < 1e-9; // true
     */
    applyTorque(torque: number): void {
        const answer = wasm.body_apply_torque(this.simulation._number, this._live, torque);
        if (answer < 0 && !this.isRemoved) {
            finite(torque, 'torque');
        }
        this.#done(answer);
    }

    /**
     * Applies an angular impulse: it changes the angular velocity at once.
     *
     * @example
     * const wheel = new Simulation().insert({ x: 0, y: 0, radius: 5 });
     * wheel.applyAngularImpulse(wheel.inertia);
     * Math.abs(wheel.angularVelocity - 1) < 1e-9; // true
     */
    applyAngularImpulse(impulse: number): void {
        const answer = wasm.body_apply_angular_impulse(this.simulation._number, this._live, impulse);
        if (answer < 0 && !this.isRemoved) {
            finite(impulse, 'impulse');
        }
        this.#done(answer);
    }

    /**
     * Wakes the body, and all bodies that touch it or are joined to it.
     *
     * @example
     * const ball = new Simulation().insert({ x: 0, y: 0, radius: 5 });
     * ball.sleep();
     * ball.wake();
     * ball.isSleeping; // false
     */
    wake(): void {
        this.#done(wasm.body_wake(this.simulation._number, this._live, 1));
    }

    /**
     * Puts a dynamic body to sleep, with velocities of zero, until something wakes it.
     *
     * @example
     * const ball = new Simulation().insert({ x: 0, y: 0, radius: 5 });
     * ball.sleep();
     * ball.isSleeping; // true
     */
    sleep(): void {
        this.#done(wasm.body_wake(this.simulation._number, this._live, 0));
    }

    /**
     * The colliders of the body, in a new array.
     *
     * @example
     * new Simulation().insert([{ x: 0, y: 0, radius: 5 }, { x: 9, y: 0, radius: 5 }]).colliders.length; // 2
     */
    get colliders(): Collider<T>[] {
        const count = wasm.body_colliders(this.simulation._number, this._live);
        return Array.from(readNumbers(this.simulation, count, 'The body'), (id) => this.simulation._colliders.known(id));
    }

    /**
     * Adds a shape to the body, in the coordinates of the body. Its mass is computed again. `options` are those of its material.
     *
     * @example
     * const body = new Simulation().insert({ x: 0, y: 0, width: 2, height: 2 });
     * body.insertCollider({ x: 2, y: 0, width: 2, height: 2 }, { density: 3 });
     * body.mass; // 16
     */
    insertCollider(shape: ShapeLike | ColliderOptions, options: MaterialOptions = {}): Collider<T> {
        writeCollider(shape, options, 0);
        const id = wasm.body_insert_collider(this.simulation._number, this._live);
        if (id < 0) {
            if (this.isRemoved) {
                throw refused(id, this.simulation, 'The body');
            }
            throw refusedInsertion(id, this.simulation, [shape], options, 'shape');
        }
        const collider = new Collider(this, id, isCollider(shape) ? shape.data : undefined);
        this.simulation._colliders.set(id, collider);
        this.simulation._changed();
        return collider;
    }

    /**
     * The contacts of the body after the last step: those that began, go on, or ended.
     *
     * @example
     * const simulation = new Simulation({ gravity: { x: 0, y: 100 } });
     * simulation.insert({ x: -50, y: 0, width: 100, height: 10 }, { type: 'static' });
     * const ball = simulation.insert({ x: 0, y: -5, radius: 5 });
     * simulation.step(1 / 60);
     * ball.contacts().length; // 1
     */
    contacts(): ContactEvent<T>[] {
        const count = wasm.body_contacts(this.simulation._number, this._live);
        if (count < 0) {
            throw refused(count, this.simulation, 'The body');
        }
        return readEvents(this.simulation, count);
    }

    /** The joints of the body, in a new array, in order of insertion. */
    get joints(): Joint<T>[] {
        return [...this.simulation._joints.values()].filter((joint) => joint.a === this || joint.b === this);
    }

    /**
     * Removes the body with its colliders and joints. Its contacts end in the next step.
     *
     * @example
     * const simulation = new Simulation();
     * const ball = simulation.insert({ x: 0, y: 0, radius: 5 });
     * ball.remove();
     * simulation.bodies.length; // 0
     */
    remove(): void {
        this.#done(wasm.simulation_remove(this.simulation._number, this._live, Math.max(0, this._index)));
        this.simulation._forgetBody(this);
    }
}
