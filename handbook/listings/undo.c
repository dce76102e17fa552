#include <assert.h>
#include <bumper.h>

/* Moves a dot along x and undoes it if it collides, then the same along y. Returns its x after 50 frames. */
static int run(int speed_x, int speed_y) {
    bumper_box_i32 wall = bumper_box_from_top_left_i32(300, 40, 40, 400);
    int x = 0, y = 100;
    for (int frame = 0; frame < 50; ++frame) {
        if (!bumper_box_overlaps_i32(bumper_box_from_top_left_i32(x + speed_x, y, 20, 20), wall)) x += speed_x;
        if (!bumper_box_overlaps_i32(bumper_box_from_top_left_i32(x, y + speed_y, 20, 20), wall)) y += speed_y;
    }
    return x;
}

int main(void) {
    assert(run(10, 2) == 280);
    assert(run(30, 2) == 270);
    assert(run(70, 2) == 3500);
    return 0;
}
