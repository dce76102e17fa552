// Plays the scenes of the native library with the package, and compares every number. `test.sh` makes the file: see examples/scenes/main.rs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { init, Mover, World } from 'bumper-collision';

const bytes = readFileSync(process.env.BUMPER_SCENES);
const words = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
let at = 0;
const next = () => words[at++];

before(() => init());

const SHAPES = {
    1: () => ({ x: next(), y: next(), width: next(), height: next() }),
    2: () => ({ x: next(), y: next(), radius: next() }),
    5: () => ({ x1: next(), y1: next(), x2: next(), y2: next(), radius: next() }),
    6: () => ({ x: next(), y: next(), width: next(), height: next(), angle: next() }),
};
const shape = () => SHAPES[next()]();

const RESPONSES = ['backUp', 'stop', 'slide', 'bounce', 'cross'];
const RELATIONS = ['apart', 'touching', 'overlapping'];
const RESPOND = (item) => ['cross', 'stop', 'bounce', 'slide', 'slide'][Math.floor(item.id / 2 ** 32) % 5];

let world;
let heroes;
let alone;
const answers = new Set();
let compared = 0;
const counts = {};

/** Compares numbers with the next words, bit by bit. */
function expect(operation, numbers) {
    counts[operation] = (counts[operation] ?? 0) + 1;
    for (const number of numbers) {
        const expected = next();
        compared++;
        if (!Object.is(number, expected)) {
            assert.fail(`${operation}, word ${at - 1}: ${number} is not ${expected}`);
        }
    }
}

const rayWords = ({ item, distance, x, y, normalX, normalY, part }) => [item.id, distance, x, y, normalX, normalY, part];
const sweepWords = (hit) => [
    hit.item.id, hit.time, hit.x, hit.y, hit.normalX, hit.normalY, hit.startsOverlapping ? 1 : 0, hit.partA, hit.partB,
];
const pointWords = (point) =>
    point ? [point.x, point.y, point.separation, point.feature, point.partA, point.partB] : [0, 0, 0, 0, 0, 0];
const contactWords = (hit) => [
    hit.item.id, hit.separation, hit.normalX, hit.normalY, hit.partA, hit.partB, hit.points.length,
    ...pointWords(hit.points[0]), ...pointWords(hit.points[1]),
];
const hitWords = (hit) => [
    hit.item?.id ?? -1, hit.normalX, hit.normalY, hit.time, RESPONSES.indexOf(hit.response), hit.partA, hit.partB,
];
const stateWords = ({ position, velocity, grounded, groundNormal }) => [
    position.x, position.y, velocity.x, velocity.y, grounded ? 1 : 0, groundNormal?.x ?? 0, groundNormal?.y ?? 0,
];
const states = () => heroes.flatMap(({ mover }) => stateWords(mover));
const halves = (hash) => [hash.slice(0, 8), hash.slice(8)].map((half) => parseInt(half, 16));
const list = (answers, numbers) => [answers.length, ...answers.flatMap(numbers)];

