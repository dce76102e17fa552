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
        const to = points[(k + 1) % points.length]; // after the last corner comes the first one
        return { x: to.y - from.y, y: from.x - to.x };
    });
}

// Whether two convex polygons have a point in common.
function polygonsMeet(a, b) {
    for (const axis of [...normals(a), ...normals(b)]) {
        const p = project(a, axis);
        const q = project(b, axis);
        if (p.max < q.min || q.max < p.min) return false; // a gap, so the polygons are apart
    }
    return true;
}

const kite = [{ x: 0, y: 30 }, { x: 40, y: 0 }, { x: 80, y: 30 }, { x: 40, y: 90 }];
const tentAt = (x, y) => [{ x: x + 15, y: y + 60 }, { x: x + 70, y: y + 60 }, { x: x + 40, y }];
console.log(polygonsMeet(kite, tentAt(80, 40))); // prints: false
console.log(polygonsMeet(kite, tentAt(30, 40))); // prints: true

// The package gives the same answer wherever the tent is.
let meeting = 0, different = 0;
for (let x = -100; x <= 100; x += 2) {
    for (let y = -100; y <= 100; y += 2) {
        const tent = tentAt(x, y);
        const answer = polygonsMeet(kite, tent);
        if (answer) meeting++;
        if (answer !== intersects({ points: kite }, { points: tent })) different++;
    }
}
console.log(meeting > 0, different); // prints: true 0
