import { init, Simulation } from 'bumper-collision';
await init();

// A ball of mass 2 on a rod of length 100, whose other end is held at (0, 0).
// y points down.
const ball = { x: 100, y: 0, velocityX: 0, velocityY: 0, mass: 2 };

function step(dt) {
    ball.velocityY += 900 * dt; // gravity
    const length = Math.hypot(ball.x, ball.y);
    // Along the rod, away from the hinge.
    const direction = { x: ball.x / length, y: ball.y / length };
    // The constraint: the speed along the rod must be zero, or slightly
    // towards the right length.
    const speed = ball.velocityX * direction.x + ball.velocityY * direction.y;
    const target = (-0.2 * (length - 100)) / dt;
    // The hinge does not move, so its inverse mass is zero.
    const effectiveMass = ball.mass;
    // A rod pushes and pulls, so every sign is allowed.
    const impulse = effectiveMass * (target - speed);
    ball.velocityX += (impulse / ball.mass) * direction.x;
    ball.velocityY += (impulse / ball.mass) * direction.y;
    ball.x += ball.velocityX * dt;
    ball.y += ball.velocityY * dt;
}

let largestError = 0;
for (let frame = 0; frame < 600; frame++) {
    step(1 / 600);
    const error = Math.abs(Math.hypot(ball.x, ball.y) - 100);
    largestError = Math.max(largestError, error);
}
console.log(largestError < 0.1); // prints: true

// The same pendulum in the package.
const simulation = new Simulation({ gravity: { x: 0, y: 900 } });
const circle = { x: 0, y: 0, radius: 10 };
const ceiling = simulation.insert(circle, { type: 'static' });
const bob = simulation.insert(circle, {
    position: { x: 100, y: 0 }, mass: 2, fixedRotation: true,
});
simulation.insertJoint({
    type: 'distance', a: ceiling, b: bob,
    anchorA: { x: 0, y: 0 }, anchorB: { x: 100, y: 0 },
});
for (let frame = 0; frame < 600; frame++) simulation.step(1 / 600);
console.log(Math.hypot(bob.x - ball.x, bob.y - ball.y) < 2); // prints: true
