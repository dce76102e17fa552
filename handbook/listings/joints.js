import { init, draw, Simulation } from 'bumper-collision';
await init();

const simulation = new Simulation({ gravity: { x: 0, y: 900 } });
const floor = { x: -200, y: 340, width: 1040, height: 100 };
const ground = simulation.insert(floor, { type: 'static' });
// Adds a body with its origin at (x, y).
const add = (shape, x, y) => simulation.insert(shape, { position: { x, y } });
const hinge = (a, b, x, y, motor = null) =>
    simulation.insertJoint({ type: 'revolute', a, b, anchor: { x, y }, motor });

// A chain: each link is attached to the previous one by a hinge.
let previous = ground;
for (let k = 0; k < 6; k++) {
    const capsule = { x1: -12, y1: 0, x2: 12, y2: 0, radius: 4 };
    const link = add(capsule, 215 + 30 * k, 40);
    hinge(previous, link, 200 + 30 * k, 40);
    previous = link;
}
hinge(previous, add({ x: 0, y: 0, radius: 22 }, 400, 40), 380, 40);

// A windmill: a plank on a hinge with a motor, which tries to turn it at
// 2 radians per second.
const plank = add({ x: -80, y: -6, width: 160, height: 12 }, 500, 220);
hinge(ground, plank, 500, 220, { speed: 2, maxForce: 4e7 });

// A spring: without `spring` in it, this joint would be a rod.
const bob = add({ x: -15, y: -15, width: 30, height: 30 }, 80, 150);
simulation.insertJoint({
    type: 'distance', a: ground, b: bob,
    anchorA: { x: 80, y: 40 }, anchorB: { x: 80, y: 150 }, length: 60,
    spring: { hertz: 1.5, dampingRatio: 0.05 },
});

// While the pointer is down, a mouse joint pulls the body below it: a weak
// spring whose other end is the pointer.
const pointer = ({ offsetX, offsetY }) => {
    const scale = canvas.width / canvas.clientWidth;
    return { x: offsetX * scale, y: offsetY * scale };
};
let drag = null;
canvas.style.touchAction = 'none'; // a finger does not scroll the page
canvas.onpointerdown = (event) => {
    const anchor = pointer(event);
    const [found] = simulation.intersecting({ ...anchor, radius: 6 });
    if (!found || found.body === ground) return;
    drag = simulation.insertJoint({ type: 'mouse', b: found.body, anchor });
};
canvas.onpointermove = (event) => {
    const { x, y } = pointer(event);
    drag?.setTarget(x, y);
};
canvas.onpointerup = () => {
    drag?.remove();
    drag = null;
};

const context = canvas.getContext('2d');
function frame() {
    simulation.step(1 / 60);
    context.clearRect(0, 0, canvas.width, canvas.height);
    draw(context, simulation, { stroke: '#5c7cfa', fill: '#5c7cfa40' });
    requestAnimationFrame(frame);
}
frame();
