/** Rigid bodies: piles of boxes while they fall and when they rest, and a stack. */

import SAT from 'sat';
import RBush from 'rbush';
import { against, median, quick, race, random, short, table } from './clock.mjs';
import { ENGINES, initEngines } from './engines.mjs';

/** The steps in which a pile falls, and those until it rests. */
const FALL = 100;
const SETTLE = 300;
const REST = 60;
/** A box that moves farther than this in the last steps does not rest. */
const MOVING = 0.02;
const STACK = { boxes: 10, steps: 1200 };

const millimeters = (meters) => short(Math.round(1e6 * meters) / 1000);

const ground = (width) => ({ x: 0, y: 5, width, height: 10, angle: 0, fixed: true });

/** Boxes of 0.6 to 0.9 m above a ground between two walls; the first three boxes are fixed. */
function pile(count) {
    const next = random(4);
    const columns = Math.round(Math.sqrt(count));
    const width = 1.35 * columns;
    const wall = (x) => ({ x, y: -1.5 * columns, width: 2, height: 3 * columns + 20, angle: 0, fixed: true });
    const boxes = Array.from({ length: count }, (_, k) => ({
        x: 1.3 * ((k % columns) - (columns - 1) / 2) + 0.04 * (next() - 0.5),
        y: -0.8 - 1.3 * Math.floor(k / columns),
        width: 0.6 + 0.3 * next(),
        height: 0.6 + 0.3 * next(),
        angle: next() - 0.5,
        fixed: false,
    }));
    return [ground(width + 4), wall(-width / 2 - 1), wall(width / 2 + 1), ...boxes];
}

const stack = () => [
    ground(20),
    ...Array.from({ length: STACK.boxes }, (_, k) => ({ x: 0, y: -0.5 - k, width: 1, height: 1, angle: 0, fixed: false })),
];

/** The number of boxes whose center is below the ground or outside the walls, and the deepest overlap of any two, by SAT.js. */
function judge(boxes, poses) {
    const items = boxes.map(({ width, height, fixed }, id) => {
        const { x, y, angle } = poses[id];
        const body = new SAT.Box(new SAT.Vector(), width, height).toPolygon().translate(-width / 2, -height / 2).rotate(angle);
        const { pos, w, h } = body.getAABBAsBox();
        body.pos = new SAT.Vector(x, y);
        return { id, body, fixed, minX: x + pos.x, minY: y + pos.y, maxX: x + pos.x + w, maxY: y + pos.y + h };
    });
    const tree = new RBush().load(items);
    const response = new SAT.Response();
    let deepest = 0;
    for (const item of items) {
        for (const other of tree.search(item)) {
            response.clear();
            if (other.id > item.id && !(item.fixed && other.fixed) && SAT.testPolygonPolygon(item.body, other.body, response)) {
                deepest = Math.max(deepest, response.overlap);
            }
        }
    }
    const halfWidth = boxes[0].width / 2 - 2;
    const lost = poses.filter(({ x, y }, id) => !boxes[id].fixed && !(y < 0 && Math.abs(x) < halfWidth)).length;
    return { lost, deepest };
}

/** Times the steps of all engines in turn: while the pile falls, and when it rests. */
function measurePile(count) {
    const boxes = pile(count);
    const entrants = Object.entries(ENGINES).map(([name, make]) => ({ name, engine: make(boxes) }));
    for (const entrant of entrants) {
        entrant.run = entrant.engine.step;
    }
    race(entrants, quick ? 3 : FALL);
    const falling = entrants.map(({ name, times }) => ({ name, times }));
    race(entrants, quick ? 1 : SETTLE);
    const before = entrants.map(({ engine }) => engine.poses());
    race(entrants, quick ? 3 : REST);
    const resting = entrants.map(({ name, times }) => ({ name, times }));
    const states = entrants.map(({ engine }, k) => {
        const poses = engine.poses();
        const moving = poses.filter(({ x, y }, id) => Math.hypot(x - before[k][id].x, y - before[k][id].y) > MOVING).length;
        return { ...judge(boxes, poses), moving };
    });
    return { falling, resting, states };
}

/** How far the boxes of a stack move sideways and down in 20 seconds, in millimeters. */
function measureStack() {
    const boxes = stack();
    return Object.values(ENGINES).map((make) => {
        const engine = make(boxes);
        for (let step = 0; step < (quick ? 60 : STACK.steps); step++) {
            engine.step();
        }
        const moved = engine.poses().map(({ x, y }, id) => ({ x: Math.abs(x - boxes[id].x), y: y - boxes[id].y }));
        return { sideways: millimeters(Math.max(...moved.map(({ x }) => x))), down: millimeters(Math.max(...moved.map(({ y }) => y))) };
    });
}

export async function run() {
    await initEngines();
    const names = Object.keys(ENGINES);
    const [own, ...peers] = names;
    const ratios = [];
    const times = [];
    const states = [];
    // Small piles first warm up the compilers for all, also for the steps in which boxes fall.
    measurePile(50);
    for (const count of [200, 2000]) {
        const measured = measurePile(count);
        for (const phase of ['falling', 'resting']) {
            const entrants = measured[phase];
            ratios.push([`${count} boxes, ${phase}`, ...peers.map((_, k) => against(entrants[0], entrants[k + 1]))]);
            times.push([`${count} boxes, ${phase}`, ...entrants.map((entrant) => short(median(entrant.times)))]);
        }
        states.push([`deepest overlap of ${count} boxes, mm`, ...measured.states.map(({ deepest }) => millimeters(deepest))]);
        states.push([`boxes that moved by more than 20 mm in the last second, of ${count}`, ...measured.states.map(({ moving }) => moving)]);
        states.push([`boxes that left the pile, of ${count}`, ...measured.states.map(({ lost }) => lost)]);
    }
    const stacks = measureStack();
    states.push(['a stack of 10 after 20 s: sideways, mm', ...stacks.map(({ sideways }) => sideways)]);
    states.push(['down, mm', ...stacks.map(({ down }) => down)]);
    return [[
        'Rigid bodies',
        table([`time of ${own} / peer`, ...peers], ratios),
        table(['ms a step', ...names], times),
        table(['state at the end', ...names], states),
    ]];
}
