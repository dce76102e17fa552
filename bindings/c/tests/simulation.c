/* Tests of bodies and joints from C: motion compared with closed forms, and invalid arguments. */

#include "check.h"

static const float STEP = 1.0f / 60;
static const double PI = 3.14159265358979323846;

static bumper_simulation *world(float gravity) {
    bumper_simulation *made;
    OK(bumper_simulation_new(at(0, gravity), &made));
    return made;
}

static uint64_t add(bumper_simulation *to, uint32_t kind, bumper_shape shape) {
    bumper_body_def body = bumper_body_def_default();
    bumper_body_collider collider = bumper_body_collider_of(shape);
    uint64_t id;
    body.kind = kind;
    OK(bumper_simulation_insert(to, &body, &collider, 1, &id));
    CHECK(id != 0);
    return id;
}

static bumper_body_state state(const bumper_simulation *of, uint64_t id) {
    bumper_body_state found;
    OK(bumper_simulation_get(of, id, &found));
    return found;
}

static void steps(bumper_simulation *of, int count) {
    while (count--) OK(bumper_simulation_step(of, STEP));
}

static bool same(bumper_body_state a, bumper_body_state b) {
    return memcmp(&a.center, &b.center, sizeof a.center) == 0 && memcmp(&a.angular_velocity, &b.angular_velocity, sizeof a.angular_velocity) == 0;
}

static bool near_to(double a, double b, double within) { return fabs(a - b) <= within; }

/* A free body: motion under gravity, and under forces, impulses and torques. */
static void falls(void) {
    bumper_simulation *all = world(10);
    uint64_t ball = add(all, BUMPER_DYNAMIC, circle(3, 4, 0.5f));
    bumper_body_state now;
    steps(all, 60);
    now = state(all, ball);
    CHECK(near_to(now.velocity.y, 10, 1e-4) && now.velocity.x == 0 && now.center.x == 3);
    CHECK(near_to(now.center.y, 4 + 10.0 / 2, 1e-3));
    CHECK(near_to(now.mass, PI / 4, 1e-5) && near_to(now.inertia, PI / 4 / 8, 1e-5) && now.kind == BUMPER_DYNAMIC);
    OK(bumper_simulation_set_gravity(all, at(0, 0)));
    OK(bumper_simulation_set_velocity(all, ball, at(1, 0), degrees(90)));
    steps(all, 60);
    CHECK(near_to(state(all, ball).center.x, 4, 1e-4) && near_to(state(all, ball).angle, degrees(90), degrees(1e-2f)));
    CHECK(near_to(state(all, ball).angular_velocity, degrees(90), degrees(1e-3f)) && near_to(state(all, ball).sine, 1, 1e-4));
    OK(bumper_simulation_set_pose(all, ball, at(0, 0), 0));
    CHECK(state(all, ball).center.x == 3 && state(all, ball).center.y == 4 && state(all, ball).cosine == 1);
    OK(bumper_simulation_set_velocity(all, ball, at(0, 0), 0));
    OK(bumper_simulation_apply_force(all, ball, at(60, 0), at(3, 4)));
    steps(all, 1);
    CHECK(near_to(state(all, ball).velocity.x, 1 / state(all, ball).mass, 1e-5));
    OK(bumper_simulation_apply_impulse(all, ball, at(0, 2), at(4, 4)));
    CHECK(near_to(state(all, ball).velocity.y, 2 / state(all, ball).mass, 1e-5) && state(all, ball).angular_velocity > 0);
    OK(bumper_simulation_set_velocity(all, ball, at(0, 0), 0));
    OK(bumper_simulation_apply_torque(all, ball, 1));
    steps(all, 1);
    CHECK(near_to(state(all, ball).angular_velocity, STEP / state(all, ball).inertia, degrees(1e-2f)));
    bumper_simulation_free(all);
}

