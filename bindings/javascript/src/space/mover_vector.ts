import type { Point } from './shapes.js';

/**
 * A vector of a mover, such as its velocity. It is always the present one, and setting a coordinate changes the mover. To keep a value, copy
 * it: `{ x: v.x, y: v.y, z: v.z }`.
 *
 * @example
 * const mover = new Mover({ x: 0, y: 0, z: 0, radius: 5 }, { velocity: { x: 10, y: 0, z: 0 } });
 * mover.velocity.z = 4;
 * [mover.velocity.x, mover.velocity.y, mover.velocity.z]; // [10, 0, 4]
 */
export class MoverVector implements Point {
    #x = 0;
    #y = 0;
    #z = 0;
    readonly #change: (x: number, y: number, z: number) => void;

    /** @internal `change` tells the module about new coordinates, and throws if it refuses them. */
    constructor(change: (x: number, y: number, z: number) => void) {
        this.#change = change;
    }

    get x(): number {
        return this.#x;
    }

    set x(x: number) {
        this.set(x, this.#y, this.#z);
    }

    get y(): number {
        return this.#y;
    }

    set y(y: number) {
        this.set(this.#x, y, this.#z);
    }

    get z(): number {
        return this.#z;
    }

    set z(z: number) {
        this.set(this.#x, this.#y, z);
    }

    /** Sets all coordinates. */
    set(x: number, y: number, z: number): void {
        this.#change(x, y, z);
        this._read(x, y, z);
    }

    /** The coordinates as a plain object, also for `JSON.stringify`. */
    toJSON(): Point {
        return { x: this.#x, y: this.#y, z: this.#z };
    }

    /** @internal Takes coordinates over from the module. */
    _read(x: number, y: number, z: number): void {
        this.#x = x;
        this.#y = y;
        this.#z = z;
    }
}
