// Worlds in 3D, and movers in them.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { init, Mesh, Mover, World } from 'bumper-collision/3d';

before(() => init());

const BALL = { x: 0, y: 0, z: 0, radius: 1 };
const ball = (x) => ({ ...BALL, x });
const GRAVITY = { gravity: { x: 0, y: -20, z: 0 } };

test('queries choose items by layers, by a list and by a function', () => {
    const world = new World();
    const [a, b] = [world.insert(ball(5), { data: 'a' }), world.insert(ball(9), { data: 'b', layers: 2 })];
    const ray = [{ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }];
    assert.equal(world.cast(...ray).item, a);
    assert.equal(world.cast(...ray, { layers: 2 }).item, b);
    assert.equal(world.cast(...ray, { ignore: [a] }).item, b);
    assert.equal(world.cast(...ray, { accept: (item) => item.data === 'b' }).distance, 8);
    assert.equal(world.cast(...ray, { ignore: a, maxDistance: 5 }), null);
    assert.equal(world.cast(ray[0], { to: { x: 3, y: 0, z: 0 } }), null);
    assert.equal(world.nearest(ball(0), { maxDistance: 2 }), null);
    assert.deepEqual(world.intersecting(ball(3), { touching: false }), []);
    assert.deepEqual(world.intersecting(ball(3)), [a]);
    assert.deepEqual([...world], [a, b]);
    const oops = () => {
        throw new Error('oops');
    };
    assert.throws(() => world.cast(...ray, { accept: oops }), { message: 'oops' });
    assert.throws(() => world.cast(...ray, { accept: () => world.update() }), { message: 'The world is in use: it cannot be called from its own callback.' });
    assert.equal(world.castAll(...ray).length, 2);
});

test('events follow filters, and name items that were removed', () => {
    const world = new World();
    const [a, b] = [world.insert(ball(0)), world.insert(ball(1))];
    world.insert(ball(0), { layers: 2, filter: 0 });
    assert.deepEqual(world.update(), [{ type: 'enter', a, b }]);
    assert.deepEqual(world.update(), []);
    a.remove();
    a.remove();
    assert.deepEqual(world.update(), [{ type: 'leave', a, b }]);
    assert.equal(world.size, 2);
});

test('many items and hits', () => {
    const world = new World();
    const items = Array.from({ length: 2000 }, (_, k) => world.insert({ ...BALL, x: 3 * k }));
    const hits = world.castAll({ x: -5, y: 0, z: 0 }, { x: 1, y: 0, z: 0 });
    assert.deepEqual(hits.map((hit) => hit.item), items);
    assert.equal(hits[1999].distance, 3 * 1999 + 4);
    items.forEach((item) => item.moveBy(0, 5, 0));
    assert.equal(world.cast({ x: -5, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }), null);
});

test('a mover in a world moves its item, and tells what it hits', () => {
    const world = new World();
    const points = [-9, 0, -9, -9, 0, 9, 9, 0, -9, 9, 0, 9];
    const floor = world.insert(new Mesh({ points, indices: [0, 1, 2, 2, 1, 3], oneSided: true }), { data: 'floor' });
    const ghost = world.insert({ x: 3, y: 1, z: 0, halfX: 0.5, halfY: 2, halfZ: 2 }, { data: 'ghost', sensor: true });
    const wall = world.insert({ x: 6, y: 1, z: 0, halfX: 0.5, halfY: 2, halfZ: 2 }, { data: 'wall', layers: 2 });
    const mover = new Mover({ ...BALL, y: 1.5 }, GRAVITY);
    const item = world.insert({ ...BALL, y: 1.5 });
    const landed = mover.step(1, world, { item });
    assert.deepEqual([landed[0].item, landed[0].index, mover.grounded], [floor, -1, true]);
    const hits = mover.travel({ x: 9, y: 0, z: 0 }, world, { item });
    assert.deepEqual(hits.map((hit) => [hit.item, hit.response]), [[ghost, 'cross'], [wall, 'slide']]);
    assert.deepEqual(world.intersecting({ x: 4.5, y: 1, z: 0 }), [item]);
    mover.position = { x: 0, y: 0, z: 0 };
    assert.deepEqual(mover.travel({ x: 9, y: 0, z: 0 }, world, { item, layers: 1, ignore: ghost }), []);
    mover.position = { x: 0, y: 0, z: 0 };
    const seen = new Set();
    mover.travel({ x: 9, y: 0, z: 0 }, world, { item, respond: (obstacle, index) => (seen.add(obstacle), index === -1 ? 'cross' : 'stop') });
    assert.equal(seen.has(wall) && !seen.has(item), true);
});

test('a lift does not move if a mover has no room', () => {
    const world = new World();
    const lift = world.insert({ x: 0, y: -1, z: 0, halfX: 5, halfY: 1, halfZ: 5 });
    world.insert({ x: 0, y: 5, z: 0, halfX: 5, halfY: 1, halfZ: 5 });
    const body = { ...BALL, y: 1 };
    const hero = { mover: new Mover(body, GRAVITY), item: world.insert(body) };
    hero.mover.step(1 / 60, world, { item: hero.item });
    assert.equal(world.carry(lift, { x: 0, y: 3, z: 0 }, [hero]), hero.item);
    assert.equal(world.carry([lift], { x: 0, y: 1, z: 0 }, [hero]), null);
    assert.ok(Math.abs(hero.mover.position.y - 1) < 1e-9);
    assert.deepEqual(world.carryAndCrush(lift, { x: 0, y: 3, z: 0 }, [hero]), [hero.item]);
});

test('wrong arguments are refused with their names', () => {
    const world = new World();
    const item = world.insert(BALL);
    const other = new World().insert(BALL);
    const gone = world.insert(BALL);
    gone.remove();
    const mover = new Mover(BALL);
    const disposed = new World();
    disposed.dispose();
    const cases = [
        [() => world.insert({}), TypeError, 'shape must be a shape, but has none of x, x1, min, points, parts and shape.'],
        [() => world.insert({ parts: [] }), RangeError, 'shape is empty: it has no parts or no solid pixels.'],
        [() => world.insert(BALL, { layers: -1 }), RangeError, 'layers must be a whole number from 0 to 4294967295, but is -1.'],
        [() => world.sweep(BALL, { x: 1, y: NaN, z: 0 }), RangeError, 'displacement.y must be finite, but is NaN.'],
        [() => world.cast(BALL, { x: 0, y: 0, z: 0 }), RangeError, 'The ray has the length zero.'],
        [() => world.intersecting(BALL, { ignore: other }), TypeError, 'ignore is an item of another world.'],
        [() => world.intersecting(BALL, { ignore: [item, {}] }), TypeError, 'ignore[1] must be an Item, but is an object of the class Object.'],
        [() => gone.moveBy(1, 0, 0), TypeError, 'The item has been removed from its world.'],
        [() => item.moveBy(1, 0), TypeError, 'The offset.z must be a number, but is undefined.'],
        [() => mover.step(1, world, { item: gone }), TypeError, 'item has been removed from its world.'],
        [() => mover.step(1, 'world'), TypeError, 'obstacles must be a World or an array of shapes, but is a string.'],
        [() => mover.step(1, disposed), TypeError, 'The world has been disposed of.'],
        [() => world.carry(other, BALL, []), TypeError, 'platform is an item of another world.'],
        [() => disposed.update(), TypeError, 'The world has been disposed of.'],
    ];
    for (const [call, type, message] of cases) {
        assert.throws(call, { name: type.name, message });
    }
});
