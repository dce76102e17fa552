#include <assert.h>
#include <bumper.h>

/* Runs to the right, presses jump once in some frame, and returns how high the hero rose above the ledge. */
static float jump_at(int pressed, float coyote_time) {
    bumper_box_f32 ledge_box = {{0, 100}, {100, 120}}, hero_box = {{80, 76}, {94, 100}};
    bumper_shape ledge = bumper_shape_of_box(ledge_box), shape = bumper_shape_of_box(hero_box);
    bumper_world *world;
    bumper_mover *hero;
    bumper_motion motion;
    bumper_point_f32 position;
    uint64_t id;
    float highest = 0;
    bumper_world_new(&world);
    bumper_world_insert(world, &ledge, NULL, &id);
    bumper_mover_new(&shape, &hero);
    for (int frame = 0; frame < 60; ++frame) {
        bumper_mover_motion(hero, &motion);
        motion.gravity.y = 900;
        motion.coyote_time = coyote_time;
        motion.velocity.x = 120;
        bumper_mover_set_motion(hero, &motion);
        if (frame == pressed) bumper_mover_jump(hero, 60);
        bumper_mover_step(hero, 1 / 60.0f, world, 1, 0, NULL, 0, NULL);
        bumper_mover_position(hero, &position);
        if (-position.y > highest) highest = -position.y;
    }
    bumper_mover_free(hero);
    bumper_world_free(world);
    return highest;
}

int main(void) {
    float late = jump_at(14, 0.1f);
    assert(jump_at(5, 0) > 59.9f);
    assert(jump_at(14, 0) == 0);
    assert(late > 57.4f && late < 57.6f);
    return 0;
}
