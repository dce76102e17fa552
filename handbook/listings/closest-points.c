#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_shape pill = {.kind = BUMPER_CAPSULE, .data.capsule = {{0, 0}, {40, 30}, 10}};
    bumper_point_f32 beside = {5, 35}, beyond = {52, 46};
    bumper_shape mouse = bumper_shape_of_point(beside), cat = bumper_shape_of_point(beyond);
    float distance;
    /* The closest point of the segment is (20, 15). */
    assert(bumper_shape_distance(&mouse, &pill, &distance) == BUMPER_OK && distance == 15);
    /* Beyond the end: the closest point is the end (40, 30). */
    assert(bumper_shape_distance(&cat, &pill, &distance) == BUMPER_OK && distance == 10);
    return 0;
}
