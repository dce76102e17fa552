// Tests of worlds: what every method does, and what it refuses.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bounds, init, ItemContact, ItemRayHit, ItemSweepHit, Mask, Mover, Shape, World } from 'bumper-collision';

before(() => init());

const BOX = { x: 0, y: 0, width: 10, height: 10 };
const data = (items) => items.map((item) => item.data);

function row() {
    const world = new World();
    const items = [0, 1, 2].map((k) => world.insert({ x: 20 * k, y: 0, radius: 5 }, { data: k, layers: 1 << k }));
    return { world, items };
}

test('items have data, options and a shape', () => {
    const world = new World();
    const item = world.insert(BOX, { data: 'box', layers: 6, filter: 2 ** 32 - 1, sensor: true, oneWay: 'up' });
    assert.deepEqual([item.data, item.layers, item.filter, item.sensor, item.oneWay], ['box', 6, 2 ** 32 - 1, true, 'up']);
    assert.deepEqual(item.shape, BOX);
    assert.ok(item.world === world && Number.isSafeInteger(item.id) && item.id > 0);
    const plain = world.insert(new Shape({ x: 1, y: 2 }));
    assert.deepEqual([plain.data, plain.layers, plain.filter, plain.sensor, plain.oneWay], [undefined, 1, 2 ** 32 - 1, false, null]);
    item.data = 'other';
    [item.layers, item.filter, item.sensor, item.oneWay] = [1, 5, false, 'left'];
    assert.deepEqual([item.layers, item.filter, item.sensor, item.oneWay], [1, 5, false, 'left']);
    const loaded = World.load(world.save()).get(item.id);
    assert.deepEqual([loaded.layers, loaded.filter, loaded.sensor, loaded.oneWay], [1, 5, false, 'left']);
    assert.deepEqual([world.size, data([...world])], [2, ['other', undefined]]);
    assert.equal(world.get(item.id), item);
    assert.equal(world.get(item.id + 1), undefined);
    assert.equal(world.get(0), undefined);
});

test('items of every kind of shape are kept', () => {
    const world = new World();
    const mask = Mask.fromRows(['##', '#.']);
    const shapes = [
        { points: [[0, 0], [20, 0], [20, 5], [5, 5], [5, 20], [0, 20]] },
        { mask, x: 3, y: 4, pixel: 2, flipX: false, flipY: true },
        { parts: [BOX, { x: 30, y: 0, radius: 3 }] },
        { x: 0, y: 500, normalX: 0, normalY: -1 },
    ];
    const items = shapes.map((shape) => world.insert(shape));
    assert.deepEqual(bounds(items[0].shape), bounds(shapes[0]));
    assert.deepEqual(items[1].shape.mask.toRows(), mask.toRows());
    assert.deepEqual(items[2].shape, shapes[2]);
    assert.deepEqual(items[3].shape, shapes[3]);
    assert.ok(world.intersecting({ x: 1e6, y: 501 }).includes(items[3]));
    assert.equal(world.nearest({ x: 31, y: 0 }, { maxDistance: 0 }).partB, 1);
});

test('items move, rotate and are removed', () => {
    const world = new World();
    const item = world.insert(BOX);
    item.moveBy(5, -5);
    assert.deepEqual(item.shape, { x: 5, y: -5, width: 10, height: 10 });
    item.moveTo(0, 0);
    assert.deepEqual(item.shape, { x: -5, y: -5, width: 10, height: 10 });
    item.shape = { x: 1, y: 1, width: 4, height: 2 };
    item.rotate(Math.PI / 2);
    assert.ok(world.intersecting({ x: 3, y: 3.9 }).includes(item));
    item.rotate(Math.PI / 2, { x: 0, y: 0 });
    assert.ok(world.intersecting({ x: -2, y: 3 }).includes(item));
    item.remove();
    item.remove();
    assert.deepEqual([world.size, item.isRemoved, world.get(item.id), [...world]], [0, true, undefined, []]);
    assert.deepEqual(world.intersecting({ x: -2, y: 3 }), []);
    const removed = { name: 'TypeError', message: 'The item has been removed from its world.' };
    assert.throws(() => item.moveBy(1, 1), removed);
    assert.throws(() => item.shape, removed);
    assert.throws(() => { item.shape = BOX; }, removed);
    assert.throws(() => { item.layers = 2; }, removed);
    const next = world.insert(BOX);
    assert.notEqual(next.id, item.id);
});

