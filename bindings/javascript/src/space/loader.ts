/** The functions and the scratch buffer of the module for 3D. The conventions are those of `../loader.ts`. */

import { type CommonExports, Loader } from '../module.js';

/** The exports of the module. */
export interface Exports extends CommonExports {
    space_relation(): number;
    space_distance(): number;
    space_contact(margin: number): number;
    space_raycast(): number;
    space_sweep(): number;
    space_bounds(): number;
    space_shape_new(): number;
    space_shape_free(handle: number): number;
    space_mesh_new(points: number, triangles: number, oneSided: number): number;
    space_mesh_free(handle: number): number;
    space_mesh_degenerate(handle: number): number;
    space_mesh_triangle(handle: number, index: number): number;
    space_height_field_new(): number;
    space_height_field_free(handle: number): number;
    space_height_field_get(handle: number): number;
    space_height_field_set(handle: number, column: number, row: number, columns: number, count: number): number;
    space_height_field_set_hole(handle: number, column: number, row: number, hole: number): number;
    space_height_field_is_hole(handle: number, column: number, row: number): number;
    space_height_field_at(handle: number, x: number, z: number): number;
}

/** The exports of the loaded module. Until then, every use of it throws. */
export let wasm!: Exports;

/** The scratch buffer. It is empty if the module is not loaded, or if its memory has grown since the last call. */
export let words!: Float64Array<ArrayBuffer>;

export const loader = new Loader<Exports>((exports, buffer) => {
    wasm = exports;
    words = buffer;
});

/** Makes sure that the scratch buffer has at least this number of words. */
export function room(count: number): void {
    if (count > words.length) {
        wasm.scratch(Math.max(count, 2 * words.length));
        loader.renew();
    }
}

/** Gets the view of the scratch buffer again after an answer of a number of words. */
export function view(length: number): void {
    if (length > 256 || words.length === 0) {
        loader.renew();
    }
}
