// Tests of single functions: what they return, and what they refuse.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
    bounds, Contact, contact, degrees, distance, HeightField, init, intersects, Mask, outline, overlaps, pairs, RayHit, raycast, relation,
    Shape, sweep,
} from 'bumper-collision';

before(() => init());

const BOX = { x: 0, y: 0, width: 10, height: 10 };
const L = { points: [[0, 0], [20, 0], [20, 5], [5, 5], [5, 20], [0, 20]] };

test('init is idempotent', async () => {
    await Promise.all([init(), init()]);
    assert.equal(relation(BOX, BOX), 'overlapping');
});

test('queries answer', () => {
    assert.equal(relation(BOX, { x: 15, y: 5, radius: 5 }), 'touching');
    assert.ok(intersects(BOX, { x: 10, y: 10 }) && !overlaps(BOX, { x: 10, y: 10 }));
    assert.equal(distance({ x: 0, y: 0 }, { x: 3, y: 4 }), 5);
    assert.equal(contact(BOX, { x: 20, y: 0, radius: 1 }), null);
    assert.equal(contact(BOX, { x: 20, y: 5, radius: 1 }, { margin: Infinity }).separation, 9);
    assert.equal(contact(BOX, { x: 20, y: 5, radius: 1 }, { margin: 8 }), null);
    const hit = sweep({ x: 0, y: 0, radius: 5 }, { x: 100, y: 0 }, { x: 55, y: -50, width: 1, height: 100 });
    assert.deepEqual([hit.time, hit.normalX, hit.startsOverlapping], [0.5, 1, false]);
    assert.equal(raycast({ x: -5, y: 5 }, { x: 1, y: 0 }, BOX, { maxDistance: 4 }), null);
    assert.equal(raycast({ x: -5, y: 5 }, { to: { x: 20, y: 5 } }, BOX).distance, 5);
    assert.deepEqual(bounds(L), { x: 0, y: 0, width: 20, height: 20 });
    assert.equal(bounds({ x: 0, y: 0, normalX: 0, normalY: -1 }), null);
    assert.equal(outline(BOX).length, 16);
});

test('out is filled and returned', () => {
    const out = new Contact();
    assert.equal(contact(BOX, { x: 9, y: 0, width: 10, height: 10 }, { out }), out);
    const [first, second] = out.points;
    assert.equal(out.points.length, 2);
    contact(BOX, { x: 13, y: 5, radius: 5 }, { out });
    assert.deepEqual([out.points.length, out.depth, out.normalX, out.normalY], [1, 2, 1, 0]);
    contact(BOX, { x: 9, y: 0, width: 10, height: 10 }, { out });
    assert.ok(out.points[0] === first && out.points[1] === second);
    const ray = new RayHit();
    assert.equal(raycast({ x: -5, y: 5 }, { x: 1, y: 0 }, BOX, { out: ray }), ray);
});

test('concave polygons are detected, and angles rotate', () => {
    assert.equal(relation(L, { x: 10, y: 10 }), 'apart');
    assert.equal(relation({ ...L, x: 100, y: 0 }, { x: 101, y: 1 }), 'overlapping');
    assert.equal(relation({ ...L, angle: degrees(90) }, { x: -10, y: 2 }), 'overlapping');
    assert.equal(relation({ ...BOX, height: 2, angle: degrees(90) }, { x: 5, y: 5 }), 'overlapping');
    assert.equal(relation({ parts: [BOX], x: 50, y: 0 }, { x: 60, y: 5 }), 'touching');
    assert.equal(contact({ parts: [BOX, { ...BOX, x: 50 }] }, { x: 55, y: 9, radius: 3 }).partA, 1);
});

test('prepared shapes are like their plain objects', () => {
    const shape = new Shape(L);
    assert.deepEqual(bounds(shape), bounds(L));
    assert.equal(relation(shape.at(100, 0), { x: 101, y: 1 }), 'overlapping');
    // The point is on the diagonal along which the polygon is split.
    assert.equal(relation(shape.at(100, 0), { x: 102, y: 2 }), 'overlapping');
    assert.equal(new Shape(shape.toPlain()).toPlain().points.length, 6);
    const mask = Mask.fromRows(['#.#', '.#.']);
    const nested = { parts: [BOX, { shape: L, x: 5, y: 5, angle: 1 }, { mask, x: 1, y: 2, pixel: 4, flipX: true, flipY: false }] };
    const plain = new Shape(nested).toPlain();
    assert.deepEqual(plain.parts[0], BOX);
    assert.deepEqual(plain.parts[2].mask.toRows(), mask.toRows());
    assert.deepEqual({ ...plain.parts[2], mask }, nested.parts[2]);
    assert.equal(plain.parts[1].angle, 1);
    const field = new HeightField({ x: 1, y: 2, cell: 3, heights: [4, 5, 6] });
    assert.deepEqual(new Shape(field).toPlain().shape.heights(), Float64Array.of(4, 5, 6));
    shape.dispose();
    shape.dispose();
    assert.throws(() => relation(BOX, shape), { name: 'TypeError', message: 'b has been disposed of.' });
});

