#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_circle_f32 ball = {{60, 50}, 10};
    bumper_box_f32 box = {{100, 0}, {120, 200}};
    bumper_shape shape = bumper_shape_of_circle(ball), wall = bumper_shape_of_box(box);
    bumper_world *world;
    bumper_mover *mover;
    bumper_motion motion;
    bumper_point_f32 position;
    uint64_t id;
    bumper_world_new(&world);
    bumper_world_insert(world, &wall, NULL, &id);
    bumper_mover_new(&shape, &mover);
    bumper_mover_motion(mover, &motion);
    motion.response = BUMPER_BOUNCE;
    motion.velocity.x = 60;
    motion.velocity.y = 40;
    bumper_mover_set_motion(mover, &motion);
    bumper_mover_step(mover, 1, world, 1, 0, NULL, 0, NULL);
    bumper_mover_motion(mover, &motion);
    bumper_mover_position(mover, &position);
    assert(motion.velocity.x == -60 && motion.velocity.y == 40);
    assert(position.x == 0 && position.y == 40);
    bumper_mover_free(mover);
    bumper_world_free(world);
    return 0;
}
