#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_box_f32 lift_box = {{100, 160}, {160, 170}}, hero_box = {{120, 136}, {134, 160}}, ceiling_box = {{0, 0}, {300, 15}};
    bumper_shape lift = bumper_shape_of_box(lift_box), shape = bumper_shape_of_box(hero_box);
    bumper_shape ceiling = bumper_shape_of_box(ceiling_box);
    bumper_point_f32 step = {1, -2}, up = {0, -2}, position;
    bumper_world_mover hero;
    bumper_motion motion;
    bumper_world *world;
    uint64_t lift_id, id, crushed;
    bumper_world_new(&world);
    bumper_world_insert(world, &lift, NULL, &lift_id);
    bumper_world_insert(world, &shape, NULL, &hero.id);
    bumper_mover_new(&shape, &hero.mover);
    bumper_mover_motion(hero.mover, &motion);
    motion.gravity.y = 900;
    bumper_mover_set_motion(hero.mover, &motion);
    /* In each frame the lifts move first, and then the movers. */
    for (int frame = 0; frame < 60; ++frame) {
        bumper_world_carry(world, &lift_id, 1, step, &hero, 1, &crushed);
        bumper_mover_step(hero.mover, 1 / 60.0f, world, 1, hero.id, NULL, 0, NULL);
        bumper_mover_show(hero.mover, world, hero.id);
    }
    bumper_mover_position(hero.mover, &position);
    assert(position.x == 60 && position.y > -120.1f && position.y < -119.9f);
    /* A ceiling above the hero: the lift would crush it, and stays. */
    bumper_world_insert(world, &ceiling, NULL, &id);
    bumper_world_carry(world, &lift_id, 1, up, &hero, 1, &crushed);
    assert(crushed == hero.id);
    bumper_mover_free(hero.mover);
    bumper_world_free(world);
    return 0;
}
