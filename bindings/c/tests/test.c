/* Tests of the C library from C: results, and invalid arguments. Also run with the sanitizers and Valgrind. */

#include "check.h"

int checks;

bumper_point_f32 at(float x, float y) {
    bumper_point_f32 point;
    point.x = x;
    point.y = y;
    return point;
}

float degrees(float of) { return of * 3.14159265f / 180; }

bumper_shape box(float x, float y, float width, float height) {
    return bumper_shape_of_box(bumper_box_from_top_left_f32(x, y, width, height));
}

bumper_shape circle(float x, float y, float radius) {
    bumper_circle_f32 of;
    of.center = at(x, y);
    of.radius = radius;
    return bumper_shape_of_circle(of);
}

static void typed(void) {
    bumper_box_i16 wall = bumper_box_from_top_left_i16(300, 40, 40, 400);
    bumper_circle_i16 dot = {{290, 100}, 10}, a = {{0, 0}, 10}, b = {{15, 0}, 10};
    bumper_cylinder_i32 pillar = {{0, 0, 0}, 100, 10, 1};
    bumper_sphere_i32 ball = {{20, 50, 0}, 10};
    CHECK(bumper_circle_box_relation_i16(dot, wall) == BUMPER_TOUCHING);
    CHECK(bumper_circle_box_intersects_i16(dot, wall) && !bumper_circle_box_overlaps_i16(dot, wall));
    CHECK(bumper_circle_overlaps_i16(a, b));
    CHECK(bumper_cylinder_sphere_relation_i32(pillar, ball) == BUMPER_TOUCHING);
    /* Products of 16-bit numbers do not overflow, and 16.16 numbers are compared by their bits. */
    a.radius = 1;
    b.center.x = 256;
    b.radius = 0;
    CHECK(bumper_circle_relation_i16(a, b) == BUMPER_APART);
    {
        bumper_box_i32 one = {{0, 0}, {65536, 65536}};
        bumper_point_i32 p = {65536, 32768};
        CHECK(bumper_box_point_relation_i32(one, p) == BUMPER_TOUCHING);
    }
}

static void queries(void) {
    bumper_shape wall = box(10, 0, 1, 9), ball = circle(8, 5, 1), polygon;
    bumper_point_f32 corners[3] = {{0, 0}, {40, 0}, {0, 30}};
    bumper_relation relation;
    bumper_contact contact;
    bumper_sweep_hit hit;
    bumper_ray_hit seen;
    bumper_ray ray = {{0, 5}, {2, 0}, 100};
    float distance;
    bool found, yes;
    OK(bumper_shape_relation(&wall, &ball, &relation));
    CHECK(relation == BUMPER_APART);
    OK(bumper_shape_distance(&wall, &ball, &distance));
    CHECK(distance == 1);
    OK(bumper_shape_contact(&ball, &wall, &contact));
    CHECK(contact.separation == 1 && contact.normal.x == 1 && contact.normal.y == 0 && contact.count == 1);
    OK(bumper_shape_sweep(&ball, at(2, 0), &wall, at(0, 0), &found, &hit));
    CHECK(found && hit.time == 0.5f && hit.normal.x == 1 && hit.id == 0);
    OK(bumper_shape_cast(ray, &wall, &found, &seen));
    CHECK(found && seen.distance == 10 && seen.normal.x == -1);
    memset(&polygon, 0, sizeof polygon);
    polygon.kind = BUMPER_POLYGON;
    polygon.data.polygon.corners = corners;
    polygon.data.polygon.count = 3;
    ball = circle(23, 19, 5);
    OK(bumper_shape_intersects(&polygon, &ball, &yes));
    CHECK(yes);
    OK(bumper_shape_overlaps(&polygon, &ball, &yes));
    CHECK(!yes);
    /* Each kind against a ball: checks that the right member of the union is read. */
    {
        uint32_t kind;
        for (kind = BUMPER_SEGMENT; kind <= BUMPER_ELLIPSE; ++kind) {
            bumper_shape shape;
            memset(&shape, 0, sizeof shape);
            shape.kind = kind;
            if (kind == BUMPER_SEGMENT) shape.data.segment.to = at(4, 0);
            if (kind == BUMPER_TRIANGLE) shape.data.triangle.b = at(4, 0), shape.data.triangle.c = at(0, 4);
            if (kind == BUMPER_CAPSULE) shape.data.capsule.to = at(4, 0), shape.data.capsule.radius = 1;
            if (kind >= BUMPER_ORIENTED_BOX) shape.data.oriented.half_size = at(2, 1), shape.data.oriented.angle = degrees(90);
            ball = circle(0, 3, 1.5f);
            OK(bumper_shape_relation(&shape, &ball, &relation));
            CHECK(relation == (kind == BUMPER_SEGMENT || kind == BUMPER_CAPSULE ? BUMPER_APART : BUMPER_OVERLAPPING));
        }
    }
}

