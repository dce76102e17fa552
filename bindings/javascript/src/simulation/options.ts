/** The options of bodies and their colliders. */

import { Status } from '../errors.js';
import { refusedShapes } from '../explain.js';
import type { Side } from '../item.js';
import { words } from '../loader.js';
import { type Unknown, writeShape } from '../shape_words.js';
import type { Placed, Point, ShapeLike } from '../shapes.js';
import { refused } from './exports.js';
import { checkFields, checkNames, type Fields, writeFields } from './fields.js';

/**
 * How a body moves. Static bodies never move, like the ground. Kinematic bodies move with their own velocity, which nothing else changes,
 * like a lift. Dynamic bodies are moved by forces, contacts and joints, like a crate.
 */
export type BodyType = 'static' | 'kinematic' | 'dynamic';

/** How the friction or the restitution of two colliders are combined. If their rules differ, the later one in this list counts. */
export type CombineRule = 'geometricMean' | 'average' | 'minimum' | 'product' | 'maximum';

/** The options of a body. */
export interface BodyOptions {
    /** How the body moves; `'dynamic'` if it is not given. */
    type?: BodyType;
    /** Where the origin of the body is; (0, 0) if it is not given. The shapes of its colliders are relative to it. */
    position?: Readonly<Point>;
    /** The angle in radians, from x towards y; 0 if it is not given. */
    angle?: number;
    /** The velocity of the center of mass, in length per unit of time; (0, 0) if it is not given. */
    velocity?: Readonly<Point>;
    /** The angular velocity in radians per unit of time; 0 if it is not given. */
    angularVelocity?: number;
    /** A factor for the gravity that acts on the body; 1 if it is not given. */
    gravityScale?: number;
    /** The rate per unit of time at which the velocity decays, at least 0; 0 if it is not given. */
    linearDamping?: number;
    /** The rate per unit of time at which the angular velocity decays, at least 0; 0 if it is not given. */
    angularDamping?: number;
    /** Whether contacts, joints and torques do not rotate the body; false if it is not given. */
    fixedRotation?: boolean;
    /** Whether the center of mass of a dynamic body does not move along x; false if it is not given. */
    lockX?: boolean;
    /** Whether the center of mass of a dynamic body does not move along y; false if it is not given. */
    lockY?: boolean;
    /** The mass, above 0. If it is not given or `null`, it is the sum of the areas of the colliders times their densities. */
    mass?: number | null;
    /** The center of mass, in the coordinates of the body. If it is not given or `null`, it is the one of the colliders. */
    centerOfMass?: Readonly<Point> | null;
    /** Whether the body may fall asleep when it rests, so that it costs nothing; true if it is not given. */
    canSleep?: boolean;
    /** Whether collisions in which a fast body only grazes another one are found too; false if it is not given. */
    bullet?: boolean;
}

/** The options of a collider: its material and with what it collides. */
export interface MaterialOptions {
    /** The mass per unit of area, above 0; 1 if it is not given. */
    density?: number;
    /** The coefficient of friction, at least 0; 0.6 if it is not given. */
    friction?: number;
    /** How much it bounces, from 0 to 1; 0 if it is not given. */
    restitution?: number;
    /** The resistance against rolling, as a factor of the radius, at least 0; 0 if it is not given. */
    rollingResistance?: number;
    /** The rule for the friction of two colliders; the square root of the product if neither has one. */
    frictionRule?: CombineRule | null;
    /** The rule for the restitution of two colliders; the larger of the two if neither has one. */
    restitutionRule?: CombineRule | null;
    /** The velocity of the surface relative to the body, as of a conveyor belt; (0, 0) if it is not given. */
    surfaceVelocity?: Readonly<Point>;
    /** The only side that stops other bodies, as of a plank that can be jumped through. It rotates with the body. */
    oneWay?: Side | null;
    /** The layers of the collider, a number with a bit for each of 32 layers; 1 if it is not given. */
    layers?: number;
    /** The layers with which it collides; all if it is not given. Two colliders collide if the filter of each has a layer of the other. */
    filter?: number;
    /** Whether it reports contacts, but does not collide; false if it is not given. */
    sensor?: boolean;
}

/** A collider of a body: a shape in the coordinates of the body, with options of its own. */
export interface ColliderOptions extends Placed, MaterialOptions {
    /** Data of your own, which is the property `data` of the collider. */
    data?: unknown;
}

/** The options of a new body. Those of materials are for all its colliders that do not have their own. */
export interface InsertOptions<T> extends BodyOptions, MaterialOptions {
    /** Data of your own, which is the property `data` of the body. */
    data?: T;
}

export const TYPES: readonly BodyType[] = ['static', 'kinematic', 'dynamic'];
export const RULES: readonly (CombineRule | null)[] = [null, 'geometricMean', 'average', 'minimum', 'product', 'maximum'];
export const SIDES: readonly (Side | null)[] = [null, 'left', 'right', 'up', 'down'];

/** The fields of a body: see `src/simulation/bodies.rs`. */
const BODY: Fields = {
    type: { bit: 0, word: 0, kind: TYPES },
    position: { bit: 1, word: 1, kind: 'point' },
    angle: { bit: 2, word: 3, kind: 'number' },
    velocity: { bit: 3, word: 4, kind: 'point' },
    angularVelocity: { bit: 4, word: 6, kind: 'number' },
    gravityScale: { bit: 5, word: 7, kind: 'number' },
    linearDamping: { bit: 6, word: 8, kind: 'number', least: 0 },
    angularDamping: { bit: 7, word: 9, kind: 'number', least: 0 },
    fixedRotation: { bit: 8, word: 10, kind: 'flag' },
    lockX: { bit: 9, word: 11, kind: 'flag' },
    lockY: { bit: 10, word: 12, kind: 'flag' },
    mass: { bit: 11, word: 13, kind: 'number', least: 0, above: true, nullable: true },
    canSleep: { bit: 12, word: 14, kind: 'flag' },
    bullet: { bit: 13, word: 15, kind: 'flag' },
    centerOfMass: { bit: 14, word: 16, kind: 'point', nullable: true },
};
const BODY_WORDS = 18;

