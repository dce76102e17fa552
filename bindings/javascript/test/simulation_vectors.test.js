// Repeats simulations of the native library and compares all bits. `test.sh` makes the file: see examples/simulations/main.rs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { init, Mover, Simulation } from 'bumper-collision';

const TYPES = ['static', 'kinematic', 'dynamic'];
const JOINTS = ['distance', 'revolute', 'prismatic', 'weld', 'wheel', 'mouse'];
const RESPONSES = ['backUp', 'stop', 'slide', 'bounce', 'cross'];
const CHANGES = { enter: 0, stay: 1, leave: 2 };
const DT = 1 / 60;

const bytes = readFileSync(process.env.BUMPER_SIMULATIONS);
const words = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
let at = 0;
const next = () => words[at++];
const point = () => ({ x: next(), y: next() });
const times = (count, make) => Array.from({ length: count }, (_, k) => make(k));

const SHAPES = [
    () => ({ x: next(), y: next(), width: next(), height: next() }),
    () => ({ x: next(), y: next(), radius: next() }),
    () => ({ x1: next(), y1: next(), x2: next(), y2: next(), radius: next() }),
    () => ({ x: next(), y: next(), radiusX: next(), radiusY: next(), angle: next() }),
    () => ({ points: times(next(), () => [next(), next()]) }),
];

function insert(simulation) {
    const options = {
        type: TYPES[next()],
        position: point(),
        angle: next(),
        velocity: point(),
        angularVelocity: next(),
        density: next(),
        friction: next(),
        restitution: next(),
        bullet: next() === 1,
    };
    const shapes = times(next(), () => SHAPES[next()]());
    return simulation.insert(shapes, options);
}

// The options that a type of joint has.
const OPTIONS = {
    distance: ['anchorA', 'anchorB', 'limits', 'motor', 'spring'],
    revolute: ['anchor', 'limits', 'motor', 'spring'],
    prismatic: ['anchor', 'axis', 'limits', 'motor', 'spring'],
    weld: ['anchor', 'spring'],
    wheel: ['anchor', 'axis', 'limits', 'motor', 'spring'],
    mouse: ['anchor', 'spring'],
};

function insertJoint(simulation, bodies) {
    const type = JOINTS[next()];
    const [a, b] = [bodies[next()], bodies[next()]];
    const anchor = point();
    const [anchorB, axis] = [point(), point()];
    const [limits, motor, spring] = times(3, () => {
        const has = next();
        const numbers = [next(), next()];
        return has ? numbers : null;
    });
    const all = {
        anchor,
        anchorA: anchor,
        anchorB,
        axis,
        limits,
        motor: motor && { speed: motor[0], maxForce: motor[1] },
        spring: spring && { hertz: spring[0], dampingRatio: spring[1] },
    };
    const options = Object.fromEntries(OPTIONS[type].map((name) => [name, all[name]]));
    simulation.insertJoint({ type, a, b, ...options, ...(type === 'mouse' && { maxForce: 1e6 }) });
}

// Inserts a mover, and returns it with its body.
function insertMover(simulation) {
    const mover = new Mover(SHAPES[0](), { gravity: { x: 0, y: 400 }, walk: { stairHeight: 4, snapDistance: 4 } });
    return { mover, body: simulation.insertMover(mover, { mass: next(), layers: next(), filter: next() }) };
}

// Makes a step with movers and compares it. Counts what happens.
function compareMovers(simulation, bodies, movers, frame, counts) {
    assert.equal(next(), movers.length);
    for (const { mover } of movers) {
        mover.velocity.x = next();
        const jump = next();
        mover.dropThrough = next() === 1;
        if (jump > 0) {
            mover.jump(jump);
        }
    }
    const steps = simulation.stepWithMovers(DT, movers);
    counts.events += compareState(simulation, bodies, frame);
    movers.forEach(({ mover }, k) => {
        const { hits, crushed } = steps[k];
        const { position, velocity } = mover;
        const found = [position.x, position.y, velocity.x, velocity.y, Number(mover.grounded), Number(crushed), hits.length];
        for (const hit of hits) {
            const { normalX, normalY, time, response, partA, partB } = hit;
            found.push(hit.body ? bodies.indexOf(hit.body) : -1, normalX, normalY, time, RESPONSES.indexOf(response), partA, partB);
            assert.equal(hit.body, hit.collider?.body ?? null);
        }
        found.forEach((number, word) => assert.ok(Object.is(number, next()), `frame ${frame}, mover ${k}, word ${word}`));
        counts.crushed += crushed;
        counts.hits += hits.length;
        counts.grounded += mover.grounded;
    });
}

