import { init, draw, Simulation } from 'bumper-collision';
await init();

// One unit of length is a pixel. A gravity of 900 pixels per second and second
// feels right if a crate is 40 pixels wide.
const simulation = new Simulation({ gravity: { x: 0, y: 900 } });
const ground = { x: -200, y: 340, width: 1040, height: 100 };
simulation.insert(ground, { type: 'static' });

// The shape of a body is relative to its position. This box has its middle
// there.
const box = { x: -20, y: -20, width: 40, height: 40 };
for (let row = 0; row < 6; row++) {
    for (let k = 0; k < 6 - row; k++) {
        const position = { x: 340 + 42 * k + 21 * row, y: 320 - 40 * row };
        simulation.insert(box, { position, friction: 0.6 });
    }
}
const ball = { x: 0, y: 0, radius: 18 };
const throwBall = () => simulation.insert(ball, {
    position: { x: 20, y: 230 }, velocity: { x: 900, y: -120 }, density: 6,
});
throwBall();
canvas.onpointerdown = throwBall; // press on the picture for one more

const context = canvas.getContext('2d');
function frame() {
    simulation.step(1 / 60);
    context.clearRect(0, 0, canvas.width, canvas.height);
    draw(context, simulation, { stroke: '#5c7cfa', fill: '#5c7cfa40' });
    requestAnimationFrame(frame);
}
frame();
