#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_circle_f32 circle = {{60, 12}, 5};
    bumper_shape coin_shape = bumper_shape_of_circle(circle);
    bumper_collider sensor = bumper_collider_default();
    float places[] = {0, 50, 51, 101};
    const bumper_event *events;
    bumper_world *world;
    uint64_t hero = 0, coin;
    size_t count;
    bumper_world_new(&world);
    sensor.sensor = 1;
    bumper_world_insert(world, &coin_shape, &sensor, &coin);
    for (int frame = 0; frame < 4; ++frame) {
        bumper_box_f32 box = {{places[frame], 0}, {places[frame] + 14, 24}};
        bumper_shape shape = bumper_shape_of_box(box);
        if (frame == 0) bumper_world_insert(world, &shape, NULL, &hero);
        else bumper_world_set_shape(world, hero, &shape);
        bumper_world_update(world, &events, &count); /* once a frame */
        assert(count == (frame == 0 ? 0u : 1u));
        if (frame == 1) assert(events[0].was == BUMPER_APART && events[0].now != BUMPER_APART); /* it enters */
        if (frame == 3) assert(events[0].was != BUMPER_APART && events[0].now == BUMPER_APART); /* it leaves */
    }
    bumper_world_free(world);
    return 0;
}
