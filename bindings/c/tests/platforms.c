/* Tests of platforms that carry movers, and of movers with bodies in a simulation. */

#include "check.h"

static const float STEP = 1.0f / 60;

static bool near_to(float a, float b, float within) { return fabsf(a - b) <= within; }

static bumper_mover *mover_of(bumper_shape shape, float gravity) {
    bumper_mover *made;
    bumper_motion motion;
    OK(bumper_mover_new(&shape, &made));
    OK(bumper_mover_motion(made, &motion));
    motion.gravity = at(0, gravity);
    motion.walks = 1;
    motion.stair_height = motion.snap_distance = 0.2f;
    OK(bumper_mover_set_motion(made, &motion));
    return made;
}

static bumper_point_f32 position(const bumper_mover *of) {
    bumper_point_f32 found;
    OK(bumper_mover_position(of, &found));
    return found;
}

static void walk(bumper_mover *mover, float speed) {
    bumper_motion motion;
    OK(bumper_mover_motion(mover, &motion));
    motion.velocity.x = speed;
    OK(bumper_mover_set_motion(mover, &motion));
}

/* A lift in a world carries a hero who stands on a crate. A ceiling stops the lift, or the lift crushes the hero. */
static void lifts(void) {
    bumper_world *world, *other;
    bumper_shape lift_shape = box(0, 90, 90, 10), ceiling = box(0, 35, 90, 10), crate_shape = box(40, 80, 20, 10), hero_shape = box(45, 60, 10, 20);
    bumper_world_mover movers[2], twice[2], lost;
    uint64_t lift, id, foreign, crushed = 7, found[2];
    bumper_hit hits[2];
    size_t count;
    int k;
    OK(bumper_world_new(&world));
    OK(bumper_world_new(&other));
    OK(bumper_world_insert(other, &lift_shape, NULL, &foreign));
    OK(bumper_world_insert(world, &lift_shape, NULL, &lift));
    OK(bumper_world_insert(world, &ceiling, NULL, &id));
    movers[0].mover = mover_of(hero_shape, 1);
    movers[1].mover = mover_of(crate_shape, 1);
    OK(bumper_world_insert(world, &hero_shape, NULL, &movers[0].id));
    OK(bumper_world_insert(world, &crate_shape, NULL, &movers[1].id));
    OK(bumper_world_carry(world, &lift, 1, at(20, -8), movers, 2, &crushed));
    CHECK(crushed == 0);
    for (k = 0; k < 2; ++k) CHECK(position(movers[k].mover).x == 20 && near_to(position(movers[k].mover).y, -8, 1e-3f));
    /* The colliders of the movers have moved, too: a step of the hero ends on the crate. */
    OK(bumper_mover_step(movers[0].mover, 1, world, 1, movers[0].id, hits, 2, &count));
    CHECK(count == 1 && hits[0].id == movers[1].id && near_to(position(movers[0].mover).y, -8, 1e-3f));
    /* There are 7 units between the hero and the ceiling. */
    OK(bumper_world_carry(world, &lift, 1, at(0, -9), movers, 2, &crushed));
    CHECK(crushed == movers[0].id && near_to(position(movers[1].mover).y, -8, 1e-3f));
    OK(bumper_world_carry_and_crush(world, &lift, 1, at(0, -5), movers, 2, found, 2, &count));
    CHECK(count == 0 && near_to(position(movers[0].mover).y, -13, 1e-3f));
    OK(bumper_world_carry_and_crush(world, &lift, 1, at(0, -9), movers, 2, NULL, 0, &count));
    CHECK(count >= 1);
    /* Errors change nothing. */
    lost = movers[0];
    lost.id = foreign;
    twice[0] = twice[1] = movers[0];
    CHECK(bumper_world_carry(world, &foreign, 1, at(0, 1), movers, 2, &crushed) == BUMPER_GONE);
    CHECK(bumper_world_carry(world, &lift, 1, at(0, 1), &lost, 1, &crushed) == BUMPER_GONE);
    CHECK(bumper_world_carry(world, &lift, 1, at(0, 1), twice, 2, &crushed) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_world_carry(world, &lift, 1, at(0, NAN), movers, 2, &crushed) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_world_carry(world, &lift, 1, at(0, 1), movers, 2, NULL) == BUMPER_NULL);
    CHECK(bumper_world_carry(world, NULL, 1, at(0, 1), movers, 2, &crushed) == BUMPER_NULL);
    CHECK(bumper_world_carry(world, &lift, 1, at(0, 1), NULL, 2, &crushed) == BUMPER_NULL);
    CHECK(bumper_world_carry_and_crush(world, &lift, 1, at(0, 1), movers, 2, NULL, 2, &count) == BUMPER_NULL);
    CHECK(bumper_world_carry_and_crush(world, &lift, 1, at(0, 1), movers, 2, found, 2, NULL) == BUMPER_NULL);
    lost.id = id;
    lost.mover = NULL;
    CHECK(bumper_world_carry(world, &lift, 1, at(0, 1), &lost, 1, &crushed) == BUMPER_NULL);
    OK(bumper_world_remove(world, lift));
    CHECK(bumper_world_carry(world, &lift, 1, at(0, 1), movers, 2, &crushed) == BUMPER_GONE);
    /* A platform without colliders moves nothing. */
    OK(bumper_world_carry(world, NULL, 0, at(0, 1), NULL, 0, &crushed));
    for (k = 0; k < 2; ++k) bumper_mover_free(movers[k].mover);
    bumper_world_free(world);
    bumper_world_free(other);
}

