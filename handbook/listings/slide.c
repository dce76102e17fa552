#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_circle_f32 ball = {{60, 50}, 10};
    bumper_box_f32 box = {{100, 0}, {120, 200}};
    bumper_shape shape = bumper_shape_of_circle(ball), wall = bumper_shape_of_box(box);
    bumper_point_f32 step = {60, 40}, none = {0, 0}, rest, end;
    bumper_sweep_hit hit;
    bool found;
    float into;
    /* By hand: move up to the wall, and then by the rest of the step without the part that leads into the wall. */
    assert(bumper_shape_sweep(&shape, step, &wall, none, &found, &hit) == BUMPER_OK && found);
    assert(hit.time == 0.5f && hit.normal.x == 1 && hit.normal.y == 0);
    rest.x = step.x * (1 - hit.time);
    rest.y = step.y * (1 - hit.time);
    into = rest.x * hit.normal.x + rest.y * hit.normal.y;
    end.x = ball.center.x + step.x * hit.time + rest.x - into * hit.normal.x;
    end.y = ball.center.y + step.y * hit.time + rest.y - into * hit.normal.y;
    assert(end.x == 90 && end.y == 90);
    return 0;
}
