/* bumper_console.h: collision tests for consoles. C99 and nothing else: no library, no heap, no float, no divide, no
 * 64-bit arithmetic; every product is of two 16-bit numbers, one MULU of a 68000. Every answer is that of exact
 * arithmetic, for every input, and the same bit for bit as that of bumper, the library in Rust.
 *
 *     #include "bumper_console.h"
 *
 *     bumper_box wall, dot;
 *     bumper_box_from_top_left(&wall, 300, 40, 40, 400);
 *     bumper_box_from_top_left(&dot, 280, 100, 20, 20);
 *     bumper_box_intersects(&wall, &dot);    1: they touch, and touching counts
 *     bumper_box_overlaps(&wall, &dot);      0: it does not count
 *     bumper_box_relation(&wall, &dot);      BUMPER_TOUCHING
 *
 * Numbers are of 16 bits. For fixed point, 24.8 or 16.16, include the header again with another prefix: the numbers are
 * then int32_t, and how many of the bits are a fraction only you need to know, as long as it is the same for all.
 *
 *     #define BUMPER_PREFIX fixed_
 *     #define BUMPER_BITS 32
 *     #include "bumper_console.h"            fixed_box, fixed_box_relation and so on
 *
 * Shapes are closed: their boundary belongs to them. They may be flat, or a point.
 *
 *     point, box, circle, squared_circle                        on a plane
 *     point3, box3, sphere, squared_sphere, cylinder            in space
 *
 * Each pair has three functions: _relation (apart, touching, overlapping), _intersects (touching counts) and _overlaps
 * (it does not). Two shapes touch where they share a point but the smallest push parts them.
 *
 *     box  box_point  circle  circle_point  circle_box  circle_squared_circle
 *     squared_circle  squared_circle_point  squared_circle_box
 *     box3  box3_point  sphere  sphere_point  sphere_box  sphere_squared_sphere
 *     squared_sphere  squared_sphere_point  squared_sphere_box
 *     cylinder  cylinder_point  cylinder_box  cylinder_sphere  cylinder_squared_sphere
 *     boxes  boxes_box  boxes3       lists of boxes at an offset; tables of `bumper trace`
 *
 * and there are
 *
 *     box_from_top_left, box_from_top_left_up, box_centered, box_translate    making and moving boxes; box3_ too
 *     box_closest_point, box_minimum_translation, box_step                    where, how deep, how far; box3_ too
 *     boxes_sort, boxes_intersect, boxes_pairs                                one among many, and all pairs of many
 *     bumper_mask_overlaps, bumper_mask_overlaps_box, bumper_mask_pixel       pixels, whatever the prefix
 *
 * A box has min at most max on each axis. Radii are from 0 to the largest number; one below zero is taken as zero. A
 * squared radius is at most the square of the largest number; one above is taken as that. It is in squares of the
 * smallest step: with 8 bits of fraction, 1.0 is 65536.
 *
 * Before the first inclusion you may define BUMPER_FUNCTION (what stands before each function: `static inline`, or
 * `static` for SDCC), BUMPER_INDEX (the type of a number of a box in a list: uint16_t; uint8_t for lists of up to 255),
 * and BUMPER_MIRRORED (has `trace`'s tables of masks mirrored too). SDCC keeps functions that are not called: BUMPER_NO_SPACE,
 * BUMPER_NO_CIRCLES, BUMPER_NO_LISTS and BUMPER_NO_MASKS leave parts out (on a Game Boy, all is 18 KB, boxes alone 4). */

/* ---- What is the same for every prefix ---- */

#ifndef BUMPER_CONSOLE_H
#define BUMPER_CONSOLE_H

#include <stdint.h>

#ifndef BUMPER_PREFIX
#define BUMPER_PREFIX bumper_
#endif

#ifndef BUMPER_FUNCTION
#ifdef __SDCC
#define BUMPER_FUNCTION static
#else
#define BUMPER_FUNCTION static inline
#endif
#endif

#ifndef BUMPER_INDEX
#define BUMPER_INDEX uint16_t
#endif

#define BUMPER_JOIN_(a, b) a##b
#define BUMPER_JOIN(a, b) BUMPER_JOIN_(a, b)

/* From the weakest to the strongest. */
typedef enum bumper_relation { BUMPER_APART = 0, BUMPER_TOUCHING = 1, BUMPER_OVERLAPPING = 2 } bumper_relation;

/* The relation of a product of shapes from those of its factors. */
BUMPER_FUNCTION bumper_relation bumper_weaker(bumper_relation a, bumper_relation b) { return a < b ? a : b; }

/* The rule of touching: how a value compares with a limit, below zero for less. */
BUMPER_FUNCTION bumper_relation bumper_within(int8_t order) {
    return order < 0 ? BUMPER_OVERLAPPING : order == 0 ? BUMPER_TOUCHING : BUMPER_APART;
}

/* The product of two numbers of 16 bits. Left to itself, gcc sometimes sees no more that they are so small, and calls for a product
 * of 32 bits. */
BUMPER_FUNCTION uint32_t bumper_times(uint16_t a, uint16_t b) {
#if defined(__GNUC__) && defined(__m68k__)
    uint32_t product = a;
    __asm__ ("mulu.w %1,%0" : "+d"(product) : "dm"(b) : "cc");
    return product;
#else
    return (uint32_t)a * b;
#endif
}

/* A number of 64 bits, in halves. */
typedef struct bumper_wide {
    uint32_t high, low;
} bumper_wide;

#if !defined(BUMPER_NO_CIRCLES) || !defined(BUMPER_NO_SPACE)

/* The same for a distance that is zero inside: where it equals the limit, the stronger of touching and `inside`. */
BUMPER_FUNCTION bumper_relation bumper_within_or(int8_t order, bumper_relation inside) {
    return order == 0 && inside == BUMPER_OVERLAPPING ? BUMPER_OVERLAPPING : bumper_within(order);
}

BUMPER_FUNCTION int8_t bumper_compare(uint32_t a, uint32_t b) { return (int8_t)(a < b ? -1 : a > b ? 1 : 0); }

/* The product of two numbers of 32 bits, by four of 16. */
BUMPER_FUNCTION void bumper_multiply(bumper_wide *product, uint32_t a, uint32_t b) {
    uint16_t ah = (uint16_t)(a >> 16), al = (uint16_t)a, bh = (uint16_t)(b >> 16), bl = (uint16_t)b;
    uint32_t low = bumper_times(al, bl);
    uint32_t upper = bumper_times(ah, bl) + (low >> 16);
    uint32_t middle = bumper_times(al, bh) + (uint16_t)upper;
    product->high = bumper_times(ah, bh) + (upper >> 16) + (middle >> 16);
    product->low = (middle << 16) | (uint16_t)low;
}

BUMPER_FUNCTION int8_t bumper_wide_compare(const bumper_wide *a, const bumper_wide *b) {
    return a->high == b->high ? bumper_compare(a->low, b->low) : bumper_compare(a->high, b->high);
}

BUMPER_FUNCTION void bumper_wide_add(bumper_wide *sum, const bumper_wide *b) {
    sum->low += b->low;
    sum->high += b->high + (sum->low < b->low);
}

/* a - b, where b is at most a. */
BUMPER_FUNCTION void bumper_wide_subtract(bumper_wide *a, const bumper_wide *b) {
    a->high -= b->high + (a->low < b->low);
    a->low -= b->low;
}

#endif /* circles or space */

/* ---- Masks: which pixels of a sprite are solid ---- */

#ifndef BUMPER_NO_MASKS

/* Row by row from the top, each in whole bytes: pixel x is bit x % 8, from the lowest, of byte x / 8. Bits beyond the
 * width are zero. At most 32767 wide and high. The tables of `bumper trace --as mask -o sprite.h` are such rows:
 * `const bumper_mask frog = {&frog_mask[0][0], FROG_WIDTH, FROG_HEIGHT};`. */