/* A tower of ten boxes stays upright, falls asleep and has contact events. A sensor detects it without colliding. */
static void stacks(void) {
    bumper_simulation *all = world(10);
    bumper_body_collider eye = bumper_body_collider_of(box(-5, -3, 10, 3));
    bumper_body_def still = bumper_body_def_default();
    const bumper_contact_event *events;
    uint64_t boxes[10], ids[20], watch;
    size_t count, k, seen = 0, collider = 0;
    float weight = 0;
    add(all, BUMPER_STATIC, box(-50, 0, 100, 1));
    for (k = 0; k < 10; ++k) boxes[k] = add(all, BUMPER_DYNAMIC, box(-0.5f, -1 - (float)k, 1, 1));
    still.kind = BUMPER_STATIC;
    still.data = 42;
    eye.material.sensor = 1;
    OK(bumper_simulation_insert(all, &still, &eye, 1, &watch));
    steps(all, 1);
    OK(bumper_simulation_events(all, &events, &count));
    for (k = 0; k < count; ++k) CHECK(events[k].change == BUMPER_BEGAN);
    steps(all, 300);
    for (k = 0; k < 10; ++k) {
        bumper_body_state now = state(all, boxes[k]);
        CHECK(near_to(now.center.x, 0, 0.01) && near_to(now.center.y, -0.5 - (double)k, 0.05));
        CHECK(now.asleep && near_to(now.angle, 0, degrees(0.5f)));
    }
    OK(bumper_simulation_events(all, &events, &count));
    for (k = 0; k < count; ++k) {
        CHECK(events[k].change == BUMPER_STAYS);
        seen += events[k].sensor && (events[k].data[0] == 42 || events[k].data[1] == 42) && events[k].count == 0;
        collider += !events[k].sensor && events[k].count == 2;
        if (events[k].a == boxes[0] || events[k].b == boxes[0]) {
            float sum = events[k].points[0].normal_impulse + events[k].points[1].normal_impulse;
            if (sum > weight) weight = sum;
        }
    }
    CHECK(seen >= 3 && collider == 10);
    /* The contact with the ground carries the weight of ten boxes. */
    CHECK(near_to(weight, 10 * 10 * STEP, 0.05));
    OK(bumper_simulation_bodies(all, ids, 20, &count));
    CHECK(count == 12);
    OK(bumper_simulation_bodies(all, NULL, 0, &count));
    CHECK(count == 12);
    OK(bumper_simulation_remove(all, boxes[0]));
    CHECK(!state(all, boxes[1]).asleep);
    steps(all, 1);
    OK(bumper_simulation_events(all, &events, &count));
    for (k = seen = 0; k < count; ++k) seen += events[k].change == BUMPER_ENDED;
    CHECK(seen >= 2);
    CHECK(bumper_simulation_remove(all, boxes[0]) == BUMPER_GONE && bumper_simulation_wake(all, boxes[0]) == BUMPER_GONE);
    OK(bumper_simulation_wake(all, boxes[1]));
    OK(bumper_simulation_set_sleep_enabled(all, false));
    steps(all, 300);
    CHECK(!state(all, boxes[1]).asleep);
    bumper_simulation_free(all);
}

/* Measures the period of a rod that swings on a hinge, from the times at which it crosses its lowest position. */
static void swings(void) {
    bumper_simulation *all = world(10);
    uint64_t post = add(all, BUMPER_STATIC, circle(0, 0, 0.1f)), rod = add(all, BUMPER_DYNAMIC, box(-0.1f, 0, 0.2f, 2));
    bumper_joint_def hinge = bumper_joint_def_default(BUMPER_REVOLUTE, post, rod);
    bumper_joint_state now;
    uint64_t id;
    double before, crossed[2] = {0, 0}, period;
    int k, crossings = 0;
    OK(bumper_simulation_insert_joint(all, &hinge, &id));
    /* Start with an amplitude of five degrees. With less than one degree, the rod would be slow enough to fall asleep. */
    OK(bumper_simulation_set_velocity(all, rod, at(0, 0), degrees(60)));
    steps(all, 10);
    before = state(all, rod).angle;
    for (k = 0; k < 600 && crossings < 5; ++k) {
        double angle;
        steps(all, 1);
        angle = state(all, rod).angle;
        if (before * angle < 0) {
            double when = k + before / (before - angle);
            if (crossings == 0) crossed[0] = when;
            crossed[1] = when;
            ++crossings;
        }
        before = angle;
    }
    /* The moment of inertia about the end of the rod is m (0.2^2 + 2^2) / 12 + m. */
    period = 2 * PI * sqrt(((0.04 + 4) / 12 + 1) / (10 * 1.0));
    CHECK(crossings == 5 && near_to((crossed[1] - crossed[0]) * STEP / 2, period, 0.01 * period));
    OK(bumper_simulation_get_joint(all, id, &now));
    CHECK(near_to(now.anchors[0].x, now.anchors[1].x, 1e-3) && near_to(now.angle, state(all, rod).angle, degrees(1e-2f)));
    CHECK(near_to(now.force.y, -10 * state(all, rod).mass, 0.5));
    OK(bumper_simulation_remove_joint(all, id));
    CHECK(bumper_simulation_remove_joint(all, id) == BUMPER_GONE && bumper_simulation_get_joint(all, id, &now) == BUMPER_GONE);
    steps(all, 30);
    CHECK(state(all, rod).center.y > 1.5f);
    bumper_simulation_free(all);
}

