import { described, refusal, size } from '../errors.js';
import type { WalkSettings } from '../mover_settings.js';
import { type Response, responseNumber } from '../response.js';
import { checkVector } from './explain.js';
import { room, wasm, words } from './loader.js';
import { MoverVector } from './mover_vector.js';
import { Owned, Owner } from './owned.js';
import { writeVector } from './shape_words.js';
import type { Box, Point } from './shapes.js';

const owner = new Owner((handle) => wasm.space_mover_free(handle));

/** The settings of a mover. Those that are not given have the defaults in the descriptions of the properties. */
export interface MoverOptions extends Partial<Settings> {
    velocity?: Readonly<Point>;
    gravity?: Readonly<Point>;
}

interface Settings {
    response: Response;
    bounds: Readonly<Box> | null;
    walk: Readonly<WalkSettings> | null;
    floorAngle: number;
    coyoteTime: number;
    bufferTime: number;
    reportAll: boolean;
}

const DEFAULTS: Readonly<Settings> = {
    response: 'slide',
    bounds: null,
    walk: null,
    floorAngle: Math.PI / 3,
    coyoteTime: 0,
    bufferTime: 0,
    reportAll: false,
};

/** The settings that are properties of every {@link Mover}. */
export abstract class MoverSettings extends Owned {
    readonly #position = new MoverVector((x, y, z) => this.#place(x, y, z));
    readonly #velocity = new MoverVector((x, y, z) => this.#accelerate(x, y, z));
    readonly #gravity = new MoverVector((x, y, z) => this.#apply({ gravity: { x, y, z } }));
    #settings = DEFAULTS;

    /** @internal */
    constructor(handle: number, { velocity, gravity, ...options }: MoverOptions) {
        super(handle, owner);
        if (velocity) {
            this.velocity = velocity;
        }
        if (gravity) {
            this.gravity = gravity;
        }
        this.#apply(options);
    }

    /**
     * How far the mover is from the place at which it was made. Setting it, or a coordinate of it, moves the mover and ignores obstacles; it
     * is not grounded then until its next step.
     */
    get position(): MoverVector {
        return this.#position;
    }

    set position(position: Readonly<Point>) {
        this.#position.set(position.x, position.y, position.z);
    }

    /** The velocity, in lengths per unit of time. Collisions and gravity change it. */
    get velocity(): MoverVector {
        return this.#velocity;
    }

    set velocity(velocity: Readonly<Point>) {
        this.#velocity.set(velocity.x, velocity.y, velocity.z);
    }

    /** The change of the velocity per unit of time; zero if it is not set. Without gravity, a mover never stands and cannot jump. */
    get gravity(): MoverVector {
        return this.#gravity;
    }

    set gravity(gravity: Readonly<Point>) {
        this.#gravity.set(gravity.x, gravity.y, gravity.z);
    }

    /** The response to obstacles and to the bounds; `'slide'` if it is not set. The option `respond` of a step is for single obstacles. */
    get response(): Response {
        return this.#settings.response;
    }

    set response(response: Response) {
        this.#apply({ response });
    }

    /** The box that the mover does not leave, or `null`, which is the default. */
    get bounds(): Readonly<Box> | null {
        return this.#settings.bounds;
    }

    set bounds(bounds: Readonly<Box> | null) {
        this.#apply({ bounds });
    }

    /**
     * How the mover walks on slopes and stairs; `null`, which is the default, if it does not. Without it, it slides down every slope and
     * leaves the ground where it drops. To change it, set a new object.
     */
    get walk(): Readonly<WalkSettings> | null {
        return this.#settings.walk;
    }

    set walk(walk: Readonly<WalkSettings> | null) {
        this.#apply({ walk });
    }

    /** The angle of the steepest slope on which the mover stands, in radians from level; π/3, which is 60 degrees, if it is not set. */
    get floorAngle(): number {
        return this.#settings.floorAngle;
    }