// Compares the state after a step, and returns the number of events.
function compareState(simulation, bodies, frame) {
    const hash = [next(), next()].map((half) => half.toString(16).padStart(8, '0')).join('');
    assert.equal(simulation.stateHash(), hash, `frame ${frame}`);
    const poses = simulation.poses;
    const count = next();
    assert.ok(count === 0 || 3 * count === poses.length);
    times(3 * count, (k) => assert.ok(Object.is(poses[k], next()), `frame ${frame}, pose ${k}`));
    const events = simulation.events({ stay: frame % 50 === 0 });
    assert.equal(events.length, next(), `frame ${frame}`);
    for (const event of events) {
        const [a, b] = [bodies.indexOf(event.a), bodies.indexOf(event.b)];
        const { change, normalX, normalY, approachSpeed, partA, partB, normalImpulse } = event;
        const found = [a, b, CHANGES[change], normalX, normalY, approachSpeed, partA, partB, normalImpulse];
        found.forEach((number, k) => assert.ok(Object.is(number, next()), `frame ${frame}, event word ${k}`));
    }
    return events.length;
}

// Repeats a simulation. Once, it goes on in a copy that was saved and loaded.
function repeat(counts) {
    let simulation = new Simulation({ gravity: { x: 0, y: 400 } });
    let bodies = [];
    let movers = [];
    for (let frame = 0; ; ) {
        const operation = next();
        counts[operation] = (counts[operation] ?? 0) + 1;
        switch (operation) {
            case 0:
                return;
            case 1:
                bodies.push(insert(simulation));
                break;
            case 2:
                insertJoint(simulation, bodies);
                break;
            case 3: {
                const body = bodies[next()];
                body.applyImpulse(next(), next(), point());
                break;
            }
            case 4:
                bodies[next()].remove();
                break;
            case 5: {
                const body = bodies[next()];
                body.setTargetPose(next(), next(), next(), DT);
                break;
            }
            case 6:
            case 8:
                if (operation === 6) {
                    simulation.step(DT);
                    counts.events += compareState(simulation, bodies, frame);
                } else {
                    compareMovers(simulation, bodies, movers, frame, counts);
                }
                frame += 1;
                if (frame === 300) {
                    simulation = Simulation.load(simulation.save());
                    bodies = bodies.map((body) => simulation.get(body.id));
                    movers = movers.map(({ mover, body }) => ({ mover: Mover.load(mover.save()), body: simulation.get(body.id) }));
                }
                break;
            case 7:
                movers.push(insertMover(simulation));
                bodies.push(movers.at(-1).body);
                break;
            default:
                assert.fail(`operation ${operation}`);
        }
    }
}

before(() => init());

test('simulations have the bits of the native library', () => {
    const simulations = next();
    const counts = { events: 0, crushed: 0, hits: 0, grounded: 0 };
    times(simulations, () => repeat(counts));
    assert.equal(at, words.length);
    assert.equal(simulations, 26);
    assert.deepEqual([counts[6], counts[7], counts[8]], [600 * 20, 18, 600 * 6]);
    assert.ok(counts.crushed > 5 && counts.hits > 500 && counts.grounded > 2000, JSON.stringify(counts));
    assert.ok(counts[1] > 600 && counts[2] > 120 && counts[3] > 300 && counts[4] > 100 && counts.events > 3000, JSON.stringify(counts));
});
