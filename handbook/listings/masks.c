#include <assert.h>
#include <bumper.h>

int main(void) {
    const char *rows[] = {".#...", "#####", ".#..."};
    bumper_mask *arrow;
    bool overlap;
    uint32_t area;
    assert(bumper_mask_new(5, 3, &arrow) == BUMPER_OK);
    for (uint16_t y = 0; y < 3; y++) {
        for (uint16_t x = 0; x < 5; x++) {
            if (rows[y][x] == '#') bumper_mask_set(arrow, x, y, true);
        }
    }
    assert(bumper_mask_overlaps(arrow, arrow, 4, 0, &overlap) == BUMPER_OK && overlap);
    assert(bumper_mask_overlaps(arrow, arrow, 4, 1, &overlap) == BUMPER_OK && !overlap);
    assert(bumper_mask_overlap_area(arrow, arrow, 1, 0, &area) == BUMPER_OK && area == 4);
    bumper_mask_free(arrow);
    return 0;
}
