import { init, intersects, sweep } from 'bumper-collision';
await init();

const wall = { x: 100, y: 0, width: 8, height: 80 };
const dot = { x: 10, y: 30, width: 20, height: 20 };
const step = { x: 150, y: 0 };

// Tested only at both ends of the step, the dot never meets the wall.
const after = { ...dot, x: dot.x + step.x };
console.log(intersects(dot, wall)); // prints: false
console.log(intersects(after, wall)); // prints: false

// The sweep tests the whole way. The dot's right side is at 30, so the wall is
// 70 away: 70 of 150.
const hit = sweep(dot, step, wall);
console.log(hit.time === 70 / 150); // prints: true
console.log(hit.normalX, hit.normalY); // prints: 1 0

// Move the dot to the wall, and no farther.
dot.x += step.x * hit.time;
dot.y += step.y * hit.time;
console.log(dot.x); // prints: 80

console.log(sweep(dot, { x: -50, y: 0 }, wall)); // prints: null
