import { init, Mover, sweep } from 'bumper-collision';
await init();

const wall = { x: 300, y: 40, width: 10, height: 400 };
const step = { x: 60, y: 0 };

// By hand: move by the part of the step that is free.
const dot = { x: 0, y: 200, width: 20, height: 20 };
for (let frame = 0; frame < 50; frame++) {
    const hit = sweep(dot, step, wall); // null if nothing is in the way
    dot.x += step.x * (hit ? hit.time : 1);
}
console.log(dot.x); // prints: 280

// A mover does it with any number of obstacles.
const shape = { x: 0, y: 200, width: 20, height: 20 };
const mover = new Mover(shape, { response: 'stop' });
for (let frame = 0; frame < 50; frame++) {
    mover.travel(step, [wall]);
}
console.log(mover.position.x); // prints: 280