test('update reports pairs that enter, stay and leave', () => {
    const world = new World();
    const a = world.insert(BOX, { data: 'a' });
    const b = world.insert({ ...BOX, x: 10 }, { data: 'b' });
    const words = (events) => events.map((event) => [event.type, event.a.data, event.b.data, event.was, event.now]);
    assert.deepEqual(world.pairs(), []);
    const out = [];
    assert.equal(world.update({ out }), out);
    assert.deepEqual(words(out), [['enter', 'a', 'b', 'apart', 'touching']]);
    assert.deepEqual(world.pairs(), [a, b]);
    assert.deepEqual(world.pairs({ touching: false }), []);
    const [event] = out;
    b.moveBy(-5, 0);
    assert.deepEqual(world.update({ out }), []);
    assert.deepEqual(words(world.update({ stay: true, out })), [['stay', 'a', 'b', 'overlapping', 'overlapping']]);
    assert.equal(out[0], event);
    assert.deepEqual(world.pairs({ touching: false }), [a, b]);
    b.remove();
    assert.deepEqual(words(world.update()), [['leave', 'a', 'b', 'overlapping', 'apart']]);
    assert.deepEqual(world.pairs(), []);
    const none = world.insert(BOX, { layers: 2, filter: 4 });
    assert.deepEqual(world.update(), []);
    none.filter = 1;
    assert.equal(world.update()[0].type, 'enter');
});

test('a slot that is used again does not confuse events', () => {
    const world = new World();
    const a = world.insert(BOX, { data: 'a' });
    const old = world.insert(BOX, { data: 'old' });
    world.update();
    old.remove();
    const fresh = world.insert(BOX, { data: 'new' });
    const events = world.update().map((event) => [event.type, ...[event.a, event.b].map((item) => item.data)]);
    assert.deepEqual(events.sort(), [['enter', 'a', 'new'], ['leave', 'a', 'old']]);
    assert.equal(world.get(fresh.id), fresh);
    assert.equal(a.isRemoved, false);
});

test('queries find items by shape, layer, item and callback', () => {
    const { world, items } = row();
    const all = { x: -10, y: -10, width: 60, height: 20 };
    assert.deepEqual(data(world.intersecting(all)), [0, 1, 2]);
    assert.deepEqual(data(world.intersecting(all, { layers: 5 })), [0, 2]);
    assert.deepEqual(data(world.intersecting(all, { layers: 0 })), []);
    assert.deepEqual(data(world.intersecting(all, { ignore: items[1] })), [0, 2]);
    assert.deepEqual(data(world.intersecting(all, { ignore: [items[0], items[2]] })), [1]);
    assert.deepEqual(data(world.intersecting(all, { accept: (item) => item.data > 0 })), [1, 2]);
    assert.deepEqual(data(world.intersecting({ x: 5, y: 0 })), [0]);
    assert.deepEqual(data(world.intersecting({ x: 5, y: 0 }, { touching: false })), []);
    const out = [items[0], items[0], items[0], items[0]];
    assert.equal(world.intersecting(all, { out }), out);
    assert.deepEqual(data(out), [0, 1, 2]);
});

