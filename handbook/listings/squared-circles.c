#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_squared_circle_i16 a = {{0, 0}, 200}, b = {{28, 0}, 200}, c = {{29, 0}, 200};
    assert(bumper_squared_circle_relation_i16(a, b) == BUMPER_OVERLAPPING); /* 28 * 28 = 784 < 800 */
    assert(bumper_squared_circle_relation_i16(a, c) == BUMPER_APART);       /* 29 * 29 = 841 */
    return 0;
}
