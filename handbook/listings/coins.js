import { init, World } from 'bumper-collision';
await init();

const world = new World();
const shape = { x: 0, y: 0, width: 14, height: 24 };
const hero = world.insert(shape, { data: 'the hero' });
world.insert({ x: 60, y: 12, radius: 5 }, { data: 'a coin', sensor: true });

// Called once a frame: tells what has begun and what has ended since the last call.
function news() {
    const events = world.update();
    const lines = events.map(({ type, a, b }) => `${type}: ${a.data}, ${b.data}`);
    return lines.join('; ') || 'nothing';
}

console.log(news()); // prints: nothing
hero.moveBy(50, 0);
console.log(news()); // prints: enter: the hero, a coin
hero.moveBy(1, 0);
console.log(news()); // prints: nothing
hero.moveBy(50, 0);
console.log(news()); // prints: leave: the hero, a coin