test('rays, sweeps and the nearest item have hits', () => {
    const { world, items } = row();
    const [origin, right] = [{ x: -10, y: 0 }, { x: 2, y: 0 }];
    const ray = world.cast(origin, right);
    assert.deepEqual([ray.item, ray.distance, ray.x, ray.normalX, ray.part], [items[0], 5, -5, -1, 0]);
    assert.equal(world.cast(origin, { to: { x: -6, y: 0 } }), null);
    assert.equal(world.cast(origin, right, { maxDistance: 4 }), null);
    assert.equal(world.cast(origin, right, { layers: 2 }).item, items[1]);
    assert.equal(world.cast(origin, right, { ignore: [items[0], items[1]] }).item, items[2]);
    assert.equal(world.cast(origin, right, { accept: (item) => item.data === 1 }).item, items[1]);
    assert.deepEqual(world.castAll(origin, right).map((hit) => [hit.item.data, hit.distance]), [[0, 5], [1, 25], [2, 45]]);
    assert.deepEqual(world.castAll({ x: 0, y: 99 }, right), []);
    const shape = { x: -10, y: -1, width: 2, height: 2 };
    const sweep = world.sweep(shape, { x: 60, y: 0 });
    assert.deepEqual([sweep.item, sweep.time, sweep.normalX], [items[0], 0.05, 1]);
    assert.deepEqual(world.sweepAll(shape, { x: 60, y: 0 }).map((hit) => hit.item.data), [0, 1, 2]);
    assert.equal(world.sweep(shape, { x: 1, y: 0 }), null);
    const near = world.nearest({ x: 30, y: 30 }, { ignore: items[1] });
    assert.equal(near.item, items[2]);
    assert.equal(world.nearest({ x: 0, y: 30 }, { maxDistance: 24 }), null);
    assert.equal(world.nearest({ x: 0, y: 30 }, { maxDistance: 25 }).separation, 25);
    assert.equal(new World().nearest(BOX), null);
});

test('out is filled and returned', () => {
    const { world } = row();
    const [ray, sweep, contact] = [new ItemRayHit(), new ItemSweepHit(), new ItemContact()];
    assert.equal(world.cast({ x: -10, y: 0 }, { x: 1, y: 0 }, { out: ray }), ray);
    assert.equal(world.sweep({ x: -10, y: 0 }, { x: 9, y: 0 }, { out: sweep }), sweep);
    assert.equal(world.nearest({ x: -10, y: 0 }, { out: contact }), contact);
    assert.deepEqual(data([ray.item, sweep.item, contact.item]), [0, 0, 0].map((k) => ray.item.data + k));
    const out = [];
    const [first, second] = world.castAll({ x: -10, y: 0 }, { x: 1, y: 0 }, { out });
    world.castAll({ x: -10, y: 0 }, { x: 1, y: 0 }, { out, maxDistance: 6 });
    assert.deepEqual([out.length, out[0] === first], [1, true]);
    world.castAll({ x: -10, y: 0 }, { x: 1, y: 0 }, { out });
    assert.deepEqual([out.length, out.includes(second)], [3, true]);
    assert.equal(world.sweepAll({ x: -10, y: 0 }, { x: 90, y: 0 }, { out: [] }).length, 3);
});

test('one-way items are hit on their side only', () => {
    const world = new World();
    const sides = { up: [0, 9], down: [0, -9], left: [9, 0], right: [-9, 0] };
    for (const [oneWay, [x, y]] of Object.entries(sides)) {
        const item = world.insert({ x: -1, y: -1, width: 2, height: 2 }, { oneWay });
        assert.equal(world.sweep({ x: -x, y: -y }, { x: 2 * x, y: 2 * y }).item, item, oneWay);
        assert.equal(world.sweep({ x, y }, { x: -2 * x, y: -2 * y }), null, oneWay);
        item.remove();
    }
});

