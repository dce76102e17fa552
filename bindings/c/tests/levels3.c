/* Tests of meshes: with each query, in worlds, for movers, and of invalid arguments. */

#include "check.h"

static bool near_to(float a, float b) { return fabsf(a - b) <= 1e-4f; }

bumper_ray3 ray_to(bumper_point3_f32 from, bumper_point3_f32 to) {
    bumper_ray3 ray;
    ray.from = from;
    ray.direction = at3(to.x - from.x, to.y - from.y, to.z - from.z);
    ray.max_distance = 100;
    return ray;
}

/* A mover from a ball, with gravity along -y. If it walks, it climbs steps of 1.5. */
bumper_mover3 *walker3(bumper_shape3 ball, bool walks) {
    bumper_mover3 *mover;
    bumper_motion3 motion;
    OK(bumper_mover3_new(&ball, &mover));
    OK(bumper_mover3_motion(mover, &motion));
    motion.gravity = at3(0, -50, 0);
    motion.walks = walks;
    motion.stair_height = motion.snap_distance = 1.5f;
    OK(bumper_mover3_set_motion(mover, &motion));
    return mover;
}

/* One step of 1/60 with this velocity along x; the others stay as they are. */
void walk3(bumper_mover3 *mover, float speed, const bumper_world3 *world, uint64_t own, bumper_hit3 *hits, size_t capacity, size_t *count) {
    bumper_motion3 motion;
    OK(bumper_mover3_motion(mover, &motion));
    motion.velocity.x = speed;
    OK(bumper_mover3_set_motion(mover, &motion));
    OK(bumper_mover3_step(mover, 1 / 60.0f, world, 1, own, hits, capacity, count));
}

/* The floor from x = -10 to 0 at y = 0, and `STEPS` steps of length 3 and height 1, from z = -5 to 5. Each level is two triangles, and so is
 * the riser before each step: the triangles 4 k and 4 k + 1 are level k, and 4 k + 2 and 4 k + 3 the riser behind it. */
enum { STEPS = 5, STAIR_POINTS = 4 * (STEPS + 1), STAIR_TRIANGLES = 2 + 4 * STEPS };

static bumper_mesh *stairs(void) {
    bumper_point3_f32 points[STAIR_POINTS];
    uint32_t indices[3 * STAIR_TRIANGLES], k, side, count = 0;
    size_t bad = 77, number;
    bumper_mesh *mesh;
    for (k = 0; k <= STEPS; ++k) {
        float from = k ? 3.0f * (float)(k - 1) : -10.0f, to = 3.0f * (float)k;
        for (side = 0; side < 2; ++side) {
            points[4 * k + side] = at3(from, (float)k, side ? 5.0f : -5.0f);
            points[4 * k + 2 + side] = at3(to, (float)k, side ? 5.0f : -5.0f);
        }
    }
    /* The normals of levels point up, those of risers to smaller x. */
    for (k = 0; k + 3 < STAIR_POINTS; k += 2) {
        uint32_t quad[6];
        quad[0] = k, quad[1] = k + 1, quad[2] = k + 2;
        quad[3] = k + 2, quad[4] = k + 1, quad[5] = k + 3;
        memcpy(indices + count, quad, sizeof quad);
        count += 6;
    }
    CHECK(count == 3 * STAIR_TRIANGLES);
    OK(bumper_mesh_new(points, STAIR_POINTS, indices, STAIR_TRIANGLES, true, &mesh, &bad));
    CHECK(bad == STAIR_TRIANGLES);
    OK(bumper_mesh_len(mesh, &number));
    CHECK(number == STAIR_TRIANGLES);
    OK(bumper_mesh_degenerate(mesh, &number));
    CHECK(number == 0);
    return mesh;
}

