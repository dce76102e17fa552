/* Tests that the tables of `bumper trace` can be used unchanged: the tutorial's two pixel dots, as boxes and as masks, at
 * every offset. Both represent the pixels exactly, so their answers agree. Also tests that the dot has 316 pixels. */

#include "../bumper_console.h"
#define BUMPER_MIRRORED
#include "dot_boxes.h"
#include "dot_mask.h"
#include "frog_mask.h"

#include <stdio.h>

int main(void) {
    bumper_boxes first = {.small = dot_boxes, .count = DOT_COUNT}, second = first;
    const bumper_mask mask = {&dot_mask[0][0], DOT_WIDTH, DOT_HEIGHT};
    const bumper_mask frog = {&frog_mask[0][0], FROG_WIDTH, FROG_HEIGHT};
    const bumper_mask mirrored = {&frog_mask_mirrored[0][0], FROG_WIDTH, FROG_HEIGHT};
    int hits = 0, pixels = 0, differing = 0;
    int16_t x, y;
    for (y = -25; y <= 25; ++y) {
        for (x = -25; x <= 25; ++x) {
            uint8_t overlap = bumper_mask_overlaps(&mask, &mask, x, y);
            second.at.x = x;
            second.at.y = y;
            /* A mirrored list equals the list of the mirrored dot, because the dot is symmetric. */
            second.mirror_x = (int16_t)((x & 1) ? DOT_WIDTH : 0);
            if (bumper_boxes_overlaps(&first, &second) != overlap) return printf("they differ at %d, %d\n", x, y), 1;
            hits += overlap;
            pixels += bumper_mask_pixel(&mask, x, y);
        }
    }
    for (y = 0; y < FROG_HEIGHT; ++y) {
        for (x = 0; x < FROG_WIDTH; ++x) {
            uint8_t solid = bumper_mask_pixel(&frog, x, y);
            if (solid != bumper_mask_pixel(&mirrored, (int16_t)(FROG_WIDTH - 1 - x), y)) return printf("it is not mirrored\n"), 1;
            differing += solid != bumper_mask_pixel(&mirrored, x, y);
        }
    }
    printf("two dots of %d pixels overlap at %d offsets, as boxes and as masks\n", pixels, hits);
    return pixels != 316 || hits == 0 || hits == 51 * 51 || differing == 0;
}
