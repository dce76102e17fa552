/* Tests of the frames of joints from C: compared with anchors in the world, and with closed forms. */

#include "check.h"

static const float STEP = 1.0f / 64;

static uint64_t hash(const bumper_simulation *of) {
    uint64_t found;
    OK(bumper_simulation_state_hash(of, &found));
    return found;
}

static bool near_to(double a, double b, double within) { return fabs(a - b) <= within; }

static bumper_joint_frame frame(float x, float y, float angle) {
    bumper_joint_frame made;
    made.anchor = at(x, y);
    made.angle = angle;
    return made;
}

/* A point in the coordinates of a body, placed in the world. */
static bumper_point_f32 placed(const bumper_simulation *of, uint64_t body, bumper_point_f32 point) {
    bumper_body_state state;
    double cosine, sine;
    OK(bumper_simulation_get(of, body, &state));
    cosine = cos(state.angle);
    sine = sin(state.angle);
    return at((float)(state.position.x + cosine * point.x - sine * point.y), (float)(state.position.y + sine * point.x + cosine * point.y));
}

static bool is_at(bumper_point_f32 point, const bumper_simulation *of, uint64_t body, bumper_joint_frame frame) {
    bumper_point_f32 expected = placed(of, body, frame.anchor);
    return near_to(point.x, expected.x, 1e-4) && near_to(point.y, expected.y, 1e-4);
}

/* A simulation with two boxes, of which neither has its center of mass at its origin. */
static bumper_simulation *pair(uint64_t ids[2]) {
    bumper_simulation *all;
    int k;
    OK(bumper_simulation_new(at(0, 0), &all));
    for (k = 0; k < 2; ++k) {
        bumper_body_def body = bumper_body_def_default();
        bumper_body_collider collider = bumper_body_collider_of(box(1, (float)k, 2, 1));
        body.position = at(8.0f * (float)k, 3);
        body.angle = degrees(30 - 70 * (float)k);
        body.linear_damping = 3;
        body.angular_damping = 3;
        OK(bumper_simulation_insert(all, &body, &collider, 1, &ids[k]));
    }
    return all;
}

/* All kinds: the frames agree with the anchors and the axis in the world, and frames that are set again keep all bits. */
static void kinds(void) {
    uint32_t kind;
    for (kind = BUMPER_DISTANCE; kind <= BUMPER_MOUSE; ++kind) {
        uint64_t ids[2], joint, before;
        bumper_simulation *all = pair(ids);
        bumper_joint_def def = bumper_joint_def_default(kind, ids[0], ids[1]);
        bumper_joint_frame a, b, first = frame(2.5f, 1, degrees(33)), second = frame(-1, 0.7f, degrees(-50));
        bumper_joint_state state;
        bool has_axis = kind == BUMPER_PRISMATIC || kind == BUMPER_WHEEL;
        int k;
        def.anchor = def.anchor_b = at(4, 2);
        def.axis = at(3, 4);
        OK(bumper_simulation_insert_joint(all, &def, &joint));
        OK(bumper_simulation_get_joint_frames(all, joint, &a, &b));
        CHECK(is_at(at(4, 2), all, ids[1], b) && (kind == BUMPER_MOUSE ? a.anchor.x == 0 && a.anchor.y == 0 : is_at(at(4, 2), all, ids[0], a)));
        /* The relative angle is -70 degrees, and the axis has an angle of 53.13 degrees in the world. */
        CHECK(near_to(a.angle - b.angle, degrees(-70), degrees(1e-4f)) && (has_axis ? near_to(a.angle, degrees(53.130102f - 30), degrees(1e-4f)) : b.angle == 0));
        OK(bumper_simulation_step(all, STEP));
        before = hash(all);
        OK(bumper_simulation_get_joint_frames(all, joint, &a, &b));
        OK(bumper_simulation_set_joint_frames(all, joint, a, b));
        CHECK(hash(all) == before);
        OK(bumper_simulation_set_joint_frames(all, joint, first, second));
        CHECK(hash(all) != before);
        OK(bumper_simulation_get_joint_frames(all, joint, &a, &b));
        CHECK(near_to(b.anchor.x, -1, 1e-6) && near_to(b.anchor.y, 0.7, 1e-6) && near_to(a.anchor.x, kind == BUMPER_MOUSE ? 0 : 2.5, 1e-6));
        CHECK(near_to(a.angle - b.angle, degrees(83), degrees(1e-4f)) && near_to(a.angle, degrees(has_axis ? 33 : 83), degrees(1e-4f)));
        for (k = 0; k < 20; ++k) {
            OK(bumper_simulation_set_joint_frames(all, joint, frame(2.5f, 1, degrees(33 + 0.37f * (float)k)), second));
            before = hash(all);
            OK(bumper_simulation_get_joint_frames(all, joint, &a, &b));
            OK(bumper_simulation_set_joint_frames(all, joint, a, b));
            CHECK(hash(all) == before);
        }
        OK(bumper_simulation_set_joint_frames(all, joint, first, second));
        OK(bumper_simulation_get_joint_frames(all, joint, &a, &b));
        OK(bumper_simulation_get_joint(all, joint, &state));
        CHECK(is_at(state.anchors[1], all, ids[1], b) && (kind == BUMPER_MOUSE || is_at(state.anchors[0], all, ids[0], a)));
        CHECK(near_to(state.angle, degrees(-70 - 83), degrees(0.5f)));
        bumper_simulation_free(all);
    }
}

