/* Tests of invalid arguments: what is rejected, and with which status. */

#include "check.h"
#include "bumper_console.h"

/* Ids of one world are rejected by another. */
static void foreign_ids(void) {
    bumper_world *first, *second;
    bumper_world3 *third;
    bumper_simulation *simulation, *others;
    bumper_mover *mover;
    bumper_collider as = bumper_collider_default();
    bumper_shape shape = box(0, 0, 10, 10);
    bumper_shape3 ball = sphere(0, 0, 0, 5);
    bumper_body_def body = bumper_body_def_default();
    bumper_body_collider collider = bumper_body_collider_of(shape);
    bumper_joint_def joint;
    bumper_body_state state;
    bumper_contact contact;
    bumper_sweep_hit hit;
    uint64_t a, b, c, one, two, other, pin, near, again;
    size_t count;
    bool found;
    OK(bumper_world_new(&first));
    OK(bumper_world_new(&second));
    OK(bumper_world3_new(&third));
    OK(bumper_simulation_new(at(0, 0), &simulation));
    OK(bumper_simulation_new(at(0, 0), &others));
    OK(bumper_world_insert(first, &shape, NULL, &a));
    OK(bumper_world_insert(second, &shape, NULL, &b));
    OK(bumper_world3_insert(third, &ball, NULL, &c));
    CHECK(a != b && b != c && a != c);
    CHECK(bumper_world_remove(second, a) == BUMPER_GONE && bumper_world_remove(first, b) == BUMPER_GONE);
    CHECK(bumper_world_remove(first, c) == BUMPER_GONE && bumper_world3_remove(third, a) == BUMPER_GONE);
    CHECK(bumper_world_set_shape(second, a, &shape) == BUMPER_GONE);
    CHECK(bumper_world_set_collider(second, a, &as) == BUMPER_GONE);
    CHECK(bumper_world_sweep(second, &shape, at(1, 0), 1, a, &found, &hit) == BUMPER_GONE);
    CHECK(bumper_world_nearest(second, &shape, 1, 1, a, &near, &contact) == BUMPER_GONE);
    OK(bumper_world_nearest(second, &shape, 1, 1, b, &near, &contact));
    CHECK(near == 0);
    OK(bumper_world_nearest(second, &shape, 1, 1, 0, &near, &contact));
    CHECK(near == b);
    OK(bumper_mover_new(&shape, &mover));
    CHECK(bumper_mover_show(mover, second, a) == BUMPER_GONE);
    CHECK(bumper_mover_step(mover, 1, second, 1, a, NULL, 0, &count) == BUMPER_GONE);
    OK(bumper_mover_step(mover, 1, second, 1, b, NULL, 0, &count));
    OK(bumper_world_len(first, &count));
    CHECK(count == 1);
    OK(bumper_simulation_insert(simulation, &body, &collider, 1, &one));
    body.position = at(50, 0);
    OK(bumper_simulation_insert(simulation, &body, &collider, 1, &two));
    OK(bumper_simulation_insert(others, &body, &collider, 1, &other));
    CHECK(bumper_simulation_get(others, one, &state) == BUMPER_GONE && bumper_simulation_remove(others, one) == BUMPER_GONE);
    CHECK(bumper_simulation_wake(others, one) == BUMPER_GONE && bumper_simulation_set_velocity(others, one, at(1, 1), 0) == BUMPER_GONE);
    CHECK(bumper_world_remove(first, one) == BUMPER_GONE && bumper_simulation_remove(simulation, a) == BUMPER_GONE);
    joint = bumper_joint_def_default(BUMPER_REVOLUTE, one, other);
    CHECK(bumper_simulation_insert_joint(simulation, &joint, &pin) == BUMPER_GONE);
    joint.b = two;
    OK(bumper_simulation_insert_joint(simulation, &joint, &pin));
    /* The id of a joint is not accepted as the id of a body, nor the other way round. */
    CHECK(bumper_simulation_remove(simulation, pin) == BUMPER_WRONG_KIND && bumper_simulation_remove_joint(simulation, one) == BUMPER_WRONG_KIND);
    CHECK(bumper_simulation_remove_joint(others, pin) == BUMPER_GONE && bumper_simulation_set_motor(others, pin, 1, 1) == BUMPER_GONE);
    OK(bumper_simulation_set_motor(simulation, pin, 1, 1));
    OK(bumper_simulation_remove_joint(simulation, pin));
    OK(bumper_simulation_remove(simulation, one));
    OK(bumper_world_remove(first, a));
    bumper_mover_free(mover);
    bumper_world_free(first);
    /* A new world gets the number of the freed one, so that a program that is run again has the same ids. */
    OK(bumper_world_new(&first));
    OK(bumper_world_insert(first, &shape, NULL, &again));
    CHECK(again == a);
    bumper_world_free(first);
    bumper_world_free(second);
    bumper_world3_free(third);
    bumper_simulation_free(simulation);
    bumper_simulation_free(others);
}

