import { finite, refusal, size, Status } from './errors.js';
import { refusedShapes } from './explain.js';
import { fresh, wasm, words } from './loader.js';
import { type Response, RESPONSES, responseNumber } from './mover_motion.js';
import { MoverVector } from './mover_vector.js';
import { writeShape } from './shape_words.js';
import type { Box, Point } from './shapes.js';

/** The settings of the module: see `setting` in `src/mover.rs`. */
const enum Setting {
    Position = 0,
    Velocity = 1,
    Gravity = 2,
    Response = 3,
    Walk = 4,
    NoWalk = 5,
    FloorAngle = 6,
    CoyoteTime = 7,
    BufferTime = 8,
    DropThrough = 9,
    KeepPlatformVelocity = 10,
    ReportAll = 11,
    NoBounds = 12,
}

/** How a mover walks. */
export interface WalkSettings {
    /** The largest height of a stair that it climbs. */
    stairHeight: number;
    /** If the ground ahead is lower by at most this distance, it follows it, and does not fall. */
    snapDistance: number;
}

/** The settings of a mover. Those that are not given have the defaults in the descriptions of the properties. */
export interface MoverOptions {
    velocity?: Readonly<Point>;
    gravity?: Readonly<Point>;
    response?: Response;
    bounds?: Readonly<Box> | null;
    walk?: Readonly<WalkSettings> | null;
    floorAngle?: number;
    coyoteTime?: number;
    bufferTime?: number;
    dropThrough?: boolean;
    keepPlatformVelocity?: boolean;
    reportAll?: boolean;
}

/** The settings that are properties of every {@link Mover}. */
export abstract class MoverSettings {
    /** @internal */
    _handle: number;
    readonly #position = new MoverVector((x, y) => this.#setPosition(x, y));
    readonly #velocity = new MoverVector((x, y) => this.#set(Setting.Velocity, 'velocity', x, y));
    readonly #gravity = new MoverVector((x, y) => this.#set(Setting.Gravity, 'gravity', x, y));
    #response: Response = 'slide';
    #bounds: Readonly<Box> | null = null;
    #walk: Readonly<WalkSettings> | null = null;
    #floorAngle = Math.PI / 3;
    #coyoteTime = 0;
    #bufferTime = 0;
    #dropThrough = false;
    #keepPlatformVelocity = false;
    #reportAll = false;

    /** @internal */
    constructor(handle: number) {
        this._handle = handle;
    }

    /**
     * How far the mover is from the place at which it was made. Setting it, or its `x` or `y`, moves the mover and ignores obstacles; it is
     * not grounded then until its next step.
     */
    get position(): MoverVector {
        return this.#position;
    }

    set position(position: Readonly<Point>) {
        this.#position.set(position.x, position.y);
    }

    /** The velocity, in lengths per unit of time. Collisions and gravity change it. */
    get velocity(): MoverVector {
        return this.#velocity;
    }

    set velocity(velocity: Readonly<Point>) {
        this.#velocity.set(velocity.x, velocity.y);
    }

    /** The change of the velocity per unit of time; zero if it is not set. Without gravity, a mover never stands and cannot jump. */
    get gravity(): MoverVector {
        return this.#gravity;
    }

    set gravity(gravity: Readonly<Point>) {
        this.#gravity.set(gravity.x, gravity.y);
    }

    /** The response to obstacles and to the bounds; `'slide'` if it is not set. The option `respond` of a step is for single obstacles. */
    get response(): Response {
        return this.#response;
    }

    set response(response: Response) {
        this.#set(Setting.Response, 'response', responseNumber(response, 'response'));
        this.#response = response;
    }

    /** The box that the mover does not leave, or `null`, which is the default. */
    get bounds(): Readonly<Box> | null {
        return this.#bounds;
    }

    set bounds(bounds: Readonly<Box> | null) {
        if (bounds === null) {
            this.#set(Setting.NoBounds, 'bounds', 0);
            this.#bounds = null;
            return;
        }
        writeShape(bounds, 0);
        const status = wasm.mover_set_bounds(this._handle);
        if (status < 0) {
            throw this.#fault(status) ?? refusedShapes(status, { bounds });
        }
        this.#bounds = Object.freeze({ x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height });
    }

    /**
     * How the mover walks on slopes and stairs; `null`, which is the default, if it does not. Without it, it slides down every slope and
     * leaves the ground where it drops. To change it, set a new object.
     */
    get walk(): Readonly<WalkSettings> | null {
        return this.#walk;
    }

    set walk(walk: Readonly<WalkSettings> | null) {
        if (walk === null) {
            this.#set(Setting.NoWalk, 'walk', 0);
            this.#walk = null;
            return;
        }
        const { stairHeight, snapDistance } = walk;
        if (typeof stairHeight !== 'number' || typeof snapDistance !== 'number') {
            size(stairHeight, 'walk.stairHeight');
            size(snapDistance, 'walk.snapDistance');
        }
        const status = wasm.mover_set(this._handle, Setting.Walk, stairHeight, snapDistance);
        if (status < 0) {
            size(stairHeight, 'walk.stairHeight');
            size(snapDistance, 'walk.snapDistance');
            throw this.#fault(status) ?? refusal(status, 'walk');
        }
        this.#walk = Object.freeze({ stairHeight, snapDistance });
    }

