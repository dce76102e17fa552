import { init, intersects } from 'bumper-collision';
await init();

const dot = (v, u) => v.x * u.x + v.y * u.y;

// The range of numbers that a polygon covers on an axis.
function project(points, axis) {
    const along = points.map((point) => dot(point, axis));
    return { min: Math.min(...along), max: Math.max(...along) };
}

// For each edge of a polygon, the direction perpendicular to it: its normal.
function normals(points) {
    return points.map((from, k) => {
        // After the last corner comes the first one.
        const to = points[(k + 1) % points.length];
        return { x: to.y - from.y, y: from.x - to.x };
    });
}

// Whether two convex polygons have a point in common.
function polygonsMeet(a, b) {
    for (const axis of [...normals(a), ...normals(b)]) {
        const p = project(a, axis);
        const q = project(b, axis);
        if (p.max < q.min || q.max < p.min) return false; // a gap
    }
    return true;
}

const corners = (...list) => list.map(([x, y]) => ({ x, y }));
const kite = corners([0, 30], [40, 0], [80, 30], [40, 90]);
const tentAt = (x, y) =>
    corners([x + 15, y + 60], [x + 70, y + 60], [x + 40, y]);
console.log(polygonsMeet(kite, tentAt(80, 40))); // prints: false
console.log(polygonsMeet(kite, tentAt(30, 40))); // prints: true

// The package gives the same answer wherever the tent is.
let meeting = 0, different = 0;
for (let x = -100; x <= 100; x += 2) {
    for (let y = -100; y <= 100; y += 2) {
        const tent = tentAt(x, y);
        const answer = polygonsMeet(kite, tent);
        if (answer) meeting++;
        const other = intersects({ points: kite }, { points: tent });
        if (answer !== other) different++;
    }
}
console.log(meeting > 0, different); // prints: true 0