test('an item travels until it is stopped', () => {
    const world = new World();
    const box = world.insert(BOX, { data: 'box' });
    const wall = world.insert({ x: 30, y: -50, width: 10, height: 100 }, { data: 'wall' });
    const travel = (x, y, options) => {
        const { hits, ...moved } = world.travel(box, { x, y }, options);
        return [moved.x, moved.y, hits.map(({ item, response }) => [item, response])];
    };
    assert.deepEqual(travel(100, 5, { response: 'stop' }), [20, 1, [[wall, 'stop']]]);
    assert.deepEqual(box.shape, { ...BOX, x: 20, y: 1 });
    box.shape = BOX;
    assert.deepEqual(travel(100, 5), [20, 5, [[wall, 'slide']]]);
    assert.deepEqual(travel(5, 0, { ignore: wall }), [5, 0, []]);
    assert.deepEqual(travel(-5, 0, { layers: 2 }), [-5, 0, []]);
    assert.deepEqual(travel(100, 0, { respond: (item) => (item === wall ? 'cross' : 'stop') }), [100, 0, [[wall, 'cross']]]);
    assert.deepEqual(travel(-100, 0, { respond: () => null }), [-100, 0, []]);
    const before = world.stateHash();
    assert.throws(() => travel(100, 0, { respond: () => assert.fail('thrown') }), /thrown/);
    assert.throws(() => travel(100, 0, { respond: () => world.travel(box, { x: 1, y: 0 }) }), /The world is in use/);
    assert.throws(() => travel(NaN, 0), /displacement.x must be finite/);
    assert.throws(() => travel(1, 0, { response: 'jump' }), /response must be 'backUp'/);
    assert.throws(() => world.travel({}, { x: 0, y: 0 }), /item must be an Item/);
    assert.equal(world.stateHash(), before);
    wall.remove();
    assert.throws(() => world.travel(wall, { x: 0, y: 0 }), /item has been removed/);
    world.dispose();
    assert.throws(() => travel(1, 0), /The world has been disposed of/);
});

test('the relation of two items', () => {
    const world = new World();
    const items = [0, 8, 10, 21].map((x) => world.insert({ ...BOX, x }));
    const relations = items.slice(1).map((item) => world.relation(items[0], item));
    assert.deepEqual(relations, ['overlapping', 'touching', 'apart']);
    assert.throws(() => world.relation(items[0], {}), { name: 'TypeError', message: 'b must be an Item, but is an object of the class Object.' });
    assert.throws(() => world.relation(new World().insert(BOX), items[0]), /a is an item of another world/);
    items[1].remove();
    assert.throws(() => world.relation(items[0], items[1]), /b has been removed from its world/);
    world.dispose();
    assert.throws(() => world.relation(items[0], items[2]), /The world has been disposed of/);
});

test('many items and long answers', () => {
    const world = new World();
    for (let k = 0; k < 5000; k++) {
        world.insert({ x: 3 * (k % 100), y: 3 * Math.floor(k / 100), width: 3, height: 3 }, { data: k });
    }
    const found = world.intersecting({ x: 0, y: 0, width: 300, height: 150 });
    assert.equal(new Set(data(found)).size, 5000);
    assert.deepEqual(data(found), found.map((_, k) => k));
    world.update();
    // Each box touches four neighbours at its right and below it.
    assert.equal(world.pairs().length / 2, 99 * 50 + 100 * 49 + 2 * 99 * 49);
    assert.equal(world.castAll({ x: -1, y: 1 }, { x: 1, y: 0 }).length, 100);
    assert.equal(world.intersecting({ x: 1, y: 1 }, { ignore: found.slice(0, 1000) }).length, 0);
});

test('copies and saved worlds go on in the same way', () => {
    const { world, items } = row();
    world.update();
    items[1].moveTo(6, 0);
    items[2].remove();
    const loaded = World.load(world.save(), { dataOf: (id) => world.get(id).data });
    const copy = world.clone();
    for (const other of [copy, loaded]) {
        assert.equal(other.stateHash(), world.stateHash());
        assert.deepEqual(data([...other]), [0, 1]);
        assert.deepEqual([...other].map((item) => item.id), items.slice(0, 2).map((item) => item.id));
        assert.ok([...other].every((item) => item.world === other && !items.includes(item)));
    }
    const events = (of) => of.update({ stay: true }).map((event) => [event.type, event.a.id, event.b.id]);
    assert.deepEqual(events(copy), events(world));
    assert.deepEqual(events(loaded), [['enter', items[0].id, items[1].id]]);
    assert.match(world.stateHash(), /^[0-9a-f]{16}$/);
    items[0].moveBy(1e-9, 0);
    assert.notEqual(world.stateHash(), copy.stateHash());
});

