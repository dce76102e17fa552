/* Tests of height fields in 3D: with each query, in worlds, for movers, and of invalid arguments. */

#include "check.h"

static bool near_to(float a, float b) { return fabsf(a - b) <= 1e-4f; }

/* A grid of 17 x 5 heights, with cells of 2 x 3: hills along x that are the same in all rows. */
enum { COLUMNS = 17, ROWS = 5 };

static bumper_height_field3 *hills(void) {
    float heights[COLUMNS * ROWS];
    bumper_height_field3 *field;
    bumper_height_field3_grid grid;
    size_t k;
    for (k = 0; k < COLUMNS * ROWS; ++k) heights[k] = 1.5f * sinf((float)(k % COLUMNS));
    OK(bumper_height_field3_new(at3(-1, 2, -6), 2, 3, COLUMNS, ROWS, heights, &field));
    OK(bumper_height_field3_get(field, &grid));
    CHECK(grid.origin.x == -1 && grid.origin.y == 2 && grid.origin.z == -6 && grid.cell_x == 2 && grid.cell_z == 3);
    CHECK(grid.columns == COLUMNS && grid.rows == ROWS && !memcmp(grid.heights, heights, sizeof heights));
    return field;
}

/* A ray down onto each cell reports the cell, and the height and the normal that the height field has there. */
static void cells(const bumper_height_field3 *field) {
    bumper_shape3 ground = bumper_shape3_of_height_field(field), ball;
    size_t column, row;
    for (row = 0; row + 1 < ROWS; ++row) {
        for (column = 0; column + 1 < COLUMNS; ++column) {
            float x = -1 + 2 * ((float)column + 0.3f), z = -6 + 3 * ((float)row + 0.4f), height;
            bumper_ray3_hit seen;
            bumper_sweep3_hit hit;
            bumper_contact3 contact;
            bumper_point3_f32 normal;
            uint32_t cell = (uint32_t)(row * (COLUMNS - 1) + column);
            bool found;
            OK(bumper_height_field3_height_at(field, x, z, &found, &height));
            CHECK(found);
            OK(bumper_height_field3_normal_at(field, x, z, &found, &normal));
            CHECK(found);
            OK(bumper_shape3_cast(ray_to(at3(x, 10, z), at3(x, 0, z)), &ground, &found, &seen));
            CHECK(found && seen.part == cell && near_to(seen.point.y, height));
            CHECK(near_to(seen.normal.x, normal.x) && near_to(seen.normal.y, normal.y) && near_to(seen.normal.z, normal.z));
            ball = sphere(x + 0.2f * normal.x, height + 0.2f * normal.y, z, 0.1f);
            OK(bumper_shape3_contact(&ball, &ground, &contact));
            CHECK(near_to(contact.separation, 0.1f) && contact.parts[1] == cell);
            OK(bumper_shape3_sweep(&ball, at3(-normal.x, -normal.y, 0), &ground, at3(0, 0, 0), &found, &hit));
            CHECK(found && near_to(hit.time, 0.1f) && hit.parts[1] == cell);
        }
    }
}

