import { draw, init, Mover, World } from 'bumper-collision';
await init();

const STEP = 1 / 60; // seconds
const SPEED = 330; // pixels per second
const { width, height } = canvas;
const world = new World();

// The walls, outside of the picture. There is none below.
for (const x of [-50, width]) {
    world.insert({ x, y: -50, width: 50, height: height + 100 }, { data: 'wall' });
}
world.insert({ x: 0, y: -50, width, height: 50 }, { data: 'wall' });

const COLORS = ['#e53935', '#fb8c00', '#fdd835', '#43a047', '#1e88e5'];
for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 10; column++) {
        const x = 5 + 63 * column;
        const y = 40 + 22 * row;
        world.insert({ x, y, width: 60, height: 18 }, { data: COLORS[row] });
    }
}

const bar = { x: 0, y: 0, width: 80, height: 12 };
const paddle = world.insert(bar, { data: '#607d8b', oneWay: 'up' });
const start = { x: width / 2, y: height - 60, radius: 7 };
const ball = new Mover(start, { response: 'bounce' });

// Sends the ball upwards, at an angle from straight up.
function launch(angle) {
    ball.velocity = { x: SPEED * Math.sin(angle), y: -SPEED * Math.cos(angle) };
}
launch(0.5);

let paddleX = width / 2;
canvas.style.touchAction = 'none'; // a finger moves the paddle, not the page
canvas.onpointerdown = canvas.onpointermove = (event) => {
    paddleX = event.offsetX * width / canvas.clientWidth;
};

let left = 50;
let lost = 0;
function step() {
    paddle.moveTo(Math.min(Math.max(paddleX, 40), width - 40), height - 24);
    for (const { item } of ball.step(STEP, world)) {
        if (item === paddle) {
            const offset = (ball.center.x - paddleX) / 40; // from -1 to 1
            launch(Math.min(Math.max(offset, -1), 1));
        } else if (item.data !== 'wall' && !item.isRemoved) {
            item.remove();
            left--;
        }
    }
    // A ball that flies almost level would take too long to come back.
    const { velocity } = ball;
    if (Math.abs(velocity.y) < 90) velocity.y = velocity.y < 0 ? -90 : 90;
    if (ball.center.y > height + 20) {
        lost++;
        ball.position = { x: 0, y: 0 };
        launch(0.5);
    }
}

const context = canvas.getContext('2d');
let ahead = 0;
let last = performance.now();
function frame(now) {
    ahead = Math.min(ahead + (now - last) / 1000, 0.1);
    last = now;
    for (; ahead >= STEP && left > 0; ahead -= STEP) step();
    context.clearRect(0, 0, width, height);
    for (const item of world) {
        const isWall = item.data === 'wall';
        if (!isWall) draw(context, item, { stroke: null, fill: item.data });
    }
    draw(context, ball, { stroke: null, fill: '#e64a19' });
    context.fillText(`${left} bricks left, ${lost} balls lost`, 10, 20);
    requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