test('events of a copy have the items that were removed before', () => {
    const world = new World();
    const a = world.insert(BOX, { data: 'a' });
    const b = world.insert(BOX, { data: 'b' });
    world.update();
    b.remove();
    const [copy, loaded] = [world.clone(), World.load(world.save())];
    const [event] = copy.update();
    assert.deepEqual([event.type, event.b.data, event.b.isRemoved, event.a.world], ['leave', 'b', true, copy]);
    assert.deepEqual(loaded.update().map(({ a, b }) => [a.id, b.id, b.isRemoved]), [[a.id, b.id, true]]);
});

test('a callback that throws ends the query, and the world stays usable', () => {
    const { world } = row();
    const all = { x: -10, y: -10, width: 60, height: 20 };
    let calls = 0;
    const accept = () => {
        calls++;
        throw new Error('no');
    };
    assert.throws(() => world.intersecting(all, { accept }), { message: 'no' });
    assert.throws(() => world.cast({ x: -9, y: 0 }, { x: 1, y: 0 }, { accept }), { message: 'no' });
    assert.throws(() => world.sweepAll({ x: -9, y: 0 }, { x: 99, y: 0 }, { accept }), { message: 'no' });
    assert.throws(() => world.nearest({ x: -9, y: 0 }, { accept }), { message: 'no' });
    assert.equal(calls, 4);
    assert.equal(world.intersecting(all).length, 3);
});

test('a callback cannot use its world, but others', () => {
    const { world, items } = row();
    const { world: other } = row();
    const all = { x: -10, y: -10, width: 60, height: 20 };
    const inside = (run) => world.intersecting(all, { accept: (item) => (run(item), true) }).length;
    const busy = { name: 'TypeError', message: 'The world is in use: it cannot be called from its own callback.' };
    for (const run of [
        () => world.insert(BOX),
        () => world.intersecting(all),
        () => world.update(),
        () => world.dispose(),
        () => world.save(),
        () => world.clone(),
        () => items[0].remove(),
        () => items[0].shape,
        () => { items[0].shape = BOX; },
        () => { items[0].sensor = true; },
        () => items[0].moveTo(0, 0),
        () => items[0].rotate(1),
        () => new Mover(BOX).step(1, world),
    ]) {
        assert.throws(() => inside(run), busy.message.startsWith('The world') && String(run).includes('Mover') ? TypeError : busy);
    }
    assert.equal(inside((item) => assert.equal(item.layers, 1 << item.data)), 3);
    // A query in a callback of another query, whose callback throws.
    assert.equal(inside(() => assert.equal(other.intersecting(all, { accept: (item) => item.data < 2 }).length, 2)), 3);
    assert.throws(() => inside(() => other.intersecting(all, { accept: () => { throw new RangeError('inner'); } })), { message: 'inner' });
    // The memory of the module grows in the callback.
    const many = Array.from({ length: 200_000 }, (_, k) => ({ x: k, y: 0 }));
    assert.equal(inside(() => new Shape({ parts: many }).dispose()), 3);
    assert.deepEqual([world.size, items[0].sensor], [3, false]);
});