    set floorAngle(floorAngle: number) {
        this.#apply({ floorAngle });
    }

    /** For how long the mover can still jump after it has left the ground; 0 if it is not set. */
    get coyoteTime(): number {
        return this.#settings.coyoteTime;
    }

    set coyoteTime(coyoteTime: number) {
        this.#apply({ coyoteTime });
    }

    /** For how long a jump that is requested in the air waits for the landing; 0 if it is not set. */
    get bufferTime(): number {
        return this.#settings.bufferTime;
    }

    set bufferTime(bufferTime: number) {
        this.#apply({ bufferTime });
    }

    /** Whether a step reports all obstacles that stop the mover at the same time, and not only one of them; false if it is not set. */
    get reportAll(): boolean {
        return this.#settings.reportAll;
    }

    set reportAll(reportAll: boolean) {
        this.#apply({ reportAll });
    }

    /** @internal Called after the position was set. */
    abstract _positionChanged(): void;

    #place(x: number, y: number, z: number): void {
        checkVector({ x, y, z }, 'position');
        this._done(wasm.space_mover_place(this._handle, x, y, z));
        this._positionChanged();
    }

    #accelerate(x: number, y: number, z: number): void {
        checkVector({ x, y, z }, 'velocity');
        this._done(wasm.space_mover_accelerate(this._handle, x, y, z));
    }

    /** Changes some settings: see `space_mover_set` in `src/space/mover.rs`. */
    #apply({ gravity = this.#gravity, ...changes }: { gravity?: Readonly<Point> } & Partial<Settings>): void {
        const given = Object.entries(changes).filter(([, value]) => value !== undefined);
        const settings = checked({ ...this.#settings, ...Object.fromEntries(given) });
        checkVector(gravity, 'gravity');
        const { response, bounds, walk, floorAngle, coyoteTime, bufferTime, reportAll } = settings;
        room(24);
        let at = writeVector(gravity, 0);
        words[at++] = responseNumber(response, 'response');
        words[at++] = walk ? 1 : 0;
        words[at++] = walk?.stairHeight ?? 0;
        words[at++] = walk?.snapDistance ?? 0;
        words[at++] = floorAngle;
        words[at++] = coyoteTime;
        words[at++] = bufferTime;
        words[at++] = reportAll ? 1 : 0;
        words[at++] = bounds ? 1 : 0;
        if (bounds) {
            writeVector(bounds.max, writeVector(bounds.min, at));
        }
        this._done(wasm.space_mover_set(this._handle));
        this.#settings = settings;
    }

    /** @internal The status, which is no refusal. */
    _done(status: number): number {
        if (status < 0) {
            throw refusal(status, 'The mover');
        }
        return status;
    }
}

/** A frozen copy of the settings, or an error if one is out of its range. */
function checked({ bounds, walk, ...settings }: Settings): Readonly<Settings> {
    if (bounds) {
        checkVector(bounds.min, 'bounds.min');
        checkVector(bounds.max, 'bounds.max');
        const [min, max] = [bounds.min, bounds.max].map(({ x, y, z }) => Object.freeze({ x, y, z })) as [Point, Point];
        bounds = Object.freeze({ min, max });
    }
    if (walk) {
        const stairHeight = size(walk.stairHeight, 'walk.stairHeight');
        const snapDistance = size(walk.snapDistance, 'walk.snapDistance');
        walk = Object.freeze({ stairHeight, snapDistance });
    }
    if (size(settings.floorAngle, 'floorAngle') > Math.PI) {
        throw new RangeError(`floorAngle must be at most π, but is ${settings.floorAngle}.`);
    }
    for (const name of ['coyoteTime', 'bufferTime'] as const) {
        if (settings[name] !== Infinity) {
            size(settings[name], name);
        }
    }
    if (typeof settings.reportAll !== 'boolean') {
        throw new TypeError(`reportAll must be true or false, but is ${described(settings.reportAll)}.`);
    }
    return { bounds, walk, ...settings };
}
