import { finite, refusal, Status } from '../errors.js';
import { fresh, room, wasm, words } from '../loader.js';
import type { Unknown } from '../shape_words.js';
import type { Point } from '../shapes.js';
import type { Simulation } from '../simulation.js';
import type { Body } from './body.js';
import { refused } from './exports.js';
import { changeWords, checkForce, checkJoint, type JointChanges, type JointType, type MotorOptions } from './joint_options.js';

/** What a joint does at the moment. */
export interface JointState {
    /** The anchor on the first body, in world coordinates; the target of a mouse joint. */
    anchorA: Point;
    /** The anchor on the second body, in world coordinates. */
    anchorB: Point;
    /** The force that the joint exerted on the second body in the last step. */
    forceX: number;
    forceY: number;
    /** The torque that the joint exerted on the second body in the last step. */
    torque: number;
    /** The distance along the axis of a slider or wheel, or that of the anchors of a distance joint; 0 for others. */
    translation: number;
    /** The angle of the second body relative to the first, in radians; 0 when the joint was added. */
    angle: number;
}

/** The anchor and the direction of a joint on one of its bodies, in the coordinates of the body. */
export interface JointFrame {
    x: number;
    y: number;
    /** The angle relative to the body, in radians. */
    angle: number;
}

/** A joint between two bodies, which is made by {@link Simulation.insertJoint}. */
export class Joint<T = unknown> {
    /** The type of the joint. */
    readonly type: JointType;
    /** The first body. */
    readonly a: Body<T>;
    /** The second body. */
    readonly b: Body<T>;
    /** The id of the joint, a safe integer. Joints of other simulations may have the same. */
    readonly id: number;
    /** Data of your own. */
    data: unknown;
    /** @internal */
    _isRemoved = false;

    /** @internal */
    constructor(type: JointType, a: Body<T>, b: Body<T>, id: number) {
        this.type = type;
        this.a = a;
        this.b = b;
        this.id = id;
    }

    /** @internal The id for the module; 0, which is no id, if the joint was removed. */
    get _live(): number {
        return this._isRemoved ? 0 : this.id;
    }

