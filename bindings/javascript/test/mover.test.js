// Tests of movers: what every method does, and what it refuses.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Hit, init, Mover, World } from 'bumper-collision';

before(() => init());

const BOX = { x: 0, y: 0, width: 10, height: 10 };
const FLOOR = { x: -100, y: 100, width: 300, height: 20 };
const WALL = { x: 30, y: -50, width: 10, height: 100 };
const GRAVITY = { gravity: { x: 0, y: 900 } };
const at = (mover) => [mover.position.x, mover.position.y];

test('settings have defaults, and are kept', () => {
    const mover = new Mover(BOX);
    const read = (of) => ({
        velocity: of.velocity.toJSON(), gravity: of.gravity.toJSON(), response: of.response, bounds: of.bounds, walk: of.walk,
        floorAngle: of.floorAngle, coyoteTime: of.coyoteTime, bufferTime: of.bufferTime, dropThrough: of.dropThrough,
        keepPlatformVelocity: of.keepPlatformVelocity, reportAll: of.reportAll,
    });
    const zero = { x: 0, y: 0 };
    assert.deepEqual(read(mover), {
        velocity: zero, gravity: zero, response: 'slide', bounds: null, walk: null, floorAngle: Math.PI / 3, coyoteTime: 0, bufferTime: 0,
        dropThrough: false, keepPlatformVelocity: false, reportAll: false,
    });
    const settings = {
        velocity: { x: 1, y: 2 }, gravity: { x: 3, y: 4 }, response: 'bounce', bounds: { x: -9, y: -8, width: 70, height: 60 },
        walk: { stairHeight: 5, snapDistance: 6 }, floorAngle: 0.5, coyoteTime: 0.1, bufferTime: Infinity, dropThrough: true,
        keepPlatformVelocity: true, reportAll: true,
    };
    const set = new Mover(BOX, settings);
    assert.deepEqual(read(set), settings);
    assert.deepEqual(read(set.clone()), settings);
    assert.deepEqual(read(Mover.load(set.save())), settings);
    Object.assign(mover, settings);
    assert.deepEqual(read(mover), settings);
    assert.equal(mover.stateHash(), set.stateHash());
    Object.assign(mover, { bounds: null, walk: null });
    assert.deepEqual([mover.bounds, mover.walk, Mover.load(mover.save()).bounds], [null, null, null]);
});

test('vectors are live', () => {
    const mover = new Mover(BOX, { velocity: { x: 60, y: 0 } });
    const { position, velocity } = mover;
    mover.step(0.5, []);
    assert.deepEqual([position.x, position === mover.position], [30, true]);
    velocity.x += 5;
    velocity.y = 7;
    assert.deepEqual(JSON.stringify(mover.velocity), '{"x":65,"y":7}');
    position.x = 100;
    mover.position.y = 50;
    assert.deepEqual([mover.shape, mover.center], [{ x: 100, y: 50, width: 10, height: 10 }, { x: 105, y: 55 }]);
    mover.position = { x: 1, y: 2 };
    assert.deepEqual([at(mover), at(mover.clone())], [[1, 2], [1, 2]]);
});

test('movers fall, stand, and jump to a height', () => {
    const mover = new Mover({ x: 0, y: 0, width: 10, height: 20 }, GRAVITY);
    assert.deepEqual([mover.grounded, mover.groundNormal], [false, null]);
    const landing = [];
    for (let frame = 0; frame < 60; frame++) {
        landing.push(...mover.step(1 / 60, [FLOOR]));
    }
    assert.deepEqual([mover.grounded, mover.groundNormal, at(mover)], [true, { x: 0, y: -1 }, [0, 80]]);
    assert.deepEqual([landing[0].index, landing[0].item, landing[0].normalY, landing[0].response], [0, null, -1, 'slide']);
    mover.jump(48);
    let highest = 80;
    for (let frame = 0; frame < 60; frame++) {
        mover.step(1 / 60, [FLOOR]);
        highest = Math.min(highest, mover.position.y);
    }
    assert.ok(Math.abs(highest - 32) < 1e-9);
    mover.position.y -= 30;
    assert.equal(mover.grounded, false);
});