typedef struct bumper_mask {
    const uint8_t *rows;
    uint16_t width, height;
} bumper_mask;

BUMPER_FUNCTION uint16_t bumper_mask_stride(const bumper_mask *mask) { return (uint16_t)((mask->width + 7u) >> 3); }

/* The bytes of a row, from that with column x. */
BUMPER_FUNCTION const uint8_t *bumper_mask_at(const bumper_mask *mask, uint16_t x, uint16_t y) {
    return mask->rows + (bumper_times(y, bumper_mask_stride(mask)) + (x >> 3));
}

/* Whether a pixel is solid; 0 for one outside. */
BUMPER_FUNCTION uint8_t bumper_mask_pixel(const bumper_mask *mask, int16_t x, int16_t y) {
    if (x < 0 || y < 0 || (uint16_t)x >= mask->width || (uint16_t)y >= mask->height) return 0;
    return (uint8_t)(*bumper_mask_at(mask, (uint16_t)x, (uint16_t)y) >> (x & 7) & 1);
}

/* Whether two rows share a pixel where the second begins `shift` columns, below 8, after the first. Both bytes counts are
 * above zero. */
BUMPER_FUNCTION uint8_t bumper_mask_rows_overlap(const uint8_t *a, uint16_t a_bytes, const uint8_t *b, uint16_t b_bytes,
                                                 uint8_t shift) {
    /* The bits of a that lie above the byte of b. */
    uint16_t window = *a;
    for (;;) {
        --a_bytes;
        if (a_bytes) window = (uint16_t)(window | *++a << 8);
        if ((uint8_t)(window >> shift) & *b) return 1;
        if (!a_bytes || !--b_bytes) return 0;
        window >>= 8;
        ++b;
    }
}

/* Whether two masks share a solid pixel where the top left corner of b lies at (x, y) from that of a. */
BUMPER_FUNCTION uint8_t bumper_mask_overlaps(const bumper_mask *a, const bumper_mask *b, int16_t x, int16_t y) {
    uint16_t right, a_row = 0, b_row = 0, rows, a_stride, b_stride;
    const uint8_t *p, *q;
    /* The one farther to the left comes first. */
    if (x < 0) {
        const bumper_mask *first = b;
        b = a;
        a = first;
        right = (uint16_t)(0u - (uint16_t)x);
        if (y < 0) a_row = (uint16_t)(0u - (uint16_t)y);
        else b_row = (uint16_t)y;
    } else {
        right = (uint16_t)x;
        if (y < 0) b_row = (uint16_t)(0u - (uint16_t)y);
        else a_row = (uint16_t)y;
    }
    if (right >= a->width || a_row >= a->height || b_row >= b->height || !b->width) return 0;
    rows = (uint16_t)(a->height - a_row);
    if (rows > (uint16_t)(b->height - b_row)) rows = (uint16_t)(b->height - b_row);
    a_stride = bumper_mask_stride(a);
    b_stride = bumper_mask_stride(b);
    p = bumper_mask_at(a, right, a_row);
    q = bumper_mask_at(b, 0, b_row);
    for (; rows; --rows, p += a_stride, q += b_stride) {
        if (bumper_mask_rows_overlap(p, (uint16_t)(a_stride - (right >> 3)), q, b_stride, (uint8_t)(right & 7))) return 1;
    }
    return 0;
}

/* Whether a solid pixel lies in the rectangle whose top left corner is at (x, y) from that of the mask. */
BUMPER_FUNCTION uint8_t bumper_mask_overlaps_box(const bumper_mask *mask, int16_t x, int16_t y, uint16_t width,
                                                 uint16_t height) {
    /* Columns and rows from the first to that after the last. */
    uint16_t left = x < 0 ? 0 : (uint16_t)x, top = y < 0 ? 0 : (uint16_t)y, right, bottom;
    uint16_t cut_x = x < 0 ? (uint16_t)(0u - (uint16_t)x) : 0, cut_y = y < 0 ? (uint16_t)(0u - (uint16_t)y) : 0;
    if (left >= mask->width || top >= mask->height || cut_x >= width || cut_y >= height) return 0;
    width = (uint16_t)(width - cut_x);
    height = (uint16_t)(height - cut_y);
    right = (uint16_t)(mask->width - left < width ? mask->width : left + width);
    bottom = (uint16_t)(mask->height - top < height ? mask->height : top + height);
    for (; top < bottom; ++top) {
        const uint8_t *row = bumper_mask_at(mask, left, top);
        uint16_t k = left >> 3, last = (uint16_t)(right - 1) >> 3;
        uint8_t solid = (uint8_t)(*row & (0xffu << (left & 7)));
        while (k < last) {
            if (solid) return 1;
            solid = *++row;
            ++k;
        }
        if (solid & (0xffu >> (7 - ((right - 1) & 7)))) return 1;
    }
    return 0;
}

#endif /* BUMPER_NO_MASKS */

#endif /* BUMPER_CONSOLE_H */

/* ---- What follows is there once for each prefix ---- */

#ifdef BUMPER_PREFIX

#ifndef BUMPER_BITS
#define BUMPER_BITS 16
#endif

/* The prefix before a name. */
#define BUMPER_(name) BUMPER_JOIN(BUMPER_PREFIX, name)

/* A coordinate, an unsigned difference of two, and the square of one. */
#if BUMPER_BITS == 16
typedef int16_t BUMPER_(number);
typedef uint16_t BUMPER_(span);
typedef uint32_t BUMPER_(area);
#define BUMPER_MAX 0x7fff
#elif BUMPER_BITS == 32
typedef int32_t BUMPER_(number);
typedef uint32_t BUMPER_(span);
typedef bumper_wide BUMPER_(area);
#define BUMPER_MAX 0x7fffffffL
#else
#error "BUMPER_BITS is 16 or 32"
#endif
#define BUMPER_MIN (-BUMPER_MAX - 1)
#define BUMPER_NUMBER BUMPER_(number)
#define BUMPER_SPAN BUMPER_(span)
#define BUMPER_AREA BUMPER_(area)

/* The difference of a greater number and a smaller one. It always fits. */
BUMPER_FUNCTION BUMPER_SPAN BUMPER_(minus)(BUMPER_NUMBER greater, BUMPER_NUMBER smaller) {
    return (BUMPER_SPAN)((BUMPER_SPAN)greater - (BUMPER_SPAN)smaller);
}

BUMPER_FUNCTION BUMPER_SPAN BUMPER_(distance)(BUMPER_NUMBER a, BUMPER_NUMBER b) {
    return a < b ? BUMPER_(minus)(b, a) : BUMPER_(minus)(a, b);
}

/* The sum and the difference, which stop at the ends of the range. */
BUMPER_FUNCTION BUMPER_NUMBER BUMPER_(plus)(BUMPER_NUMBER a, BUMPER_NUMBER b) {
    if (b < 0 ? a < BUMPER_MIN - b : a > BUMPER_MAX - b) return (BUMPER_NUMBER)(b < 0 ? BUMPER_MIN : BUMPER_MAX);
    return (BUMPER_NUMBER)(a + b);
}

BUMPER_FUNCTION BUMPER_NUMBER BUMPER_(less)(BUMPER_NUMBER a, BUMPER_NUMBER b) {
    if (b < 0 ? a > BUMPER_MAX + b : a < BUMPER_MIN + b) return (BUMPER_NUMBER)(b < 0 ? BUMPER_MAX : BUMPER_MIN);
    return (BUMPER_NUMBER)(a - b);
}

#if !defined(BUMPER_NO_CIRCLES) || !defined(BUMPER_NO_SPACE)

/* A sum of squares that stops at the end of its range: as no sum of two radii squared reaches it, what is compared with
 * one is compared as the true sum is. */
#if BUMPER_BITS == 16
BUMPER_FUNCTION void BUMPER_(clear)(BUMPER_AREA *area) { *area = 0; }