static void masks(void) {
    static const uint8_t arrow[3] = {0x08, 0x1f, 0x08};
    bumper_mask *mask, *empty;
    bumper_shape sprite, ball = circle(113, 53, 3);
    bumper_relation relation;
    bool yes;
    uint32_t count;
    OK(bumper_mask_from_rows(arrow, sizeof arrow, 5, 3, &mask));
    OK(bumper_mask_count(mask, &count));
    CHECK(count == 7);
    OK(bumper_mask_overlaps(mask, mask, 4, 0, &yes));
    CHECK(yes);
    OK(bumper_mask_overlap_area(mask, mask, 2, 0, &count));
    CHECK(count == 3);
    OK(bumper_mask_overlaps(mask, mask, 2, 2, &yes));
    CHECK(!yes);
    memset(&sprite, 0, sizeof sprite);
    sprite.kind = BUMPER_SPRITE;
    sprite.data.sprite.mask = mask;
    sprite.data.sprite.at = at(100, 50);
    sprite.data.sprite.pixel = 2;
    OK(bumper_shape_relation(&sprite, &ball, &relation));
    CHECK(relation == BUMPER_TOUCHING);
    OK(bumper_mask_set(mask, 0, 0, true));
    OK(bumper_mask_get(mask, 0, 0, &yes));
    CHECK(yes);
    CHECK(bumper_mask_from_rows(arrow, 2, 5, 3, &mask) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_mask_from_rows(NULL, 3, 5, 3, &mask) == BUMPER_NULL);
    OK(bumper_mask_new(4, 4, &empty));
    {
        bumper_world *world;
        uint64_t id;
        size_t here;
        const bumper_event *events;
        bumper_shape probe = circle(101, 51, 0.5f);
        OK(bumper_world_new(&world));
        OK(bumper_world_insert(world, &sprite, NULL, &id));
        /* The world has a copy of the mask as it was. */
        OK(bumper_mask_set(mask, 0, 0, false));
        bumper_mask_free(mask);
        OK(bumper_world_update(world, &events, &here));
        OK(bumper_world_intersecting(world, &probe, 1, NULL, 0, &here));
        CHECK(here == 1);
        sprite.data.sprite.mask = empty;
        CHECK(bumper_world_insert(world, &sprite, NULL, &id) == BUMPER_EMPTY);
        bumper_world_free(world);
    }
    bumper_mask_free(empty);
}

