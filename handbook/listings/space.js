// Boxes in 3D as two corners. The same loop as in 2D has one more turn.
function apart(a, b) {
    return ['x', 'y', 'z'].some((axis) => {
        return a.max[axis] < b.min[axis] || b.max[axis] < a.min[axis];
    });
}

const crate = { min: { x: 0, y: 0, z: 0 }, max: { x: 10, y: 10, z: 10 } };
const shelf = { min: { x: 5, y: 5, z: 11 }, max: { x: 20, y: 8, z: 30 } };
console.log(apart(crate, shelf)); // prints: true
shelf.min.z = 9;
console.log(apart(crate, shelf)); // prints: false

// A point in an upright cylinder: a range on y, and a circle on x and z.
function inside(point, { x, z, radius, bottom, top }) {
    const onAxis = bottom <= point.y && point.y <= top;
    return onAxis && (point.x - x) ** 2 + (point.z - z) ** 2 <= radius ** 2;
}

const pillar = { x: 0, z: 0, radius: 10, bottom: 0, top: 30 };
console.log(inside({ x: 6, y: 15, z: 8 }, pillar)); // prints: true
console.log(inside({ x: 6, y: 31, z: 8 }, pillar)); // prints: false
console.log(inside({ x: 6, y: 15, z: 9 }, pillar)); // prints: false
