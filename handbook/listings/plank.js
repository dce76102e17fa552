import { init, Mover } from 'bumper-collision';
await init();

const floor = { x: 0, y: 200, width: 300, height: 20 };
const plank = { x: 100, y: 150, width: 100, height: 8, oneWay: 'up' };
const shape = { x: 140, y: 176, width: 14, height: 24 };
const hero = new Mover(shape, { gravity: { x: 0, y: 900 } });

function wait(frames) {
    for (let frame = 0; frame < frames; frame++) {
        hero.step(1 / 60, [floor, plank]);
    }
    return hero.center.y + 12; // the feet
}

console.log(wait(1)); // prints: 200
hero.jump(70); // from below, through the plank
console.log(wait(60)); // prints: 150
hero.dropThrough = true; // while the key "down" is held
console.log(wait(60)); // prints: 200
