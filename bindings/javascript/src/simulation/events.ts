import { renew, words } from '../loader.js';
import type { Simulation } from '../simulation.js';
import type { Body } from './body.js';
import type { Collider } from './collider.js';

const CHANGES = ['enter', 'stay', 'leave'] as const;

/** The number of words of an event, and those before its points: see `src/simulation/events.rs`. */
const EVENT_WORDS = 26;
const FIRST_POINT = 12;
const POINT_WORDS = 7;

/** A point at which two bodies touch. */
export class ManifoldPoint {
    /** The position, halfway between the two surfaces. */
    x = 0;
    y = 0;
    /** The distance of the two surfaces at the beginning of the step; negative if they overlap. */
    separation = 0;
    /** The impulse of the step along the normal: for a body that hits a wall, its mass times the change of its velocity. */
    normalImpulse = 0;
    /** The impulse of friction on `b`, along the normal rotated by a right angle from x towards y. */
    tangentImpulse = 0;
    /** The part of the first collider that touches here, as in {@link Contact.partA}. */
    partA = 0;
    /** The part of the second collider. */
    partB = 0;
}

/** A contact of two colliders that began, goes on, or ended in the last step. */
export class ContactEvent<T = unknown> {
    /** The first body. */
    readonly a: Body<T>;
    /** The second body, at which the normal points. */
    readonly b: Body<T>;
    /** The collider of the first body. */
    readonly colliderA: Collider<T>;
    /** The collider of the second body. */
    readonly colliderB: Collider<T>;
    /** Whether the contact began, goes on, or ended. */
    readonly change: 'enter' | 'stay' | 'leave';
    /** Whether one of the colliders is a sensor. */
    readonly isSensor: boolean;
    /** The x coordinate of the unit normal from `a` to `b`. */
    readonly normalX: number;
    /** The y coordinate of the unit normal. */
    readonly normalY: number;
    /** How fast the bodies approached each other along the normal before the step: how hard they hit. */
    readonly approachSpeed: number;
    /** The part of the first collider that touches, as in {@link Contact.partA}. */
    readonly partA: number;
    /** The part of the second collider. */
    readonly partB: number;
    /** The points of the contact, at most two; none for sensors and contacts that ended. */
    readonly points: readonly ManifoldPoint[];

    /** @internal Reads the event in the scratch buffer, which begins at the word `at`. */
    constructor(simulation: Simulation<T>, at: number) {
        this.a = simulation._bodies.known(words[at]!);
        this.b = simulation._bodies.known(words[at + 1]!);
        this.colliderA = simulation._colliders.known(words[at + 2]!);
        this.colliderB = simulation._colliders.known(words[at + 3]!);
        this.change = CHANGES[words[at + 4]!]!;
        this.isSensor = words[at + 5] !== 0;
        this.normalX = words[at + 6]!;
        this.normalY = words[at + 7]!;
        this.approachSpeed = words[at + 8]!;
        this.partA = words[at + 9]!;
        this.partB = words[at + 10]!;
        this.points = Array.from({ length: words[at + 11]! }, (_, k) => readPoint(at + FIRST_POINT + POINT_WORDS * k));
    }

    /** The sum of the normal impulses of the points in the last step. */
    get normalImpulse(): number {
        return this.points.reduce((sum, point) => sum + point.normalImpulse, 0);
    }

    /**
     * The other body of the contact.
     *
     * @example
     * const simulation = new Simulation();
     * const [a, b] = [0, 8].map((x) => simulation.insert({ x, y: 0, radius: 5 }));
     * simulation.step(1 / 60);
     * simulation.events()[0].other(a) === b; // true
     */
    other(body: Body<T>): Body<T> {
        return body === this.a ? this.b : this.a;
    }
}

function readPoint(at: number): ManifoldPoint {
    const point = new ManifoldPoint();
    point.x = words[at]!;
    point.y = words[at + 1]!;
    point.separation = words[at + 2]!;
    point.normalImpulse = words[at + 3]!;
    point.tangentImpulse = words[at + 4]!;
    point.partA = words[at + 5]!;
    point.partB = words[at + 6]!;
    return point;
}

/** Reads the events that the module has written. */
export function readEvents<T>(simulation: Simulation<T>, count: number): ContactEvent<T>[] {
    renew();
    return Array.from({ length: count }, (_, k) => new ContactEvent(simulation, k * EVENT_WORDS));
}
