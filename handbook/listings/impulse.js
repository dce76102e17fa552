import { init, Simulation } from 'bumper-collision';
await init();

// Applies the impulse after which b moves away from a at the speed `target`,
// and returns it. Velocities to the right are positive.
function collide(a, b, target) {
    const missing = target - (b.velocity - a.velocity);
    const effectiveMass = 1 / (1 / a.mass + 1 / b.mass);
    const impulse = effectiveMass * missing;
    a.velocity -= impulse / a.mass;
    b.velocity += impulse / b.mass;
    return impulse;
}

// A clay ball of mass 2 hits a crate of mass 1, and they go on together.
const clay = { mass: 2, velocity: 3 };
const crate = { mass: 1, velocity: 0 };
console.log(collide(clay, crate, 0)); // prints: 2
console.log(clay.velocity, crate.velocity); // prints: 2 2

// A rubber ball bounces: they part at half of the speed at which they met.
const rubber = { mass: 2, velocity: 3 };
const other = { mass: 1, velocity: 0 };
console.log(collide(rubber, other, 1.5)); // prints: 3
console.log(rubber.velocity, other.velocity); // prints: 1.5 3

// The bounce in the package, without gravity. The circle is relative to the
// position of its body.
const simulation = new Simulation();
const circle = { x: 0, y: 0, radius: 10 };
const a = simulation.insert(circle, {
    mass: 2, velocity: { x: 300, y: 0 }, restitution: 0.5,
});
const b = simulation.insert(circle, { mass: 1, position: { x: 60, y: 0 } });
for (let frame = 0; frame < 60; frame++) simulation.step(1 / 60);
console.log(a.velocityX.toFixed(), b.velocityX.toFixed()); // prints: 150 300