/* Tests the basic function of all other kinds of joints. */
static void joints(void) {
    bumper_simulation *all = world(0);
    uint64_t post = add(all, BUMPER_STATIC, circle(0, 0, 0.1f)), one = add(all, BUMPER_DYNAMIC, circle(3, 0, 0.5f)), id;
    bumper_joint_def joint = bumper_joint_def_default(BUMPER_DISTANCE, post, one);
    bumper_joint_state now;
    joint.anchor_b = at(3, 0);
    joint.length = 2;
    OK(bumper_simulation_insert_joint(all, &joint, &id));
    steps(all, 60);
    OK(bumper_simulation_get_joint(all, id, &now));
    CHECK(near_to(now.translation, 2, 0.01));
    OK(bumper_simulation_remove_joint(all, id));
    OK(bumper_simulation_set_pose(all, one, at(0, 0), 0));
    joint = bumper_joint_def_default(BUMPER_PRISMATIC, post, one);
    joint.anchor = at(3, 0);
    joint.has_limits = joint.has_motor = 1;
    joint.lower = -1;
    joint.upper = 1.5f;
    joint.motor_speed = 2;
    joint.max_force = 50;
    OK(bumper_simulation_insert_joint(all, &joint, &id));
    steps(all, 30);
    CHECK(near_to(state(all, one).center.x, 4, 0.1));
    steps(all, 60);
    CHECK(near_to(state(all, one).center.x, 4.5, 0.02));
    OK(bumper_simulation_set_motor(all, id, -2, 50));
    steps(all, 120);
    CHECK(near_to(state(all, one).center.x, 2, 0.02) && near_to(state(all, one).center.y, 0, 0.01));
    OK(bumper_simulation_set_motor(all, id, 0, 0));
    OK(bumper_simulation_remove_joint(all, id));
    joint = bumper_joint_def_default(BUMPER_WHEEL, post, one);
    joint.anchor = state(all, one).center;
    joint.axis = at(0, 1);
    joint.has_spring = joint.has_motor = 1;
    joint.motor_speed = degrees(180);
    OK(bumper_simulation_insert_joint(all, &joint, &id));
    steps(all, 60);
    CHECK(near_to(state(all, one).angular_velocity, degrees(180), degrees(1)));
    OK(bumper_simulation_set_motor(all, id, degrees(90), INFINITY));
    steps(all, 60);
    CHECK(near_to(state(all, one).angular_velocity, degrees(90), degrees(1)));
    OK(bumper_simulation_remove_joint(all, id));
    OK(bumper_simulation_set_velocity(all, one, at(0, 0), 0));
    joint = bumper_joint_def_default(BUMPER_MOUSE, post, one);
    joint.anchor = state(all, one).center;
    OK(bumper_simulation_insert_joint(all, &joint, &id));
    OK(bumper_simulation_set_target(all, id, at(5, 5)));
    steps(all, 120);
    CHECK(near_to(state(all, one).center.x, 5, 0.05) && near_to(state(all, one).center.y, 5, 0.05));
    OK(bumper_simulation_remove_joint(all, id));
    OK(bumper_simulation_set_velocity(all, one, at(0, 0), 0));
    joint = bumper_joint_def_default(BUMPER_WELD, post, one);
    joint.anchor = at(5, 5);
    joint.has_spring = joint.has_angular_spring = 1;
    OK(bumper_simulation_insert_joint(all, &joint, &id));
    OK(bumper_simulation_apply_impulse(all, one, at(3, 0), at(5, 5)));
    steps(all, 240);
    CHECK(near_to(state(all, one).center.x, 5, 0.05) && near_to(state(all, one).center.y, 5, 0.05));
    bumper_simulation_free(all);
}

