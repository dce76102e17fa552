// Compares the 3D part with the answers of the native library, bit by bit. `test.sh` makes the file: see examples/space_vectors.rs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Contact, contact, distance, HeightField, init, Mesh, Mover, RayHit, raycast, relation, Shape, SweepHit, sweep, World } from 'bumper-collision/3d';

const bytes = readFileSync(process.env.BUMPER_SPACE_VECTORS);
const words = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
let at = 0;
const next = () => words[at++];
const times = (count, make) => Array.from({ length: count }, (_, k) => make(k));
const point = () => ({ x: next(), y: next(), z: next() });
const rotation = () => ({ ...point(), w: next() });

let meshes;
let fields;

function readMesh() {
    const [oneSided, points, triangles] = [next() === 1, next(), next()];
    return new Mesh({ points: Float64Array.from(times(3 * points, next)), indices: Uint32Array.from(times(3 * triangles, next)), oneSided });
}

function readField() {
    const origin = point();
    const cell = { x: next(), z: next() };
    const columns = next();
    return new HeightField({ ...origin, cell, columns, heights: times(next(), next) });
}

const ends = () => ({ x1: next(), y1: next(), z1: next(), x2: next(), y2: next(), z2: next() });

const KINDS = [
    point,
    () => ({ min: point(), max: point() }),
    () => ({ ...point(), radius: next() }),
    () => ({ ...point(), radiusSquared: next() }),
    ends,
    () => ({ ...ends(), radius: next() }),
    () => ({ ...ends(), x3: next(), y3: next(), z3: next() }),
    () => ({ ...point(), halfX: next(), halfY: next(), halfZ: next(), rotation: rotation() }),
    () => ({ ...point(), halfHeight: next(), radius: next(), axis: 'xyz'[next()] }),
    () => ({ ...point(), halfHeight: next(), radius: next(), axis: point() }),
    () => ({ ...point(), normalX: next(), normalY: next(), normalZ: next() }),
    readHull,
    () => ({ parts: times(next(), readShape) }),
    () => meshes[next()],
    () => fields[next()],
    () => new Shape(readShape()),
    readPlaced,
];

// Points take turns to be arrays, objects and coordinates.
let turn = 0;
function readHull() {
    const points = times(next(), () => [next(), next(), next()]);
    return { points: [points, points.map(([x, y, z]) => ({ x, y, z })), Float64Array.from(points.flat())][turn++ % 3] };
}

// Hulls and compounds have a place of their own.
function readPlaced() {
    const place = { ...point(), rotation: rotation() };
    const shape = readShape();
    return shape.points || shape.parts ? { ...shape, ...place } : { shape, ...place };
}

function readShape() {
    return KINDS[next()]();
}

// Each query reads its arguments, and returns a function that asks it and lists the answers.
const out = {};
const normal = ({ normalX, normalY, normalZ }) => [normalX, normalY, normalZ];
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
        const [origin, towards] = [point(), point()];
        const isPoint = next() === 1;
        const maxDistance = next();
        return (a) => {
            const hit = raycast(origin, isPoint ? { to: towards } : towards, a, { maxDistance, out: out.ray });
            return hit ? [hit.distance, hit.x, hit.y, hit.z, ...normal(hit), hit.part] : [];
        };
    },
    () => {
        const [displacement, targetDisplacement] = [point(), point()];
        return (a, b) => {
            const hit = sweep(a, displacement, b, { targetDisplacement, out: out.sweep });
            return hit ? [hit.time, hit.x, hit.y, hit.z, ...normal(hit), Number(hit.startsOverlapping), hit.partA, hit.partB] : [];
        };
    },
];

function contactAnswers(found) {
    const numbers = ({ x, y, z, separation, feature, partA, partB }) => [x, y, z, separation, feature, partA, partB];
    return [found.separation, ...normal(found), found.partA, found.partB, ...found.points.flatMap(numbers)];
}

function same(answers, expected, message) {
    const isSame = answers.length === expected.length && answers.every((answer, index) => Object.is(answer, expected[index]));
    assert.ok(isSame, `${message}: ${answers} instead of ${expected}`);
}

before(() => init());

test('the 3D part gives the same bits as the native library', () => {
    meshes = times(next(), readMesh);
    fields = times(next(), readField);
    const count = next();
    assert.ok(count >= 5000);
    Object.assign(out, { contact: new Contact(), ray: new RayHit(), sweep: new SweepHit() });
    for (let k = 0; k < count; k++) {
        const query = next();
        const ask = QUERIES[query]();
        const a = readShape();
        const b = readShape();
        const expected = times(next(), next);
        same(ask(a, b), expected, `query ${k} of kind ${query}: ${JSON.stringify([a, b])}`);
    }
});

// The operations on a world: each reads its arguments, and lists the answers.
const numbers = ({ item, ...hit }) => [item.data, hit.distance ?? hit.time, hit.x, hit.y, hit.z, ...normal(hit)];
const OPERATIONS = [
    (world, items) => {
        items[next()].moveBy(next(), next(), next());
        return world.update().flatMap(({ type, a, b }) => [a.data, b.data, Number(type === 'enter')]);
    },
    (world) => world.castAll(point(), { x: 3, y: 1, z: -2 }).flatMap(numbers),
    (world) => world.sweepAll(readShape(), { x: 4, y: -5, z: 6 }).flatMap(numbers),
    (world) => {
        const found = world.nearest(readShape());
        return [found.item.data, found.separation, ...normal(found)];
    },
    (world) => world.intersecting(readShape()).map((item) => item.data),
];

test('a world gives the same bits as the native library', () => {
    const world = new World();
    const items = times(next(), (index) => world.insert(readShape(), { data: index }));
    const count = next();
    assert.ok(count >= 1000);
    for (let k = 0; k < count; k++) {
        const kind = next();
        const answers = OPERATIONS[kind](world, items);
        same(answers, times(next(), next), `operation ${k} of kind ${kind}`);
    }
});

function walk(body, obstacles, indexOf) {
    const mover = new Mover(body, { gravity: { x: 0, y: -20, z: 0 }, walk: { stairHeight: 0.3, snapDistance: 0.3 } });
    for (let frame = 0; frame < 600; frame++) {
        [mover.velocity.x, mover.velocity.z] = [next(), next()];
        const height = next();
        if (height > 0) mover.jump(height);
        const count = next();
        const expected = times(7 + 6 * count, next);
        const hits = mover.step(1 / 60, obstacles).flatMap((hit) => [indexOf(hit), ...normal(hit), hit.time, hit.partB]);
        const { position, velocity } = mover;
        const state = [position.x, position.y, position.z, velocity.x, velocity.y, velocity.z, Number(mover.grounded)];
        same([...state, ...hits], expected, `frame ${frame}`);
    }
}

test('a mover walks on the stairs of a mesh as in the native library', () => {
    const body = readShape();
    const obstacles = times(next(), readShape);
    assert.equal(next(), 600);
    walk(body, obstacles, (hit) => hit.index);
    const world = new World();
    obstacles.forEach((shape, index) => world.insert(shape, { data: index }));
    walk(body, world, (hit) => hit.item.data);
    assert.equal(at, words.length);
});
