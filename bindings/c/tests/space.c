/* Tests of regions, compounds and all kinds of 3D shapes, with each query, and of invalid shapes. */

#include "check.h"

bumper_point3_f32 at3(float x, float y, float z) {
    bumper_point3_f32 point;
    point.x = x;
    point.y = y;
    point.z = z;
    return point;
}

bumper_shape3 make(uint32_t kind) {
    bumper_shape3 shape;
    memset(&shape, 0, sizeof shape);
    shape.kind = kind;
    return shape;
}

bumper_shape3 sphere(float x, float y, float z, float radius) {
    bumper_shape3 shape = make(BUMPER_SPHERE);
    shape.data.sphere.center = at3(x, y, z);
    shape.data.sphere.radius = radius;
    return shape;
}

/* A region, and nested compounds: on their own, in a world, for a mover and as a body. */
static void parts(void) {
    bumper_point_f32 corners[6] = {{0, 0}, {40, 0}, {40, 10}, {10, 10}, {10, 40}, {0, 40}};
    bumper_shape region, pair[2], compound, outer, probe = circle(25, 25, 5), cycle;
    bumper_relation relation;
    bumper_world *world;
    bumper_mover *mover;
    bumper_simulation *all;
    bumper_body_collider collider;
    bumper_body_def body = bumper_body_def_default();
    bumper_body_state state;
    bumper_contact contact;
    uint64_t id, ids[4];
    size_t count;
    float distance;
    bool yes;
    memset(&region, 0, sizeof region);
    region.kind = BUMPER_REGION;
    region.data.region.corners = corners;
    region.data.region.count = 6;
    OK(bumper_shape_intersects(&region, &probe, &yes));
    CHECK(!yes);
    OK(bumper_shape_distance(&region, &probe, &distance));
    CHECK(distance == 10);
    probe = circle(15, 25, 5);
    OK(bumper_shape_relation(&region, &probe, &relation));
    CHECK(relation == BUMPER_TOUCHING);
    memset(&compound, 0, sizeof compound);
    pair[0] = box(0, 0, 40, 10);
    pair[1] = box(0, 0, 10, 40);
    compound.kind = BUMPER_COMPOUND;
    compound.data.compound.parts = pair;
    compound.data.compound.count = 2;
    OK(bumper_shape_relation(&compound, &probe, &relation));
    CHECK(relation == BUMPER_TOUCHING);
    outer = compound;
    outer.data.compound.parts = &compound;
    outer.data.compound.count = 1;
    outer.data.compound.position = at(100, 0);
    outer.data.compound.angle = degrees(90);
    /* After the rotation, the compound extends from 60 to 100 on the x axis, and down. */
    probe = circle(75, 20, 5);
    OK(bumper_shape_contact(&outer, &probe, &contact));
    /* No float is exactly a quarter turn in radians. */
    CHECK(fabsf(contact.separation - 5) < 1e-5f && contact.count == 1);
    OK(bumper_world_new(&world));
    OK(bumper_world_insert(world, &outer, NULL, &id));
    OK(bumper_world_insert(world, &region, NULL, &id));
    corners[0] = at(1000, 1000);
    pair[0] = box(500, 500, 1, 1);
    probe = circle(65, 5, 1);
    OK(bumper_world_intersecting(world, &probe, 1, ids, 4, &count));
    CHECK(count == 1);
    probe = circle(2, 2, 1);
    OK(bumper_world_intersecting(world, &probe, 1, ids, 4, &count));
    CHECK(count == 1 && ids[0] == id);
    bumper_world_free(world);
    OK(bumper_mover_new(&compound, &mover));
    bumper_mover_free(mover);
    pair[0] = box(0, 0, 2, 1);
    pair[1] = box(2, 0, 2, 1);
    OK(bumper_simulation_new(at(0, 0), &all));
    collider = bumper_body_collider_of(compound);
    OK(bumper_simulation_insert(all, &body, &collider, 1, &id));
    OK(bumper_simulation_get(all, id, &state));
    CHECK(state.mass == 4 && state.center.x == 2 && state.center.y == 0.5f);
    bumper_simulation_free(all);
    /* Invalid regions and compounds. */
    region.data.region.count = 2;
    CHECK(bumper_shape_intersects(&region, &probe, &yes) == BUMPER_NO_POLYGON);
    region.data.region.corners = NULL;
    CHECK(bumper_shape_intersects(&region, &probe, &yes) == BUMPER_NULL);
    compound.data.compound.parts = NULL;
    CHECK(bumper_shape_intersects(&compound, &probe, &yes) == BUMPER_NULL);
    cycle = compound;
    cycle.data.compound.parts = &cycle;
    cycle.data.compound.count = 1;
    CHECK(bumper_shape_intersects(&cycle, &probe, &yes) == BUMPER_OUT_OF_RANGE);
    pair[1].kind = 99;
    compound.data.compound.parts = pair;
    CHECK(bumper_shape_intersects(&compound, &probe, &yes) == BUMPER_UNKNOWN);
    compound.data.compound.count = 1;
    compound.data.compound.angle = NAN;
    CHECK(bumper_shape_intersects(&compound, &probe, &yes) == BUMPER_NOT_A_NUMBER);
    memset(&region, 0, sizeof region);
    region.kind = BUMPER_SQUARED_CIRCLE;
    region.data.squared_circle.center = at(3, 0);
    region.data.squared_circle.radius_squared = 4;
    probe = circle(0, 0, 1);
    OK(bumper_shape_relation(&region, &probe, &relation));
    CHECK(relation == BUMPER_TOUCHING);
}

