/* Tests of 3D worlds and movers. */

#include "check.h"

static bumper_shape3 block(float x, float y, float z, float width, float height, float depth) {
    bumper_shape3 shape = make(BUMPER_BOX3);
    shape.data.aabb.min = at3(x, y, z);
    shape.data.aabb.max = at3(x + width, y + height, z + depth);
    return shape;
}

/* Ids, layers, events, and every query on a world of few shapes. */
static void worlds(void) {
    bumper_world3 *world;
    bumper_collider coin = bumper_collider_default();
    bumper_shape3 wall = block(10, 0, 0, 1, 9, 9), ball = sphere(5, 5, 5, 0.5f), hero = sphere(3, 5, 5, 1), near_coin = sphere(4, 5, 5, 1);
    bumper_ray3 ray = {{5, 8, 5}, {1, 0, 0}, 100};
    const bumper_event *events;
    bumper_contact3 contact;
    bumper_ray3_hit seen;
    bumper_sweep3_hit hit;
    uint64_t a, b, c, ids[2], id;
    size_t count;
    bool found;
    OK(bumper_world3_new(&world));
    coin.layers = 2;
    coin.sensor = 1;
    coin.data = 42;
    OK(bumper_world3_insert(world, &wall, NULL, &a));
    OK(bumper_world3_insert(world, &ball, &coin, &b));
    OK(bumper_world3_insert(world, &hero, NULL, &c));
    OK(bumper_world3_update(world, &events, &count));
    CHECK(count == 0);
    OK(bumper_world3_set_shape(world, c, &near_coin));
    OK(bumper_world3_update(world, &events, &count));
    CHECK(count == 1 && events[0].was == BUMPER_APART && events[0].now == BUMPER_OVERLAPPING);
    CHECK((events[0].a == b && events[0].b == c && events[0].data[0] == 42) || (events[0].a == c && events[0].data[1] == 42));
    OK(bumper_world3_intersecting(world, &near_coin, ~0u, ids, 1, &count));
    CHECK(count == 2 && (ids[0] == b || ids[0] == c));
    OK(bumper_world3_intersecting(world, &near_coin, 2, ids, 2, &count));
    CHECK(count == 1 && ids[0] == b);
    OK(bumper_world3_cast(world, ray, 1, &found, &seen));
    CHECK(found && seen.id == a && seen.distance == 5 && seen.point.x == 10 && seen.normal.x == -1);
    OK(bumper_world3_sweep(world, &near_coin, at3(100, 0, 0), 1, c, &found, &hit));
    CHECK(found && hit.id == a && fabsf(hit.time - 0.05f) < 1e-6f);
    OK(bumper_world3_nearest(world, &hero, 100, 1, c, &id, &contact));
    CHECK(id == a && contact.separation == 6 && contact.normal.x == 1);
    OK(bumper_world3_nearest(world, &hero, 1, 1, c, &id, &contact));
    CHECK(id == 0);
    OK(bumper_world3_set_collider(world, a, &coin));
    OK(bumper_world3_cast(world, ray, 1, &found, &seen));
    CHECK(!found);
    OK(bumper_world3_remove(world, b));
    CHECK(bumper_world3_remove(world, b) == BUMPER_GONE);
    CHECK(bumper_world3_set_shape(world, b, &ball) == BUMPER_GONE);
    CHECK(bumper_world3_set_shape(world, 0, &ball) == BUMPER_GONE);
    OK(bumper_world3_len(world, &count));
    CHECK(count == 2);
    bumper_world3_free(world);
}

/* Queries with several hits, and motions of shapes of a world. */
static void worlds_all(void) {
    bumper_world3 *world;
    bumper_shape3 far = block(20, 0, 0, 1, 9, 9), near = block(10, 0, 0, 1, 9, 9), small = sphere(0, 5, 5, 1);
    bumper_ray3 ray = {{0, 5, 5}, {1, 0, 0}, 100};
    bumper_ray3_hit seen[2];
    bumper_sweep3_hit hits[2];
    bumper_hit3 stops[1];
    bumper_point3_f32 moved;
    uint64_t a, b, c, id;
    size_t count;
    OK(bumper_world3_new(&world));
    OK(bumper_world3_insert(world, &far, NULL, &a));
    OK(bumper_world3_insert(world, &near, NULL, &b));
    OK(bumper_world3_insert(world, &small, NULL, &c));
    OK(bumper_world3_cast_all(world, ray, 1, seen, 2, &count));
    CHECK(count == 3 && seen[0].id == c && seen[0].distance == 0 && seen[1].id == b && seen[1].distance == 10);
    OK(bumper_world3_sweep_all(world, &small, at3(40, 0, 0), 1, c, hits, 2, &count));
    CHECK(count == 2 && hits[0].id == b && hits[1].id == a && hits[0].time < hits[1].time);
    OK(bumper_world3_travel(world, c, at3(20, 0, 0), BUMPER_STOP, 1, &moved, stops, 1, &count));
    CHECK(moved.x == 9 && count == 1 && stops[0].id == b && stops[0].normal.x == -1);
    OK(bumper_world3_move_by(world, c, at3(0, 0, 40)));
    small = sphere(9, 5, 45, 1);
    OK(bumper_world3_intersecting(world, &small, 1, &id, 1, &count));
    CHECK(count == 1 && id == c);
    bumper_world3_free(world);
}

