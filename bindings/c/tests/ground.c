/* Tests of half-spaces and height fields: with each query, in worlds, for movers and as static colliders, and of invalid arguments. */

#include "check.h"

static bool near_to(float a, float b) { return fabsf(a - b) <= 1e-4f; }

/* The queries on a floor: a half-space whose normal has the length 3. */
static void floor_queries(void) {
    bumper_shape ground = bumper_shape_of_half_space(at(0, 0), at(0, 3)), ball = circle(1000, 2, 1), wall;
    bumper_relation relation;
    bumper_contact contact;
    bumper_sweep_hit hit;
    bumper_ray ray = {{7, 5}, {0, -2}, 100};
    bumper_ray_hit seen;
    float distance;
    bool yes;
    OK(bumper_shape_distance(&ground, &ball, &distance));
    CHECK(distance == 1);
    OK(bumper_shape_contact(&ball, &ground, &contact));
    CHECK(contact.separation == 1 && contact.normal.x == 0 && contact.normal.y == -1 && contact.count == 1);
    OK(bumper_shape_sweep(&ball, at(0, -2), &ground, at(0, 0), &yes, &hit));
    CHECK(yes && near_to(hit.time, 0.5f) && hit.normal.y == -1);
    OK(bumper_shape_cast(ray, &ground, &yes, &seen));
    CHECK(yes && seen.distance == 5 && seen.normal.y == 1);
    ball = circle(-1000, 1, 1);
    OK(bumper_shape_relation(&ground, &ball, &relation));
    CHECK(relation == BUMPER_TOUCHING);
    ball = circle(5, -100, 1);
    OK(bumper_shape_overlaps(&ground, &ball, &yes));
    CHECK(yes);
    OK(bumper_shape_contact(&ground, &ball, &contact));
    CHECK(near_to(contact.separation, -101) && contact.normal.y == 1);
    /* Rotated by 90 degrees and moved, it is everything with x >= 10. */
    memset(&wall, 0, sizeof wall);
    wall.kind = BUMPER_COMPOUND;
    wall.data.compound.parts = &ground;
    wall.data.compound.count = 1;
    wall.data.compound.position = at(10, 0);
    wall.data.compound.angle = degrees(90);
    ball = circle(5, 30, 1);
    OK(bumper_shape_distance(&wall, &ball, &distance));
    CHECK(near_to(distance, 4));
    /* Invalid numbers. */
    ground = bumper_shape_of_half_space(at(0, 0), at(0, 0));
    CHECK(bumper_shape_distance(&ground, &ball, &distance) == BUMPER_NOT_A_NUMBER);
    ground = bumper_shape_of_half_space(at(0, INFINITY), at(0, 1));
    CHECK(bumper_shape_distance(&ground, &ball, &distance) == BUMPER_NOT_A_NUMBER);
    ground = bumper_shape_of_half_space(at(0, 0), at(NAN, 1));
    CHECK(bumper_shape_distance(&ball, &ground, &distance) == BUMPER_NOT_A_NUMBER);
}

static bumper_point_f32 nowhere(bumper_point_f32 from, void *data) {
    (void)from, (void)data;
    return at(0, 0);
}

