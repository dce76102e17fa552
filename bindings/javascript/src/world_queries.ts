/** The queries of worlds. */

import { finite } from './errors.js';
import type { Item } from './item.js';
import { calling, fresh, view, wasm, words } from './loader.js';
import { Contact, RayHit, refusedRay, SweepHit } from './query.js';
import { writeShape } from './shape_words.js';
import type { Point, ShapeLike } from './shapes.js';
import type { World } from './world.js';
import { ALL_LAYERS, refusedInWorld, resize, writeSelection, type Selection } from './world_words.js';

/** Which items of a world a query reports. */
export interface WorldQueryOptions<T> extends Selection<T> {
    /**
     * Called with the items that come into question; the query reports only those for which it returns true. It may be called for items
     * that turn out to be too far away. It must not use the world.
     */
    accept?: (item: Item<T>) => boolean;
}

/** The hit of a ray on an item. A hit that is passed as `out` is overwritten. */
export class ItemRayHit<T = unknown> extends RayHit {
    /** The item that is hit. */
    item: Item<T> = undefined!;
}

/** The hit of a moving shape `a` on an item `b`. A hit that is passed as `out` is overwritten. */
export class ItemSweepHit<T = unknown> extends SweepHit {
    /** The item that is hit. */
    item: Item<T> = undefined!;
}

/** The contact of a shape `a` with an item `b`. A contact that is passed as `out` is overwritten. */
export class ItemContact<T = unknown> extends Contact {
    /** The item. */
    item: Item<T> = undefined!;
}

/** The direction of a ray, of any length except zero, or the point at which it ends. */
export type Towards = Readonly<Point> | { readonly to: Readonly<Point> };

// Functions that are made once, not in each call.
const newRayHit = () => new ItemRayHit();
const newSweepHit = () => new ItemSweepHit();

/** Calls `run`, during which the module asks which items to accept. */
function asking<T>(world: World<T>, accept: (item: Item<T>) => boolean, run: () => number): number {
    return calling((id) => (accept(world._item(id)) ? 1 : 0), run);
}

export function intersecting<T>(
    world: World<T>,
    shape: ShapeLike,
    { layers = ALL_LAYERS, ignore, accept, touching = true, out = [] }: WorldQueryOptions<T> & { touching?: boolean; out?: Item<T>[] },
): Item<T>[] {
    writeShape(shape, writeSelection(world, layers, ignore, !!accept, 0));
    const count = accept ? asking(world, accept, () => wasm.world_intersecting(world._handle, touching ? 1 : 0)) : wasm.world_intersecting(world._handle, touching ? 1 : 0);
    if (count < 0) {
        throw refusedInWorld(count, world, { shape });
    }
    view(count);
    out.length = count;
    for (let k = 0; k < count; k++) {
        out[k] = world._item(words[k]!);
    }
    return out;
}

interface RayOptions<T> extends WorldQueryOptions<T> {
    maxDistance?: number;
}

function castRay<T>(
    world: World<T>,
    origin: Readonly<Point>,
    towards: Towards,
    { layers = ALL_LAYERS, ignore, accept, maxDistance = Infinity }: RayOptions<T>,
    all: number,
): number {
    const at = writeSelection(world, layers, ignore, !!accept, 0);
    const isPoint = 'to' in towards;
    const vector = isPoint ? towards.to : towards;
    words[at] = origin.x;
    words[at + 1] = origin.y;
    words[at + 2] = vector.x;
    words[at + 3] = vector.y;
    words[at + 4] = isPoint ? 1 : 0;
    words[at + 5] = maxDistance;
    const count = accept ? asking(world, accept, () => wasm.world_cast(world._handle, all)) : wasm.world_cast(world._handle, all);
    if (count < 0) {
        throw refusedRay(count, origin, towards, maxDistance) ?? refusedInWorld(count, world, {});
    }
    view(7 * count);
    return count;
}

export function cast<T>(
    world: World<T>,
    origin: Readonly<Point>,
    towards: Towards,
    options: RayOptions<T> & { out?: ItemRayHit<T> },
): ItemRayHit<T> | null {
    if (castRay(world, origin, towards, options, 0) === 0) {
        return null;
    }
    const hit = (options.out ?? new ItemRayHit<T>())._read(1);
    hit.item = world._item(words[0]!);
    return hit;
}

export function castAll<T>(
    world: World<T>,
    origin: Readonly<Point>,
    towards: Towards,
    options: RayOptions<T> & { out?: ItemRayHit<T>[] },
): ItemRayHit<T>[] {
    const count = castRay(world, origin, towards, options, 1);
    const out = options.out ?? [];
    resize(out, count, newRayHit as () => ItemRayHit<T>);
    for (let k = 0; k < count; k++) {
        out[k]!._read(7 * k + 1).item = world._item(words[7 * k]!);
    }
    return out;
}

function sweepShape<T>(
    world: World<T>,
    shape: ShapeLike,
    displacement: Readonly<Point>,
    { layers = ALL_LAYERS, ignore, accept }: WorldQueryOptions<T>,
    all: number,
): number {
    const at = writeSelection(world, layers, ignore, !!accept, 0);
    words[at] = displacement.x;
    words[at + 1] = displacement.y;
    writeShape(shape, at + 2);
    const count = accept ? asking(world, accept, () => wasm.world_sweep(world._handle, all)) : wasm.world_sweep(world._handle, all);
    if (count < 0) {
        finite(displacement.x, 'displacement.x');
        finite(displacement.y, 'displacement.y');
        throw refusedInWorld(count, world, { shape });
    }
    view(9 * count);
    return count;
}

export function sweep<T>(
    world: World<T>,
    shape: ShapeLike,
    displacement: Readonly<Point>,
    options: WorldQueryOptions<T> & { out?: ItemSweepHit<T> },
): ItemSweepHit<T> | null {
    if (sweepShape(world, shape, displacement, options, 0) === 0) {
        return null;
    }
    const hit = (options.out ?? new ItemSweepHit<T>())._read(1);
    hit.item = world._item(words[0]!);
    return hit;
}

export function sweepAll<T>(
    world: World<T>,
    shape: ShapeLike,
    displacement: Readonly<Point>,
    options: WorldQueryOptions<T> & { out?: ItemSweepHit<T>[] },
): ItemSweepHit<T>[] {
    const count = sweepShape(world, shape, displacement, options, 1);
    const out = options.out ?? [];
    resize(out, count, newSweepHit as () => ItemSweepHit<T>);
    for (let k = 0; k < count; k++) {
        out[k]!._read(9 * k + 1).item = world._item(words[9 * k]!);
    }
    return out;
}

export function nearest<T>(
    world: World<T>,
    shape: ShapeLike,
    { layers = ALL_LAYERS, ignore, accept, maxDistance = Infinity, out }: RayOptions<T> & { out?: ItemContact<T> },
): ItemContact<T> | null {
    writeShape(shape, writeSelection(world, layers, ignore, !!accept, 0));
    const count = accept ? asking(world, accept, () => wasm.world_nearest(world._handle, maxDistance)) : wasm.world_nearest(world._handle, maxDistance);
    if (count < 0) {
        if (maxDistance !== Infinity) {
            finite(maxDistance, 'maxDistance');
        }
        throw refusedInWorld(count, world, { shape });
    }
    if (count === 0) {
        return null;
    }
    fresh();
    const contact = (out ?? new ItemContact<T>())._read(1);
    contact.item = world._item(words[0]!);
    return contact;
}
