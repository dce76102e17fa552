// A platformer on a plain canvas: a map of tiles, planks to jump onto from below, a lift, spikes and coins.

import { init, Mover, World } from 'bumper-collision';

await init();

const TILE = 32;
const SOLID = 1;
const SENSOR = 2;
// # ground, - a plank, o a coin, ^ spikes, @ the hero, L a lift
const MAP = [
    '                    ',
    '              o o   ',
    '             #####  ',
    '   o  o             ',
    '  -------     L     ',
    '                    ',
    '            o       ',
    '  o o      ###      ',
    ' -----    ####      ',
    ' @     ^ #####   o o',
    '####################',
];

const world = new World();
const hero = {
    mover: new Mover({ x: 0, y: 0, width: 20, height: 28 }, {
        gravity: { x: 0, y: 1400 },
        walk: { stairHeight: 4, snapDistance: 6 },
        coyoteTime: 0.1,
        bufferTime: 0.1,
        bounds: { x: 0, y: -200, width: 640, height: 600 },
    }),
};
const lift = { time: 0 };
const start = { x: 0, y: 0 };

const TILES = {
    '#': (x, y) => world.insert({ x, y, width: TILE, height: TILE }, { data: 'ground' }),
    '-': (x, y) => world.insert({ x, y, width: TILE, height: 8 }, { oneWay: 'up', data: 'plank' }),
    o: (x, y) => world.insert({ x: x + 16, y: y + 16, radius: 8 }, { sensor: true, layers: SENSOR, data: 'coin' }),
    '^': (x, y) => world.insert({ points: [[x, y + 32], [x + 16, y + 8], [x + 32, y + 32]] }, { sensor: true, layers: SENSOR, data: 'spikes' }),
    '@': (x, y) => Object.assign(start, { x, y: y + 4 }),
    L: (x, y) => { lift.item = world.insert({ x, y, width: 64, height: 8 }, { data: 'lift' }); },
};
MAP.forEach((row, y) => [...row].forEach((tile, x) => TILES[tile]?.(x * TILE, y * TILE)));
hero.mover.position = start;
hero.item = world.insert(hero.mover.shape, { data: 'hero' });
let coins = 0;

const keys = {};
onkeydown = (event) => {
    keys[event.key] = true;
    if (event.key === 'ArrowUp' && !event.repeat) hero.mover.jump(90);
};
onkeyup = (event) => { keys[event.key] = false; };

function step(time) {
    lift.time += time;
    // The lift takes along whoever stands on it, and waits if somebody has no room.
    world.carry(lift.item, { x: 0, y: 50 * time * Math.sign(Math.sin(lift.time)) }, [hero]);
    const { mover, item } = hero;
    mover.velocity.x = 170 * ((keys.ArrowRight ? 1 : 0) - (keys.ArrowLeft ? 1 : 0));
    mover.dropThrough = !!keys.ArrowDown;
    mover.step(time, world, { item, layers: SOLID });
    for (const found of world.intersecting(mover.shape, { layers: SENSOR })) {
        if (found.data === 'coin') {
            found.remove();
            coins++;
        } else {
            mover.position = start;
        }
    }
}

const COLORS = { ground: '#4a5578', plank: '#c58b4f', coin: '#ffd23f', spikes: '#e4572e', hero: '#5fd3bc', lift: '#9d79bc' };
const context = canvas.getContext('2d');

function draw() {
    context.clearRect(0, 0, 640, 352);
    for (const { shape, data } of world) {
        context.fillStyle = COLORS[data];
        context.beginPath();
        if (shape.radius) context.arc(shape.x, shape.y, shape.radius, 0, 7);
        else if (shape.points) shape.points.forEach(([x, y]) => context.lineTo(x, y));
        else context.rect(shape.x, shape.y, shape.width, shape.height);
        context.fill();
    }
    context.fillStyle = '#eee';
    context.fillText(`coins ${coins}`, 10, 16);
}

let before = performance.now();
function frame(now) {
    for (; before + 1000 / 60 <= now; before += 1000 / 60) step(1 / 60);
    draw();
    requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
