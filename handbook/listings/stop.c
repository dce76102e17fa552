#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_box_f32 wall_box = {{300, 40}, {310, 440}}, dot_box = {{0, 200}, {20, 220}};
    bumper_shape wall = bumper_shape_of_box(wall_box), dot = bumper_shape_of_box(dot_box);
    bumper_world *world;
    bumper_mover *mover;
    bumper_motion motion;
    bumper_point_f32 position;
    uint64_t id;
    bumper_world_new(&world);
    bumper_world_insert(world, &wall, NULL, &id);
    bumper_mover_new(&dot, &mover);
    bumper_mover_motion(mover, &motion);
    motion.response = BUMPER_STOP;
    for (int frame = 0; frame < 50; ++frame) {
        motion.velocity.x = 60; /* per frame; it becomes zero at the wall */
        bumper_mover_set_motion(mover, &motion);
        bumper_mover_step(mover, 1, world, 1, 0, NULL, 0, NULL);
    }
    bumper_mover_position(mover, &position);
    assert(position.x == 280);
    bumper_mover_free(mover);
    bumper_world_free(world);
    return 0;
}
