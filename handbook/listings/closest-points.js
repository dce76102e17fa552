import { init, distance } from 'bumper-collision';
await init();

const dot = (v, u) => v.x * u.x + v.y * u.y;
const clamp = (value, min, max) => Math.max(min, Math.min(max, value));

// The point of the segment from a to b that is closest to p.
function closestPoint(p, a, b) {
    const along = { x: b.x - a.x, y: b.y - a.y };
    const toP = { x: p.x - a.x, y: p.y - a.y };
    // 0 at a, 1 at b. Dividing by the squared length saves normalizing `along`.
    const t = clamp(dot(toP, along) / dot(along, along), 0, 1);
    return { x: a.x + t * along.x, y: a.y + t * along.y };
}

function distanceToCapsule(p, capsule) {
    const { x, y } = closestPoint(p, { x: capsule.x1, y: capsule.y1 }, { x: capsule.x2, y: capsule.y2 });
    return Math.max(0, Math.hypot(p.x - x, p.y - y) - capsule.radius);
}

const pill = { x1: 0, y1: 0, x2: 40, y2: 30, radius: 10 };
const mouse = { x: 5, y: 35 }; // the closest point of the segment is (20, 15)
console.log(distanceToCapsule(mouse, pill), distance(mouse, pill)); // prints: 15 15
const cat = { x: 52, y: 46 }; // beyond the end: the closest point is the end (40, 30)
console.log(distanceToCapsule(cat, pill), distance(cat, pill)); // prints: 10 10

// Of two circles, it is the distance of the centers minus both radii.
console.log(distance({ x: 0, y: 0, radius: 2 }, { x: 30, y: 40, radius: 3 })); // prints: 45
