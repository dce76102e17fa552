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
