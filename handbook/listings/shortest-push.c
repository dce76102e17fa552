#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_box_f32 room = {{0, 0}, {100, 60}};
    bumper_box_f32 inside = {{75, 20}, {85, 30}};
    bumper_shape a = bumper_shape_of_box(room), b = bumper_shape_of_box(inside);
    bumper_contact found;
    /* A small box within a large one: the shortest way out is to the right, 15 to the edge and 10 for its own width. */
    assert(bumper_shape_contact(&a, &b, &found) == BUMPER_OK);
    assert(found.separation == -25 && found.normal.x == 1 && found.normal.y == 0);
    return 0;
}
