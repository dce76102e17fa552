/* Tests of queries on simulations from C: compared with a world of the same shapes, and filters. */

#include "check.h"

enum { COUNT = 60 };

static uint32_t seed = 7;

/* A random number from 0 to `below`. */
static float random_to(float below) {
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) / 16777216.0f * below;
}

static bumper_shape random_shape(void) {
    float x = random_to(100), y = random_to(100), size = 1 + random_to(6);
    return random_to(1) < 0.5f ? circle(x, y, size) : box(x, y, size, 2 * size);
}

/* The user data of a collider: the id of the same shape in the world. */
static uint64_t data_of(const bumper_simulation *all, uint64_t collider) {
    bumper_material material;
    OK(bumper_simulation_get_material(all, collider, &material));
    return material.data;
}

static void same_as_a_world(void) {
    bumper_simulation *all;
    bumper_world *world;
    int k, hits = 0, misses = 0;
    OK(bumper_simulation_new(at(0, 10), &all));
    OK(bumper_world_new(&world));
    for (k = 0; k < COUNT; ++k) {
        bumper_body_collider collider = bumper_body_collider_of(random_shape());
        uint64_t id;
        OK(bumper_world_insert(world, &collider.shape, NULL, &collider.material.data));
        OK(bumper_simulation_insert_static(all, &collider, &id));
        CHECK(data_of(all, id) == collider.material.data);
    }
    for (k = 0; k < 200; ++k) {
        bumper_shape shape = random_shape();
        bumper_point_f32 moves = at(random_to(20) - 10, random_to(20) - 10);
        bumper_ray ray;
        bumper_ray_hit seen;
        bumper_sweep_hit swept;
        bumper_contact contact;
        bumper_simulation_ray_hit first, rays[COUNT];
        bumper_simulation_sweep_hit touched, sweeps[COUNT];
        bumper_simulation_nearest_hit near;
        bumper_simulation_overlap overlaps[COUNT];
        uint64_t ids[COUNT], nearest;
        size_t count, others, j, i;
        bool found, there;
        ray.from = at(random_to(100), random_to(100));
        ray.direction = moves;
        ray.max_distance = 30;
        OK(bumper_world_cast(world, ray, UINT32_MAX, &there, &seen));
        OK(bumper_simulation_cast(all, ray, NULL, &found, &first));
        CHECK(found == there);
        OK(bumper_simulation_cast_all(all, ray, NULL, rays, COUNT, &count));
        CHECK((count > 0) == found);
        if (found) {
            CHECK(data_of(all, first.collider) == seen.id && first.distance == seen.distance);
            CHECK(first.point.x == seen.point.x && first.normal.y == seen.normal.y);
            CHECK(rays[0].collider == first.collider && rays[0].body == first.body);
        }
        for (j = 1; j < count; ++j) CHECK(rays[j].distance >= rays[j - 1].distance);
        OK(bumper_world_sweep(world, &shape, moves, UINT32_MAX, 0, &there, &swept));
        OK(bumper_simulation_sweep(all, &shape, moves, NULL, &found, &touched));
        CHECK(found == there);
        OK(bumper_simulation_sweep_all(all, &shape, moves, NULL, sweeps, COUNT, &count));
        CHECK((count > 0) == found);
        if (found) {
            CHECK(data_of(all, touched.collider) == swept.id && touched.time == swept.time);
            CHECK(touched.starts_overlapping == swept.starts_overlapping && sweeps[0].collider == touched.collider);
        }
        hits += found;
        misses += !found;
        OK(bumper_world_nearest(world, &shape, 20, UINT32_MAX, 0, &nearest, &contact));
        OK(bumper_simulation_nearest(all, &shape, 20, NULL, &found, &near));
        CHECK(found == (nearest != 0));
        if (found) CHECK(data_of(all, near.collider) == nearest && near.contact.separation == contact.separation);
        OK(bumper_world_intersecting(world, &shape, UINT32_MAX, ids, COUNT, &others));
        OK(bumper_simulation_intersecting(all, &shape, NULL, overlaps, COUNT, &count));
        CHECK(count == others);
        for (j = 0; j < count; ++j) {
            uint64_t body;
            for (i = 0; i < others && ids[i] != data_of(all, overlaps[j].collider); ++i) continue;
            CHECK(i < others && overlaps[j].relation == BUMPER_OVERLAPPING);
            OK(bumper_simulation_body_of(all, overlaps[j].collider, &body));
            CHECK(body == overlaps[j].body);
        }
    }
    CHECK(hits > 20 && misses > 20);
    bumper_world_free(world);
    bumper_simulation_free(all);
}

/* Whether a query with this filter finds anything at a point. */
static bool finds(const bumper_simulation *all, bumper_point_f32 where, const bumper_query_filter *filter) {
    bumper_shape cursor = bumper_shape_of_point(where);
    size_t count;
    OK(bumper_simulation_intersecting(all, &cursor, filter, NULL, 0, &count));
    return count > 0;
}

