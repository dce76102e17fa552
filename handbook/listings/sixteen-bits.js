import { init, intersects } from 'bumper-collision';
await init();

// An element of an Int16Array has 16 bits. What does not fit wraps around.
const bits = new Int16Array(1);
function in16(number) {
    bits[0] = number;
    return bits[0];
}
console.log(in16(32767)); // prints: 32767
console.log(in16(32767 + 1)); // prints: -32768
console.log(in16(256 * 256)); // prints: 0

// Two circles of radius 1 at a distance of 256.
console.log(in16(256 * 256) <= in16((1 + 1) ** 2)); // prints: true
const a = { x: 0, y: 0, radius: 1 };
const b = { x: 256, y: 0, radius: 1 };
console.log(intersects(a, b)); // prints: false
