#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_box_f32 wall_box = {{100, 0}, {108, 80}}, dot_box = {{10, 30}, {30, 50}};
    bumper_shape wall = bumper_shape_of_box(wall_box), dot = bumper_shape_of_box(dot_box);
    bumper_point_f32 step = {150, 0}, back = {-50, 0}, none = {0, 0};
    bumper_sweep_hit hit;
    bool found;
    assert(bumper_shape_sweep(&dot, step, &wall, none, &found, &hit) == BUMPER_OK && found);
    assert(hit.time > 0.4666f && hit.time < 0.4667f); /* 70 / 150 */
    assert(hit.normal.x == 1 && hit.normal.y == 0);
    assert(bumper_shape_sweep(&dot, back, &wall, none, &found, &hit) == BUMPER_OK && !found);
    return 0;
}
