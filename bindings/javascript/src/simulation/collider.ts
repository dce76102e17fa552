import { refusedShapes } from '../explain.js';
import { fresh, renew, wasm, words } from '../loader.js';
import { readPlain } from '../shape.js';
import { writeShape } from '../shape_words.js';
import type { PlainShape, ShapeLike } from '../shapes.js';
import type { Simulation } from '../simulation.js';
import type { Body } from './body.js';
import { refused } from './exports.js';
import { type MaterialOptions, readMaterial, refusedMaterial, writeMaterial } from './options.js';

/** A shape of a body with its material. It is made by {@link Simulation.insert} or {@link Body.insertCollider}. */
export class Collider<T = unknown> {
    /** The body of the collider. */
    readonly body: Body<T>;
    /** The id of the collider, a safe integer. Colliders of other simulations may have the same. */
    readonly id: number;
    /** Data of your own. */
    data: unknown;
    /** @internal */
    _isRemoved = false;

    /** @internal */
    constructor(body: Body<T>, id: number, data: unknown) {
        this.body = body;
        this.id = id;
        this.data = data;
    }

    /** @internal The id for the module; 0, which is no id, if the collider was removed. */
    get _live(): number {
        return this._isRemoved ? 0 : this.id;
    }

    /** Whether the collider or its body was removed. */
    get isRemoved(): boolean {
        return this._isRemoved;
    }

    get #simulation(): Simulation<T> {
        return this.body.simulation;
    }

    #answer(answer: number): number {
        if (answer < 0) {
            throw refused(answer, this.#simulation, 'The collider');
        }
        return answer;
    }

    /**
     * A copy of the material of the collider and of its layers.
     *
     * @example
     * const simulation = new Simulation();
     * const ball = simulation.insert({ x: 0, y: 0, radius: 5 }, { restitution: 0.5 });
     * ball.colliders[0].material.restitution; // 0.5
     */
    get material(): Required<MaterialOptions> {
        this.#answer(wasm.collider_get(this.#simulation._number, this._live));
        fresh();
        return readMaterial();
    }

    /**
     * Changes the material or the layers. The body wakes, and so do the bodies that touch it.
     *
     * @example
     * const simulation = new Simulation();
     * const [collider] = simulation.insert({ x: 0, y: 0, radius: 5 }).colliders;
     * collider.set({ friction: 0, layers: 0b100 });
     * collider.material.friction; // 0
     */
    set(changes: MaterialOptions): void {
        writeMaterial(changes);
        const answer = wasm.collider_set(this.#simulation._number, this._live);
        if (answer < 0) {
            throw refusedMaterial(answer, this.#simulation, changes);
        }
        this.#simulation._changed();
    }

    /**
     * A plain object for the shape, in the coordinates of the body. Each call makes new masks and height fields.
     *
     * @example
     * const simulation = new Simulation();
     * simulation.insert({ x: 0, y: 0, radius: 5 }).colliders[0].shape; // { x: 0, y: 0, radius: 5 }
     */
    get shape(): PlainShape {
        const count = this.#answer(wasm.collider_shape(this.#simulation._number, this._live));
        renew();
        return readPlain(words.slice(0, count));
    }

    /**
     * Replaces the shape, which is in the coordinates of the body. The contacts of the collider end.
     *
     * @example
     * const simulation = new Simulation();
     * const ball = simulation.insert({ x: 0, y: 0, radius: 1 }, { mass: null });
     * ball.colliders[0].setShape({ x: 0, y: 0, width: 4, height: 2 });
     * ball.mass; // 8
     */
    setShape(shape: ShapeLike): void {
        writeShape(shape, 0);
        const simulation = this.#simulation;
        const answer = wasm.collider_set_shape(simulation._number, this._live);
        if (answer < 0) {
            if (simulation._number === 0 || this._isRemoved) {
                throw refused(answer, simulation, 'The collider');
            }
            throw refusedShapes(answer, { shape });
        }
        simulation._changed();
    }

    /**
     * The smallest box around the collider in the world.
     *
     * @example
     * const simulation = new Simulation();
     * const box = simulation.insert({ x: 0, y: 0, width: 4, height: 2 }, { position: { x: 10, y: 20 } });
     * Math.round(box.colliders[0].bounds.x); // 10
     */
    get bounds(): { x: number; y: number; width: number; height: number } {
        this.#answer(wasm.collider_bounds(this.#simulation._number, this._live));
        fresh();
        const [x, y, right, bottom] = words as unknown as [number, number, number, number];
        return { x, y, width: right - x, height: bottom - y };
    }

    /**
     * Removes the collider from its body. If it is the last one, the body is removed too.
     *
     * @example
     * const simulation = new Simulation();
     * const body = simulation.insert([{ x: 0, y: 0, radius: 5 }, { x: 9, y: 0, radius: 5 }]);
     * body.colliders[1].remove();
     * body.colliders.length; // 1
     */
    remove(): void {
        const isLast = this.#answer(wasm.collider_remove(this.#simulation._number, this._live, Math.max(0, this.body.index)));
        this.#simulation._forgetCollider(this);
        if (isLast) {
            this.#simulation._forgetBody(this.body);
        }
    }
}
