import type { Item } from './item.js';
import { renew, words } from './loader.js';
import type { Relation } from './query.js';
import type { World } from './world.js';
import { resize } from './world_words.js';

const RELATIONS: readonly Relation[] = ['apart', 'touching', 'overlapping'];

/** A pair of items that began or ceased to touch. An event in a list that is passed as `out` is overwritten. */
export class WorldEvent<T = unknown> {
    /** `'enter'` if the items touch or overlap since this update, `'leave'` if they no longer do, and `'stay'` if they still do. */
    type: 'enter' | 'stay' | 'leave' = 'enter';
    /** The item with the smaller id. */
    a: Item<T> = undefined!;
    /** The item with the larger id. */
    b: Item<T> = undefined!;
    /** The relation at the previous update. */
    was: Relation = 'apart';
    /** The relation now. */
    now: Relation = 'apart';
}

const newEvent = () => new WorldEvent();

/** @internal Reads the events of `world_update`. */
export function readEvents<T>(world: World<T>, count: number, out: WorldEvent<T>[]): void {
    renew();
    resize(out, count, newEvent as () => WorldEvent<T>);
    for (let k = 0; k < count; k++) {
        const event = out[k]!;
        event.a = world._item(words[3 * k]!);
        event.b = world._item(words[3 * k + 1]!);
        const relations = words[3 * k + 2]!;
        event.was = RELATIONS[relations & 3]!;
        event.now = RELATIONS[relations >> 2]!;
        event.type = event.was === 'apart' ? 'enter' : event.now === 'apart' ? 'leave' : 'stay';
    }
}
