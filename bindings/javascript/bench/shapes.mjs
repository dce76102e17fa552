/** Queries on two shapes beside SAT.js. */

import SAT from 'sat';
import { Contact, Shape, contact, intersects } from 'bumper-collision';
import { against, median, quick, race, random, short, table } from './clock.mjs';

const PAIRS = 1000;
/** Of a depth. */
const TOLERANCE = 1e-9;

const HEXAGON = Array.from({ length: 6 }, (_, k) => [20 * Math.cos((k * Math.PI) / 3), 20 * Math.sin((k * Math.PI) / 3)]);
const vector = ([x, y]) => new SAT.Vector(x, y);
const satPolygon = (x, y, points) => new SAT.Polygon(vector([x, y]), points.map(vector));

/** A rotated box around a center; in SAT.js, a polygon with the same corners. */
function rotatedBox(x, y, angle) {
    const polygon = satPolygon(x, y, [[-15, -10], [15, -10], [15, 10], [-15, 10]]);
    polygon.setAngle(angle);
    return { own: { x: x - 15, y: y - 10, width: 30, height: 20, angle }, sat: polygon, test: 'Polygon' };
}

const KINDS = {
    'two circles': { first: circle, second: circle },
    'two rotated boxes': { first: rotatedBox, second: rotatedBox },
    'two hexagons': { first: placedHexagon, second: placedHexagon },
    'a hexagon in its own place and a circle': { first: hexagonAtOrigin, second: circle },
    'a circle and a hexagon': { first: circle, second: placedHexagon },
    'a circle and a rotated box': { first: circle, second: rotatedBox },
};

let hexagon;
const prepared = () => (hexagon ??= new Shape({ points: HEXAGON }));

function placedHexagon(x, y) {
    return { own: prepared().at(x, y), sat: satPolygon(x, y, HEXAGON), test: 'Polygon' };
}

/** The prepared hexagon itself: it needs no copy at another place. */
function hexagonAtOrigin() {
    return { own: prepared(), sat: satPolygon(0, 0, HEXAGON), test: 'Polygon' };
}

function circle(x, y) {
    return { own: { x, y, radius: 12 }, sat: new SAT.Circle(new SAT.Vector(x, y), 12), test: 'Circle' };
}

/** Random pairs with centers at most 45 apart along each axis, of which all overlap or all are apart. */
function makePairs({ first, second }, overlapping) {
    const next = random(overlapping ? 1 : 2);
    const pairs = [];
    while (pairs.length < PAIRS) {
        const a = first(100 * next(), 100 * next(), 6 * next());
        const b = second(a.sat.pos.x + 90 * (next() - 0.5), a.sat.pos.y + 90 * (next() - 0.5), 6 * next());
        if (SAT[`test${a.test}${b.test}`](a.sat, b.sat) === overlapping) {
            pairs.push({ a, b });
        }
    }
    return pairs;
}

const response = new SAT.Response();
const out = new Contact();
const options = { out };

/** The four loops over pairs of shapes. Each returns the number of hits or the sum of the depths. */
const LOOPS = {
    ownIntersects(pairs) {
        let hits = 0;
        for (const { a, b } of pairs) hits += intersects(a, b) ? 1 : 0;
        return hits;
    },
    satIntersects(pairs, test) {
        let hits = 0;
        for (const { a, b } of pairs) hits += test(a, b) ? 1 : 0;
        return hits;
    },
    ownContact(pairs) {
        let depth = 0;
        for (const { a, b } of pairs) depth += contact(a, b, options) ? out.depth : 0;
        return depth;
    },
    satContact(pairs, test) {
        let depth = 0;
        for (const { a, b } of pairs) {
            response.clear();
            depth += test(a, b, response) ? response.overlap : 0;
        }
        return depth;
    },
};

function entrant(name, loop, pairs, test) {
    const calls = quick ? 1 : 3;
    const entrant = { name };
    entrant.run = () => {
        for (let call = 0; call < calls; call++) {
            entrant.answer = loop(pairs, test); // kept, so that it is computed
        }
    };
    entrant.nanoseconds = () => (median(entrant.times) * 1e6) / PAIRS / calls;
    return entrant;
}

/** The ratio and the times of one query. */
function measure(name, pairs, query) {
    const test = SAT[`test${pairs[0].a.test}${pairs[0].b.test}`];
    const only = (key) => pairs.map(({ a, b }) => ({ a: a[key], b: b[key] }));
    const own = entrant('bumper', LOOPS[`own${query}`], only('own'), test);
    const peer = entrant('sat', LOOPS[`sat${query}`], only('sat'), test);
    pairs.forEach(({ a, b }, k) => {
        const depth = LOOPS[`own${query}`]([{ a: a.own, b: b.own }]);
        const expected = LOOPS[`sat${query}`]([{ a: a.sat, b: b.sat }], test);
        if (Math.abs(depth - expected) > TOLERANCE) {
            throw new Error(`${name}, pair ${k}, ${query}: ${depth} is not ${expected}.`);
        }
    });
    race([own, peer], quick ? 3 : 301, quick ? 3 : 50);
    return { ratio: against(own, peer), times: `${short(own.nanoseconds())}; ${short(peer.nanoseconds())}` };
}

export function run() {
    const ratios = [];
    const times = [];
    for (const [name, kind] of Object.entries(KINDS)) {
        const cells = [];
        for (const query of ['Intersects', 'Contact']) {
            for (const overlapping of [true, false]) {
                cells.push(measure(name, makePairs(kind, overlapping), query));
            }
        }
        ratios.push([name, ...cells.map((cell) => cell.ratio)]);
        times.push([`${name}: ns`, ...cells.map((cell) => cell.times)]);
    }
    const columns = ['intersects, overlapping', 'intersects, apart', 'contact, overlapping', 'contact, apart'];
    return [
        ['Two shapes beside SAT.js', table(['time of bumper / sat', ...columns], ratios), table(['bumper; sat', ...columns], times)],
    ];
}
