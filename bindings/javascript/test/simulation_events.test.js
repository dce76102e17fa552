// Contact events, callbacks, queries and saving of simulations.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { init, intersects, Mask, Simulation } from 'bumper-collision';

const BALL = { x: 0, y: 0, radius: 5 };
const FLOOR = { x: -100, y: 0, width: 200, height: 20 };
const DT = 1 / 60;
const BUSY = { name: 'TypeError', message: 'The simulation is in use: it cannot be called from its own callback.' };

before(() => init());

function scene() {
    const simulation = new Simulation({ gravity: { x: 0, y: 100 } });
    const floor = simulation.insert(FLOOR, { type: 'static', data: 'floor' });
    const ball = simulation.insert(BALL, { position: { x: 0, y: -5.5 }, data: 'ball' });
    return { simulation, floor, ball };
}
const steps = (simulation, count) => Array.from({ length: count }, () => simulation.step(DT));

test('contacts begin, stay and end', () => {
    const { simulation, floor, ball } = scene();
    const log = [];
    simulation.onEnter = (event) => log.push(['enter', event.other(floor).data]);
    simulation.onLeave = (event) => log.push(['leave', event.other(floor).data]);
    steps(simulation, 20);
    assert.deepEqual(log, [['enter', 'ball']]);
    assert.deepEqual(simulation.events(), []);
    const [stay] = simulation.events({ stay: true });
    assert.deepEqual([stay.change, stay.isSensor, stay.a === floor, stay.b === ball], ['stay', false, true, true]);
    assert.deepEqual([stay.normalX, Math.round(stay.normalY), stay.partA, stay.partB], [0, -1, 0, 0]);
    assert.deepEqual([stay.colliderA, stay.colliderB], [floor.colliders[0], ball.colliders[0]]);
    assert.equal(stay.points.length, 1);
    const expected = ball.mass * 100 * DT;
    assert.ok(Math.abs(stay.normalImpulse - expected) < 0.02 * expected, `${stay.normalImpulse}`);
    assert.ok(Math.abs(stay.points[0].y) < 0.1 && stay.points[0].tangentImpulse < 1e-6);
    assert.equal(ball.contacts()[0].change, 'stay');
    ball.set({ velocity: { x: 0, y: -100 } });
    steps(simulation, 5);
    assert.deepEqual(log, [['enter', 'ball'], ['leave', 'ball']]);
});

test('the parts of masks and compounds in events', () => {
    const simulation = new Simulation({ gravity: { x: 0, y: 100 } });
    simulation.insert(Mask.fromRows(['#..', '###']).at(0, 0, { pixel: 10 }), { type: 'static' });
    simulation.insert({ x: 26, y: 4.5, radius: 5 });
    simulation.step(DT);
    steps(simulation, 10);
    const [event] = simulation.events({ stay: true });
    // Pixel 5 is the third one of the second row.
    assert.deepEqual([event.partA, event.partB], [5, 0]);
});

test('sensors report contacts without points', () => {
    const { simulation, floor } = scene();
    floor.colliders[0].set({ sensor: true });
    steps(simulation, 10);
    const [event] = simulation.events({ stay: true });
    assert.deepEqual([event.isSensor, event.points.length], [true, 0]);
});

test('handlers of events may do anything, and all are called', () => {
    const { simulation, ball } = scene();
    const other = simulation.insert(BALL, { position: { x: 20, y: -5.5 } });
    let calls = 0;
    simulation.onEnter = (event) => {
        calls += 1;
        event.b.remove();
        simulation.insert(BALL, { position: { x: 50, y: -90 } });
        throw new Error(`call ${calls}`);
    };
    assert.throws(() => steps(simulation, 20), /call 1/);
    assert.deepEqual([calls, ball.isRemoved, other.isRemoved, simulation.bodies.length], [2, true, true, 3]);
});

test('a hook that refuses contacts', () => {
    const { simulation, ball } = scene();
    const seen = new Set();
    for (let k = 0; k < 30; k++) {
        simulation.step(DT, (contact) => {
            seen.add(`${contact.a.data} ${contact.b.data}`);
            assert.ok(contact.approachSpeed >= 0 && contact.points.length > 0);
            return false;
        });
        assert.deepEqual(simulation.events({ stay: true }), []);
    }
    assert.ok(ball.y > 0);
    assert.deepEqual([...seen], ['floor ball']);
});

test('a hook that throws', () => {
    const { simulation, ball } = scene();
    steps(simulation, 20);
    let calls = 0;
    const y = ball.y;
    simulation.insert(BALL, { position: { x: 30, y: -5 } });
    assert.throws(() => simulation.step(DT, () => {
        calls += 1;
        throw undefined;
    }), (error) => error === undefined);
    assert.equal(calls, 1);
    // The step was done, and the next one works.
    assert.ok(Math.abs(ball.y - y) < 0.1);
    simulation.step(DT, () => true);
});