test('every kind of shape survives toPlain', () => {
    const kinds = [
        { x: 1, y: 2 }, BOX, { x: 1, y: 2, radius: 3 }, { x: 1, y: 2, radiusSquared: 3 }, { x1: 1, y1: 2, x2: 3, y2: 4 },
        { x1: 1, y1: 2, x2: 3, y2: 4, radius: 5 }, { x1: 1, y1: 2, x2: 5, y2: 0, x3: 3, y3: 4 }, { ...BOX, angle: 0.5 },
        { x: 1, y: 2, radiusX: 3, radiusY: 4, angle: 0.5 }, { points: [[0, 0], [4, 0], [0, 4]], radius: 1 }, { points: [[0, 0], [4, 0], [0, 4]] },
        L, { x: 1, y: 2, normalX: 0, normalY: -1 }, { parts: [BOX, { parts: [BOX] }] },
    ];
    for (const kind of kinds) {
        assert.deepEqual(new Shape(kind).toPlain(), kind);
    }
});

test('masks', () => {
    const frog = Mask.fromRows(['.##.', '####', '#..#']);
    assert.deepEqual([frog.width, frog.height, frog.count()], [4, 3, 8]);
    assert.deepEqual([frog.overlaps(frog, 2, 1), frog.overlaps(frog, 3, 2), frog.overlapArea(frog, 0, 0)], [true, false, 8]);
    assert.deepEqual(frog.firstOverlap(frog, 2, 1), { x: 3, y: 1 });
    assert.equal(frog.firstOverlap(frog, 9, 9), null);
    assert.deepEqual(frog.flippedY().toRows(), ['#..#', '####', '.##.']);
    const wide = Mask.fromFunction(200, 3, (x, y) => (x * 7 + y * 13) % 5 < 2);
    assert.deepEqual(wide.flippedX().toRows(), wide.toRows().map((row) => [...row].reverse().join('')));
    for (let x = -1; x <= 200; x++) {
        assert.equal(wide.get(x, 1), x >= 0 && x < 200 && (x * 7 + 13) % 5 < 2, `pixel ${x}`);
    }
    wide.set(150, 2, true);
    wide.set(-1, 0);
    assert.ok(wide.get(150, 2));
    const data = new Uint8ClampedArray(4 * 6);
    data[3] = 128;
    data[7] = 127;
    assert.deepEqual(Mask.fromImageData({ width: 3, height: 2, data }).toRows(), ['#..', '...']);
    assert.deepEqual(Mask.fromImageData({ width: 3, height: 2, data }, { threshold: 100 }).toRows(), ['##.', '...']);
    assert.deepEqual(frog.trace({ tolerance: 0, convex: true, corners: 4 }).every(({ points }) => points.length <= 4), true);
    const area = frog.boxes().reduce((sum, box) => sum + box.width * box.height, 0);
    assert.equal(area, 8);
});

test('tracing a large mask moves the scratch buffer', () => {
    const comb = Mask.fromFunction(2000, 9, (x, y) => y > 3 || x % 2 === 0);
    assert.equal(comb.trace({ tolerance: 0 })[0].points.length, 4002);
    assert.equal(relation(BOX, { x: 10, y: 5 }), 'touching');
});

test('height fields', () => {
    const hills = new HeightField({ x: -200, y: 300, cell: 40, heights: [0, -20, -60, -60, -10, 0] });
    assert.equal(hills.heightAt(-100), 240);
    assert.equal(hills.heightAt(900), null);
    assert.deepEqual(new HeightField({ cell: 1, heights: [0, 0] }).normalAt(0.5), { x: 0, y: -1 });
    assert.equal(relation(hills, { x: -100, y: 200, radius: 40 }), 'touching');
    hills.setHeights(2, [0, 0]);
    assert.equal(hills.heightAt(-100), 300);
    hills.setHole(2);
    assert.deepEqual([hills.isHole(2), hills.isHole(1), hills.heightAt(-100)], [true, false, null]);
});