/* A ray from the front to the center of each triangle hits this triangle; a ray from the back passes the one-sided mesh. */
static void aims(const bumper_mesh *mesh) {
    bumper_shape3 level = bumper_shape3_of_mesh(mesh), placed = make(BUMPER_COMPOUND3);
    bumper_world3 *world;
    uint64_t id;
    size_t k;
    placed.data.compound.parts = &level;
    placed.data.compound.count = 1;
    placed.data.compound.position = at3(0, 100, 0);
    placed.data.compound.rotation.w = 1;
    OK(bumper_world3_new(&world));
    OK(bumper_world3_insert(world, &level, NULL, &id));
    for (k = 0; k < STAIR_TRIANGLES; ++k) {
        bumper_triangle3 of;
        bumper_point3_f32 center, front, back;
        bumper_shape3 probe;
        bumper_ray3_hit seen;
        bumper_sweep3_hit hit;
        bool found;
        OK(bumper_mesh_triangle(mesh, k, &of));
        center = at3((of.a.x + of.b.x + of.c.x) / 3, (of.a.y + of.b.y + of.c.y) / 3, (of.a.z + of.b.z + of.c.z) / 3);
        /* Up and to smaller x is the front of both levels and risers. */
        front = at3(center.x - 0.2f, center.y + 0.2f, center.z);
        back = at3(center.x + 0.2f, center.y - 0.2f, center.z);
        OK(bumper_shape3_cast(ray_to(front, center), &level, &found, &seen));
        CHECK(found && seen.part == k && near_to(seen.distance, sqrtf(0.08f)));
        CHECK(k / 2 % 2 ? near_to(seen.normal.x, -1) : near_to(seen.normal.y, 1));
        OK(bumper_world3_cast(world, ray_to(front, center), 1, &found, &seen));
        CHECK(found && seen.id == id && seen.part == k);
        OK(bumper_world3_cast(world, ray_to(back, center), 1, &found, &seen));
        CHECK(!found);
        probe = sphere(front.x, front.y, front.z, 0.05f);
        OK(bumper_world3_sweep(world, &probe, at3(0.2f, -0.2f, 0), 1, 0, &found, &hit));
        CHECK(found && hit.id == id && hit.parts[1] == k && near_to(hit.time, 0.75f));
        front.y += 100, center.y += 100;
        OK(bumper_shape3_cast(ray_to(front, center), &placed, &found, &seen));
        CHECK(found && seen.part == k);
    }
    bumper_world3_free(world);
}

/* Queries of a ball above the first level. The triangle with the index 4 has the corner (0, 1, -5). */
static void mesh_queries(const bumper_mesh *mesh) {
    bumper_shape3 level = bumper_shape3_of_mesh(mesh), ball = sphere(0.7f, 4, -3, 1);
    bumper_relation relation;
    bumper_contact3 contact;
    bumper_sweep3_hit hit;
    float distance;
    bool yes;
    OK(bumper_shape3_distance(&level, &ball, &distance));
    CHECK(near_to(distance, 2));
    OK(bumper_shape3_sweep(&ball, at3(0, -4, 0), &level, at3(0, 0, 0), &yes, &hit));
    CHECK(yes && near_to(hit.time, 0.5f) && near_to(hit.normal.y, -1) && hit.parts[0] == 0 && hit.parts[1] == 4);
    OK(bumper_shape3_relation(&level, &ball, &relation));
    CHECK(relation == BUMPER_APART);
    ball = sphere(0.7f, 2, -3, 1);
    OK(bumper_shape3_relation(&level, &ball, &relation));
    CHECK(relation == BUMPER_TOUCHING);
    OK(bumper_shape3_overlaps(&level, &ball, &yes));
    CHECK(!yes);
    OK(bumper_shape3_intersects(&level, &ball, &yes));
    CHECK(yes);
    ball = sphere(1.5f, 1.7f, -3, 1);
    OK(bumper_shape3_contact(&level, &ball, &contact));
    CHECK(near_to(contact.separation, -0.3f) && near_to(contact.normal.y, 1) && contact.parts[0] == 4 && contact.points[0].parts[0] == 4);
    OK(bumper_shape3_overlaps(&level, &ball, &yes));
    CHECK(yes);
    /* A sweep from below passes the one-sided mesh; distances count both sides. */
    ball = sphere(0.7f, -2, -3, 1);
    OK(bumper_shape3_sweep(&ball, at3(0, 20, 0), &level, at3(0, 0, 0), &yes, &hit));
    CHECK(!yes);
    OK(bumper_shape3_distance(&level, &ball, &distance));
    CHECK(near_to(distance, hypotf(2, 0.7f) - 1));
}