/* The displacement of a wheel about the origin that turns by a degree. */
static bumper_point_f32 turned(bumper_point_f32 from, void *data) {
    float c = cosf(degrees(1)), s = sinf(degrees(1));
    ++*(int *)data;
    return at(c * from.x - s * from.y - from.x, s * from.x + c * from.y - from.y);
}

static bumper_point_f32 nowhere(bumper_point_f32 from, void *data) {
    (void)data;
    from.x = NAN;
    return from;
}

static void wheel(void) {
    bumper_world *world;
    bumper_world_part part;
    bumper_world_mover hero;
    bumper_shape body = box(-0.5f, -6, 1, 1);
    uint64_t crushed;
    size_t count;
    int calls = 0;
    OK(bumper_world_new(&world));
    part.shape = circle(0, 0, 5);
    OK(bumper_world_insert(world, &part.shape, NULL, &part.id));
    OK(bumper_world_insert(world, &body, NULL, &hero.id));
    hero.mover = mover_of(body, 10);
    OK(bumper_world_carry_to(world, &part, 1, turned, &calls, BUMPER_PUSH_STOP, &hero, 1, &crushed, 1, &count));
    CHECK(calls == 1 && count == 0 && near_to(position(hero.mover).x, 0.096f, 1e-3f));
    CHECK(bumper_world_carry_to(world, &part, 1, nowhere, NULL, BUMPER_PUSH_STOP, &hero, 1, &crushed, 1, &count) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_world_carry_to(world, &part, 1, turned, &calls, 3, &hero, 1, &crushed, 1, &count) == BUMPER_UNKNOWN);
    CHECK(bumper_world_carry_to(world, &part, 1, NULL, NULL, 0, &hero, 1, &crushed, 1, &count) == BUMPER_NULL);
    part.shape.kind = 99;
    CHECK(bumper_world_carry_to(world, &part, 1, turned, &calls, 0, &hero, 1, &crushed, 1, &count) == BUMPER_UNKNOWN);
    /* A wheel that grows over a hero beside it does not push it with BUMPER_PUSH_NEVER. */
    part.shape = circle(0, 0, 7);
    OK(bumper_mover_set_position(hero.mover, at(6, 6)));
    OK(bumper_mover_show(hero.mover, world, hero.id));
    OK(bumper_world_carry_to(world, &part, 1, turned, &calls, BUMPER_PUSH_NEVER, &hero, 1, &crushed, 1, &count));
    CHECK(count == 0 && position(hero.mover).x == 6 && position(hero.mover).y == 6);
    bumper_mover_free(hero.mover);
    bumper_world_free(world);
}

