import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as bumper from 'bumper-collision';

const { contact, draw, drawContact, drawRay, drawSweep, HeightField, Mask, Mover, outline, raycast, Shape, Simulation, sweep, World } = bumper;

await bumper.init();

// A context that records its paths in the coordinates of the canvas. `m` is the matrix [a, b, c, d, e, f] of the canvas.
class Recorder {
    canvas = { width: 400, height: 300 };
    paths = [];
    #path = [];
    #dash = [];
    #saved = [];
    constructor(m = [1, 0, 0, 1, 0, 0]) {
        this.m = m;
    }
    save() {
        this.#saved.push({ m: this.m, dash: this.#dash, lineWidth: this.lineWidth, strokeStyle: this.strokeStyle, fillStyle: this.fillStyle });
    }
    restore() {
        const { dash, ...state } = this.#saved.pop();
        this.#dash = dash;
        Object.assign(this, state);
    }
    get depth() {
        return this.#saved.length;
    }
    #times([a, b, c, d, e, f]) {
        const [ma, mb, mc, md, me, mf] = this.m;
        this.m = [ma * a + mc * b, mb * a + md * b, ma * c + mc * d, mb * c + md * d, ma * e + mc * f + me, mb * e + md * f + mf];
    }
    translate(x, y) {
        this.#times([1, 0, 0, 1, x, y]);
    }
    rotate(angle) {
        const [s, c] = [Math.sin(angle), Math.cos(angle)];
        this.#times([c, s, -s, c, 0, 0]);
    }
    getTransform() {
        const [a, b, c, d, e, f] = this.m;
        const det = a * d - b * c;
        const inverse = { a: d / det, b: -b / det, c: -c / det, d: a / det, e: (c * f - d * e) / det, f: (b * e - a * f) / det };
        return { a, b, c, d, e, f, inverse: () => inverse };
    }
    setLineDash(dash) {
        this.#dash = dash;
    }
    beginPath() {
        this.#path = [];
    }
    closePath() {}
    moveTo(x, y) {
        this.lineTo(x, y);
    }
    lineTo(x, y) {
        const [a, b, c, d, e, f] = this.m;
        this.#path.push([a * x + c * y + e, b * x + d * y + f]);
    }
    arc(x, y, radius) {
        this.lineTo(x - radius, y - radius);
        this.lineTo(x + radius, y + radius);
    }
    stroke() {
        this.paths.push({ type: 'stroke', style: this.strokeStyle, width: this.lineWidth, dash: this.#dash, points: this.#path });
    }
    fill() {
        this.paths.push({ type: 'fill', style: this.fillStyle, points: this.#path });
    }
}

// The box around the points of paths.
function boxOf(paths) {
    const points = paths.flatMap((path) => path.points);
    const [xs, ys] = [0, 1].map((k) => points.map((point) => point[k]));
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function assertClose(actual, expected, tolerance, message) {
    actual.forEach((value, k) => assert.ok(Math.abs(value - expected[k]) <= tolerance, `${message}: ${actual} is not ${expected}`));
}

const mask = Mask.fromRows(['.##.', '####', '#...']);
const star = { points: [[0, 0], [40, 10], [80, 0], [40, 60]] };
const SHAPES = {
    box: { x: 10, y: 20, width: 30, height: 40 },
    tilted: { x: 10, y: 20, width: 30, height: 40, angle: 0.5 },
    circle: { x: 50, y: 60, radius: 20 },
    ellipse: { x: 50, y: 60, radiusX: 30, radiusY: 10, angle: 1 },
    segment: { x1: 5, y1: 6, x2: 70, y2: 80 },
    capsule: { x1: 50, y1: 60, x2: 70, y2: 80, radius: 7 },
    triangle: { x1: 5, y1: 6, x2: 70, y2: 80, x3: 9, y3: 70 },
    concave: star,
    'concave, turned': { ...star, x: 100, y: 90, angle: 2 },
    flat: { points: [0, 0, 30, 0, 0, 40], x: 5 },
    rounded: { points: [{ x: 10, y: 10 }, { x: 60, y: 10 }, { x: 30, y: 50 }], radius: 6 },
    mask: { mask, x: 30, y: 40, pixel: 5, flipX: true, flipY: true },
    'mask, turned': { mask, x: 30, y: 40, pixel: 5, angle: 0.7 },
    compound: { parts: [{ x: 0, y: 0, radius: 9 }, star], x: 60, y: 20, angle: 1 },
    prepared: new Shape(star).at(70, 50, 3),
    pivot: { shape: { x: 0, y: 0, width: 50, height: 20 }, x: 100, y: 100, angle: 1, pivotX: 50, pivotY: 20 },
};

for (const [name, drawn] of Object.entries(SHAPES)) {
    test(`a ${name} is drawn where it is`, () => {
        const context = new Recorder();
        draw(context, drawn, { stroke: 'red', fill: 'blue' });
        const ends = outline(drawn);
        const points = Array.from({ length: ends.length / 2 }, (_, k) => [ends[2 * k], ends[2 * k + 1]]);
        // A round part of a compound is drawn as a polygon that may be turned.
        assertClose(boxOf(context.paths), boxOf([{ points }]), name === 'compound' ? 0.05 : 1e-9, name);
        assert.deepEqual(new Set(context.paths.map(({ type, style }) => `${type} ${style}`)), new Set(['fill blue', 'stroke red']));
        assert.equal(context.depth, 0);
    });
}

test('points and height fields', () => {
    const context = new Recorder([2, 0, 0, 2, 0, 0]);
    draw(context, { x: 10, y: 20 }, { pointRadius: 3 });
    assert.deepEqual(boxOf(context.paths), [17, 37, 23, 43]);
    const hills = new Recorder();
    draw(hills, new HeightField({ x: 5, y: 100, cell: 10, heights: [0, -30, 0, 20] }));
    assertClose(boxOf(hills.paths), [5, 70, 35, 120], 0, 'height field');
});

test('half-spaces fill the canvas behind their line', () => {
    const floor = { x: 0, y: 200, normalX: 0, normalY: -2 };
    const context = new Recorder([2, 0, 0, 2, 0, -100]);
    draw(context, floor, { fill: 'blue', lineWidth: 4 });
    const [fill, stroke] = context.paths;
    assert.deepEqual([boxOf([fill]), boxOf([stroke])], [[0, 300, 400, 300], [0, 300, 400, 300]]);
    assert.equal(stroke.width, 2);
    const none = new Recorder();
    draw(none, { x: 0, y: 400, normalX: 0, normalY: -1 }, { fill: 'blue' });
    assert.deepEqual(none.paths, []);
    const all = new Recorder();
    draw(all, { parts: [{ x: -50, y: 0, normalX: -1, normalY: 0 }], angle: 0.1 }, { fill: 'blue' });
    assertClose(boxOf(all.paths), [0, 0, 400, 300], 1e-9, 'a half-space that covers the canvas');
    assert.deepEqual(all.paths.map(({ type }) => type), ['fill']);
});

test('worlds, lists and movers', () => {
    const world = new World();
    world.insert({ x: 0, y: 0, width: 10, height: 10 });
    world.insert({ x: 50, y: 50, radius: 5 }, { sensor: true });
    const context = new Recorder();
    const mover = new Mover({ x: 100, y: 100, width: 10, height: 10 });
    mover.position.set(7, 8);
    draw(context, [world, [mover]]);
    assert.deepEqual(context.paths.map(({ type, dash }) => [type, dash.length]), [['stroke', 0], ['stroke', 2], ['stroke', 0]]);
    assert.deepEqual(boxOf(context.paths.slice(2)), [107, 108, 117, 118]);
});

test('bodies and simulations', () => {
    const simulation = new Simulation();
    simulation.insert({ x: -5, y: -5, width: 10, height: 10 }, { position: { x: 50, y: 60 }, angle: Math.PI / 4 });
    const door = simulation.insert({ x: 0, y: 0, width: 4, height: 8 }, { type: 'static', position: { x: 200, y: 0 }, sensor: true });
    const context = new Recorder();
    draw(context, simulation);
    assert.deepEqual(context.paths.map(({ type, dash }) => [type, dash.length]), [['stroke', 0], ['stroke', 2]]);
    const half = 5 * Math.SQRT2;
    assertClose(boxOf(context.paths.slice(0, 1)), [50 - half, 60 - half, 50 + half, 60 + half], 1e-9, 'a rotated crate');
    const alone = new Recorder();
    draw(alone, [door]);
    assertClose(boxOf(alone.paths), [200, 0, 204, 8], 1e-9, 'a door');
    assert.throws(() => draw(alone, null), TypeError);
});

test('contacts, rays and sweeps', () => {
    const wall = { x: 100, y: 0, width: 10, height: 100 };
    const ball = { x: 95, y: 50, radius: 8 };
    const style = { pointRadius: 0, normalLength: 20 };
    const draws = (run) => {
        const context = new Recorder();
        run(context);
        assert.equal(context.depth, 0);
        return context.paths;
    };
    const found = contact(wall, ball);
    const [normal] = draws((context) => drawContact(context, found, style));
    const { x, y } = found.points[0];
    assert.deepEqual(normal.points, [[x, y], [x - 20, y]]);
    assert.deepEqual(draws((context) => drawContact(context, null)), []);
    const origin = { x: 0, y: 50 };
    const hit = raycast(origin, { x: 2, y: 0 }, wall);
    assert.deepEqual(boxOf(draws((context) => drawRay(context, origin, { x: 2, y: 0 }, hit, style))), [0, 50, 100, 50]);
    assert.deepEqual(boxOf(draws((context) => drawRay(context, origin, { to: { x: 30, y: 90 } }, null, style))), [0, 50, 30, 90]);
    const [away] = draws((context) => drawRay(context, origin, { x: 0, y: -3 }, null, style));
    assert.ok(away.points[1][1] < 0 && away.points[1][0] === 0);
    const start = { x: 20, y: 50, radius: 8 };
    const motion = { x: 200, y: 0 };
    assertClose(boxOf(draws((context) => drawSweep(context, start, motion, sweep(start, motion, wall), style))), [12, 42, 120, 58], 0.05, 'sweep');
    assertClose(boxOf(draws((context) => drawSweep(context, start, motion, null, style))), [12, 42, 228, 58], 0.05, 'sweep without a hit');
});
