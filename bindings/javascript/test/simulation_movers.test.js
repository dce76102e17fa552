// Movers that have bodies in a simulation.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { init, Mover, Simulation } from 'bumper-collision';

const DT = 1 / 60;
const GRAVITY = { x: 0, y: 900 };
const FLOOR = { x: -200, y: 0, width: 400, height: 20 };

before(() => init());

function level() {
    const simulation = new Simulation({ gravity: GRAVITY });
    return { simulation, ground: simulation.insert(FLOOR, { type: 'static', data: 'ground' }) };
}

function insertHero(simulation, options = {}) {
    const mover = new Mover({ x: -8, y: -32, width: 16, height: 32 }, { gravity: GRAVITY });
    return { mover, body: simulation.insertMover(mover, { mass: 500, ...options }) };
}

test('a mover stands on a lift and on a crate on it', () => {
    const { simulation } = level();
    const lift = simulation.insert({ x: -40, y: 0, width: 80, height: 5 }, { type: 'kinematic', velocity: { x: 12, y: -30 } });
    simulation.insert({ x: -10, y: -10, width: 20, height: 10 }, { data: 'crate' });
    const hero = insertHero(simulation);
    hero.mover.position.set(0, -10);
    for (let frame = 0; frame < 60; frame++) {
        simulation.stepWithMovers(DT, [hero]);
    }
    assert.ok(hero.mover.grounded);
    assert.equal(hero.mover.position.x.toFixed(1), '12.0');
    assert.equal(Math.round(hero.mover.position.y), -40);
    assert.equal(Math.round(hero.body.y), -40);
    assert.equal(lift.y.toFixed(6), '-30.000000');
});

test('a mover pushes crates, has hits, and is found by queries', () => {
    const { simulation, ground } = level();
    const crate = simulation.insert({ x: 30, y: -20, width: 20, height: 20 }, { data: 'crate' });
    const hero = insertHero(simulation, { mass: 3000, data: 'hero', layers: 2 });
    const names = new Set();
    const entered = [];
    simulation.onEnter = (event) => entered.push(event);
    for (let frame = 0; frame < 120; frame++) {
        hero.mover.velocity.x = 60;
        const [{ hits, crushed }] = simulation.stepWithMovers(DT, [hero]);
        assert.equal(crushed, false);
        for (const hit of hits) {
            names.add(hit.body.data);
            assert.equal(hit.collider.body, hit.body);
            assert.equal(hit.response, 'slide');
            assert.ok(Math.abs(Math.hypot(hit.normalX, hit.normalY) - 1) < 1e-9 && hit.time >= 0 && hit.time <= 1);
        }
    }
    assert.ok(crate.x > 10 && hero.mover.position.x > 20);
    assert.ok(names.has('crate') && names.has(ground.data));
    assert.ok(entered.length > 0);
    const [found] = simulation.intersecting(hero.mover.center, { layers: 2 });
    assert.equal(found.body, hero.body);
    assert.equal(found.body.data, 'hero');
    assert.deepEqual([hero.body.mass, hero.body.fixedRotation, hero.body.type], [3000, true, 'dynamic']);
    assert.equal(hero.body.colliders[0].material.layers, 2);
    assert.equal(simulation.bodies.at(-1), hero.body);
});

test('a press crushes a mover', () => {
    const { simulation } = level();
    simulation.insert({ x: -20, y: -60, width: 40, height: 10 }, { type: 'kinematic', velocity: { x: 0, y: 120 } });
    const hero = insertHero(simulation);
    const crushed = Array.from({ length: 30 }, () => simulation.stepWithMovers(DT, [hero])[0].crushed);
    assert.ok(!crushed[0] && crushed.includes(true), String(crushed));
});

test('the filter of the body is that of the mover', () => {
    const { simulation } = level();
    const ghost = insertHero(simulation, { filter: 2 });
    for (let frame = 0; frame < 30; frame++) {
        simulation.stepWithMovers(DT, [ghost]);
    }
    assert.ok(ghost.mover.position.y > 50);
});