static void worlds(void) {
    bumper_world *world;
    bumper_collider coin = bumper_collider_default();
    bumper_shape wall = box(10, 0, 1, 9), ball = circle(5, 5, 0.5f), hero = circle(3, 5, 1), near_coin = circle(4, 5, 1);
    bumper_ray ray = {{5, 8}, {1, 0}, 100};
    const bumper_event *events;
    bumper_contact contact;
    bumper_ray_hit seen;
    bumper_sweep_hit hit;
    uint64_t a, b, c, ids[2], id;
    size_t count;
    bool found;
    OK(bumper_world_new(&world));
    coin.layers = 2;
    coin.sensor = 1;
    coin.data = 42;
    OK(bumper_world_insert(world, &wall, NULL, &a));
    OK(bumper_world_insert(world, &ball, &coin, &b));
    OK(bumper_world_insert(world, &hero, NULL, &c));
    OK(bumper_world_update(world, &events, &count));
    CHECK(count == 0);
    OK(bumper_world_set_shape(world, c, &near_coin));
    OK(bumper_world_update(world, &events, &count));
    CHECK(count == 1 && events[0].was == BUMPER_APART && events[0].now == BUMPER_OVERLAPPING);
    CHECK((events[0].a == b && events[0].b == c && events[0].data[0] == 42) || events[0].a == c);
    OK(bumper_world_intersecting(world, &near_coin, ~0u, ids, 1, &count));
    CHECK(count == 2 && (ids[0] == b || ids[0] == c));
    OK(bumper_world_cast(world, ray, 1, &found, &seen));
    CHECK(found && seen.id == a && seen.distance == 5);
    OK(bumper_world_sweep(world, &near_coin, at(100, 0), 1, c, &found, &hit));
    CHECK(found && hit.id == a);
    OK(bumper_world_nearest(world, &hero, 100, 1, c, &id, &contact));
    CHECK(id == a && contact.separation == 6);
    OK(bumper_world_nearest(world, &hero, 1, 1, c, &id, &contact));
    CHECK(id == 0);
    OK(bumper_world_set_collider(world, a, &coin));
    OK(bumper_world_cast(world, ray, 1, &found, &seen));
    CHECK(!found);
    OK(bumper_world_remove(world, b));
    CHECK(bumper_world_remove(world, b) == BUMPER_GONE);
    CHECK(bumper_world_set_shape(world, b, &ball) == BUMPER_GONE);
    CHECK(bumper_world_set_shape(world, 0, &ball) == BUMPER_GONE);
    CHECK(bumper_world_set_shape(world, 12345678901234ull, &ball) == BUMPER_GONE);
    OK(bumper_world_len(world, &count));
    CHECK(count == 2);
    bumper_world_free(world);
}

/* Queries with several hits, and motions of shapes of a world. */
static void worlds_all(void) {
    bumper_world *world;
    bumper_collider coin = bumper_collider_default();
    bumper_shape far = box(20, 0, 1, 9), near = box(10, 0, 1, 9), disc = circle(5, 5, 1), small = circle(0, 5, 1);
    bumper_ray ray = {{0, 5}, {1, 0}, 100};
    bumper_ray_hit seen[2];
    bumper_sweep_hit hits[2];
    bumper_hit stops[2];
    bumper_point_f32 moved;
    uint64_t a, b, c, ids[1];
    size_t count;
    OK(bumper_world_new(&world));
    coin.layers = 2;
    OK(bumper_world_insert(world, &far, NULL, &a));
    OK(bumper_world_insert(world, &near, NULL, &b));
    OK(bumper_world_insert(world, &disc, &coin, &c));
    OK(bumper_world_cast_all(world, ray, 1, seen, 2, &count));
    CHECK(count == 2 && seen[0].id == b && seen[0].distance == 10 && seen[1].id == a && seen[1].distance == 20);
    OK(bumper_world_cast_all(world, ray, 3, seen, 1, &count));
    CHECK(count == 3 && seen[0].id == c && seen[0].distance == 4);
    OK(bumper_world_cast_all(world, ray, 4, NULL, 0, &count));
    CHECK(count == 0);
    CHECK(bumper_world_cast_all(world, ray, 1, NULL, 1, &count) == BUMPER_NULL);
    OK(bumper_world_sweep_all(world, &small, at(40, 0), 3, 0, hits, 2, &count));
    CHECK(count == 3 && hits[0].id == c && hits[1].id == b && hits[0].time < hits[1].time);
    OK(bumper_world_sweep_all(world, &small, at(40, 0), 3, c, hits, 2, &count));
    CHECK(count == 2 && hits[0].id == b && hits[1].id == a);
    CHECK(bumper_world_sweep_all(world, &small, at(NAN, 0), 3, 0, hits, 2, &count) == BUMPER_NOT_A_NUMBER);
    /* The disc stops at the wall, passes a wall on another layer, and is not stopped by move_by. */
    OK(bumper_world_travel(world, c, at(8, 0), BUMPER_STOP, 1, &moved, stops, 2, &count));
    CHECK(moved.x == 4 && moved.y == 0 && count == 1 && stops[0].id == b && stops[0].normal.x == -1 && stops[0].time == 0.5f);
    OK(bumper_world_move_by(world, c, at(-4, 0)));
    OK(bumper_world_travel(world, c, at(8, 0), BUMPER_STOP, 2, &moved, NULL, 0, NULL));
    CHECK(moved.x == 8);
    OK(bumper_world_move_by(world, c, at(0, 100)));
    OK(bumper_world_intersecting(world, &disc, 3, ids, 1, &count));
    CHECK(count == 0);
    disc = circle(13, 105, 1);
    OK(bumper_world_intersecting(world, &disc, 3, ids, 1, &count));
    CHECK(count == 1 && ids[0] == c);
    CHECK(bumper_world_travel(world, c, at(8, 0), 9, 1, &moved, NULL, 0, NULL) == BUMPER_UNKNOWN);
    CHECK(bumper_world_travel(world, c, at(8, 0), BUMPER_STOP, 1, NULL, NULL, 0, NULL) == BUMPER_NULL);
    CHECK(bumper_world_move_by(world, c, at(INFINITY, 0)) == BUMPER_NOT_A_NUMBER);
    OK(bumper_world_remove(world, c));
    CHECK(bumper_world_move_by(world, c, at(1, 0)) == BUMPER_GONE);
    CHECK(bumper_world_travel(world, c, at(8, 0), BUMPER_STOP, 1, &moved, NULL, 0, NULL) == BUMPER_GONE);
    bumper_world_free(world);
}

