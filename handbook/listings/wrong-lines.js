import { contact, init, intersects } from 'bumper-collision';
await init();

// Two circles of radius 10 at a distance of 15: 15 is less than 10 + 10.
const a = { x: 0, y: 0, radius: 10 };
const b = { x: 15, y: 0, radius: 10 };
const squared = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
console.log(squared <= a.radius ** 2 + b.radius ** 2); // prints: false
console.log(squared <= (a.radius + b.radius) ** 2); // prints: true
console.log(intersects(a, b)); // prints: true

// A point outside of a box: left of it or right of it. No point is both.
const left = 60;
const right = 100;
const x = 150;
console.log(x < left && x > right); // prints: false
console.log(x < left || x > right); // prints: true

// A circle whose center is inside a box: the contact tells how to get out.
// By 3 to the left edge, and by the radius of 2.
const box = { x: 0, y: 0, width: 20, height: 20 };
const found = contact(box, { x: 3, y: 10, radius: 2 });
console.log(found.depth, found.normalX); // prints: 5 -1