/* A restored simulation continues with the same bits. Damaged bytes are rejected, or at least harmless. */
static void saved(void) {
    bumper_simulation *all = world(10), *other = world(10);
    bumper_simulation *both[2];
    uint64_t last[2] = {0};
    uint8_t *bytes, *lie;
    bumper_body_state there;
    size_t size, room, k, refused = 0;
    both[0] = all;
    both[1] = other;
    for (k = 0; k < 12; ++k) {
        bumper_simulation *to = both[k % 2];
        last[k % 2] = k < 2 ? add(to, BUMPER_STATIC, box(-9, 0, 18, 1))
                            : add(to, BUMPER_DYNAMIC, box((float)(k / 2) * 0.3f, -1.5f * (float)(k / 2), 1, 1));
    }
    /* The two simulations have different ids. */
    CHECK(last[0] != last[1]);
    steps(all, 40);
    OK(bumper_simulation_save(all, NULL, 0, &size));
    CHECK(size > 100);
    bytes = malloc(size);
    lie = malloc(size);
    CHECK(bumper_simulation_save(all, bytes, size - 1, &room) == BUMPER_FULL);
    OK(bumper_simulation_save(all, bytes, size, &room));
    CHECK(room == size);
    steps(all, 40);
    there = state(all, last[0]);
    OK(bumper_simulation_restore(all, bytes, size));
    CHECK(!same(state(all, last[0]), there));
    steps(all, 40);
    CHECK(same(state(all, last[0]), there));
    OK(bumper_simulation_restore(other, bytes, size));
    steps(other, 40);
    CHECK(same(state(other, last[1]), there));
    CHECK(bumper_simulation_restore(all, bytes, size - 1) == BUMPER_NOT_SAVED);
    CHECK(bumper_simulation_restore(all, NULL, 0) == BUMPER_NOT_SAVED && bumper_simulation_restore(all, NULL, 9) == BUMPER_NULL);
    for (k = 0; k < size; ++k) {
        bumper_status status;
        memcpy(lie, bytes, size);
        lie[k] ^= (uint8_t)(1 << (k % 8));
        status = bumper_simulation_restore(other, lie, size);
        CHECK(status == BUMPER_OK || status == BUMPER_NOT_SAVED);
        refused += status == BUMPER_NOT_SAVED;
        CHECK(bumper_simulation_step(other, STEP) == BUMPER_OK);
    }
    CHECK(refused > 10 && refused < size);
    OK(bumper_simulation_remove(all, last[0]));
    CHECK(bumper_simulation_restore(all, bytes, size) == BUMPER_NOT_SAVED);
    free(bytes);
    free(lie);
    bumper_simulation_free(all);
    bumper_simulation_free(other);
}

