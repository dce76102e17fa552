// Bodies, colliders and steps of simulations.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { degrees, init, Mask, Simulation } from 'bumper-collision';

const BALL = { x: 0, y: 0, radius: 5 };
const FLOOR = { x: -100, y: 0, width: 200, height: 20 };
const DT = 1 / 60;

before(() => init());

const steps = (simulation, count) => Array.from({ length: count }, () => simulation.step(DT));
const falling = () => new Simulation({ gravity: { x: 0, y: 100 } });

test('the position and the velocity of a body can be set', () => {
    const body = new Simulation().insert(BALL, { velocity: { x: 1, y: 2 } });
    assert.deepEqual([body.velocity, body.position], [{ x: 1, y: 2 }, { x: 0, y: 0 }]);
    body.velocity = { x: 3, y: 4 };
    body.position = { x: 5, y: 6 };
    assert.deepEqual([body.velocityX, body.velocityY, body.x, body.y], [3, 4, 5, 6]);
    assert.throws(() => { body.velocity.x = 7; }, TypeError);
    assert.throws(() => { body.position = { x: 1 }; }, { name: 'TypeError', message: 'changes.position.y must be a number, but is undefined.' });
    assert.throws(() => { body.velocity = null; }, { name: 'TypeError', message: 'changes.velocity must be a point, but is null.' });
    assert.deepEqual([body.velocity, body.position], [{ x: 3, y: 4 }, { x: 5, y: 6 }]);
});

test('the state of a body', () => {
    const simulation = new Simulation();
    const body = simulation.insert(
        { x: 0, y: 0, width: 4, height: 2 },
        {
            type: 'dynamic',
            position: { x: 10, y: 20 },
            angle: degrees(90),
            velocity: { x: 1, y: 2 },
            angularVelocity: 3,
            gravityScale: 0.5,
            linearDamping: 0.1,
            angularDamping: 0.2,
            lockX: true,
            canSleep: false,
            bullet: true,
            density: 2,
            data: { name: 'crate' },
        },
    );
    assert.deepEqual([body.x, body.y, body.angle], [10, 20, Math.PI / 2]);
    assert.deepEqual([body.centerX, body.centerY].map((x) => Math.round(x)), [9, 22]);
    assert.deepEqual([body.cosine, body.sine].map(Math.round), [0, 1]);
    assert.deepEqual([body.velocityX, body.velocityY, body.angularVelocity], [1, 2, 3]);
    assert.deepEqual([body.gravityScale, body.linearDamping, body.angularDamping], [0.5, 0.1, 0.2]);
    assert.deepEqual([body.lockX, body.lockY, body.canSleep, body.bullet, body.fixedRotation], [true, false, false, true, false]);
    assert.deepEqual([body.mass, body.type, body.isSleeping, body.index, body.isRemoved], [16, 'dynamic', false, 0, false]);
    assert.equal(body.inertia.toFixed(6), ((16 * (16 + 4)) / 12).toFixed(6));
    assert.equal(body.data.name, 'crate');
    assert.ok(Number.isSafeInteger(body.id) && body.id > 0);
});

test('changes of a body', () => {
    const body = falling().insert(BALL, { fixedRotation: true });
    body.set({ type: 'kinematic', angularVelocity: 2, lockY: true, mass: 7, fixedRotation: false });
    assert.deepEqual([body.type, body.angularVelocity, body.lockY, body.mass, body.fixedRotation], ['kinematic', 2, true, 7, false]);
    body.set({ mass: null });
    assert.equal(body.mass.toFixed(3), (25 * Math.PI).toFixed(3));
    body.setPose(3, 4, 1);
    assert.deepEqual([body.x, body.y, body.angle.toFixed(12)], [3, 4, '1.000000000000']);
    body.setPose(5, 6);
    assert.deepEqual([body.x, body.y, body.angle.toFixed(12)], [5, 6, '1.000000000000']);
});

test('a center of mass of its own', () => {
    const simulation = new Simulation();
    const box = simulation.insert({ x: -1, y: -1, width: 2, height: 2 }, { position: { x: 5, y: 5 }, centerOfMass: { x: 0, y: 0.5 } });
    assert.deepEqual([box.centerX, box.centerY], [5, 5.5]);
    box.set({ centerOfMass: null });
    assert.deepEqual([box.centerX, box.centerY], [5, 5]);
    for (const x of [NaN, Infinity]) {
        assert.throws(() => box.set({ centerOfMass: { x, y: 0 } }), /^RangeError: changes.centerOfMass.x must be finite, but is /);
    }
});

test('forces at a point rotate', () => {
    const simulation = new Simulation();
    const body = simulation.insert(BALL);
    body.applyForce(10, 0, { x: 0, y: 5 });
    simulation.step(DT);
    assert.ok(body.angularVelocity < 0 && body.velocityX > 0);
    body.applyImpulse(10, 0, { x: 0, y: -5 });
    body.applyImpulse(10, 0);
    body.applyTorque(1e5);
    body.applyAngularImpulse(1e4);
    simulation.step(DT);
    assert.ok(body.angularVelocity > 0);
});

