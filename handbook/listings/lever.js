import { init, Simulation } from 'bumper-collision';
await init();

// The velocity of the point of a body that is at `arm` from its center.
const velocityAt = (body, arm) => ({
    x: body.velocityX - body.spin * arm.y,
    y: body.velocityY + body.spin * arm.x,
});

// The arm, measured perpendicularly to a direction. It is positive if an
// impulse in this direction rotates the body from x towards y.
const lever = (arm, direction) => arm.x * direction.y - arm.y * direction.x;

function applyImpulse(body, arm, impulse) {
    body.velocityX += impulse.x * body.inverseMass;
    body.velocityY += impulse.y * body.inverseMass;
    body.spin += lever(arm, impulse) * body.inverseInertia;
}

// Stops two bodies from moving into each other at a point. The normal has the
// length 1, and points from a to b.
function solve(a, b, point, normal) {
    const armA = { x: point.x - a.x, y: point.y - a.y };
    const armB = { x: point.x - b.x, y: point.y - b.y };
    const atA = velocityAt(a, armA);
    const atB = velocityAt(b, armB);
    const relative = (atB.x - atA.x) * normal.x + (atB.y - atA.y) * normal.y;
    const sum = a.inverseMass + lever(armA, normal) ** 2 * a.inverseInertia
        + b.inverseMass + lever(armB, normal) ** 2 * b.inverseInertia;
    const size = Math.max(0, -relative / sum); // the effective mass is 1 / sum
    applyImpulse(a, armA, { x: -size * normal.x, y: -size * normal.y });
    applyImpulse(b, armB, { x: size * normal.x, y: size * normal.y });
}

// A ball of mass 1 falls onto the right end of the plank at the speed 2.
const ball = {
    x: 3, y: -1, velocityX: 0, velocityY: 2, spin: 0,
    inverseMass: 1, inverseInertia: 2,
};
const plank = {
    x: 0, y: 0, velocityX: 0, velocityY: 0, spin: 0,
    inverseMass: 1 / 4, inverseInertia: 1 / 12,
};
solve(ball, plank, { x: 3, y: 0 }, { x: 0, y: 1 });
console.log(ball.velocityY); // prints: 1
console.log(plank.velocityY, plank.spin); // prints: 0.25 0.25
console.log(velocityAt(plank, { x: 3, y: 0 }).y); // prints: 1

// The same two bodies in the package.
const simulation = new Simulation();
const a = simulation.insert({ x: 0, y: 0, radius: 1 }, {
    position: { x: 3, y: -1.02 }, velocity: { x: 0, y: 2 }, mass: 1,
});
const thin = { x: -3, y: -0.005, width: 6, height: 0.01 };
const b = simulation.insert(thin, { mass: 4 });
for (let frame = 0; frame < 6; frame++) simulation.step(1 / 120);
console.log(a.velocityY.toFixed(1)); // prints: 1.0
console.log(b.velocityY.toFixed(2)); // prints: 0.25
console.log(b.angularVelocity.toFixed(2)); // prints: 0.25