/* Two conveyor belts side by side carry a hero across their seam, up to a wall. */
static void belts(void) {
    bumper_world *world;
    bumper_world_belt under[2];
    bumper_world_mover hero, twice[2];
    uint64_t id;
    bumper_shape left = box(0, 100, 50, 10), right = box(50, 100, 50, 10), wall = box(90, 0, 10, 100);
    bumper_shape body = box(10, 80, 10, 20);
    int frame;
    OK(bumper_world_new(&world));
    OK(bumper_world_insert(world, &left, NULL, &under[0].id));
    OK(bumper_world_insert(world, &right, NULL, &under[1].id));
    OK(bumper_world_insert(world, &wall, NULL, &id));
    OK(bumper_world_insert(world, &body, NULL, &hero.id));
    hero.mover = mover_of(body, 10);
    under[0].displacement = under[1].displacement = at(3, 0);
    for (frame = 0; frame < 10; ++frame) OK(bumper_world_carry_on_belts(world, under, 2, &hero, 1));
    CHECK(near_to(position(hero.mover).x, 30, 1e-3f));
    for (frame = 0; frame < 20; ++frame) OK(bumper_world_carry_on_belts(world, under, 2, &hero, 1));
    CHECK(near_to(position(hero.mover).x, 70, 1e-3f) && near_to(position(hero.mover).y, 0, 1e-3f));
    /* Errors change nothing. */
    twice[0] = twice[1] = hero;
    under[0].displacement = under[1].displacement = at(-3, 0);
    CHECK(bumper_world_carry_on_belts(world, under, 2, twice, 2) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_world_carry_on_belts(world, NULL, 2, &hero, 1) == BUMPER_NULL);
    CHECK(bumper_world_carry_on_belts(NULL, under, 2, &hero, 1) == BUMPER_NULL);
    under[1].displacement.x = NAN;
    CHECK(bumper_world_carry_on_belts(world, under, 2, &hero, 1) == BUMPER_NOT_A_NUMBER);
    under[1].displacement.x = -3;
    OK(bumper_world_remove(world, under[0].id));
    CHECK(bumper_world_carry_on_belts(world, under, 2, &hero, 1) == BUMPER_GONE);
    CHECK(near_to(position(hero.mover).x, 70, 1e-3f));
    bumper_mover_free(hero.mover);
    bumper_world_free(world);
}

/* A lift in 3D. */
static void lift3(void) {
    bumper_world3 *world;
    bumper_world3_mover hero;
    bumper_motion3 motion;
    bumper_point3_f32 found;
    bumper_shape3 slab = make(BUMPER_BOX3), ball = sphere(0, 0, 1, 1);
    uint64_t lift, crushed;
    OK(bumper_world3_new(&world));
    slab.data.aabb.min = at3(-9, -9, -1);
    slab.data.aabb.max = at3(9, 9, 0);
    OK(bumper_world3_insert(world, &slab, NULL, &lift));
    OK(bumper_world3_insert(world, &ball, NULL, &hero.id));
    OK(bumper_mover3_new(&ball, &hero.mover));
    OK(bumper_mover3_motion(hero.mover, &motion));
    motion.gravity = at3(0, 0, -10);
    OK(bumper_mover3_set_motion(hero.mover, &motion));
    OK(bumper_world3_carry(world, &lift, 1, at3(1, 2, 3), &hero, 1, &crushed));
    OK(bumper_mover3_position(hero.mover, &found));
    CHECK(crushed == 0 && found.x == 1 && found.y == 2 && near_to(found.z, 3, 1e-4f));
    bumper_mover3_free(hero.mover);
    bumper_world3_free(world);
}

