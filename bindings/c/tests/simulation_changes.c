/* Tests of changing bodies, colliders and joints from C after they were added: results compared with closed forms. */

#include "check.h"

static const float STEP = 1.0f / 64;

static bumper_simulation *empty(float gravity) {
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
    return id;
}

static bumper_body_state state(const bumper_simulation *of, uint64_t id) {
    bumper_body_state found;
    OK(bumper_simulation_get(of, id, &found));
    return found;
}

static uint64_t hash(const bumper_simulation *of) {
    uint64_t found;
    OK(bumper_simulation_state_hash(of, &found));
    return found;
}

static void steps(bumper_simulation *of, int count) {
    while (count--) OK(bumper_simulation_step(of, STEP));
}

static bool near_to(double a, double b, double within) { return fabs(a - b) <= within; }

/* Colliders that are added, removed, reshaped and given another material. */
static void colliders(void) {
    bumper_simulation *all = empty(0), *other = empty(0);
    uint64_t body = add(all, BUMPER_DYNAMIC, box(0, 0, 2, 2)), foreign = add(other, BUMPER_DYNAMIC, box(0, 0, 2, 2));
    uint64_t ids[3], handle, found, wall;
    bumper_body_collider collider = bumper_body_collider_of(box(2, 0, 2, 2));
    bumper_material material;
    bumper_shape wide = box(2, 0, 4, 2), line;
    bumper_box_f32 aabb;
    bumper_body_state before;
    size_t count;
    CHECK(state(all, body).mass == 4);
    OK(bumper_simulation_insert_collider(all, body, &collider, &handle));
    CHECK(state(all, body).mass == 8 && state(all, body).center.x == 2);
    OK(bumper_simulation_colliders_of(all, body, ids, 3, &count));
    CHECK(count == 2 && ids[1] == handle && ids[0] != handle);
    OK(bumper_simulation_body_of(all, handle, &found));
    CHECK(found == body);
    OK(bumper_simulation_set_shape(all, handle, &wide));
    CHECK(state(all, body).mass == 12 && near_to(state(all, body).center.x, 3, 1e-6));
    OK(bumper_simulation_get_material(all, handle, &material));
    CHECK(material.density == 1 && material.friction == 0.6f && material.one_way == BUMPER_ALL_SIDES && material.layers == 1);
    material.density = 2;
    material.friction_rule = BUMPER_MINIMUM;
    material.restitution_rule = BUMPER_AVERAGE;
    material.one_way = BUMPER_MIN_Y;
    material.surface_velocity = at(1, 0);
    material.data = 77;
    OK(bumper_simulation_set_material(all, handle, &material));
    CHECK(state(all, body).mass == 20);
    memset(&material, 0, sizeof material);
    OK(bumper_simulation_get_material(all, handle, &material));
    CHECK(material.friction_rule == BUMPER_MINIMUM && material.restitution_rule == BUMPER_AVERAGE && material.one_way == BUMPER_MIN_Y);
    CHECK(material.surface_velocity.x == 1 && material.data == 77 && material.filter == UINT32_MAX && material.density == 2);
    OK(bumper_simulation_set_pose(all, body, at(10, 0), degrees(90)));
    OK(bumper_simulation_aabb_of(all, handle, &aabb));
    CHECK(near_to(aabb.min.x, 8, 1e-3) && near_to(aabb.min.y, 2, 1e-3) && near_to(aabb.max.x, 10, 1e-3) && near_to(aabb.max.y, 6, 1e-3));
    /* Invalid changes are refused and change nothing. */
    before = state(all, body);
    material.friction_rule = 6;
    CHECK(bumper_simulation_set_material(all, handle, &material) == BUMPER_UNKNOWN);
    material.friction_rule = BUMPER_NO_RULE;
    material.one_way = BUMPER_MIN_Z;
    CHECK(bumper_simulation_set_material(all, handle, &material) == BUMPER_UNKNOWN);
    material.one_way = BUMPER_ALL_SIDES;
    material.density = -1;
    CHECK(bumper_simulation_set_material(all, handle, &material) == BUMPER_OUT_OF_RANGE);
    material.density = 1;
    material.rolling_resistance = -1;
    CHECK(bumper_simulation_set_material(all, handle, &material) == BUMPER_OUT_OF_RANGE);
    material.rolling_resistance = 0;
    material.surface_velocity.y = NAN;
    CHECK(bumper_simulation_set_material(all, handle, &material) == BUMPER_NOT_A_NUMBER);
    line.kind = BUMPER_SEGMENT;
    line.data.segment.from = at(0, 0);
    line.data.segment.to = at(1, 0);
    CHECK(bumper_simulation_set_shape(all, handle, &line) == BUMPER_NO_AREA);
    collider.material.restitution_rule = 9;
    CHECK(bumper_simulation_insert_collider(all, body, &collider, &found) == BUMPER_UNKNOWN);
    CHECK(state(all, body).mass == before.mass);
    /* Ids of other simulations, and of bodies instead of colliders, are refused. */
    OK(bumper_simulation_colliders_of(other, foreign, &found, 1, &count));
    CHECK(bumper_simulation_get_material(all, found, &material) == BUMPER_GONE && bumper_simulation_get_material(all, body, &material) == BUMPER_WRONG_KIND);
    CHECK(bumper_simulation_set_material(all, found, &material) == BUMPER_GONE && bumper_simulation_set_shape(all, found, &wide) == BUMPER_GONE);
    CHECK(bumper_simulation_remove_collider(all, found) == BUMPER_GONE && bumper_simulation_remove(all, handle) == BUMPER_WRONG_KIND);
    CHECK(bumper_simulation_colliders_of(all, foreign, ids, 3, &count) == BUMPER_GONE && bumper_simulation_body_of(all, found, &wall) == BUMPER_GONE);
    CHECK(bumper_simulation_aabb_of(all, found, &aabb) == BUMPER_GONE && bumper_simulation_aabb_of(all, handle, NULL) == BUMPER_NULL);
    CHECK(bumper_simulation_insert_collider(all, foreign, &collider, &found) == BUMPER_GONE);
    CHECK(bumper_simulation_insert_static(all, NULL, &wall) == BUMPER_NULL && bumper_simulation_insert_static(all, &collider, NULL) == BUMPER_NULL);
    OK(bumper_simulation_remove_collider(all, handle));
    CHECK(state(all, body).mass == 4 && bumper_simulation_remove_collider(all, handle) == BUMPER_GONE);
    /* The last collider takes its body with it. */
    OK(bumper_simulation_remove_collider(all, ids[0]));
    CHECK(bumper_simulation_get(all, body, &before) == BUMPER_GONE);
    CHECK(bumper_simulation_colliders_of(all, body, ids, 3, &count) == BUMPER_GONE);
    bumper_simulation_free(all);
    bumper_simulation_free(other);
}

