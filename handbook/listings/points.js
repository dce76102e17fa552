import { init, relation } from 'bumper-collision';
await init();

const isInBox = (p, box) =>
    p.x >= box.x && p.x <= box.x + box.width &&
    p.y >= box.y && p.y <= box.y + box.height;

const isInCircle = (p, circle) => {
    const dx = p.x - circle.x, dy = p.y - circle.y;
    return dx * dx + dy * dy <= circle.radius * circle.radius;
};

const button = { x: 10, y: 10, width: 80, height: 30 };
console.log(isInBox({ x: 50, y: 20 }, button)); // prints: true
console.log(isInBox({ x: 50, y: 60 }, button)); // prints: false

const circle = { x: 0, y: 0, radius: 25 };
console.log(isInCircle({ x: 15, y: 20 }, circle)); // prints: true
console.log(relation(circle, { x: 15, y: 20 })); // prints: touching
console.log(isInCircle({ x: 16, y: 20 }, circle)); // prints: false
console.log(relation(circle, { x: 16, y: 20 })); // prints: apart
