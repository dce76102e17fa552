import { init, Simulation } from 'bumper-collision';
await init();

// Two crates of mass 1 on the ground, one on the other. In this step, gravity
// has made each of them faster by 1, downwards.
const ground = { inverseMass: 0, velocity: 0 };
const lower = { inverseMass: 1, velocity: 1 };
const upper = { inverseMass: 1, velocity: 1 };
const contacts = [
    { below: ground, above: lower, impulse: 0 },
    { below: lower, above: upper, impulse: 0 },
];

// Stops the upper body of a contact from sinking into the lower one.
function solve(contact) {
    const { below, above } = contact;
    // The speed at which they move into each other.
    const approach = above.velocity - below.velocity;
    const effectiveMass = 1 / (above.inverseMass + below.inverseMass);
    // A contact pushes, and never pulls.
    const total = Math.max(0, contact.impulse + effectiveMass * approach);
    const change = total - contact.impulse;
    above.velocity -= change * above.inverseMass;
    below.velocity += change * below.inverseMass;
    contact.impulse = total;
}

contacts.forEach(solve);
console.log(lower.velocity, upper.velocity); // prints: 0.5 0.5
contacts.forEach(solve);
console.log(lower.velocity, upper.velocity); // prints: 0.25 0.25
for (let round = 3; round <= 10; round++) contacts.forEach(solve);
console.log(lower.velocity.toFixed(3)); // prints: 0.001
const [atGround, between] = contacts.map((contact) => contact.impulse);
console.log(atGround.toFixed(2), between.toFixed(2)); // prints: 2.00 1.00

// The package, with a gravity that makes everything faster by 1 in a step of
// 1 / 60, and crates of mass 1.
const simulation = new Simulation({ gravity: { x: 0, y: 60 } });
simulation.insert({ x: -5, y: 0, width: 10, height: 1 }, { type: 'static' });
for (const y of [-1, -2]) {
    const box = { x: -0.5, y, width: 1, height: 1 };
    simulation.insert(box, { canSleep: false });
}
for (let frame = 0; frame < 60; frame++) simulation.step(1 / 60);
const impulses = simulation.events({ stay: true })
    .map((event) => event.normalImpulse.toFixed(2)).sort();
console.log(impulses[1], impulses[0]); // prints: 2.00 1.00
