// Tests of platforms that carry and push movers.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { init, Mover, World } from 'bumper-collision';

before(() => init());

const BOX = { x: 0, y: 0, width: 10, height: 10 };
const GRAVITY = { gravity: { x: 0, y: 900 } };
const at = (mover) => [mover.position.x, mover.position.y];

test('carry without a world', () => {
    const lift = { x: 0, y: 10, width: 40, height: 8 };
    const mover = new Mover(BOX, GRAVITY);
    assert.equal(mover.carry(lift, { x: 2, y: -5 }, [{ x: 0, y: -20, width: 40, height: 10 }]), true);
    assert.deepEqual(at(mover).map(Math.round), [2, -5]);
    assert.equal(mover.carry([{ ...lift, y: 5 }], { x: 0, y: -9 }, [{ x: 0, y: -20, width: 40, height: 10 }]), false);
    assert.deepEqual(at(mover).map(Math.round), [2, -5]);
    const world = new World();
    const item = world.insert(lift);
    const other = new Mover(BOX, GRAVITY);
    assert.equal(other.carry(item, { x: 0, y: -5 }, world), true);
    assert.equal(Math.round(other.position.y), -5);
    assert.equal(other.carry(item, { x: 0, y: -50 }, world, { respond: () => 'slide' }), true);
});

test('the platform of a list can have a one-way side', () => {
    const plank = { x: -50, y: 20, width: 100, height: 5 };
    const carried = (platform) => {
        const ball = new Mover({ x: 0, y: 10, radius: 5 });
        assert.equal(ball.carry(platform, { x: 0, y: -15 }, []), true);
        return Math.round(ball.position.y);
    };
    assert.deepEqual([carried(plank), carried({ ...plank, oneWay: 'up' }), carried([{ shape: plank, oneWay: 'down' }])], [-10, -10, 0]);
});

function lifts() {
    const world = new World();
    const lift = world.insert({ x: 0, y: 100, width: 40, height: 8 });
    const heroes = [90, 80].map((y) => {
        const mover = new Mover({ x: 10, y, width: 10, height: 10 }, GRAVITY);
        return { mover, item: world.insert(mover.shape) };
    });
    return { world, lift, heroes };
}

test('platforms of a world carry, push and crush', () => {
    const { world, lift, heroes } = lifts();
    assert.equal(world.carry(lift, { x: 3, y: -20 }, heroes), null);
    assert.deepEqual(heroes.map(({ mover }) => at(mover).map(Math.round)), [[3, -20], [3, -20]]);
    assert.deepEqual(heroes.map(({ item }) => Math.round(item.shape.y)), [70, 60]);
    assert.deepEqual(lift.shape, { x: 3, y: 80, width: 40, height: 8 });
    world.insert({ x: 0, y: 0, width: 60, height: 50 });
    assert.equal(world.carry(lift, { x: 0, y: -20 }, heroes), heroes[1].item);
    assert.deepEqual(lift.shape.y, 80);
    const crushed = world.carryAndCrush([lift], { x: 0, y: -20 }, heroes);
    assert.ok(crushed.length > 0 && crushed.every((item) => heroes.some((hero) => hero.item === item)));
    assert.equal(lift.shape.y, 60);
});

test('platforms move to new shapes', () => {
    const { world, lift, heroes } = lifts();
    const shape = { x: 5, y: 96, width: 40, height: 8 };
    const centers = [];
    const displacement = (center) => {
        centers.push(center);
        return { x: 5, y: -4 };
    };
    assert.deepEqual(world.carryTo([{ item: lift, shape }], displacement, heroes), []);
    assert.deepEqual([centers, lift.shape], [[{ x: 15, y: 95 }, { x: 15, y: 85 }], shape]);
    assert.deepEqual(heroes.map(({ mover }) => at(mover).map(Math.round)), [[5, -4], [5, -4]]);
    const far = [{ item: lift, shape: { ...shape, y: 60 } }];
    world.insert({ x: 0, y: 0, width: 60, height: 70 });
    assert.ok(world.carryTo(far, { x: 0, y: -36 }, heroes, { rule: 'stop' }).length > 0);
    assert.equal(lift.shape.y, 96);
    assert.ok(world.carryTo(far, { x: 0, y: -36 }, heroes, { rule: 'crush' }).length > 0);
    assert.equal(lift.shape.y, 60);
    assert.deepEqual(world.carryTo(far, { x: 0, y: 0 }, heroes, { rule: 'never' }), []);
});

test('belts carry along their surface', () => {
    const { world, lift, heroes } = lifts();
    heroes.forEach(({ mover, item }) => mover.step(1 / 60, world, { item }));
    world.carryOnBelts([{ item: lift, displacement: { x: 4, y: 0 } }], heroes);
    assert.deepEqual(heroes.map(({ mover, item }) => [mover.position.x, item.shape.x]), [[4, 14], [4, 14]]);
});

test('keepPlatformVelocity', () => {
    const speed = (keepPlatformVelocity) => {
        const { world, lift, heroes: [hero] } = lifts();
        hero.mover.keepPlatformVelocity = keepPlatformVelocity;
        world.carry(lift, { x: 1, y: 0 }, [hero]);
        hero.mover.jump(20);
        hero.mover.step(1 / 60, world, { item: hero.item });
        return Math.round(hero.mover.velocity.x);
    };
    assert.deepEqual([speed(false), speed(true)], [0, 60]);
});
