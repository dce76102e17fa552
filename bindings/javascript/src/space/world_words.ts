/** What worlds and movers in 3D have in common: the choice of items. */

import { described, finite, refusal, Status } from '../errors.js';
import { refusedShapes } from './explain.js';
import type { Item } from './item.js';
import { room, words } from './loader.js';
import type { World } from './world.js';

/** The layers that a query looks at if it has no option `layers`: all. */
export const ALL_LAYERS = 0xffffffff;

/** Which items of a world a query reports. */
export interface Selection<T> {
    /** The layers that are looked at, one bit each; all if it is not given. */
    layers?: number;
    /** An item or items that are left out. */
    ignore?: Item<T> | readonly Item<T>[];
}

/** The layers, which must be a whole number of 32 bits. */
export function checkLayers(layers: unknown, name: string): number {
    const number = finite(layers, name);
    if (number >>> 0 !== number) {
        throw new RangeError(`${name} must be a whole number from 0 to 4294967295, but is ${number}.`);
    }
    return number;
}

/** Throws an error if this is not an item of the world. */
export function checkItem(world: unknown, item: Item<any>, name: string): void {
    if (item?.world === undefined) {
        throw new TypeError(`${name} must be an Item, but is ${described(item)}.`);
    }
    if (item.world !== world) {
        throw new TypeError(`${name} is an item of another world.`);
    }
    if (item.isRemoved) {
        throw new TypeError(`${name} has been removed from its world.`);
    }
}

/** Writes a selection from the word `at` on: see `Selection` in `src/selection.rs`. Returns the index of the word after it. */
export function writeSelection(world: World<any> | null, { layers = ALL_LAYERS, ignore = [] }: Selection<any>, callsBack: boolean, at: number): number {
    const ignored = (Array.isArray(ignore) ? ignore : [ignore]) as readonly Item<any>[];
    room(at + 32 + ignored.length);
    words[at++] = checkLayers(layers, 'layers');
    words[at++] = callsBack ? 1 : 0;
    words[at++] = ignored.length;
    ignored.forEach((item, index) => {
        checkItem(world, item, Array.isArray(ignore) ? `ignore[${index}]` : 'ignore');
        words[at++] = item.id;
    });
    return at;
}

/** @internal The error for a call on a world that was refused, if the fault is in the world or one of its shapes. */
export function refusedInWorld(status: number, world: { _handle: number }, shapes: Record<string, unknown>): Error {
    if (world._handle === 0 || status === Status.Busy) {
        return refusal(world._handle === 0 ? Status.Gone : status, 'The world');
    }
    return Object.keys(shapes).length ? refusedShapes(status, shapes) : refusal(status, 'The world');
}

/** Makes a list as long as an answer. Its objects are used again. */
export function resize<H>(list: H[], count: number, make: () => H): H[] {
    list.length = Math.min(list.length, count);
    while (list.length < count) {
        list.push(make());
    }
    return list;
}
