import { init, intersects, pairs, World } from 'bumper-collision';
await init();

// A thousand balls in a square, at places that are the same in every run.
const balls = [];
for (let k = 0; k < 1000; k++) {
    balls.push({ x: (k * k) % 1009, y: (k * 503) % 1013, radius: 8 });
}

// By hand: each ball with each later one.
let tests = 0;
let found = 0;
for (let a = 0; a < balls.length; a++) {
    for (let b = a + 1; b < balls.length; b++) {
        tests++;
        if (intersects(balls[a], balls[b])) found++;
    }
}
console.log(tests); // prints: 499500

// With a broad phase: two indices for each pair.
console.log(pairs(balls).length / 2 === found); // prints: true

// A world keeps its tree from frame to frame, and answers what is near a place.
const world = new World();
for (const ball of balls) {
    world.insert(ball, { data: ball });
}
const near = world.intersecting({ x: 500, y: 500, width: 50, height: 50 });
console.log(near.length); // prints: 8
