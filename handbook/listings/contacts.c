#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_box_f32 floor = {{0, 60}, {120, 80}}, crate = {{40, 35}, {70, 65}};
    bumper_shape a = bumper_shape_of_box(floor), b = bumper_shape_of_box(crate);
    bumper_contact hit;
    bumper_relation relation;
    assert(bumper_shape_contact(&a, &b, &hit) == BUMPER_OK);
    assert(hit.separation == -5 && hit.normal.x == 0 && hit.normal.y == -1); /* the depth is 5 */
    crate.min.y += hit.normal.y * -hit.separation;
    crate.max.y += hit.normal.y * -hit.separation;
    b = bumper_shape_of_box(crate);
    assert(bumper_shape_relation(&a, &b, &relation) == BUMPER_OK && relation == BUMPER_TOUCHING);
    return 0;
}