/** The fields of a material: see `src/simulation/colliders.rs`. */
const MATERIAL: Fields = {
    density: { bit: 0, word: 0, kind: 'number', least: 0, above: true },
    friction: { bit: 1, word: 1, kind: 'number', least: 0 },
    restitution: { bit: 2, word: 2, kind: 'number', least: 0, most: 1 },
    rollingResistance: { bit: 3, word: 3, kind: 'number', least: 0 },
    frictionRule: { bit: 4, word: 4, kind: RULES },
    restitutionRule: { bit: 5, word: 5, kind: RULES },
    surfaceVelocity: { bit: 6, word: 6, kind: 'point' },
    oneWay: { bit: 7, word: 8, kind: SIDES },
    layers: { bit: 8, word: 9, kind: 'layers' },
    filter: { bit: 9, word: 10, kind: 'layers' },
    sensor: { bit: 10, word: 11, kind: 'flag' },
};
const MATERIAL_WORDS = 12;

const PLACE = ['shape', 'x', 'y', 'angle', 'pivotX', 'pivotY', 'data'];

/** What {@link writeInsertion} has written, for the message of an error. */
interface Owner {
    _number: number;
}

/** Whether a part of a body is a shape with options of its own. */
export function isCollider(part: unknown): part is ColliderOptions {
    return typeof part === 'object' && part !== null && 'shape' in part;
}

/** Writes the options of a body and its colliders. */
export function writeInsertion(parts: readonly (ShapeLike | ColliderOptions)[], options: Unknown): void {
    checkNames(options, (name) => name in BODY || name in MATERIAL || name === 'data', 'options');
    let at = writeFields(BODY, BODY_WORDS, 0, options);
    for (const part of parts) {
        at = writeCollider(part, options, at);
    }
}

/** Writes the options of a collider, and returns the index of the next word. */
export function writeCollider(part: ShapeLike | ColliderOptions, options: Unknown, at: number): number {
    if (isCollider(part)) {
        checkNames(part, (name) => name in MATERIAL || PLACE.includes(name), 'The collider');
        return writeShape(part, writeFields(MATERIAL, MATERIAL_WORDS, at, options, part as Unknown));
    }
    return writeShape(part, writeFields(MATERIAL, MATERIAL_WORDS, at, options));
}

/** The error for a refused body or collider. */
export function refusedInsertion(
    status: number,
    owner: Owner,
    parts: readonly (ShapeLike | ColliderOptions)[],
    options: Unknown,
    name: string,
): Error {
    if (status === Status.Busy || owner._number === 0) {
        return refused(status, owner, name);
    }
    checkFields(BODY, options, 'options');
    checkFields(MATERIAL, options, 'options');
    for (const part of parts) {
        if (isCollider(part)) {
            checkFields(MATERIAL, part as Unknown, 'The collider');
        }
    }
    if (status === Status.NoArea && parts.length === 0) {
        return new RangeError('shapes must have at least one shape.');
    }
    if ([Status.NoArea, Status.InfiniteBody, Status.Gone].includes(status)) {
        const removed = status === Status.Gone && name === 'The body';
        return removed ? refused(status, owner, name) : refusedParts(status, parts, name);
    }
    return refusedParts(status, parts, name);
}

function refusedParts(status: number, parts: readonly (ShapeLike | ColliderOptions)[], name: string): Error {
    const named = (index: number) => (parts.length === 1 ? name : `${name}[${index}]`);
    return refusedShapes(status, Object.fromEntries(parts.map((part, index) => [named(index), part])));
}

/** Writes changes of a body. */
export function writeBody(changes: BodyOptions): void {
    checkNames(changes, (name) => name in BODY, 'changes');
    writeFields(BODY, BODY_WORDS, 0, changes as Unknown);
}

/** The error for refused changes of a body. */
export function refusedBody(status: number, owner: Owner, changes: BodyOptions): Error {
    if (status !== Status.Gone && status !== Status.Busy) {
        checkFields(BODY, changes as Unknown, 'changes');
    }
    return refused(status, owner, 'The body');
}

/** Writes changes of a collider. */
export function writeMaterial(changes: MaterialOptions): void {
    checkNames(changes, (name) => name in MATERIAL, 'changes');
    writeFields(MATERIAL, MATERIAL_WORDS, 0, changes as Unknown);
}

/** The error for refused changes of a collider. */
export function refusedMaterial(status: number, owner: Owner, changes: MaterialOptions): Error {
    if (status !== Status.Gone && status !== Status.Busy) {
        checkFields(MATERIAL, changes as Unknown, 'changes');
    }
    return refused(status, owner, 'The collider');
}

/** The material that the module has written to the scratch buffer. */
export function readMaterial(): Required<MaterialOptions> {
    return {
        density: words[0]!,
        friction: words[1]!,
        restitution: words[2]!,
        rollingResistance: words[3]!,
        frictionRule: RULES[words[4]!]!,
        restitutionRule: RULES[words[5]!]!,
        surfaceVelocity: { x: words[6]!, y: words[7]! },
        oneWay: SIDES[words[8]!]!,
        layers: words[9]!,
        filter: words[10]!,
        sensor: words[11] !== 0,
    };
}
