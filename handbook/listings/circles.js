import { init, intersects } from 'bumper-collision';
await init();

// The test as the sentence says it: compare the distance of the centers
// with the sum of the radii.
function circlesMeet(a, b) {
    const distance = Math.hypot(b.x - a.x, b.y - a.y);
    return distance <= a.radius + b.radius;
}

// The test without the root: compare the squares of both sides.
function circlesMeetBySquares(a, b) {
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const sum = a.radius + b.radius;
    return dx * dx + dy * dy <= sum * sum;
}

const a = { x: 0, y: 0, radius: 10 };
const b = { x: 12, y: 9, radius: 10 }; // 12² + 9² = 15²: the distance is 15
const c = { x: 15, y: 20, radius: 10 }; // the distance is 25
console.log(circlesMeet(a, b), circlesMeet(a, c)); // prints: true false
console.log(circlesMeetBySquares(a, b)); // prints: true
console.log(circlesMeetBySquares(a, c)); // prints: false
console.log(intersects(a, b), intersects(a, c)); // prints: true false
