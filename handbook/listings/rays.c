#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_circle_f32 circle = {{240, 30}, 25};
    bumper_shape moon = bumper_shape_of_circle(circle);
    bumper_ray right = {.from = {0, 10}, .direction = {1, 0}, .max_distance = 1000};
    bumper_ray_hit hit;
    bool found;
    assert(bumper_shape_cast(right, &moon, &found, &hit) == BUMPER_OK && found);
    assert(hit.distance == 225 && hit.point.x == 225 && hit.point.y == 10);
    return 0;
}
