import { init, distance } from 'bumper-collision';
await init();

const dot = (v, u) => v.x * u.x + v.y * u.y;
const clamp = (value, min, max) => Math.max(min, Math.min(max, value));

// The point of the segment from a to b that is closest to p.
function closestPoint(p, a, b) {
    const along = { x: b.x - a.x, y: b.y - a.y };
    const toP = { x: p.x - a.x, y: p.y - a.y };
    // 0 at a, 1 at b.
    const t = clamp(dot(toP, along) / dot(along, along), 0, 1);
    return { x: a.x + t * along.x, y: a.y + t * along.y };
}

function distanceToCapsule(p, capsule) {
    const a = { x: capsule.x1, y: capsule.y1 };
    const b = { x: capsule.x2, y: capsule.y2 };
    const { x, y } = closestPoint(p, a, b);
    return Math.max(0, Math.hypot(p.x - x, p.y - y) - capsule.radius);
}

const pill = { x1: 0, y1: 0, x2: 40, y2: 30, radius: 10 };
const mouse = { x: 5, y: 35 }; // the closest point of the segment is (20, 15)
console.log(distanceToCapsule(mouse, pill)); // prints: 15
console.log(distance(mouse, pill)); // prints: 15
const cat = { x: 52, y: 46 }; // beyond the end (40, 30), which is closest
console.log(distanceToCapsule(cat, pill)); // prints: 10
console.log(distance(cat, pill)); // prints: 10

// Of two circles, it is the distance of the centers minus both radii.
const moon = { x: 30, y: 40, radius: 3 };
console.log(distance({ x: 0, y: 0, radius: 2 }, moon)); // prints: 45
