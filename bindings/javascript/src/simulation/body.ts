import { finite } from '../errors.js';
import { wasm } from '../loader.js';
import type { Point, ShapeLike } from '../shapes.js';
import { BodyState } from './body_state.js';
import { Collider } from './collider.js';
import { type ContactEvent, readEvents } from './events.js';
import { refused } from './exports.js';
import type { Joint } from './joint.js';
import {
    type BodyOptions,
    type ColliderOptions,
    isCollider,
    type MaterialOptions,
    refusedBody,
    refusedInsertion,
    writeBody,
    writeCollider,
} from './options.js';
import { readNumbers } from './saving.js';

/**
 * A body of a simulation, which is made by {@link Simulation.insert}. Its properties are those of the moment: they are read from the
 * simulation. To draw many bodies, use {@link Simulation.poses}.
 *
 * `x`, `y` and `angle` are the place of the origin of its coordinates, in which the shapes of its colliders are. The center of mass may be
 * elsewhere.
 */
export class Body<T = unknown> extends BodyState<T> {
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
     * The velocity of the center of mass, in length per unit of time. It can be set; the object that is returned is a copy that cannot be
     * changed.
     *
     * @example
     * const ball = new Simulation().insert({ x: 0, y: 0, radius: 5 });
     * ball.velocity = { x: 0, y: -50 };
     * ball.velocityY; // -50
     */
    get velocity(): Readonly<Point> {
        return Object.freeze({ x: this.velocityX, y: this.velocityY });
    }

    set velocity(velocity: Readonly<Point>) {
        this.set({ velocity });
    }

    /**
     * The position of the origin of the body, as in {@link Body.setPose}. It can be set; the object that is returned is a copy that cannot
     * be changed.
     *
     * @example
     * const ball = new Simulation().insert({ x: 0, y: 0, radius: 5 });
     * ball.position = { x: 100, y: 50 };
     * ball.x; // 100
     */
    get position(): Readonly<Point> {
        return Object.freeze({ x: this.x, y: this.y });
    }

    set position(position: Readonly<Point>) {
        this.set({ position });
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
        this._done(answer);
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
        this._done(answer);
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
        this._done(answer);
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
        this._done(answer);
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
        this._done(wasm.body_wake(this.simulation._number, this._live, 1));
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
        this._done(wasm.body_wake(this.simulation._number, this._live, 0));
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
        this._done(wasm.simulation_remove(this.simulation._number, this._live, Math.max(0, this._index)));
        this.simulation._forgetBody(this);
    }
}
