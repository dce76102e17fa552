/**
 * Loads the WebAssembly module, and holds its functions and the view of the scratch buffer.
 *
 * Conventions for all files here (those of the module are in `src/lib.rs`):
 * - A function writes its arguments to {@link words} from word 0 on, after {@link room}, calls an export of {@link wasm}, and reads the
 *   answer from {@link words} after {@link fresh}. After an answer of more than 256 words, it calls {@link renew} instead.
 * - A negative answer is a refusal: `throw refusal(status, ...)` of `errors.ts`. Shapes are checked by the module, and only after a refusal
 *   in TypeScript, to name the argument. Numbers that the module cannot name are checked before the call.
 * - A call that takes a function of the user uses {@link calling}.
 * - Members whose name begins with an underscore are internal, and marked so that `tsc` leaves them out of the declarations.
 */

import { type CommonExports, Loader, type Source } from './module.js';

export type { Source } from './module.js';

/** The exports of the module. A file for another type extends this interface by `declare module './loader.js'`. */
export interface Exports extends CommonExports {
    relation(): number;
    distance(): number;
    contact(margin: number): number;
    raycast(x: number, y: number, towardsX: number, towardsY: number, toPoint: number, max: number): number;
    sweep(x: number, y: number, bX: number, bY: number): number;
    bounds(): number;
    outline(): number;
    shape_new(): number;
    shape_free(handle: number): number;
    shape_get(handle: number): number;
    pairs_of_boxes(count: number, touching: number): number;
    pairs_of_shapes(count: number, touching: number): number;
    pairs_address(): number;
    mask_new(width: number, height: number): number;
    mask_free(handle: number): number;
    mask_words(handle: number): number;
    mask_get(handle: number, x: number, y: number): number;
    mask_fill(handle: number, x: number, y: number, width: number, height: number, solid: number): number;
    mask_count(handle: number): number;
    mask_overlaps(a: number, b: number, x: number, y: number): number;
    mask_overlap_area(a: number, b: number, x: number, y: number): number;
    mask_first_overlap(a: number, b: number, x: number, y: number): number;
    mask_flipped(handle: number, axis: number): number;
    mask_draw(a: number, b: number, x: number, y: number, solid: number): number;
    mask_trace(handle: number, tolerance: number): number;
    mask_trace_convex(handle: number, tolerance: number, corners: number): number;
    mask_boxes(handle: number): number;
    height_field_new(x: number, y: number, cell: number, count: number): number;
    height_field_free(handle: number): number;
    height_field_get(handle: number): number;
    height_field_set(handle: number, first: number, count: number): number;
    height_field_set_hole(handle: number, cell: number, hole: number): number;
    height_field_is_hole(handle: number, cell: number): number;
    height_field_at(handle: number, x: number): number;
}

/** The exports of the loaded module. Until then, every use of it throws. */
export let wasm!: Exports;

/** The scratch buffer. It is empty if the module is not loaded, or if its memory has grown since the last call. */
export let words!: Float64Array<ArrayBuffer>;

const loader = new Loader<Exports>((exports, buffer) => {
    wasm = exports;
    words = buffer;
});

/** Gets the view of the scratch buffer again, after it may have moved. */
export function renew(): void {
    loader.renew();
}

/** Makes sure that the scratch buffer has at least this number of words. */
export function room(count: number): void {
    if (count > words.length) {
        wasm.scratch(Math.max(count, 2 * words.length));
        renew();
    }
}

/** Gets the view of the scratch buffer again if the memory of the module has grown. */
export function fresh(): void {
    if (words.length === 0) {
        renew();
    }
}

/** Gets the view of the scratch buffer again after an answer of a number of words. */
export function view(length: number): void {
    if (length > 256) {
        renew();
    } else {
        fresh();
    }
}

/** Loads the module once: later calls return the same promise. `fallback` is called if there is no source. */
export function load(source: Source | undefined, fallback: () => Source | Promise<Source>): Promise<void> {
    return loader.load(source, fallback);
}

/** Loads the module from its bytes or the compiled module at once. Some browsers refuse large modules outside of workers. */
export function loadSync(source: BufferSource | WebAssembly.Module): void {
    loader.loadSync(source);
}

/** Calls `run`, during which the module calls `answer` back, and throws an error that `answer` has thrown. */
export function calling(answer: (argument: number) => number, run: () => number): number {
    return loader.calling(answer, run);
}