BUMPER_FUNCTION void BUMPER_(add_square)(BUMPER_AREA *sum, BUMPER_SPAN side) {
    uint32_t square = bumper_times(side, side);
    *sum += square;
    if (*sum < square) *sum = 0xffffffff;
}

/* a - b, and zero where b is more. */
BUMPER_FUNCTION void BUMPER_(take)(BUMPER_AREA *a, const BUMPER_AREA *b) { *a = *a < *b ? 0 : *a - *b; }

BUMPER_FUNCTION int8_t BUMPER_(order)(const BUMPER_AREA *a, const BUMPER_AREA *b) { return bumper_compare(*a, *b); }

/* How d compares with the sum of the roots of p and q, without a root: with t = d * d - p - q, it is less where t is
 * below zero, else as t * t is to 4pq. p and q are at most the square of the largest number. */
BUMPER_FUNCTION int8_t BUMPER_(order_of_roots)(const BUMPER_AREA *d2, const BUMPER_AREA *p, const BUMPER_AREA *q) {
    bumper_wide left, right;
    uint32_t t = *d2 - (*p + *q);
    if (*d2 < *p + *q) return -1;
    bumper_multiply(&left, t, t);
    bumper_multiply(&right, *p << 1, *q << 1);
    return bumper_wide_compare(&left, &right);
}
#else
BUMPER_FUNCTION void BUMPER_(clear)(BUMPER_AREA *area) { area->high = area->low = 0; }

BUMPER_FUNCTION void BUMPER_(add_square)(BUMPER_AREA *sum, BUMPER_SPAN side) {
    bumper_wide square;
    bumper_multiply(&square, side, side);
    bumper_wide_add(sum, &square);
    if (bumper_wide_compare(sum, &square) < 0) sum->high = sum->low = 0xffffffff;
}

BUMPER_FUNCTION void BUMPER_(take)(BUMPER_AREA *a, const BUMPER_AREA *b) {
    if (bumper_wide_compare(a, b) < 0) BUMPER_(clear)(a);
    else bumper_wide_subtract(a, b);
}

BUMPER_FUNCTION int8_t BUMPER_(order)(const BUMPER_AREA *a, const BUMPER_AREA *b) { return bumper_wide_compare(a, b); }

/* The product of two areas, 128 bits, from the highest word. */
BUMPER_FUNCTION void BUMPER_(product)(bumper_wide product[2], const BUMPER_AREA *a, const BUMPER_AREA *b) {
    bumper_wide middle, one, rest;
    bumper_multiply(&product[0], a->high, b->high);
    bumper_multiply(&product[1], a->low, b->low);
    bumper_multiply(&middle, a->high, b->low);
    bumper_multiply(&one, a->low, b->high);
    bumper_wide_add(&middle, &one);
    /* What the sum of the two middle products carries out of 64 bits. */
    rest.high = (uint32_t)(bumper_wide_compare(&middle, &one) < 0);
    rest.low = middle.high;
    bumper_wide_add(&product[0], &rest);
    one.high = middle.low;
    one.low = 0;
    bumper_wide_add(&product[1], &one);
    rest.high = 0;
    rest.low = (uint32_t)(bumper_wide_compare(&product[1], &one) < 0);
    bumper_wide_add(&product[0], &rest);
}

BUMPER_FUNCTION int8_t BUMPER_(order_of_roots)(const BUMPER_AREA *d2, const BUMPER_AREA *p, const BUMPER_AREA *q) {
    bumper_wide sum, t, twice_p, twice_q, left[2], right[2];
    int8_t upper;
    sum = *p;
    bumper_wide_add(&sum, q);
    if (bumper_wide_compare(d2, &sum) < 0) return -1;
    t = *d2;
    bumper_wide_subtract(&t, &sum);
    twice_p = *p;
    bumper_wide_add(&twice_p, p);
    twice_q = *q;
    bumper_wide_add(&twice_q, q);
    BUMPER_(product)(left, &t, &t);
    BUMPER_(product)(right, &twice_p, &twice_q);
    upper = bumper_wide_compare(&left[0], &right[0]);
    return upper ? upper : bumper_wide_compare(&left[1], &right[1]);
}
#endif

BUMPER_FUNCTION BUMPER_SPAN BUMPER_(radius)(BUMPER_NUMBER radius) { return radius < 0 ? 0 : (BUMPER_SPAN)radius; }

/* The square of a radius; and a squared radius, which is at most that of the largest number. */
BUMPER_FUNCTION void BUMPER_(square)(BUMPER_AREA *square, BUMPER_NUMBER radius) {
    BUMPER_(clear)(square);
    BUMPER_(add_square)(square, BUMPER_(radius)(radius));
}

BUMPER_FUNCTION void BUMPER_(bound)(BUMPER_AREA *bounded, const BUMPER_AREA *radius_squared) {
    BUMPER_(square)(bounded, BUMPER_MAX);
    if (BUMPER_(order)(radius_squared, bounded) < 0) *bounded = *radius_squared;
}

/* On one axis the gap between two intervals, zero where they meet. */
BUMPER_FUNCTION BUMPER_SPAN BUMPER_(gap)(BUMPER_NUMBER a_min, BUMPER_NUMBER a_max, BUMPER_NUMBER b_min,
                                         BUMPER_NUMBER b_max) {
    if (b_min > a_max) return BUMPER_(minus)(b_min, a_max);
    return a_min > b_max ? BUMPER_(minus)(a_min, b_max) : 0;
}

#endif /* circles or space */

/* On one axis the relation of two intervals. */
BUMPER_FUNCTION bumper_relation BUMPER_(interval)(BUMPER_NUMBER a_min, BUMPER_NUMBER a_max, BUMPER_NUMBER b_min,
                                                  BUMPER_NUMBER b_max) {
    if (a_min > b_max || b_min > a_max) return BUMPER_APART;
    return a_min == b_max || b_min == a_max ? BUMPER_TOUCHING : BUMPER_OVERLAPPING;
}

