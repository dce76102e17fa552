#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_box_i32 button = bumper_box_from_top_left_i32(10, 10, 80, 30);
    bumper_point_i32 inside = {50, 20}, below = {50, 60}, on_rim = {15, 20}, outside = {16, 20};
    assert(bumper_box_point_relation_i32(button, inside) == BUMPER_OVERLAPPING);
    assert(bumper_box_point_relation_i32(button, below) == BUMPER_APART);

    bumper_circle_i32 circle = {{0, 0}, 25};
    assert(bumper_circle_point_relation_i32(circle, on_rim) == BUMPER_TOUCHING);
    assert(bumper_circle_point_relation_i32(circle, outside) == BUMPER_APART);
    return 0;
}
