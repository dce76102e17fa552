/** All pairs among 5,000 shapes that all move in each frame, beside rbush and check2d. */

import { System } from 'check2d';
import RBush from 'rbush';
import SAT from 'sat';
import { pairs, World } from 'bumper-collision';
import { against, median, quick, race, random, same, short, table } from './clock.mjs';

const COUNT = 5000;
const SIZE = 1000;

/** Shapes of a diameter of 4 to 12 with velocities; `x` and `y` are their centers. */
function scene(mixed) {
    const next = random(3);
    return Array.from({ length: COUNT }, (_, k) => {
        const kind = mixed ? ['circle', 'rotated', 'box'][k % 3] : 'box';
        return {
            kind,
            x: SIZE * next(),
            y: SIZE * next(),
            velocityX: 2 * next() - 1,
            velocityY: 2 * next() - 1,
            width: 4 + 8 * next(),
            height: 4 + 8 * next(),
            angle: kind === 'rotated' ? 3 * next() : 0,
        };
    });
}

function move(shapes) {
    for (const shape of shapes) {
        shape.x += shape.velocityX;
        shape.y += shape.velocityY;
        if (shape.x < 0 || shape.x > SIZE) shape.velocityX = -shape.velocityX;
        if (shape.y < 0 || shape.y > SIZE) shape.velocityY = -shape.velocityY;
    }
}

const plain = ({ kind, x, y, width, height, angle }) =>
    kind === 'circle' ? { x, y, radius: width / 2 } : { x: x - width / 2, y: y - height / 2, width, height, angle };

/** Each entrant has a copy of the scene, moves it, and counts the pairs. */
const ENTRANTS = {
    'bumper, `pairs` of numbers'(shapes) {
        const boxes = new Float64Array(4 * COUNT);
        return () => {
            for (let k = 0; k < COUNT; k++) {
                const { x, y, width, height } = shapes[k];
                boxes[4 * k] = x - width / 2;
                boxes[4 * k + 1] = y - height / 2;
                boxes[4 * k + 2] = width;
                boxes[4 * k + 3] = height;
            }
            return pairs(boxes).length / 2;
        };
    },

    'bumper, `pairs` of objects'(shapes) {
        const list = shapes.map(plain);
        return () => {
            for (let k = 0; k < COUNT; k++) {
                const { kind, x, y, width, height } = shapes[k];
                list[k].x = kind === 'circle' ? x : x - width / 2;
                list[k].y = kind === 'circle' ? y : y - height / 2;
            }
            return pairs(list).length / 2;
        };
    },

    'bumper, `World`'(shapes) {
        const world = new World();
        const items = shapes.map((shape) => world.insert(plain(shape)));
        const events = [];
        const found = [];
        return () => {
            for (let k = 0; k < COUNT; k++) {
                items[k].moveTo(shapes[k].x, shapes[k].y);
            }
            world.update({ out: events });
            return world.pairs({ out: found }).length / 2;
        };
    },

    rbush(shapes) {
        const tree = new RBush();
        const items = shapes.map((_, id) => ({ id, minX: 0, minY: 0, maxX: 0, maxY: 0 }));
        return () => {
            for (const item of items) {
                const { x, y, width, height } = shapes[item.id];
                item.minX = x - width / 2;
                item.minY = y - height / 2;
                item.maxX = x + width / 2;
                item.maxY = y + height / 2;
            }
            tree.clear().load(items); // faster than moving each item
            let count = 0;
            for (const item of items) {
                for (const other of tree.search(item)) {
                    count += other.id > item.id ? 1 : 0;
                }
            }
            return count;
        };
    },

    'rbush and sat'(shapes) {
        const tree = new RBush();
        const items = shapes.map((shape, id) => satItem(shape, id));
        return () => {
            for (const item of items) {
                const { x, y } = shapes[item.id];
                item.body.pos.x = x;
                item.body.pos.y = y;
                item.minX = x - item.halfX;
                item.minY = y - item.halfY;
                item.maxX = x + item.halfX;
                item.maxY = y + item.halfY;
            }
            tree.clear().load(items);
            let count = 0;
            for (const item of items) {
                for (const other of tree.search(item)) {
                    count += other.id > item.id && satTouches(item, other) ? 1 : 0;
                }
            }
            return count;
        };
    },

    check2d(shapes) {
        const system = new System();
        const bodies = shapes.map(({ kind, x, y, width, height, angle }) =>
            kind === 'circle'
                ? system.createCircle({ x, y }, width / 2)
                : system.createBox({ x, y }, width, height, { angle, isCentered: true }));
        return () => {
            for (let k = 0; k < COUNT; k++) {
                bodies[k].setPosition(shapes[k].x, shapes[k].y, false);
            }
            system.update();
            let count = 0;
            system.checkAll(() => {
                count++;
            });
            return count / 2;
        };
    },
};

