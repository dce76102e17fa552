import { init, Mover, sweep } from 'bumper-collision';
await init();

const hero = { x: 50, y: 40, width: 20, height: 20 }; // its center is at 60, 50
const wall = { x: 100, y: 0, width: 20, height: 200 };
const step = { x: 60, y: 40 };

// By hand: move up to the wall, and then by the rest of the step,
// without the part that leads into the wall.
const hit = sweep(hero, step, wall);
console.log(hit.time, hit.normalX, hit.normalY); // prints: 0.5 1 0
const restX = step.x * (1 - hit.time);
const restY = step.y * (1 - hit.time);
const into = restX * hit.normalX + restY * hit.normalY;
const x = 60 + step.x * hit.time + restX - into * hit.normalX;
const y = 50 + step.y * hit.time + restY - into * hit.normalY;
console.log(x, y); // prints: 90 90

// A mover slides if it is told nothing else.
const mover = new Mover(hero);
mover.travel(step, [wall]);
console.log(mover.center.x, mover.center.y); // prints: 90 90
mover.response = 'stop';
mover.position = { x: 0, y: 0 };
mover.travel(step, [wall]);
console.log(mover.center.x, mover.center.y); // prints: 90 70