/* A walker crosses the hills and stays on the ground in every step. Its hits report the cell below it. */
static void wander(void) {
    bumper_height_field3 *field = hills();
    bumper_shape3 ground = bumper_shape3_of_height_field(field), ball = sphere(0, 4.5f, 0.5f, 0.5f);
    bumper_world3 *world;
    bumper_mover3 *mover = walker3(ball, true);
    bumper_point3_f32 position;
    bumper_hit3 hits[8];
    bumper_shape3 below;
    bumper_contact3 contact;
    uint64_t id;
    size_t count, k;
    int step, told = 0;
    bool grounded;
    OK(bumper_world3_new(&world));
    OK(bumper_world3_insert(world, &ground, NULL, &id));
    for (step = 0; step < 60; ++step) walk3(mover, 0, world, 0, NULL, 0, NULL);
    for (step = 0; step < 300; ++step) {
        walk3(mover, 5, world, 0, hits, 8, &count);
        OK(bumper_mover3_is_grounded(mover, &grounded));
        OK(bumper_mover3_position(mover, &position));
        CHECK(grounded);
        /* The ball touches the ground, up to the margin that movers keep. */
        below = sphere(position.x, 4.5f + position.y, 0.5f, 0.5f);
        OK(bumper_shape3_contact(&below, &ground, &contact));
        CHECK(fabsf(contact.separation) < 0.02f);
        for (k = 0; k < count && k < 8; ++k) {
            uint32_t column = hits[k].parts[1] % (COLUMNS - 1), row = hits[k].parts[1] / (COLUMNS - 1);
            CHECK(hits[k].id == id && row == 2 && fabsf(2 * (float)column - position.x) < 2);
            ++told;
        }
    }
    CHECK(position.x > 20 && told > 100);
    bumper_mover3_free(mover);
    bumper_world3_free(world);
    bumper_height_field3_free(field);
}

/* Heights and holes change in place. A world keeps its copy until it gets the changed shape, and the field may be freed. */
static void changes(void) {
    static const float crater[4] = {-3, -3, -3, -3}, wrong[2] = {1, NAN};
    bumper_height_field3 *field = hills();
    bumper_shape3 ground = bumper_shape3_of_height_field(field);
    bumper_height_field3_grid grid;
    bumper_world3 *world;
    bumper_ray3 ray = ray_to(at3(10, 20, 1), at3(10, 0, 1));
    bumper_ray3_hit seen;
    float before, height;
    uint64_t id;
    bool yes;
    OK(bumper_world3_new(&world));
    OK(bumper_world3_insert(world, &ground, NULL, &id));
    OK(bumper_height_field3_height_at(field, 10, 1, &yes, &before));
    OK(bumper_height_field3_set_heights(field, 5, 2, 2, 2, crater));
    OK(bumper_height_field3_height_at(field, 10, 1, &yes, &height));
    CHECK(yes && height == -1);
    OK(bumper_height_field3_get(field, &grid));
    CHECK(grid.heights[2 * COLUMNS + 5] == -3 && grid.heights[3 * COLUMNS + 6] == -3 && grid.heights[3 * COLUMNS + 7] != -3);
    OK(bumper_world3_cast(world, ray, 1, &yes, &seen));
    CHECK(yes && near_to(seen.point.y, before));
    OK(bumper_world3_set_shape(world, id, &ground));
    OK(bumper_world3_cast(world, ray, 1, &yes, &seen));
    CHECK(yes && near_to(seen.point.y, -1) && seen.part == 2 * (COLUMNS - 1) + 5);
    OK(bumper_height_field3_set_hole(field, 5, 2, true));
    OK(bumper_height_field3_is_hole(field, 5, 2, &yes));
    CHECK(yes);
    OK(bumper_height_field3_is_hole(field, 2, 5, &yes));
    CHECK(!yes);
    OK(bumper_height_field3_height_at(field, 10, 1, &yes, &height));
    CHECK(!yes);
    OK(bumper_world3_set_shape(world, id, &ground));
    OK(bumper_world3_cast(world, ray, 1, &yes, &seen));
    CHECK(!yes);
    OK(bumper_height_field3_set_hole(field, 5, 2, false));
    OK(bumper_world3_set_shape(world, id, &ground));
    CHECK(bumper_height_field3_set_heights(field, COLUMNS - 1, 0, 2, 1, crater) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field3_set_heights(field, 0, ROWS - 1, 1, 2, crater) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field3_set_heights(field, 0, 0, (size_t)-1, 3, crater) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field3_set_heights(field, 0, 0, 2, 1, wrong) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_height_field3_set_heights(field, 0, 0, 2, 1, NULL) == BUMPER_NULL);
    CHECK(bumper_height_field3_set_heights(NULL, 0, 0, 2, 1, crater) == BUMPER_NULL);
    OK(bumper_height_field3_set_heights(field, 0, 0, 0, 0, NULL));
    OK(bumper_height_field3_get(field, &grid));
    CHECK(grid.heights[0] == 0);
    CHECK(bumper_height_field3_set_hole(field, COLUMNS - 1, 0, true) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field3_set_hole(field, 0, ROWS - 1, true) == BUMPER_OUT_OF_RANGE);
    OK(bumper_height_field3_is_hole(field, 0, ROWS - 1, &yes));
    CHECK(!yes);
    bumper_height_field3_free(field);
    OK(bumper_world3_cast(world, ray, 1, &yes, &seen));
    CHECK(yes && near_to(seen.point.y, -1));
    bumper_world3_free(world);
}