// The operations are those of examples/scenes/main.rs.
const OPERATIONS = [
    function begin() {
        world?.dispose();
        world = new World();
        heroes = [];
    },
    function insert() {
        const options = { layers: next(), filter: next(), sensor: next() === 1, oneWay: next() === 1 ? 'up' : null };
        expect('insert', [world.insert(shape(), options).id]);
    },
    function remove() {
        world.get(next()).remove();
    },
    function moveBy() {
        world.get(next()).moveBy(next(), next());
    },
    function update() {
        const events = world.update({ stay: true });
        expect('update', list(events, ({ a, b, was, now }) => [a.id, b.id, RELATIONS.indexOf(was) + 4 * RELATIONS.indexOf(now)]));
    },
    function intersecting() {
        expect('intersecting', list(world.intersecting(shape()), (item) => [item.id]));
    },
    function castAll() {
        const [origin, direction] = [{ x: next(), y: next() }, { x: next(), y: next() }];
        const hits = world.castAll(origin, direction);
        const first = world.cast(origin, direction);
        assert.deepEqual(first, hits[0] ?? null);
        expect('castAll', list(hits, rayWords));
    },
    function sweepAll() {
        const displacement = { x: next(), y: next() };
        const moving = shape();
        const hits = world.sweepAll(moving, displacement);
        assert.deepEqual(world.sweep(moving, displacement), hits[0] ?? null);
        expect('sweepAll', list(hits, sweepWords));
    },
    function nearest() {
        const maxDistance = next();
        const contact = world.nearest(shape(), { maxDistance });
        expect('nearest', list(contact ? [contact] : [], contactWords));
    },
    function mover() {
        const gravity = { x: 0, y: next() };
        const response = RESPONSES[next()];
        const walk = { stairHeight: next(), snapDistance: next() };
        const coyoteTime = next();
        heroes.push({ mover: new Mover(shape(), { gravity, response, walk, coyoteTime }), item: world.get(next()) });
    },
    function step() {
        const { mover, item } = heroes[next()];
        mover.velocity.x = next();
        const jump = next();
        if (jump > 0) {
            mover.jump(jump);
        }
        const hits = mover.step(1 / 60, world, { item });
        expect('step', [...list(hits, hitWords), ...stateWords(mover)]);
    },
    function travel() {
        const { mover, item } = heroes[next()];
        const hits = mover.travel({ x: next(), y: next() }, world, { item, respond: RESPOND });
        hits.forEach((hit) => answers.add(hit.response));
        expect('travel', [...list(hits, hitWords), ...stateWords(mover)]);
    },
    function carry() {
        const crushed = world.carry(world.get(next()), { x: next(), y: next() }, heroes);
        answers.add(`carry ${crushed === null}`);
        expect('carry', [crushed ? 1 : 0, ...states()]);
    },
    function carryTo() {
        const item = world.get(next());
        const displacement = { x: next(), y: next() };
        const crushed = world.carryTo([{ item, shape: shape() }], () => displacement, heroes, { rule: 'crush' });
        expect('carryTo', [crushed.length, ...states()]);
    },
    function belt() {
        world.carryOnBelts([{ item: world.get(next()), displacement: { x: next(), y: next() } }], heroes);
        expect('belt', states());
    },
    function hash() {
        expect('hash', [...halves(world.stateHash()), ...heroes.flatMap(({ mover }) => halves(mover.stateHash()))]);
        // From time to time it goes on with a copy, or with what was saved and loaded.
        if (counts.hash % 3 === 0) {
            const old = world;
            world = counts.hash % 2 ? old.clone() : old;
            heroes = heroes.map(({ mover, item }) => ({
                mover: counts.hash % 2 ? Mover.load(mover.save()) : mover.clone(),
                item: world.get(item.id),
            }));
        }
    },
    function loner() {
        const level = Array.from({ length: next() }, shape);
        const shapes = [shape(), shape()];
        alone = { level, shapes, mover: new Mover(shapes[0], { gravity: { x: 0, y: 900 } }) };
    },
    function lonerStep() {
        const { level, shapes, mover } = alone;
        const platform = shape();
        const displacement = { x: next(), y: next() };
        const isClear = mover.carry(platform, displacement, level);
        const fits = mover.setShape(shapes[next()], level);
        mover.velocity.x = next();
        const hits = mover.step(1 / 60, [...level, { ...platform, y: platform.y + displacement.y }]);
        answers.add(`clear ${isClear}`).add(`fits ${fits}`);
        expect('loner', [isClear, fits].map(Number));
        expect('loner', [...list(hits, (hit) => [hit.index, ...hitWords(hit).slice(1)]), ...stateWords(mover)]);
    },
];

test('20 worlds of 600 frames give the same bits as the native library', () => {
    while (at < words.length) {
        OPERATIONS[next()]();
    }
    assert.equal(at, words.length);
    const scenes = 20;
    const frames = 600 * scenes;
    assert.deepEqual([counts.update, counts.step, counts.carry, counts.hash], [frames, 3 * frames, frames, frames / 20]);
    for (const answer of ['clear true', 'clear false', 'fits true', 'fits false', 'carry true', 'carry false', 'stop', 'bounce', 'cross']) {
        assert.ok(answers.has(answer), answer);
    }
    assert.ok(compared > 500_000 && counts.travel > 1000, `${compared} numbers`);
});
