import { init, Mover } from 'bumper-collision';
await init();

const floor = { x: 0, y: 100, width: 100, height: 20 };

// Falls onto a floor, and presses jump shortly before it lands.
// Returns where the hero is 20 frames later.
function run(settings) {
    const options = { gravity: { x: 0, y: 900 }, ...settings };
    const hero = new Mover({ x: 40, y: 40, width: 14, height: 24 }, options);
    for (let frame = 0; frame < 35; frame++) {
        if (frame === 15) hero.jump(60);
        hero.step(1 / 60, [floor]);
    }
    return hero.grounded ? 'on the floor' : 'in the air';
}

console.log(run({})); // prints: on the floor
console.log(run({ bufferTime: 0.1 })); // prints: in the air
