import { init, relation } from 'bumper-collision';
await init();

const clamp = (value, min, max) => Math.max(min, Math.min(max, value));

function circleMeetsBox(circle, box) {
    // The point of the box that is closest to the center of the circle.
    const x = clamp(circle.x, box.x, box.x + box.width);
    const y = clamp(circle.y, box.y, box.y + box.height);
    const dx = circle.x - x, dy = circle.y - y;
    return dx * dx + dy * dy <= circle.radius * circle.radius;
}

const box = { x: 0, y: 0, width: 60, height: 40 };
// The closest point is (60, 40), and 15² + 15² is more than 15².
const corner = { x: 75, y: 55, radius: 15 };
// The closest point is (60, 20).
const side = { x: 75, y: 20, radius: 15 };
console.log(circleMeetsBox(corner, box)); // prints: false
console.log(relation(corner, box)); // prints: apart
console.log(circleMeetsBox(side, box)); // prints: true
console.log(relation(side, box)); // prints: touching
