/* Tests of saved movers: with the simulation that has their bodies, alone, and in 3D. Also of ids of the wrong kind. */

#include "check.h"

static const float STEP = 1.0f / 60;

typedef struct {
    bumper_simulation *all;
    bumper_simulation_mover hero;
} game;

/* A hero on a rising lift, beside a crate. */
static game start(void) {
    bumper_body_def def = bumper_body_def_default();
    bumper_body_collider lift = bumper_body_collider_of(box(-10, -1, 20, 1)), crate = bumper_body_collider_of(box(3, 0, 1, 1));
    bumper_point_f32 corners[4];
    bumper_shape shape;
    bumper_motion motion;
    bumper_mover *mover;
    uint64_t body;
    game made;
    corners[0] = at(0, 0);
    corners[1] = at(0.8f, 0);
    corners[2] = at(0.8f, 1.8f);
    corners[3] = at(0, 1.8f);
    shape = bumper_shape_of_polygon(corners, 4);
    OK(bumper_simulation_new(at(0, -10), &made.all));
    OK(bumper_simulation_insert(made.all, &def, &crate, 1, &body));
    def.kind = BUMPER_KINEMATIC;
    def.velocity = at(0.5f, 1);
    OK(bumper_simulation_insert(made.all, &def, &lift, 1, &body));
    OK(bumper_mover_new(&shape, &mover));
    OK(bumper_mover_motion(mover, &motion));
    motion.gravity = at(0, -10);
    motion.coyote_time = 0.1f;
    motion.buffer_time = 1;
    motion.keep_platform_velocity = 1;
    OK(bumper_mover_set_motion(mover, &motion));
    made.hero = bumper_simulation_mover_of(mover, 0);
    OK(bumper_simulation_insert_mover(made.all, mover, 80, &made.hero.body));
    return made;
}

/* Makes 30 steps to the right, and returns the hash of the simulation. */
static uint64_t run(game *of) {
    bumper_motion motion;
    uint64_t hash;
    int step;
    for (step = 0; step < 30; ++step) {
        OK(bumper_mover_motion(of->hero.mover, &motion));
        motion.velocity.x = 3;
        OK(bumper_mover_set_motion(of->hero.mover, &motion));
        OK(bumper_simulation_step_with_movers(of->all, STEP, &of->hero, 1));
    }
    OK(bumper_simulation_state_hash(of->all, &hash));
    return hash;
}

/* All bytes of a mover, which include its hidden state. */
static size_t save(const bumper_mover *mover, char bytes[512]) {
    size_t size;
    OK(bumper_mover_save(mover, NULL, 0, &size));
    CHECK(size > 0 && size <= 512 && bumper_mover_save(mover, bytes, size - 1, &size) == BUMPER_FULL);
    OK(bumper_mover_save(mover, bytes, 512, &size));
    return size;
}

/* A hero saved in the air with a pending jump, and on the lift, which has carried it: the same steps follow, to the bit. */
static void heroes(int steps_before, bool in_the_air) {
    static char world[1 << 16];
    char hero[512], after[512], again[512];
    game first = start(), second = start();
    size_t size, hero_size, after_size;
    uint64_t hash;
    bumper_point_f32 point, same;
    bool grounded;
    int step;
    for (step = 0; step < steps_before; ++step) {
        if (step == 5 && in_the_air) OK(bumper_mover_jump(first.hero.mover, 1));
        OK(bumper_simulation_step_with_movers(first.all, STEP, &first.hero, 1));
    }
    OK(bumper_mover_jump(first.hero.mover, 2));
    OK(bumper_mover_is_grounded(first.hero.mover, &grounded));
    CHECK(grounded == !in_the_air);
    hero_size = save(first.hero.mover, hero);
    OK(bumper_simulation_save_all(first.all, world, sizeof world, &size));
    hash = run(&first);
    OK(bumper_mover_position(first.hero.mover, &point));
    after_size = save(first.hero.mover, after);
    /* In the same simulation, and in another one, which gets the ids of bodies by the same order. */
    for (step = 0; step < 2; ++step) {
        game *other = step ? &second : &first;
        OK(bumper_mover_restore(other->hero.mover, hero, hero_size));
        OK(bumper_simulation_restore_all(other->all, world, size));
        CHECK(run(other) == hash);
        OK(bumper_mover_position(other->hero.mover, &same));
        CHECK(same.x == point.x && same.y == point.y);
        CHECK(save(other->hero.mover, again) == after_size && !memcmp(after, again, after_size));
    }
    /* Damaged bytes change nothing. */
    CHECK(bumper_mover_restore(first.hero.mover, hero, hero_size - 1) == BUMPER_NOT_SAVED);
    CHECK(bumper_mover_restore(first.hero.mover, world, size) == BUMPER_NOT_SAVED);
    CHECK(bumper_mover_restore(first.hero.mover, NULL, 0) == BUMPER_NOT_SAVED);
    CHECK(bumper_mover_restore(first.hero.mover, NULL, 1) == BUMPER_NULL && bumper_mover_restore(NULL, hero, 1) == BUMPER_NULL);
    CHECK(bumper_mover_save(NULL, NULL, 0, &size) == BUMPER_NULL && bumper_mover_save(first.hero.mover, NULL, 0, NULL) == BUMPER_NULL);
    CHECK(save(first.hero.mover, again) == after_size && !memcmp(after, again, after_size));
    bumper_mover_free(first.hero.mover);
    bumper_mover_free(second.hero.mover);
    bumper_simulation_free(first.all);
    bumper_simulation_free(second.all);
}

