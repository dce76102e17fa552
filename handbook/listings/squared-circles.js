import { init, relation } from 'bumper-collision';
await init();

// Two circles that are given by the squares of their radii, without a root.
function squaredCirclesMeet(a, b) {
    const dx = b.x - a.x, dy = b.y - a.y;
    const t = dx * dx + dy * dy - a.radiusSquared - b.radiusSquared;
    return t <= 0 || t * t <= 4 * a.radiusSquared * b.radiusSquared;
}

const a = { x: 0, y: 0, radiusSquared: 200 };
const b = { x: 28, y: 0, radiusSquared: 200 };
console.log(squaredCirclesMeet(a, b)); // prints: true
console.log(relation(a, b)); // prints: overlapping
b.x = 29;
console.log(squaredCirclesMeet(a, b)); // prints: false
console.log(relation(a, b)); // prints: apart
