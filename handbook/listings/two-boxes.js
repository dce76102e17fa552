import { init, relation } from 'bumper-collision';
await init();

// Whether two boxes have a point in common.
function boxesMeet(a, b) {
    const gapOnX = a.x + a.width < b.x || b.x + b.width < a.x;
    const gapOnY = a.y + a.height < b.y || b.y + b.height < a.y;
    return !gapOnX && !gapOnY;
}

const wall = { x: 60, y: 40, width: 40, height: 100 };
const dot = { x: 160, y: 80, width: 30, height: 30 };
console.log(boxesMeet(wall, dot)); // prints: false
console.log(relation(wall, dot)); // prints: apart
dot.x = 90;
console.log(boxesMeet(wall, dot)); // prints: true
console.log(relation(wall, dot)); // prints: overlapping