test('wrong arguments are refused with their name', () => {
    const { world, items } = row();
    const { items: foreign } = row();
    const cases = [
        [() => world.insert(), TypeError, 'shape must be a shape, but is undefined.'],
        [() => world.insert({ x: 0, y: NaN }), RangeError, 'shape.y must be finite, but is NaN.'],
        [() => world.insert({ parts: [] }), RangeError, /shape/],
        [() => world.insert(BOX, { layers: -1 }), RangeError, 'layers must be a whole number from 0 to 4294967295, but is -1.'],
        [() => world.insert(BOX, { filter: '1' }), TypeError, 'filter must be a number, but is a string.'],
        [() => world.insert(BOX, { oneWay: 'top' }), RangeError, "oneWay must be 'left', 'right', 'up', 'down' or null, but is top."],
        [() => { items[0].layers = 0.5; }, RangeError, 'layers must be a whole number from 0 to 4294967295, but is 0.5.'],
        [() => { items[0].oneWay = undefined; }, RangeError, /oneWay/],
        [() => { items[0].shape = { x: 0, y: 0, radius: -1 }; }, RangeError, 'shape.radius must not be negative, but is -1.'],
        [() => items[0].moveBy(0, Infinity), RangeError, 'y must be finite, but is Infinity.'],
        [() => items[0].moveTo(undefined, 0), TypeError, 'x must be a number, but is undefined.'],
        [() => items[0].rotate(NaN), RangeError, 'angle must be finite, but is NaN.'],
        [() => items[0].rotate(0, { x: 0, y: Infinity }), RangeError, 'about.y must be finite, but is Infinity.'],
        [() => world.intersecting(null), TypeError, 'shape must be a shape, but is null.'],
        [() => world.intersecting(BOX, { layers: 1.5 }), RangeError, /^layers/],
        [() => world.intersecting(BOX, { ignore: 7 }), TypeError, 'ignore must be an Item, but is a number.'],
        [() => world.intersecting(BOX, { ignore: foreign[0] }), TypeError, 'ignore is an item of another world.'],
        [() => world.intersecting(BOX, { ignore: [items[0], foreign[0]] }), TypeError, 'ignore[1] is an item of another world.'],
        [() => world.cast({ x: NaN, y: 0 }, { x: 1, y: 0 }), RangeError, 'origin.x must be finite, but is NaN.'],
        [() => world.cast({ x: 0, y: 0 }, { x: 0, y: 0 }), RangeError, 'The ray has the length zero.'],
        [() => world.castAll({ x: 0, y: 0 }, { x: 1, y: 0 }, { maxDistance: NaN }), RangeError, 'maxDistance must be finite, but is NaN.'],
        [() => world.sweep(BOX, { x: 0, y: NaN }), RangeError, 'displacement.y must be finite, but is NaN.'],
        [() => world.sweepAll({ width: 1 }, { x: 0, y: 0 }), TypeError, /^shape/],
        [() => world.nearest(BOX, { maxDistance: NaN }), RangeError, 'maxDistance must be finite, but is NaN.'],
        [() => World.load([1, 2]), TypeError, 'bytes must be a Uint8Array, but is an object of the class Array.'],
        [() => World.load(Uint8Array.of(1, 2, 3)), TypeError, /^bytes must be the bytes that `save`/],
        [() => World.load(new Mover(BOX).save()), TypeError, /^bytes/],
        [() => World.load(Uint8Array.of(...world.save(), 0)), TypeError, /^bytes/],
    ];
    for (const [run, name, message] of cases) {
        assert.throws(run, { name: name.name, message }, String(run));
    }
    assert.equal(world.size, 3);
});

test('a disposed world is refused', () => {
    const { world, items } = row();
    world.dispose();
    world.dispose();
    const gone = { name: 'TypeError', message: 'The world has been disposed of.' };
    for (const run of [
        () => world.insert(BOX), () => world.update(), () => world.pairs(), () => world.intersecting(BOX), () => world.save(),
        () => world.cast({ x: 0, y: 0 }, { x: 1, y: 0 }), () => world.nearest(BOX), () => world.clone(), () => world.stateHash(),
        () => items[0].shape, () => items[0].moveBy(1, 0), () => items[0].remove(), () => world.carry(items[0], { x: 0, y: 0 }, []),
        () => new Mover(BOX).step(1, world),
    ]) {
        assert.throws(run, gone, String(run));
    }
});
