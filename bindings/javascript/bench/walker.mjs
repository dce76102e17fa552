/** A character that walks on 10,000 tiles, on level ground and over stairs, beside the character controller of rapier. */

import RAPIER from '@dimforge/rapier2d-compat';
import RAPIER_SIMD from '@dimforge/rapier2d-simd-compat';
import { Mover, World } from 'bumper-collision';
import { against, median, quick, race, short, table } from './clock.mjs';
import { initEngines } from './engines.mjs';

const TILES = 10_000;
const TILE = 16;
const SPEED = 2;
const GRAVITY = 0.25;
const STAIR = 4;
const SNAP = 4;
const FRAMES = 200;
/** The gap that rapier keeps around the character. Its documentation recommends a small one that is not zero. */
const OFFSET = 0.1;
const START = { x: 20, y: 80, width: 10, height: 20 };

/** Two rows of tiles. With stairs, every 40th column is 3 higher. */
function makeTiles(stairs) {
    return Array.from({ length: TILES }, (_, k) => {
        const column = k >> 1;
        const isHigher = stairs && column % 40 === 39;
        return { x: TILE * column, y: 100 + TILE * (k & 1) - (isHigher ? 3 : 0), width: TILE, height: TILE };
    });
}

function bumper(tiles) {
    const world = new World();
    for (const tile of tiles) {
        world.insert(tile);
    }
    const mover = new Mover(START, { gravity: { x: 0, y: GRAVITY }, walk: { stairHeight: STAIR, snapDistance: SNAP } });
    const out = [];
    return {
        step() {
            mover.velocity.x = SPEED;
            mover.step(1, world, { out });
            return mover.grounded;
        },
        position: () => ({ x: START.x + mover.position.x, y: START.y + mover.position.y }),
    };
}

/** With y pointing up, which is the default of rapier, as it climbs stairs only in that direction in 0.21. */
function rapier(RAPIER, tiles) {
    const world = new RAPIER.World({ x: 0, y: 0 });
    for (const { x, y, width, height } of tiles) {
        const tile = RAPIER.ColliderDesc.cuboid(width / 2, height / 2);
        world.createCollider(tile.setTranslation(x + width / 2, -y - height / 2));
    }
    const half = { x: START.width / 2, y: START.height / 2 };
    const place = { x: START.x + half.x, y: -START.y - half.y + OFFSET };
    const character = world.createCollider(RAPIER.ColliderDesc.cuboid(half.x, half.y).setTranslation(place.x, place.y));
    world.step();
    const controller = world.createCharacterController(OFFSET);
    controller.enableAutostep(STAIR, 2, false);
    controller.enableSnapToGround(SNAP);
    const displacement = { x: SPEED, y: 0 };
    let fall = 0;
    return {
        step() {
            fall += GRAVITY;
            displacement.y = -fall;
            controller.computeColliderMovement(character, displacement);
            const moved = controller.computedMovement();
            place.x += moved.x;
            place.y += moved.y;
            character.setTranslation(place);
            const grounded = controller.computedGrounded();
            fall = grounded ? 0 : fall;
            return grounded;
        },
        position: () => ({ x: place.x - half.x, y: -place.y - half.y }),
    };
}

const MAKERS = {
    bumper,
    rapier2d: (tiles) => rapier(RAPIER, tiles),
    'rapier2d-simd': (tiles) => rapier(RAPIER_SIMD, tiles),
};

/** Lets a character of each entrant walk, and counts the frames in which it moves too little or is in the air. */
function measure(stairs) {
    const tiles = makeTiles(stairs);
    const entrants = Object.entries(MAKERS).map(([name, make]) => {
        const walker = make(tiles);
        const entrant = { name, walker, frames: 0, airborne: 0, slow: 0 };
        let x = START.x;
        entrant.run = () => {
            for (let frame = 0; frame < FRAMES; frame++) {
                entrant.frames++;
                entrant.airborne += walker.step() ? 0 : 1;
                const next = walker.position().x;
                entrant.slow += next - x < 0.98 * SPEED ? 1 : 0;
                x = next;
            }
        };
        return entrant;
    });
    return race(entrants, quick ? 3 : 101, quick ? 3 : 50);
}

/** The ratio, unless one of the two is caught in more than a tenth of the frames. */
function compared(own, peer) {
    const walks = ({ walker, frames }) => walker.position().x - START.x > 0.9 * frames * SPEED;
    return walks(own) && walks(peer) ? against(own, peer) : 'is stuck';
}

export async function run() {
    await initEngines();
    const ratios = [];
    const states = [];
    for (const [ground, stairs] of [['level', false], ['with stairs', true]]) {
        const entrants = measure(stairs);
        const [own, ...peers] = entrants;
        ratios.push([ground, ...peers.map((peer) => compared(own, peer))]);
        for (const { name, walker, times, frames, slow, airborne } of entrants) {
            const { x, y } = walker.position();
            const nanoseconds = short((median(times) * 1e6) / FRAMES);
            const way = `${(x - START.x).toFixed(1)} of ${frames * SPEED}`;
            states.push([`${ground}: ${name}`, nanoseconds, way, (START.y - y).toFixed(2), slow, airborne]);
        }
    }
    return [[
        'A character on 10,000 tiles',
        table(['time of bumper / peer', ...Object.keys(MAKERS).slice(1)], ratios),
        table(['ground: entrant', 'ns a step', 'way', 'height at the end', 'slow frames', 'frames in the air'], states),
    ]];
}
