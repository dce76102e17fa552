#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_box_f32 upright = {{0, 0}, {10, 40}}, foot = {{0, 30}, {40, 40}};
    bumper_circle_f32 circle = {{22, 18}, 10};
    bumper_shape parts[2], l = {BUMPER_COMPOUND, {{0, 0}}}, dot = bumper_shape_of_circle(circle);
    bumper_relation relation;
    parts[0] = bumper_shape_of_box(upright);
    parts[1] = bumper_shape_of_box(foot);
    l.data.compound.parts = parts;
    l.data.compound.count = 2;
    assert(bumper_shape_relation(&l, &dot, &relation) == BUMPER_OK && relation == BUMPER_APART);
    return 0;
}