test('coyote time and the jump buffer', () => {
    const jumps = (coyoteTime, bufferTime, frame) => {
        const mover = new Mover(BOX, { ...GRAVITY, velocity: { x: 600, y: 0 }, coyoteTime, bufferTime });
        const ledge = { x: -50, y: 10, width: 60, height: 5 };
        const ground = { x: -50, y: 60, width: 1000, height: 5 };
        let rises = false;
        for (let k = 0; k < 40; k++) {
            if (k === frame) {
                mover.jump(30);
            }
            mover.step(1 / 60, [ledge, ground]);
            rises ||= mover.velocity.y < -50;
        }
        return rises;
    };
    // It leaves the ledge after one frame, and lands after about 20.
    assert.deepEqual([jumps(0, 0, 4), jumps(0.1, 0, 4)], [false, true]);
    assert.deepEqual([jumps(0, 0, 18), jumps(0, 0.2, 18)], [false, true]);
});

test('responses', () => {
    const after = (response) => {
        const mover = new Mover(BOX, { velocity: { x: 30, y: 4 }, response });
        const hits = mover.step(1, [WALL]);
        return [hits.map((hit) => hit.response), ...at(mover), mover.velocity.x];
    };
    assert.deepEqual(after('backUp'), [['backUp'], 0, 4, 30]);
    assert.deepEqual(after('stop').slice(0, 2), [['stop'], 20]);
    assert.deepEqual(after('slide'), [['slide'], 20, 4, 0]);
    assert.deepEqual(after('bounce'), [['bounce'], 10, 4, -30]);
    assert.deepEqual(after('cross'), [['cross'], 30, 4, 30]);
});

test('respond decides for single obstacles', () => {
    const coin = { x: 15, y: 0, radius: 2 };
    const travel = (respond) => {
        const mover = new Mover(BOX);
        return [mover.travel({ x: 60, y: 0 }, [coin, WALL], { respond }).map((hit) => [hit.index, hit.response]), mover.position.x];
    };
    assert.deepEqual(travel((shape) => (shape === coin ? 'cross' : 'stop')), [[[0, 'cross'], [1, 'stop']], 20]);
    assert.deepEqual(travel((_, index) => (index === 0 ? null : undefined)), [[[1, 'slide']], 20]);
    assert.deepEqual(travel(() => null), [[], 60]);
    const world = new World();
    const item = world.insert(WALL, { data: 'wall' });
    const mover = new Mover(BOX);
    const [hit] = mover.travel({ x: 60, y: 0 }, world, { respond: (of) => (of.data === 'wall' ? 'bounce' : null) });
    assert.deepEqual([hit.item, hit.index, hit.response, hit.time, at(mover)], [item, -1, 'bounce', 1 / 3, [-20, 0]]);
});

test('walking on stairs and slopes', () => {
    const stairs = Array.from({ length: 10 }, (_, k) => ({ x: 20 + 4 * k, y: 6 - 4 * k, width: 200, height: 4 + 4 * k }));
    const level = [{ x: -100, y: 10, width: 500, height: 5 }, ...stairs];
    const climb = (walk) => {
        const mover = new Mover(BOX, { ...GRAVITY, walk });
        for (let frame = 0; frame < 60; frame++) {
            mover.velocity.x = 60;
            mover.step(1 / 60, level);
        }
        return mover.position.y;
    };
    assert.deepEqual([climb(null), climb({ stairHeight: 4, snapDistance: 4 })], [0, -40]);
    const slope = { points: [[-100, 10], [100, 10], [100, -90]] };
    const stands = (floorAngle) => {
        const mover = new Mover({ x: 0, y: -60, width: 10, height: 10 }, { ...GRAVITY, floorAngle, walk: { stairHeight: 2, snapDistance: 2 } });
        for (let frame = 0; frame < 60; frame++) {
            mover.step(1 / 60, [slope]);
        }
        return mover.grounded;
    };
    assert.deepEqual([stands(0.6), stands(0.2)], [true, false]);
});

