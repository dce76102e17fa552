#include <assert.h>
#include <bumper.h>

static int32_t clamp(int32_t value, int32_t min, int32_t max) { return value < min ? min : value > max ? max : value; }

static bool circle_meets_box(bumper_circle_i32 circle, bumper_box_i32 box) {
    /* The point of the box that is closest to the center of the circle. */
    int32_t x = clamp(circle.center.x, box.min.x, box.max.x), y = clamp(circle.center.y, box.min.y, box.max.y);
    int32_t dx = circle.center.x - x, dy = circle.center.y - y;
    return dx * dx + dy * dy <= circle.radius * circle.radius;
}

int main(void) {
    bumper_box_i32 box = bumper_box_from_top_left_i32(0, 0, 60, 40);
    bumper_circle_i32 corner = {{75, 55}, 15}; /* the closest point is (60, 40), and 15 * 15 + 15 * 15 is more than 15 * 15 */
    bumper_circle_i32 side = {{75, 20}, 15};   /* the closest point is (60, 20) */
    assert(!circle_meets_box(corner, box) && bumper_circle_box_relation_i32(corner, box) == BUMPER_APART);
    assert(circle_meets_box(side, box) && bumper_circle_box_relation_i32(side, box) == BUMPER_TOUCHING);
    return 0;
}
