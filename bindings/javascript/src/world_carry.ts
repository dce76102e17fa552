/** Platforms of worlds. */

import { finite, Status } from './errors.js';
import type { Item } from './item.js';
import { room, view, wasm, words } from './loader.js';
import type { Mover } from './mover.js';
import { writeShape } from './shape_words.js';
import type { Point, ShapeLike } from './shapes.js';
import type { World } from './world.js';
import { checkItem, refusedInWorld } from './world_words.js';

/** A mover and its item in the world. It may have other properties, so that game objects can be passed. */
export interface Rider<T> {
    mover: Mover;
    item: Item<T>;
}

/** A part of a platform, and its new shape. */
export interface PlatformPart<T> {
    item: Item<T>;
    shape: ShapeLike;
}

/** A conveyor belt, and the displacement of its surface in a step. */
export interface Belt<T> {
    item: Item<T>;
    displacement: Readonly<Point>;
}

/** What happens to movers that have no room: nothing moves, the platform moves into them, or the platform pushes nobody at all. */
export type PushRule = 'stop' | 'crush' | 'never';

const RULES: readonly PushRule[] = ['stop', 'crush', 'never'];

export function carry<T>(
    world: World<T>,
    platform: Item<T> | readonly Item<T>[],
    displacement: Readonly<Point>,
    movers: readonly Rider<T>[],
    crush: boolean,
): Item<T>[] {
    const items = Array.isArray(platform) ? (platform as readonly Item<T>[]) : [platform as Item<T>];
    room(items.length + 2);
    words[0] = items.length;
    items.forEach((item, index) => {
        checkPart(world, item, Array.isArray(platform) ? `platform[${index}]` : 'platform');
        words[index + 1] = item.id;
    });
    writeMovers(world, movers, items.length + 1);
    const count = wasm.world_carry(world._handle, displacement.x, displacement.y, crush ? 1 : 0);
    if (count < 0) {
        finite(displacement.x, 'displacement.x');
        finite(displacement.y, 'displacement.y');
        throw refusedCarry(count, world, movers, {});
    }
    return readCarry(world, movers, count);
}

export function carryTo<T>(
    world: World<T>,
    parts: readonly PlatformPart<T>[],
    displacement: Readonly<Point> | ((center: Readonly<Point>) => Readonly<Point>),
    movers: readonly Rider<T>[],
    rule: PushRule,
): Item<T>[] {
    const number = RULES.indexOf(rule);
    if (number < 0) {
        throw new RangeError(`rule must be 'stop', 'crush' or 'never', but is ${String(rule)}.`);
    }
    // The function may use this package, which uses the scratch buffer, so it is called first.
    const steps = movers.map(({ mover }) => (typeof displacement === 'function' ? displacement(mover.center) : displacement));
    room(1);
    words[0] = parts.length;
    let at = 1;
    parts.forEach(({ item, shape }, index) => {
        checkPart(world, item, `parts[${index}].item`);
        room(at + 1);
        words[at] = item.id;
        at = writeShape(shape, at + 1);
    });
    at = writeMovers(world, movers, at);
    room(at + 2 * steps.length);
    steps.forEach((step, index) => {
        words[at + 2 * index] = finite(step.x, 'displacement.x');
        words[at + 2 * index + 1] = finite(step.y, 'displacement.y');
    });
    const count = wasm.world_carry_to(world._handle, number);
    if (count < 0) {
        const shapes = parts.map(({ shape }, index) => [`parts[${index}].shape`, shape] as const);
        throw refusedCarry(count, world, movers, Object.fromEntries(shapes));
    }
    return readCarry(world, movers, count);
}

export function carryOnBelts<T>(world: World<T>, belts: readonly Belt<T>[], movers: readonly Rider<T>[]): void {
    room(3 * belts.length + 2);
    words[0] = belts.length;
    belts.forEach(({ item, displacement }, index) => {
        checkPart(world, item, `belts[${index}].item`);
        words[3 * index + 1] = item.id;
        words[3 * index + 2] = finite(displacement.x, `belts[${index}].displacement.x`);
        words[3 * index + 3] = finite(displacement.y, `belts[${index}].displacement.y`);
    });
    writeMovers(world, movers, 3 * belts.length + 1);
    const count = wasm.world_carry_on_belts(world._handle);
    if (count < 0) {
        throw refusedCarry(count, world, movers, {});
    }
    readCarry(world, movers, 0);
}

function checkPart(world: unknown, item: Item<any>, name: string): void {
    checkItem(world, item, name);
    if (item.isRemoved) {
        throw new TypeError(`${name} has been removed from its world.`);
    }
}

/** Writes the movers and their items from the word `at` on. Returns the index of the word after them. */
function writeMovers<T>(world: World<T>, movers: readonly Rider<T>[], at: number): number {
    room(at + 1 + 2 * movers.length);
    words[at] = movers.length;
    movers.forEach(({ mover, item }, index) => {
        checkPart(world, item, `movers[${index}].item`);
        words[at + 1 + 2 * index] = mover._handle;
        words[at + 2 + 2 * index] = item.id;
    });
    return at + 1 + 2 * movers.length;
}

function refusedCarry<T>(
    status: number,
    world: World<T>,
    movers: readonly Rider<T>[],
    shapes: Record<string, unknown>,
): Error {
    for (const [index, { mover }] of movers.entries()) {
        if (mover._handle === 0) {
            return new TypeError(`movers[${index}].mover has been disposed of.`);
        }
        if (movers.findIndex((other) => other.mover === mover) < index) {
            return new TypeError(`movers[${index}].mover is in the list twice.`);
        }
    }
    if (status === Status.NotFinite && Object.keys(shapes).length === 0) {
        return new RangeError('displacement moves the platform out of the range of numbers.');
    }
    return refusedInWorld(status, world, shapes);
}

/** Reads the states of the movers and the crushed items: see `src/world_carry.rs`. */
function readCarry<T>(world: World<T>, movers: readonly Rider<T>[], count: number): Item<T>[] {
    view(7 * movers.length + count);
    let at = 0;
    for (const { mover } of movers) {
        mover._read(at);
        at += 7;
    }
    return Array.from({ length: count }, (_, k) => world._item(words[at + k]!));
}
