// Is compiled, not run: what the declarations accept and refuse.

import {
    type Body,
    Contact,
    contact,
    HeightField,
    init,
    type JointOptions,
    Mask,
    pairs,
    raycast,
    relation,
    Shape,
    Simulation,
    type Relation,
    type ShapeLike,
} from 'bumper-collision';
import * as inline from 'bumper-collision/inline';
import * as queries from 'bumper-collision/queries';
import * as space from 'bumper-collision/3d';

await init();
await init(new URL('https://example.com/bumper.wasm'));
await inline.init();
await queries.init();

// Game objects with other properties, and frozen ones.
class Player {
    x = 0;
    y = 0;
    radius = 5;
    name = 'hero';
}
const answer: Relation = relation(new Player(), Object.freeze({ x: 1, y: 2, width: 3, height: 4 }));
const level: ShapeLike[] = [
    { points: [[0, 0], [1, 0], [0, 1]] },
    { points: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }], radius: 1 },
    { points: new Float64Array(6) },
    { parts: [new Player(), { mask: Mask.fromRows(['#']), x: 0, y: 0 }] },
    new HeightField({ cell: 1, heights: [0, 1] }),
    new Shape(new Player()).at(1, 2, 3),
];
const found: Uint32Array = pairs(level);
const hit: Contact | null = contact(level[0]!, level[1]!, { margin: 1, out: new Contact() });
raycast({ x: 0, y: 0 }, { to: { x: 1, y: 1 } }, new Player())?.distance.toFixed(2);

// @ts-expect-error A contact may be null.
hit.depth;
// @ts-expect-error A radius is a number.
relation({ x: 0, y: 0, radius: '5' }, new Player());
// @ts-expect-error A mask needs a place.
relation(new Mask(1, 1), new Player());
// @ts-expect-error There is no such option.
contact(level[0]!, level[1]!, { depth: 1 });
// @ts-expect-error A shape is not a height field.
const field: HeightField = new Shape(new Player());

export { answer, field, found };

// Bodies have the data of their simulation.
const simulation = new Simulation<{ name: string }>({ gravity: { x: 0, y: 9 } });
const body: Body<{ name: string }> = simulation.insert(new Player(), { data: { name: 'crate' }, type: 'kinematic' });
const joint: JointOptions<{ name: string }> = { type: 'revolute', a: body, b: body, anchor: body, limits: [0, 1] };
simulation.insertJoint(joint);
simulation.step(1 / 60, (event) => event.a.data.name === 'crate' && event.points.length > 0);
simulation.cast(body, { to: { x: 1, y: 2 } }, { accept: (collider) => collider.body.data.name !== '' })?.body.data.name;
// @ts-expect-error: a misspelled option.
simulation.insert(new Player(), { restituion: 1 });
// @ts-expect-error: a hinge has no length.
simulation.insertJoint({ type: 'revolute', a: body, b: body, anchor: body, length: 5 });
// @ts-expect-error: the small package has no bodies.
queries.Simulation;

// The 3D part takes objects of three.js.
class Vector3 {
    readonly isVector3 = true;
    x = 0;
    y = 0;
    z = 0;
}
await space.init();
const box3: space.ShapeLike = { min: new Vector3(), max: new Vector3() };
const mesh = new space.Mesh({ points: new Float32Array(9), indices: new Uint32Array(3) });
const level3: space.ShapeLike[] = [box3, mesh, new Vector3(), { shape: mesh, rotation: { x: 0, y: 0, z: 0, w: 1 } }];
const hits3: space.Hit[] = new space.Mover({ x: 0, y: 0, z: 0, radius: 1 }).step(1, level3, { respond: (_, index) => (index ? 'stop' : null) });
// @ts-expect-error A point in 2D is no shape.
space.relation({ x: 0, y: 0 }, box3);
// @ts-expect-error A shape in 2D is none in 3D.
space.relation({ x: 0, y: 0, width: 1, height: 1 }, box3);
// @ts-expect-error A mover needs a list.
new space.Mover(box3).step(1, mesh);
hits3[0]?.normalZ.toFixed();