test('bounds hold the mover, and are hits without an obstacle', () => {
    const mover = new Mover(BOX, { bounds: { x: 0, y: 0, width: 50, height: 50 } });
    const [hit] = mover.travel({ x: 100, y: 0 }, []);
    assert.deepEqual([hit.item, hit.index, hit.normalX, at(mover)], [null, -1, -1, [40, 0]]);
    const [inWorld] = mover.travel({ x: 0, y: 100 }, new World());
    assert.deepEqual([inWorld.item, inWorld.index, inWorld.normalY], [null, -1, -1]);
});

test('a world, the own item, layers, sensors and ignored items', () => {
    const world = new World();
    const wall = world.insert(WALL, { data: 'wall' });
    const coin = world.insert({ x: 15, y: 0, radius: 2 }, { data: 'coin', sensor: true, layers: 2 });
    const mover = new Mover(BOX);
    const item = world.insert(mover.shape, { data: 'hero' });
    const out = [];
    assert.equal(mover.travel({ x: 60, y: 0 }, world, { item, out }), out);
    assert.deepEqual(out.map((hit) => [hit.item.data, hit.response]), [['coin', 'cross'], ['wall', 'slide']]);
    assert.deepEqual([mover.position.x, item.shape.x], [20, 20]);
    const [first, second] = out;
    mover.travel({ x: 60, y: 0 }, world, { item, out, ignore: wall, layers: 1 });
    assert.deepEqual([out.length, mover.position.x], [0, 80]);
    mover.travel({ x: -70, y: 0 }, world, { item, out });
    assert.deepEqual([out.length, out.every((hit) => hit === first || hit === second)], [1, true]);
    mover.position = { x: 0, y: 0 };
    assert.deepEqual(mover.travel({ x: 60, y: 0 }, world, { item, ignore: [wall, coin] }), []);
    item.filter = 2;
    mover.position = { x: 0, y: 0 };
    assert.deepEqual(mover.travel({ x: 60, y: 0 }, world, { item }).map((hit) => hit.item), [coin]);
    assert.ok(out[0] instanceof Hit);
});

test('planks stop from above, and dropThrough falls through', () => {
    const world = new World();
    world.insert({ x: -50, y: 30, width: 200, height: 4 }, { oneWay: 'up' });
    const mover = new Mover(BOX, { ...GRAVITY, velocity: { x: 0, y: 0 } });
    const fall = () => {
        for (let frame = 0; frame < 30; frame++) {
            mover.step(1 / 60, world);
        }
        return mover.position.y;
    };
    assert.equal(fall(), 20);
    mover.dropThrough = true;
    assert.ok(fall() > 60);
    mover.dropThrough = false;
    mover.velocity.set(0, -900);
    assert.equal(fall() < 60, true);
});

test('shapes of a list can have a one-way side', () => {
    const plank = { x: -50, y: 40, width: 100, height: 5, oneWay: 'up' };
    const hero = new Mover(BOX, GRAVITY);
    hero.position.set(0, 60);
    hero.travel({ x: 0, y: -50 }, [plank]);
    assert.deepEqual(at(hero), [0, 10]);
    const [hit] = hero.travel({ x: 0, y: 50 }, [{ ...plank, oneWay: null }, plank]);
    assert.deepEqual([...at(hero), hit.index, hit.normalY], [0, 30, 0, -1]);
    hero.travel({ x: 0, y: 50 }, [{ shape: plank, oneWay: 'down' }]);
    assert.deepEqual(at(hero), [0, 80]);
    assert.throws(() => hero.travel({ x: 0, y: 0 }, [{ ...BOX, oneWay: 'top' }]), {
        name: 'RangeError',
        message: "oneWay must be 'left', 'right', 'up', 'down' or null, but is top.",
    });
});

