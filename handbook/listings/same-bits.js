import { init, Simulation } from 'bumper-collision';
await init();

// A pile of crates, which falls over. Returns the hash of its state after two
// seconds: a short text that is computed from all positions and velocities.
function play(push) {
    const simulation = new Simulation({ gravity: { x: 0, y: 900 } });
    const ground = { x: -500, y: 300, width: 1000, height: 20 };
    simulation.insert(ground, { type: 'static' });
    const crates = [];
    for (let k = 0; k < 8; k++) {
        const position = { x: 0.1 * k, y: 290 - 20 * k };
        const shape = { x: -10, y: -10, width: 20, height: 20 };
        crates.push(simulation.insert(shape, { position }));
    }
    crates[7].set({ velocity: { x: push, y: 0 } });
    for (let frame = 0; frame < 120; frame++) {
        simulation.step(1 / 60);
    }
    return simulation.stateHash();
}

console.log(play(100) === play(100)); // prints: true
console.log(play(100) === play(100.001)); // prints: false
console.log(0.1 + 0.2 === 0.3); // prints: false
