#include <assert.h>
#include <bumper.h>

/* Whether two circles have a point in common. */
static bool circles_meet(bumper_circle_i32 a, bumper_circle_i32 b) {
    int32_t dx = b.center.x - a.center.x, dy = b.center.y - a.center.y, sum = a.radius + b.radius;
    return dx * dx + dy * dy <= sum * sum;
}

int main(void) {
    bumper_circle_i32 a = {{0, 0}, 10};
    bumper_circle_i32 b = {{12, 9}, 10};  /* 12 * 12 + 9 * 9 = 225 = 15 * 15, so the distance is 15 */
    bumper_circle_i32 c = {{15, 20}, 10}; /* the distance is 25 */
    assert(circles_meet(a, b) && bumper_circle_intersects_i32(a, b));
    assert(!circles_meet(a, c) && !bumper_circle_intersects_i32(a, c));
    return 0;
}
