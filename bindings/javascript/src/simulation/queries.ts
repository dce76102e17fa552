/** Queries on the colliders of a simulation. */

import { finite, Status, whole } from '../errors.js';
import { refusedShapes } from '../explain.js';
import { calling, fresh, renew, room, wasm, words } from '../loader.js';
import { Contact, RayHit, refusedRay, type Relation, SweepHit } from '../query.js';
import { writeShape } from '../shape_words.js';
import type { Point, ShapeLike } from '../shapes.js';
import type { Simulation } from '../simulation.js';
import { Body } from './body.js';
import { Collider } from './collider.js';
import { refused } from './exports.js';
import { type BodyType, TYPES } from './options.js';

/** Which colliders a query considers: by default all except sensors. */
export interface BodyQueryOptions<T = unknown> {
    /** The layers of colliders that are considered, a number with a bit for each layer; all if it is not given. */
    layers?: number;
    /** The layers of the query itself: a collider is considered if its filter has one of them; all if it is not given. */
    ownLayers?: number;
    /** Whether sensors are considered; false if it is not given. */
    sensors?: boolean;
    /** The types of bodies that are considered; all if it is not given. */
    types?: readonly BodyType[];
    /** Bodies and colliders that are not considered. */
    ignore?: Body<T> | Collider<T> | readonly (Body<T> | Collider<T>)[];
    /** A further condition, which is tested last. It must not call the simulation. */
    accept?: (collider: Collider<T>) => boolean;
}

/** A collider that a ray hits. */
export class BodyRayHit<T = unknown> extends RayHit {
    /** @internal */
    constructor(
        /** The body that is hit. */
        readonly body: Body<T>,
        /** The collider that is hit. */
        readonly collider: Collider<T>,
    ) {
        super();
    }
}

/** A collider that a moving shape hits. */
export class BodySweepHit<T = unknown> extends SweepHit {
    /** @internal */
    constructor(
        /** The body that is hit. */
        readonly body: Body<T>,
        /** The collider that is hit. */
        readonly collider: Collider<T>,
    ) {
        super();
    }
}

/** The contact of a shape, which is `a`, and the collider that is nearest to it. */
export class BodyContact<T = unknown> extends Contact {
    /** @internal */
    constructor(
        /** The nearest body. */
        readonly body: Body<T>,
        /** The nearest collider. */
        readonly collider: Collider<T>,
    ) {
        super();
    }
}

/** A collider that touches or overlaps a shape. */
export interface BodyOverlap<T = unknown> {
    body: Body<T>;
    collider: Collider<T>;
    relation: Relation;
}

/** The bits of the flags of a filter: see `src/simulation/queries.rs`. */
const enum Flag {
    Sensors = 1,
    Static = 2,
    Asks = 16,
}

const ALL = 2 ** 32 - 1;

/** Writes the filter of a query, and returns the index of the next word. */
function writeFilter<T>(options: BodyQueryOptions<T>): number {
    const ignored = options.ignore === undefined ? [] : [options.ignore].flat();
    const bodies = ignored.filter((of) => of instanceof Body);
    const colliders = ignored.filter((of) => of instanceof Collider);
    if (bodies.length + colliders.length < ignored.length) {
        throw new TypeError('options.ignore has something that is neither a Body nor a Collider.');
    }
    let flags = options.sensors ? Flag.Sensors : 0;
    for (const type of options.types ?? TYPES) {
        const index = TYPES.indexOf(type);
        if (index < 0) {
            throw new TypeError(`options.types has '${type}', which is none of 'static', 'kinematic' and 'dynamic'.`);
        }
        flags |= Flag.Static << index;
    }
    if (options.accept) {
        flags |= Flag.Asks;
    }
    const count = 5 + ignored.length;
    room(count + 16);
    words[0] = whole(options.layers ?? ALL, 'options.layers', 0, ALL);
    words[1] = whole(options.ownLayers ?? ALL, 'options.ownLayers', 0, ALL);
    words[2] = flags;
    words[3] = bodies.length;
    bodies.forEach((body, k) => (words[4 + k] = body._live));
    words[4 + bodies.length] = colliders.length;
    colliders.forEach((collider, k) => (words[5 + bodies.length + k] = collider._live));
    return count;
}