    get #simulation(): Simulation<T> {
        return this.b.simulation;
    }

    #answer(answer: number): void {
        if (answer < 0) {
            throw refused(answer, this.#simulation, 'The joint');
        }
    }

    #done(answer: number): void {
        this.#answer(answer);
        this.#simulation._changed();
    }

    /** Whether the joint was removed, has broken, or one of its bodies was removed. */
    get isRemoved(): boolean {
        return this._isRemoved;
    }

    /**
     * The anchors, forces, distance and angle of the joint.
     *
     * @example
     * const simulation = new Simulation();
     * const [a, b] = [0, 30].map((x) => simulation.insert({ x, y: 0, radius: 5 }));
     * const rod = simulation.insertJoint({ type: 'distance', a, b, anchorA: { x: 0, y: 0 }, anchorB: { x: 30, y: 0 } });
     * rod.state.translation; // 30
     */
    get state(): JointState {
        this.#answer(wasm.joint_get(this.#simulation._number, this._live));
        fresh();
        return {
            anchorA: { x: words[0]!, y: words[1]! },
            anchorB: { x: words[2]!, y: words[3]! },
            forceX: words[4]!,
            forceY: words[5]!,
            torque: words[6]!,
            translation: words[7]!,
            angle: words[8]!,
        };
    }

    /** Whether the joint acts. It can be set. */
    get isEnabled(): boolean {
        this.#answer(wasm.joint_get(this.#simulation._number, this._live));
        fresh();
        return words[9] !== 0;
    }

    set isEnabled(enabled: boolean) {
        this.#done(wasm.joint_set_enabled(this.#simulation._number, this._live, enabled ? 1 : 0));
    }

    /**
     * Changes options of the joint. Those that are not given stay; `null` removes limits, a motor or a spring.
     *
     * @example
     * const simulation = new Simulation();
     * const [a, b] = [0, 30].map((x) => simulation.insert({ x, y: 0, radius: 5 }));
     * const hinge = simulation.insertJoint({ type: 'revolute', a, b, anchor: { x: 15, y: 0 } });
     * hinge.set({ limits: [-1, 1], motor: { speed: 2, maxForce: 500 } });
     * hinge.set({ motor: null });
     */
    set(changes: JointChanges): void {
        checkJoint(this.type, changes as Unknown, false);
        this.#answer(wasm.joint_definition(this.#simulation._number, this._live));
        fresh();
        changeWords(changes as Unknown);
        this.#done(wasm.joint_set_definition(this.#simulation._number, this._live));
    }

    /**
     * Sets the motor, or removes it if it is `null`.
     *
     * @example
     * const simulation = new Simulation();
     * const [a, b] = [0, 30].map((x) => simulation.insert({ x, y: 0, radius: 5 }));
     * const hinge = simulation.insertJoint({ type: 'revolute', a, b, anchor: { x: 30, y: 0 } });
     * hinge.setMotor({ speed: 2 });
     * simulation.step(1 / 60);
     * Math.abs(b.angularVelocity - a.angularVelocity - 2) < 0.01; // true
     */
    setMotor(motor: Readonly<MotorOptions> | null): void {
        const force = motor?.maxForce ?? Infinity;
        if (motor) {
            finite(motor.speed, 'motor.speed');
            checkForce(force, 'motor.maxForce');
        }
        this.#done(wasm.joint_set_motor(this.#simulation._number, this._live, motor?.speed ?? 0, force, motor ? 1 : 0));
    }

    /**
     * Moves the target of a mouse joint, in world coordinates.
     *
     * @example
     * const simulation = new Simulation();
     * const wall = simulation.insert({ x: 0, y: 90, width: 9, height: 9 }, { type: 'static' });
     * const ball = simulation.insert({ x: 0, y: 0, radius: 5 });
     * const drag = simulation.insertJoint({ type: 'mouse', b: ball, anchor: { x: 0, y: 0 } });
     * drag.setTarget(50, 0);
     * for (let k = 0; k < 120; k++) simulation.step(1 / 60);
     * Math.round(ball.x); // 50
     */
    setTarget(x: number, y: number): void {
        finite(x, 'x');
        finite(y, 'y');
        if (this.type !== 'mouse') {
            throw new TypeError(`The joint has no target: its type is '${this.type}'.`);
        }
        this.#done(wasm.joint_set_target(this.#simulation._number, this._live, x, y));
    }

    /**
     * Sets the force and the torque above which the joint breaks; infinite if it is not given. A broken joint is removed: see
     * {@link Simulation.brokenJoints}.
     *
     * @example
     * const simulation = new Simulation({ gravity: { x: 0, y: 100 } });
     * const a = simulation.insert({ x: 0, y: 0, radius: 5 }, { type: 'static' });
     * const b = simulation.insert({ x: 0, y: 30, radius: 5 }, { mass: 1 });
     * const rod = simulation.insertJoint({ type: 'distance', a, b, anchorA: { x: 0, y: 0 }, anchorB: { x: 0, y: 30 } });
     * rod.setBreakLimits({ force: 50 });
     * simulation.step(1 / 60);
     * simulation.brokenJoints()[0] === rod; // true
     */
    setBreakLimits({ force = Infinity, torque = Infinity }: { force?: number; torque?: number }): void {
        checkForce(force, 'force');
        checkForce(torque, 'torque');
        this.#done(wasm.joint_set_break_limits(this.#simulation._number, this._live, force, torque));
    }

    /**
     * The anchors and directions on the first and the second body, in the coordinates of the bodies.
     *
     * @example
     * const simulation = new Simulation();
     * const [a, b] = [0, 30].map((x) => simulation.insert({ x: 0, y: 0, radius: 5 }, { position: { x, y: 0 } }));
     * const hinge = simulation.insertJoint({ type: 'revolute', a, b, anchor: { x: 30, y: 0 } });
     * hinge.frames[0]; // { x: 30, y: 0, angle: 0 }
     */
    get frames(): [JointFrame, JointFrame] {
        this.#answer(wasm.joint_frames(this.#simulation._number, this._live));
        fresh();
        return [
            { x: words[0]!, y: words[1]!, angle: words[2]! },
            { x: words[3]!, y: words[4]!, angle: words[5]! },
        ];
    }

    /**
     * Sets the anchors and directions on both bodies, in the coordinates of the bodies.
     *
     * @example
     * const simulation = new Simulation();
     * const [a, b] = [0, 30].map((x) => simulation.insert({ x: 0, y: 0, radius: 5 }, { position: { x, y: 0 } }));
     * const hinge = simulation.insertJoint({ type: 'revolute', a, b, anchor: { x: 30, y: 0 } });
     * hinge.setFrames({ x: 15, y: 0, angle: 0 }, { x: -15, y: 0, angle: 0 });
     * hinge.state.anchorB; // { x: 15, y: 0 }
     */
    setFrames(a: Readonly<JointFrame>, b: Readonly<JointFrame>): void {
        room(6);
        words.set([...frameNumbers(a, 'a'), ...frameNumbers(b, 'b')]);
        this.#done(wasm.joint_set_frames(this.#simulation._number, this._live));
    }

    /**
     * Removes the joint.
     *
     * @example
     * const simulation = new Simulation();
     * const [a, b] = [0, 30].map((x) => simulation.insert({ x, y: 0, radius: 5 }));
     * simulation.insertJoint({ type: 'weld', a, b, anchor: { x: 15, y: 0 } }).remove();
     * simulation.joints.length; // 0
     */
    remove(): void {
        this.#done(wasm.joint_remove(this.#simulation._number, this._live));
        this.#simulation._forgetJoint(this);
    }
}

function frameNumbers(frame: Readonly<JointFrame>, name: string): number[] {
    return [finite(frame?.x, `${name}.x`), finite(frame.y, `${name}.y`), finite(frame.angle, `${name}.angle`)];
}

/** The error for a refused joint whose options were checked. */
export function refusedJoint(status: number, simulation: Simulation<any>, a: Body<any>): Error {
    if (status === Status.Gone && simulation._number !== 0) {
        return new TypeError(`joint.${a.isRemoved ? 'a' : 'b'} has been removed.`);
    }
    return status === Status.SameBody || status === Status.NoDynamicBody
        ? refusal(status, 'joint')
        : refused(status, simulation, 'joint');
}
