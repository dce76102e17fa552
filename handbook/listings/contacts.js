import { init, contact, relation } from 'bumper-collision';
await init();

const floor = { x: 0, y: 60, width: 120, height: 20 };
const crate = { x: 40, y: 35, width: 30, height: 30 };
const hit = contact(floor, crate);
console.log(hit.depth, hit.normalX, hit.normalY); // prints: 5 0 -1
crate.x += hit.normalX * hit.depth;
crate.y += hit.normalY * hit.depth;
console.log(crate.y, relation(floor, crate)); // prints: 30 touching
console.log(contact(floor, { x: 200, y: 0, radius: 5 })); // prints: null

// Two circles that can both move share the way: each moves by half of the
// depth, in opposite directions.
const a = { x: 0, y: 0, radius: 10 };
const b = { x: 9, y: 12, radius: 10 }; // the distance is 15, the depth 5
const { depth, normalX, normalY } = contact(a, b);
a.x -= (normalX * depth) / 2;
a.y -= (normalY * depth) / 2;
b.x += (normalX * depth) / 2;
b.y += (normalY * depth) / 2;
console.log(Math.hypot(b.x - a.x, b.y - a.y)); // prints: 20
