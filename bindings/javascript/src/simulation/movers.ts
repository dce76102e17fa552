/** Movers that have bodies in a simulation: see `src/simulation/movers.rs`. */

import { described, finite, refusal, Status, whole } from '../errors.js';
import { renew, room, words } from '../loader.js';
import { Mover } from '../mover.js';
import { type Response, RESPONSES } from '../mover_motion.js';
import type { Point } from '../shapes.js';
import { Body } from './body.js';
import type { Collider } from './collider.js';
import { refused } from './exports.js';
import type { Objects } from './objects.js';

/** The options of the body of a mover. */
export interface InsertMoverOptions<T> {
    /** The mass, above 0. */
    mass: number;
    /** The layers of the mover and its body, a number with a bit for each of 32 layers; 1 if it is not given. */
    layers?: number;
    /** The layers with which they collide; all if it is not given. */
    filter?: number;
    /** Data of your own, which is the property `data` of the body. */
    data?: T;
}

/** A mover and its body in a simulation. It may have other properties, so that game objects can be passed. */
export interface BodyRider<T> {
    mover: Mover;
    body: Body<T>;
}

/** The result of a step of a simulation for a mover. */
export interface MoverStep<T = unknown> {
    /** The hits in the mover's own step, and while bodies carried or pushed it. */
    hits: MoverHit<T>[];
    /** Whether a kinematic body has moved into the mover, because the mover had no room to give way. */
    crushed: boolean;
}

/** A hit of a mover with a body of a simulation, or with its bounds. */
export interface MoverHit<T = unknown> {
    /** The body that was hit, which may be that of another mover; `null` if it was the bounds. */
    body: Body<T> | null;
    /** The collider that was hit; `null` if it was the bounds. */
    collider: Collider<T> | null;
    /** The x coordinate of the unit normal, out of the obstacle and towards the mover. */
    normalX: number;
    /** The y coordinate of the unit normal. */
    normalY: number;
    /** The time of the hit, as a fraction of the step: 0 at its start, 1 at its end. */
    time: number;
    /** What the mover did. */
    response: Response;
    /** The part of the mover that hit, as `partA` in a contact. */
    partA: number;
    /** The part of the obstacle that was hit. */
    partB: number;
}

/** The motion of a mover in its own step, for {@link Simulation.driveMover}. */
export interface MoverDrive<T = unknown> {
    /** The position of the mover before its step. */
    start: Readonly<Point>;
    /** The position of the mover after its step. */
    end: Readonly<Point>;
    /** The displacement by which platforms carried or pushed the mover since its previous step; (0, 0) if it is not given. */
    carried?: Readonly<Point>;
    /** The velocity of the mover before its step, which decides how hard it pushes; (0, 0) if it is not given. */
    desiredVelocity?: Readonly<Point>;
    /** The bodies that the mover has hit, and the unit normals towards the mover; none if they are not given. */
    hits?: readonly { body: Body<T>; normalX: number; normalY: number }[];
}

interface Owner<T> {
    _number: number;
    readonly _bodies: Objects<Body<T>>;
    readonly _colliders: Objects<Collider<T>>;
}

const ZERO = { x: 0, y: 0 };
const HIT_WORDS = 8;

/** The number of words before the hits of a mover. */
const FIRST_HIT = 9;

export function checkMover(mover: Mover, options: InsertMoverOptions<unknown>): void {
    checkIsMover(mover, 'mover');
    if (typeof options !== 'object' || options === null) {
        throw new TypeError(`options must be an object, but is ${described(options)}.`);
    }
    if (finite(options.mass, 'options.mass') <= 0) {
        throw new RangeError(`options.mass must be above 0, but is ${options.mass}.`);
    }
    for (const name of ['layers', 'filter'] as const) {
        if (options[name] !== undefined) {
            whole(options[name], `options.${name}`, 0, 2 ** 32 - 1);
        }
    }
}

function checkIsMover(mover: Mover, name: string): void {
    if (!(mover instanceof Mover)) {
        throw new TypeError(`${name} must be a Mover, but is ${described(mover)}.`);
    }
    if (mover._handle === 0) {
        throw refusal(Status.Gone, name);
    }
}

/** The error for a body of a mover that was refused. */
export function refusedMover(status: number, simulation: { _number: number }, mover: Mover): Error {
    if (simulation._number === 0) {
        return refused(status, simulation, 'The simulation');
    }
    if (status === Status.Busy) {
        return new TypeError('The simulation or the mover is in use: it cannot be called from its own callback.');
    }
    return refusal(status, mover._handle === 0 ? 'The mover' : 'The shape of mover');
}

