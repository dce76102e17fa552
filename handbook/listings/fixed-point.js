import { init, relation } from 'bumper-collision';
await init();

// A 16.16 number is an integer that counts 65536ths.
const ONE = 65536;
const fixed = (number) => Math.round(number * ONE);
const back = (number) => number / ONE;

// Sums and comparisons are those of integers.
console.log(back(fixed(1.5) + fixed(0.25))); // prints: 1.75
console.log(fixed(1.5) < fixed(1.75)); // prints: true

// A product counts 65536ths of 65536ths, so it is divided by 65536 once.
// It may have more than the 53 bits of a JavaScript number: hence BigInt.
const times = (a, b) => Number((BigInt(a) * BigInt(b)) / BigInt(ONE));
console.log(back(times(fixed(1.5), fixed(2.5)))); // prints: 3.75

// The integer part rounds down: 4.25 becomes 4.
console.log(fixed(4.25) >> 16, fixed(-0.25) >> 16); // prints: 4 -1
const box = { x: 0, y: 0, width: 4, height: 4 };
console.log(relation(box, { x: 4.25, y: 2 })); // prints: apart
console.log(relation(box, { x: fixed(4.25) >> 16, y: 2 })); // prints: touching
