import { init, Mover } from 'bumper-collision';
await init();

const STEP = 1 / 60; // seconds
const ledge = { x: 0, y: 100, width: 100, height: 20 };

// Runs to the right, and presses jump once in some frame.
// Returns how high the hero rose above the ledge.
function jumpAt(pressed, settings) {
    const options = { gravity: { x: 0, y: 900 }, ...settings };
    const hero = new Mover({ x: 80, y: 76, width: 14, height: 24 }, options);
    let highest = 0;
    for (let frame = 0; frame < 60; frame++) {
        hero.velocity.x = 120;
        if (frame === pressed) hero.jump(60);
        hero.step(STEP, [ledge]);
        highest = Math.max(highest, -hero.position.y);
    }
    return Math.round(highest * 10) / 10;
}

console.log(jumpAt(5)); // prints: 60
console.log(jumpAt(14)); // prints: 0
console.log(jumpAt(14, { coyoteTime: 0.1 })); // prints: 57.5
