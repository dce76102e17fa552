/** The first hit of 1,000 rays among 2,000 fixed boxes. */

import { System } from 'check2d';
import { World } from 'bumper-collision';
import { against, median, quick, race, random, short, table } from './clock.mjs';
import { ENGINES, initEngines } from './engines.mjs';

const BOXES = 2000;
const RAYS = 1000;
const SIZE = 200;
const LENGTH = 50;
/** Rapier computes with 32 bits. */
const TOLERANCE = 1e-3;

function scene() {
    const next = random(5);
    return Array.from({ length: BOXES }, () => ({
        x: SIZE * next(),
        y: SIZE * next(),
        width: 0.5 + next(),
        height: 0.5 + next(),
        angle: 6 * next(),
        fixed: true,
    }));
}

function makeRays() {
    const next = random(6);
    return Array.from({ length: RAYS }, () => {
        const angle = 2 * Math.PI * next();
        return {
            from: { x: SIZE * next(), y: SIZE * next() },
            direction: { x: Math.cos(angle), y: Math.sin(angle) },
            length: LENGTH,
        };
    });
}

function ownWorld(boxes) {
    const world = new World();
    for (const { x, y, width, height, angle } of boxes) {
        world.insert({ x: x - width / 2, y: y - height / 2, width, height, angle });
    }
    return { cast: ({ from, direction }) => world.cast(from, direction, { maxDistance: LENGTH })?.distance ?? null };
}

function check2d(boxes) {
    const system = new System();
    for (const { x, y, width, height, angle } of boxes) {
        system.createBox({ x, y }, width, height, { angle, isCentered: true });
    }
    return {
        cast({ from, direction }) {
            const to = { x: from.x + direction.x * LENGTH, y: from.y + direction.y * LENGTH };
            const hit = system.raycast(from, to);
            return hit ? Math.hypot(hit.point.x - from.x, hit.point.y - from.y) : null;
        },
    };
}

const MAKERS = { 'bumper, `World`': ownWorld, 'bumper, `Simulation`': ENGINES.bumper, ...ENGINES, check2d };
delete MAKERS.bumper;

/**
 * The number of rays of which an entrant says something else than the `World`. Those that start in a box do not count: the engines
 * disagree about them on purpose.
 */
function differing(reference, answers) {
    return answers.filter((answer, ray) => {
        const expected = reference[ray];
        if (expected === 0) {
            return false;
        }
        return typeof answer === 'boolean'
            ? answer !== (expected !== null)
            : (answer === null) !== (expected === null) || Math.abs((answer ?? 0) - (expected ?? 0)) > TOLERANCE;
    }).length;
}

export async function run() {
    await initEngines();
    const boxes = scene();
    const rays = makeRays();
    const entrants = Object.entries(MAKERS).map(([name, make]) => {
        const engine = make(boxes);
        engine.step?.(); // the queries of rapier need a step
        const query = engine.cast ?? engine.touches;
        // matter-js tests all boxes for each ray: a tenth of the rays is enough.
        const asked = engine.cast ? rays : rays.slice(0, RAYS / 10);
        const entrant = { name, asked, answers: [] };
        entrant.run = () => {
            entrant.answers = asked.map(query);
        };
        return entrant;
    });
    race(entrants, quick ? 2 : 51, quick ? 1 : 10);
    for (const entrant of entrants) {
        entrant.times = entrant.times.map((time) => (time * 1000) / entrant.asked.length);
    }
    const owns = entrants.slice(0, 2);
    const peers = entrants.slice(2);
    const hits = owns[0].answers.filter((distance) => distance !== null).length;
    const inside = owns[0].answers.filter((distance) => distance === 0).length;
    return [[
        'Rays among 2,000 rotated boxes',
        table(
            ['time of bumper / peer', ...peers.map(({ name }) => name)],
            owns.map((own) => [own.name, ...peers.map((peer) => against(own, peer))]),
        ),
        table(
            ['entrant', 'µs a ray', 'rays', 'other answers'],
            entrants.map(({ name, times, asked, answers }) => [
                name, short(median(times)), asked.length, differing(owns[0].answers, answers),
            ]),
        ),
        `${hits} of ${RAYS} rays hit a box; ${inside} start in one, and are not compared.`,
    ]];
}