test('a hook that uses its own simulation, and another one', () => {
    const { simulation, ball } = scene();
    simulation.sleepEnabled = false;
    steps(simulation, 20);
    const copy = simulation.clone();
    for (const call of [
        () => ball.x,
        () => simulation.step(DT),
        () => simulation.step(DT, () => true),
        () => simulation.insert(BALL),
        () => simulation.poses,
        () => ball.remove(),
        () => simulation.dispose(),
        () => simulation.cast({ x: 0, y: 0 }, { x: 1, y: 0 }),
    ]) {
        assert.throws(() => simulation.step(DT, call), BUSY, call.toString());
        steps(simulation, 1);
    }
    let inner = 0;
    simulation.step(DT, () => {
        copy.step(DT, () => {
            inner += 1;
            return intersects(BALL, BALL);
        });
        copy.get(ball.id).setPose(0, -5);
        return true;
    });
    assert.ok(inner > 0);
    assert.throws(() => simulation.step(DT, () => copy.step(DT, () => assert.fail('inner'))), /inner/);
});

test('queries', () => {
    const simulation = new Simulation();
    const wall = simulation.insert({ x: 50, y: -50, width: 10, height: 100 }, { type: 'static', layers: 2 });
    const near = simulation.insert(BALL, { position: { x: 20, y: 0 }, data: 'near' });
    const sensor = simulation.insert(BALL, { type: 'kinematic', position: { x: 35, y: 0 }, sensor: true });
    const [from, right] = [{ x: 0, y: 0 }, { x: 1, y: 0 }];
    const hit = simulation.cast(from, right);
    assert.deepEqual([hit.body, hit.collider, hit.distance, hit.x, hit.y, hit.normalX, hit.part], [near, near.colliders[0], 15, 15, 0, -1, 0]);
    const bodies = (options) => simulation.castAll(from, right, options).map((found) => found.body);
    assert.deepEqual(bodies(), [near, wall]);
    assert.deepEqual(bodies({ sensors: true }), [near, sensor, wall]);
    assert.deepEqual(bodies({ layers: 2 }), [wall]);
    assert.deepEqual(bodies({ ownLayers: 0 }), []);
    assert.deepEqual(bodies({ types: ['dynamic'] }), [near]);
    assert.deepEqual(bodies({ types: ['static', 'kinematic'], sensors: true }), [sensor, wall]);
    assert.deepEqual(bodies({ ignore: near }), [wall]);
    assert.deepEqual(bodies({ ignore: [near.colliders[0], wall] }), []);
    assert.deepEqual(bodies({ accept: (collider) => collider.body.data !== 'near' }), [wall]);
    assert.deepEqual(bodies({ maxDistance: 20 }), [near]);
    assert.equal(simulation.cast(from, { to: { x: 14, y: 0 } }), null);
    const sweep = simulation.sweep(BALL, { x: 100, y: 0 });
    assert.deepEqual([sweep.body, sweep.time, sweep.startsOverlapping], [near, 0.1, false]);
    assert.deepEqual(simulation.sweepAll(BALL, { x: 100, y: 0 }).map((found) => found.body), [near, wall]);
    assert.equal(simulation.sweep(BALL, { x: 0, y: 10 }), null);
    assert.deepEqual(simulation.intersecting({ x: 25, y: 0, radius: 26 }).map((found) => [found.body, found.relation]), [
        [wall, 'overlapping'],
        [near, 'overlapping'],
    ]);
    assert.equal(simulation.intersecting({ x: 40, y: 0, width: 10, height: 1 })[0].relation, 'touching');
    const contact = simulation.nearest({ x: 0, y: 0 });
    assert.deepEqual([contact.body, contact.separation, contact.normalX, contact.points.length], [near, 15, 1, 1]);
    assert.equal(simulation.nearest({ x: 0, y: 0 }, { maxDistance: 14 }), null);
});

test('many hits', () => {
    const simulation = new Simulation();
    for (let k = 0; k < 100; k++) simulation.insert(BALL, { type: 'static', position: { x: 20 * k, y: 0 } });
    const hits = simulation.castAll({ x: -10, y: 0 }, { x: 1, y: 0 });
    assert.deepEqual(hits.map((hit) => hit.distance), Array.from({ length: 100 }, (_, k) => 5 + 20 * k));
});