static uint64_t add(bumper_simulation *to, uint32_t kind, bumper_point_f32 velocity, bumper_shape shape) {
    bumper_body_def body = bumper_body_def_default();
    bumper_body_collider collider = bumper_body_collider_of(shape);
    uint64_t id;
    body.kind = kind;
    body.velocity = velocity;
    OK(bumper_simulation_insert(to, &body, &collider, 1, &id));
    return id;
}

static bumper_body_state state(const bumper_simulation *of, uint64_t id) {
    bumper_body_state found;
    OK(bumper_simulation_get(of, id, &found));
    return found;
}

/* A hero stands on a crate on a rising lift, walks off the crate and pushes another one. */
static void riding(void) {
    bumper_simulation *all;
    bumper_simulation_mover hero;
    bumper_simulation_mover_hit hits[8];
    uint64_t lift, low, high, pushed;
    bool grounded, hit_pushed = false;
    size_t k;
    int step;
    OK(bumper_simulation_new(at(0, -10), &all));
    lift = add(all, BUMPER_KINEMATIC, at(0, 1), box(-10, -1, 20, 1));
    low = add(all, BUMPER_DYNAMIC, at(0, 1), box(0, 0, 2, 1));
    high = add(all, BUMPER_DYNAMIC, at(0, 1), box(4, 0, 1, 1));
    hero = bumper_simulation_mover_of(mover_of(box(0.6f, 1, 0.8f, 1.8f), -10), 0);
    OK(bumper_simulation_insert_mover(all, hero.mover, 2, &hero.body));
    CHECK(state(all, hero.body).mass == 2);
    for (step = 0; step < 60; ++step) OK(bumper_simulation_step_with_movers(all, STEP, &hero, 1));
    CHECK(near_to(state(all, lift).position.y, 1, 1e-3f) && near_to(position(hero.mover).y, 1, 0.02f) && !hero.crushed && hero.count > 0);
    CHECK(near_to(position(hero.mover).x, 0, 1e-3f) && near_to(state(all, low).center.y, 1.5f, 0.02f));
    hero.hits = hits;
    hero.capacity = 8;
    for (step = 0; step < 120; ++step) {
        walk(hero.mover, 3);
        OK(bumper_simulation_step_with_movers(all, STEP, &hero, 1));
        for (k = 0; k < hero.count; ++k) {
            hit_pushed |= hits[k].body == high && hits[k].normal.x < -0.9f && hits[k].response == BUMPER_SLIDE;
            OK(bumper_simulation_body_of(all, hits[k].collider, &pushed));
            CHECK(pushed == hits[k].body);
        }
    }
    OK(bumper_mover_is_grounded(hero.mover, &grounded));
    CHECK(hit_pushed && grounded && near_to(position(hero.mover).y, 2, 0.02f));
    CHECK(state(all, high).center.x > 5 && near_to(state(all, high).center.y, 3.5f, 0.02f) && near_to(state(all, low).center.x, 1, 0.1f));
    bumper_mover_free(hero.mover);
    bumper_simulation_free(all);
}

/* A press that comes down crushes one of two movers. */
static void press(void) {
    bumper_simulation *all;
    bumper_simulation_mover movers[2];
    uint64_t press_body;
    int k, step;
    OK(bumper_simulation_new(at(0, -10), &all));
    add(all, BUMPER_STATIC, at(0, 0), box(-10, -1, 20, 1));
    press_body = add(all, BUMPER_KINEMATIC, at(0, -4), box(-1, 3, 2, 1));
    for (k = 0; k < 2; ++k) {
        movers[k] = bumper_simulation_mover_of(mover_of(box(-0.5f + 5 * (float)k, 0, 1, 1), -10), 0);
        OK(bumper_simulation_insert_mover(all, movers[k].mover, 1, &movers[k].body));
    }
    for (step = 0; step < 60 && !movers[0].crushed; ++step) {
        OK(bumper_simulation_step_with_movers(all, STEP, movers, 2));
        CHECK(!movers[1].crushed);
    }
    CHECK(movers[0].crushed && near_to(state(all, press_body).position.y, -2, 0.1f));
    for (k = 0; k < 2; ++k) bumper_mover_free(movers[k].mover);
    bumper_simulation_free(all);
}