static bool same_point(bumper_point_f32 a, bumper_point_f32 b) { return near_to(a.x, b.x, 1e-5) && near_to(a.y, b.y, 1e-5); }

/* Each kind of shape is read back as it was added, and can be set again. */
static void shapes(void) {
    static const bumper_point_f32 corners[5] = {{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}};
    static const uint8_t rows[2] = {3, 1};
    uint32_t kind;
    bumper_mask *mask;
    OK(bumper_mask_from_rows(rows, 2, 2, 2, &mask));
    /* Bodies that move cannot be segments. */
    for (kind = BUMPER_BOX; kind <= BUMPER_COMPOUND; kind += kind == BUMPER_CIRCLE ? 2 : 1) {
        bumper_simulation *all = empty(0);
        bumper_shape shape, found, parts[2];
        uint64_t body, collider;
        double mass;
        size_t count;
        memset(&shape, 0, sizeof shape);
        shape.kind = kind;
        if (kind == BUMPER_BOX) shape = box(1, 2, 3, 4);
        if (kind == BUMPER_CIRCLE) shape = circle(1, 2, 3);
        if (kind == BUMPER_SQUARED_CIRCLE) shape.data.squared_circle.radius_squared = 2;
        if (kind == BUMPER_TRIANGLE) shape.data.triangle.b = corners[1], shape.data.triangle.c = corners[4];
        if (kind == BUMPER_CAPSULE) shape.data.capsule.to = at(4, 0), shape.data.capsule.radius = 1;
        if (kind == BUMPER_ORIENTED_BOX || kind == BUMPER_ELLIPSE) shape.data.oriented.half_size = at(2, 1), shape.data.oriented.angle = degrees(30);
        if (kind == BUMPER_POLYGON) shape.data.polygon.corners = corners, shape.data.polygon.count = 3, shape.data.polygon.radius = 0.5f;
        if (kind == BUMPER_REGION) shape.data.region.corners = corners, shape.data.region.count = 5;
        if (kind == BUMPER_SPRITE) shape.data.sprite.mask = mask, shape.data.sprite.pixel = 2, shape.data.sprite.flip_y = 1;
        if (kind == BUMPER_COMPOUND) {
            parts[0] = box(0, 0, 1, 1);
            parts[1] = parts[0];
            parts[1].kind = BUMPER_REGION;
            parts[1].data.region.corners = corners;
            parts[1].data.region.count = 5;
            shape.data.compound.parts = parts;
            shape.data.compound.count = 2;
            shape.data.compound.position = at(5, 6);
            shape.data.compound.angle = degrees(90);
        }
        body = add(all, BUMPER_DYNAMIC, shape);
        mass = state(all, body).mass;
        OK(bumper_simulation_colliders_of(all, body, &collider, 1, &count));
        OK(bumper_simulation_get_shape(all, collider, &found));
        CHECK(found.kind == kind);
        if (kind == BUMPER_BOX) CHECK(same_point(found.data.aabb.min, at(1, 2)) && same_point(found.data.aabb.max, at(4, 6)));
        if (kind == BUMPER_CIRCLE) CHECK(same_point(found.data.circle.center, at(1, 2)) && found.data.circle.radius == 3);
        if (kind == BUMPER_SQUARED_CIRCLE) CHECK(found.data.squared_circle.radius_squared == 2);
        if (kind == BUMPER_TRIANGLE) CHECK(same_point(found.data.triangle.b, corners[1]) && same_point(found.data.triangle.c, corners[4]));
        if (kind == BUMPER_CAPSULE) CHECK(same_point(found.data.capsule.to, at(4, 0)) && found.data.capsule.radius == 1);
        if (kind == BUMPER_ORIENTED_BOX || kind == BUMPER_ELLIPSE) CHECK(near_to(found.data.oriented.angle, degrees(30), degrees(1e-4f)));
        if (kind == BUMPER_POLYGON) CHECK(found.data.polygon.count == 3 && found.data.polygon.corners != corners && found.data.polygon.radius == 0.5f);
        if (kind == BUMPER_REGION) CHECK(found.data.region.count == 5);
        if (kind == BUMPER_SPRITE) CHECK(found.data.sprite.mask && found.data.sprite.pixel == 2 && found.data.sprite.flip_y && !found.data.sprite.flip_x);
        if (kind == BUMPER_COMPOUND) {
            const bumper_compound *compound = &found.data.compound;
            CHECK(compound->count == 2 && compound->parts[0].kind == BUMPER_BOX && compound->parts[1].kind == BUMPER_REGION);
            CHECK(same_point(compound->position, at(5, 6)) && near_to(compound->angle, degrees(90), degrees(1e-4f)));
        }
        OK(bumper_simulation_set_shape(all, collider, &found));
        CHECK(near_to(state(all, body).mass, mass, 1e-4 * mass));
        CHECK(bumper_simulation_get_shape(all, collider, NULL) == BUMPER_NULL && bumper_simulation_get_shape(NULL, collider, &found) == BUMPER_NULL);
        CHECK(bumper_simulation_get_shape(all, body, &found) == BUMPER_WRONG_KIND);
        bumper_simulation_free(all);
    }
    bumper_mask_free(mask);
}