/* A walker climbs the stairs and comes down again, and stays on the ground in every step. The mesh is freed before. */
static void climb(void) {
    bumper_mesh *mesh = stairs();
    bumper_shape3 level = bumper_shape3_of_mesh(mesh), ball = sphere(-5, 1, 0, 1);
    bumper_world3 *world;
    bumper_mover3 *mover = walker3(ball, true);
    bumper_point3_f32 position;
    bumper_hit3 hits[8];
    uint64_t id, own;
    size_t count, k;
    int step, on_levels = 0;
    bool grounded;
    OK(bumper_world3_new(&world));
    OK(bumper_world3_insert(world, &level, NULL, &id));
    OK(bumper_world3_insert(world, &ball, NULL, &own));
    bumper_mesh_free(mesh);
    for (step = 0; step < 240; ++step) {
        walk3(mover, step < 120 ? 9.0f : -9.0f, world, own, hits, 8, &count);
        OK(bumper_mover3_is_grounded(mover, &grounded));
        CHECK(grounded);
        for (k = 0; k < count && k < 8; ++k) {
            CHECK(hits[k].id == id && hits[k].parts[0] == 0 && hits[k].parts[1] < STAIR_TRIANGLES);
            on_levels += hits[k].normal.y > 0.99f && hits[k].parts[1] / 2 % 2 == 0;
        }
        OK(bumper_mover3_position(mover, &position));
        if (step == 119) CHECK(fabsf(position.y - 5) < 1e-2f && fabsf(position.x - 18) < 1e-2f);
    }
    CHECK(on_levels > 50);
    CHECK(fabsf(position.y) < 1e-2f && fabsf(position.x) < 1e-2f);
    bumper_mover3_free(mover);
    bumper_world3_free(world);
}

/* A mover rises through the floor from below, because the mesh is one-sided, lands on it, and rides on it. */
static void rise(void) {
    bumper_mesh *mesh = stairs();
    bumper_shape3 level = bumper_shape3_of_mesh(mesh), ball = sphere(-5, -3, 0, 1);
    bumper_world3 *world;
    bumper_mover3 *mover = walker3(ball, false);
    bumper_motion3 motion;
    bumper_world3_mover rider;
    bumper_point3_f32 position;
    bumper_contact3 contact;
    const bumper_event *events;
    uint64_t id, own, ids[2];
    size_t count;
    float highest = -9, distance;
    int step;
    bool yes;
    OK(bumper_mesh_is_one_sided(mesh, &yes));
    CHECK(yes);
    OK(bumper_world3_new(&world));
    OK(bumper_world3_insert(world, &level, NULL, &id));
    OK(bumper_world3_insert(world, &ball, NULL, &own));
    OK(bumper_mover3_motion(mover, &motion));
    motion.velocity.y = 30;
    OK(bumper_mover3_set_motion(mover, &motion));
    for (step = 0; step < 180; ++step) {
        OK(bumper_mover3_step(mover, 1 / 60.0f, world, 1, own, NULL, 0, NULL));
        OK(bumper_mover3_position(mover, &position));
        highest = fmaxf(highest, position.y);
    }
    OK(bumper_mover3_is_grounded(mover, &yes));
    CHECK(yes && highest > 8 && fabsf(position.y - 4) < 1e-3f);
    OK(bumper_world3_nearest(world, &ball, 100, 1, own, ids, &contact));
    CHECK(ids[0] == id && near_to(contact.separation, 2) && contact.parts[1] < 2);
    OK(bumper_world3_update(world, &events, &count));
    ball = sphere(-5, 0.5f, 0, 1);
    OK(bumper_world3_set_shape(world, own, &ball));
    OK(bumper_world3_update(world, &events, &count));
    CHECK(count == 1 && events[0].was == BUMPER_APART && events[0].now == BUMPER_OVERLAPPING);
    OK(bumper_mover3_show(mover, world, own));
    OK(bumper_world3_intersecting(world, &level, 1, ids, 2, &count));
    CHECK(count >= 1);
    /* The mesh is a lift; the object of the caller stays where it is. */
    rider.mover = mover;
    rider.id = own;
    OK(bumper_world3_carry(world, &id, 1, at3(0, 1, 0), &rider, 1, ids));
    OK(bumper_mover3_position(mover, &position));
    CHECK(ids[0] == 0 && fabsf(position.y - 5) < 1e-3f);
    ball = sphere(-5, 3, 0, 1);
    OK(bumper_shape3_distance(&level, &ball, &distance));
    CHECK(near_to(distance, 2));
    OK(bumper_world3_nearest(world, &ball, 100, 1, own, ids, &contact));
    CHECK(ids[0] == id && near_to(contact.separation, 1));
    bumper_mesh_free(mesh);
    bumper_mover3_free(mover);
    bumper_world3_free(world);
}