test('reportAll reports all obstacles that stop at once', () => {
    const level = [{ x: 0, y: 10, width: 5, height: 5 }, { x: 5, y: 10, width: 9, height: 5 }];
    const hits = (reportAll) => new Mover(BOX, { ...GRAVITY, reportAll }).travel({ x: 0, y: 5 }, level).map((hit) => hit.index);
    assert.deepEqual([hits(false), hits(true)], [[0], [0, 1]]);
});

test('the parts that hit', () => {
    const mover = new Mover({ parts: [BOX, { ...BOX, x: 20 }] });
    const [hit] = mover.travel({ x: 100, y: 0 }, [{ parts: [{ ...BOX, y: 500 }, { ...BOX, x: 60 }] }]);
    assert.deepEqual([hit.partA, hit.partB, mover.position.x], [1, 1, 30]);
});

test('setShape crouches', () => {
    const stands = { x: 0, y: 0, width: 10, height: 20 };
    const crouches = { x: 0, y: 10, width: 10, height: 10 };
    const tunnel = { x: 20, y: 0, width: 40, height: 10 };
    const world = new World();
    world.insert(tunnel);
    for (const obstacles of [[tunnel], world]) {
        const mover = new Mover(stands);
        assert.equal(mover.setShape(crouches, obstacles), true);
        mover.travel({ x: 30, y: 0 }, obstacles);
        assert.equal(mover.setShape(stands, obstacles), false);
        assert.deepEqual(mover.shape, { x: 30, y: 10, width: 10, height: 10 });
        assert.equal(mover.setShape(stands, obstacles, { respond: () => null }), true);
        assert.deepEqual(mover.shape, { x: 30, y: 0, width: 10, height: 20 });
    }
});

test('copies and saved movers move in the same way', () => {
    const mover = new Mover({ x: 0, y: 70, radius: 10 }, { ...GRAVITY, walk: { stairHeight: 5, snapDistance: 5 }, coyoteTime: 0.1 });
    const play = (of, frames) => {
        for (let frame = 0; frame < frames; frame++) {
            of.velocity.x = 50;
            of.step(1 / 60, [FLOOR, { x: 100, y: 90, width: 10, height: 10 }]);
        }
        return of.stateHash();
    };
    play(mover, 20);
    mover.jump(30);
    play(mover, 5);
    const [copy, loaded] = [mover.clone(), Mover.load(mover.save())];
    assert.deepEqual([at(copy), copy.velocity.y, copy.grounded], [at(mover), mover.velocity.y, mover.grounded]);
    assert.deepEqual(new Set([play(mover, 100), play(copy, 100), play(loaded, 100)]).size, 1);
    mover.jump(1);
    assert.notEqual(mover.stateHash(), copy.stateHash());
});

test('a mover does not move if respond throws', () => {
    const world = new World();
    world.insert(WALL);
    const item = world.insert(BOX);
    const mover = new Mover(BOX, { velocity: { x: 60, y: 0 } });
    const respond = () => {
        throw new Error('no');
    };
    assert.throws(() => mover.step(1, world, { item, respond }), { message: 'no' });
    assert.throws(() => mover.travel({ x: 50, y: 0 }, [WALL], { respond }), { message: 'no' });
    assert.throws(() => mover.step(1, [WALL], { respond: () => 'jump' }), {
        name: 'RangeError',
        message: "The result of respond must be 'backUp', 'stop', 'slide', 'bounce' or 'cross', but is jump.",
    });
    assert.deepEqual([at(mover), at(mover.clone()), item.shape], [[0, 0], [0, 0], BOX]);
});