/* A box on a floor: friction rules, a conveyor belt, and a platform that is solid only from above. */
static void materials(void) {
    uint32_t rule;
    for (rule = BUMPER_NO_RULE; rule <= BUMPER_MAXIMUM; ++rule) {
        static const double friction[6] = {0.4, 0.4, 0.5, 0.2, 0.16, 0.8};
        bumper_simulation *all = empty(10);
        bumper_body_collider floor = bumper_body_collider_of(box(-50, 0, 200, 1));
        uint64_t ground, sled = add(all, BUMPER_DYNAMIC, box(-1, -1, 2, 1)), collider;
        bumper_material material;
        size_t count;
        floor.material.friction = 0.2f;
        floor.material.friction_rule = rule;
        OK(bumper_simulation_insert_static(all, &floor, &ground));
        OK(bumper_simulation_colliders_of(all, sled, &collider, 1, &count));
        OK(bumper_simulation_get_material(all, collider, &material));
        material.friction = 0.8f;
        OK(bumper_simulation_set_material(all, collider, &material));
        OK(bumper_simulation_set_velocity(all, sled, at(8, 0), 0));
        steps(all, 400);
        /* v^2 / 2 µ g */
        CHECK(near_to(state(all, sled).center.x, 64 / (2 * friction[rule] * 10), 0.05 * 64 / (2 * friction[rule] * 10)));
        /* The floor becomes a belt, which takes the sled along. */
        OK(bumper_simulation_get_material(all, ground, &material));
        material.surface_velocity = at(-3, 0);
        OK(bumper_simulation_set_material(all, ground, &material));
        steps(all, 200);
        CHECK(near_to(state(all, sled).velocity.x, -3, 0.05) && !state(all, sled).asleep);
        bumper_simulation_free(all);
    }
    {
        bumper_simulation *all = empty(10);
        bumper_body_collider plank = bumper_body_collider_of(box(-5, 0, 10, 0.5f));
        uint64_t above = add(all, BUMPER_DYNAMIC, circle(-2, -2, 0.5f)), below = add(all, BUMPER_DYNAMIC, circle(2, 2, 0.5f)), id;
        plank.material.one_way = BUMPER_MIN_Y;
        OK(bumper_simulation_insert_static(all, &plank, &id));
        OK(bumper_simulation_set_velocity(all, below, at(0, -12), 0));
        steps(all, 30);
        CHECK(state(all, below).center.y < -1);
        steps(all, 200);
        CHECK(near_to(state(all, above).center.y, -0.5, 0.02) && near_to(state(all, below).center.y, -0.5, 0.02));
        bumper_simulation_free(all);
    }
}

