// Compares the relations that are computed in JavaScript with those of the module, which a prepared shape takes.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { contact, init, relation, Shape } from 'bumper-collision';

before(() => init());

// Random numbers that are the same in each run.
function random(seed) {
    let state = seed;
    return () => {
        state = (state * 48271) % 2147483647;
        return state / 2147483647;
    };
}

function compare(a, b) {
    const [preparedA, preparedB] = [new Shape(a), new Shape(b)];
    const [simple, exact] = [relation(a, b), relation(preparedA, preparedB)];
    assert.equal(simple, exact, JSON.stringify([a, b]));
    assert.deepEqual(plain(contact(a, b)), plain(contact(preparedA, preparedB)), JSON.stringify([a, b]));
    preparedA.dispose();
    preparedB.dispose();
    return simple;
}

function plain(found) {
    return found && { ...found, points: found.points.map((point) => ({ ...point })) };
}

for (const [name, scale] of Object.entries({ 'whole numbers': 0, 'fractions': 1, 'tiny numbers': 1e-150, 'large numbers': 1e150, 'huge numbers': 1e155 })) {
    test(`circles and boxes with ${name} as in the module`, () => {
        const next = random(7);
        const number = (range) => (scale === 0 ? Math.round(next() * range) : next() * range * scale);
        const shape = () => {
            const [x, y] = [number(12), number(12)];
            return next() < 0.5 ? { x, y, radius: number(4) } : { x, y, width: number(6), height: number(6) };
        };
        const counts = { apart: 0, touching: 0, overlapping: 0 };
        for (let k = 0; k < 3000; k++) {
            counts[compare(shape(), shape())] += 1;
        }
        // Circles overlap at most by chance where the squares of all numbers are zero or infinite.
        assert.ok(scale > 1 || counts.apart > 100, JSON.stringify(counts));
        assert.ok(scale !== 0 || counts.touching > 100, JSON.stringify(counts));
    });
}

test('circles that touch but for rounding as in the module', () => {
    const next = random(9);
    for (let k = 0; k < 3000; k++) {
        const angle = 7 * next();
        const [a, b] = [{ x: next(), y: next(), radius: next() }, { x: 0, y: 0, radius: next() }];
        b.x = a.x + (a.radius + b.radius) * Math.cos(angle);
        b.y = a.y + (a.radius + b.radius) * Math.sin(angle);
        compare(a, b);
        compare(a, { x: b.x, y: b.y, width: next(), height: next() });
    }
});

// Compares polygons with the answers of the module for compounds, which are not compared in JavaScript, and for contacts with a margin.
function comparePolygons(a, b) {
    const [simple, exact] = [relation(a, b), relation({ parts: [a] }, { parts: [b] })];
    assert.equal(simple, exact, JSON.stringify([a, b]));
    assert.deepEqual(plain(contact(a, b)), plain(contact(a, b, { margin: Number.MIN_VALUE })), JSON.stringify([a, b]));
    return simple;
}

// Convex polygons as plain objects, with and without a radius, and prepared ones, rotated boxes, and circles.
function randomShape(next, scale) {
    const number = (range) => next() * range * scale;
    const [x, y, angle] = [number(60), number(60), next() < 0.5 ? 0 : 7 * next()];
    const kind = Math.floor(5 * next());
    if (kind === 0) {
        return { x, y, radius: number(12) };
    }
    if (kind === 1) {
        return { x, y, width: number(30), height: number(20), angle };
    }
    const [count, sizeX, sizeY] = [3 + Math.floor(8 * next()), number(20), number(20)];
    const turns = Array.from({ length: count }, (_, k) => (2 * Math.PI * k) / count);
    const points = turns.map((turn) => [sizeX * Math.cos(turn), sizeY * Math.sin(turn)]);
    if (next() < 0.5) {
        points.reverse();
    }
    if (kind === 2) {
        return { points: next() < 0.5 ? points : points.flat(), x, y, angle };
    }
    return kind === 3 ? { points, x, y, angle, radius: number(3) } : new Shape({ points, x: number(5) }).at(x, y, angle);
}