/** Calls a query that may ask about colliders. */
function asked<T>(simulation: Simulation<T>, options: BodyQueryOptions<T>, query: () => number): number {
    const accept = options.accept;
    if (!accept) {
        return query();
    }
    return calling((id) => (accept(simulation._colliders.known(id)) ? 1 : 0), query);
}

/** Reads hits that the module has written with `count` words each, beside the ids of the collider and the body. */
function readHits<T, H>(
    simulation: Simulation<T>,
    hits: number,
    count: number,
    read: (body: Body<T>, collider: Collider<T>, at: number) => H,
): H[] {
    if (hits * (count + 2) > 256) {
        renew();
    } else {
        fresh();
    }
    return Array.from({ length: hits }, (_, k) => {
        const at = k * (count + 2);
        const collider = simulation._colliders.known(words[at]!);
        return read(simulation._bodies.known(words[at + 1]!), collider, at + 2);
    });
}

type Towards = Readonly<Point> | { readonly to: Readonly<Point> };

/** The colliders that a ray hits. */
export function castRay<T>(
    simulation: Simulation<T>,
    origin: Readonly<Point>,
    towards: Towards,
    options: BodyQueryOptions<T> & { maxDistance?: number },
    all: boolean,
): BodyRayHit<T>[] {
    writeFilter(options);
    const isPoint = 'to' in towards;
    const to = isPoint ? towards.to : towards;
    const max = options.maxDistance ?? Infinity;
    const hits = asked(simulation, options, () =>
        wasm.simulation_cast(simulation._number, origin.x, origin.y, to.x, to.y, isPoint ? 1 : 0, max, all ? 1 : 0),
    );
    if (hits < 0) {
        const isRay = hits !== Status.Gone && hits !== Status.Busy;
        throw (isRay && refusedRay(hits, origin, towards, max)) || refused(hits, simulation, 'The ray');
    }
    return readHits(simulation, hits, 6, (body, collider, at) => new BodyRayHit(body, collider)._read(at));
}

/** The colliders that a moving shape hits. */
export function sweepShape<T>(
    simulation: Simulation<T>,
    shape: ShapeLike,
    displacement: Readonly<Point>,
    options: BodyQueryOptions<T>,
    all: boolean,
): BodySweepHit<T>[] {
    finite(displacement.x, 'displacement.x');
    finite(displacement.y, 'displacement.y');
    const hits = withShape(simulation, shape, options, () =>
        wasm.simulation_sweep(simulation._number, displacement.x, displacement.y, all ? 1 : 0),
    );
    return readHits(simulation, hits, 8, (body, collider, at) => new BodySweepHit(body, collider)._read(at));
}

/** The colliders that touch or overlap a shape. */
export function intersectingShape<T>(simulation: Simulation<T>, shape: ShapeLike, options: BodyQueryOptions<T>): BodyOverlap<T>[] {
    const hits = withShape(simulation, shape, options, () => wasm.simulation_intersecting(simulation._number));
    return readHits(simulation, hits, 1, (body, collider, at) => {
        return { body, collider, relation: words[at] === 2 ? 'overlapping' : 'touching' };
    });
}

/** The collider that is nearest to a shape. */
export function nearestTo<T>(
    simulation: Simulation<T>,
    shape: ShapeLike,
    options: BodyQueryOptions<T> & { maxDistance?: number },
): BodyContact<T> | null {
    const max = options.maxDistance ?? Infinity;
    if (max !== Infinity && max !== -Infinity) {
        finite(max, 'options.maxDistance');
    }
    const hits = withShape(simulation, shape, options, () => wasm.simulation_nearest(simulation._number, max));
    return readHits(simulation, hits, 18, (body, collider, at) => new BodyContact(body, collider)._read(at))[0] ?? null;
}

function withShape<T>(simulation: Simulation<T>, shape: ShapeLike, options: BodyQueryOptions<T>, query: () => number): number {
    writeShape(shape, writeFilter(options));
    const hits = asked(simulation, options, query);
    if (hits < 0) {
        if (hits === Status.Busy || simulation._number === 0) {
            throw refused(hits, simulation, 'The simulation');
        }
        throw refusedShapes(hits, { shape });
    }
    return hits;
}