test('errors of movers with bodies', () => {
    const { simulation, ground } = level();
    const hero = insertHero(simulation);
    const { mover, body } = hero;
    const twin = mover.clone();
    const step = (...movers) => simulation.stepWithMovers(DT, movers);
    const cases = [
        [() => simulation.insertMover({}, { mass: 1 }), TypeError, 'mover must be a Mover, but is an object of the class Object.'],
        [() => simulation.insertMover(mover), TypeError, 'options must be an object, but is undefined.'],
        [() => simulation.insertMover(mover, {}), TypeError, 'options.mass must be a number, but is undefined.'],
        [() => simulation.insertMover(mover, { mass: 0 }), RangeError, 'options.mass must be above 0, but is 0.'],
        [() => simulation.insertMover(mover, { mass: NaN }), RangeError, 'options.mass must be finite, but is NaN.'],
        [() => simulation.insertMover(mover, { mass: 1, layers: 0.5 }), RangeError, 'options.layers must be a whole number from 0 to 4294967295, but is 0.5.'],
        [() => step({ mover }), TypeError, 'movers[0].body must be a Body, but is undefined.'],
        [() => step(hero, { body }), TypeError, 'movers[1].mover must be a Mover, but is undefined.'],
        [() => step(hero, hero), TypeError, 'movers[1].mover is in the list twice.'],
        [() => step(hero, { mover: twin, body }), TypeError, 'movers[1].body is the body of another mover, too.'],
        [() => step({ mover, body: ground }), RangeError, 'movers[0].body must be a dynamic body whose rotation is fixed.'],
        [() => simulation.stepWithMovers(0, [hero]), RangeError, 'dt must be above 0, but is 0.'],
        [() => simulation.stepWithMovers(NaN, [hero]), RangeError, 'dt must be finite, but is NaN.'],
        [() => step({ mover, body: new Simulation().insert(FLOOR) }), TypeError, 'movers[0].body belongs to another simulation.'],
    ];
    const before = simulation.stateHash() + mover.stateHash();
    for (const [call, type, message] of cases) {
        assert.throws(call, (error) => error instanceof type && error.message === message, message);
    }
    const dot = new Mover({ x: 0, y: 0 });
    assert.throws(() => simulation.insertMover(dot, { mass: 1 }), /The shape of mover needs an area/);
    assert.equal(simulation.stateHash() + mover.stateHash(), before);
    body.remove();
    assert.throws(() => step(hero), { name: 'TypeError', message: 'movers[0].body has been removed.' });
    mover.dispose();
    assert.throws(() => step(hero), { name: 'TypeError', message: 'movers[0].mover has been disposed of.' });
    assert.throws(() => simulation.insertMover(mover, { mass: 1 }), /mover has been disposed of/);
    simulation.dispose();
    assert.throws(() => simulation.stepWithMovers(DT, []), { name: 'TypeError', message: 'The simulation has been disposed of.' });
});

test('a callback cannot step the simulation with movers, and cannot use a mover that moves', () => {
    const { simulation, ground } = level();
    const hero = insertHero(simulation);
    let errors = 0;
    const busy = () => {
        assert.throws(() => simulation.stepWithMovers(DT, [hero]), /is in use/);
        assert.throws(() => simulation.insertMover(hero.mover, { mass: 1 }), /is in use/);
        errors += 1;
        return true;
    };
    simulation.step(DT, busy);
    assert.ok(errors > 0);
    const respond = () => {
        assert.throws(() => simulation.stepWithMovers(DT, [hero]), /is in use/);
        errors = 100;
    };
    hero.mover.step(DT, [ground.colliders[0].shape], { respond });
    assert.equal(errors, 100);
    // Both go on afterwards.
    simulation.stepWithMovers(DT, [hero]);
    assert.ok(hero.mover.grounded);
});

test('a mover can make its own step and drive its body', () => {
    const simulation = new Simulation();
    const crate = simulation.insert({ x: 12, y: -8, width: 10, height: 10 }, { mass: 5 });
    const mover = new Mover({ x: 0, y: -10, width: 10, height: 20 }, { velocity: { x: 64, y: 0 } });
    const body = simulation.insertMover(mover, { mass: 5 });
    const motion = { start: { x: 0, y: 0 }, end: { x: 1, y: 0 }, desiredVelocity: { x: 64, y: 0 } };
    simulation.driveMover(body, 1 / 64, { ...motion, hits: [{ body: crate, normalX: -1, normalY: 0 }] });
    // The impulse of an inelastic collision of equal masses.
    assert.equal(crate.velocityX, 32);
    assert.equal(body.velocityX, 64);
    simulation.driveMover(body, 1 / 64, { ...motion, carried: { x: 1, y: 0 } });
    assert.equal(body.velocityX, 128);
    const drive = (changes, dt = 1 / 64) => simulation.driveMover(body, dt, { ...motion, ...changes });
    assert.throws(() => drive({ start: null }), /motion.start.x must be a number/);
    assert.throws(() => drive({ end: { x: 0, y: NaN } }), /motion.end.y must be finite/);
    assert.throws(() => drive({ hits: [{ body: 5 }] }), /motion.hits\[0\].body must be a Body/);
    assert.throws(() => drive({ hits: [{ body: crate, normalX: NaN }] }), /motion.hits\[0\].normalX must be finite/);
    assert.throws(() => drive({}, 0), /dt must be above 0/);
    body.remove();
    assert.throws(() => drive({}), /body has been removed/);
});