for (const scale of [1, 1e-6, 1e9, 1e-59, 1e-99]) {
    test(`convex polygons and circles of the scale ${scale} as in the module`, () => {
        const next = random(11);
        const counts = { apart: 0, touching: 0, overlapping: 0 };
        for (let k = 0; k < 5000; k++) {
            counts[comparePolygons(randomShape(next, scale), randomShape(next, scale))] += 1;
        }
        assert.ok(counts.apart > 500 && counts.overlapping > 500, JSON.stringify(counts));
    });
}

test('polygons that touch but for rounding as in the module', () => {
    const next = random(13);
    const counts = { apart: 0, touching: 0, overlapping: 0 };
    for (let k = 0; k < 2000; k++) {
        const [a, b] = [randomShape(next, 1), randomShape(next, 1)];
        const hit = contact(a, b, { margin: Infinity });
        for (const shift of [0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9, 1e-7, -1e-7]) {
            const by = 60 * shift - hit.separation;
            const moved = { ...b, x: b.x + by * hit.normalX, y: b.y + by * hit.normalY };
            counts[comparePolygons(a, moved)] += 1;
            counts[comparePolygons(moved, a)] += 1;
        }
    }
    assert.ok(Math.min(counts.apart, counts.touching, counts.overlapping) > 1000, JSON.stringify(counts));
});

test('polygons that are far away are checked all the same', () => {
    const far = { x: 1e4, y: 0, radius: 1 };
    const square = [[0, 0], [1, 0], [1, 1], [0, 1]];
    const star = Array.from({ length: 5 }, (_, k) => [Math.cos(k * 4 * Math.PI / 5), Math.sin(k * 4 * Math.PI / 5)]);
    assert.equal(relation({ points: square }, far), 'apart');
    const faulty = [
        { points: [[0, 0], [1, 0], [2, 0]] }, { points: [[0, 0], [1, 0]] }, { points: star }, { points: [[0, 0], [1, 1], [1, 0], [0, 1]] },
        { points: square, x: NaN }, { points: square, angle: Infinity }, { points: square, radius: -1 }, { points: [[0, 0], [1, 0], [1, NaN]] },
        { points: [0, 0, 1, 0, 1, 1, 0] },
    ];
    for (const shape of faulty) {
        for (const call of [() => relation(shape, far), () => contact(far, shape), () => relation({ points: square }, shape)]) {
            assert.throws(call, /a|b/, JSON.stringify(shape));
        }
    }
    const prepared = new Shape({ points: square });
    assert.equal(contact(prepared.at(0, 0, 1), far), null);
    assert.throws(() => relation(prepared.at(0, NaN), far), RangeError);
    const dent = new Shape({ points: [[0, 0], [9, 0], [9, 9], [8, 1]] });
    assert.equal(relation(dent, { x: 4, y: 4, radius: 0.5 }), 'apart');
    prepared.dispose();
    assert.throws(() => relation(prepared, far), { name: 'TypeError', message: 'a has been disposed of.' });
    assert.throws(() => relation(prepared.at(1, 1), far), { name: 'TypeError', message: 'a.shape has been disposed of.' });
});

test('what is no circle and no box is refused as before', () => {
    const circle = { x: 0, y: 0, radius: 1 };
    assert.throws(() => relation(circle, { x: 0, y: 0, radius: -1 }), RangeError);
    assert.throws(() => relation(circle, { x: NaN, y: 0, radius: 1 }), RangeError);
    assert.throws(() => relation({ x: 0, y: 0, width: 1 }, circle), TypeError);
    assert.throws(() => relation(circle, null), TypeError);
    assert.throws(() => contact(circle, { x: 5, y: 0, radius: 1 }, { margin: 'no' }), TypeError);
    assert.equal(relation({ ...circle, x1: 5, y1: 5, x2: 6, y2: 6 }, circle), 'apart', 'a capsule is no circle');
    assert.equal(relation({ x: 0, y: 0, width: 10, height: 2, angle: Math.PI / 2 }, { x: 5, y: 5, radius: 1 }), 'overlapping');
});
