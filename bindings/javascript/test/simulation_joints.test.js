// Joints of simulations.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { init, Simulation } from 'bumper-collision';

const BALL = { x: 0, y: 0, radius: 5 };
const DT = 1 / 60;

before(() => init());

// A post at (0, 0) and a ball at (30, 0).
function scene(gravity = 100) {
    const simulation = new Simulation({ gravity: { x: 0, y: gravity } });
    const a = simulation.insert(BALL, { type: 'static' });
    const b = simulation.insert(BALL, { position: { x: 30, y: 0 } });
    return { simulation, a, b };
}
const steps = (simulation, count) => Array.from({ length: count }, () => simulation.step(DT));
const near = (actual, expected, tolerance) => assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
const ANCHORS = { anchorA: { x: 0, y: 0 }, anchorB: { x: 30, y: 0 } };

test('a rod, a rope and a spring', () => {
    const rod = scene();
    const joint = rod.simulation.insertJoint({ type: 'distance', a: rod.a, b: rod.b, ...ANCHORS });
    steps(rod.simulation, 60);
    near(joint.state.translation, 30, 0.1);
    assert.ok(rod.b.y > 5);
    const rope = scene();
    const line = rope.simulation.insertJoint({ type: 'distance', a: rope.a, b: rope.b, ...ANCHORS, limits: [0, 50] });
    steps(rope.simulation, 70);
    near(line.state.translation, 50, 0.5);
    const spring = scene();
    const coil = spring.simulation.insertJoint({ type: 'distance', a: spring.a, b: spring.b, ...ANCHORS, length: 20, spring: { hertz: 2, dampingRatio: 1 } });
    steps(spring.simulation, 30);
    assert.ok(coil.state.translation < 29);
});

test('an elastic rope only pulls', () => {
    const { simulation, a, b } = scene();
    const options = { type: 'distance', a, b, ...ANCHORS, length: 50, spring: { hertz: 2, dampingRatio: 1 }, springForce: 'pull' };
    const rope = simulation.insertJoint(options);
    steps(simulation, 10);
    assert.ok(rope.state.forceX === 0 && rope.state.forceY === 0);
    steps(simulation, 1200);
    // It swings: the rope holds from one to three times the weight, and stretches by as much divided by the square of 2 pi times 2.
    const stretch = 100 / (4 * Math.PI) ** 2;
    assert.ok(rope.state.translation > 50 && rope.state.translation < 50 + 3.2 * stretch, String(rope.state.translation));
    rope.set({ springForce: 'push' });
    steps(simulation, 10);
    assert.ok(rope.state.forceX === 0 && rope.state.forceY === 0);
    assert.throws(() => rope.set({ springForce: 'up' }), /changes.springForce must be one of 'both', 'pull', 'push', but is 'up'/);
});

test('a hinge with limits and a motor', () => {
    const { simulation, a, b } = scene();
    const hinge = simulation.insertJoint({ type: 'revolute', a, b, anchor: { x: 0, y: 0 }, limits: [-1, 0.5] });
    steps(simulation, 120);
    near(hinge.state.angle, 0.5, 0.02);
    hinge.setMotor({ speed: -2 });
    steps(simulation, 20);
    near(b.angularVelocity, -2, 0.01);
    hinge.set({ limits: null, motor: { speed: 3, maxForce: 1e9 } });
    steps(simulation, 60);
    near(b.angularVelocity, 3, 0.01);
    hinge.setMotor(null);
    assert.deepEqual([hinge.a, hinge.b, hinge.type, hinge.isRemoved], [a, b, 'revolute', false]);
    assert.deepEqual([a.joints, b.joints, simulation.joints], [[hinge], [hinge], [hinge]]);
});

test('a slider, a weld and a wheel', () => {
    const slider = scene();
    const rail = slider.simulation.insertJoint({ type: 'prismatic', a: slider.a, b: slider.b, anchor: { x: 30, y: 0 }, axis: { x: 0, y: 1 }, limits: [0, 10] });
    steps(slider.simulation, 60);
    near(rail.state.translation, 10, 0.1);
    near(slider.b.x, 30, 0.01);
    const weld = scene();
    weld.simulation.insertJoint({ type: 'weld', a: weld.a, b: weld.b, anchor: { x: 15, y: 0 } });
    steps(weld.simulation, 60);
    near(weld.b.y, 0, 0.5);
    const soft = scene();
    soft.simulation.insertJoint({ type: 'weld', a: soft.a, b: soft.b, anchor: { x: 0, y: 0 }, angularSpring: { hertz: 1 } });
    steps(soft.simulation, 60);
    assert.ok(soft.b.y > weld.b.y + 0.5);
    const car = scene(0);
    const wheel = car.simulation.insertJoint({ type: 'wheel', a: car.a, b: car.b, anchor: { x: 30, y: 0 }, axis: { x: 0, y: 1 }, motor: { speed: 5 }, spring: {} });
    steps(car.simulation, 10);
    near(car.b.angularVelocity, 5, 0.01);
    near(wheel.state.translation, 0, 0.01);
});