function satItem({ kind, width, height, angle }, id) {
    const isCircle = kind === 'circle';
    const body = isCircle
        ? new SAT.Circle(new SAT.Vector(), width / 2)
        : new SAT.Box(new SAT.Vector(), width, height).toPolygon();
    if (!isCircle) {
        body.translate(-width / 2, -height / 2);
        body.rotate(angle);
    }
    const { pos, w, h } = body.getAABBAsBox();
    return { id, body, isCircle, halfX: w / 2, halfY: h / 2, minX: pos.x, minY: pos.y, maxX: 0, maxY: 0 };
}

function satTouches(a, b) {
    if (a.isCircle) {
        return b.isCircle ? SAT.testCircleCircle(a.body, b.body) : SAT.testCirclePolygon(a.body, b.body);
    }
    return b.isCircle ? SAT.testPolygonCircle(a.body, b.body) : SAT.testPolygonPolygon(a.body, b.body);
}

/** Races the named entrants, of which the last ones are peers, and compares the counts of all frames. */
function measure(mixed, names) {
    const entrants = names.map((name) => {
        const shapes = scene(mixed);
        const frame = ENTRANTS[name](shapes);
        const counts = [];
        const run = () => {
            move(shapes);
            counts.push(frame());
        };
        return { name, run, counts };
    });
    race(entrants, quick ? 3 : 101, quick ? 2 : 20);
    for (const { name, counts } of entrants) {
        counts.forEach((count, frame) => same(`${name}, frame ${frame}`, count, entrants[0].counts[frame]));
    }
    return entrants;
}

export function run() {
    const boxes = measure(false, ['bumper, `pairs` of numbers', 'bumper, `pairs` of objects', 'bumper, `World`', 'rbush', 'check2d']);
    const mixed = measure(true, ['bumper, `pairs` of objects', 'bumper, `World`', 'rbush and sat', 'check2d']);
    const rows = (entrants, scene, tree) =>
        entrants.filter(({ name }) => name.startsWith('bumper')).map((own) => [
            `${scene}: ${own.name}`,
            ...[tree, 'check2d'].map((name) => against(own, entrants.find((peer) => peer.name === name))),
        ]);
    const times = (entrants, scene) => entrants.map((entrant) => [`${scene}: ${entrant.name}`, short(median(entrant.times))]);
    return [[
        'All pairs of 5,000 moving shapes',
        table(
            ['time of bumper / peer', 'rbush (with sat for mixed shapes)', 'check2d'],
            [...rows(boxes, 'boxes', 'rbush'), ...rows(mixed, 'mixed', 'rbush and sat')],
        ),
        table(['entrant', 'ms a frame'], [...times(boxes, 'boxes'), ...times(mixed, 'mixed')]),
        `Pairs in the first frame, the same from all: ${boxes[0].counts[0]} of boxes, ${mixed[0].counts[0]} of mixed shapes.`,
    ]];
}
