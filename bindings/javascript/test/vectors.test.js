// Compares the package with the answers of the native library, bit by bit. `test.sh` makes the file: see examples/vectors.rs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Contact, contact, distance, HeightField, init, Mask, RayHit, raycast, relation, Shape, SweepHit, sweep } from 'bumper-collision';

const bytes = readFileSync(process.env.BUMPER_VECTORS);
const words = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
let at = 0;
const next = () => words[at++];
const times = (count, make) => Array.from({ length: count }, (_, k) => make(k));

let masks;
let fields;

function readMask() {
    const [width, height] = [next(), next()];
    const pixels = times(width * height, next);
    return Mask.fromFunction(width, height, (x, y) => pixels[y * width + x] === 1);
}

function readField() {
    const [x, y, cell, count] = [next(), next(), next(), next()];
    return new HeightField({ x, y, cell, heights: times(count, next) });
}

const KINDS = [
    () => ({ x: next(), y: next() }),
    () => ({ x: next(), y: next(), width: next(), height: next() }),
    () => ({ x: next(), y: next(), radius: next() }),
    () => ({ x1: next(), y1: next(), x2: next(), y2: next() }),
    () => ({ x1: next(), y1: next(), x2: next(), y2: next(), x3: next(), y3: next() }),
    () => ({ x1: next(), y1: next(), x2: next(), y2: next(), radius: next() }),
    () => ({ x: next(), y: next(), width: next(), height: next(), angle: next() }),
    () => ({ x: next(), y: next(), radiusX: next(), radiusY: next(), angle: next() }),
    readPolygon,
    readSprite,
    () => ({ x: next(), y: next(), radiusSquared: next() }),
    () => ({ parts: times(next(), readShape) }),
    () => ({ x: next(), y: next(), normalX: next(), normalY: next() }),
    () => fields[next()],
    () => new Shape(readShape()),
    readPlaced,
];

// Corners take turns to be pairs, points and coordinates.
let turn = 0;
function readPolygon() {
    const [count, radius] = [next(), next()];
    const pairs = times(count, () => [next(), next()]);
    const points = [pairs, pairs.map(([x, y]) => ({ x, y })), Float64Array.from(pairs.flat())][turn++ % 3];
    return radius > 0 ? { points, radius } : { points };
}

function readSprite() {
    const mask = masks[next()];
    const [x, y, pixel, flips] = [next(), next(), next(), next()];
    return { mask, x, y, pixel, flipX: flips % 2 === 1, flipY: flips >= 2 };
}

// Polygons, compounds and masks have an angle of their own.
function readPlaced() {
    const [x, y, angle, pivotX, pivotY] = [next(), next(), next(), next(), next()];
    const shape = readShape();
    if (shape.mask) {
        return { ...shape, angle };
    }
    return turn++ % 2 ? { ...shape, x, y, angle } : { shape: new Shape(shape), x, y, angle, pivotX, pivotY };
}

function readShape() {
    return KINDS[next()]();
}

// Each query reads its arguments, and returns a function that asks it and lists the answers.
const out = {};
const QUERIES = [
    () => (a, b) => [['apart', 'touching', 'overlapping'].indexOf(relation(a, b))],
    () => (a, b) => [distance(a, b)],
    () => {
        const margin = next();
        return (a, b) => {
            const found = contact(a, b, { margin, out: out.contact });
            return found ? contactAnswers(found) : [];
        };
    },
    () => {
        const origin = { x: next(), y: next() };
        const towards = { x: next(), y: next() };
        const isPoint = next() === 1;
        const maxDistance = next();
        return (a) => {
            const hit = raycast(origin, isPoint ? { to: towards } : towards, a, { maxDistance, out: out.ray });
            return hit ? [hit.distance, hit.x, hit.y, hit.normalX, hit.normalY, hit.part] : [];
        };
    },
    () => {
        const displacement = { x: next(), y: next() };
        const targetDisplacement = { x: next(), y: next() };
        return (a, b) => {
            const hit = sweep(a, displacement, b, { targetDisplacement, out: out.sweep });
            const numbers = ({ time, x, y, normalX, normalY }) => [time, x, y, normalX, normalY];
            return hit ? [...numbers(hit), Number(hit.startsOverlapping), hit.partA, hit.partB] : [];
        };
    },
];

function contactAnswers(found) {
    const { separation, normalX, normalY, partA, partB } = found;
    const points = found.points.flatMap((point) => [point.x, point.y, point.separation, point.feature, point.partA, point.partB]);
    return [separation, normalX, normalY, partA, partB, ...points];
}

before(() => init());

test('the package gives the same bits as the native library', () => {
    masks = times(next(), readMask);
    fields = times(next(), readField);
    const count = next();
    assert.ok(count >= 20000);
    Object.assign(out, { contact: new Contact(), ray: new RayHit(), sweep: new SweepHit() });
    for (let k = 0; k < count; k++) {
        const query = next();
        const ask = QUERIES[query]();
        const a = readShape();
        const b = readShape();
        const expected = times(next(), next);
        const answers = ask(a, b);
        const isSame = answers.length === expected.length && answers.every((answer, index) => Object.is(answer, expected[index]));
        assert.ok(isSame, `query ${k} of kind ${query}: ${answers} instead of ${expected}: ${JSON.stringify([a, b])}`);
    }
    assert.equal(at, words.length);
});
