import { init, Simulation } from 'bumper-collision';
await init();

// The velocity of the point of a body that is at (armX, armY) from its center. Positive rotation is from x towards y.
const velocityAt = (body, armX, armY) => ({ x: body.velocityX - body.spin * armY, y: body.velocityY + body.spin * armX });

function applyImpulse(body, armX, armY, x, y) {
    body.velocityX += x * body.inverseMass;
    body.velocityY += y * body.inverseMass;
    body.spin += (armX * y - armY * x) * body.inverseInertia; // in the brackets: the arm times the impulse
}

// Stops two bodies from moving into each other at a point. The normal has the length 1, and points from a to b.
function solve(a, b, point, normalX, normalY) {
    const [armAX, armAY, armBX, armBY] = [point.x - a.x, point.y - a.y, point.x - b.x, point.y - b.y];
    const [atA, atB] = [velocityAt(a, armAX, armAY), velocityAt(b, armBX, armBY)];
    const relative = (atB.x - atA.x) * normalX + (atB.y - atA.y) * normalY;
    const leverA = armAX * normalY - armAY * normalX; // the arm, measured perpendicularly to the normal
    const leverB = armBX * normalY - armBY * normalX;
    const sum = a.inverseMass + leverA ** 2 * a.inverseInertia + b.inverseMass + leverB ** 2 * b.inverseInertia;
    const impulse = Math.max(0, -relative / sum); // the effective mass is 1 / sum
    applyImpulse(a, armAX, armAY, -impulse * normalX, -impulse * normalY);
    applyImpulse(b, armBX, armBY, impulse * normalX, impulse * normalY);
}

// A ball of mass 1 falls onto the right end of the plank at the speed 2.
const ball = { x: 3, y: -1, velocityX: 0, velocityY: 2, spin: 0, inverseMass: 1, inverseInertia: 2 };
const plank = { x: 0, y: 0, velocityX: 0, velocityY: 0, spin: 0, inverseMass: 1 / 4, inverseInertia: 1 / 12 };
solve(ball, plank, { x: 3, y: 0 }, 0, 1);
console.log(ball.velocityY, plank.velocityY, plank.spin); // prints: 1 0.25 0.25
console.log(velocityAt(plank, 3, 0).y); // prints: 1

// The same two bodies in the package.
const simulation = new Simulation();
const a = simulation.insert({ x: 0, y: 0, radius: 1 }, { position: { x: 3, y: -1.02 }, velocity: { x: 0, y: 2 }, mass: 1 });
const b = simulation.insert({ x: -3, y: -0.005, width: 6, height: 0.01 }, { mass: 4 });
for (let frame = 0; frame < 6; frame++) simulation.step(1 / 120);
console.log(a.velocityY.toFixed(1), b.velocityY.toFixed(2), b.angularVelocity.toFixed(2)); // prints: 1.0 0.25 0.25
