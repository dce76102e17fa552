import { contact, init, relation } from 'bumper-collision';
await init();

const upright = { x: 0, y: 0, width: 10, height: 40 };
const foot = { x: 0, y: 30, width: 40, height: 10 };
const dot = { x: 22, y: 18, radius: 10 };

// By hand: the L is met if one of its parts is.
const isMet = [upright, foot].some((part) => relation(part, dot) !== 'apart');
console.log(isMet); // prints: false

// As one shape, which also moves as one.
const L = { parts: [upright, foot] };
console.log(relation(L, dot)); // prints: apart
console.log(relation({ ...L, x: 0, y: -2 }, dot)); // prints: touching
console.log(relation({ ...L, x: 4, y: 0 }, dot)); // prints: overlapping
console.log(contact({ ...L, x: 4, y: 0 }, dot).partA); // prints: 0
