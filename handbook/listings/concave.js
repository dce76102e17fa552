import { init, relation, intersects } from 'bumper-collision';
await init();

const bay = { points: [[0, 0], [80, 0], [40, 30], [10, 70], [0, 70]] };
const boat = { x: 70, y: 60, radius: 10 };
console.log(relation(bay, boat)); // prints: apart
boat.x = 20;
console.log(relation(bay, boat)); // prints: overlapping

// By hand: the bay is three triangles, and the boat meets the bay if it
// meets one of them.
const parts = [
    { points: [[0, 0], [80, 0], [40, 30]] },
    { points: [[0, 0], [40, 30], [10, 70]] },
    { points: [[0, 0], [10, 70], [0, 70]] },
];
console.log(parts.some((part) => intersects(part, boat))); // prints: true

// A polygon whose edges cross is refused, and the error says where.
try {
    relation({ points: [[0, 0], [9, 9], [9, 0], [0, 9]] }, boat);
} catch (error) {
    console.log(error.name); // prints: RangeError
}
