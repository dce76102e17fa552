/** The options of joints. */

import { described, finite, size } from '../errors.js';
import { room, words } from '../loader.js';
import type { Unknown } from '../shape_words.js';
import type { Point } from '../shapes.js';
import type { Body } from './body.js';
import { checkNames } from './fields.js';

export type JointType = 'distance' | 'revolute' | 'prismatic' | 'weld' | 'wheel' | 'mouse';

/** A motor: a target speed, and the largest force or torque to reach it. */
export interface MotorOptions {
    /** The target speed, in length or radians per unit of time. A motor with speed 0 is a brake. */
    speed: number;
    /** The largest force or torque, at least 0; infinite if it is not given. */
    maxForce?: number;
}

/** A damped spring. Its motion does not depend on the masses. */
export interface SpringOptions {
    /** The frequency in cycles per unit of time, at least 0; 5 if it is not given. */
    hertz?: number;
    /** Below 1 the spring oscillates; at least 0, and 0.7 if it is not given. */
    dampingRatio?: number;
}

interface Bodies<T> {
    /** The first body. Angles, distances and speeds of the second body are measured relative to it. */
    a: Body<T>;
    /** The second body. */
    b: Body<T>;
    /** Whether the two bodies may collide with each other; false if it is not given. */
    collideConnected?: boolean;
}

/** What limits and drives the motion that a joint leaves free: an angle, or a distance along an axis or between two anchors. */
interface JointAxisOptions {
    /** The smallest and the largest angle or distance. */
    limits?: readonly [number, number] | null;
    motor?: Readonly<MotorOptions> | null;
    spring?: Readonly<SpringOptions> | null;
    /** Where the spring rests: an angle or a distance from where the joint was added; 0 if it is not given. */
    springTarget?: number;
    /** The directions in which the spring acts; `'both'` if it is not given. */
    springForce?: SpringForce;
}

/** The directions in which a spring acts: `'pull'` is an elastic rope, `'push'` a buffer. */
export type SpringForce = 'both' | 'pull' | 'push';

const SPRING_FORCES: readonly SpringForce[] = ['both', 'pull', 'push'];

/** Keeps the distance of two anchors. With a spring it is elastic, with only limits a rope or a strut; a motor changes the distance. */
export interface DistanceJointOptions<T = unknown> extends Bodies<T>, JointAxisOptions {
    type: 'distance';
    /** The anchor on the first body, in world coordinates. */
    anchorA: Readonly<Point>;
    /** The anchor on the second body, in world coordinates. */
    anchorB: Readonly<Point>;
    /** The distance at rest; that of the anchors if it is not given. */
    length?: number;
}

/** A hinge: both bodies rotate about a point. Limits are angles in radians; the angle is 0 when the joint is added. */
export interface RevoluteJointOptions<T = unknown> extends Bodies<T>, JointAxisOptions {
    type: 'revolute';
    /** The point, in world coordinates. */
    anchor: Readonly<Point>;
}

/** A slider: the second body slides along an axis of the first, without rotating. */
export interface PrismaticJointOptions<T = unknown> extends Bodies<T>, JointAxisOptions {
    type: 'prismatic';
    /** A point on the axis, in world coordinates. */
    anchor: Readonly<Point>;
    /** The direction of the axis, of any length except 0. */
    axis: Readonly<Point>;
}

/** Glues two bodies together, rigidly or with springs. */
export interface WeldJointOptions<T = unknown> extends Bodies<T> {
    type: 'weld';
    /** The point at which they are joined, in world coordinates. */
    anchor: Readonly<Point>;
    /** The spring for the position; rigid if it is not given. */
    spring?: Readonly<SpringOptions> | null;
    /** The spring for the angle; rigid if it is not given. */
    angularSpring?: Readonly<SpringOptions> | null;
}

/** A wheel with a suspension: the second body slides along an axis of the first and rotates freely. The motor rotates it. */
export interface WheelJointOptions<T = unknown> extends Bodies<T>, JointAxisOptions {
    type: 'wheel';
    /** The hub of the wheel, in world coordinates. */
    anchor: Readonly<Point>;
    /** The direction of the suspension, of any length except 0. */
    axis: Readonly<Point>;
}