/* Every query on a shape of each kind, which extends to x = 2 from x = -2 (a half-space from infinity), and a sphere at a distance. */
static void kinds(void) {
    bumper_point3_f32 corners[4] = {{-2, 0, 0}, {2, 0, 0}, {0, 1, 1}, {0, -1, 1}};
    bumper_shape3 inner = sphere(-1, 0, 0, 1);
    uint32_t kind;
    for (kind = BUMPER_POINT3; kind <= BUMPER_HALF_SPACE3; ++kind) {
        bumper_shape3 shape = make(kind), near_by = sphere(5, 0, 0, 1), two[2];
        bumper_relation relation;
        bumper_contact3 contact;
        bumper_sweep3_hit hit;
        bumper_ray3 ray = {{9, 0, 0}, {-3, 0, 0}, 100};
        bumper_ray3_hit seen;
        float distance;
        bool found;
        two[0] = inner;
        two[1] = sphere(1, 0, 0, 1);
        switch (kind) {
        case BUMPER_POINT3: shape.data.point = at3(2, 0, 0); break;
        case BUMPER_BOX3: shape.data.aabb.min = at3(-2, -1, -1), shape.data.aabb.max = at3(2, 1, 1); break;
        case BUMPER_SPHERE: shape.data.sphere.radius = 2; break;
        case BUMPER_SQUARED_SPHERE: shape.data.squared_sphere.radius_squared = 4; break;
        case BUMPER_CYLINDER:
            shape.data.cylinder.from = at3(-2, 0, 0), shape.data.cylinder.to = 2, shape.data.cylinder.radius = 1;
            break;
        case BUMPER_SEGMENT3: shape.data.segment.from = at3(-2, 0, 0), shape.data.segment.to = at3(2, 0, 0); break;
        case BUMPER_TRIANGLE3:
            shape.data.triangle.a = corners[0], shape.data.triangle.b = corners[1], shape.data.triangle.c = corners[2];
            break;
        case BUMPER_CAPSULE3:
            shape.data.capsule.from = at3(-1, 0, 0), shape.data.capsule.to = at3(1, 0, 0), shape.data.capsule.radius = 1;
            break;
        case BUMPER_ORIENTED_BOX3:
            shape.data.oriented.half_size = at3(1, 2, 1);
            shape.data.oriented.rotation = bumper_rotation3_about(at3(0, 0, 1), degrees(90));
            break;
        case BUMPER_ORIENTED_CYLINDER:
            shape.data.oriented_cylinder.direction = at3(7, 0, 0), shape.data.oriented_cylinder.half_height = 2;
            shape.data.oriented_cylinder.radius = 1;
            break;
        case BUMPER_HULL3: shape.data.hull.points = corners, shape.data.hull.count = 4; break;
        case BUMPER_HALF_SPACE3: shape = bumper_shape3_of_half_space(at3(2, 5, 5), at3(9, 0, 0)); break;
        default:
            shape.data.compound.parts = two, shape.data.compound.count = 2;
            shape.data.compound.rotation = bumper_rotation3_about(at3(1, 0, 0), degrees(30));
        }
        OK(bumper_shape3_relation(&shape, &near_by, &relation));
        CHECK(relation == BUMPER_APART);
        OK(bumper_shape3_distance(&shape, &near_by, &distance));
        CHECK(fabsf(distance - 2) < 1e-5f);
        OK(bumper_shape3_contact(&shape, &near_by, &contact));
        CHECK(fabsf(contact.separation - 2) < 1e-5f && contact.normal.x > 0.999f && contact.count == 1);
        OK(bumper_shape3_sweep(&shape, at3(0, 0, 0), &near_by, at3(-4, 0, 0), &found, &hit));
        CHECK(found && fabsf(hit.time - 0.5f) < 1e-4f && hit.id == 0 && !hit.starts_overlapping);
        OK(bumper_shape3_sweep(&shape, at3(0, 0, 0), &near_by, at3(0, 99, 0), &found, &hit));
        CHECK(!found);
        OK(bumper_shape3_cast(ray, &shape, &found, &seen));
        CHECK(found && fabsf(seen.distance - 7) < 1e-4f);
        near_by = sphere(2, 0, 0, 1);
        OK(bumper_shape3_overlaps(&shape, &near_by, &found));
        CHECK(found);
        OK(bumper_shape3_intersects(&shape, &near_by, &found));
        CHECK(found);
    }
}

