import { init, Mask } from 'bumper-collision';
await init();

// Each row of an arrow that points to the right is a number, with a 1 for
// each solid pixel.
const arrow = [0b01000, 0b11111, 0b01000];

// Whether two pictures have a solid pixel in common, if the second one is
// x pixels to the right of the first one and y pixels below it.
function pixelsMeet(a, b, x, y) {
    for (let row = 0; row < b.length; row++) {
        const other = a[row + y] ?? 0; // the row of a at this height, or none
        const shifted = x >= 0 ? b[row] >> x : b[row] << -x;
        if ((other & shifted) !== 0) return true;
    }
    return false;
}
console.log(pixelsMeet(arrow, arrow, 4, 0)); // prints: true
console.log(pixelsMeet(arrow, arrow, 4, 1)); // prints: false

const mask = Mask.fromRows(['.#...', '#####', '.#...']);
console.log(mask.overlaps(mask, 4, 0)); // prints: true
console.log(mask.overlaps(mask, 4, 1)); // prints: false
console.log(mask.overlapArea(mask, 1, 0)); // prints: 4
let different = 0;
for (let x = -6; x <= 6; x++) {
    for (let y = -4; y <= 4; y++) {
        const answer = pixelsMeet(arrow, arrow, x, y);
        if (answer !== mask.overlaps(mask, x, y)) different++;
    }
}
console.log(different); // prints: 0