/* A mover with a mesh as its shape: it moves, is saved and restored, and is shown in a world. */
static void sled(void) {
    bumper_mesh *mesh = stairs();
    bumper_shape3 level = bumper_shape3_of_mesh(mesh), ball = sphere(2, 1, 2, 1);
    bumper_world3 *world;
    bumper_mover3 *mover;
    bumper_ray3_hit seen;
    uint64_t id;
    size_t size;
    char *bytes;
    bool found;
    OK(bumper_mover3_new(&level, &mover));
    bumper_mesh_free(mesh);
    OK(bumper_mover3_set_position(mover, at3(0, -50, 0)));
    OK(bumper_mover3_save(mover, NULL, 0, &size));
    bytes = malloc(size);
    CHECK(bytes != NULL);
    OK(bumper_mover3_save(mover, bytes, size, &size));
    OK(bumper_mover3_restore(mover, bytes, size));
    free(bytes);
    OK(bumper_world3_new(&world));
    OK(bumper_world3_insert(world, &ball, NULL, &id));
    OK(bumper_mover3_show(mover, world, id));
    OK(bumper_world3_cast(world, ray_to(at3(-5, -40, 1), at3(-5, -41, 1)), 1, &found, &seen));
    CHECK(found && seen.id == id && near_to(seen.distance, 10) && seen.part < 2);
    bumper_mover3_free(mover);
    bumper_world3_free(world);
}