/* A mover lands on `ground` at the height `top`, above x = 35. */
static void mover_lands(const bumper_shape *ground, float top) {
    bumper_world *world;
    bumper_mover *mover;
    bumper_motion motion;
    bumper_shape hero = circle(35, 20, 1), low = circle(35, top + 0.5f, 1);
    bumper_world_mover rider;
    bumper_world_part part;
    bumper_point_f32 position;
    bumper_contact contact;
    const bumper_event *events;
    uint64_t id, found, ids[2];
    size_t count;
    int step;
    bool grounded;
    OK(bumper_world_new(&world));
    OK(bumper_world_insert(world, ground, NULL, &id));
    OK(bumper_mover_new(&hero, &mover));
    OK(bumper_mover_motion(mover, &motion));
    motion.gravity = at(0, -10);
    OK(bumper_mover_set_motion(mover, &motion));
    OK(bumper_world_nearest(world, &hero, 100, 1, 0, &found, &contact));
    CHECK(found == id && near_to(contact.separation, 19 - top));
    OK(bumper_world_insert(world, &hero, NULL, &rider.id));
    OK(bumper_world_update(world, &events, &count));
    CHECK(count == 0);
    for (step = 0; step < 180; ++step) OK(bumper_mover_step(mover, 1.0f / 60, world, 1, rider.id, NULL, 0, NULL));
    OK(bumper_mover_is_grounded(mover, &grounded));
    OK(bumper_mover_position(mover, &position));
    CHECK(grounded && fabsf(position.y - (top - 19)) < 1e-3f);
    OK(bumper_world_set_shape(world, rider.id, &low));
    OK(bumper_world_update(world, &events, &count));
    CHECK(count == 1 && events[0].was == BUMPER_APART && events[0].now == BUMPER_OVERLAPPING);
    OK(bumper_world_intersecting(world, ground, 1, ids, 2, &count));
    CHECK(count == 2);
    /* The ground is a platform that stays where it is. */
    OK(bumper_mover_show(mover, world, rider.id));
    part.id = id;
    part.shape = *ground;
    rider.mover = mover;
    OK(bumper_world_carry_to(world, &part, 1, nowhere, NULL, BUMPER_PUSH_STOP, &rider, 1, ids, 2, &count));
    CHECK(count == 0);
    bumper_mover_free(mover);
    bumper_world_free(world);
}

/* A crate falls on `ground` at the height `top`, above x = 35, and goes on in a copy of the simulation with the same bits. */
static void crate_rests(const bumper_shape *ground, float top, bumper_status refusal) {
    bumper_simulation *all, *copy;
    bumper_body_collider floor = bumper_body_collider_of(*ground), crate = bumper_body_collider_of(box(-1, -1, 2, 2));
    bumper_body_def def = bumper_body_def_default();
    bumper_body_state state;
    bumper_shape shape;
    uint64_t id, body, hash, other;
    size_t size;
    char *bytes;
    int step;
    OK(bumper_simulation_new(at(0, -10), &all));
    CHECK(bumper_simulation_insert(all, &def, &floor, 1, &body) == refusal);
    OK(bumper_simulation_insert_static(all, &floor, &id));
    def.position = at(35, 12);
    OK(bumper_simulation_insert(all, &def, &crate, 1, &body));
    for (step = 0; step < 120; ++step) OK(bumper_simulation_step(all, 1.0f / 60));
    OK(bumper_simulation_save_all(all, NULL, 0, &size));
    bytes = malloc(size);
    CHECK(bytes != NULL);
    OK(bumper_simulation_save_all(all, bytes, size, &size));
    OK(bumper_simulation_new(at(0, 0), &copy));
    OK(bumper_simulation_restore_all(copy, bytes, size));
    free(bytes);
    for (step = 0; step < 60; ++step) {
        OK(bumper_simulation_step(all, 1.0f / 60));
        OK(bumper_simulation_step(copy, 1.0f / 60));
    }
    OK(bumper_simulation_state_hash(all, &hash));
    OK(bumper_simulation_state_hash(copy, &other));
    CHECK(hash == other);
    OK(bumper_simulation_get(all, body, &state));
    CHECK(fabsf(state.center.y - top - 1) < 0.02f);
    /* The shape of a collider can be read and set again. */
    OK(bumper_simulation_get_shape(all, id, &shape));
    CHECK(shape.kind == ground->kind);
    OK(bumper_simulation_set_shape(all, id, &shape));
    bumper_simulation_free(copy);
    bumper_simulation_free(all);
}

static void floors(void) {
    bumper_shape ground = bumper_shape_of_half_space(at(3, 2), at(0, 5));
    bumper_simulation *all;
    bumper_body_collider floor = bumper_body_collider_of(ground);
    bumper_box_f32 aabb;
    uint64_t id;
    mover_lands(&ground, 2);
    crate_rests(&ground, 2, BUMPER_OUT_OF_RANGE);
    OK(bumper_simulation_new(at(0, 0), &all));
    OK(bumper_simulation_insert_static(all, &floor, &id));
    CHECK(bumper_simulation_aabb_of(all, id, &aabb) == BUMPER_OUT_OF_RANGE);
    OK(bumper_simulation_remove_collider(all, id));
    CHECK(bumper_simulation_aabb_of(all, id, &aabb) == BUMPER_GONE);
    floor.material.one_way = BUMPER_MAX_Y;
    CHECK(bumper_simulation_insert_static(all, &floor, &id) == BUMPER_OUT_OF_RANGE);
    bumper_simulation_free(all);
}

