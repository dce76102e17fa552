// The 3D part: shapes in all forms, errors, meshes from three.js, height fields and movers.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as plane from 'bumper-collision';
import { bounds, contact, distance, HeightField, init, initSync, intersects, Mesh, Mover, raycast, relation, Shape, sweep } from 'bumper-collision/3d';

before(() => init());

const BOX = { min: { x: 0, y: 0, z: 0 }, max: { x: 2, y: 2, z: 2 } };
const POINT = { x: 0, y: 0, z: 0 };
const FLOOR = { x: 0, y: 0, z: 0, normalX: 0, normalY: 1, normalZ: 0 };
// Bounds are rounded outwards.
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} instead of ${b}`);
const QUARTER = { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 };

test('both modules can be used side by side', async () => {
    await plane.init();
    initSync();
    assert.equal(plane.distance({ x: 0, y: 0 }, { x: 3, y: 4 }), 5);
    assert.equal(distance(POINT, { x: 2, y: 3, z: 6 }), 7);
});

test('boxes and cylinders have half sizes, and rotations are quaternions', () => {
    const box = { x: 1, y: 1, z: 1, halfX: 5, halfY: 1, halfZ: 2 };
    assert.deepEqual(bounds(box), { min: { x: -4, y: 0, z: -1 }, max: { x: 6, y: 2, z: 3 } });
    near(bounds({ ...box, rotation: QUARTER }).max.y, 6);
    const cylinder = { x: 0, y: 0, z: 0, radius: 1, halfHeight: 4 };
    near(bounds(cylinder).max.y, 4);
    near(bounds({ ...cylinder, axis: 'z' }).max.z, 4);
    near(bounds({ ...cylinder, axis: { x: 7, y: 0, z: 0 } }).max.x, 4);
    assert.equal(bounds(FLOOR), null);
});

test('shapes can be placed', () => {
    const hull = { points: [[0, 0, 0], [4, 0, 0], [0, 1, 0], [0, 0, 1]] };
    const prepared = new Shape(hull);
    for (const shape of [{ ...hull, x: 10, rotation: QUARTER }, { shape: hull, x: 10, rotation: QUARTER }, prepared.at(10, 0, 0, QUARTER)]) {
        near(bounds(shape).max.y, 4);
        assert.equal(intersects(shape, { x: 9.9, y: 3, z: 0.01 }), true);
    }
    const parts = { parts: [POINT, BOX], y: 5 };
    near(bounds(parts).min.x, 0);
    near(bounds(parts).max.y, 7);
    assert.equal(contact(parts, { x: 1, y: 8, z: 1, radius: 1.5 }).partA, 1);
});

test('a mesh takes the arrays of a geometry', () => {
    const position = Float32Array.from([0, 0, 0, 0, 0, 4, 4, 0, 0, 4, 1, 4, 8, 0, 0]);
    const mesh = new Mesh({ points: position, indices: Uint16Array.from([0, 1, 2, 2, 1, 3, 0, 2, 4]) });
    assert.deepEqual([mesh.size, mesh.degenerate, mesh.oneSided], [3, 1, false]);
    assert.deepEqual(mesh.triangle(1).y3, 1);
    const up = [{ x: 1, y: -5, z: 1 }, { x: 0, y: 1, z: 0 }];
    assert.equal(raycast(...up, mesh).distance, 5);
    const oneSided = new Mesh({ points: position.slice(0, 9), oneSided: true });
    assert.deepEqual([oneSided.size, raycast(...up, oneSided), raycast({ x: 1, y: 5, z: 1 }, { x: 0, y: -1, z: 0 }, oneSided).distance], [1, null, 5]);
    const large = new Mesh({ points: new Float32Array(90000).map((_, k) => (k * 7919) % 1000) });
    assert.equal(large.size, 10000);
    assert.equal(raycast({ x: 1, y: 5, z: 1 }, { x: 0, y: -1, z: 0 }, { shape: mesh, y: -2 }).distance, 7);
});

test('wrong arguments are refused with their names', () => {
    const gone = new Shape(BOX);
    gone.dispose();
    gone.dispose();
    const mesh = new Mesh({ points: [0, 0, 0, 1, 0, 0, 0, 1, 0] });
    const field = new HeightField({ cell: 1, columns: 2, heights: [0, 0, 0, 0] });
    const mover = new Mover(BOX);
    const cases = [
        [() => relation(BOX, null), TypeError, 'b must be a shape, but is null.'],
        [() => relation({ x: 1, y: 2, z: 3, radius: undefined }, BOX), TypeError, 'a.radius must be a number, but is undefined.'],
        [() => relation({ x: 1, y: 2, z: 3, halfX: undefined, halfY: 1, halfZ: 1 }, BOX), TypeError, 'a.halfX must be a number, but is undefined.'],
        [() => relation({ x: 1, y: 2, z: 3, halfY: 1 }, BOX), TypeError, 'a.halfX must be a number, but is undefined.'],
        [() => relation({ x: 1, y: 2, z: 3, parts: undefined }, BOX), TypeError, 'a.parts must not be undefined.'],
        [() => relation({ x1: 1, y1: 2, z1: 3, x2: 1, y2: 2, z2: 4, radius: undefined }, BOX), TypeError, 'a.radius must be a number, but is undefined.'],
        [() => relation({}, BOX), TypeError, 'a must be a shape, but has none of x, x1, min, points, parts and shape.'],
        [() => relation({ x: 1, y: 2 }, BOX), TypeError, 'a.z must be a number, but is undefined.'],
        [() => relation(BOX, { ...POINT, radius: -1 }), RangeError, 'b.radius must not be negative, but is -1.'],
        [() => relation(BOX, { ...POINT, halfX: 1, halfY: NaN, halfZ: 1 }), RangeError, 'b.halfY must be finite, but is NaN.'],
        [() => relation(BOX, { ...POINT, halfHeight: 1, radius: 1, axis: 'w' }), RangeError, "b.axis must be 'x', 'y', 'z' or a direction, but is 'w'."],
        [() => relation(BOX, { shape: BOX, rotation: { x: 0, y: 0, z: 0, w: 0 } }), RangeError, 'b.rotation has the length zero.'],
        [() => relation(BOX, { min: POINT }), TypeError, 'b.max must be an object with x, y and z, but is undefined.'],
        [() => relation(BOX, { points: [[0, 0, 0], [1, NaN, 0]] }), RangeError, 'b.points[1].y must be finite, but is NaN.'],
        [() => relation(BOX, { points: [] }), RangeError, 'b.points has no points.'],
        [() => relation(BOX, { points: [1, 2, 3, 4] }), RangeError, 'b.points must have three coordinates for each point, but has 4 numbers.'],
        [() => relation(BOX, { parts: [BOX, { x1: 0 }] }), TypeError, 'b.parts[1].y1 must be a number, but is undefined.'],
        [() => relation(BOX, gone), TypeError, 'b has been disposed of.'],
        [() => raycast(POINT, POINT, BOX), RangeError, 'The ray has the length zero.'],
        [() => raycast(POINT, { x: 1, y: 0 }, BOX), TypeError, 'towards.z must be a number, but is undefined.'],
        [() => sweep(BOX, { x: Infinity, y: 0, z: 0 }, BOX), RangeError, 'displacement.x must be finite, but is Infinity.'],
        [() => contact(BOX, BOX, { margin: NaN }), RangeError, 'margin must be finite, but is NaN.'],
        [() => new Mesh({ points: [0, 0] }), RangeError, 'points must have three numbers for each point, but has 2 numbers.'],
        [() => new Mesh({ points: [0, 0, 0], indices: [0, 0, 1] }), RangeError, 'indices[2] must be a whole number from 0 to 0, but is 1.'],
        [() => new Mesh({ points: [0, 0, NaN], indices: [0, 0, 0] }), RangeError, 'points[2] must be finite, but is NaN.'],
        [() => mesh.triangle(1), RangeError, 'part must be a whole number from 0 to 0, but is 1.'],
        [() => new HeightField({ cell: 0, columns: 2, heights: [0, 0, 0, 0] }), RangeError, 'cell must be positive, but is 0.'],
        [() => new HeightField({ cell: 1, columns: 2, heights: [0, 0, 0] }), RangeError, 'heights must have at least two rows of 2 heights, but has 3.'],
        [() => field.setHole(1, 0), RangeError, 'column and row must be those of a cell of the height field, but are 1 and 0.'],
        [() => field.setHeights(0, 0, 2, [0, NaN]), RangeError, 'heights[1] must be finite, but is NaN.'],
        [() => new Mover({ parts: [] }), RangeError, 'shape is empty: it has no parts.'],
        [() => new Mover(BOX, { floorAngle: 4 }), RangeError, 'floorAngle must be at most π, but is 4.'],
        [() => new Mover(BOX, { walk: { stairHeight: -1, snapDistance: 0 } }), RangeError, 'walk.stairHeight must not be negative, but is -1.'],
        [() => mover.step(NaN, []), RangeError, 'time must be finite, but is NaN.'],
        [() => mover.step(1, [BOX, {}]), TypeError, 'obstacles[1] must be a shape, but has none of x, x1, min, points, parts and shape.'],
        [() => (mover.velocity.y = 'fast'), TypeError, 'velocity.y must be a number, but is a string.'],
    ];
    for (const [call, type, message] of cases) {
        assert.throws(call, { name: type.name, message });
    }
    assert.equal(relation(BOX, BOX), 'overlapping');
});

test('a mover asks about obstacles, and stays if the function throws', () => {
    const ball = new Mover({ x: 0, y: 0, z: 0, radius: 1 }, { velocity: { x: 10, y: 0, z: 0 }, reportAll: true });
    const walls = [5, 8].map((x) => ({ x, y: 0, z: 0, halfX: 1, halfY: 9, halfZ: 9, isGhost: x === 5 }));
    const respond = (wall, index) => {
        assert.equal(walls[index], wall);
        return wall.isGhost ? null : 'bounce';
    };
    const [hit] = ball.step(1, walls, { respond });
    assert.deepEqual([hit.index, hit.normalX, hit.response, ball.position.x], [1, -1, 'bounce', 2]);
    const oops = () => {
        throw new Error('oops');
    };
    assert.throws(() => ball.step(1, walls, { respond: oops }), { message: 'oops' });
    assert.throws(() => ball.step(1, walls, { respond: () => ball.step(1, walls) }), { message: 'The mover is in use: it cannot be called from its own callback.' });
    assert.equal(ball.position.x, 2);
    ball.bounds = { min: { x: -9, y: -9, z: -9 }, max: { x: 4, y: 9, z: 9 } };
    ball.velocity = { x: 5, y: 0, z: 0 };
    const hits = [];
    assert.equal(ball.step(1, [], { out: hits }), hits);
    assert.deepEqual([hits[0].index, ball.position.x], [-1, 3]);
    ball.dispose();
    assert.throws(() => ball.step(1, []), { message: 'The mover has been disposed of.' });
});
