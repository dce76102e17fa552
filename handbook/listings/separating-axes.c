#include <assert.h>
#include <bumper.h>

/* Whether a kite and a tent with its top left corner at a point have a point in common. */
static bool kite_meets_tent_at(float x, float y) {
    bumper_point_f32 kite[] = {{0, 30}, {40, 0}, {80, 30}, {40, 90}};
    bumper_point_f32 tent[] = {{x + 15, y + 60}, {x + 70, y + 60}, {x + 40, y}};
    bumper_shape a = bumper_shape_of_polygon(kite, 4), b = bumper_shape_of_polygon(tent, 3);
    bool yes = false;
    assert(bumper_shape_intersects(&a, &b, &yes) == BUMPER_OK);
    return yes;
}

int main(void) {
    assert(!kite_meets_tent_at(80, 40));
    assert(kite_meets_tent_at(30, 40));
    return 0;
}