static void hill_queries(const bumper_height_field *field) {
    bumper_shape hill = bumper_shape_of_height_field(field), ball = circle(15, 8, 1);
    bumper_relation relation;
    bumper_contact contact;
    bumper_sweep_hit hit;
    bumper_ray ray = {{35, 9}, {0, -2}, 100};
    bumper_ray_hit seen;
    bumper_point_f32 normal;
    float number;
    bool yes;
    OK(bumper_height_field_height_at(field, 5, &yes, &number));
    CHECK(yes && number == 2.5f);
    OK(bumper_height_field_normal_at(field, 15, &yes, &normal));
    CHECK(yes && normal.x == 0 && normal.y == 1);
    number = 77;
    OK(bumper_height_field_height_at(field, 41, &yes, &number));
    CHECK(!yes && number == 77);
    OK(bumper_height_field_normal_at(field, -1, &yes, &normal));
    CHECK(!yes);
    CHECK(bumper_height_field_height_at(field, NAN, &yes, &number) == BUMPER_NOT_A_NUMBER);
    OK(bumper_shape_distance(&hill, &ball, &number));
    CHECK(near_to(number, 2));
    OK(bumper_shape_sweep(&ball, at(0, -4), &hill, at(0, 0), &yes, &hit));
    CHECK(yes && near_to(hit.time, 0.5f) && hit.normal.y < -0.999f && hit.parts[1] == 1);
    OK(bumper_shape_cast(ray, &hill, &yes, &seen));
    CHECK(yes && near_to(seen.distance, 9) && seen.normal.y == 1 && seen.part == 3);
    ball = circle(15, 6, 1);
    OK(bumper_shape_relation(&hill, &ball, &relation));
    CHECK(relation == BUMPER_TOUCHING);
    ball = circle(15, 5.5f, 1);
    OK(bumper_shape_contact(&hill, &ball, &contact));
    CHECK(near_to(contact.separation, -0.5f) && contact.normal.y > 0.999f && contact.parts[0] == 1);
    /* It has no inside. */
    ball = circle(15, 2, 1);
    OK(bumper_shape_relation(&hill, &ball, &relation));
    CHECK(relation == BUMPER_APART);
}

/* Heights and holes change in place. A world keeps its copy until it gets the changed shape. */
static void changes(bumper_height_field *field) {
    static const float step[2] = {7, 7}, wrong[2] = {1, NAN};
    bumper_shape hill = bumper_shape_of_height_field(field);
    bumper_height_field_grid grid;
    bumper_world *world;
    bumper_ray ray = {{15, 20}, {0, -1}, 100};
    bumper_ray_hit seen;
    float height;
    uint64_t id;
    bool yes;
    OK(bumper_world_new(&world));
    OK(bumper_world_insert(world, &hill, NULL, &id));
    OK(bumper_height_field_set_hole(field, 1, true));
    OK(bumper_height_field_is_hole(field, 1, &yes));
    CHECK(yes);
    OK(bumper_height_field_height_at(field, 15, &yes, &height));
    CHECK(!yes);
    OK(bumper_world_cast(world, ray, 1, &yes, &seen));
    CHECK(yes && seen.id == id && near_to(seen.distance, 15) && seen.part == 1);
    OK(bumper_world_set_shape(world, id, &hill));
    OK(bumper_world_cast(world, ray, 1, &yes, &seen));
    CHECK(!yes);
    OK(bumper_height_field_set_heights(field, 3, step, 2));
    CHECK(bumper_height_field_set_heights(field, 4, step, 2) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field_set_heights(field, 3, wrong, 2) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_height_field_set_heights(field, 3, NULL, 2) == BUMPER_NULL);
    OK(bumper_height_field_set_heights(field, 3, NULL, 0));
    CHECK(bumper_height_field_set_hole(field, 4, true) == BUMPER_OUT_OF_RANGE);
    OK(bumper_height_field_is_hole(field, 4, &yes));
    CHECK(!yes);
    OK(bumper_height_field_get(field, &grid));
    CHECK(grid.count == 5 && grid.cell == 10 && grid.origin.x == 0 && grid.heights[2] == 5 && grid.heights[3] == 7);
    bumper_world_free(world);
}