/* The two forms of yes and no, from a relation. */
#define BUMPER_ASK(pair, first, second)                                                                          \
    BUMPER_FUNCTION uint8_t BUMPER_(pair##_intersects)(const BUMPER_(first) * a, const BUMPER_(second) * b) {    \
        return BUMPER_(pair##_relation)(a, b) != BUMPER_APART;                                                   \
    }                                                                                                            \
    BUMPER_FUNCTION uint8_t BUMPER_(pair##_overlaps)(const BUMPER_(first) * a, const BUMPER_(second) * b) {      \
        return BUMPER_(pair##_relation)(a, b) == BUMPER_OVERLAPPING;                                             \
    }

/* ---- On a plane ---- */

typedef struct BUMPER_(point) {
    BUMPER_NUMBER x, y;
} BUMPER_(point);

/* All points between two corners, min at most max on each axis. */
typedef struct BUMPER_(box) {
    BUMPER_(point) min, max;
} BUMPER_(box);

typedef struct BUMPER_(circle) {
    BUMPER_(point) center;
    BUMPER_NUMBER radius;
} BUMPER_(circle);

/* A circle by the square of its radius: a root need not be a whole number. */
typedef struct BUMPER_(squared_circle) {
    BUMPER_(point) center;
    BUMPER_AREA radius_squared;
} BUMPER_(squared_circle);

/* The box between two opposite corners, in either order. */
BUMPER_FUNCTION void BUMPER_(box_between)(BUMPER_(box) *box, BUMPER_NUMBER x1, BUMPER_NUMBER y1, BUMPER_NUMBER x2,
                                          BUMPER_NUMBER y2) {
    box->min.x = x1 < x2 ? x1 : x2;
    box->max.x = x1 < x2 ? x2 : x1;
    box->min.y = y1 < y2 ? y1 : y2;
    box->max.y = y1 < y2 ? y2 : y1;
}

/* The box from its top left corner and its size, y going down the screen, or up. It ends where the range of numbers does. */
BUMPER_FUNCTION void BUMPER_(box_from_top_left)(BUMPER_(box) *box, BUMPER_NUMBER x, BUMPER_NUMBER y, BUMPER_NUMBER width,
                                                BUMPER_NUMBER height) {
    BUMPER_(box_between)(box, x, y, BUMPER_(plus)(x, width), BUMPER_(plus)(y, height));
}

BUMPER_FUNCTION void BUMPER_(box_from_top_left_up)(BUMPER_(box) *box, BUMPER_NUMBER x, BUMPER_NUMBER y,
                                                   BUMPER_NUMBER width, BUMPER_NUMBER height) {
    BUMPER_(box_between)(box, x, y, BUMPER_(plus)(x, width), BUMPER_(less)(y, height));
}

/* The box around a centre that reaches half its size to either side. */
BUMPER_FUNCTION void BUMPER_(box_centered)(BUMPER_(box) *box, BUMPER_NUMBER x, BUMPER_NUMBER y, BUMPER_NUMBER half_width,
                                           BUMPER_NUMBER half_height) {
    BUMPER_(box_between)(box, BUMPER_(less)(x, half_width), BUMPER_(less)(y, half_height), BUMPER_(plus)(x, half_width),
                         BUMPER_(plus)(y, half_height));
}

BUMPER_FUNCTION void BUMPER_(box_translate)(BUMPER_(box) *box, BUMPER_NUMBER x, BUMPER_NUMBER y) {
    box->min.x = BUMPER_(plus)(box->min.x, x);
    box->max.x = BUMPER_(plus)(box->max.x, x);
    box->min.y = BUMPER_(plus)(box->min.y, y);
    box->max.y = BUMPER_(plus)(box->max.y, y);
}

BUMPER_FUNCTION uint8_t BUMPER_(box_intersects)(const BUMPER_(box) *a, const BUMPER_(box) *b) {
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y;
}

BUMPER_FUNCTION uint8_t BUMPER_(box_overlaps)(const BUMPER_(box) *a, const BUMPER_(box) *b) {
    return a->min.x < b->max.x && b->min.x < a->max.x && a->min.y < b->max.y && b->min.y < a->max.y;
}

BUMPER_FUNCTION bumper_relation BUMPER_(box_relation)(const BUMPER_(box) *a, const BUMPER_(box) *b) {
    if (!BUMPER_(box_intersects)(a, b)) return BUMPER_APART;
    return BUMPER_(box_overlaps)(a, b) ? BUMPER_OVERLAPPING : BUMPER_TOUCHING;
}

BUMPER_FUNCTION bumper_relation BUMPER_(box_point_relation)(const BUMPER_(box) *a, const BUMPER_(point) *b) {
    return bumper_weaker(BUMPER_(interval)(a->min.x, a->max.x, b->x, b->x),
                         BUMPER_(interval)(a->min.y, a->max.y, b->y, b->y));
}
BUMPER_ASK(box_point, box, point)

/* The point of a box that is nearest to another: that one where it is inside. */
BUMPER_FUNCTION void BUMPER_(box_closest_point)(const BUMPER_(box) *box, const BUMPER_(point) *to,
                                                BUMPER_(point) *closest) {
    closest->x = to->x < box->min.x ? box->min.x : to->x > box->max.x ? box->max.x : to->x;
    closest->y = to->y < box->min.y ? box->min.y : to->y > box->max.y ? box->max.y : to->y;
}

#ifndef BUMPER_NO_CIRCLES

BUMPER_FUNCTION void BUMPER_(distance_squared)(BUMPER_AREA *d2, const BUMPER_(point) *a, const BUMPER_(point) *b) {
    BUMPER_(clear)(d2);
    BUMPER_(add_square)(d2, BUMPER_(distance)(a->x, b->x));
    BUMPER_(add_square)(d2, BUMPER_(distance)(a->y, b->y));
}

BUMPER_FUNCTION bumper_relation BUMPER_(circle_relation)(const BUMPER_(circle) *a, const BUMPER_(circle) *b) {
    BUMPER_AREA d2, limit;
    BUMPER_(distance_squared)(&d2, &a->center, &b->center);
    BUMPER_(clear)(&limit);
    BUMPER_(add_square)(&limit, (BUMPER_SPAN)(BUMPER_(radius)(a->radius) + BUMPER_(radius)(b->radius)));
    return bumper_within(BUMPER_(order)(&d2, &limit));
}
BUMPER_ASK(circle, circle, circle)

BUMPER_FUNCTION bumper_relation BUMPER_(squared_circle_relation)(const BUMPER_(squared_circle) *a,
                                                                 const BUMPER_(squared_circle) *b) {
    BUMPER_AREA d2, p, q;
    BUMPER_(distance_squared)(&d2, &a->center, &b->center);
    BUMPER_(bound)(&p, &a->radius_squared);
    BUMPER_(bound)(&q, &b->radius_squared);
    return bumper_within(BUMPER_(order_of_roots)(&d2, &p, &q));
}
BUMPER_ASK(squared_circle, squared_circle, squared_circle)

BUMPER_FUNCTION bumper_relation BUMPER_(squared_circle_point_relation)(const BUMPER_(squared_circle) *a,
                                                                       const BUMPER_(point) *b) {
    BUMPER_AREA d2, limit;
    BUMPER_(distance_squared)(&d2, &a->center, b);
    BUMPER_(bound)(&limit, &a->radius_squared);
    return bumper_within(BUMPER_(order)(&d2, &limit));
}
BUMPER_ASK(squared_circle_point, squared_circle, point)

BUMPER_FUNCTION bumper_relation BUMPER_(squared_circle_box_relation)(const BUMPER_(squared_circle) *a,
                                                                     const BUMPER_(box) *b) {
    BUMPER_AREA d2, limit;
    BUMPER_(clear)(&d2);
    BUMPER_(add_square)(&d2, BUMPER_(gap)(b->min.x, b->max.x, a->center.x, a->center.x));
    BUMPER_(add_square)(&d2, BUMPER_(gap)(b->min.y, b->max.y, a->center.y, a->center.y));
    BUMPER_(bound)(&limit, &a->radius_squared);
    return bumper_within_or(BUMPER_(order)(&d2, &limit), BUMPER_(box_point_relation)(b, &a->center));
}
BUMPER_ASK(squared_circle_box, squared_circle, box)

BUMPER_FUNCTION void BUMPER_(circle_squared)(const BUMPER_(circle) *circle, BUMPER_(squared_circle) *squared) {
    squared->center = circle->center;
    BUMPER_(square)(&squared->radius_squared, circle->radius);
}

/* A circle against what is not one, by its square. */
#define BUMPER_CIRCLE_AGAINST(pair, other, by)                                                                          \
    BUMPER_FUNCTION bumper_relation BUMPER_(pair##_relation)(const BUMPER_(circle) * a, const BUMPER_(other) * b) {     \
        BUMPER_(squared_circle) squared;                                                                                \
        BUMPER_(circle_squared)(a, &squared);                                                                           \
        return BUMPER_(by##_relation)(&squared, b);                                                                     \
    }                                                                                                                   \
    BUMPER_ASK(pair, circle, other)
BUMPER_CIRCLE_AGAINST(circle_point, point, squared_circle_point)
BUMPER_CIRCLE_AGAINST(circle_box, box, squared_circle_box)
BUMPER_CIRCLE_AGAINST(circle_squared_circle, squared_circle, squared_circle)

#undef BUMPER_CIRCLE_AGAINST
#endif /* BUMPER_NO_CIRCLES */

/* The smallest push of the second box along an axis after which two boxes touch. */
typedef struct BUMPER_(push) {
    BUMPER_SPAN length;
    uint8_t axis;      /* 0 for x */
    uint8_t backwards; /* whether the second box moves towards smaller coordinates */
} BUMPER_(push);

/* The shorter of a push and those along one more axis. */
BUMPER_FUNCTION void BUMPER_(push_along)(BUMPER_(push) *best, uint8_t axis, BUMPER_SPAN forwards, BUMPER_SPAN backwards) {
    if (forwards < best->length || axis == 0) {
        best->length = forwards;
        best->axis = axis;
        best->backwards = 0;
    }
    if (backwards < best->length) {
        best->length = backwards;
        best->axis = axis;
        best->backwards = 1;
    }
}

/* Of equal pushes the first axis counts, and forwards before backwards; zero where the boxes touch. Returns 0, and gives
 * nothing, where they are apart. */
BUMPER_FUNCTION uint8_t BUMPER_(box_minimum_translation)(const BUMPER_(box) *a, const BUMPER_(box) *b,
                                                         BUMPER_(push) *push) {
    if (!BUMPER_(box_intersects)(a, b)) return 0;
    BUMPER_(push_along)(push, 0, BUMPER_(minus)(a->max.x, b->min.x), BUMPER_(minus)(b->max.x, a->min.x));
    BUMPER_(push_along)(push, 1, BUMPER_(minus)(a->max.y, b->min.y), BUMPER_(minus)(b->max.y, a->min.y));
    return 1;
}

/* How far of `way` an interval goes before it enters a wall's: all of it where the wall is behind, or entered already, or
 * where both are flat, for these share no more than a boundary. */
BUMPER_FUNCTION BUMPER_NUMBER BUMPER_(way_before)(BUMPER_NUMBER way, BUMPER_NUMBER min, BUMPER_NUMBER max,
                                                  BUMPER_NUMBER wall_min, BUMPER_NUMBER wall_max) {
    if (min == max && wall_min == wall_max) return way;
    if (way > 0 && wall_min >= max) {
        BUMPER_SPAN gap = BUMPER_(minus)(wall_min, max);
        if (gap < (BUMPER_SPAN)way) return (BUMPER_NUMBER)gap;
    }
    if (way < 0 && wall_max <= min) {
        BUMPER_SPAN gap = BUMPER_(minus)(min, wall_max);
        if (gap < (BUMPER_SPAN)(0 - (BUMPER_SPAN)way)) return (BUMPER_NUMBER)(BUMPER_SPAN)(0 - gap);
    }
    return way;
}

/* The way that stays within the range of numbers. */
BUMPER_FUNCTION BUMPER_NUMBER BUMPER_(way_within)(BUMPER_NUMBER way, BUMPER_NUMBER min, BUMPER_NUMBER max) {
    if (way > 0) return (BUMPER_NUMBER)BUMPER_(minus)(BUMPER_(plus)(max, way), max);
    return (BUMPER_NUMBER)(BUMPER_SPAN)(0 - BUMPER_(minus)(min, BUMPER_(plus)(min, way)));
}

/* Moves a box by x, then by y, each up to the first wall that it would enter, so that it touches that one. However long
 * the way is, it jumps over nothing. A wall that it is in at the start does not hold it. Returns the axes on which a wall
 * has stopped it: 1 for x, 2 for y. To move along a slanted way more exactly, take several steps. */
BUMPER_FUNCTION uint8_t BUMPER_(box_step)(BUMPER_(box) *box, BUMPER_NUMBER x, BUMPER_NUMBER y, const BUMPER_(box) *walls,
                                          BUMPER_INDEX count) {
    BUMPER_NUMBER way_x = BUMPER_(way_within)(x, box->min.x, box->max.x), way_y, free_x = way_x, free_y;
    BUMPER_INDEX k;
    for (k = 0; k < count; ++k) {
        const BUMPER_(box) *wall = &walls[k];
        if (wall->min.y < box->max.y && box->min.y < wall->max.y) {
            way_x = BUMPER_(way_before)(way_x, box->min.x, box->max.x, wall->min.x, wall->max.x);
        }
    }
    box->min.x = (BUMPER_NUMBER)(box->min.x + way_x);
    box->max.x = (BUMPER_NUMBER)(box->max.x + way_x);
    free_y = way_y = BUMPER_(way_within)(y, box->min.y, box->max.y);
    for (k = 0; k < count; ++k) {
        const BUMPER_(box) *wall = &walls[k];
        if (wall->min.x < box->max.x && box->min.x < wall->max.x) {
            way_y = BUMPER_(way_before)(way_y, box->min.y, box->max.y, wall->min.y, wall->max.y);
        }
    }
    box->min.y = (BUMPER_NUMBER)(box->min.y + way_y);
    box->max.y = (BUMPER_NUMBER)(box->max.y + way_y);
    return (uint8_t)((way_x != free_x) | (way_y != free_y) << 1);
}

/* ---- Lists of boxes at an offset ---- */

#ifndef BUMPER_NO_LISTS

/* One of the three pointers is set: to boxes, or to a table of `bumper trace --as boxes -o sprite.h`, whose rows are
 * x, y, width, height. Such a table needs nothing but this: `bumper_boxes dot = {.small = dot_boxes, .count = DOT_COUNT};`. */
typedef struct BUMPER_(boxes) {
    const BUMPER_(box) *boxes;
    const int8_t (*small)[4];
    const int16_t (*large)[4];
    BUMPER_INDEX count;
    BUMPER_(point) at;              /* where the list's origin lies */
    uint8_t fraction;               /* of a table: the bits of fraction of the numbers here */
    BUMPER_NUMBER mirror_x, mirror_y; /* of a sprite that is flipped: its width or height, as numbers here; else 0 */
} BUMPER_(boxes);

/* The k-th box of a list, where it lies. */
BUMPER_FUNCTION void BUMPER_(boxes_get)(const BUMPER_(boxes) *list, BUMPER_INDEX k, BUMPER_(box) *box) {
    if (list->boxes) {
        *box = list->boxes[k];
    } else {
        BUMPER_NUMBER row[4];
        uint8_t i;
        for (i = 0; i < 4; ++i) {
            BUMPER_NUMBER number = list->small ? list->small[k][i] : list->large[k][i];
            row[i] = (BUMPER_NUMBER)((BUMPER_SPAN)number << list->fraction);
        }
        BUMPER_(box_from_top_left)(box, row[0], row[1], row[2], row[3]);
    }
    if (list->mirror_x) {
        BUMPER_(box_between)(box, BUMPER_(less)(list->mirror_x, box->max.x), box->min.y,
                             BUMPER_(less)(list->mirror_x, box->min.x), box->max.y);
    }
    if (list->mirror_y) {
        BUMPER_(box_between)(box, box->min.x, BUMPER_(less)(list->mirror_y, box->max.y), box->max.x,
                             BUMPER_(less)(list->mirror_y, box->min.y));
    }
    BUMPER_(box_translate)(box, list->at.x, list->at.y);
}

BUMPER_FUNCTION bumper_relation BUMPER_(boxes_box_relation)(const BUMPER_(boxes) *a, const BUMPER_(box) *b) {
    bumper_relation strongest = BUMPER_APART;
    BUMPER_INDEX k;
    for (k = 0; k < a->count && strongest != BUMPER_OVERLAPPING; ++k) {
        BUMPER_(box) box;
        bumper_relation relation;
        BUMPER_(boxes_get)(a, k, &box);
        relation = BUMPER_(box_relation)(&box, b);
        if (relation > strongest) strongest = relation;
    }
    return strongest;
}
BUMPER_ASK(boxes_box, boxes, box)

BUMPER_FUNCTION bumper_relation BUMPER_(boxes_relation)(const BUMPER_(boxes) *a, const BUMPER_(boxes) *b) {
    bumper_relation strongest = BUMPER_APART;
    BUMPER_INDEX k;
    for (k = 0; k < b->count && strongest != BUMPER_OVERLAPPING; ++k) {
        BUMPER_(box) box;
        bumper_relation relation;
        BUMPER_(boxes_get)(b, k, &box);
        relation = BUMPER_(boxes_box_relation)(a, &box);
        if (relation > strongest) strongest = relation;
    }
    return strongest;
}
BUMPER_ASK(boxes, boxes, boxes)

/* ---- One box among many, and all pairs of many: sorted by their left edges, most are not looked at ---- */

/* Sorts the numbers in `order`, 0, 1, 2 and so on at first, by the left edges of their boxes. Keep them from frame to
 * frame: what has hardly changed is sorted in one pass. */
BUMPER_FUNCTION void BUMPER_(boxes_sort)(BUMPER_INDEX *order, const BUMPER_(box) *boxes, BUMPER_INDEX count) {
    BUMPER_INDEX k;
    for (k = 1; k < count; ++k) {
        BUMPER_INDEX one = order[k], place = k;
        BUMPER_NUMBER left = boxes[one].min.x;
        for (; place && boxes[order[place - 1]].min.x > left; --place) order[place] = order[place - 1];
        order[place] = one;
    }
}

/* The numbers of the boxes, sorted so, that share a point with one; `most` of them at most. Touching counts. Returns how
 * many are written. */
BUMPER_FUNCTION BUMPER_INDEX BUMPER_(boxes_intersect)(const BUMPER_INDEX *order, const BUMPER_(box) *boxes,
                                                      BUMPER_INDEX count, const BUMPER_(box) *one, BUMPER_INDEX *found,
                                                      BUMPER_INDEX most) {
    BUMPER_INDEX written = 0, k;
    for (k = 0; k < count && written < most && boxes[order[k]].min.x <= one->max.x; ++k) {
        if (BUMPER_(box_intersects)(&boxes[order[k]], one)) found[written++] = order[k];
    }
    return written;
}

/* The pairs of boxes, sorted so, that share a point; `most` of them at most. Touching counts. Returns how many are
 * written. */
BUMPER_FUNCTION BUMPER_INDEX BUMPER_(boxes_pairs)(const BUMPER_INDEX *order, const BUMPER_(box) *boxes, BUMPER_INDEX count,
                                                  BUMPER_INDEX (*pairs)[2], BUMPER_INDEX most) {
    const BUMPER_INDEX *end = order + count, *first, *second;
    BUMPER_INDEX written = 0;
    for (first = order; first < end; ++first) {
        const BUMPER_(box) *a = &boxes[*first];
        BUMPER_NUMBER right = a->max.x, top = a->min.y, bottom = a->max.y;
        for (second = first + 1; second < end; ++second) {
            const BUMPER_(box) *b = &boxes[*second];
            if (b->min.x > right) break;
            if (b->min.y > bottom || b->max.y < top) continue;
            if (written == most) return written;
            pairs[written][0] = *first;
            pairs[written][1] = *second;
            ++written;
        }
    }
    return written;
}

#endif /* BUMPER_NO_LISTS */

/* ---- In space ---- */

#ifndef BUMPER_NO_SPACE

typedef struct BUMPER_(point3) {
    BUMPER_NUMBER x, y, z;
} BUMPER_(point3);

typedef struct BUMPER_(box3) {
    BUMPER_(point3) min, max;
} BUMPER_(box3);

typedef struct BUMPER_(sphere) {
    BUMPER_(point3) center;
    BUMPER_NUMBER radius;
} BUMPER_(sphere);

typedef struct BUMPER_(squared_sphere) {
    BUMPER_(point3) center;
    BUMPER_AREA radius_squared;
} BUMPER_(squared_sphere);

/* Along an axis, 0 for x: from the centre of one end to a coordinate on that axis, on whichever side it lies. */
typedef struct BUMPER_(cylinder) {
    BUMPER_(point3) from;
    BUMPER_NUMBER to, radius;
    uint8_t axis;
} BUMPER_(cylinder);

BUMPER_FUNCTION void BUMPER_(box3_between)(BUMPER_(box3) *box, const BUMPER_(point3) *a, const BUMPER_(point3) *b) {
    box->min.x = a->x < b->x ? a->x : b->x;
    box->max.x = a->x < b->x ? b->x : a->x;
    box->min.y = a->y < b->y ? a->y : b->y;
    box->max.y = a->y < b->y ? b->y : a->y;
    box->min.z = a->z < b->z ? a->z : b->z;
    box->max.z = a->z < b->z ? b->z : a->z;
}

BUMPER_FUNCTION void BUMPER_(point3_translate)(BUMPER_(point3) *point, const BUMPER_(point3) *by) {
    point->x = BUMPER_(plus)(point->x, by->x);
    point->y = BUMPER_(plus)(point->y, by->y);
    point->z = BUMPER_(plus)(point->z, by->z);
}

BUMPER_FUNCTION void BUMPER_(box3_translate)(BUMPER_(box3) *box, const BUMPER_(point3) *by) {
    BUMPER_(point3_translate)(&box->min, by);
    BUMPER_(point3_translate)(&box->max, by);
}

/* The box around a centre that reaches half its size to either side. */
BUMPER_FUNCTION void BUMPER_(box3_centered)(BUMPER_(box3) *box, const BUMPER_(point3) *center,
                                            const BUMPER_(point3) *half_size) {
    BUMPER_(point3) low, high;
    high = *center;
    low.x = BUMPER_(less)(center->x, half_size->x);
    low.y = BUMPER_(less)(center->y, half_size->y);
    low.z = BUMPER_(less)(center->z, half_size->z);
    BUMPER_(point3_translate)(&high, half_size);
    BUMPER_(box3_between)(box, &low, &high);
}

/* The gap and the relation on each axis. */
BUMPER_FUNCTION void BUMPER_(axes)(const BUMPER_(box3) *a, const BUMPER_(box3) *b, BUMPER_SPAN gaps[3],
                                   bumper_relation relations[3]) {
    gaps[0] = BUMPER_(gap)(a->min.x, a->max.x, b->min.x, b->max.x);
    gaps[1] = BUMPER_(gap)(a->min.y, a->max.y, b->min.y, b->max.y);
    gaps[2] = BUMPER_(gap)(a->min.z, a->max.z, b->min.z, b->max.z);
    relations[0] = BUMPER_(interval)(a->min.x, a->max.x, b->min.x, b->max.x);
    relations[1] = BUMPER_(interval)(a->min.y, a->max.y, b->min.y, b->max.y);
    relations[2] = BUMPER_(interval)(a->min.z, a->max.z, b->min.z, b->max.z);
}

BUMPER_FUNCTION uint8_t BUMPER_(box3_intersects)(const BUMPER_(box3) *a, const BUMPER_(box3) *b) {
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y &&
           a->min.z <= b->max.z && b->min.z <= a->max.z;
}

BUMPER_FUNCTION uint8_t BUMPER_(box3_overlaps)(const BUMPER_(box3) *a, const BUMPER_(box3) *b) {
    return a->min.x < b->max.x && b->min.x < a->max.x && a->min.y < b->max.y && b->min.y < a->max.y &&
           a->min.z < b->max.z && b->min.z < a->max.z;
}

BUMPER_FUNCTION bumper_relation BUMPER_(box3_relation)(const BUMPER_(box3) *a, const BUMPER_(box3) *b) {
    if (!BUMPER_(box3_intersects)(a, b)) return BUMPER_APART;
    return BUMPER_(box3_overlaps)(a, b) ? BUMPER_OVERLAPPING : BUMPER_TOUCHING;
}

BUMPER_FUNCTION void BUMPER_(box3_of_point)(BUMPER_(box3) *box, const BUMPER_(point3) *point) {
    box->min = *point;
    box->max = *point;
}

BUMPER_FUNCTION bumper_relation BUMPER_(box3_point_relation)(const BUMPER_(box3) *a, const BUMPER_(point3) *b) {
    BUMPER_(box3) point;
    BUMPER_(box3_of_point)(&point, b);
    return BUMPER_(box3_relation)(a, &point);
}
BUMPER_ASK(box3_point, box3, point3)

BUMPER_FUNCTION void BUMPER_(box3_closest_point)(const BUMPER_(box3) *box, const BUMPER_(point3) *to,
                                                 BUMPER_(point3) *closest) {
    closest->x = to->x < box->min.x ? box->min.x : to->x > box->max.x ? box->max.x : to->x;
    closest->y = to->y < box->min.y ? box->min.y : to->y > box->max.y ? box->max.y : to->y;
    closest->z = to->z < box->min.z ? box->min.z : to->z > box->max.z ? box->max.z : to->z;
}

BUMPER_FUNCTION void BUMPER_(distance3_squared)(BUMPER_AREA *d2, const BUMPER_(point3) *a, const BUMPER_(point3) *b) {
    BUMPER_(clear)(d2);
    BUMPER_(add_square)(d2, BUMPER_(distance)(a->x, b->x));
    BUMPER_(add_square)(d2, BUMPER_(distance)(a->y, b->y));
    BUMPER_(add_square)(d2, BUMPER_(distance)(a->z, b->z));
}

BUMPER_FUNCTION bumper_relation BUMPER_(sphere_relation)(const BUMPER_(sphere) *a, const BUMPER_(sphere) *b) {
    BUMPER_AREA d2, limit;
    BUMPER_(distance3_squared)(&d2, &a->center, &b->center);
    BUMPER_(clear)(&limit);
    BUMPER_(add_square)(&limit, (BUMPER_SPAN)(BUMPER_(radius)(a->radius) + BUMPER_(radius)(b->radius)));
    return bumper_within(BUMPER_(order)(&d2, &limit));
}
BUMPER_ASK(sphere, sphere, sphere)

BUMPER_FUNCTION bumper_relation BUMPER_(squared_sphere_relation)(const BUMPER_(squared_sphere) *a,
                                                                 const BUMPER_(squared_sphere) *b) {
    BUMPER_AREA d2, p, q;
    BUMPER_(distance3_squared)(&d2, &a->center, &b->center);
    BUMPER_(bound)(&p, &a->radius_squared);
    BUMPER_(bound)(&q, &b->radius_squared);
    return bumper_within(BUMPER_(order_of_roots)(&d2, &p, &q));
}
BUMPER_ASK(squared_sphere, squared_sphere, squared_sphere)

BUMPER_FUNCTION bumper_relation BUMPER_(squared_sphere_point_relation)(const BUMPER_(squared_sphere) *a,
                                                                       const BUMPER_(point3) *b) {
    BUMPER_AREA d2, limit;
    BUMPER_(distance3_squared)(&d2, &a->center, b);
    BUMPER_(bound)(&limit, &a->radius_squared);
    return bumper_within(BUMPER_(order)(&d2, &limit));
}
BUMPER_ASK(squared_sphere_point, squared_sphere, point3)

BUMPER_FUNCTION bumper_relation BUMPER_(squared_sphere_box_relation)(const BUMPER_(squared_sphere) *a,
                                                                     const BUMPER_(box3) *b) {
    BUMPER_AREA d2, limit;
    BUMPER_(point3) closest;
    BUMPER_(box3_closest_point)(b, &a->center, &closest);
    BUMPER_(distance3_squared)(&d2, &a->center, &closest);
    BUMPER_(bound)(&limit, &a->radius_squared);
    return bumper_within_or(BUMPER_(order)(&d2, &limit), BUMPER_(box3_point_relation)(b, &a->center));
}
BUMPER_ASK(squared_sphere_box, squared_sphere, box3)

BUMPER_FUNCTION void BUMPER_(sphere_squared)(const BUMPER_(sphere) *sphere, BUMPER_(squared_sphere) *squared) {
    squared->center = sphere->center;
    BUMPER_(square)(&squared->radius_squared, sphere->radius);
}

#define BUMPER_SPHERE_AGAINST(pair, other, by)                                                                          \
    BUMPER_FUNCTION bumper_relation BUMPER_(pair##_relation)(const BUMPER_(sphere) * a, const BUMPER_(other) * b) {     \
        BUMPER_(squared_sphere) squared;                                                                                \
        BUMPER_(sphere_squared)(a, &squared);                                                                           \
        return BUMPER_(by##_relation)(&squared, b);                                                                     \
    }                                                                                                                   \
    BUMPER_ASK(pair, sphere, other)
BUMPER_SPHERE_AGAINST(sphere_point, point3, squared_sphere_point)
BUMPER_SPHERE_AGAINST(sphere_box, box3, squared_sphere_box)
BUMPER_SPHERE_AGAINST(sphere_squared_sphere, squared_sphere, squared_sphere)

/* The segment between the centres of the ends, as a box. */
BUMPER_FUNCTION void BUMPER_(spine)(const BUMPER_(cylinder) *cylinder, BUMPER_(box3) *box) {
    BUMPER_(point3) end;
    end = cylinder->from;
    if (cylinder->axis == 0) end.x = cylinder->to;
    else if (cylinder->axis == 1) end.y = cylinder->to;
    else end.z = cylinder->to;
    BUMPER_(box3_between)(box, &cylinder->from, &end);
}

/* The sum of the squares of the gaps across an axis. */
BUMPER_FUNCTION void BUMPER_(across)(BUMPER_AREA *sum, const BUMPER_SPAN gaps[3], uint8_t axis) {
    uint8_t k;
    BUMPER_(clear)(sum);
    for (k = 0; k < 3; ++k) {
        if (k != axis) BUMPER_(add_square)(sum, gaps[k]);
    }
}

/* Its disc against the box seen along the axis, and its interval against that of the box. */
BUMPER_FUNCTION bumper_relation BUMPER_(cylinder_box_relation)(const BUMPER_(cylinder) *a, const BUMPER_(box3) *b) {
    BUMPER_(box3) spine;
    BUMPER_AREA across, limit;
    BUMPER_SPAN gaps[3];
    bumper_relation axes[3], inside = BUMPER_OVERLAPPING;
    uint8_t axis = a->axis, k;
    BUMPER_(spine)(a, &spine);
    BUMPER_(axes)(&spine, b, gaps, axes);
    BUMPER_(across)(&across, gaps, axis);
    BUMPER_(square)(&limit, a->radius);
    for (k = 0; k < 3; ++k) {
        if (k != axis) inside = bumper_weaker(inside, axes[k]);
    }
    return bumper_weaker(axes[axis], bumper_within_or(BUMPER_(order)(&across, &limit), inside));
}
BUMPER_ASK(cylinder_box, cylinder, box3)

BUMPER_FUNCTION bumper_relation BUMPER_(cylinder_point_relation)(const BUMPER_(cylinder) *a, const BUMPER_(point3) *b) {
    BUMPER_(box3) point;
    BUMPER_(box3_of_point)(&point, b);
    return BUMPER_(cylinder_box_relation)(a, &point);
}
BUMPER_ASK(cylinder_point, cylinder, point3)

/* At the height h of the sphere's centre beyond an end, the sphere is as wide as the root of R * R - h * h, so the distance
 * across is compared with r and that. */
BUMPER_FUNCTION bumper_relation BUMPER_(cylinder_squared_sphere_relation)(const BUMPER_(cylinder) *a,
                                                                          const BUMPER_(squared_sphere) *b) {
    BUMPER_(box3) spine, center;
    BUMPER_AREA along, across, radius, rest;
    BUMPER_SPAN gaps[3];
    bumper_relation axes[3], interval;
    BUMPER_(spine)(a, &spine);
    BUMPER_(box3_of_point)(&center, &b->center);
    BUMPER_(axes)(&spine, &center, gaps, axes);
    BUMPER_(clear)(&along);
    BUMPER_(add_square)(&along, gaps[a->axis]);
    BUMPER_(across)(&across, gaps, a->axis);
    BUMPER_(square)(&radius, a->radius);
    BUMPER_(bound)(&rest, &b->radius_squared);
    interval = bumper_within_or(BUMPER_(order)(&along, &rest), axes[a->axis]);
    BUMPER_(take)(&rest, &along);
    return bumper_weaker(interval, bumper_within(BUMPER_(order_of_roots)(&across, &radius, &rest)));
}
BUMPER_ASK(cylinder_squared_sphere, cylinder, squared_sphere)

BUMPER_FUNCTION bumper_relation BUMPER_(cylinder_sphere_relation)(const BUMPER_(cylinder) *a, const BUMPER_(sphere) *b) {
    BUMPER_(squared_sphere) squared;
    BUMPER_(sphere_squared)(b, &squared);
    return BUMPER_(cylinder_squared_sphere_relation)(a, &squared);
}
BUMPER_ASK(cylinder_sphere, cylinder, sphere)

/* What a disc's squared radius leaves at its gap along the other cylinder's axis, and how they lie there. */
BUMPER_FUNCTION bumper_relation BUMPER_(slice)(BUMPER_AREA *rest, BUMPER_NUMBER radius, BUMPER_SPAN gap,
                                               bumper_relation there) {
    BUMPER_AREA along;
    bumper_relation relation;
    BUMPER_(clear)(&along);
    BUMPER_(add_square)(&along, gap);
    BUMPER_(square)(rest, radius);
    relation = bumper_within_or(BUMPER_(order)(&along, rest), there);
    BUMPER_(take)(rest, &along);
    return relation;
}

/* On one axis, the circles and the intervals; on crossing axes, each disc against the interval of the other, and the gap
 * that is left against what both discs leave there. */
BUMPER_FUNCTION bumper_relation BUMPER_(cylinder_relation)(const BUMPER_(cylinder) *a, const BUMPER_(cylinder) *b) {
    BUMPER_(box3) first, second;
    BUMPER_AREA across, p, q;
    BUMPER_SPAN gaps[3];
    bumper_relation axes[3], relation;
    uint8_t i = a->axis, j = b->axis;
    BUMPER_(spine)(a, &first);
    BUMPER_(spine)(b, &second);
    BUMPER_(axes)(&first, &second, gaps, axes);
    if (i == j) {
        BUMPER_(across)(&across, gaps, i);
        BUMPER_(clear)(&p);
        BUMPER_(add_square)(&p, (BUMPER_SPAN)(BUMPER_(radius)(a->radius) + BUMPER_(radius)(b->radius)));
        return bumper_weaker(axes[i], bumper_within(BUMPER_(order)(&across, &p)));
    }
    relation = bumper_weaker(BUMPER_(slice)(&p, a->radius, gaps[j], axes[j]),
                             BUMPER_(slice)(&q, b->radius, gaps[i], axes[i]));
    BUMPER_(clear)(&across);
    BUMPER_(add_square)(&across, gaps[3 - i - j]);
    return bumper_weaker(relation, bumper_within(BUMPER_(order_of_roots)(&across, &p, &q)));
}
BUMPER_ASK(cylinder, cylinder, cylinder)

BUMPER_FUNCTION uint8_t BUMPER_(box3_minimum_translation)(const BUMPER_(box3) *a, const BUMPER_(box3) *b,
                                                          BUMPER_(push) *push) {
    if (!BUMPER_(box3_intersects)(a, b)) return 0;
    BUMPER_(push_along)(push, 0, BUMPER_(minus)(a->max.x, b->min.x), BUMPER_(minus)(b->max.x, a->min.x));
    BUMPER_(push_along)(push, 1, BUMPER_(minus)(a->max.y, b->min.y), BUMPER_(minus)(b->max.y, a->min.y));
    BUMPER_(push_along)(push, 2, BUMPER_(minus)(a->max.z, b->min.z), BUMPER_(minus)(b->max.z, a->min.z));
    return 1;
}

/* One axis of a step in space: how far of `way` a box goes along it. */
BUMPER_FUNCTION BUMPER_NUMBER BUMPER_(box3_way)(const BUMPER_(box3) *box, uint8_t axis, BUMPER_NUMBER way,
                                                const BUMPER_(box3) *walls, BUMPER_INDEX count) {
    BUMPER_INDEX k;
    for (k = 0; k < count; ++k) {
        const BUMPER_(box3) *w = &walls[k];
        uint8_t x = axis == 0 || (w->min.x < box->max.x && box->min.x < w->max.x);
        uint8_t y = axis == 1 || (w->min.y < box->max.y && box->min.y < w->max.y);
        uint8_t z = axis == 2 || (w->min.z < box->max.z && box->min.z < w->max.z);
        if (!x || !y || !z) continue;
        if (axis == 0) way = BUMPER_(way_before)(way, box->min.x, box->max.x, w->min.x, w->max.x);
        else if (axis == 1) way = BUMPER_(way_before)(way, box->min.y, box->max.y, w->min.y, w->max.y);
        else way = BUMPER_(way_before)(way, box->min.z, box->max.z, w->min.z, w->max.z);
    }
    return way;
}

/* Moves a box by x, y, then z, as box_step does on a plane. Returns the axes: 1 for x, 2 for y, 4 for z. */
BUMPER_FUNCTION uint8_t BUMPER_(box3_step)(BUMPER_(box3) *box, const BUMPER_(point3) *by, const BUMPER_(box3) *walls,
                                           BUMPER_INDEX count) {
    BUMPER_NUMBER free_x = BUMPER_(way_within)(by->x, box->min.x, box->max.x), x, free_y, y, free_z, z;
    x = BUMPER_(box3_way)(box, 0, free_x, walls, count);
    box->min.x = (BUMPER_NUMBER)(box->min.x + x);
    box->max.x = (BUMPER_NUMBER)(box->max.x + x);
    free_y = BUMPER_(way_within)(by->y, box->min.y, box->max.y);
    y = BUMPER_(box3_way)(box, 1, free_y, walls, count);
    box->min.y = (BUMPER_NUMBER)(box->min.y + y);
    box->max.y = (BUMPER_NUMBER)(box->max.y + y);
    free_z = BUMPER_(way_within)(by->z, box->min.z, box->max.z);
    z = BUMPER_(box3_way)(box, 2, free_z, walls, count);
    box->min.z = (BUMPER_NUMBER)(box->min.z + z);
    box->max.z = (BUMPER_NUMBER)(box->max.z + z);
    return (uint8_t)((x != free_x) | (y != free_y) << 1 | (z != free_z) << 2);
}

/* A list of boxes in space at an offset. */
typedef struct BUMPER_(boxes3) {
    const BUMPER_(box3) *boxes;
    BUMPER_INDEX count;
    BUMPER_(point3) at;
} BUMPER_(boxes3);

BUMPER_FUNCTION bumper_relation BUMPER_(boxes3_relation)(const BUMPER_(boxes3) *a, const BUMPER_(boxes3) *b) {
    bumper_relation strongest = BUMPER_APART;
    BUMPER_INDEX i, j;
    for (i = 0; i < a->count; ++i) {
        BUMPER_(box3) one;
        one = a->boxes[i];
        BUMPER_(box3_translate)(&one, &a->at);
        for (j = 0; j < b->count && strongest != BUMPER_OVERLAPPING; ++j) {
            BUMPER_(box3) other;
            bumper_relation relation;
            other = b->boxes[j];
            BUMPER_(box3_translate)(&other, &b->at);
            relation = BUMPER_(box3_relation)(&one, &other);
            if (relation > strongest) strongest = relation;
        }
    }
    return strongest;
}
BUMPER_ASK(boxes3, boxes3, boxes3)

#undef BUMPER_SPHERE_AGAINST
#endif /* BUMPER_NO_SPACE */

#undef BUMPER_ASK
#undef BUMPER_NUMBER
#undef BUMPER_SPAN
#undef BUMPER_AREA
#undef BUMPER_MAX
#undef BUMPER_MIN
#undef BUMPER_
#undef BUMPER_BITS
#undef BUMPER_PREFIX

#endif /* BUMPER_PREFIX */
