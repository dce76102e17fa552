import type { Point } from './shapes.js';

/**
 * A vector of a mover, such as its velocity. It is always the present one, and setting `x` or `y` changes the mover. To keep a value, copy
 * it: `{ x: v.x, y: v.y }`.
 *
 * @example
 * const mover = new Mover({ x: 0, y: 0, radius: 5 }, { velocity: { x: 10, y: 0 } });
 * mover.velocity.y = 4;
 * mover.velocity.set(mover.velocity.x * 2, mover.velocity.y);
 * [mover.velocity.x, mover.velocity.y]; // [20, 4]
 */
export class MoverVector implements Point {
    #x = 0;
    #y = 0;
    readonly #change: (x: number, y: number) => void;

    /** @internal `change` tells the module about new coordinates, and throws if it refuses them. */
    constructor(change: (x: number, y: number) => void) {
        this.#change = change;
    }

    get x(): number {
        return this.#x;
    }

    set x(x: number) {
        this.set(x, this.#y);
    }

    get y(): number {
        return this.#y;
    }

    set y(y: number) {
        this.set(this.#x, y);
    }

    /** Sets both coordinates. */
    set(x: number, y: number): void {
        this.#change(x, y);
        this._read(x, y);
    }

    /** The coordinates as a plain object, also for `JSON.stringify`. */
    toJSON(): Point {
        return { x: this.#x, y: this.#y };
    }

    /** @internal Takes coordinates over from the module. */
    _read(x: number, y: number): void {
        this.#x = x;
        this.#y = y;
    }
}
