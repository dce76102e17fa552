import { init, raycast } from 'bumper-collision';
await init();

// The distance along a ray to a circle, or null. The direction has the
// length 1.
function rayHitsCircle(origin, direction, circle) {
    const toCenter = { x: circle.x - origin.x, y: circle.y - origin.y };
    // Where the ray is closest to the center, and its squared distance there.
    const along = toCenter.x * direction.x + toCenter.y * direction.y;
    const asideSquared = toCenter.x ** 2 + toCenter.y ** 2 - along ** 2;
    const beforeSquared = circle.radius ** 2 - asideSquared;
    if (beforeSquared < 0) return null; // it passes beside the circle
    const distance = along - Math.sqrt(beforeSquared);
    return distance < 0 ? null : distance; // behind the origin
}

const moon = { x: 240, y: 30, radius: 25 };
const lamp = { x: 0, y: 10 };
const right = { x: 1, y: 0 };
console.log(rayHitsCircle(lamp, right, moon)); // prints: 225
const hit = raycast(lamp, right, moon);
console.log(hit.distance, hit.x, hit.y); // prints: 225 225 10
console.log(hit.normalX.toFixed(1)); // prints: -0.6
console.log(hit.normalY.toFixed(1)); // prints: -0.8

// Can the guard see the player? Only if the ray to the player hits no wall.
const wall = { x: 100, y: 0, width: 10, height: 50 };
const player = { x: 200, y: 10 };
console.log(raycast(lamp, { to: player }, wall) !== null); // prints: true