static void movers(void) {
    bumper_world *world;
    bumper_mover *mover;
    bumper_motion motion;
    bumper_shape dot = box(0, 100, 20, 20), wall = box(300, 40, 40, 400);
    bumper_point_f32 position;
    bumper_hit hits[4];
    uint64_t id;
    size_t count;
    bool grounded;
    OK(bumper_world_new(&world));
    OK(bumper_world_insert(world, &wall, NULL, &id));
    OK(bumper_mover_new(&dot, &mover));
    OK(bumper_mover_motion(mover, &motion));
    motion.velocity = at(100000, 0);
    motion.response = BUMPER_STOP;
    OK(bumper_mover_set_motion(mover, &motion));
    OK(bumper_mover_step(mover, 1, world, 1, 0, hits, 4, &count));
    OK(bumper_mover_position(mover, &position));
    CHECK(position.x == 280 && count == 1 && hits[0].id == id && hits[0].normal.x == -1);
    OK(bumper_mover_set_position(mover, at(0, 0)));
    OK(bumper_mover_set_motion(mover, &motion));
    OK(bumper_mover_step(mover, 0.001f, world, 2, 0, NULL, 0, &count));
    OK(bumper_mover_position(mover, &position));
    /* The wall is not on the layer of this step. */
    CHECK(position.x > 99.9f && position.x < 100.1f && count == 0);
    OK(bumper_mover_is_grounded(mover, &grounded));
    CHECK(!grounded);
    OK(bumper_mover_show(mover, world, id));
    OK(bumper_mover_jump(mover, 40));
    CHECK(bumper_mover_jump(mover, NAN) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_mover_step(mover, NAN, world, 1, 0, NULL, 0, NULL) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_mover_set_position(mover, at(NAN, 0)) == BUMPER_NOT_A_NUMBER);
    motion.response = 99;
    CHECK(bumper_mover_set_motion(mover, &motion) == BUMPER_UNKNOWN);
    bumper_mover_free(mover);
    bumper_world_free(world);
}