static void in_3d(void) {
    bumper_shape3 ball = sphere(0, 0, 5, 1);
    bumper_mover3 *mover;
    bumper_point3_f32 position;
    char bytes[512];
    size_t size;
    OK(bumper_mover3_new(&ball, &mover));
    OK(bumper_mover3_set_position(mover, at3(1, 2, 3)));
    OK(bumper_mover3_save(mover, bytes, sizeof bytes, &size));
    OK(bumper_mover3_set_position(mover, at3(0, 0, 0)));
    OK(bumper_mover3_restore(mover, bytes, size));
    OK(bumper_mover3_position(mover, &position));
    CHECK(position.x == 1 && position.y == 2 && position.z == 3);
    CHECK(bumper_mover3_restore(mover, bytes, 3) == BUMPER_NOT_SAVED);
    bumper_mover3_free(mover);
}

/* A mover that is put into the air is not grounded there, and cannot jump. */
static void teleport(void) {
    game of = start();
    bumper_motion motion;
    bool grounded;
    OK(bumper_simulation_step_with_movers(of.all, STEP, &of.hero, 1));
    OK(bumper_mover_is_grounded(of.hero.mover, &grounded));
    CHECK(grounded);
    OK(bumper_mover_set_position(of.hero.mover, at(0, 5)));
    OK(bumper_mover_is_grounded(of.hero.mover, &grounded));
    CHECK(!grounded);
    OK(bumper_mover_jump(of.hero.mover, 2));
    OK(bumper_simulation_step_with_movers(of.all, STEP, &of.hero, 1));
    OK(bumper_mover_motion(of.hero.mover, &motion));
    CHECK(motion.velocity.y < 0);
    bumper_mover_free(of.hero.mover);
    bumper_simulation_free(of.all);
}

/* The ids of bodies, colliders and joints are of different kinds. */
static void kinds(void) {
    game of = start();
    uint64_t collider, body, ids[2];
    size_t count;
    bumper_body_state state;
    bumper_triangle corner = {{0, 0}, {1, 0}, {0, 1}};
    bumper_shape triangle = bumper_shape_of_triangle(corner);
    bumper_body_collider wall = bumper_body_collider_of(triangle);
    bumper_body_def def = bumper_body_def_default();
    OK(bumper_simulation_insert_static(of.all, &wall, &collider));
    CHECK(bumper_simulation_get(of.all, collider, &state) == BUMPER_WRONG_KIND);
    CHECK(bumper_simulation_remove(of.all, collider) == BUMPER_WRONG_KIND);
    CHECK(bumper_simulation_remove_joint(of.all, collider) == BUMPER_WRONG_KIND);
    CHECK(bumper_simulation_body_of(of.all, of.hero.body, &body) == BUMPER_WRONG_KIND);
    OK(bumper_simulation_body_of(of.all, collider, &body));
    OK(bumper_simulation_colliders_of(of.all, body, ids, 2, &count));
    CHECK(count == 1 && ids[0] == collider);
    CHECK(strstr(bumper_message(BUMPER_WRONG_KIND), "bumper_simulation_body_of"));
    /* A mover needs a dynamic body that does not rotate. */
    OK(bumper_simulation_insert(of.all, &def, &wall, 1, &of.hero.body));
    CHECK(bumper_simulation_step_with_movers(of.all, STEP, &of.hero, 1) == BUMPER_OUT_OF_RANGE);
    of.hero.body = body;
    CHECK(bumper_simulation_step_with_movers(of.all, STEP, &of.hero, 1) == BUMPER_OUT_OF_RANGE);
    bumper_mover_free(of.hero.mover);
    bumper_simulation_free(of.all);
}

void saves(void) {
    heroes(20, true);
    heroes(3, false);
    in_3d();
    teleport();
    kinds();
}
