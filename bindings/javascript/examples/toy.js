// A toy with rigid bodies that can be dragged: boxes, balls, a concave star, a chain, a seesaw.
import { init, outline, Shape, Simulation } from 'bumper-collision';

await init();
const canvas = document.getElementById('canvas');
const context = canvas.getContext('2d');
const { width, height } = canvas;
const COLORS = ['#f2a65a', '#8ecae6', '#b7e4c7', '#f4acb7', '#cdb4db', '#ffd166'];
const simulation = new Simulation({ gravity: { x: 0, y: 900 } });

// Adds a body, with the path that draws its shapes. The shapes are relative to the body.
function add(shapes, x, y, options = {}) {
    const path = new Path2D();
    for (const shape of [shapes].flat()) {
        const lines = outline(shape);
        for (let k = 0; k < lines.length; k += 4) {
            if (k === 0 || lines[k] !== lines[k - 2] || lines[k + 1] !== lines[k - 1]) {
                path.moveTo(lines[k], lines[k + 1]);
            }
            path.lineTo(lines[k + 2], lines[k + 3]);
        }
    }
    const color = options.type === 'static' ? '#536471' : COLORS[simulation.bodies.length % COLORS.length];
    return simulation.insert(shapes, { position: { x, y }, data: { path, color }, ...options });
}

const box = (w, h) => ({ x: -w / 2, y: -h / 2, width: w, height: h });
const ball = (radius) => ({ x: 0, y: 0, radius });
const star = new Shape({ points: Array.from({ length: 10 }, (_, k) => {
    const radius = k % 2 ? 15 : 36;
    return [radius * Math.cos((k * Math.PI) / 5), radius * Math.sin((k * Math.PI) / 5)];
}) });
const KINDS = [() => box(50, 50), () => ball(25), () => star, () => [box(70, 14), box(14, 70)], () => box(80, 24)];

const walls = add([box(width, 40)], width / 2, height, { type: 'static' });
add(box(40, 2 * height), -10, height / 2, { type: 'static' });
add(box(40, 2 * height), width + 10, height / 2, { type: 'static' });

// A seesaw: a plank on a hinge.
const plank = add(box(240, 14), 560, 400);
add({ points: [[-30, 60], [0, 0], [30, 60]] }, 560, 420, { type: 'static' });
simulation.insertJoint({ type: 'revolute', a: walls, b: plank, anchor: { x: 560, y: 400 }, limits: [-0.35, 0.35] });

// A chain of capsules with a heavy ball at its end.
let link = add(ball(6), 200, 20, { type: 'static' });
for (let k = 0; k < 7; k++) {
    const next = add({ x1: 0, y1: 4, x2: 0, y2: 20, radius: 4 }, 200, 20 + 24 * k, { angularDamping: 1 });
    simulation.insertJoint({ type: 'revolute', a: link, b: next, anchor: { x: 200, y: 20 + 24 * k } });
    link = next;
}
const weight = add(ball(28), 200, 212, { velocity: { x: 300, y: 0 } });
simulation.insertJoint({ type: 'revolute', a: link, b: weight, anchor: { x: 200, y: 188 } });

for (let k = 0; k < 15; k++) {
    add(KINDS[k % KINDS.length](), 330 + 75 * (k % 5), 40 + 80 * Math.floor(k / 5), { restitution: 0.2 });
}

// A mouse joint pulls the body under the pointer.
let drag = null;
const pointer = (event) => ({ x: (event.offsetX * width) / canvas.clientWidth, y: (event.offsetY * height) / canvas.clientHeight });
canvas.onpointerdown = (event) => {
    const at = pointer(event);
    canvas.setPointerCapture(event.pointerId);
    const [found] = simulation.intersecting({ ...at, radius: 4 });
    if (!found) {
        add(KINDS[simulation.bodies.length % KINDS.length](), at.x, at.y);
    } else if (found.body.type === 'dynamic') {
        drag = simulation.insertJoint({ type: 'mouse', b: found.body, anchor: at, maxForce: 8000 * found.body.mass });
    }
};
canvas.onpointermove = (event) => drag?.setTarget(pointer(event).x, pointer(event).y);
canvas.onpointerup = canvas.onpointercancel = () => {
    drag?.remove();
    drag = null;
};

function frame() {
    simulation.step(1 / 60);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    const poses = simulation.poses;
    simulation.bodies.forEach(({ data }, k) => {
        const [x, y, angle] = [poses[3 * k], poses[3 * k + 1], poses[3 * k + 2]];
        context.setTransform(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), x, y);
        context.fillStyle = context.strokeStyle = data.color;
        context.fill(data.path);
        context.stroke(data.path);
    });
    requestAnimationFrame(frame);
}
frame();