/* Definitions of bodies. */
static void bodies(void) {
    bumper_simulation *all = empty(8), *other = empty(0);
    uint64_t body = add(all, BUMPER_DYNAMIC, box(0, 0, 1, 1)), ids[2], lift;
    bumper_body_def def;
    bumper_contact_event contacts[4];
    uint64_t before;
    size_t count;
    OK(bumper_simulation_set_pose(all, body, at(0.3f, 0), degrees(33)));
    OK(bumper_simulation_set_velocity(all, body, at(1, 2), degrees(77)));
    steps(all, 1);
    before = hash(all);
    OK(bumper_simulation_get_body_def(all, body, &def));
    CHECK(near_to(def.angle, degrees(33 + 77.0f / 64), degrees(1e-2f)) && def.kind == BUMPER_DYNAMIC && def.mass == 0 && def.can_sleep && !def.bullet);
    /* What stays the same keeps its bits. */
    OK(bumper_simulation_set_body_def(all, body, &def));
    CHECK(hash(all) == before);
    def.gravity_scale = -0.5f;
    def.mass = 10;
    def.velocity = at(0, 0);
    def.angular_velocity = 0;
    def.data = 5;
    OK(bumper_simulation_set_body_def(all, body, &def));
    CHECK(hash(all) != before && state(all, body).mass == 10 && near_to(state(all, body).inertia, 10.0 / 6, 1e-5));
    steps(all, 16);
    CHECK(near_to(state(all, body).velocity.y, -1, 1e-5) && state(all, body).data == 5);
    def.locked_y = 1;
    def.fixed_rotation = 1;
    def.gravity_scale = 1;
    OK(bumper_simulation_set_body_def(all, body, &def));
    OK(bumper_simulation_apply_impulse(all, body, at(20, 20), at(0, 0)));
    steps(all, 16);
    CHECK(near_to(state(all, body).velocity.x, 2, 1e-5) && state(all, body).velocity.y == 0 && state(all, body).angular_velocity == 0);
    OK(bumper_simulation_get_body_def(all, body, &def));
    CHECK(def.locked_y && !def.locked_x && def.fixed_rotation && def.mass == 10);
    def.locked_y = def.fixed_rotation = 0;
    def.kind = BUMPER_STATIC;
    OK(bumper_simulation_set_body_def(all, body, &def));
    steps(all, 4);
    CHECK(state(all, body).velocity.x == 0 && state(all, body).kind == BUMPER_STATIC);
    def.kind = BUMPER_DYNAMIC;
    def.mass = 0;
    def.gravity_scale = 0;
    def.position = at(100, 0);
    OK(bumper_simulation_set_body_def(all, body, &def));
    CHECK(state(all, body).mass == 1 && state(all, body).position.x == 100);
    def.has_center_of_mass = 1;
    def.center_of_mass = at(2, 1);
    OK(bumper_simulation_set_body_def(all, body, &def));
    OK(bumper_simulation_get_body_def(all, body, &def));
    CHECK(def.has_center_of_mass && def.center_of_mass.x == 2 && def.center_of_mass.y == 1);
    def.center_of_mass.x = NAN;
    CHECK(bumper_simulation_set_body_def(all, body, &def) == BUMPER_NOT_A_NUMBER);
    def.has_center_of_mass = 0;
    OK(bumper_simulation_set_body_def(all, body, &def));
    CHECK(state(all, body).position.x == 100);
    def.mass = -1;
    CHECK(bumper_simulation_set_body_def(all, body, &def) == BUMPER_OUT_OF_RANGE);
    def.mass = 0;
    def.linear_damping = -1;
    CHECK(bumper_simulation_set_body_def(all, body, &def) == BUMPER_OUT_OF_RANGE);
    def.linear_damping = 0;
    def.angle = NAN;
    CHECK(bumper_simulation_set_body_def(all, body, &def) == BUMPER_NOT_A_NUMBER);
    def.angle = 0;
    def.kind = 8;
    CHECK(bumper_simulation_set_body_def(all, body, &def) == BUMPER_UNKNOWN && bumper_simulation_set_body_def(all, body, NULL) == BUMPER_NULL);
    CHECK(bumper_simulation_get_body_def(other, body, &def) == BUMPER_GONE && bumper_simulation_get_body_def(all, body, NULL) == BUMPER_NULL);
    /* Angular impulses, and sleep of one body. */
    OK(bumper_simulation_set_velocity(all, body, at(0, 0), 0));
    OK(bumper_simulation_apply_angular_impulse(all, body, 2 * state(all, body).inertia));
    CHECK(near_to(state(all, body).angular_velocity, 2, degrees(1e-3f)));
    OK(bumper_simulation_sleep(all, body));
    CHECK(state(all, body).asleep && state(all, body).angular_velocity == 0);
    CHECK(bumper_simulation_apply_angular_impulse(all, body, NAN) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_simulation_sleep(other, body) == BUMPER_GONE && bumper_simulation_apply_angular_impulse(other, body, 1) == BUMPER_GONE);
    /* A lift with a target pose takes a box along. Its contacts name both. */
    lift = add(all, BUMPER_KINEMATIC, box(-2, 0, 4, 1));
    body = add(all, BUMPER_DYNAMIC, box(-0.5f, -1, 1, 1));
    for (count = 0; count < 64; ++count) {
        OK(bumper_simulation_set_target_pose(all, lift, at(0, -(float)(count + 1) / 32), 0, STEP));
        steps(all, 1);
    }
    CHECK(near_to(state(all, lift).position.y, -2, 1e-4) && near_to(state(all, body).center.y, -2.5, 0.02));
    CHECK(bumper_simulation_set_target_pose(all, lift, at(0, 0), 0, 0) == BUMPER_OUT_OF_RANGE);
    CHECK(bumper_simulation_set_target_pose(all, lift, at(0, 0), 0, NAN) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_simulation_set_target_pose(all, lift, at(0, 0), INFINITY, 1) == BUMPER_NOT_A_NUMBER);
    CHECK(bumper_simulation_set_target_pose(other, lift, at(0, 0), 0, 1) == BUMPER_GONE);
    OK(bumper_simulation_contacts_of(all, body, contacts, 4, &count));
    CHECK(count == 1 && contacts[0].count == 2 && (contacts[0].a == lift || contacts[0].b == lift));
    OK(bumper_simulation_colliders_of(all, contacts[0].a, ids, 1, &count));
    OK(bumper_simulation_colliders_of(all, contacts[0].b, ids + 1, 1, &count));
    CHECK(contacts[0].colliders[0] == ids[0] && contacts[0].colliders[1] == ids[1] && contacts[0].collider_indices[0] == 0);
    CHECK(bumper_simulation_contacts_of(other, body, contacts, 4, &count) == BUMPER_GONE);
    CHECK(bumper_simulation_contacts_of(all, body, NULL, 4, &count) == BUMPER_NULL);
    bumper_simulation_free(all);
    bumper_simulation_free(other);
}

