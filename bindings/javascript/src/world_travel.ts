/** Items of a world that move by themselves: see `world_travel` in `src/mover_motion.rs`. */

import type { Item } from './item.js';
import { calling, view, wasm, words } from './loader.js';
import { answering, checkDisplacement, type Hit, readHits, type Response, responseNumber, writeMotion } from './mover_motion.js';
import type { Point } from './shapes.js';
import type { World } from './world.js';
import { checkItem, refusedInWorld, type Selection } from './world_words.js';

/** How an item travels. */
export interface TravelOptions<T> extends Selection<T> {
    /** What the item does at other items; `'slide'` if it is not given. */
    response?: Response;
    /**
     * Returns the response to another item, or `null` to pass through it without a hit. Without a result, it is `response`. It must give the
     * same answer for an item during the call, and must not use the world.
     */
    respond?: (item: Item<T>) => Response | null | undefined | void;
}

/** The displacement that an item has made, and its hits. */
export interface Travel<T> {
    x: number;
    y: number;
    hits: Hit<T>[];
}

export function travel<T>(world: World<T>, item: Item<T>, displacement: Readonly<Point>, options: TravelOptions<T>): Travel<T> {
    const { layers, ignore, respond, response = 'slide' } = options;
    checkItem(world, item, 'item');
    if (item.isRemoved) {
        throw new TypeError('item has been removed from its world.');
    }
    const number = responseNumber(response, 'response');
    writeMotion(world, { item, layers, ignore, respond });
    const { x, y } = displacement;
    const run = () => wasm.world_travel(world._handle, x, y, number);
    const count = respond ? calling(answering({ response }, world, respond), run) : run();
    if (count < 0) {
        checkDisplacement(displacement);
        throw refusedInWorld(count, world, {});
    }
    view(8 + 7 * count);
    const moved = { x: words[1]!, y: words[2]! };
    return { ...moved, hits: readHits(world, count, []) };
}