// The pairs by trying all of them.
function slowPairs(list, test) {
    const found = [];
    list.forEach((a, i) => list.forEach((b, j) => i < j && test(a, b) && found.push(`${i},${j}`)));
    return found.sort();
}

const sorted = (found) => Array.from({ length: found.length / 2 }, (_, k) => `${found[2 * k]},${found[2 * k + 1]}`).sort();

test('pairs are those of the queries', () => {
    let seed = 1;
    const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
    const boxes = Array.from({ length: 200 }, () => ({ x: random(100), y: random(100), width: random(9), height: random(9) }));
    const shapes = boxes.map((box, k) => (k % 3 ? box : { x: box.x, y: box.y, radius: box.width }));
    const floor = { x: 0, y: 90, normalX: 0, normalY: -1 };
    for (const list of [boxes, [...shapes, floor, new Mask(3, 3).at(50, 50), floor]]) {
        assert.deepEqual(sorted(pairs(list)), slowPairs(list, intersects));
        const strict = slowPairs(list, overlaps);
        assert.deepEqual(sorted(pairs(list, { touching: false })), strict);
        assert.ok(strict.length > 20 && strict.length < pairs(list).length / 2);
    }
    const numbers = Float64Array.from(boxes.flatMap((box) => [box.x, box.y, box.width, box.height]));
    assert.deepEqual(sorted(pairs(numbers)), slowPairs(boxes, intersects));
    assert.deepEqual(sorted(pairs(Float32Array.from(numbers))), slowPairs(boxes, intersects));
    assert.equal(pairs([]).length, 0);
});

