import { init, Mover } from 'bumper-collision';
await init();

// Level ground, a slope down, level ground, and a stair of height 8.
const ground = {
    points: [
        [0, 100], [100, 100], [200, 150], [260, 150],
        [260, 142], [400, 142], [400, 200], [0, 200],
    ],
};

// Runs to the right for three seconds.
// Returns how far the hero gets, and whether it was ever in the air.
function run(walk) {
    const shape = { x: 20, y: 76, width: 14, height: 24 };
    const hero = new Mover(shape, { gravity: { x: 0, y: 900 }, walk });
    let flies = false;
    for (let frame = 0; frame < 180; frame++) {
        hero.velocity.x = 120;
        hero.step(1 / 60, [ground]);
        if (!hero.grounded) flies = true;
    }
    return `${Math.round(hero.position.x)}, ${flies ? 'flies' : 'stays on the ground'}`;
}

console.log(run(null)); // prints: 226, flies
const walk = { stairHeight: 9, snapDistance: 6 };
console.log(run(walk)); // prints: 360, stays on the ground
