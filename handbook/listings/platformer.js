import { draw, init, Mover, World } from 'bumper-collision';
await init();

const LEVEL = String.raw`
#                              #
#                   o  o       #
#      o           ########    #
#     ===    o                 #
#           ===                #
#   o                          #
#  ===                         #
#       ===     o              #
#              ===             #
#  @                /##\       #
#        o         /####\      #
#                 /######\ LLL #
##########  ####################
##########  ####################`.trim().split('\n');
const TILE = 20;
const STEP = 1 / 60;
const SETTINGS = {
    gravity: { x: 0, y: 900 }, coyoteTime: 0.1, bufferTime: 0.1,
    walk: { stairHeight: 9, snapDistance: 6 },
};

const world = new World();
const lift = [];
let hero;
const insert = (shape, data, more) => world.insert(shape, { data, ...more });
const polygon = (...points) => insert({ points }, '#607d8b');
const tiles = {
    '#': (x, y) => insert({ x, y, width: TILE, height: TILE }, '#607d8b'),
    '/': (x, y) => polygon([x, y + TILE], [x + TILE, y], [x + TILE, y + TILE]),
    '\\': (x, y) => polygon([x, y], [x + TILE, y + TILE], [x, y + TILE]),
    '=': (x, y) => insert({ x, y, width: TILE, height: 6 }, '#8d6e63', { oneWay: 'up' }),
    'o': (x, y) => insert({ x: x + 10, y: y + 10, radius: 6 }, 'gold', { sensor: true }),
    'L': (x, y) => lift.push(insert({ x, y: y + 12, width: TILE, height: 8 }, '#7e57c2')),
    '@': (x, y) => {
        const shape = { x, y: y - 4, width: 14, height: 24 };
        hero = { mover: new Mover(shape, SETTINGS), item: insert(shape, '#e64a19') };
    },
};
LEVEL.forEach((row, j) => [...row].forEach((sign, i) => tiles[sign]?.(i * TILE, j * TILE)));

const keys = new Set();
canvas.onkeydown = (event) => {
    if (event.code.startsWith('Arrow')) event.preventDefault(); // no scrolling
    if (event.code === 'ArrowUp' && !event.repeat) hero.mover.jump(50);
    keys.add(event.code);
};
canvas.onkeyup = (event) => keys.delete(event.code);
canvas.onblur = () => keys.clear();

let time = 0;
function step() {
    time += STEP;
    const y = 136 + 96 * Math.cos(time); // of the lift: from 232 up to 40, and back
    world.carry(lift, { x: 0, y: y - lift[0].shape.y }, [hero]);
    hero.mover.velocity.x = 130 * (keys.has('ArrowRight') - keys.has('ArrowLeft'));
    hero.mover.dropThrough = keys.has('ArrowDown');
    for (const hit of hero.mover.step(STEP, world, { item: hero.item })) {
        if (hit.item.sensor) hit.item.remove(); // a coin
    }
    if (hero.mover.center.y > 280) hero.mover.position = { x: 0, y: 0 };
}

const context = canvas.getContext('2d');
let ahead = 0;
let last = performance.now();
function frame(now) {
    ahead = Math.min(ahead + (now - last) / 1000, 0.1);
    last = now;
    for (; ahead >= STEP; ahead -= STEP) step();
    context.clearRect(0, 0, canvas.width, canvas.height);
    for (const item of world) draw(context, item, { stroke: null, fill: item.data });
    const coins = [...world].filter((item) => item.sensor);
    context.fillText(`${coins.length} coins left`, 30, 20);
    requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
