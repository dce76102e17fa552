#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_point_f32 corners[] = {{0, 0}, {80, 0}, {40, 30}, {10, 70}, {0, 70}};
    bumper_shape bay = {.kind = BUMPER_REGION, .data.region = {corners, 5}};
    bumper_circle_f32 outside = {{70, 60}, 10}, inside = {{20, 60}, 10};
    bumper_shape boat = bumper_shape_of_circle(outside);
    bumper_relation relation;
    assert(bumper_shape_relation(&bay, &boat, &relation) == BUMPER_OK && relation == BUMPER_APART);
    boat = bumper_shape_of_circle(inside);
    assert(bumper_shape_relation(&bay, &boat, &relation) == BUMPER_OK && relation == BUMPER_OVERLAPPING);
    return 0;
}