/* Calls every function with null pointers and with invalid arguments. */
static void mistakes(void) {
    bumper_shape ball = circle(0, 0, 1), nothing = circle(NAN, 0, 1), unknown = circle(0, 0, 1), lie;
    bumper_ray ray = {{0, 0}, {0, 0}, 1};
    bumper_relation relation;
    bumper_contact contact;
    bumper_sweep_hit hit;
    bumper_ray_hit seen;
    bumper_world *world;
    bumper_mover *mover;
    const bumper_event *events;
    uint64_t id;
    size_t count;
    float distance;
    bool yes;
    unknown.kind = 77;
    memset(&lie, 0, sizeof lie);
    lie.kind = BUMPER_POLYGON;
    CHECK(bumper_shape_relation(NULL, &ball, &relation) == BUMPER_NULL);
    CHECK(bumper_shape_relation(&ball, NULL, &relation) == BUMPER_NULL);
    CHECK(bumper_shape_relation(&ball, &ball, NULL) == BUMPER_NULL);
    CHECK(bumper_shape_relation(&ball, &unknown, &relation) == BUMPER_UNKNOWN);
    CHECK(bumper_shape_relation(&ball, &lie, &relation) == BUMPER_NO_POLYGON);
    lie.data.polygon.count = (size_t)-1;
    CHECK(bumper_shape_relation(&ball, &lie, &relation) == BUMPER_NO_POLYGON);
    lie.data.polygon.count = 3;
    CHECK(bumper_shape_relation(&ball, &lie, &relation) == BUMPER_NULL);
    lie.kind = BUMPER_SPRITE;
    memset(&lie.data, 0, sizeof lie.data);
    CHECK(bumper_shape_relation(&ball, &lie, &relation) == BUMPER_NULL);
    CHECK(bumper_shape_relation(&ball, &nothing, &relation) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_shape_intersects(&ball, &ball, NULL) == BUMPER_NULL);
    CHECK(bumper_shape_overlaps(NULL, NULL, &yes) == BUMPER_NULL);
    CHECK(bumper_shape_distance(NULL, &ball, &distance) == BUMPER_NULL);
    CHECK(bumper_shape_contact(&ball, NULL, &contact) == BUMPER_NULL);
    CHECK(bumper_shape_sweep(&ball, at(NAN, INFINITY), &ball, at(0, 0), &yes, &hit) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_shape_cast(ray, &ball, &yes, &seen) == BUMPER_NOT_A_NUMBER);
    ray.direction.x = 1;
    ray.max_distance = NAN;
    CHECK(bumper_shape_cast(ray, &ball, &yes, &seen) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_mask_new(3, 3, NULL) == BUMPER_NULL);
    CHECK(bumper_mask_set(NULL, 0, 0, true) == BUMPER_NULL);
    CHECK(bumper_mask_count(NULL, NULL) == BUMPER_NULL);
    CHECK(bumper_mask_overlaps(NULL, NULL, 0, 0, &yes) == BUMPER_NULL);
    CHECK(bumper_world_new(NULL) == BUMPER_NULL);
    OK(bumper_world_new(&world));
    CHECK(bumper_world_insert(world, &nothing, NULL, &id) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_world_insert(world, &ball, NULL, NULL) == BUMPER_NULL);
    CHECK(bumper_world_insert(NULL, &ball, NULL, &id) == BUMPER_NULL);
    CHECK(bumper_world_len(NULL, &count) == BUMPER_NULL);
    CHECK(bumper_world_update(world, NULL, &count) == BUMPER_NULL);
    CHECK(bumper_world_update(NULL, &events, &count) == BUMPER_NULL);
    CHECK(bumper_world_remove(NULL, 1) == BUMPER_NULL);
    CHECK(bumper_mover_new(NULL, &mover) == BUMPER_NULL);
    CHECK(bumper_mover_new(&ball, NULL) == BUMPER_NULL);
    CHECK(bumper_mover_step(NULL, 1, world, 1, 0, NULL, 0, NULL) == BUMPER_NULL);
    bumper_world_free(world);
    bumper_world_free(NULL);
    bumper_mover_free(NULL);
    bumper_mask_free(NULL);
    CHECK(!strcmp(bumper_message(BUMPER_GONE), "the object with this id has been removed, or belongs to another world"));
    CHECK(!strcmp(bumper_message(4000000000u), "unknown status"));
    CHECK(!strcmp(bumper_version(), "0.1.0"));
}

int main(void) {
    typed();
    queries();
    masks();
    worlds();
    worlds_all();
    movers();
    platforms();
    ground();
    mistakes();
    simulation();
    simulation_queries();
    simulation_changes();
    joint_frames();
    space();
    worlds3();
    levels3();
    terrain3();
    refusals();
    saves();
    printf("%d checks of the C library\n", checks);
    return 0;
}