/* Output buffers that are too small or null. */
static void buffers(void) {
    bumper_world *world;
    bumper_simulation *simulation;
    bumper_mover *mover;
    bumper_shape shape = box(0, 0, 10, 10);
    bumper_body_def body = bumper_body_def_default();
    bumper_body_collider collider = bumper_body_collider_of(shape);
    uint8_t bytes[4096], before = 77;
    uint64_t id;
    size_t size = 0, count;
    OK(bumper_simulation_new(at(0, 0), &simulation));
    OK(bumper_simulation_insert(simulation, &body, &collider, 1, &id));
    OK(bumper_simulation_save(simulation, NULL, 0, &size));
    CHECK(size > 0 && size < sizeof bytes);
    memset(bytes, before, sizeof bytes);
    count = 0;
    CHECK(bumper_simulation_save(simulation, bytes, size - 1, &count) == BUMPER_FULL && count == size && bytes[0] == before);
    CHECK(bumper_simulation_save(simulation, bytes, 0, &count) == BUMPER_FULL && bytes[0] == before);
    CHECK(bumper_simulation_save(simulation, NULL, 10, &count) == BUMPER_NULL);
    CHECK(bumper_simulation_save(simulation, bytes, size, NULL) == BUMPER_NULL && bytes[0] == before);
    OK(bumper_simulation_save(simulation, bytes, size, &count));
    OK(bumper_simulation_restore(simulation, bytes, count));
    CHECK(bumper_simulation_restore(simulation, NULL, 5) == BUMPER_NULL);
    CHECK(bumper_simulation_bodies(simulation, NULL, 3, &count) == BUMPER_NULL);
    OK(bumper_simulation_bodies(simulation, NULL, 0, &count));
    CHECK(count == 1);
    CHECK(bumper_simulation_insert(simulation, &body, NULL, 1, &id) == BUMPER_NULL);
    OK(bumper_world_new(&world));
    OK(bumper_mover_new(&shape, &mover));
    CHECK(bumper_world_intersecting(world, &shape, 1, NULL, 4, &count) == BUMPER_NULL);
    CHECK(bumper_mover_step(mover, 1, world, 1, 0, NULL, 4, &count) == BUMPER_NULL);
    OK(bumper_mover_step(mover, 1, world, 1, 0, NULL, 0, NULL));
    bumper_mover_free(mover);
    bumper_world_free(world);
    bumper_simulation_free(simulation);
}

/* Each error has its own status. */
static void names(void) {
    static const uint8_t rows[4] = {1, 2, 3, 4};
    bumper_mask *mask;
    bumper_shape shape = box(0, 0, 1, 1);
    bumper_shape3 barrel = make(BUMPER_ORIENTED_CYLINDER);
    bumper_relation relation;
    bumper_ray ray = {{0, 0}, {0, 0}, 1};
    bumper_ray_hit hit;
    bool found;
    CHECK(bumper_mask_from_rows(rows, 3, 9, 2, &mask) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_mask_from_rows(NULL, 4, 9, 2, &mask) == BUMPER_NULL);
    CHECK(strstr(bumper_message(BUMPER_OUT_OF_RANGE), "range") && strstr(bumper_message(BUMPER_FULL), "room"));
    CHECK(strstr(bumper_message(BUMPER_GONE), "another world"));
    CHECK(strstr(bumper_message(BUMPER_NOT_A_NUMBER), "a direction has no length"));
    CHECK(bumper_shape_cast(ray, &shape, &found, &hit) == BUMPER_NOT_A_NUMBER);
    ray.direction.x = NAN;
    CHECK(bumper_shape_cast(ray, &shape, &found, &hit) == BUMPER_NOT_A_NUMBER);
    barrel.data.oriented_cylinder.half_height = 1;
    barrel.data.oriented_cylinder.radius = 1;
    CHECK(bumper_shape3_relation(&barrel, &barrel, &relation) == BUMPER_NOT_A_NUMBER);
    barrel.data.oriented_cylinder.direction = at3(NAN, 0, 0);
    CHECK(bumper_shape3_relation(&barrel, &barrel, &relation) == BUMPER_NOT_A_NUMBER);
    barrel.data.oriented_cylinder.direction = at3(1, 0, 0);
    OK(bumper_shape3_relation(&barrel, &barrel, &relation));
    shape.kind = 99;
    CHECK(bumper_shape_relation(&shape, &shape, &relation) == BUMPER_UNKNOWN);
}