/* Meshes with invalid or degenerate triangles. */
static void bad_meshes(void) {
    bumper_point3_f32 points[5] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {2, 0, 0}, {0, NAN, 0}};
    uint32_t indices[9] = {0, 1, 2, 0, 2, 3, 1, 2, 3};
    bumper_mesh *mesh = NULL;
    bumper_triangle3 triangle;
    bumper_shape3 level;
    bumper_ray3_hit seen;
    size_t bad = 77, count;
    bool yes;
    /* No triangle uses the last point. The second triangle is degenerate, and the others keep their indices. */
    OK(bumper_mesh_new(points, 5, indices, 3, false, &mesh, NULL));
    OK(bumper_mesh_degenerate(mesh, &count));
    CHECK(count == 1);
    OK(bumper_mesh_len(mesh, &count));
    CHECK(count == 3);
    OK(bumper_mesh_is_one_sided(mesh, &yes));
    CHECK(!yes);
    OK(bumper_mesh_triangle(mesh, 2, &triangle));
    CHECK(triangle.a.z == 1 && triangle.b.x == 1 && triangle.c.x == 2);
    CHECK(bumper_mesh_triangle(mesh, 3, &triangle) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_mesh_triangle(mesh, 0, NULL) == BUMPER_NULL);
    level = bumper_shape3_of_mesh(mesh);
    OK(bumper_shape3_cast(ray_to(at3(1, -5, 0.2f), at3(1, 0, 0.2f)), &level, &yes, &seen));
    CHECK(yes && seen.part == 2 && near_to(seen.normal.y, -1));
    bumper_mesh_free(mesh);
    indices[7] = 5;
    CHECK(bumper_mesh_new(points, 5, indices, 3, false, &mesh, &bad) == BUMPER_OUT_OF_RANGE && bad == 2);
    indices[7] = 4;
    CHECK(bumper_mesh_new(points, 5, indices, 3, false, &mesh, &bad) == BUMPER_NOT_A_NUMBER && bad == 2);
    CHECK(bumper_mesh_new(points, 5, indices, 3, false, &mesh, NULL) == BUMPER_NOT_A_NUMBER);
    indices[3] = 4294967295u;
    CHECK(bumper_mesh_new(points, 5, indices, 3, true, &mesh, &bad) == BUMPER_OUT_OF_RANGE && bad == 1);
    CHECK(bumper_mesh_new(points, 0, indices, 3, true, &mesh, &bad) == BUMPER_OUT_OF_RANGE && bad == 0);
    CHECK(bumper_mesh_new(points, 5, indices, (size_t)-1, true, &mesh, &bad) == BUMPER_OUT_OF_RANGE && bad == (size_t)-1);
    CHECK(bumper_mesh_new(NULL, 5, indices, 3, true, &mesh, &bad) == BUMPER_NULL && bad == 3);
    CHECK(bumper_mesh_new(points, 5, NULL, 3, true, &mesh, &bad) == BUMPER_NULL);
    CHECK(bumper_mesh_new(points, 5, indices, 1, true, NULL, &bad) == BUMPER_NULL);
    CHECK(bumper_mesh_len(NULL, &count) == BUMPER_NULL && bumper_mesh_degenerate(NULL, &count) == BUMPER_NULL);
    CHECK(bumper_mesh_is_one_sided(NULL, &yes) == BUMPER_NULL && bumper_mesh_triangle(NULL, 0, &triangle) == BUMPER_NULL);
}

/* No mesh, a mesh without triangles, and one whose only triangle is degenerate. */
static void empty_meshes(void) {
    bumper_point3_f32 points[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    uint32_t indices[3] = {0, 1, 2};
    bumper_mesh *mesh;
    bumper_shape3 level = bumper_shape3_of_mesh(NULL), ball = sphere(0, 0, 0, 1);
    bumper_world3 *world;
    uint64_t id;
    size_t count, bad;
    bool yes;
    CHECK(bumper_shape3_overlaps(&level, &ball, &yes) == BUMPER_NULL);
    OK(bumper_world3_new(&world));
    CHECK(bumper_world3_insert(world, &level, NULL, &id) == BUMPER_NULL);
    for (count = 0; count < 2; ++count) {
        OK(bumper_mesh_new(points, 3, indices, count, false, &mesh, &bad));
        CHECK(bad == count);
        level = bumper_shape3_of_mesh(mesh);
        OK(bumper_shape3_overlaps(&level, &ball, &yes));
        CHECK(!yes);
        CHECK(bumper_world3_insert(world, &level, NULL, &id) == BUMPER_EMPTY);
        bumper_mesh_free(mesh);
    }
    bumper_mesh_free(NULL);
    bumper_world3_free(world);
}

void levels3(void) {
    bumper_mesh *mesh = stairs();
    aims(mesh);
    mesh_queries(mesh);
    bumper_mesh_free(mesh);
    climb();
    rise();
    sled();
    bad_meshes();
    empty_meshes();
}
