// A small game that uses all that a bundler and TypeScript have to find.

import { contact, type GameMap, fromTiled, init, Mask, Mover, overlaps, type ShapeLike, World } from 'bumper-collision';

await init();
const ball = { x: 95, y: 50, radius: 8, name: 'ball' };
const wall: ShapeLike = { x: 100, y: 0, width: 10, height: 100 };
const depth: number | undefined = contact(wall, ball)?.depth;
const world = new World<{ name: string }>();
const item = world.insert(Mask.fromRows(['##', '.#']).at(0, 0), { data: { name: 'mask' } });
const mover = new Mover({ x: 0, y: -50, width: 10, height: 10 }, { gravity: { x: 0, y: 900 } });
for (let frame = 0; frame < 60; frame++) {
    mover.step(1 / 60, world);
}
const layer = { name: 'solid', width: 1, height: 1, data: [1] };
const tilesets = [{ firstgid: 1, name: 'tiles', tilewidth: 16, tileheight: 16 }];
const map: GameMap = fromTiled({ orientation: 'orthogonal', width: 1, height: 1, tilewidth: 16, tileheight: 16, tilesets, layers: [layer] });
const passed = depth === 3 && overlaps(ball, wall) && item.data.name === 'mask' && mover.position.y === 40 && map.solids.length === 1;
if (typeof document === 'undefined') {
    console.log(passed ? 'passed' : 'failed');
} else {
    document.title = passed ? 'passed' : 'failed';
}