static void mistakes(void) {
    bumper_shape3 ball = sphere(0, 0, 0, 1), wrong = make(77), cycle;
    bumper_relation relation;
    bumper_ray3 ray = {{0, 0, 0}, {0, 0, 0}, 1};
    bumper_ray3_hit seen;
    bool found;
    CHECK(bumper_shape3_relation(NULL, &ball, &relation) == BUMPER_NULL);
    CHECK(bumper_shape3_relation(&ball, &ball, NULL) == BUMPER_NULL);
    CHECK(bumper_shape3_relation(&ball, &wrong, &relation) == BUMPER_UNKNOWN);
    wrong.kind = BUMPER_HULL3;
    CHECK(bumper_shape3_relation(&ball, &wrong, &relation) == BUMPER_EMPTY);
    wrong.data.hull.count = 3;
    CHECK(bumper_shape3_relation(&ball, &wrong, &relation) == BUMPER_NULL);
    /* A quaternion of zeros is not a rotation. */
    wrong = make(BUMPER_ORIENTED_BOX3);
    CHECK(bumper_shape3_relation(&ball, &wrong, &relation) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_shape3_cast(ray, &ball, &found, &seen) == BUMPER_NOT_A_NUMBER);
    wrong = make(BUMPER_ORIENTED_CYLINDER);
    CHECK(bumper_shape3_relation(&ball, &wrong, &relation) == BUMPER_NOT_A_NUMBER);
    /* A normal of zeros has no direction. */
    wrong = make(BUMPER_HALF_SPACE3);
    CHECK(bumper_shape3_relation(&ball, &wrong, &relation) == BUMPER_NOT_A_NUMBER);
    cycle = make(BUMPER_COMPOUND3);
    cycle.data.compound.parts = &cycle;
    cycle.data.compound.count = 1;
    cycle.data.compound.rotation.w = 1;
    CHECK(bumper_shape3_relation(&ball, &cycle, &relation) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_rotation3_about(at3(0, 0, 0), degrees(90)).w == 1 && bumper_rotation3_about(at3(0, 1, 0), NAN).w == 1);
}

void space(void) {
    parts();
    kinds();
    mistakes();
}