/* Terrain for a game in which z points up: a quarter turn about x turns y into z and z into -y. */
static void upright(void) {
    static const float heights[6] = {0, 0, 1, 1, 2, 2};
    bumper_height_field3 *field;
    bumper_shape3 ramp, placed = make(BUMPER_COMPOUND3);
    bumper_ray3_hit seen;
    bool found;
    OK(bumper_height_field3_new(at3(0, 0, 0), 1, 1, 2, 3, heights, &field));
    ramp = bumper_shape3_of_height_field(field);
    placed.data.compound.parts = &ramp;
    placed.data.compound.count = 1;
    placed.data.compound.rotation = bumper_rotation3_about(at3(1, 0, 0), degrees(90));
    OK(bumper_shape3_cast(ray_to(at3(0.5f, -1.5f, 9), at3(0.5f, -1.5f, 0)), &placed, &found, &seen));
    CHECK(found && near_to(seen.point.z, 1.5f) && seen.part == 1);
    bumper_height_field3_free(field);
}

/* Terrain as a lift: the world moves its own copy, with the mover on it. */
static void carried(void) {
    static const float heights[4] = {0, 0, 0, 0};
    bumper_height_field3 *field;
    bumper_shape3 floor, ball = sphere(2, 1, 2, 1);
    bumper_world3 *world;
    bumper_mover3 *mover = walker3(ball, false);
    bumper_world3_mover rider;
    bumper_point3_f32 position;
    bumper_ray3_hit seen;
    uint64_t ids[1], crushed = 7;
    float height;
    int step;
    bool found;
    OK(bumper_height_field3_new(at3(0, 0, 0), 5, 5, 2, 2, heights, &field));
    floor = bumper_shape3_of_height_field(field);
    OK(bumper_world3_new(&world));
    OK(bumper_world3_insert(world, &floor, NULL, ids));
    OK(bumper_world3_insert(world, &ball, NULL, &rider.id));
    rider.mover = mover;
    for (step = 0; step < 10; ++step) walk3(mover, 0, world, rider.id, NULL, 0, NULL);
    OK(bumper_world3_carry(world, ids, 1, at3(1, 2, 0), &rider, 1, &crushed));
    OK(bumper_mover3_position(mover, &position));
    CHECK(crushed == 0 && near_to(position.x, 1) && fabsf(position.y - 2) < 1e-3f);
    OK(bumper_world3_cast(world, ray_to(at3(5.5f, 9, 4), at3(5.5f, 8, 4)), 1, &found, &seen));
    CHECK(found && near_to(seen.point.y, 2));
    OK(bumper_height_field3_height_at(field, 2, 2, &found, &height));
    CHECK(found && height == 0);
    bumper_mover3_free(mover);
    bumper_world3_free(world);
    bumper_height_field3_free(field);
}

