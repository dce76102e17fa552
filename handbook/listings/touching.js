import { init, relation, intersects, overlaps } from 'bumper-collision';
await init();

const a = { x: 0, y: 0, width: 20, height: 20 };
const b = { x: 20, y: 5, width: 20, height: 20 }; // begins where a ends
console.log(relation(a, b)); // prints: touching
console.log(intersects(a, b)); // prints: true
console.log(overlaps(a, b)); // prints: false

// A circle within another one, rim to rim.
const outer = { x: 0, y: 0, radius: 30 };
const inner = { x: 20, y: 0, radius: 10 };
console.log(relation(outer, inner)); // prints: overlapping
