import { init, Mover } from 'bumper-collision';
await init();

// The highest point of a jump in steps of one frame. Up is positive here.
function rise(speed, gravity, positionFirst) {
    let height = 0;
    let highest = 0;
    while (height >= 0) {
        if (positionFirst) height += speed;
        speed -= gravity;
        if (!positionFirst) height += speed;
        highest = Math.max(highest, height);
    }
    return highest;
}

const speed = Math.sqrt(2 * 2 * 100); // for a height of 100 and a gravity of 2
console.log(speed); // prints: 20
console.log(rise(speed, 2, true)); // prints: 110
console.log(rise(speed, 2, false)); // prints: 90

// A mover is told the height, and finds the speed itself.
const shape = { x: 0, y: 0, width: 10, height: 20 };
const hero = new Mover(shape, { gravity: { x: 0, y: 2 } });
const ground = { x: 0, y: 20, width: 10, height: 10 };
hero.jump(100);
let highest = 0;
for (let frame = 0; frame < 20; frame++) {
    hero.step(1, [ground]);
    highest = Math.max(highest, -hero.position.y);
}
console.log(highest); // prints: 100