/* NaN, infinities, and negative numbers that must not be negative. */
static void numbers(void) {
    static const float wrong[3] = {NAN, INFINITY, -INFINITY};
    static const uint8_t rows[1] = {1};
    bumper_world *world;
    bumper_mover *mover;
    bumper_simulation *simulation;
    bumper_mask *mask;
    bumper_motion motion, good;
    bumper_shape shape = box(0, 0, 10, 10), bad = shape, pixels;
    bumper_shape3 ball = sphere(NAN, 0, 0, 5);
    bumper_body_def body = bumper_body_def_default();
    bumper_body_collider collider = bumper_body_collider_of(shape);
    bumper_joint_def joint;
    bumper_relation relation;
    bumper_contact contact;
    bumper_sweep_hit hit;
    bumper_collider as = bumper_collider_default();
    uint64_t id, one, two, near;
    bool found;
    int k;
    OK(bumper_world_new(&world));
    OK(bumper_mover_new(&shape, &mover));
    OK(bumper_simulation_new(at(0, 0), &simulation));
    OK(bumper_mask_from_rows(rows, 1, 1, 1, &mask));
    bad.data.aabb.min.x = NAN;
    CHECK(bumper_shape_relation(&bad, &shape, &relation) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_shape_relation(&shape, &bad, &relation) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_shape3_relation(&ball, &ball, &relation) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_world_insert(world, &bad, NULL, &id) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_mover_new(&bad, &mover) == BUMPER_NOT_A_NUMBER);
    as.one_way = BUMPER_MIN_Z;
    CHECK(bumper_world_insert(world, &shape, &as, &id) == BUMPER_UNKNOWN);
    pixels.kind = BUMPER_SPRITE;
    pixels.data.sprite.mask = mask;
    pixels.data.sprite.at = at(0, 0);
    pixels.data.sprite.flip_x = pixels.data.sprite.flip_y = 0;
    pixels.data.sprite.pixel = -1;
    CHECK(bumper_shape_relation(&pixels, &shape, &relation) == BUMPER_OUT_OF_RANGE);
    pixels.data.sprite.pixel = NAN;
    CHECK(bumper_world_insert(world, &pixels, NULL, &id) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_world_nearest(world, &shape, -1, 1, 0, &near, &contact) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_world_nearest(world, &shape, NAN, 1, 0, &near, &contact) == BUMPER_NOT_A_NUMBER);
    OK(bumper_world_nearest(world, &shape, INFINITY, 1, 0, &near, &contact));
    OK(bumper_mover_motion(mover, &good));
    OK(bumper_mover_set_motion(mover, &good));
#define REFUSES(field, value, status)                                                  \
    do {                                                                               \
        motion = good;                                                                 \
        motion.field = (value);                                                        \
        CHECK(bumper_mover_set_motion(mover, &motion) == (status));                    \
    } while (0)
    REFUSES(stair_height, -1, BUMPER_OUT_OF_RANGE);
    REFUSES(snap_distance, -1, BUMPER_OUT_OF_RANGE);
    REFUSES(floor_angle, -1, BUMPER_OUT_OF_RANGE);
    REFUSES(floor_angle, degrees(181), BUMPER_OUT_OF_RANGE);
    REFUSES(floor_angle, 3.14159f, BUMPER_OK);
    REFUSES(coyote_time, -1, BUMPER_OUT_OF_RANGE);
    REFUSES(buffer_time, -1, BUMPER_OUT_OF_RANGE);
    REFUSES(coyote_time, NAN, BUMPER_NOT_A_NUMBER);
    REFUSES(coyote_time, INFINITY, BUMPER_OK);
    REFUSES(response, 9, BUMPER_UNKNOWN);
    for (k = 0; k < 3; ++k) {
        REFUSES(velocity.x, wrong[k], BUMPER_NOT_A_NUMBER);
        REFUSES(gravity.y, wrong[k], BUMPER_NOT_A_NUMBER);
        REFUSES(stair_height, wrong[k], BUMPER_NOT_A_NUMBER);
        CHECK(bumper_mover_jump(mover, wrong[k]) == BUMPER_NOT_A_NUMBER);
        CHECK(bumper_mover_step(mover, wrong[k], world, 1, 0, NULL, 0, NULL) == BUMPER_NOT_A_NUMBER);
        CHECK(bumper_mover_set_position(mover, at(wrong[k], 0)) == BUMPER_NOT_A_NUMBER);
        CHECK(bumper_world_sweep(world, &shape, at(0, wrong[k]), 1, 0, &found, &hit) == BUMPER_NOT_A_NUMBER);
        CHECK(bumper_shape_sweep(&shape, at(wrong[k], 0), &shape, at(0, 0), &found, &hit) == BUMPER_NOT_A_NUMBER);
        CHECK(bumper_simulation_set_gravity(simulation, at(wrong[k], 0)) == BUMPER_NOT_A_NUMBER);
        CHECK(bumper_simulation_step(simulation, wrong[k]) == BUMPER_NOT_A_NUMBER);
    }
    motion = good;
    motion.bounded = 1;
    motion.bounds.min.x = NAN;
    CHECK(bumper_mover_set_motion(mover, &motion) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_mover_jump(mover, -1) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_mover_step(mover, -1, world, 1, 0, NULL, 0, NULL) == BUMPER_OUT_OF_RANGE);
    OK(bumper_mover_step(mover, 0, world, 1, 0, NULL, 0, NULL));
    CHECK(bumper_simulation_step(simulation, -1) == BUMPER_OUT_OF_RANGE && bumper_simulation_step(simulation, 0) == BUMPER_OUT_OF_RANGE);
    OK(bumper_simulation_insert(simulation, &body, &collider, 1, &one));
    body.position = at(30, 0);
    OK(bumper_simulation_insert(simulation, &body, &collider, 1, &two));
    for (k = 0; k < 3; ++k) {
        bumper_body_def broken = bumper_body_def_default();
        broken.velocity.x = wrong[k];
        CHECK(bumper_simulation_insert(simulation, &broken, &collider, 1, &id) == BUMPER_NOT_A_NUMBER);
        broken = bumper_body_def_default();
        broken.angular_velocity = wrong[k];
        CHECK(bumper_simulation_insert(simulation, &broken, &collider, 1, &id) == BUMPER_NOT_A_NUMBER);
        broken = bumper_body_def_default();
        broken.gravity_scale = wrong[k];
        CHECK(bumper_simulation_insert(simulation, &broken, &collider, 1, &id) == BUMPER_NOT_A_NUMBER);
        broken = bumper_body_def_default();
        broken.angle = wrong[k];
        CHECK(bumper_simulation_insert(simulation, &broken, &collider, 1, &id) == BUMPER_NOT_A_NUMBER);
        broken = bumper_body_def_default();
        broken.linear_damping = wrong[k];
        CHECK(bumper_simulation_insert(simulation, &broken, &collider, 1, &id) != BUMPER_OK);
        collider.material.density = wrong[k];
        CHECK(bumper_simulation_insert(simulation, &body, &collider, 1, &id) != BUMPER_OK);
        collider.material.density = 1;
        CHECK(bumper_simulation_set_velocity(simulation, one, at(wrong[k], 0), 0) != BUMPER_OK);
        CHECK(bumper_simulation_set_velocity(simulation, one, at(0, 0), wrong[k]) != BUMPER_OK);
        CHECK(bumper_simulation_set_pose(simulation, one, at(wrong[k], 0), 0) != BUMPER_OK);
        CHECK(bumper_simulation_set_pose(simulation, one, at(0, 0), wrong[k]) == BUMPER_NOT_A_NUMBER);
        CHECK(bumper_simulation_apply_force(simulation, one, at(wrong[k], 0), at(0, 0)) != BUMPER_OK);
        CHECK(bumper_simulation_apply_force(simulation, one, at(0, 0), at(wrong[k], 0)) != BUMPER_OK);
        CHECK(bumper_simulation_apply_torque(simulation, one, wrong[k]) != BUMPER_OK);
        CHECK(bumper_simulation_apply_impulse(simulation, one, at(0, wrong[k]), at(0, 0)) != BUMPER_OK);
        joint = bumper_joint_def_default(BUMPER_DISTANCE, one, two);
        joint.anchor = at(wrong[k], 0);
        CHECK(bumper_simulation_insert_joint(simulation, &joint, &id) != BUMPER_OK);
    }
    joint = bumper_joint_def_default(BUMPER_DISTANCE, one, two);
    joint.length = NAN;
    CHECK(bumper_simulation_insert_joint(simulation, &joint, &id) != BUMPER_OK);
    joint = bumper_joint_def_default(BUMPER_DISTANCE, one, two);
    joint.has_limits = 1;
    joint.lower = -1;
    joint.upper = 2;
    CHECK(bumper_simulation_insert_joint(simulation, &joint, &id) == BUMPER_OUT_OF_RANGE);
    joint = bumper_joint_def_default(BUMPER_REVOLUTE, one, two);
    joint.has_limits = 1;
    joint.lower = 10;
    joint.upper = -10;
    CHECK(bumper_simulation_insert_joint(simulation, &joint, &id) == BUMPER_OUT_OF_RANGE);
    bumper_mask_free(mask);
    bumper_mover_free(mover);
    bumper_world_free(world);
    bumper_simulation_free(simulation);
}