test('a mouse joint', () => {
    const { simulation, a, b } = scene(0);
    const drag = simulation.insertJoint({ type: 'mouse', b, anchor: { x: 30, y: 0 }, maxForce: 1e9 });
    assert.equal(drag.a, a);
    drag.setTarget(60, 40);
    steps(simulation, 120);
    near(b.x, 60, 0.5);
    near(b.y, 40, 0.5);
    near(drag.state.anchorA.x, 60, 1e-9);
    drag.remove();
    assert.throws(() => drag.setTarget(0, 0), /The joint has been removed/);
    assert.deepEqual([drag.isRemoved, simulation.joints], [true, []]);
});

test('joints that break', () => {
    const { simulation, a, b } = scene();
    const rod = simulation.insertJoint({ type: 'distance', a, b, anchorA: { x: 0, y: 0 }, anchorB: { x: 30, y: 0 } });
    rod.setBreakLimits({ force: 50 * b.mass });
    const broken = [];
    simulation.onBreak = (joint) => broken.push(joint);
    steps(simulation, 120);
    assert.deepEqual([broken.length, broken[0] === rod, rod.isRemoved, simulation.joints.length], [1, true, true, 0]);
    assert.deepEqual(simulation.brokenJoints(), []);
    assert.throws(() => rod.state, /The joint has been removed/);
});

test('settings of joints', () => {
    const { simulation, a, b } = scene(0);
    const hinge = simulation.insertJoint({ type: 'revolute', a, b, anchor: { x: 10, y: 0 } });
    assert.deepEqual(hinge.frames, [{ x: 10, y: 0, angle: 0 }, { x: -20, y: 0, angle: 0 }]);
    hinge.setFrames({ x: 15, y: 0, angle: 0.5 }, { x: -15, y: 0, angle: 0 });
    assert.deepEqual(hinge.frames[0], { x: 15, y: 0, angle: 0.5 });
    near(hinge.state.angle, -0.5, 1e-12);
    assert.equal(hinge.isEnabled, true);
    hinge.isEnabled = false;
    assert.equal(hinge.isEnabled, false);
    b.applyImpulse(1000, 0);
    steps(simulation, 10);
    assert.equal(hinge.state.forceX, 0);
    b.remove();
    assert.ok(hinge.isRemoved);
    hinge.data = 5;
    assert.equal(hinge.data, 5);
});

test('errors of joints', () => {
    const { simulation, a, b } = scene();
    const anchor = { x: 0, y: 0 };
    const other = new Simulation().insert(BALL);
    const cases = [
        [{ type: 'hinge', a, b, anchor }, /joint.type must be one of 'distance', .*, but is a string/],
        [{ type: 'revolute', a, b }, /joint.anchor must be a point, but is undefined/],
        [{ type: 'revolute', a, b, anchor: { x: 0, y: NaN } }, /joint.anchor.y must be finite/],
        [{ type: 'revolute', a, b, anchor, axis: { x: 1, y: 0 } }, /joint of the type 'revolute' has no property axis/],
        [{ type: 'prismatic', a, b, anchor, axis: { x: 0, y: 0 } }, /joint.axis has the length zero/],
        [{ type: 'distance', a, b, ...ANCHORS, length: -1 }, /joint.length must not be negative/],
        [{ type: 'distance', a, b, ...ANCHORS, limits: [-1, 1] }, /joint.limits\[0\] must not be negative/],
        [{ type: 'revolute', a, b, anchor, limits: [1, -1] }, /joint.limits\[0\] must not be above joint.limits\[1\], but is 1/],
        [{ type: 'revolute', a, b, anchor, limits: 5 }, /joint.limits must be an array of two numbers/],
        [{ type: 'revolute', a, b, anchor, motor: { speed: NaN } }, /joint.motor.speed must be finite/],
        [{ type: 'revolute', a, b, anchor, motor: { speed: 1, maxForce: -1 } }, /joint.motor.maxForce must not be negative/],
        [{ type: 'revolute', a, b, anchor, spring: { hertz: -1 } }, /joint.spring.hertz must not be negative/],
        [{ type: 'weld', a, b, anchor, angularSpring: { dampingRatio: NaN } }, /joint.angularSpring.dampingRatio must be finite/],
        [{ type: 'mouse', b, anchor, maxForce: -1 }, /joint.maxForce must not be negative/],
        [{ type: 'revolute', a, b: undefined, anchor }, /joint.b must be a Body, but is undefined/],
        [{ type: 'revolute', a: other, b, anchor }, /joint.a belongs to another simulation/],
        [{ type: 'revolute', a: b, b, anchor }, /joint connects a body to itself/],
        [{ type: 'mouse', a: b, b: a, anchor }, /joint needs a dynamic body/],
    ];
    for (const [options, message] of cases) {
        assert.throws(() => simulation.insertJoint(options), message, String(message));
    }
    assert.equal(simulation.joints.length, 0);
    const hinge = simulation.insertJoint({ type: 'revolute', a, b, anchor });
    assert.throws(() => hinge.set({ length: 5 }), /changes of the type 'revolute' has no property length/);
    assert.throws(() => hinge.setMotor({ speed: NaN }), /motor.speed must be finite/);
    assert.throws(() => hinge.setTarget(0, 0), /The joint has no target: its type is 'revolute'/);
    assert.throws(() => hinge.setBreakLimits({ force: -1 }), /force must not be negative/);
    assert.throws(() => hinge.setFrames({ x: 0, y: 0, angle: NaN }, { x: 0, y: 0, angle: 0 }), /a.angle must be finite/);
    b.remove();
    assert.throws(() => simulation.insertJoint({ type: 'revolute', a, b, anchor }), /joint.b has been removed/);
});
