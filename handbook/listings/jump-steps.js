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

const speed = Math.sqrt(2 * 1 * 50); // the formula, for a height of 50 and a gravity of 1
console.log(speed); // prints: 10
console.log(rise(speed, 1, true)); // prints: 55
console.log(rise(speed, 1, false)); // prints: 45

// A mover is told the height, and finds the speed itself.
const hero = new Mover({ x: 0, y: 0, width: 10, height: 20 }, { gravity: { x: 0, y: 1 } });
const ground = { x: 0, y: 20, width: 10, height: 10 };
hero.jump(50);
let highest = 0;
for (let frame = 0; frame < 20; frame++) {
    hero.step(1, [ground]);
    highest = Math.max(highest, -hero.position.y);
}
console.log(highest); // prints: 50