/* One-way slabs for each side: a mover from that side stops, a mover from the other side passes. */
static void sides(void) {
    uint32_t side;
    for (side = BUMPER_MIN_X; side <= BUMPER_MAX_Z; ++side) {
        uint32_t axis = (side - BUMPER_MIN_X) / 2, way;
        for (way = 0; way < 2; ++way) {
            float from[3] = {0, 0, 0}, step[3] = {0, 0, 0}, least[3] = {-50, -50, -50}, size[3] = {100, 100, 100}, come[3];
            bumper_collider one_way = bumper_collider_default();
            bool held = way == (side - BUMPER_MIN_X) % 2;
            bumper_shape3 slab, ball;
            bumper_world3 *world;
            bumper_mover3 *mover;
            bumper_motion3 motion;
            bumper_point3_f32 position;
            uint64_t id;
            size_t count;
            least[axis] = 10;
            size[axis] = 2;
            from[axis] = way ? 30.0f : 0.0f;
            step[axis] = way ? -40.0f : 40.0f;
            slab = block(least[0], least[1], least[2], size[0], size[1], size[2]);
            ball = sphere(from[0], from[1], from[2], 1);
            one_way.one_way = side;
            OK(bumper_world3_new(&world));
            OK(bumper_world3_insert(world, &slab, &one_way, &id));
            OK(bumper_mover3_new(&ball, &mover));
            OK(bumper_mover3_motion(mover, &motion));
            motion.velocity = at3(step[0], step[1], step[2]);
            motion.response = BUMPER_STOP;
            OK(bumper_mover3_set_motion(mover, &motion));
            OK(bumper_mover3_step(mover, 1, world, 1, 0, NULL, 0, &count));
            OK(bumper_mover3_position(mover, &position));
            come[0] = position.x;
            come[1] = position.y;
            come[2] = position.z;
            CHECK(fabsf(come[axis] - (held ? (way ? -17.0f : 9.0f) : step[axis])) < 1e-4f && (count == 1) == held);
            bumper_mover3_free(mover);
            bumper_world3_free(world);
        }
    }
}

/* A mover on a floor under gravity, which points along -z: walking up a step, against a wall, at its bounds, and a jump. */
static void movers(void) {
    bumper_world3 *world;
    bumper_mover3 *mover;
    bumper_motion3 motion;
    bumper_shape3 ground = block(-100, -100, -10, 200, 200, 10), stair = block(5, -100, 0, 200, 200, 1), wall = block(30, -100, 0, 1, 200, 50);
    bumper_shape3 body = block(0, 0, 0, 2, 2, 4);
    bumper_point3_f32 position;
    bumper_hit3 hits[4];
    uint64_t id, own;
    size_t count;
    bool grounded;
    float highest = 0;
    int k;
    OK(bumper_world3_new(&world));
    OK(bumper_world3_insert(world, &ground, NULL, &id));
    OK(bumper_world3_insert(world, &stair, NULL, &id));
    OK(bumper_world3_insert(world, &wall, NULL, &id));
    OK(bumper_world3_insert(world, &body, NULL, &own));
    OK(bumper_mover3_new(&body, &mover));
    OK(bumper_mover3_motion(mover, &motion));
    CHECK(motion.response == BUMPER_SLIDE && !motion.bounded && !motion.walks);
    motion.gravity = at3(0, 0, -900);
    motion.walks = 1;
    motion.stair_height = motion.snap_distance = 1.5f;
    for (k = 0; k < 40; ++k) {
        motion.velocity = at3(60, 0, 0);
        OK(bumper_mover3_set_motion(mover, &motion));
        OK(bumper_mover3_step(mover, 1 / 60.0f, world, 1, own, hits, 4, &count));
    }
    OK(bumper_mover3_position(mover, &position));
    OK(bumper_mover3_is_grounded(mover, &grounded));
    CHECK(grounded && fabsf(position.x - 28) < 1e-3f && position.y == 0 && fabsf(position.z - 1) < 1e-3f);
    CHECK(count >= 1 && hits[0].id == id && hits[0].normal.x == -1 && hits[0].response == BUMPER_SLIDE);
    OK(bumper_mover3_jump(mover, 20));
    for (k = 0; k < 60; ++k) {
        OK(bumper_mover3_step(mover, 1 / 60.0f, world, 1, own, NULL, 0, NULL));
        OK(bumper_mover3_position(mover, &position));
        highest = fmaxf(highest, position.z);
    }
    CHECK(fabsf(highest - 21) < 1);
    motion.bounded = 1;
    motion.bounds.min = at3(-5, -5, -5);
    motion.bounds.max = at3(50, 3, 60);
    motion.velocity = at3(0, 1000, 0);
    OK(bumper_mover3_set_motion(mover, &motion));
    OK(bumper_mover3_step(mover, 1 / 60.0f, world, 1, own, hits, 4, &count));
    OK(bumper_mover3_position(mover, &position));
    CHECK(fabsf(position.y - 1) < 1e-3f && count >= 1);
    OK(bumper_mover3_show(mover, world, own));
    body = block(27, 0, 0, 4, 4, 9);
    OK(bumper_world3_intersecting(world, &body, 1, NULL, 0, &count));
    CHECK(count == 4);
    OK(bumper_mover3_set_position(mover, at3(0, 0, 5)));
    CHECK(bumper_mover3_set_position(mover, at3(0, NAN, 0)) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_mover3_jump(mover, NAN) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_mover3_step(mover, NAN, world, 1, 0, NULL, 0, NULL) == BUMPER_NOT_A_NUMBER);
    motion.gravity.z = NAN;
    CHECK(bumper_mover3_set_motion(mover, &motion) == BUMPER_NOT_A_NUMBER);
    motion.gravity.z = 0;
    motion.response = 99;
    CHECK(bumper_mover3_set_motion(mover, &motion) == BUMPER_UNKNOWN);
    bumper_mover3_free(mover);
    bumper_world3_free(world);
}

