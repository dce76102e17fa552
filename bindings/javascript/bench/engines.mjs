/**
 * The same rigid boxes in four engines. Lengths are in meters, y points down, gravity is 10, a step 1/60 s, the friction 0.6 and the
 * restitution 0; nothing sleeps, and each engine has its default iterations. An engine has `step()`, `poses()` with x, y and angle of each
 * box, and `cast(ray)`, the distance to the first box that a ray hits, or `null`.
 */

import RAPIER from '@dimforge/rapier2d-compat';
import RAPIER_SIMD from '@dimforge/rapier2d-simd-compat';
import Matter from 'matter-js';
import * as planck from 'planck';
import { Simulation } from 'bumper-collision';

const STEP = 1 / 60;
const GRAVITY = 10;
const FRICTION = 0.6;

/** matter-js is made for pixels: its tolerances are 0.05 of them. */
const PIXELS = 50;

/** Loads the modules of rapier. They print that they call their own loader in a deprecated way. */
export async function initEngines() {
    await RAPIER.init();
    await RAPIER_SIMD.init();
}

function bumper(boxes) {
    const simulation = new Simulation({ gravity: { x: 0, y: GRAVITY } });
    simulation.sleepEnabled = false;
    const bodies = boxes.map(({ x, y, width, height, angle, fixed }) =>
        simulation.insert(
            { x: -width / 2, y: -height / 2, width, height },
            { type: fixed ? 'static' : 'dynamic', position: { x, y }, angle, friction: FRICTION },
        ));
    return {
        step: () => simulation.step(STEP),
        poses: () => bodies.map(({ x, y, angle }) => ({ x, y, angle })),
        cast: ({ from, direction, length }) => simulation.cast(from, direction, { maxDistance: length })?.distance ?? null,
    };
}

function rapier(RAPIER, boxes) {
    const world = new RAPIER.World({ x: 0, y: GRAVITY });
    world.timestep = STEP;
    const bodies = boxes.map(({ x, y, width, height, angle, fixed }) => {
        const kind = fixed ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic();
        const body = world.createRigidBody(kind.setTranslation(x, y).setRotation(angle).setCanSleep(false));
        world.createCollider(RAPIER.ColliderDesc.cuboid(width / 2, height / 2).setFriction(FRICTION), body);
        return body;
    });
    return {
        step: () => world.step(),
        poses: () => bodies.map((body) => ({ ...pair(body.translation()), angle: body.rotation() })),
        cast: ({ from, direction, length }) =>
            world.castRay(new RAPIER.Ray(from, direction), length, true)?.timeOfImpact ?? null,
    };
}

const pair = ({ x, y }) => ({ x, y });

function planckEngine(boxes) {
    const world = new planck.World({ gravity: { x: 0, y: GRAVITY }, allowSleep: false });
    const bodies = boxes.map(({ x, y, width, height, angle, fixed }) => {
        const body = world.createBody({ type: fixed ? 'static' : 'dynamic', position: { x, y }, angle });
        body.createFixture({ shape: new planck.Box(width / 2, height / 2), density: 1, friction: FRICTION, restitution: 0 });
        return body;
    });
    return {
        step: () => world.step(STEP),
        poses: () => bodies.map((body) => ({ ...pair(body.getPosition()), angle: body.getAngle() })),
        cast({ from, direction, length }) {
            let first = null;
            const to = { x: from.x + direction.x * length, y: from.y + direction.y * length };
            world.rayCast(from, to, (_fixture, _point, _normal, fraction) => (first = fraction));
            return first === null ? null : first * length;
        },
    };
}

function matter(boxes) {
    const engine = Matter.Engine.create({ gravity: { x: 0, y: 1, scale: (GRAVITY * PIXELS) / 1e6 } });
    const bodies = boxes.map(({ x, y, width, height, angle, fixed }) =>
        Matter.Bodies.rectangle(x * PIXELS, y * PIXELS, width * PIXELS, height * PIXELS, {
            angle, isStatic: fixed, friction: FRICTION, frictionAir: 0, restitution: 0,
        }));
    Matter.Composite.add(engine.world, bodies);
    return {
        step: () => Matter.Engine.update(engine, STEP * 1000),
        poses: () => bodies.map(({ position, angle }) => ({ x: position.x / PIXELS, y: position.y / PIXELS, angle })),
        /** Whether a ray hits any box: matter-js has no distances, and finds all the boxes on the ray. */
        touches({ from, direction, length }) {
            const start = { x: from.x * PIXELS, y: from.y * PIXELS };
            const end = { x: start.x + direction.x * length * PIXELS, y: start.y + direction.y * length * PIXELS };
            return Matter.Query.ray(bodies, start, end).length > 0;
        },
    };
}

/** The functions that make an engine from a list of boxes. */
export const ENGINES = {
    bumper,
    rapier2d: (boxes) => rapier(RAPIER, boxes),
    'rapier2d-simd': (boxes) => rapier(RAPIER_SIMD, boxes),
    planck: planckEngine,
    'matter-js': matter,
};
