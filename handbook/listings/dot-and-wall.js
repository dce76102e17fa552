import { draw, init, Mover } from 'bumper-collision';
await init();

const wall = { x: 300, y: 60, width: 40, height: 240 };
const bounds = { x: 0, y: 0, width: canvas.width, height: canvas.height };
const dot = new Mover({ x: 40, y: 40, radius: 12 }, { bounds });
const SPEED = 300; // pixels per second

const keys = new Set();
canvas.onkeydown = (event) => {
    if (event.code.startsWith('Arrow')) event.preventDefault(); // no scrolling
    keys.add(event.code);
};
canvas.onkeyup = (event) => keys.delete(event.code);
canvas.onblur = () => keys.clear();

const context = canvas.getContext('2d');
let last = performance.now();
function frame(now) {
    dot.velocity.x = SPEED * (keys.has('ArrowRight') - keys.has('ArrowLeft'));
    dot.velocity.y = SPEED * (keys.has('ArrowDown') - keys.has('ArrowUp'));
    dot.step(Math.max(now - last, 0) / 1000, [wall]);
    last = now;
    context.clearRect(0, 0, canvas.width, canvas.height);
    draw(context, wall, { stroke: null, fill: '#607d8b' });
    draw(context, dot, { stroke: null, fill: '#e64a19' });
    requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
