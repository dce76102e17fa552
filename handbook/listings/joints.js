import { init, draw, Simulation } from 'bumper-collision';
await init();

const simulation = new Simulation({ gravity: { x: 0, y: 900 } });
const ground = simulation.insert({ x: -200, y: 340, width: 1040, height: 100 }, { type: 'static' });

// A chain: each link is attached to the previous one by a hinge. Half of a link is 15 long.
let previous = ground;
for (let k = 0; k < 6; k++) {
    const link = simulation.insert({ x1: -12, y1: 0, x2: 12, y2: 0, radius: 4 }, { position: { x: 215 + 30 * k, y: 40 } });
    simulation.insertJoint({ type: 'revolute', a: previous, b: link, anchor: { x: 200 + 30 * k, y: 40 } });
    previous = link;
}
const weight = simulation.insert({ x: 0, y: 0, radius: 22 }, { position: { x: 400, y: 40 }, density: 2 });
simulation.insertJoint({ type: 'revolute', a: previous, b: weight, anchor: { x: 380, y: 40 } });

// A windmill: a plank on a hinge with a motor, which tries to turn it at 2 radians per second.
const plank = simulation.insert({ x: -80, y: -6, width: 160, height: 12 }, { position: { x: 500, y: 220 } });
simulation.insertJoint({
    type: 'revolute', a: ground, b: plank, anchor: { x: 500, y: 220 }, motor: { speed: 2, maxForce: 4e7 },
});

// A spring: without `spring` in it, this joint would be a rod.
const bob = simulation.insert({ x: -15, y: -15, width: 30, height: 30 }, { position: { x: 80, y: 150 } });
simulation.insertJoint({
    type: 'distance', a: ground, b: bob, anchorA: { x: 80, y: 40 }, anchorB: { x: 80, y: 150 }, length: 60,
    spring: { hertz: 1.5, dampingRatio: 0.05 },
});

// While the pointer is down, a mouse joint pulls the body below it: a weak spring whose other end is the pointer.
const pointer = ({ offsetX, offsetY }) => {
    const scale = canvas.width / canvas.clientWidth;
    return { x: offsetX * scale, y: offsetY * scale };
};
let drag = null;
canvas.style.touchAction = 'none'; // so that a finger does not scroll the page
canvas.onpointerdown = (event) => {
    const anchor = pointer(event);
    const [found] = simulation.intersecting({ ...anchor, radius: 6 });
    if (found && found.body !== ground) drag = simulation.insertJoint({ type: 'mouse', b: found.body, anchor });
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
    draw(context, simulation, { stroke: '#5c7cfa', fill: '#5c7cfa40', lineWidth: 1.5 });
    requestAnimationFrame(frame);
}
frame();