    /** The angle of the steepest slope on which the mover stands, in radians from level; π/3, which is 60 degrees, if it is not set. */
    get floorAngle(): number {
        return this.#floorAngle;
    }

    set floorAngle(angle: number) {
        this.#set(Setting.FloorAngle, 'floorAngle', angle);
        this.#floorAngle = angle;
    }

    /** For how long the mover can still jump after it has left the ground; 0 if it is not set. */
    get coyoteTime(): number {
        return this.#coyoteTime;
    }

    set coyoteTime(time: number) {
        this.#set(Setting.CoyoteTime, 'coyoteTime', time);
        this.#coyoteTime = time;
    }

    /** For how long a jump that is requested in the air waits for the landing; 0 if it is not set. */
    get bufferTime(): number {
        return this.#bufferTime;
    }

    set bufferTime(time: number) {
        this.#set(Setting.BufferTime, 'bufferTime', time);
        this.#bufferTime = time;
    }

    /** Whether the mover passes through one-way items, so that it drops through the plank on which it stands; false if it is not set. */
    get dropThrough(): boolean {
        return this.#dropThrough;
    }

    set dropThrough(dropThrough: boolean) {
        this.#set(Setting.DropThrough, 'dropThrough', dropThrough ? 1 : 0);
        this.#dropThrough = dropThrough;
    }

    /** Whether a jump adds the velocity of the platform that carries the mover; false if it is not set. */
    get keepPlatformVelocity(): boolean {
        return this.#keepPlatformVelocity;
    }

    set keepPlatformVelocity(keep: boolean) {
        this.#set(Setting.KeepPlatformVelocity, 'keepPlatformVelocity', keep ? 1 : 0);
        this.#keepPlatformVelocity = keep;
    }

    /**
     * Whether a step reports all obstacles that stop the mover at the same time, such as a floor and the spikes beside it, and not only one
     * of them; false if it is not set.
     */
    get reportAll(): boolean {
        return this.#reportAll;
    }

    set reportAll(reportAll: boolean) {
        this.#set(Setting.ReportAll, 'reportAll', reportAll ? 1 : 0);
        this.#reportAll = reportAll;
    }

    /** @internal Called after the position was set. */
    abstract _positionChanged(): void;

    /** @internal Sets the options that are given. */
    _setOptions(options: MoverOptions): void {
        for (const name of OPTIONS) {
            if (options[name] !== undefined) {
                this[name] = options[name] as never;
            }
        }
    }

    /** @internal Reads the settings of a mover that was copied or loaded: see `mover_settings` in `src/mover.rs`. */
    _readSettings(): void {
        this._done(wasm.mover_settings(this._handle));
        fresh();
        const at = (index: number) => words[index]!;
        this.#gravity._read(at(0), at(1));
        this.#response = RESPONSES[at(2)]!;
        this.#walk = at(3) ? Object.freeze({ stairHeight: at(4), snapDistance: at(5) }) : null;
        this.#floorAngle = at(6);
        this.#coyoteTime = at(7);
        this.#bufferTime = at(8);
        this.#dropThrough = at(9) !== 0;
        this.#keepPlatformVelocity = at(10) !== 0;
        this.#reportAll = at(11) !== 0;
        this.#bounds = at(12) ? Object.freeze({ x: at(13), y: at(14), width: at(15), height: at(16) }) : null;
    }

    /** @internal The status, which is no refusal. */
    _done(status: number): number {
        if (status < 0) {
            throw this.#fault(status) ?? refusal(status, 'The mover');
        }
        return status;
    }

    #setPosition(x: number, y: number): void {
        this.#set(Setting.Position, 'position', x, y);
        this._positionChanged();
    }

    #set(setting: Setting, name: string, x: number, y?: number): void {
        // WebAssembly would convert strings, and the getter would return the string.
        const areNumbers = typeof x === 'number' && (y === undefined || typeof y === 'number');
        const status = areNumbers ? wasm.mover_set(this._handle, setting, x, y ?? 0) : Status.NotFinite;
        if (status >= 0) {
            return;
        }
        const fault = this.#fault(status);
        if (fault) {
            throw fault;
        }
        if (y !== undefined) {
            finite(x, `${name}.x`);
            finite(y, `${name}.y`);
            throw new RangeError(`${name} moves the mover out of the range of numbers.`);
        }
        if (setting === Setting.FloorAngle && x > Math.PI) {
            throw new RangeError(`floorAngle must be at most π, but is ${x}.`);
        }
        size(x, name);
        throw refusal(status, name);
    }

    /** The error of a call, if the fault is the mover itself. */
    #fault(status: number): Error | undefined {
        if (this._handle === 0) {
            return refusal(Status.Gone, 'The mover');
        }
        return status === Status.Busy ? refusal(status, 'The mover') : undefined;
    }
}

const OPTIONS = [
    'velocity', 'gravity', 'response', 'bounds', 'walk', 'floorAngle', 'coyoteTime', 'bufferTime', 'dropThrough', 'keepPlatformVelocity',
    'reportAll',
] as const;
