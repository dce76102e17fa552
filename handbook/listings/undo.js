import { init, overlaps } from 'bumper-collision';
await init();

const wall = { x: 300, y: 40, width: 40, height: 400 };

// Moves a dot along x and undoes it if it collides, then the same along y.
// Returns where the dot is after 50 frames.
function run(speedX, speedY) {
    const dot = { x: 0, y: 100, width: 20, height: 20 };
    for (let frame = 0; frame < 50; frame++) {
        dot.x += speedX;
        if (overlaps(dot, wall)) dot.x -= speedX;
        dot.y += speedY;
        if (overlaps(dot, wall)) dot.y -= speedY;
    }
    return `${dot.x}, ${dot.y}`;
}

console.log(run(10, 2)); // prints: 280, 200
console.log(run(30, 2)); // prints: 270, 200
console.log(run(70, 2)); // prints: 3500, 200