static void hills(void) {
    static const float heights[5] = {0, 5, 5, 0, 0};
    bumper_height_field *field;
    bumper_shape hill, placed, ball = circle(115, 8, 1);
    float distance;
    OK(bumper_height_field_new(at(0, 0), 10, heights, 5, &field));
    hill_queries(field);
    changes(field);
    hill = bumper_shape_of_height_field(field);
    mover_lands(&hill, 7);
    crate_rests(&hill, 7, BUMPER_NO_AREA);
    OK(bumper_height_field_set_hole(field, 1, false));
    memset(&placed, 0, sizeof placed);
    placed.kind = BUMPER_COMPOUND;
    placed.data.compound.parts = &hill;
    placed.data.compound.count = 1;
    placed.data.compound.position = at(100, 0);
    OK(bumper_shape_distance(&placed, &ball, &distance));
    CHECK(near_to(distance, 2));
    placed.data.compound.position = at(3e38f, 0);
    CHECK(bumper_shape_distance(&placed, &ball, &distance) == BUMPER_NOT_A_NUMBER);
    bumper_height_field_free(field);
}

static void mistakes(void) {
    static const float heights[2] = {0, 1}, endless[2] = {0, INFINITY};
    bumper_height_field *field;
    bumper_height_field_grid grid;
    bumper_shape none = bumper_shape_of_height_field(NULL), ball = circle(0, 0, 1);
    bumper_point_f32 normal;
    bumper_world *world;
    float number;
    uint64_t id;
    bool yes;
    CHECK(bumper_height_field_new(at(0, 0), 1, heights, 1, &field) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field_new(at(0, 0), 0, heights, 2, &field) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field_new(at(0, 0), -1, heights, 2, &field) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field_new(at(0, 0), NAN, heights, 2, &field) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_height_field_new(at(0, NAN), 1, heights, 2, &field) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_height_field_new(at(0, 0), 1, endless, 2, &field) == BUMPER_NOT_A_NUMBER);
    /* Rounding makes the two points equal. */
    CHECK(bumper_height_field_new(at(1e9f, 0), 1, heights, 2, &field) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field_new(at(0, 0), 1, NULL, 2, &field) == BUMPER_NULL);
    CHECK(bumper_height_field_new(at(0, 0), 1, heights, 2, NULL) == BUMPER_NULL);
    CHECK(bumper_height_field_new(at(0, 0), 1, heights, (size_t)-1, &field) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field_get(NULL, &grid) == BUMPER_NULL);
    CHECK(bumper_height_field_set_heights(NULL, 0, heights, 2) == BUMPER_NULL);
    CHECK(bumper_height_field_set_hole(NULL, 0, true) == BUMPER_NULL);
    CHECK(bumper_height_field_is_hole(NULL, 0, &yes) == BUMPER_NULL);
    CHECK(bumper_height_field_height_at(NULL, 0, &yes, &number) == BUMPER_NULL);
    CHECK(bumper_height_field_normal_at(NULL, 0, &yes, &normal) == BUMPER_NULL);
    OK(bumper_height_field_new(at(0, 0), 1, heights, 2, &field));
    CHECK(bumper_height_field_height_at(field, 0, &yes, NULL) == BUMPER_NULL);
    CHECK(bumper_height_field_height_at(field, 0, NULL, &number) == BUMPER_NULL);
    CHECK(bumper_height_field_get(field, NULL) == BUMPER_NULL);
    CHECK(bumper_shape_distance(&none, &ball, &number) == BUMPER_NULL);
    OK(bumper_world_new(&world));
    CHECK(bumper_world_insert(world, &none, NULL, &id) == BUMPER_NULL);
    bumper_world_free(world);
    bumper_height_field_free(field);
    bumper_height_field_free(NULL);
}

void ground(void) {
    floor_queries();
    floors();
    hills();
    mistakes();
}
