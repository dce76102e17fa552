import { init, Mover, overlaps } from 'bumper-collision';
await init();

// A floor of twenty tiles.
const tiles = [];
for (let k = 0; k < 20; k++) {
    tiles.push({ x: 16 * k, y: 150, width: 16, height: 16 });
}

// By the oldest rule, a hero who has sunk into the floor by a hair is stuck.
const sunk = { x: 30, y: 126.001, width: 14, height: 24 };
for (let frame = 0; frame < 60; frame++) {
    sunk.x += 2;
    if (tiles.some((tile) => overlaps(sunk, tile))) sunk.x -= 2;
}
console.log(sunk.x); // prints: 30

// A mover in the same place runs across the seams.
const shape = { x: 30, y: 126.001, width: 14, height: 24 };
const hero = new Mover(shape, { gravity: { x: 0, y: 900 } });
for (let frame = 0; frame < 60; frame++) {
    hero.velocity.x = 120;
    hero.step(1 / 60, tiles);
}
console.log(Math.round(hero.position.x)); // prints: 120