/* Each member of the filter, and queries after bodies have moved. */
static void filters(void) {
    bumper_simulation *all, *other;
    bumper_query_filter filter = bumper_query_filter_default();
    bumper_body_def body = bumper_body_def_default();
    bumper_body_collider collider = bumper_body_collider_of(box(-1, -1, 2, 2));
    bumper_shape cursor = bumper_shape_of_point(at(0, 0));
    bumper_simulation_overlap under[4];
    bumper_simulation_nearest_hit near;
    bumper_simulation_ray_hit seen;
    bumper_simulation_sweep_hit swept;
    bumper_ray ray = {{0, -5}, {0, 1}, 100};
    uint64_t crates[3], foreign, colliders[3];
    size_t count;
    bool found;
    int k;
    OK(bumper_simulation_new(at(0, 0), &all));
    OK(bumper_simulation_new(at(0, 0), &other));
    OK(bumper_simulation_insert(other, &body, &collider, 1, &foreign));
    collider.material.layers = 2;
    collider.material.filter = 4;
    for (k = 0; k < 3; ++k) {
        body.kind = (uint32_t)k;
        body.position = at(0, 10 * (float)k);
        OK(bumper_simulation_insert(all, &body, &collider, 1, &crates[k]));
        OK(bumper_simulation_colliders_of(all, crates[k], &colliders[k], 1, &count));
        CHECK(count == 1);
    }
    CHECK(finds(all, at(0.5f, 10.5f), NULL) && !finds(all, at(2, 10), NULL));
    for (k = 0; k < 3; ++k) {
        filter = bumper_query_filter_default();
        if (k == BUMPER_STATIC) filter.static_bodies = 0;
        if (k == BUMPER_KINEMATIC) filter.kinematic_bodies = 0;
        if (k == BUMPER_DYNAMIC) filter.dynamic_bodies = 0;
        CHECK(!finds(all, at(0, 10 * (float)k), &filter) && finds(all, at(0, 10 * (float)((k + 1) % 3)), &filter));
    }
    filter = bumper_query_filter_default();
    filter.filter = 1;
    CHECK(!finds(all, at(0, 0), &filter));
    filter.filter = 2;
    filter.layers = 3;
    CHECK(!finds(all, at(0, 0), &filter));
    filter.layers = 4;
    CHECK(finds(all, at(0, 0), &filter));
    filter.exclude_bodies = crates;
    filter.exclude_body_count = 2;
    CHECK(!finds(all, at(0, 10), &filter) && finds(all, at(0, 20), &filter));
    filter.exclude_colliders = &colliders[2];
    filter.exclude_collider_count = 1;
    CHECK(!finds(all, at(0, 20), &filter));
    OK(bumper_simulation_cast(all, ray, &filter, &found, &seen));
    CHECK(!found);
    /* The ids of the filter are checked, and so is its pointer. */
    filter.exclude_bodies = &foreign;
    filter.exclude_body_count = 1;
    CHECK(bumper_simulation_cast(all, ray, &filter, &found, &seen) == BUMPER_GONE);
    filter.exclude_bodies = colliders;
    CHECK(bumper_simulation_cast(all, ray, &filter, &found, &seen) == BUMPER_WRONG_KIND);
    filter.exclude_bodies = NULL;
    CHECK(bumper_simulation_cast(all, ray, &filter, &found, &seen) == BUMPER_NULL);
    /* A collider is found where its body is now. */
    OK(bumper_simulation_set_pose(all, crates[2], at(30, 0), degrees(45)));
    CHECK(!finds(all, at(0, 20), NULL) && finds(all, at(31.2f, 0), NULL) && !finds(all, at(30.9f, 0.9f), NULL));
    OK(bumper_simulation_intersecting(all, &cursor, NULL, under, 4, &count));
    CHECK(count == 1 && under[0].collider == colliders[0] && under[0].body == crates[0] && under[0].relation == BUMPER_OVERLAPPING);
    OK(bumper_simulation_cast(all, ray, NULL, &found, &seen));
    CHECK(found && seen.body == crates[0] && seen.distance == 4 && seen.normal.y == -1);
    OK(bumper_simulation_sweep(all, &cursor, at(0, 10), NULL, &found, &swept));
    CHECK(found && swept.starts_overlapping && swept.body == crates[0]);
    cursor = bumper_shape_of_point(at(10, 0));
    OK(bumper_simulation_nearest(all, &cursor, 100, NULL, &found, &near));
    CHECK(found && near.collider == colliders[0] && near.contact.separation == 9 && near.contact.normal.x == -1);
    OK(bumper_simulation_nearest(all, &cursor, 8, NULL, &found, &near));
    CHECK(!found && bumper_simulation_nearest(all, &cursor, -1, NULL, &found, &near) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_simulation_sweep(all, &cursor, at(NAN, 0), NULL, &found, &swept) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_simulation_sweep(all, NULL, at(0, 0), NULL, &found, &swept) == BUMPER_NULL);
    CHECK(bumper_simulation_intersecting(NULL, &cursor, NULL, NULL, 0, &count) == BUMPER_NULL);
    ray.direction = at(0, 0);
    CHECK(bumper_simulation_cast_all(all, ray, NULL, NULL, 0, &count) == BUMPER_NOT_A_NUMBER);
    /* Sensors are found only if they are asked for. */
    collider.material.sensor = 1;
    collider.material.layers = collider.material.filter = UINT32_MAX;
    OK(bumper_simulation_set_material(all, colliders[0], &collider.material));
    CHECK(!finds(all, at(0, 0), NULL));
    filter = bumper_query_filter_default();
    filter.sensors = 1;
    CHECK(finds(all, at(0, 0), &filter));
    bumper_simulation_free(all);
    bumper_simulation_free(other);
}

void simulation_queries(void) {
    same_as_a_world();
    filters();
}