/* A ray with a negative length hits nothing, not even a shape in which it starts. */
static void negative_rays(void) {
    bumper_shape shapes[3];
    bumper_shape3 ball = sphere(0, 0, 0, 5);
    bumper_ray ray = {{0, 0}, {1, 0}, -1};
    bumper_ray3 ray3 = {{0, 0, 0}, {1, 0, 0}, -1};
    bumper_ray_hit hit;
    bumper_ray3_hit hit3;
    bool found = true;
    int k;
    shapes[0] = box(-5, -5, 10, 10);
    shapes[1] = circle(0, 0, 5);
    shapes[2] = shapes[0];
    shapes[2].kind = BUMPER_ELLIPSE;
    shapes[2].data.oriented.center = at(0, 0);
    shapes[2].data.oriented.half_size = at(5, 3);
    shapes[2].data.oriented.angle = degrees(10);
    for (k = 0; k < 3; ++k) {
        ray.max_distance = -1;
        OK(bumper_shape_cast(ray, &shapes[k], &found, &hit));
        CHECK(!found);
        ray.max_distance = 0;
        OK(bumper_shape_cast(ray, &shapes[k], &found, &hit));
        CHECK(found && hit.distance == 0);
    }
    OK(bumper_shape3_cast(ray3, &ball, &found, &hit3));
    CHECK(!found);
}