/* Definitions of joints, joints that are disabled, and joints that break. */
static void joints(void) {
    bumper_simulation *all = empty(10), *other = empty(0);
    uint64_t post = add(all, BUMPER_STATIC, circle(0, 0, 0.1f)), ball = add(all, BUMPER_DYNAMIC, circle(0, 2, 0.5f)), ids[3], joint, slider;
    uint32_t kind;
    bumper_joint_def def, back;
    bumper_joint_state now;
    bumper_broken_joint broken[2];
    bumper_body_def body;
    size_t count;
    /* All kinds keep their definition and their bits. */
    for (kind = BUMPER_DISTANCE; kind <= BUMPER_MOUSE; ++kind) {
        uint64_t before;
        def = bumper_joint_def_default(kind, post, ball);
        def.anchor_b = def.anchor = at(0, 1);
        def.has_limits = def.has_motor = def.has_spring = kind != BUMPER_WELD && kind != BUMPER_MOUSE;
        def.has_angular_spring = kind == BUMPER_WELD;
        def.has_spring |= kind == BUMPER_MOUSE;
        def.upper = 33;
        def.motor_speed = 17;
        def.max_force = 3;
        def.hertz = 2;
        def.spring_target = 0.5f;
        def.spring_force = BUMPER_SPRING_PULL;
        OK(bumper_simulation_insert_joint(all, &def, &joint));
        before = hash(all);
        OK(bumper_simulation_get_joint_def(all, joint, &back));
        CHECK(back.kind == kind && back.a == post && back.b == ball && back.has_limits == def.has_limits && back.has_spring == def.has_spring);
        CHECK(back.has_angular_spring == def.has_angular_spring && near_to(back.anchor.y, 1, 1e-6));
        if (def.has_limits) CHECK(back.upper == 33 && back.motor_speed == 17 && back.max_force == 3);
        if (def.has_limits) CHECK(back.spring_target == 0.5f && back.spring_force == BUMPER_SPRING_PULL);
        OK(bumper_simulation_set_joint_def(all, joint, &back));
        CHECK(hash(all) == before);
        OK(bumper_simulation_joints_of(all, ball, ids, 3, &count));
        CHECK(count == 1 && ids[0] == joint);
        OK(bumper_simulation_remove_joint(all, joint));
    }
    /* A rope becomes longer. */
    def = bumper_joint_def_default(BUMPER_DISTANCE, post, ball);
    def.anchor_b = at(0, 2);
    OK(bumper_simulation_insert_joint(all, &def, &joint));
    OK(bumper_simulation_get_joint_def(all, joint, &def));
    CHECK(def.length == 2);
    def.length = 5;
    def.collide_connected = 1;
    OK(bumper_simulation_set_joint_def(all, joint, &def));
    steps(all, 128);
    OK(bumper_simulation_get_joint(all, joint, &now));
    CHECK(near_to(now.translation, 5, 0.05) && now.enabled);
    OK(bumper_simulation_get_joint_def(all, joint, &def));
    CHECK(def.collide_connected == 1);
    def.has_limits = 1;
    def.lower = 2;
    def.upper = 1;
    CHECK(bumper_simulation_set_joint_def(all, joint, &def) == BUMPER_OUT_OF_RANGE);
    def.has_limits = 0;
    def.kind = BUMPER_WELD;
    CHECK(bumper_simulation_set_joint_def(all, joint, &def) == BUMPER_NO_JOINT);
    def.kind = BUMPER_DISTANCE;
    def.b = post;
    CHECK(bumper_simulation_set_joint_def(all, joint, &def) == BUMPER_NO_JOINT);
    CHECK(bumper_simulation_get_joint_def(other, joint, &def) == BUMPER_GONE && bumper_simulation_set_joint_def(all, ball, &def) == BUMPER_WRONG_KIND);
    CHECK(bumper_simulation_get_joint_def(all, joint, NULL) == BUMPER_NULL && bumper_simulation_set_joint_def(all, joint, NULL) == BUMPER_NULL);
    /* A joint that does not act lets the ball fall by g t^2 / 2. */
    OK(bumper_simulation_set_velocity(all, ball, at(0, 0), 0));
    OK(bumper_simulation_set_joint_enabled(all, joint, false));
    steps(all, 64);
    OK(bumper_simulation_get_joint(all, joint, &now));
    CHECK(near_to(now.translation, 10, 0.1) && !now.enabled);
    CHECK(bumper_simulation_set_joint_enabled(other, joint, true) == BUMPER_GONE);
    OK(bumper_simulation_remove_joint(all, joint));
    /* A hinge holds a ball of mass 1 (10 units of force) until its limit is less. */
    OK(bumper_simulation_get_body_def(all, ball, &body));
    body.mass = 1;
    body.position = at(0, 0);
    body.velocity = at(0, 0);
    OK(bumper_simulation_set_body_def(all, ball, &body));
    def = bumper_joint_def_default(BUMPER_REVOLUTE, post, ball);
    OK(bumper_simulation_insert_joint(all, &def, &joint));
    def = bumper_joint_def_default(BUMPER_PRISMATIC, post, ball);
    def.axis = at(1, 0);
    CHECK(bumper_simulation_insert_joint(other, &def, &slider) == BUMPER_GONE);
    OK(bumper_simulation_set_break_limits(all, joint, 12, INFINITY));
    steps(all, 64);
    OK(bumper_simulation_broken_joints(all, broken, 2, &count));
    CHECK(count == 0);
    OK(bumper_simulation_set_break_limits(all, joint, 8, INFINITY));
    steps(all, 1);
    OK(bumper_simulation_broken_joints(all, broken, 2, &count));
    CHECK(count == 1 && broken[0].joint == joint && broken[0].a == post && broken[0].b == ball);
    CHECK(bumper_simulation_get_joint(all, joint, &now) == BUMPER_GONE);
    CHECK(bumper_simulation_set_break_limits(all, joint, -1, 0) == BUMPER_OUT_OF_RANGE && bumper_simulation_set_break_limits(all, joint, 1, 1) == BUMPER_GONE);
    OK(bumper_simulation_joints(all, NULL, 0, &count));
    CHECK(count == 0 && bumper_simulation_joints_of(other, ball, ids, 3, &count) == BUMPER_GONE);
    CHECK(bumper_simulation_broken_joints(NULL, broken, 2, &count) == BUMPER_NULL && bumper_simulation_state_hash(NULL, NULL) == BUMPER_NULL);
    bumper_simulation_free(all);
    bumper_simulation_free(other);
}

