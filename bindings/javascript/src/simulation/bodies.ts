import { described } from '../errors.js';
import { wasm } from '../loader.js';
import type { Mover } from '../mover.js';
import type { Unknown } from '../shape_words.js';
import type { ShapeLike } from '../shapes.js';
import { SimulationBase } from './base.js';
import { Body } from './body.js';
import { Collider } from './collider.js';
import { Joint, refusedJoint } from './joint.js';
import { type JointOptions, typeOf, writeJoint } from './joint_options.js';
import { checkMover, type InsertMoverOptions, type MoverDrive, refusedMover, writeDrive } from './movers.js';
import { type ColliderOptions, type InsertOptions, isCollider, refusedInsertion, writeInsertion } from './options.js';
import { readNumbers } from './saving.js';

/** The bodies and the joints of a simulation. */
export class SimulationBodies<T> extends SimulationBase<T> {
    /** @internal The bodies in order of insertion. */
    _order: Body<T>[] = [];
    #poses = new Float64Array(0);
    #arePosesOld = true;

    /** @internal Something has changed that may move bodies. */
    _changed(): void {
        this.#arePosesOld = true;
    }

    /** @internal Removes a body that the module has removed. */
    _forgetBody(body: Body<T>): void {
        this._order.splice(body._index, 1);
        for (let k = body._index; k < this._order.length; k++) {
            this._order[k]!._index = k;
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
        return this.#added(id, parts.length, options.data as T, (index) => {
            const part = parts[index];
            return isCollider(part) ? part.data : undefined;
        });
    }

    /**
     * Adds a dynamic body for a mover, with the shape of the mover. Pass both to {@link Simulation.stepWithMovers}, which moves them. The body
     * does not rotate and has no friction. Its weight acts on the bodies on which the mover stands, and the mover pushes the bodies against
     * which it moves: a heavier mover pushes them faster. Set the gravity of the mover before: the body of a mover without gravity does not
     * fall.
     *
     * @example
     * const simulation = new Simulation({ gravity: { x: 0, y: 900 } });
     * simulation.insert({ x: -100, y: 0, width: 400, height: 20 }, { type: 'static' });
     * const crate = simulation.insert({ x: 30, y: -20, width: 20, height: 20 });
     * const mover = new Mover({ x: 0, y: -32, width: 16, height: 32 }, { gravity: { x: 0, y: 900 } });
     * const hero = { mover, body: simulation.insertMover(mover, { mass: 2000, data: 'hero' }) };
     * for (let frame = 0; frame < 60; frame++) {
     *     mover.velocity.x = 60;
     *     simulation.stepWithMovers(1 / 60, [hero]);
     * }
     * crate.x > 10; // true
     */
    insertMover(mover: Mover, options: InsertMoverOptions<T>): Body<T> {
        checkMover(mover, options);
        const { mass, layers = 1, filter = 0xffffffff } = options;
        const id = wasm.simulation_insert_mover(this._number, mover._handle, mass, layers, filter);
        if (id < 0) {
            throw refusedMover(id, this, mover);
        }
        return this.#added(id, wasm.body_colliders(this._number, id), options.data as T, () => undefined);
    }

    /**
     * Sets the velocity of the body of a mover to that of the mover's own step of the length `dt`, so that the next {@link Simulation.step}
     * moves it to the same place. It is for games that call `mover.step` and `simulation.step` themselves, with this call between the two.
     * The mover pushes the dynamic bodies that it has hit.
     *
     * @example
     * const simulation = new Simulation();
     * const mover = new Mover({ x: 0, y: 0, width: 10, height: 20 }, { velocity: { x: 64, y: 0 } });
     * const body = simulation.insertMover(mover, { mass: 5 });
     * mover.step(1 / 64, []);
     * simulation.driveMover(body, 1 / 64, { start: { x: 0, y: 0 }, end: mover.position, desiredVelocity: { x: 64, y: 0 } });
     * simulation.step(1 / 64);
     * body.x; // 1
     */
    driveMover(body: Body<T>, dt: number, motion: MoverDrive<T>): void {
        writeDrive(this, body, dt, motion);
        body._done(wasm.simulation_drive_mover(this._number, body._live, dt));
    }

    /** Makes the objects of a new body and its colliders, whose ids the module has written. */
    #added(id: number, colliders: number, data: T, dataOf: (index: number) => unknown): Body<T> {
        const body = new Body<T>(this._self, id, this._order.length, data);
        this._order.push(body);
        this._bodies.set(id, body);
        readNumbers(this._self, colliders, 'The body').forEach((collider, k) => {
            this._colliders.set(collider, new Collider(body, collider, dataOf(k)));
        });
        this._changed();
        return body;
    }

    /** The bodies in order of insertion. The array must not be changed. */
    get bodies(): readonly Body<T>[] {
        return this._order;
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
        if (this.#arePosesOld || this.#poses.length !== 3 * this._order.length) {
            const count = this._answer(wasm.simulation_poses(this._number));
            this.#poses = new Float64Array(wasm.memory.buffer, wasm.simulation_poses_address(this._number), count);
            this.#arePosesOld = false;
        }
        return this.#poses;
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
        const a = joint.a ?? (joint.type === 'mouse' ? this._order.find((body) => body !== b) : undefined);
        for (const [name, body] of [['a', a], ['b', b]] as const) {
            if (!(body instanceof Body)) {
                throw new TypeError(`joint.${name} must be a Body, but is ${described(body)}.`);
            }
            if (body.simulation !== this._self) {
                throw new TypeError(`joint.${name} belongs to another simulation.`);
            }
        }
        const id = wasm.joint_insert(this._number, a!._live, b._live);
        if (id < 0) {
            throw refusedJoint(id, this._self, a!);
        }
        const added = new Joint(type, a!, b, id);
        this._joints.set(id, added);
        return added;
    }

    /** The joints, in a new array, in order of insertion. */
    get joints(): Joint<T>[] {
        return [...this._joints.values()];
    }
}