function checkBody(simulation: unknown, body: Body<any>, name: string): void {
    if (!(body instanceof Body)) {
        throw new TypeError(`${name} must be a Body, but is ${described(body)}.`);
    }
    if (body.simulation !== simulation) {
        throw new TypeError(`${name} belongs to another simulation.`);
    }
    if (body.isRemoved) {
        throw new TypeError(`${name} has been removed.`);
    }
}

/** Writes the movers of a step and their bodies. */
export function writeMovers<T>(simulation: Owner<T>, movers: readonly BodyRider<T>[]): void {
    room(2 * movers.length + 1);
    words[0] = movers.length;
    movers.forEach(({ mover, body }, index) => {
        checkIsMover(mover, `movers[${index}].mover`);
        checkBody(simulation, body, `movers[${index}].body`);
        words[2 * index + 1] = mover._handle;
        words[2 * index + 2] = body.id;
    });
}

/** The error for a step with movers that was refused. */
export function refusedMovers<T>(status: number, simulation: Owner<T>, dt: number, movers: readonly BodyRider<T>[]): Error {
    if (!(finite(dt, 'dt') > 0)) {
        return new RangeError(`dt must be above 0, but is ${dt}.`);
    }
    for (const [index, { mover, body }] of movers.entries()) {
        if (movers.findIndex((other) => other.mover === mover) < index) {
            return new TypeError(`movers[${index}].mover is in the list twice.`);
        }
        if (movers.findIndex((other) => other.body === body) < index) {
            return new TypeError(`movers[${index}].body is the body of another mover, too.`);
        }
        if (status === Status.MoverBody && (body.type !== 'dynamic' || !body.fixedRotation)) {
            return refusal(status, `movers[${index}].body`);
        }
    }
    if (status === Status.Busy) {
        return new TypeError('The simulation or a mover is in use: it cannot be called from its own callback.');
    }
    return refused(status, simulation, 'The simulation');
}

/** Reads the states of the movers, and returns the results of the step. */
export function readSteps<T>(simulation: Owner<T>, movers: readonly BodyRider<T>[]): MoverStep<T>[] {
    renew();
    let at = 0;
    return movers.map(({ mover }) => {
        mover._read(at);
        const crushed = words[at + 7] !== 0;
        const count = words[at + 8]!;
        const first = at + FIRST_HIT;
        at = first + HIT_WORDS * count;
        return { hits: Array.from({ length: count }, (_, k) => readHit(simulation, first + HIT_WORDS * k)), crushed };
    });
}

function readHit<T>(simulation: Owner<T>, at: number): MoverHit<T> {
    const isBounds = words[at] === 0;
    return {
        body: isBounds ? null : simulation._bodies.known(words[at + 1]!),
        collider: isBounds ? null : simulation._colliders.known(words[at]!),
        normalX: words[at + 2]!,
        normalY: words[at + 3]!,
        time: words[at + 4]!,
        response: RESPONSES[words[at + 5]!]!,
        partA: words[at + 6]!,
        partB: words[at + 7]!,
    };
}

/** Writes the motion of a mover. The numbers are checked, because the module does not tell which one it refuses. */
export function writeDrive<T>(simulation: Owner<T>, body: Body<T>, dt: number, motion: MoverDrive<T>): void {
    checkBody(simulation, body, 'body');
    if (!(finite(dt, 'dt') > 0)) {
        throw new RangeError(`dt must be above 0, but is ${dt}.`);
    }
    const { start, end, carried = ZERO, desiredVelocity = ZERO, hits = [] } = motion;
    const numbers: number[] = [];
    for (const [name, vector] of Object.entries({ start, end, carried, desiredVelocity })) {
        numbers.push(finite(vector?.x, `motion.${name}.x`), finite(vector?.y, `motion.${name}.y`));
    }
    numbers.push(hits.length);
    hits.forEach((hit, index) => {
        checkBody(simulation, hit.body, `motion.hits[${index}].body`);
        numbers.push(hit.body.id, finite(hit.normalX, `motion.hits[${index}].normalX`), finite(hit.normalY, `motion.hits[${index}].normalY`));
    });
    room(numbers.length);
    words.set(numbers);
}