/* The bodies of movers that the game steps itself, and invalid arguments. */
static void driving(void) {
    bumper_simulation *all, *other;
    bumper_mover *mover = mover_of(box(0, 0, 1, 2), 0);
    bumper_simulation_mover entry, twice[2];
    bumper_drive motion;
    bumper_drive_hit hit;
    uint64_t foreign;
    OK(bumper_simulation_new(at(0, -10), &all));
    OK(bumper_simulation_new(at(0, -10), &other));
    memset(&motion, 0, sizeof motion);
    motion.start = at(3, 0);
    motion.end = at(4, 0);
    motion.desired_velocity = at(2, 0);
    entry = bumper_simulation_mover_of(mover, 0);
    OK(bumper_simulation_insert_mover(all, mover, 2, &entry.body));
    OK(bumper_simulation_insert_mover(other, mover, 2, &foreign));
    hit.body = add(all, BUMPER_DYNAMIC, at(0, 0), box(4, 0, 2, 1));
    hit.normal = at(-1, 0);
    OK(bumper_simulation_drive_mover(all, entry.body, 0.5f, &motion, &hit, 1));
    CHECK(state(all, entry.body).center.x == 3.5f && state(all, entry.body).velocity.x == 2);
    /* Both masses are 2, so the crate gets half the speed. */
    CHECK(state(all, hit.body).velocity.x == 1);
    OK(bumper_simulation_remove(all, hit.body));
    OK(bumper_simulation_drive_mover(all, entry.body, 0.5f, &motion, &hit, 1));
    hit.body = foreign;
    CHECK(bumper_simulation_drive_mover(all, entry.body, 0.5f, &motion, &hit, 1) == BUMPER_GONE);
    CHECK(bumper_simulation_drive_mover(all, foreign, 0.5f, &motion, NULL, 0) == BUMPER_GONE);
    CHECK(bumper_simulation_drive_mover(all, entry.body, 0, &motion, NULL, 0) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_simulation_drive_mover(all, entry.body, 0.5f, NULL, NULL, 0) == BUMPER_NULL);
    CHECK(bumper_simulation_drive_mover(all, entry.body, 0.5f, &motion, NULL, 1) == BUMPER_NULL);
    motion.end.y = NAN;
    CHECK(bumper_simulation_drive_mover(all, entry.body, 0.5f, &motion, NULL, 0) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_simulation_insert_mover(all, mover, 0, &foreign) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_simulation_insert_mover(all, NULL, 1, &foreign) == BUMPER_NULL);
    CHECK(bumper_simulation_insert_mover(all, mover, 1, NULL) == BUMPER_NULL);
    twice[0] = twice[1] = entry;
    CHECK(bumper_simulation_step_with_movers(all, STEP, twice, 2) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_simulation_step_with_movers(all, 0, &entry, 1) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_simulation_step_with_movers(all, STEP, NULL, 1) == BUMPER_NULL);
    CHECK(bumper_simulation_step_with_movers(other, STEP, &entry, 1) == BUMPER_GONE);
    entry.capacity = 1;
    CHECK(bumper_simulation_step_with_movers(all, STEP, &entry, 1) == BUMPER_NULL);
    entry.capacity = 0;
    entry.mover = NULL;
    CHECK(bumper_simulation_step_with_movers(all, STEP, &entry, 1) == BUMPER_NULL);
    entry.mover = mover;
    OK(bumper_simulation_remove(all, entry.body));
    CHECK(bumper_simulation_step_with_movers(all, STEP, &entry, 1) == BUMPER_GONE);
    /* Without movers it is a step of the simulation. */
    OK(bumper_simulation_step_with_movers(all, STEP, NULL, 0));
    bumper_mover_free(mover);
    bumper_simulation_free(all);
    bumper_simulation_free(other);
}