test('errors of bodies name the option', () => {
    const simulation = new Simulation();
    const cases = [
        [{ velocity: { x: NaN, y: 0 } }, RangeError, 'options.velocity.x must be finite, but is NaN.'],
        [{ position: 5 }, TypeError, 'options.position must be a point, but is a number.'],
        [{ type: 'dynmic' }, TypeError, "type must be one of 'static', 'kinematic', 'dynamic', but is 'dynmic'."],
        [{ density: 0 }, RangeError, 'options.density must be above 0, but is 0.'],
        [{ mass: 0 }, RangeError, 'options.mass must be above 0, but is 0.'],
        [{ mass: -1 }, RangeError, 'options.mass must be above 0, but is -1.'],
        [{ friction: -1 }, RangeError, 'options.friction must be at least 0, but is -1.'],
        [{ restitution: 1.5 }, RangeError, 'options.restitution must be from 0 to 1, but is 1.5.'],
        [{ angle: 'x' }, TypeError, 'options.angle must be a number, but is a string.'],
        [{ linearDamping: -1 }, RangeError, 'options.linearDamping must be at least 0, but is -1.'],
        [{ layers: 1.5 }, RangeError, 'options.layers must be a whole number from 0 to 4294967295, but is 1.5.'],
        [{ oneWay: 'top' }, TypeError, "oneWay must be one of null, 'left', 'right', 'up', 'down', but is 'top'."],
        [{ restituion: 1 }, TypeError, 'options has no property restituion.'],
    ];
    for (const [options, type, message] of cases) {
        assert.throws(() => simulation.insert(BALL, options), (error) => error instanceof type && error.message === message, message);
    }
    assert.throws(() => simulation.insert([]), /shapes must have at least one shape/);
    assert.throws(() => simulation.insert({ x: 0, y: 0 }), /shape needs an area/);
    assert.throws(() => simulation.insert({ x: 0, y: 0, normalX: 0, normalY: -1 }), /shape has a half-space/);
    assert.throws(() => simulation.insert({ x: 0, y: 0, radius: -1 }), /shape.radius must not be negative/);
    assert.throws(() => simulation.insert([BALL, { x: 0, y: NaN, radius: 1 }]), /shapes\[1\].y must be finite/);
    assert.throws(() => simulation.insert({ shape: BALL, density: -1 }), /The collider.density must be above 0/);
    assert.equal(simulation.bodies.length, 0);
    const body = simulation.insert(BALL);
    assert.throws(() => body.set({ mass: NaN }), /changes.mass must be finite/);
    assert.throws(() => body.set({ density: 2 }), /changes has no property density/);
    assert.throws(() => body.setPose(NaN, 0, 0), /x must be finite/);
    assert.throws(() => body.setTargetPose(0, 0, 0, 0), /dt must be above 0, but is 0/);
    assert.throws(() => body.applyForce(0, Infinity), /y must be finite/);
    assert.throws(() => body.applyImpulse(0, 0, { x: 0 }), /at.y must be a number/);
    assert.throws(() => body.applyTorque(NaN), /torque must be finite/);
    assert.throws(() => body.applyAngularImpulse(NaN), /impulse must be finite/);
    for (const dt of [0, -1, NaN, Infinity]) {
        assert.throws(() => simulation.step(dt), /dt must be/);
    }
    assert.throws(() => new Simulation({ gravity: { x: 0, y: NaN } }), /gravity.y must be finite/);
});

test('removed bodies are refused, and events tell of them', () => {
    const simulation = falling();
    const floor = simulation.insert(FLOOR, { type: 'static' });
    const balls = [0, 20, 40].map((x) => simulation.insert(BALL, { position: { x, y: -5 }, data: x }));
    simulation.step(DT);
    balls[0].remove();
    assert.deepEqual(simulation.bodies.map((body) => body.data), [undefined, 20, 40]);
    assert.deepEqual([balls[0].index, balls[1].index, balls[2].index], [-1, 1, 2]);
    assert.ok(balls[0].isRemoved);
    assert.throws(() => balls[0].x, { name: 'TypeError', message: 'The body has been removed.' });
    assert.throws(() => balls[0].remove(), /The body has been removed/);
    assert.throws(() => balls[0].setPose(0, 0, 0), /The body has been removed/);
    assert.throws(() => balls[0].insertCollider(BALL), /The body has been removed/);
    simulation.step(DT);
    const [event] = simulation.events();
    assert.deepEqual([event.change, event.other(floor) === balls[0], event.other(floor).data], ['leave', true, 0]);
    assert.ok(event.colliderA.isRemoved !== event.colliderB.isRemoved);
    // Its slot is used again, and the old object is still refused.
    simulation.insert(BALL);
    assert.throws(() => balls[0].remove(), /The body has been removed/);
    assert.equal(simulation.bodies.length, 4);
});

