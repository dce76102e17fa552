/** Two sprites of 64 × 64 pixels beside a loop over the alpha of two `ImageData`. */

import { Mask } from 'bumper-collision';
import { against, median, quick, race, random, same, short, table } from './clock.mjs';

const SIDE = 64;
const PLACES = 200;

/** A disc with holes, as `ImageData`. */
function sprite() {
    const data = new Uint8ClampedArray(4 * SIDE * SIDE);
    for (let k = 0; k < SIDE * SIDE; k++) {
        const [x, y] = [k % SIDE, Math.floor(k / SIDE)];
        const radius = Math.hypot(x - SIDE / 2 + 0.5, y - SIDE / 2 + 0.5);
        data[4 * k + 3] = radius < SIDE / 2 && (x % 7 || y % 5) ? 255 : 0;
    }
    return { width: SIDE, height: SIDE, data };
}

/** The number of pixels that are solid in both images. */
function areaByLoop(a, b, x, y) {
    let area = 0;
    const right = Math.min(a.width, x + b.width);
    const bottom = Math.min(a.height, y + b.height);
    for (let row = Math.max(0, y); row < bottom; row++) {
        for (let column = Math.max(0, x); column < right; column++) {
            const inA = a.data[4 * (row * a.width + column) + 3] >= 128;
            if (inA && b.data[4 * ((row - y) * b.width + column - x) + 3] >= 128) {
                area++;
            }
        }
    }
    return area;
}

function overlapsByLoop(a, b, x, y) {
    const right = Math.min(a.width, x + b.width);
    const bottom = Math.min(a.height, y + b.height);
    for (let row = Math.max(0, y); row < bottom; row++) {
        for (let column = Math.max(0, x); column < right; column++) {
            const inA = a.data[4 * (row * a.width + column) + 3] >= 128;
            if (inA && b.data[4 * ((row - y) * b.width + column - x) + 3] >= 128) {
                return true;
            }
        }
    }
    return false;
}

/** Places of the second sprite: anywhere with overlapping boxes, or such that only the empty corners of the boxes overlap. */
function makePlaces(apart) {
    const next = random(7);
    const places = [];
    while (places.length < PLACES) {
        const x = Math.floor(2 * SIDE * next()) - SIDE;
        const y = Math.floor(2 * SIDE * next()) - SIDE;
        if (!apart || (Math.hypot(x, y) > SIDE + 1 && Math.max(Math.abs(x), Math.abs(y)) < 0.85 * SIDE)) {
            places.push({ x, y });
        }
    }
    return places;
}

export function run() {
    const image = sprite();
    const mask = Mask.fromImageData(image);
    const overlaps = (x, y) => mask.overlaps(mask, x, y);
    const overlapsLoop = (x, y) => overlapsByLoop(image, image, x, y);
    const queries = [
        ['`overlapArea`', false, (x, y) => mask.overlapArea(mask, x, y), (x, y) => areaByLoop(image, image, x, y)],
        ['`overlaps`', false, overlaps, overlapsLoop],
        ['`overlaps`, near misses', true, overlaps, overlapsLoop],
    ];
    const rows = queries.map(([name, apart, byMask, byLoop]) => {
        const places = makePlaces(apart);
        const entrants = [byMask, byLoop].map((query, k) => {
            const entrant = { name: k ? 'loop' : name };
            entrant.run = () => {
                entrant.sum = 0;
                for (const { x, y } of places) {
                    entrant.sum += Number(query(x, y));
                }
            };
            return entrant;
        });
        race(entrants, quick ? 5 : 201, quick ? 5 : 50);
        same(name, entrants[0].sum, entrants[1].sum);
        const times = entrants.map((entrant) => short((median(entrant.times) * 1e6) / PLACES));
        return [name, against(...entrants), ...times];
    });
    return [['Masks of 64 × 64 pixels', table(['query', 'time of bumper / loop', 'bumper, ns', 'loop, ns'], rows)]];
}
