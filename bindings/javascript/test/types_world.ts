// Compiled by test.sh: what the types allow and what they refuse.

import { type Body, type Hit, type Item, Mover, type MoverStep, Simulation, World } from 'bumper-collision';
const world = new World<{ kind: string }>();
const item: Item<{ kind: string }> = world.insert({ x: 0, y: 0 }, { data: { kind: 'a' }, oneWay: 'up' });
const mover = new Mover({ x: 0, y: 0, width: 1, height: 1 }, { gravity: { x: 0, y: 1 }, walk: null });
const hits: Hit<{ kind: string }>[] = mover.step(1, world, { item, respond: (i) => (i.data.kind === 'a' ? 'cross' : null) });
mover.velocity = { x: 1, y: 2 };
mover.velocity.x += 1;
const list = [{ x: 0, y: 0, width: 3, height: 3, kind: 'wall' }];
const k: number = mover.step(1, list, { respond: (s, index) => { if (s.kind === 'wall' && index) return 'stop'; } })[0]!.index;
mover.travel({ x: 0, y: 0 }, [{ x: 1, y: 2, radius: 3 }, { points: [[0, 0], [1, 0], [0, 1]] }]);
world.carry(item, { x: 0, y: 1 }, [{ mover, item, hp: 3 } as { mover: Mover; item: Item<{ kind: string }>; hp: number }]);
const w2 = new World<string>();
w2.insert({ x: 0, y: 0 }, { data: 'a' }).data.toUpperCase();
mover.carry({ x: 0, y: 0, radius: 1 }, { x: 0, y: 0 }, []);
mover.setShape(item.shape, world, { item });
mover.travel({ x: 0, y: 0 }, [{ x: 1, y: 2, radius: 3, oneWay: 'up' }, { shape: { x: 1, y: 2 }, oneWay: null }]);
const simulation = new Simulation<string>();
const body: Body<string> = simulation.insertMover(mover, { mass: 1, data: 'hero' });
const steps: MoverStep<string>[] = simulation.stepWithMovers(1, [{ mover, body, hp: 3 } as { mover: Mover; body: Body<string>; hp: number }]);
steps[0]!.hits[0]?.body?.data.toUpperCase();
// @ts-expect-error A listed shape has no such side.
mover.travel({ x: 0, y: 0 }, [{ x: 1, y: 2, radius: 3, oneWay: 'top' }]);
// @ts-expect-error The mass is missing.
simulation.insertMover(mover, { data: 'hero' });
// @ts-expect-error This is no data of the world, or no response.
w2.insert({ x: 0, y: 0 }, { data: 5 });
// @ts-expect-error This is no data of the world, or no response.
mover.response = 'jump';
export { hits, k };