test('poses', () => {
    const simulation = falling();
    assert.equal(simulation.poses.length, 0);
    const balls = [0, 30].map((x) => simulation.insert(BALL, { position: { x, y: 0 } }));
    assert.deepEqual([...simulation.poses], [0, 0, 0, 30, 0, 0]);
    assert.equal(simulation.poses, simulation.poses);
    simulation.step(DT);
    assert.equal(simulation.poses[4], balls[1].y);
    balls[0].remove();
    assert.deepEqual([...simulation.poses].slice(0, 1), [30]);
    // The memory of the module grows.
    const before = simulation.poses;
    new Mask(60000, 20000).dispose();
    assert.equal(before.length, 0);
    assert.deepEqual([...simulation.poses].slice(0, 1), [30]);
});

test('sleep', () => {
    const simulation = falling();
    simulation.insert(FLOOR, { type: 'static' });
    const ball = simulation.insert({ x: -5, y: -10, width: 10, height: 10 });
    steps(simulation, 120);
    assert.ok(ball.isSleeping);
    ball.wake();
    assert.ok(!ball.isSleeping);
    ball.sleep();
    assert.ok(ball.isSleeping);
    simulation.sleepEnabled = false;
    simulation.gravity = { x: 0, y: 50 };
    simulation.sleepSpeed = 3;
    simulation.sleepTime = 2;
    assert.deepEqual([simulation.sleepEnabled, simulation.sleepSpeed, simulation.sleepTime], [false, 3, 2]);
    assert.deepEqual(simulation.gravity, { x: 0, y: 50 });
    simulation.sleepSpeed = null;
    simulation.sleepTime = Infinity;
    assert.deepEqual([simulation.sleepSpeed, simulation.sleepTime], [null, Infinity]);
    steps(simulation, 200);
    assert.ok(!ball.isSleeping);
    assert.throws(() => (simulation.sleepTime = NaN), /sleepTime must be finite/);
    assert.throws(() => (simulation.gravity = { x: NaN, y: 0 }), /gravity.x must be finite/);
});

test('colliders', () => {
    const simulation = new Simulation();
    const body = simulation.insert([BALL, { shape: { x: 5, y: 0, width: 4, height: 2 }, angle: 0.5, density: 3, data: 'arm' }], {
        friction: 0.25,
    });
    const [ball, arm] = body.colliders;
    assert.deepEqual([ball.material.density, arm.material.density, arm.material.friction], [1, 3, 0.25]);
    assert.deepEqual([ball.data, arm.data, arm.body === body], [undefined, 'arm', true]);
    assert.equal(ball.bounds.width.toFixed(3), '10.000');
    assert.deepEqual(ball.shape, BALL);
    const changes = {
        density: 2,
        friction: 0,
        restitution: 1,
        rollingResistance: 0.5,
        frictionRule: 'maximum',
        restitutionRule: 'average',
        surfaceVelocity: { x: 1, y: 2 },
        oneWay: 'up',
        layers: 4,
        filter: 2 ** 32 - 2,
        sensor: true,
    };
    ball.set(changes);
    assert.deepEqual(ball.material, changes);
    ball.set({ oneWay: null, frictionRule: null });
    assert.deepEqual([ball.material.oneWay, ball.material.frictionRule, ball.material.layers], [null, null, 4]);
    assert.throws(() => ball.set({ friction: -1 }), /changes.friction must be at least 0/);
    assert.throws(() => ball.set({ mass: 1 }), /changes has no property mass/);
    ball.setShape({ x: 0, y: 0, radius: 2 });
    assert.equal(ball.shape.radius, 2);
    assert.throws(() => ball.setShape({ x: 0, y: 0 }), /shape needs an area/);
    const added = body.insertCollider({ shape: BALL, data: 7 }, { sensor: true });
    assert.deepEqual([added.data, added.material.sensor, body.colliders.length], [7, true, 3]);
    assert.throws(() => body.insertCollider({ x: 0, y: 0 }), /shape needs an area/);
    added.remove();
    assert.throws(() => added.material, /The collider has been removed/);
    assert.throws(() => added.setShape(BALL), /The collider has been removed/);
    ball.remove();
    arm.remove();
    assert.ok(body.isRemoved && simulation.bodies.length === 0);
});

test('one-way planks and conveyor belts', () => {
    const simulation = falling();
    simulation.insert(FLOOR, { type: 'static', oneWay: 'up', surfaceVelocity: { x: 50, y: 0 } });
    const above = simulation.insert({ x: -60, y: -20, width: 10, height: 10 });
    const below = simulation.insert({ x: 0, y: 30, width: 10, height: 10 }, { velocity: { x: 0, y: -200 } });
    steps(simulation, 60);
    assert.ok(above.centerX > -50);
    assert.ok(below.centerY < 0);
});

test('disposal', () => {
    const simulation = new Simulation();
    const body = simulation.insert(BALL);
    simulation.dispose();
    simulation.dispose();
    const gone = { name: 'TypeError', message: 'The simulation has been disposed of.' };
    for (const call of [
        () => simulation.step(DT),
        () => simulation.insert(BALL),
        () => simulation.events(),
        () => simulation.save(),
        () => simulation.clone(),
        () => simulation.stateHash(),
        () => simulation.gravity,
        () => simulation.intersecting(BALL),
        () => body.x,
        () => body.remove(),
        () => body.colliders,
    ]) {
        assert.throws(call, gone, call.toString());
    }
});
