#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_box_i32 a = bumper_box_from_top_left_i32(0, 0, 20, 20);
    bumper_box_i32 b = bumper_box_from_top_left_i32(20, 5, 20, 20); /* begins where a ends */
    assert(bumper_box_relation_i32(a, b) == BUMPER_TOUCHING);
    assert(bumper_box_intersects_i32(a, b));
    assert(!bumper_box_overlaps_i32(a, b));

    /* A circle within another one, rim to rim. */
    bumper_circle_i32 outer = {{0, 0}, 30}, inner = {{20, 0}, 10};
    assert(bumper_circle_relation_i32(outer, inner) == BUMPER_OVERLAPPING);
    return 0;
}
