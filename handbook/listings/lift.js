import { init, Mover, World } from 'bumper-collision';
await init();

const world = new World();
const lift = world.insert({ x: 100, y: 160, width: 60, height: 10 });
const shape = { x: 120, y: 136, width: 14, height: 24 };
const mover = new Mover(shape, { gravity: { x: 0, y: 900 } });
const hero = { mover, item: world.insert(shape) };

// In each frame the lifts move first, and then the movers.
for (let frame = 0; frame < 60; frame++) {
    world.carry(lift, { x: 1, y: -2 }, [hero]);
    mover.step(1 / 60, world, { item: hero.item });
}
console.log(lift.shape.x, lift.shape.y); // prints: 160 40
console.log(mover.position.x, Math.round(mover.position.y)); // prints: 60 -120

// A ceiling above the hero: the lift would crush it, and stays.
// The result is the item without room.
world.insert({ x: 0, y: 0, width: 300, height: 15 });
const crushed = world.carry(lift, { x: 0, y: -2 }, [hero]);
console.log(crushed === hero.item); // prints: true
console.log(lift.shape.y); // prints: 40