/* Two simulations with the same history have the same hash, and other ids. */
static void hashes(void) {
    bumper_simulation *all = empty(10), *twin = empty(10);
    uint64_t a, b;
    CHECK(hash(all) == hash(twin));
    a = add(all, BUMPER_DYNAMIC, circle(0, 0, 1));
    CHECK(hash(all) != hash(twin));
    b = add(twin, BUMPER_DYNAMIC, circle(0, 0, 1));
    CHECK(a != b && hash(all) == hash(twin));
    steps(all, 3);
    CHECK(hash(all) != hash(twin));
    steps(twin, 3);
    CHECK(hash(all) == hash(twin));
    bumper_simulation_free(all);
    bumper_simulation_free(twin);
}

/* A whole simulation is restored across additions and removals, and continues with the same bits and ids. */
static void whole(void) {
    bumper_simulation *all = empty(10), *late = empty(0);
    bumper_joint_def hinge;
    bumper_shape corner;
    bumper_point_f32 corners[4] = {{0, 0}, {2, 0}, {1, 0.5f}, {0, 2}}, gravity;
    uint64_t floor = add(all, BUMPER_STATIC, box(-50, 0, 100, 1)), ids[2], joint, expected, later[2];
    uint8_t *bytes;
    size_t size, room, k, refused = 0;
    corner.kind = BUMPER_REGION;
    corner.data.region.corners = corners;
    corner.data.region.count = 4;
    ids[0] = add(all, BUMPER_DYNAMIC, corner);
    ids[1] = add(all, BUMPER_DYNAMIC, box(0.2f, -3, 1, 1));
    hinge = bumper_joint_def_default(BUMPER_REVOLUTE, ids[0], ids[1]);
    OK(bumper_simulation_insert_joint(all, &hinge, &joint));
    OK(bumper_simulation_set_pose(all, ids[0], at(0, -3), degrees(20)));
    steps(all, 20);
    OK(bumper_simulation_save_all(all, NULL, 0, &size));
    bytes = malloc(size);
    CHECK(bumper_simulation_save_all(all, bytes, size - 1, &room) == BUMPER_FULL && room == size);
    OK(bumper_simulation_save_all(all, bytes, size, &room));
    expected = hash(all);
    steps(all, 20);
    later[0] = hash(all);
    /* Another machine. */
    OK(bumper_simulation_restore_all(late, bytes, size));
    CHECK(hash(late) == expected);
    OK(bumper_simulation_get_gravity(late, &gravity));
    CHECK(gravity.x == 0 && gravity.y == 10);
    steps(late, 20);
    CHECK(hash(late) == later[0]);
    /* The same machine, after a removal and an addition. */
    OK(bumper_simulation_remove(all, ids[0]));
    later[0] = add(all, BUMPER_DYNAMIC, circle(0, -9, 1));
    OK(bumper_simulation_restore_all(all, bytes, size));
    CHECK(hash(all) == expected && state(all, ids[0]).kind == BUMPER_DYNAMIC && state(all, floor).kind == BUMPER_STATIC);
    OK(bumper_simulation_set_motor(all, joint, 0, 0));
    later[0] = add(all, BUMPER_DYNAMIC, circle(0, -9, 1));
    OK(bumper_simulation_restore_all(all, bytes, size));
    later[1] = add(all, BUMPER_DYNAMIC, circle(0, -9, 1));
    CHECK(later[0] == later[1]);
    CHECK(bumper_simulation_restore_all(all, bytes, size - 1) == BUMPER_NOT_SAVED && bumper_simulation_restore_all(all, NULL, 1) == BUMPER_NULL);
    for (k = 0; k < size; ++k) {
        bumper_status status;
        bytes[k] ^= (uint8_t)(1 << (k % 8));
        status = bumper_simulation_restore_all(late, bytes, size);
        CHECK(status == BUMPER_OK || status == BUMPER_NOT_SAVED);
        refused += status == BUMPER_NOT_SAVED;
        CHECK(bumper_simulation_step(late, STEP) == BUMPER_OK);
        bytes[k] ^= (uint8_t)(1 << (k % 8));
    }
    CHECK(refused > 10 && refused < size);
    free(bytes);
    bumper_simulation_free(all);
    bumper_simulation_free(late);
}

void simulation_changes(void) {
    colliders();
    shapes();
    materials();
    bodies();
    joints();
    hashes();
    whole();
}
