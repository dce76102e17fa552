#include <assert.h>
#include <bumper.h>

/* Whether two boxes have a point in common. */
static bool boxes_meet(bumper_box_i32 a, bumper_box_i32 b) {
    bool gap_on_x = a.max.x < b.min.x || b.max.x < a.min.x;
    bool gap_on_y = a.max.y < b.min.y || b.max.y < a.min.y;
    return !gap_on_x && !gap_on_y;
}

int main(void) {
    bumper_box_i32 wall = bumper_box_from_top_left_i32(60, 40, 40, 100);
    bumper_box_i32 dot = bumper_box_from_top_left_i32(160, 80, 30, 30);
    assert(!boxes_meet(wall, dot) && bumper_box_relation_i32(wall, dot) == BUMPER_APART);
    dot = bumper_box_from_top_left_i32(90, 80, 30, 30);
    assert(boxes_meet(wall, dot) && bumper_box_relation_i32(wall, dot) == BUMPER_OVERLAPPING);
    return 0;
}
