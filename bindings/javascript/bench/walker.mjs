/** A character that walks on 10,000 tiles, climbs stairs and follows the ground, beside the character controller of rapier. */

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
const SNAP = 2;
const FRAMES = 200;
/** The gap that rapier keeps around the character. Its documentation recommends a small one that is not zero. */
const OFFSET = 0.1;
const START = { x: 20, y: 80, width: 10, height: 20 };

/** The left top corners of two rows of tiles; every 40th column is higher by a stair of 3. */
const tiles = Array.from({ length: TILES }, (_, k) => ({
    x: TILE * (k >> 1),
    y: 100 + TILE * (k & 1) - ((k >> 1) % 40 === 39 ? 3 : 0),
    width: TILE,
    height: TILE,
}));

function bumper() {
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

function rapier(RAPIER) {
    const world = new RAPIER.World({ x: 0, y: 0 });
    for (const { x, y, width, height } of tiles) {
        world.createCollider(RAPIER.ColliderDesc.cuboid(width / 2, height / 2).setTranslation(x + width / 2, y + height / 2));
    }
    const half = { x: START.width / 2, y: START.height / 2 };
    const place = { x: START.x + half.x, y: START.y + half.y - OFFSET };
    const character = world.createCollider(RAPIER.ColliderDesc.cuboid(half.x, half.y).setTranslation(place.x, place.y));
    world.step();
    const controller = world.createCharacterController(OFFSET);
    controller.setUp({ x: 0, y: -1 });
    controller.enableAutostep(STAIR, 2, false);
    controller.enableSnapToGround(SNAP);
    const displacement = { x: SPEED, y: 0 };
    let fall = 0;
    return {
        step() {
            fall += GRAVITY;
            displacement.y = fall;
            controller.computeColliderMovement(character, displacement);
            const moved = controller.computedMovement();
            place.x += moved.x;
            place.y += moved.y;
            character.setTranslation(place);
            const grounded = controller.computedGrounded();
            fall = grounded ? 0 : fall;
            return grounded;
        },
        position: () => ({ x: place.x - half.x, y: place.y - half.y }),
    };
}

export async function run() {
    await initEngines();
    const makers = { bumper, rapier2d: () => rapier(RAPIER), 'rapier2d-simd': () => rapier(RAPIER_SIMD) };
    const entrants = Object.entries(makers).map(([name, make]) => {
        const walker = make();
        const entrant = { name, walker, frames: 0, airborne: 0, caught: 0 };
        let x = START.x;
        entrant.run = () => {
            for (let frame = 0; frame < FRAMES; frame++) {
                entrant.frames++;
                entrant.airborne += walker.step() ? 0 : 1;
                const next = walker.position().x;
                entrant.caught += next - x < 0.98 * SPEED ? 1 : 0;
                x = next;
            }
        };
        return entrant;
    });
    race(entrants, quick ? 3 : 101, quick ? 3 : 50);
    const [own, ...peers] = entrants;
    const rows = entrants.map((entrant) => {
        const { x, y } = entrant.walker.position();
        const nanoseconds = short((median(entrant.times) * 1e6) / FRAMES);
        const way = `${(x - START.x).toFixed(1)} of ${entrant.frames * SPEED}`;
        return [entrant.name, nanoseconds, way, (START.y - y).toFixed(2), entrant.caught, entrant.airborne];
    });
    return [[
        'A character on 10,000 tiles',
        table(['time of bumper / peer', ...peers.map(({ name }) => name)], [['a step', ...peers.map((peer) => against(own, peer))]]),
        table(['entrant', 'ns a step', 'way', 'height at the end', 'slow frames', 'frames in the air'], rows),
    ]];
}