/* Invalid height fields and arguments. */
static void bad_fields(void) {
    static const float heights[4] = {0, 1, 2, 3}, endless[4] = {0, 0, INFINITY, 0};
    bumper_point3_f32 origin = at3(0, 0, 0), normal;
    bumper_height_field3 *field = NULL;
    bumper_height_field3_grid grid;
    bumper_shape3 none = bumper_shape3_of_height_field(NULL), ball = sphere(0, 0, 0, 1), hole;
    bumper_world3 *world;
    bumper_ray3_hit seen;
    uint64_t id;
    float number = 77;
    bool yes;
    CHECK(bumper_height_field3_new(origin, 1, 1, 1, 4, heights, &field) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field3_new(origin, 1, 1, 4, 1, heights, &field) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field3_new(origin, 1, 1, 0, 0, NULL, &field) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field3_new(origin, 1, 1, (size_t)-1, 2, heights, &field) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field3_new(origin, 0, 1, 2, 2, heights, &field) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field3_new(origin, 1, -1, 2, 2, heights, &field) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field3_new(at3(0, 0, 1e9f), 1, 1, 2, 2, heights, &field) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_height_field3_new(origin, 1, NAN, 2, 2, heights, &field) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_height_field3_new(origin, INFINITY, 1, 2, 2, heights, &field) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_height_field3_new(at3(0, NAN, 0), 1, 1, 2, 2, heights, &field) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_height_field3_new(origin, 1, 1, 2, 2, endless, &field) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_height_field3_new(origin, 1, 1, 2, 2, NULL, &field) == BUMPER_NULL);
    CHECK(bumper_height_field3_new(origin, 1, 1, 2, 2, heights, NULL) == BUMPER_NULL);
    CHECK(field == NULL);
    CHECK(bumper_height_field3_get(NULL, &grid) == BUMPER_NULL && bumper_height_field3_set_hole(NULL, 0, 0, true) == BUMPER_NULL);
    CHECK(bumper_height_field3_is_hole(NULL, 0, 0, &yes) == BUMPER_NULL);
    CHECK(bumper_height_field3_height_at(NULL, 0, 0, &yes, &number) == BUMPER_NULL);
    CHECK(bumper_height_field3_normal_at(NULL, 0, 0, &yes, &normal) == BUMPER_NULL);
    OK(bumper_height_field3_new(origin, 1, 1, 2, 2, heights, &field));
    OK(bumper_height_field3_height_at(field, 0.5f, 1.5f, &yes, &number));
    CHECK(!yes && number == 77);
    OK(bumper_height_field3_normal_at(field, -1, 0, &yes, &normal));
    CHECK(!yes);
    CHECK(bumper_height_field3_height_at(field, 0, NAN, &yes, &number) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_height_field3_normal_at(field, INFINITY, 0, &yes, &normal) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_height_field3_height_at(field, 0, 0, &yes, NULL) == BUMPER_NULL);
    CHECK(bumper_height_field3_height_at(field, 0, 0, NULL, &number) == BUMPER_NULL);
    CHECK(bumper_height_field3_get(field, NULL) == BUMPER_NULL);
    CHECK(bumper_shape3_overlaps(&ball, &none, &yes) == BUMPER_NULL);
    /* With its only cell as a hole, it stops nothing. */
    OK(bumper_world3_new(&world));
    OK(bumper_height_field3_set_hole(field, 0, 0, true));
    hole = bumper_shape3_of_height_field(field);
    OK(bumper_world3_insert(world, &hole, NULL, &id));
    OK(bumper_world3_cast(world, ray_to(at3(0.5f, 9, 0.5f), at3(0.5f, 0, 0.5f)), 1, &yes, &seen));
    CHECK(!yes);
    OK(bumper_shape3_intersects(&hole, &ball, &yes));
    CHECK(!yes);
    bumper_world3_free(world);
    bumper_height_field3_free(field);
    bumper_height_field3_free(NULL);
}

void terrain3(void) {
    bumper_height_field3 *field = hills();
    cells(field);
    bumper_height_field3_free(field);
    wander();
    changes();
    upright();
    carried();
    bad_fields();
}