test('errors of queries', () => {
    const { simulation } = scene();
    const from = { x: 0, y: 0 };
    assert.throws(() => simulation.cast(from, from), /The ray has the length zero/);
    assert.throws(() => simulation.cast({ x: NaN, y: 0 }, { x: 1, y: 0 }), /origin.x must be finite/);
    assert.throws(() => simulation.cast(from, { x: 1, y: 0 }, { maxDistance: NaN }), /maxDistance must be finite/);
    assert.throws(() => simulation.cast(from, { x: 1, y: 0 }, { types: ['solid'] }), /options.types has 'solid'/);
    assert.throws(() => simulation.cast(from, { x: 1, y: 0 }, { ignore: [{}] }), /options.ignore has something/);
    assert.throws(() => simulation.cast(from, { x: 1, y: 0 }, { layers: -1 }), /options.layers must be a whole number/);
    assert.throws(() => simulation.sweep({ x: 0 }, from), /shape/);
    assert.throws(() => simulation.sweep(BALL, { x: NaN, y: 0 }), /displacement.x must be finite/);
    assert.throws(() => simulation.nearest(BALL, { maxDistance: NaN }), /options.maxDistance must be finite/);
    const cast = (accept) => simulation.cast(from, { x: 0, y: 1 }, { accept });
    assert.throws(() => cast(() => assert.fail('filter')), /filter/);
    assert.throws(() => cast(() => simulation.step(DT)), BUSY);
    assert.throws(() => cast((collider) => collider.material), BUSY);
    assert.equal(cast(() => true).body.data, 'floor');
});

test('saving and loading', () => {
    const { simulation, floor, ball } = scene();
    const extra = simulation.insert(BALL, { position: { x: 30, y: -30 }, data: 'extra' });
    simulation.insert(BALL, { position: { x: 60, y: -30 } }).remove();
    simulation.insertJoint({ type: 'weld', a: floor, b: extra, anchor: { x: 30, y: -30 }, spring: { hertz: 1 } });
    floor.remove();
    simulation.insert(FLOOR, { type: 'static', data: 'floor 2' });
    steps(simulation, 10);
    const names = new Map(simulation.bodies.map((body) => [body.id, body.data]));
    const loaded = Simulation.load(simulation.save(), (id) => names.get(id));
    assert.deepEqual(loaded.bodies.map((body) => [body.id, body.data, body.index]), simulation.bodies.map((body) => [body.id, body.data, body.index]));
    assert.equal(loaded.joints.length, simulation.joints.length);
    const copy = simulation.clone();
    for (let k = 0; k < 60; k++) {
        const hashes = [simulation, loaded, copy].map((of) => {
            of.step(DT);
            return of.stateHash();
        });
        assert.match(hashes[0], /^[0-9a-f]{16}$/);
        assert.ok(hashes[0] === hashes[1] && hashes[0] === hashes[2], `step ${k}`);
    }
    assert.deepEqual([...loaded.poses], [...simulation.poses]);
    assert.equal(copy.get(ball.id).data, 'ball');
});

test('restoring', () => {
    const { simulation, floor, ball } = scene();
    const joint = simulation.insertJoint({ type: 'revolute', a: floor, b: ball, anchor: { x: 0, y: 0 } });
    const saved = simulation.save();
    const state = simulation.saveState();
    const hash = simulation.stateHash();
    steps(simulation, 10);
    assert.notEqual(simulation.stateHash(), hash);
    simulation.restoreState(state);
    assert.deepEqual([simulation.stateHash(), ball.y], [hash, -5.5]);
    const added = simulation.insert(BALL);
    ball.remove();
    assert.ok(joint.isRemoved);
    assert.throws(() => simulation.restoreState(state), /bytes must be those that `saveState` has returned/);
    simulation.restore(saved, (id) => ({ [floor.id]: 'floor', [ball.id]: 'again' })[id]);
    assert.ok(added.isRemoved && simulation.get(floor.id) === floor);
    const again = simulation.get(ball.id);
    assert.deepEqual([again.data, again.y, again.joints[0].type, simulation.stateHash()], ['again', -5.5, 'revolute', hash]);
    assert.throws(() => added.x, /The body has been removed/);
    for (const bytes of [new Uint8Array(0), saved.slice(0, 40), new Uint8Array([...saved, 7]), new Uint8Array(300).fill(255)]) {
        assert.throws(() => Simulation.load(bytes), /bytes must be the bytes that `save` of the same version/);
        assert.throws(() => simulation.restore(bytes), /bytes must be the bytes that `save` of the same version/);
    }
    assert.throws(() => Simulation.load('text'), /bytes must be a Uint8Array, but is a string/);
    assert.equal(simulation.stateHash(), hash);
});
