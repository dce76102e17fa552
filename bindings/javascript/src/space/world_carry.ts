/** Platforms of worlds. */

import { refusal, Status } from '../errors.js';
import { checkVector } from './explain.js';
import type { Item } from './item.js';
import { room, view, wasm, words } from './loader.js';
import type { Mover } from './mover.js';
import { writeVector } from './shape_words.js';
import type { Point } from './shapes.js';
import type { World } from './world.js';
import { checkItem, refusedInWorld } from './world_words.js';

/** A mover and its item in the world. It may have other properties, so that game objects can be passed. */
export interface Rider<T> {
    mover: Mover;
    item: Item<T>;
}

/** The words of the state of a mover: see `src/space/mover.rs`. */
const STATE_WORDS = 10;

/** Moves a platform with its movers. Returns the items of the movers without room. */
export function carry<T>(
    world: World<T>,
    platform: Item<T> | readonly Item<T>[],
    displacement: Readonly<Point>,
    movers: readonly Rider<T>[],
    crush: boolean,
): Item<T>[] {
    checkVector(displacement, 'displacement');
    const items = (Array.isArray(platform) ? platform : [platform]) as readonly Item<T>[];
    room(8 + items.length + 2 * movers.length);
    let at = writeVector(displacement, 0);
    words[at++] = items.length;
    items.forEach((item, index) => {
        checkItem(world, item, Array.isArray(platform) ? `platform[${index}]` : 'platform');
        words[at++] = item.id;
    });
    words[at++] = movers.length;
    movers.forEach(({ mover, item }, index) => {
        checkItem(world, item, `movers[${index}].item`);
        if (mover._handle === 0) {
            throw refusal(Status.Gone, `movers[${index}].mover`);
        }
        words[at++] = mover._handle;
        words[at++] = item.id;
    });
    const count = wasm.space_world_carry(world._handle, crush ? 1 : 0);
    if (count < 0) {
        throw refusedInWorld(count, world, {});
    }
    const first = STATE_WORDS * movers.length;
    view(first + count);
    movers.forEach(({ mover }, index) => mover._read(STATE_WORDS * index));
    return Array.from(words.subarray(first, first + count), (id) => world._item(id));
}