/* Tests invalid arguments and null pointers. */
static void mistakes(void) {
    bumper_simulation *all = world(10), *none = NULL;
    bumper_body_def body = bumper_body_def_default();
    bumper_body_collider collider = bumper_body_collider_of(circle(0, 0, 1)), bad = collider;
    bumper_joint_def joint;
    bumper_body_state found;
    const bumper_contact_event *events;
    uint64_t a, b, id;
    size_t count;
    CHECK(bumper_simulation_new(at(0, NAN), &none) == BUMPER_NOT_A_NUMBER && bumper_simulation_new(at(0, 0), NULL) == BUMPER_NULL);
    OK(bumper_simulation_insert(all, &body, &collider, 1, &a));
    body.kind = BUMPER_STATIC;
    OK(bumper_simulation_insert(all, &body, &collider, 1, &b));
    OK(bumper_simulation_insert(all, &body, &collider, 1, &id));
    CHECK(bumper_simulation_insert(all, &body, NULL, 0, &id) == BUMPER_NO_AREA);
    CHECK(bumper_simulation_insert(all, &body, NULL, 1, &id) == BUMPER_NULL);
    CHECK(bumper_simulation_insert(all, NULL, &collider, 1, &id) == BUMPER_NULL);
    CHECK(bumper_simulation_insert(NULL, &body, &collider, 1, &id) == BUMPER_NULL);
    CHECK(bumper_simulation_insert(all, &body, &collider, 1, NULL) == BUMPER_NULL);
    CHECK(bumper_simulation_insert(all, &body, &collider, (size_t)-1, &id) == BUMPER_OUT_OF_RANGE);
    bad.material.density = 0;
    CHECK(bumper_simulation_insert(all, &body, &bad, 1, &id) == BUMPER_OUT_OF_RANGE);
    bad = collider;
    bad.material.friction = -1;
    CHECK(bumper_simulation_insert(all, &body, &bad, 1, &id) == BUMPER_OUT_OF_RANGE);
    bad = collider;
    bad.material.restitution = 1.5f;
    CHECK(bumper_simulation_insert(all, &body, &bad, 1, &id) == BUMPER_OUT_OF_RANGE);
    bad = collider;
    bad.shape.kind = 99;
    CHECK(bumper_simulation_insert(all, &body, &bad, 1, &id) == BUMPER_UNKNOWN);
    bad.shape = circle(NAN, 0, 1);
    CHECK(bumper_simulation_insert(all, &body, &bad, 1, &id) == BUMPER_NOT_A_NUMBER);
    bad.shape = circle(0, 0, 0);
    body.kind = BUMPER_DYNAMIC;
    CHECK(bumper_simulation_insert(all, &body, &bad, 1, &id) == BUMPER_NO_AREA);
    body.kind = 3;
    CHECK(bumper_simulation_insert(all, &body, &collider, 1, &id) == BUMPER_UNKNOWN);
    body = bumper_body_def_default();
    body.angle = INFINITY;
    CHECK(bumper_simulation_insert(all, &body, &collider, 1, &id) == BUMPER_NOT_A_NUMBER);
    body = bumper_body_def_default();
    body.linear_damping = -1;
    CHECK(bumper_simulation_insert(all, &body, &collider, 1, &id) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_simulation_step(all, NAN) == BUMPER_NOT_A_NUMBER && bumper_simulation_step(all, 0) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_simulation_step(NULL, 1) == BUMPER_NULL);
    CHECK(bumper_simulation_get(all, 0, &found) == BUMPER_GONE && bumper_simulation_get(all, a + 1, &found) == BUMPER_GONE);
    CHECK(bumper_simulation_get(all, a, NULL) == BUMPER_NULL && bumper_simulation_get(NULL, a, &found) == BUMPER_NULL);
    CHECK(bumper_simulation_set_velocity(all, a, at(NAN, 0), 0) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_simulation_set_pose(all, a, at(0, 0), NAN) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_simulation_apply_force(all, 0, at(0, 0), at(0, 0)) == BUMPER_GONE);
    CHECK(bumper_simulation_apply_impulse(all, a, at(0, 0), at(0, INFINITY)) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_simulation_events(all, NULL, &count) == BUMPER_NULL && bumper_simulation_events(NULL, &events, &count) == BUMPER_NULL);
    joint = bumper_joint_def_default(77, a, b);
    CHECK(bumper_simulation_insert_joint(all, &joint, &id) == BUMPER_UNKNOWN);
    joint = bumper_joint_def_default(BUMPER_WELD, a, a);
    CHECK(bumper_simulation_insert_joint(all, &joint, &id) == BUMPER_NO_JOINT);
    joint = bumper_joint_def_default(BUMPER_WELD, b, id);
    CHECK(bumper_simulation_insert_joint(all, &joint, &id) == BUMPER_NO_JOINT);
    joint = bumper_joint_def_default(BUMPER_WHEEL, b, a);
    joint.axis = at(0, 0);
    CHECK(bumper_simulation_insert_joint(all, &joint, &id) == BUMPER_NO_JOINT);
    joint = bumper_joint_def_default(BUMPER_REVOLUTE, b, a);
    joint.has_limits = 1;
    joint.lower = 2;
    CHECK(bumper_simulation_insert_joint(all, &joint, &id) == BUMPER_OUT_OF_RANGE);
    joint.has_limits = 0;
    joint.anchor.x = NAN;
    CHECK(bumper_simulation_insert_joint(all, &joint, &id) == BUMPER_NOT_A_NUMBER && bumper_simulation_insert_joint(all, NULL, &id) == BUMPER_NULL);
    joint = bumper_joint_def_default(BUMPER_REVOLUTE, b, 12345);
    CHECK(bumper_simulation_insert_joint(all, &joint, &id) == BUMPER_GONE && bumper_simulation_insert_joint(all, &joint, NULL) == BUMPER_NULL);
    CHECK(bumper_simulation_set_motor(all, 9, 1, 1) == BUMPER_WRONG_KIND && bumper_simulation_set_target(all, 9, at(0, 0)) == BUMPER_WRONG_KIND);
    CHECK(!strcmp(bumper_message(BUMPER_NOT_SAVED), "the bytes were not saved from this mover or from this simulation"));
    bumper_simulation_free(all);
    bumper_simulation_free(NULL);
}

void simulation(void) {
    falls();
    stacks();
    swings();
    joints();
    saved();
    mistakes();
}
