/* Forty sprites that move, with an intersection test of all pairs in every frame. The time is shown in scan lines
 * (262 per frame). The tests are those of bumper_console.h. */

#define BUMPER_INDEX uint16_t
#define BUMPER_NO_SPACE
#define BUMPER_NO_MASKS
#include "../bumper_console.h"

enum { SPRITES = 40, SIZE = 16, WIDTH = 320, HEIGHT = 224, TOP = 16, PAIRS = 128 };

#define DATA (*(volatile uint16_t *)0xc00000)
#define CONTROL (*(volatile uint16_t *)0xc00004)
#define COMMAND (*(volatile uint32_t *)0xc00004)
#define LINE (*(volatile uint8_t *)0xc00008)

/* The layout of the video memory. */
enum { PLANE = 0xc000, TABLE = 0xf000 };
enum { DIGITS = 1, BALL = 32, HIT = 36 };

volatile uint16_t frames; /* incremented by the interrupt handler in start.s */

static bumper_box boxes[SPRITES];
static int8_t speeds[SPRITES][2];
static uint16_t order[SPRITES], pairs[PAIRS][2];
static uint8_t hit[SPRITES];

/* The measurements of the last frame, for programs that inspect the memory: the scan lines and the number of pairs, by
 * sorted lists and by testing all pairs. */
volatile uint16_t lines_sorted, lines_all, count_sorted, count_all;

static uint32_t random_state;
static uint16_t random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return (uint16_t)(random_state >> 8);
}

static void write_to(uint16_t address) {
    COMMAND = 0x40000000ul | (uint32_t)(address & 0x3fff) << 16 | address >> 14;
}

/* The digits 0 to 9 and some letters that are not used yet, 3 by 5 pixels: three bits per row, from the top. */
static const uint16_t glyphs[] = {
    075557, 026227, 071747, 071717, 055711, 074717, 074757, 071111, 075757, 075717, /* 0 to 9 */
    022722, 000000, 002020, 025755, 071744, 044447, 074747, 061216,                 /* spare */
};

static void screen(void) {
    static const uint8_t registers[] = {
        0x04, 0x74, PLANE >> 10, 0, PLANE >> 13, TABLE >> 9, 0, 0, 0, 0, 0xff, 0, 0x81, 0x3f, 0, 2, 1, 0, 0,
    };
    static const uint16_t colours[] = {0x222, 0xeee, 0xea4, 0x24e};
    uint16_t k, row, x;
    for (k = 0; k < sizeof registers; ++k) CONTROL = (uint16_t)(0x8000 | k << 8 | registers[k]);
    write_to(0);
    for (k = 0; k < 0x8000; ++k) DATA = 0;
    COMMAND = 0xc0000000ul;
    for (k = 0; k < 4; ++k) DATA = colours[k];
    /* A digit fills the upper five rows of its tile. */
    for (k = 0; k < 10; ++k) {
        write_to((uint16_t)((DIGITS + k) * 32));
        for (row = 0; row < 8; ++row) {
            uint16_t bits = row < 5 ? (uint16_t)(glyphs[k] >> (12 - 3 * row) & 7) : 0;
            uint16_t pixels = 0;
            for (x = 0; x < 3; ++x) pixels = (uint16_t)(pixels << 4 | (bits >> (2 - x) & 1));
            DATA = pixels;
            DATA = 0;
        }
    }
    /* A square of 16 by 16 pixels with a border, in each of two colours: four tiles, column by column. */
    for (k = 0; k < 2; ++k) {
        uint16_t colour = (uint16_t)(k ? 3 : 2), tile;
        write_to((uint16_t)((k ? HIT : BALL) * 32));
        for (tile = 0; tile < 4; ++tile) {
            for (row = 0; row < 8; ++row) {
                uint16_t edge = (tile & 1) ? row == 7 : row == 0, left = tile < 2, full = (uint16_t)(colour * 0x1111);
                DATA = edge ? 0x1111 : left ? (uint16_t)((full & 0x0fff) | 0x1000) : full;
                DATA = edge ? 0x1111 : left ? full : (uint16_t)((full & 0xfff0) | 1);
            }
        }
    }
}

