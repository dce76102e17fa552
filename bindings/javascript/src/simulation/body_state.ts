import { fresh, wasm, words } from '../loader.js';
import type { Simulation } from '../simulation.js';
import { refused } from './exports.js';
import { type BodyType, TYPES } from './options.js';

/** The numbers of the state that are read one by one: see `body_number` in `speed/src/bodies.rs`. */
const enum Quantity {
    X,
    Y,
    Cosine,
    Sine,
    VelocityX,
    VelocityY,
    AngularVelocity,
    CenterX,
    CenterY,
    Mass,
    Inertia,
    Asleep,
}

/** The words of the state of a body that are not a {@link Quantity}: see `state_words` in `src/simulation/bodies.rs`. */
const enum Word {
    Angle = 2,
    Type = 13,
    GravityScale,
    LinearDamping,
    AngularDamping,
    FixedRotation,
    LockX,
    LockY,
    CanSleep,
    Bullet,
}

/** The state and the settings of a body, as they are at the moment. */
export class BodyState<T> {
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

    /** A number that the module returns without the scratch buffer. */
    #number(quantity: Quantity): number {
        const number = wasm.body_number(this.simulation._number, this._live, quantity);
        // It is NaN if the call is refused. Then `body_get` tells why.
        if (number !== number) {
            this.#read(Word.Angle);
        }
        return number;
    }

    #read(word: Word): number {
        const answer = wasm.body_get(this.simulation._number, this._live);
        if (answer < 0) {
            throw refused(answer, this.simulation, 'The body');
        }
        fresh();
        return words[word]!;
    }

    /** @internal Throws an error if the module refused a call; otherwise, bodies may have moved. */
    _done(answer: number): void {
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
        return this.#number(Quantity.X);
    }

    /** The y coordinate of the origin of the body. */
    get y(): number {
        return this.#number(Quantity.Y);
    }

    /** The angle in radians, from x towards y. It counts full turns. */
    get angle(): number {
        return this.#read(Word.Angle);
    }

    /** The cosine of the angle. */
    get cosine(): number {
        return this.#number(Quantity.Cosine);
    }

    /** The sine of the angle. */
    get sine(): number {
        return this.#number(Quantity.Sine);
    }

    /** The x coordinate of the center of mass. */
    get centerX(): number {
        return this.#number(Quantity.CenterX);
    }

    /** The y coordinate of the center of mass. */
    get centerY(): number {
        return this.#number(Quantity.CenterY);
    }

    /** The velocity of the center of mass along x, in length per unit of time. */
    get velocityX(): number {
        return this.#number(Quantity.VelocityX);
    }

    /** The velocity of the center of mass along y, in length per unit of time. */
    get velocityY(): number {
        return this.#number(Quantity.VelocityY);
    }

    /** The angular velocity in radians per unit of time, from x towards y. */
    get angularVelocity(): number {
        return this.#number(Quantity.AngularVelocity);
    }

    /** The mass. Static and kinematic bodies have one too. */
    get mass(): number {
        return this.#number(Quantity.Mass);
    }

    /** The moment of inertia about the center of mass. */
    get inertia(): number {
        return this.#number(Quantity.Inertia);
    }

    /** Whether the body is asleep: it rests, and costs nothing until something wakes it. */
    get isSleeping(): boolean {
        return this.#number(Quantity.Asleep) !== 0;
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
}