/* Null pointers, ids of removed shapes, and invalid sides. */
static void mistakes(void) {
    bumper_shape3 ball = sphere(0, 0, 0, 1), nothing = sphere(NAN, 0, 0, 1), cycle = make(BUMPER_COMPOUND3);
    bumper_shape flat = circle(0, 0, 1);
    bumper_collider collider = bumper_collider_default();
    const bumper_event *events;
    bumper_world3 *world;
    bumper_world *plane;
    bumper_mover3 *mover;
    uint64_t id;
    size_t count;
    CHECK(bumper_world3_new(NULL) == BUMPER_NULL);
    OK(bumper_world3_new(&world));
    CHECK(bumper_world3_insert(world, &nothing, NULL, &id) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_world3_insert(world, NULL, NULL, &id) == BUMPER_NULL);
    CHECK(bumper_world3_insert(world, &ball, NULL, NULL) == BUMPER_NULL);
    CHECK(bumper_world3_insert(NULL, &ball, NULL, &id) == BUMPER_NULL);
    cycle.data.compound.parts = &cycle;
    cycle.data.compound.count = 1;
    cycle.data.compound.rotation.w = 1;
    CHECK(bumper_world3_insert(world, &cycle, NULL, &id) == BUMPER_OUT_OF_RANGE);
    collider.one_way = BUMPER_MAX_Z + 1;
    CHECK(bumper_world3_insert(world, &ball, &collider, &id) == BUMPER_UNKNOWN);
    /* A 2D world has no sides on the z axis. */
    OK(bumper_world_new(&plane));
    for (collider.one_way = BUMPER_ALL_SIDES; collider.one_way <= BUMPER_MAX_Z; ++collider.one_way) {
        bumper_status expected = collider.one_way < BUMPER_MIN_Z ? BUMPER_OK : BUMPER_UNKNOWN;
        CHECK(bumper_world_insert(plane, &flat, &collider, &id) == expected);
    }
    bumper_world_free(plane);
    CHECK(bumper_world3_set_collider(world, 12345, &collider) == BUMPER_GONE);
    CHECK(bumper_world3_len(NULL, &count) == BUMPER_NULL);
    CHECK(bumper_world3_update(world, NULL, &count) == BUMPER_NULL);
    CHECK(bumper_world3_update(NULL, &events, &count) == BUMPER_NULL);
    CHECK(bumper_world3_remove(NULL, 1) == BUMPER_NULL);
    CHECK(bumper_mover3_new(NULL, &mover) == BUMPER_NULL);
    CHECK(bumper_mover3_new(&ball, NULL) == BUMPER_NULL);
    CHECK(bumper_mover3_step(NULL, 1, world, 1, 0, NULL, 0, NULL) == BUMPER_NULL);
    OK(bumper_mover3_new(&ball, &mover));
    CHECK(bumper_mover3_show(mover, world, 777) == BUMPER_GONE);
    bumper_mover3_free(mover);
    bumper_mover3_free(NULL);
    bumper_world3_free(world);
    bumper_world3_free(NULL);
}

void worlds3(void) {
    worlds();
    worlds_all();
    sides();
    movers();
    mistakes();
}