static bool refuse(const bumper_contact_event *event, void *data) {
    CHECK(event->count > 0);
    return *(bool *)data;
}

/* A trapdoor that opens: a callback refuses the contacts with it. */
static void trapdoor(void) {
    bumper_simulation *all;
    uint64_t ball;
    bool closed = true;
    int step;
    OK(bumper_simulation_new(at(0, -10), &all));
    add(all, BUMPER_STATIC, at(0, 0), box(-2, -0.2f, 4, 0.2f));
    ball = add(all, BUMPER_DYNAMIC, at(0, 0), circle(0, 0.5f, 0.5f));
    for (step = 0; step < 20; ++step) OK(bumper_simulation_step_with(all, STEP, refuse, &closed));
    CHECK(state(all, ball).center.y > 0.4f);
    closed = false;
    for (step = 0; step < 100; ++step) OK(bumper_simulation_step_with(all, STEP, refuse, &closed));
    CHECK(state(all, ball).center.y < -3);
    CHECK(bumper_simulation_step_with(all, STEP, NULL, NULL) == BUMPER_NULL);
    CHECK(bumper_simulation_step_with(all, NAN, refuse, &closed) == BUMPER_NOT_A_NUMBER);
    bumper_simulation_free(all);
}

/* A mover drops through a one-way plank, and takes the velocity of a lift along when it jumps. */
static void settings(void) {
    bumper_world *world;
    bumper_world_mover hero;
    bumper_motion motion;
    bumper_collider plank = bumper_collider_default();
    bumper_shape plank_shape = box(-9, 0, 18, 1), body = box(0, -2, 1, 2);
    uint64_t lift, crushed;
    bool grounded;
    OK(bumper_world_new(&world));
    plank.one_way = BUMPER_MIN_Y;
    OK(bumper_world_insert(world, &plank_shape, &plank, &lift));
    OK(bumper_world_insert(world, &body, NULL, &hero.id));
    hero.mover = mover_of(body, 10);
    OK(bumper_mover_step(hero.mover, STEP, world, 1, hero.id, NULL, 0, NULL));
    OK(bumper_mover_is_grounded(hero.mover, &grounded));
    CHECK(grounded);
    OK(bumper_world_carry(world, &lift, 1, at(0.05f, 0), &hero, 1, &crushed));
    OK(bumper_mover_motion(hero.mover, &motion));
    CHECK(!motion.drop_through && !motion.keep_platform_velocity && !motion.report_all);
    motion.keep_platform_velocity = motion.report_all = 1;
    OK(bumper_mover_set_motion(hero.mover, &motion));
    OK(bumper_mover_jump(hero.mover, 1));
    OK(bumper_mover_step(hero.mover, STEP, world, 1, hero.id, NULL, 0, NULL));
    OK(bumper_mover_motion(hero.mover, &motion));
    CHECK(near_to(motion.velocity.x, 3, 1e-2f) && motion.velocity.y < -4 && motion.keep_platform_velocity && motion.report_all);
    motion.drop_through = 1;
    motion.velocity = at(0, 0);
    OK(bumper_mover_set_motion(hero.mover, &motion));
    OK(bumper_mover_set_position(hero.mover, at(0, 0)));
    OK(bumper_mover_step(hero.mover, 1, world, 1, hero.id, NULL, 0, NULL));
    CHECK(position(hero.mover).y > 4);
    bumper_mover_free(hero.mover);
    bumper_world_free(world);
}

void platforms(void) {
    lifts();
    wheel();
    belts();
    lift3();
    riding();
    press();
    driving();
    trapdoor();
    settings();
}