test('respond can read the mover, and cannot use it or the world', () => {
    const world = new World();
    const wall = world.insert(WALL);
    const other = new World();
    other.insert(BOX);
    const mover = new Mover(BOX, { velocity: { x: 60, y: 0 } });
    const inside = (run) => mover.travel({ x: 50, y: 0 }, world, { respond: () => void run() });
    const busy = /in use: it cannot be called from its own callback/;
    for (const run of [
        () => mover.jump(1),
        () => { mover.velocity.x = 1; },
        () => { mover.walk = null; },
        () => { mover.position = { x: 0, y: 0 }; },
        () => { mover.bounds = BOX; },
        () => mover.shape,
        () => mover.center,
        () => mover.step(1, []),
        () => mover.clone(),
        () => mover.dispose(),
        () => world.insert(BOX),
        () => wall.remove(),
        () => world.carry(wall, { x: 1, y: 1 }, []),
        () => other.carry([...other][0], { x: 1, y: 0 }, [{ mover, item: [...other][0] }]),
    ]) {
        assert.throws(() => inside(run), { name: 'TypeError', message: busy }, String(run));
    }
    inside(() => assert.deepEqual([mover.position.x, mover.velocity.x, mover.grounded, mover.response], [0, 60, false, 'slide']));
    assert.deepEqual([mover.position.x, mover.velocity.x], [20, 0]);
});