/* Shows a number of up to three digits in the first row, from a column on. Subtracts hundreds and tens, because
 * division is slow on a 68000. */
static void show(uint16_t column, uint16_t number) {
    uint16_t hundreds = 0, tens = 0;
    for (; number >= 100; number = (uint16_t)(number - 100)) ++hundreds;
    for (; number >= 10; number = (uint16_t)(number - 10)) ++tens;
    write_to((uint16_t)(PLANE + column * 2));
    DATA = (uint16_t)(DIGITS + hundreds);
    DATA = (uint16_t)(DIGITS + tens);
    DATA = (uint16_t)(DIGITS + number);
}

static void draw(void) {
    uint16_t k;
    write_to(TABLE);
    for (k = 0; k < SPRITES; ++k) {
        DATA = (uint16_t)(boxes[k].min.y + 128);
        DATA = (uint16_t)(0x0500 | (k + 1 < SPRITES ? k + 1 : 0));
        DATA = (uint16_t)(hit[k] ? HIT : BALL);
        DATA = (uint16_t)(boxes[k].min.x + 128);
    }
}

static void move(void) {
    uint16_t k;
    for (k = 0; k < SPRITES; ++k) {
        bumper_box *box = &boxes[k];
        if (box->min.x + speeds[k][0] < 0 || box->max.x + speeds[k][0] > WIDTH) speeds[k][0] = (int8_t)-speeds[k][0];
        if (box->min.y + speeds[k][1] < TOP || box->max.y + speeds[k][1] > HEIGHT) speeds[k][1] = (int8_t)-speeds[k][1];
        bumper_box_translate(box, speeds[k][0], speeds[k][1]);
    }
}

/* The number of intersecting pairs, found by testing all pairs. */
static uint16_t every_pair(void) {
    const bumper_box *a, *b, *end = boxes + SPRITES;
    uint16_t count = 0;
    for (a = boxes; a < end; ++a) {
        for (b = a + 1; b < end; ++b) count = (uint16_t)(count + bumper_box_intersects(a, b));
    }
    return count;
}

/* The number of scan lines between two moments, given by frame and line. The line counter jumps back from 234 to 229. */
static uint16_t passed(uint16_t from_frame, uint8_t from, uint16_t to_frame, uint8_t to) {
    uint16_t lines = (uint16_t)(to - from);
    for (; from_frame != to_frame; ++from_frame) lines = (uint16_t)(lines + 262);
    return lines;
}

int main(void) {
    uint16_t k, seen = 0;
    random_state = 2026;
    screen();
    for (k = 0; k < SPRITES; ++k) {
        uint16_t x = (uint16_t)(random() & 255), y = (uint16_t)(random() & 127);
        bumper_box_from_top_left(&boxes[k], (int16_t)(x + 16), (int16_t)(y + TOP), SIZE, SIZE);
        speeds[k][0] = (int8_t)((random() & 3) - 2);
        speeds[k][1] = (int8_t)((random() & 3) - 2);
        if (speeds[k][0] >= 0) ++speeds[k][0];
        if (speeds[k][1] >= 0) ++speeds[k][1];
        order[k] = k;
    }
    __asm__ volatile("move.w #0x2000, %sr");
    for (;;) {
        uint8_t line;
        uint16_t frame;
        /* Begins with the vertical blank at line 224, where the interrupt handler increments `frames`. */
        while (seen == frames) {}
        seen = frames;
        draw();
        show(1, lines_sorted);
        show(6, count_sorted);
        show(11, lines_all);
        show(16, count_all);
        move();
        /* Waits for a visible line, because the line counter is continuous there. */
        while (LINE >= 200) {}
        frame = frames;
        line = LINE;
        bumper_boxes_sort(order, boxes, SPRITES);
        count_sorted = bumper_boxes_pairs(order, boxes, SPRITES, pairs, PAIRS);
        lines_sorted = passed(frame, line, frames, LINE);
        for (k = 0; k < SPRITES; ++k) hit[k] = 0;
        for (k = 0; k < count_sorted; ++k) hit[pairs[k][0]] = hit[pairs[k][1]] = 1;
        frame = frames;
        line = LINE;
        count_all = every_pair();
        lines_all = passed(frame, line, frames, LINE);
    }
}
