#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_circle_i16 a = {{0, 0}, 1}, b = {{256, 0}, 1};
    assert((int16_t)(256 * 256) == 0); /* what a console computes */
    assert(!bumper_circle_intersects_i16(a, b));
    return 0;
}
