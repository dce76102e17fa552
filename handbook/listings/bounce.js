import { init, Mover, sweep } from 'bumper-collision';
await init();

const ball = { x: 50, y: 40, width: 20, height: 20 }; // a square ball
const wall = { x: 100, y: 0, width: 20, height: 200 };
const velocity = { x: 60, y: 40 };

// By hand: take away twice the part of the velocity that leads into the wall.
const hit = sweep(ball, velocity, wall);
const into = velocity.x * hit.normalX + velocity.y * hit.normalY;
const newX = velocity.x - 2 * into * hit.normalX;
const newY = velocity.y - 2 * into * hit.normalY;
console.log(newX, newY); // prints: -60 40

// A mover also moves by the rest of the step, in the new direction.
const mover = new Mover(ball, { velocity, response: 'bounce' });
mover.step(1, [wall]);
console.log(mover.velocity.x, mover.velocity.y); // prints: -60 40
console.log(mover.center.x, mover.center.y); // prints: 60 90