/** Pulls a point of the second body to a target, such as the pointer. {@link Joint.setTarget} moves the target. */
export interface MouseJointOptions<T = unknown> extends Omit<Bodies<T>, 'a' | 'collideConnected'> {
    type: 'mouse';
    /** Another body, which has no effect; if it is not given, the first other body of the simulation. */
    a?: Body<T>;
    /** The point of the second body that is pulled, which is also the first target, in world coordinates. */
    anchor: Readonly<Point>;
    spring?: Readonly<SpringOptions>;
    /** The largest force, at least 0; infinite if it is not given. */
    maxForce?: number;
}

/** The options of a joint, by its type. */
export type JointOptions<T = unknown> =
    | DistanceJointOptions<T>
    | RevoluteJointOptions<T>
    | PrismaticJointOptions<T>
    | WeldJointOptions<T>
    | WheelJointOptions<T>
    | MouseJointOptions<T>;

/** Changes of a joint. `null` removes limits, a motor or a spring. */
export interface JointChanges extends JointAxisOptions {
    anchor?: Readonly<Point>;
    anchorA?: Readonly<Point>;
    anchorB?: Readonly<Point>;
    axis?: Readonly<Point>;
    length?: number;
    angularSpring?: Readonly<SpringOptions> | null;
    maxForce?: number;
    collideConnected?: boolean;
}

const JOINT_TYPES: readonly JointType[] = ['distance', 'revolute', 'prismatic', 'weld', 'wheel', 'mouse'];

/** The options of every type, beside `type`, `a` and `b`. */
const NAMES: Record<JointType, readonly string[]> = {
    distance: ['anchorA', 'anchorB', 'length', 'limits', 'motor', 'spring', 'springTarget', 'springForce', 'collideConnected'],
    revolute: ['anchor', 'limits', 'motor', 'spring', 'springTarget', 'springForce', 'collideConnected'],
    prismatic: ['anchor', 'axis', 'limits', 'motor', 'spring', 'springTarget', 'springForce', 'collideConnected'],
    weld: ['anchor', 'spring', 'angularSpring', 'collideConnected'],
    wheel: ['anchor', 'axis', 'limits', 'motor', 'spring', 'springTarget', 'springForce', 'collideConnected'],
    mouse: ['anchor', 'spring', 'maxForce'],
};

/** The words of a joint and the flags of what it has: see `src/simulation/joint_kinds.rs`. */
const enum Word {
    Type,
    CollideConnected,
    Flags,
    Anchor,
    AnchorB = 5,
    Axis = 7,
    Length = 9,
    Limits,
    MotorSpeed = 12,
    MaxForce,
    Spring,
    AngularSpring = 16,
    SpringTarget = 18,
    SpringForce,
    Count,
}

const enum Flag {
    Length = 1,
    Limits = 2,
    Motor = 4,
    Spring = 8,
    AngularSpring = 16,
}

/** The joint type with a number of the module. */
export function typeOf(options: unknown): JointType {
    const type = (options as Unknown | null)?.type;
    if (!JOINT_TYPES.includes(type)) {
        throw new TypeError(`joint.type must be one of ${JOINT_TYPES.map((name) => `'${name}'`).join(', ')}, but is ${described(type)}.`);
    }
    return type;
}

/** The type of the joint whose words are in the scratch buffer. */
export function readType(): JointType {
    return JOINT_TYPES[words[Word.Type]!]!;
}

/** Writes the options of a new joint. They are checked first. */
export function writeJoint(type: JointType, options: Unknown): void {
    checkJoint(type, options, true);
    room(Word.Count);
    words.fill(0, 0, Word.Count);
    words[Word.Type] = JOINT_TYPES.indexOf(type);
    words[Word.MaxForce] = Infinity;
    changeWords(type === 'mouse' ? { ...options, spring: options.spring ?? {} } : options);
}