const REFUSED = [
    [() => relation(BOX, null), TypeError, 'b must be a shape, but is null.'],
    [() => relation(7, BOX), TypeError, 'a must be a shape, but is a number.'],
    [() => relation({ x: 1, y: 2, radius: undefined }, BOX), TypeError, 'a.radius must be a number, but is undefined.'],
    [() => relation(BOX, { x: 1, y: 2, width: undefined, height: 3 }), TypeError, 'b.width must be a number, but is undefined.'],
    [() => relation(BOX, { x: 1, y: 2, height: 3 }), TypeError, 'b.width must be a number, but is undefined.'],
    [() => relation(BOX, { x: 1, y: 2, radiusY: 3 }), TypeError, 'b.radiusX must be a number, but is undefined.'],
    [() => relation(BOX, { x: 1, y: 2, points: undefined }), TypeError, 'b.points must not be undefined.'],
    [() => bounds({ x1: 1, y1: 2, x2: 3, y2: 4, radius: undefined }), TypeError, 'shape.radius must be a number, but is undefined.'],
    [() => bounds({ x1: 1, y1: 2, x2: 3, y2: 4, x3: undefined, y3: 4 }), TypeError, 'shape.x3 must be a number, but is undefined.'],
    [() => relation({}, BOX), TypeError, 'a must be a shape, but has none of x, x1, points, parts, mask and shape.'],
    [() => relation({ x: 1 }, BOX), TypeError, 'a.y must be a number, but is undefined.'],
    [() => relation({ x: 1, y: 2 }, { x: 0, y: 0, width: 1 }), TypeError, 'b.height must be a number, but is undefined.'],
    [() => relation({ x: 0, y: NaN, radius: 1 }, BOX), RangeError, 'a.y must be finite, but is NaN.'],
    [() => relation(BOX, { x: 0, y: 0, radius: -1 }), RangeError, 'b.radius must not be negative, but is -1.'],
    [() => relation(BOX, { ...BOX, width: -1 }), RangeError, 'b.width must not be negative, but is -1.'],
    [() => relation(BOX, { ...BOX, angle: Infinity }), RangeError, 'b.angle must be finite, but is Infinity.'],
    [() => relation(BOX, { x: 0, y: 0, normalX: 0, normalY: 0 }), RangeError, 'The normal of b has the length zero.'],
    [() => relation(BOX, { points: [[0, 0], [1, 1]] }), RangeError, 'b needs three different corners, but has 2.'],
    [() => relation(BOX, { points: [[0, 0], [1, 1], [2, 2]] }), RangeError, 'b has all its corners on a line.'],
    [() => relation(BOX, { points: [[0, 0], [9, 9], [9, 0], [0, 9]] }), RangeError,
        'b has edges that cross or touch: the one from points[0] and the one from points[2].'],
    [() => relation(BOX, { points: [[0, 0], [9, NaN], [9, 0]] }), RangeError, 'b.points[1][1] must be finite, but is NaN.'],
    [() => relation(BOX, { points: [{ x: 0, y: 0 }, { x: 9 }, { x: 9, y: 0 }] }), TypeError, 'b.points[1].y must be a number, but is undefined.'],
    [() => relation(BOX, { points: [0, 0, 9, 9, 9] }), RangeError, 'b.points must have two coordinates for each corner, but has 5 numbers.'],
    [() => relation(BOX, { points: 'abc' }), TypeError, 'b.points must be an array of points, but is a string.'],
    [() => relation(BOX, { points: [[0, 0], [9, 0], [2, 2], [0, 9]], radius: 1 }), RangeError, 'b has a radius, but is not convex at points[2].'],
    [() => relation(BOX, { parts: [BOX, { parts: [{ x: 0, y: 0, radius: -2 }] }] }), RangeError,
        'b.parts[1].parts[0].radius must not be negative, but is -2.'],
    [() => relation(BOX, { parts: 3 }), TypeError, 'b.parts must be an array of shapes, but is a number.'],
    [() => relation(BOX, new Mask(1, 1)), TypeError, 'b is a mask without a place: pass { mask, x, y }.'],
    [() => relation(BOX, { mask: {}, x: 0, y: 0 }), TypeError, 'b.mask must be a Mask, but is an object of the class Object.'],
    [() => contact(BOX, BOX, { margin: NaN }), RangeError, 'margin must be finite, but is NaN.'],
    [() => raycast({ x: 0, y: 0 }, { x: 0, y: 0 }, BOX), RangeError, 'The ray has the length zero.'],
    [() => raycast({ x: 0, y: 0 }, { to: { x: NaN, y: 0 } }, BOX), RangeError, 'towards.to.x must be finite, but is NaN.'],
    [() => raycast({ x: 0, y: 0 }, { x: 1, y: 0 }, null), TypeError, 'shape must be a shape, but is null.'],
    [() => sweep(BOX, { x: 1 }, BOX), TypeError, 'displacement.y must be a number, but is undefined.'],
    [() => pairs([BOX, { x: 0, y: 0, radius: -1 }]), RangeError, 'list[1].radius must not be negative, but is -1.'],
    [() => pairs([BOX, { ...BOX, x: NaN }]), RangeError, 'list[1].x must be finite, but is NaN.'],
    [() => pairs(new Float64Array([0, 0, 1, -1])), RangeError, 'list[3] must not be negative, but is -1.'],
    [() => pairs(new Float64Array(5)), RangeError, 'list must have four numbers for each box, but has 5.'],
    [() => pairs(9), TypeError, 'list must be an array of shapes or a Float64Array, but is a number.'],
    [() => new Mask(-1, 2), RangeError, 'width must be a whole number from 0 to 65535, but is -1.'],
    [() => new Mask(1, 1).overlaps(null, 0, 0), TypeError, 'other must be a Mask, but is null.'],
    [() => new Mask(1, 1).overlaps(new Mask(1, 1), 0.5, 0), RangeError, 'x must be a whole number from -2147483648 to 2147483647, but is 0.5.'],
    [() => new HeightField({ cell: 1, heights: [1] }), RangeError, 'heights must have at least two heights, but has 1.'],
    [() => new HeightField({ cell: 0, heights: [1, 2] }), RangeError, 'cell must be positive, but is 0.'],
    [() => new HeightField({ cell: 1, heights: [1, NaN] }), RangeError, 'heights[1] must be finite, but is NaN.'],
    [() => new HeightField({ cell: 1 }), TypeError, 'heights must be an array of numbers, but is undefined.'],
    [() => new HeightField({ cell: 1, heights: [1, 2] }).setHeights(1, [0, 0]), RangeError,
        'first and heights must be within the height field, but are 1 and 2 heights.'],
];

test('bad arguments are refused with the name of the argument', () => {
    for (const [call, type, message] of REFUSED) {
        assert.throws(call, { name: type.name, message });
    }
    let nested = BOX;
    for (let k = 0; k < 20; k++) {
        nested = { parts: [nested] };
    }
    assert.throws(() => relation(nested, BOX), { name: 'RangeError', message: /^a is nested too deeply/ });
});