/* A hinge pulls far anchors together. The reference angle moves its limits. */
static void hinge(void) {
    uint64_t ids[2], joint;
    bumper_simulation *all = pair(ids);
    bumper_joint_def def = bumper_joint_def_default(BUMPER_REVOLUTE, ids[0], ids[1]);
    bumper_joint_frame first = frame(4, 0, 0), second = frame(0, 0, 0);
    bumper_body_state one, other;
    bumper_point_f32 p, q;
    def.has_limits = 1;
    def.lower = degrees(10);
    def.upper = degrees(20);
    OK(bumper_simulation_insert_joint(all, &def, &joint));
    for (; first.angle <= degrees(90); first.angle += degrees(45)) {
        int k;
        OK(bumper_simulation_set_joint_frames(all, joint, first, second));
        for (k = 0; k < 300; ++k) OK(bumper_simulation_step(all, STEP));
        p = placed(all, ids[0], first.anchor);
        q = placed(all, ids[1], second.anchor);
        CHECK(near_to(p.x, q.x, 0.01) && near_to(p.y, q.y, 0.01));
        OK(bumper_simulation_get(all, ids[0], &one));
        OK(bumper_simulation_get(all, ids[1], &other));
        CHECK(other.angle - one.angle > first.angle + degrees(9.9f) && other.angle - one.angle < first.angle + degrees(20.1f));
    }
    bumper_simulation_free(all);
}

static void refused(void) {
    static const float wrong[3] = {NAN, INFINITY, -INFINITY};
    uint64_t ids[2], joint, before;
    bumper_simulation *all = pair(ids), *other;
    bumper_joint_def def = bumper_joint_def_default(BUMPER_WELD, ids[0], ids[1]);
    bumper_joint_frame a, b, none = frame(0, 0, 0);
    int k;
    OK(bumper_simulation_new(at(0, 0), &other));
    OK(bumper_simulation_insert_joint(all, &def, &joint));
    before = hash(all);
    for (k = 0; k < 3; ++k) {
        CHECK(bumper_simulation_set_joint_frames(all, joint, frame(wrong[k], 0, 0), none) == BUMPER_NOT_A_NUMBER);
        CHECK(bumper_simulation_set_joint_frames(all, joint, none, frame(0, wrong[k], 0)) == BUMPER_NOT_A_NUMBER);
        CHECK(bumper_simulation_set_joint_frames(all, joint, none, frame(0, 0, wrong[k])) == BUMPER_NOT_A_NUMBER);
    }
    CHECK(bumper_simulation_get_joint_frames(all, joint, NULL, &b) == BUMPER_NULL && bumper_simulation_get_joint_frames(all, joint, &a, NULL) == BUMPER_NULL);
    CHECK(bumper_simulation_get_joint_frames(NULL, joint, &a, &b) == BUMPER_NULL && bumper_simulation_set_joint_frames(NULL, joint, none, none) == BUMPER_NULL);
    CHECK(bumper_simulation_get_joint_frames(other, joint, &a, &b) == BUMPER_GONE && bumper_simulation_set_joint_frames(other, joint, none, none) == BUMPER_GONE);
    CHECK(bumper_simulation_get_joint_frames(all, ids[0], &a, &b) == BUMPER_WRONG_KIND);
    CHECK(bumper_simulation_set_joint_frames(all, ids[0], none, none) == BUMPER_WRONG_KIND);
    CHECK(hash(all) == before);
    OK(bumper_simulation_remove_joint(all, joint));
    CHECK(bumper_simulation_get_joint_frames(all, joint, &a, &b) == BUMPER_GONE && bumper_simulation_set_joint_frames(all, joint, none, none) == BUMPER_GONE);
    bumper_simulation_free(all);
    bumper_simulation_free(other);
}

void joint_frames(void) {
    kinds();
    hinge();
    refused();
}