test('wrong arguments are refused with their name', () => {
    const world = new World();
    const item = world.insert(BOX);
    const removed = world.insert(BOX);
    removed.remove();
    const foreign = new World().insert(BOX);
    const mover = new Mover(BOX);
    const rider = { mover, item };
    const zero = { x: 0, y: 0 };
    const cases = [
        [() => new Mover(), TypeError, 'shape must be a shape, but is undefined.'],
        [() => new Mover({ parts: [] }), RangeError, 'shape is empty: it has no parts or no solid pixels.'],
        [() => new Mover(BOX, { velocity: { x: NaN, y: 0 } }), RangeError, 'velocity.x must be finite, but is NaN.'],
        [() => { mover.gravity.y = '9'; }, TypeError, 'gravity.y must be a number, but is a string.'],
        [() => { mover.position.x = Infinity; }, RangeError, 'position.x must be finite, but is Infinity.'],
        [() => { mover.response = 'jump'; }, RangeError, /^response must be 'backUp'/],
        [() => { mover.floorAngle = 4; }, RangeError, 'floorAngle must be at most π, but is 4.'],
        [() => { mover.floorAngle = -1; }, RangeError, 'floorAngle must not be negative, but is -1.'],
        [() => { mover.coyoteTime = -1; }, RangeError, 'coyoteTime must not be negative, but is -1.'],
        [() => { mover.bufferTime = NaN; }, RangeError, 'bufferTime must be finite, but is NaN.'],
        [() => { mover.walk = { stairHeight: -1, snapDistance: 0 }; }, RangeError, 'walk.stairHeight must not be negative, but is -1.'],
        [() => { mover.walk = { stairHeight: 1 }; }, TypeError, 'walk.snapDistance must be a number, but is undefined.'],
        [() => { mover.bounds = { x: 0, y: 0, width: -1, height: 0 }; }, RangeError, 'bounds.width must not be negative, but is -1.'],
        [() => mover.jump(-1), RangeError, 'height must not be negative, but is -1.'],
        [() => mover.jump(), TypeError, 'height must be a number, but is undefined.'],
        [() => mover.step(-1, []), RangeError, 'time must not be negative, but is -1.'],
        [() => mover.step(1), TypeError, 'obstacles must be a World or an array of shapes, but is undefined.'],
        [() => mover.step(1, [BOX, { x: 1 }]), TypeError, 'obstacles[1].y must be a number, but is undefined.'],
        [() => mover.step(1, world, { layers: -1 }), RangeError, /^layers/],
        [() => mover.step(1, world, { item: 5 }), TypeError, 'item must be an Item, but is a number.'],
        [() => mover.step(1, world, { item: foreign }), TypeError, 'item is an item of another world.'],
        [() => mover.step(1, [], { item }), TypeError, 'item is an item of another world.'],
        [() => mover.step(1, world, { item: removed }), TypeError, 'item has been removed from its world.'],
        [() => mover.travel({ x: 0 }, []), TypeError, 'displacement.y must be a number, but is undefined.'],
        [() => mover.carry(BOX, { x: NaN, y: 0 }, []), RangeError, 'displacement.x must be finite, but is NaN.'],
        [() => mover.carry({ x: 0 }, zero, []), TypeError, 'platform[0].y must be a number, but is undefined.'],
        [() => mover.carry(foreign, zero, world), TypeError, 'platform is an item of another world.'],
        [() => mover.carry(removed, zero, world), TypeError, 'platform has been removed from its world.'],
        [() => mover.setShape({ x: 0 }, []), TypeError, 'shape.y must be a number, but is undefined.'],
        [() => world.carry(item, { x: 0, y: NaN }, []), RangeError, 'displacement.y must be finite, but is NaN.'],
        [() => world.carry(item, { x: 1e308, y: 0 }, []) ?? world.carry(item, { x: 1e308, y: 0 }, []), RangeError, /^displacement moves/],
        [() => world.carry([item, foreign], zero, []), TypeError, 'platform[1] is an item of another world.'],
        [() => world.carry(removed, zero, []), TypeError, 'platform has been removed from its world.'],
        [() => world.carry(item, zero, [rider, rider]), TypeError, 'movers[1].mover is in the list twice.'],
        [() => world.carry(item, zero, [{ mover, item: foreign }]), TypeError, 'movers[0].item is an item of another world.'],
        [() => world.carryTo([{ item, shape: { x: 0 } }], zero, [rider]), TypeError, 'parts[0].shape.y must be a number, but is undefined.'],
        [() => world.carryTo([{ item, shape: { parts: [] } }], zero, [rider]), RangeError, /^parts\[0\].shape is empty/],
        [() => world.carryTo([{ item, shape: BOX }], () => ({ x: NaN, y: 0 }), [rider]), RangeError, 'displacement.x must be finite, but is NaN.'],
        [() => world.carryTo([{ item, shape: BOX }], zero, [rider], { rule: 'push' }), RangeError, /^rule must be/],
        [() => world.carryOnBelts([{ item, displacement: { x: 0, y: NaN } }], []), RangeError, 'belts[0].displacement.y must be finite, but is NaN.'],
        [() => world.carryOnBelts([{ item: removed, displacement: zero }], []), TypeError, 'belts[0].item has been removed from its world.'],
        [() => Mover.load(Uint8Array.of(9)), TypeError, /^bytes must be/],
        [() => Mover.load('bytes'), TypeError, 'bytes must be a Uint8Array, but is a string.'],
    ];
    const hash = mover.stateHash();
    for (const [run, name, message] of cases) {
        assert.throws(run, { name: name.name, message }, String(run));
    }
    assert.equal(mover.stateHash(), hash);
});

test('a disposed mover is refused', () => {
    const mover = new Mover(BOX);
    mover.dispose();
    mover.dispose();
    const gone = { name: 'TypeError', message: 'The mover has been disposed of.' };
    const world = new World();
    const item = world.insert(BOX);
    for (const run of [
        () => mover.step(1, []), () => mover.step(1, world), () => mover.travel({ x: 1, y: 0 }, []), () => mover.jump(1), () => mover.shape,
        () => mover.center, () => mover.clone(), () => mover.save(), () => { mover.velocity.x = 1; }, () => { mover.walk = null; },
        () => { mover.bounds = BOX; }, () => mover.setShape(BOX, []), () => mover.stateHash(),
    ]) {
        assert.throws(run, gone, String(run));
    }
    assert.throws(() => world.carry(item, { x: 0, y: 0 }, [{ mover, item }]), { message: 'movers[0].mover has been disposed of.' });
});