/* A compound whose coordinates would be out of range is rejected. */
static void far_compounds(void) {
    bumper_shape part = box(1e38f, 0, 10, 10), whole, probe = circle(0, 0, 5);
    bumper_shape3 ball = sphere(1e38f, 0, 0, 5), group, other = sphere(0, 0, 0, 5);
    bumper_relation relation;
    float angle;
    memset(&whole, 0, sizeof whole);
    whole.kind = BUMPER_COMPOUND;
    whole.data.compound.parts = &part;
    whole.data.compound.count = 1;
    for (angle = 0; angle <= degrees(30); angle += degrees(30)) {
        whole.data.compound.angle = angle;
        whole.data.compound.position = at(0, 0);
        OK(bumper_shape_relation(&whole, &probe, &relation));
        whole.data.compound.position = at(3e38f, 0);
        CHECK(bumper_shape_relation(&whole, &probe, &relation) == BUMPER_NOT_A_NUMBER);
    }
    memset(&group, 0, sizeof group);
    group.kind = BUMPER_COMPOUND3;
    group.data.compound.parts = &ball;
    group.data.compound.count = 1;
    group.data.compound.rotation.w = 1;
    OK(bumper_shape3_relation(&group, &other, &relation));
    group.data.compound.position.x = 3e38f;
    CHECK(bumper_shape3_relation(&group, &other, &relation) == BUMPER_NOT_A_NUMBER);
}

/* The header for consoles can be included after this one, and its names do not clash. */
static void consoles(void) {
    bumper_console_box wall, dot;
    bumper_console_box_from_top_left(&wall, 300, 40, 40, 400);
    bumper_console_box_from_top_left(&dot, 280, 100, 20, 20);
    CHECK(bumper_console_box_relation(&wall, &dot) == BUMPER_TOUCHING);
    CHECK(BUMPER_POINT == 0 && (BUMPER_BOX) == 1 && BUMPER_MAX_NESTED == 16);
}

void refusals(void) {
    foreign_ids();
    buffers();
    names();
    numbers();
    negative_rays();
    far_compounds();
    consoles();
}