/** Changes the words of a joint that are in the scratch buffer. The changes must have been checked. */
export function changeWords(changes: Unknown): void {
    if (changes.collideConnected !== undefined) {
        words[Word.CollideConnected] = changes.collideConnected ? 1 : 0;
    }
    point(Word.Anchor, changes.anchor ?? changes.anchorA);
    point(Word.AnchorB, changes.anchorB);
    point(Word.Axis, changes.axis);
    pair(Flag.Length, Word.Length, changes.length, (length) => [length]);
    pair(Flag.Limits, Word.Limits, changes.limits, (limits) => limits);
    pair(Flag.Motor, Word.MotorSpeed, changes.motor, (motor) => [motor.speed, motor.maxForce ?? Infinity]);
    const spring = (of: SpringOptions) => [of.hertz ?? 5, of.dampingRatio ?? 0.7];
    pair(Flag.Spring, Word.Spring, changes.spring, spring);
    pair(Flag.AngularSpring, Word.AngularSpring, changes.angularSpring, spring);
    if (changes.maxForce !== undefined) {
        words[Word.MaxForce] = changes.maxForce;
    }
    if (changes.springTarget !== undefined) {
        words[Word.SpringTarget] = changes.springTarget;
    }
    if (changes.springForce !== undefined) {
        words[Word.SpringForce] = SPRING_FORCES.indexOf(changes.springForce);
    }
}

function point(at: Word, value: Readonly<Point> | undefined): void {
    if (value !== undefined) {
        words[at] = value.x;
        words[at + 1] = value.y;
    }
}

/** Writes the numbers of a value, or clears its flag if the value is `null`. */
function pair<V>(flag: Flag, at: Word, value: V | null | undefined, numbers: (value: V) => readonly number[]): void {
    if (value === undefined) {
        return;
    }
    const others = words[Word.Flags]! & ~flag;
    words[Word.Flags] = value === null ? others : others | flag;
    if (value !== null) {
        words.set(numbers(value), at);
    }
}

/** Checks the options of a new joint, or changes of one. */
export function checkJoint(type: JointType, options: Unknown, isNew: boolean): void {
    const name = isNew ? 'joint' : 'changes';
    const names = isNew ? [...NAMES[type], 'type', 'a', 'b'] : NAMES[type];
    checkNames(options, (key) => names.includes(key), `${name} of the type '${type}'`);
    for (const key of ['anchor', 'anchorA', 'anchorB', 'axis']) {
        if (options[key] !== undefined || (isNew && names.includes(key))) {
            checkPoint(options[key], `${name}.${key}`);
        }
    }
    if (options.axis && options.axis.x === 0 && options.axis.y === 0) {
        throw new RangeError(`${name}.axis has the length zero.`);
    }
    const { length, limits, motor, maxForce, springTarget, springForce } = options;
    if (length !== undefined) {
        size(length, `${name}.length`);
    }
    if (limits !== undefined && limits !== null) {
        checkLimits(type, limits, `${name}.limits`);
    }
    if (motor !== undefined && motor !== null) {
        finite(motor.speed, `${name}.motor.speed`);
        checkForce(motor.maxForce ?? Infinity, `${name}.motor.maxForce`);
    }
    checkForce(maxForce ?? Infinity, `${name}.maxForce`);
    if (springTarget !== undefined) {
        finite(springTarget, `${name}.springTarget`);
    }
    if (springForce !== undefined && !SPRING_FORCES.includes(springForce)) {
        const names = SPRING_FORCES.map((force) => `'${force}'`).join(', ');
        const given = typeof springForce === 'string' ? `'${springForce}'` : described(springForce);
        throw new TypeError(`${name}.springForce must be one of ${names}, but is ${given}.`);
    }
    for (const key of ['spring', 'angularSpring']) {
        size(options[key]?.hertz ?? 0, `${name}.${key}.hertz`);
        size(options[key]?.dampingRatio ?? 0, `${name}.${key}.dampingRatio`);
    }
}

function checkPoint(value: any, name: string): void {
    if (typeof value !== 'object' || value === null) {
        throw new TypeError(`${name} must be a point, but is ${described(value)}.`);
    }
    finite(value.x, `${name}.x`);
    finite(value.y, `${name}.y`);
}

function checkLimits(type: JointType, limits: any, name: string): void {
    if (!Array.isArray(limits) || limits.length !== 2) {
        throw new TypeError(`${name} must be an array of two numbers, but is ${described(limits)}.`);
    }
    const least = (type === 'distance' ? size : finite)(limits[0], `${name}[0]`);
    if (finite(limits[1], `${name}[1]`) < least) {
        throw new RangeError(`${name}[0] must not be above ${name}[1], but is ${least}.`);
    }
}

/** Checks a largest force or torque, which may be infinite. */
export function checkForce(value: unknown, name: string): void {
    if (value !== Infinity) {
        size(value, name);
    }
}
