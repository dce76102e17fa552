import { init, contact } from 'bumper-collision';
await init();

const dot = (v, u) => v.x * u.x + v.y * u.y;

function project(points, axis) {
    const along = points.map((point) => dot(point, axis));
    return { min: Math.min(...along), max: Math.max(...along) };
}

// The normals, now with the length 1: only then do the numbers on the axis
// have the unit of the coordinates.
function unitNormals(points) {
    return points.map((from, k) => {
        const to = points[(k + 1) % points.length];
        const length = Math.hypot(to.x - from.x, to.y - from.y);
        return { x: (to.y - from.y) / length, y: (from.x - to.x) / length };
    });
}

// The shortest way to push b out of a, as a direction and a depth; or null if
// they are apart.
function shortestPush(a, b) {
    let shortest = null;
    for (const axis of [...unitNormals(a), ...unitNormals(b)]) {
        const p = project(a, axis);
        const q = project(b, axis);
        const forwards = p.max - q.min; // until b begins where a ends
        const backwards = q.max - p.min; // until b ends where a begins
        const depth = Math.min(forwards, backwards);
        if (depth < 0) return null; // a gap
        if (!shortest || depth < shortest.depth) {
            const sign = forwards < backwards ? 1 : -1;
            shortest = { depth, x: sign * axis.x, y: sign * axis.y };
        }
    }
    return shortest;
}

const corners = (...list) => list.map(([x, y]) => ({ x, y }));
const box = (x, y, width, height) =>
    corners([x, y], [x + width, y], [x + width, y + height], [x, y + height]);
const room = box(0, 0, 100, 60);

// A small box within a large one: the shortest way out is to the right, 15 to
// the edge and 10 for its own width.
const inside = box(75, 20, 10, 10);
const push = shortestPush(room, inside);
console.log(push.depth, push.x, push.y === 0); // prints: 25 1 true
const found = contact({ points: room }, { points: inside });
console.log(found.depth); // prints: 25

// A kite that overlaps the lower right corner.
const kite = corners([80, 60], [100, 40], [130, 60], [100, 90]);
console.log(shortestPush(room, kite).depth.toFixed(4)); // prints: 14.1421
const other = contact({ points: room }, { points: kite });
console.log(other.depth.toFixed(4)); // prints: 14.1421
