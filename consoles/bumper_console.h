/* bumper_console.h: collision tests for consoles. Requires only C99: no library, no heap, no floats, no division, no
 * 64-bit arithmetic; every product is of two 16-bit numbers, one MULU of a 68000. Every answer equals that of exact
 * arithmetic, for every input, and is bit for bit the same as that of bumper, the library in Rust.
 *
 *     #include "bumper_console.h"
 *
 *     bumper_box wall, dot;
 *     bumper_box_from_top_left(&wall, 300, 40, 40, 400);
 *     bumper_box_from_top_left(&dot, 280, 100, 20, 20);
 *     bumper_box_intersects(&wall, &dot);    1: they touch, which counts as intersecting
 *     bumper_box_overlaps(&wall, &dot);      0: touching does not count as overlapping
 *     bumper_box_relation(&wall, &dot);      BUMPER_TOUCHING
 *
 * Numbers have 16 bits. For fixed point, such as 24.8 or 16.16, include the header again with another prefix: the
 * numbers are then int32_t. The number of fraction bits is up to you, as long as it is the same for all numbers.
 *
 *     #define BUMPER_PREFIX fixed_
 *     #define BUMPER_BITS 32
 *     #include "bumper_console.h"            fixed_box, fixed_box_relation and so on
 *
 * Shapes are closed: their boundary belongs to them. They may be flat, or a point. Two shapes touch if they share a
 * point but an arbitrarily small displacement separates them. Each pair has _relation (apart, touching, overlapping),
 * _intersects (touching counts) and _overlaps (touching does not count):
 *
 *     in 2D        box  box_point  circle  circle_point  circle_box  circle_squared_circle
 *                  squared_circle  squared_circle_point  squared_circle_box
 *                  boxes  boxes_box                 lists of boxes at an offset; tables of `bumper trace`
 *     in 3D        box3  box3_point  sphere  sphere_point  sphere_box  sphere_squared_sphere
 *                  squared_sphere  squared_sphere_point  squared_sphere_box  boxes3  boxes3_box
 *                  cylinder  cylinder_point  cylinder_box  cylinder_sphere  cylinder_squared_sphere
 *
 * and these functions, in 3D (box3_, boxes3_) with one more number for the third axis:
 *
 *     box_between, box_centered, box_translate                                making and moving boxes
 *     box_from_top_left, box_from_top_left_up                                 y pointing down, or up
 *     box_closest_point, box_minimum_translation, box_step                    closest point, depth, motion
 *     boxes_sort, boxes_intersect, boxes_pairs                                one against many, all pairs of many
 *     mask_overlaps_box                                                       a box, and the solid pixels of a mask
 *     bumper_mask_overlaps, bumper_mask_pixel                                 pixels, independent of the prefix
 *
 * A box has min <= max on each axis. Radii are from 0 to the largest number; negative ones count as zero. A squared
 * radius is in squares of the smallest step (with 8 fraction bits, 1.0 is 65536), at most the square of the largest
 * number; larger ones are clamped to that. Costs are given in products; with 32 bits each of them is four 16-bit ones.
 *
 * To use it in one file with bumper.h, the header of the library for larger machines, include that first. Then all names
 * here begin with bumper_console_ (bumper_console_box, bumper_console_mask) unless you define another prefix;
 * BUMPER_APART, BUMPER_TOUCHING and BUMPER_OVERLAPPING are those of bumper.h.
 *
 * Before the first inclusion you may define BUMPER_FUNCTION (the specifiers of each function: `static inline`, or
 * `static` for SDCC), BUMPER_INDEX (the type of the index of a box in a list: uint16_t; uint8_t for lists of up to 255),
 * and BUMPER_MIRRORED (includes the mirrored masks of `trace`'s tables). SDCC does not remove unused functions:
 * BUMPER_NO_SPACE (3D), BUMPER_NO_CIRCLES (also spheres and cylinders), BUMPER_NO_LISTS and BUMPER_NO_MASKS leave parts
 * out (on a Game Boy, everything takes 20 KB, boxes alone 4 KB). */

/* ---- Definitions that are independent of the prefix ---- */

#ifndef BUMPER_CONSOLE_H
#define BUMPER_CONSOLE_H

#include <stdint.h>

/* bumper.h already defines the names that begin with bumper_. */
#ifdef BUMPER_H
#define BUMPER_CONSOLE_PREFIX bumper_console_
#else
#define BUMPER_CONSOLE_PREFIX bumper_
#endif

#ifndef BUMPER_PREFIX
#define BUMPER_PREFIX BUMPER_CONSOLE_PREFIX
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

/* Names with the prefix, and those of shapes: `BUMPER_AABB(_relation)` is bumper_box_relation or bumper_box3_relation. */
#define BUMPER_PASTE(a, b, c, d) a##b##c##d
#define BUMPER_JOIN(a, b, c, d) BUMPER_PASTE(a, b, c, d)
#define BUMPER_(name) BUMPER_JOIN(BUMPER_PREFIX, name, , )
#define BUMPER_MASK(name) BUMPER_JOIN(BUMPER_CONSOLE_PREFIX, mask, name, )
#define BUMPER_VECTOR BUMPER_JOIN(BUMPER_PREFIX, point, BUMPER_3, )
#define BUMPER_AABB(name) BUMPER_JOIN(BUMPER_PREFIX, box, BUMPER_3, name)
#define BUMPER_BOXES(name) BUMPER_JOIN(BUMPER_PREFIX, boxes, BUMPER_3, name)
#define BUMPER_BALL(name) BUMPER_JOIN(BUMPER_PREFIX, BUMPER_ROUND, , name)
#define BUMPER_SQUARED(name) BUMPER_JOIN(BUMPER_PREFIX, squared_, BUMPER_ROUND, name)
#define BUMPER_BALL_SQUARED(name) BUMPER_BALL(BUMPER_JOIN(_squared_, BUMPER_ROUND, name, ))

/* The types of a coordinate, of an unsigned difference of two coordinates and of the square of a difference, and the
 * names of the functions on squares. */
#define BUMPER_NUMBER BUMPER_(number)
#define BUMPER_SPAN BUMPER_(span)
#define BUMPER_AREA BUMPER_(area)
#define BUMPER_AREA_(name) BUMPER_JOIN(bumper_area, BUMPER_BITS, name, )
#define BUMPER_MIN (-BUMPER_MAX - 1)

/* Expands to its arguments only in 3D: to a third coordinate, for example. */
#define BUMPER_NUMBERS(x, y, z) BUMPER_NUMBER x, BUMPER_NUMBER y BUMPER_Z(, BUMPER_NUMBER z)

/* The minimum and maximum of two boxes on an axis, as arguments. */
#define BUMPER_ENDS(a, b, axis) (a)->min.axis, (a)->max.axis, (b)->min.axis, (b)->max.axis

/* Declares the relation function of two shapes a and b, whose body follows the macro, and defines the two yes-or-no
 * functions by it. */
#define BUMPER_PAIR(SHAPE, pair, first, second)                                                                         \
    BUMPER_FUNCTION bumper_relation SHAPE(pair##_relation)(const first *a, const second *b);                            \
    BUMPER_FUNCTION uint8_t SHAPE(pair##_intersects)(const first *a, const second *b) {                                 \
        return SHAPE(pair##_relation)(a, b) != BUMPER_APART;                                                            \
    }                                                                                                                   \
    BUMPER_FUNCTION uint8_t SHAPE(pair##_overlaps)(const first *a, const second *b) {                                   \
        return SHAPE(pair##_relation)(a, b) == BUMPER_OVERLAPPING;                                                      \
    }                                                                                                                   \
    BUMPER_FUNCTION bumper_relation SHAPE(pair##_relation)(const first *a, const second *b)

/* The relations of two shapes, from the weakest to the strongest. */
#ifndef BUMPER_H
typedef enum bumper_relation { BUMPER_APART = 0, BUMPER_TOUCHING = 1, BUMPER_OVERLAPPING = 2 } bumper_relation;
#endif

/* The weaker relation is that of two shapes that are Cartesian products (of intervals and discs), given the relations of
 * their factors. The stronger one is that of a list of shapes, given the relations of its members. */
BUMPER_FUNCTION bumper_relation bumper_weaker(bumper_relation a, bumper_relation b) { return a < b ? a : b; }
BUMPER_FUNCTION bumper_relation bumper_stronger(bumper_relation a, bumper_relation b) { return a < b ? b : a; }

/* The product of two 16-bit numbers. gcc sometimes does not notice that the operands have 16 bits, and then calls a
 * 32-bit multiplication routine. */
BUMPER_FUNCTION uint32_t bumper_times(uint16_t a, uint16_t b) {
#if defined(__GNUC__) && defined(__m68k__)
    uint32_t product = a;
    __asm__ ("mulu.w %1,%0" : "+d"(product) : "dm"(b) : "cc");
    return product;
#else
    return (uint32_t)a * b;
#endif
}

/* Squares of lengths: 32 bits for 16-bit lengths, 64 bits for 32-bit lengths. Sums saturate: the square of the sum of
 * two radii is below the saturated value, so comparisons with it are still correct. */
typedef uint32_t bumper_area16;
typedef struct bumper_area32 { uint32_t high, low; } bumper_area32;

#ifndef BUMPER_NO_CIRCLES

/* The relation for a distance that is less than (`order` < 0), equal to or greater than a limit. If both are zero, one
 * shape may still lie inside the other: then the result is the stronger of touching and `inside`. */
BUMPER_FUNCTION bumper_relation bumper_within(int8_t order, bumper_relation inside) {
    return order < 0 ? BUMPER_OVERLAPPING : order > 0 ? BUMPER_APART : bumper_stronger(BUMPER_TOUCHING, inside);
}

BUMPER_FUNCTION int8_t bumper_area16_order(const bumper_area16 *a, const bumper_area16 *b) {
    return (int8_t)(*a < *b ? -1 : *a > *b ? 1 : 0);
}

BUMPER_FUNCTION void bumper_area16_square(bumper_area16 *square, uint16_t side) { *square = bumper_times(side, side); }

BUMPER_FUNCTION void bumper_area16_add(bumper_area16 *sum, const bumper_area16 *b) {
    *sum += *b;
    if (*sum < *b) *sum = 0xffffffff;
}

/* Subtracts b from a; the result is zero if b is larger. */
BUMPER_FUNCTION void bumper_area16_take(bumper_area16 *a, const bumper_area16 *b) { *a = *a < *b ? 0 : *a - *b; }

BUMPER_FUNCTION int8_t bumper_area32_order(const bumper_area32 *a, const bumper_area32 *b) {
    return a->high == b->high ? bumper_area16_order(&a->low, &b->low) : bumper_area16_order(&a->high, &b->high);
}

/* Computes a * b, from four products of 16-bit numbers. */
BUMPER_FUNCTION void bumper_area32_multiply(bumper_area32 *product, uint32_t a, uint32_t b) {
    uint16_t ah = (uint16_t)(a >> 16), al = (uint16_t)a, bh = (uint16_t)(b >> 16), bl = (uint16_t)b;
    uint32_t low = bumper_times(al, bl);
    uint32_t upper = bumper_times(ah, bl) + (low >> 16);
    uint32_t middle = bumper_times(al, bh) + (uint16_t)upper;
    product->high = bumper_times(ah, bh) + (upper >> 16) + (middle >> 16);
    product->low = (middle << 16) | (uint16_t)low;
}

BUMPER_FUNCTION void bumper_area32_square(bumper_area32 *square, uint32_t side) {
    bumper_area32_multiply(square, side, side);
}

/* Adds b to a; the sum must not overflow. */
BUMPER_FUNCTION void bumper_area32_increase(bumper_area32 *a, uint32_t b) {
    a->low += b;
    a->high += a->low < b;
}

BUMPER_FUNCTION void bumper_area32_add(bumper_area32 *sum, const bumper_area32 *b) {
    bumper_area32_increase(sum, b->low);
    sum->high += b->high;
    if (bumper_area32_order(sum, b) < 0) sum->high = sum->low = 0xffffffff;
}

BUMPER_FUNCTION void bumper_area32_take(bumper_area32 *a, const bumper_area32 *b) {
    uint8_t less = bumper_area32_order(a, b) < 0;
    a->high = less ? 0 : a->high - b->high - (a->low < b->low);
    a->low = less ? 0 : a->low - b->low;
}

/* The 128-bit product of two 64-bit numbers, used to compare a * b with c * d. */
typedef struct bumper_area64 { bumper_area32 high, low; } bumper_area64;

BUMPER_FUNCTION void bumper_area64_multiply(bumper_area64 *product, const bumper_area32 *a, const bumper_area32 *b) {
    bumper_area32 upper, middle;
    bumper_area32_multiply(&product->low, a->low, b->low);
    bumper_area32_multiply(&upper, a->high, b->low);
    bumper_area32_increase(&upper, product->low.high);
    bumper_area32_multiply(&middle, a->low, b->high);
    bumper_area32_increase(&middle, upper.low);
    bumper_area32_multiply(&product->high, a->high, b->high);
    bumper_area32_increase(&product->high, upper.high);
    bumper_area32_increase(&product->high, middle.high);
    product->low.high = middle.low;
}

BUMPER_FUNCTION int8_t bumper_area32_order_of_products(const bumper_area32 *a, const bumper_area32 *b,
                                                       const bumper_area32 *c, const bumper_area32 *d) {
    bumper_area64 left, right;
    bumper_area64_multiply(&left, a, b);
    bumper_area64_multiply(&right, c, d);
    if (bumper_area32_order(&left.high, &right.high)) return bumper_area32_order(&left.high, &right.high);
    return bumper_area32_order(&left.low, &right.low);
}

BUMPER_FUNCTION int8_t bumper_area16_order_of_products(const bumper_area16 *a, const bumper_area16 *b,
                                                       const bumper_area16 *c, const bumper_area16 *d) {
    bumper_area32 left, right;
    bumper_area32_multiply(&left, *a, *b);
    bumper_area32_multiply(&right, *c, *d);
    return bumper_area32_order(&left, &right);
}

#endif /* BUMPER_NO_CIRCLES */

/* ---- Masks: which pixels of a sprite are solid ---- */

#ifndef BUMPER_NO_MASKS

/* A bit mask. Rows from the top, each in whole bytes: pixel x is bit x % 8, from the lowest, of byte x / 8. Bits beyond
 * the width are zero. At most 32767 wide and high. The tables of `bumper trace --as mask -o sprite.h` have this format:
 * `const bumper_mask frog = {&frog_mask[0][0], FROG_WIDTH, FROG_HEIGHT};`. */
typedef struct BUMPER_MASK() {
    const uint8_t *rows;
    uint16_t width, height;
} BUMPER_MASK();

BUMPER_FUNCTION uint16_t BUMPER_MASK(_stride)(const BUMPER_MASK() *mask) { return (uint16_t)((mask->width + 7u) >> 3); }

/* The bytes of row y, starting at the one that contains column x. */
BUMPER_FUNCTION const uint8_t *BUMPER_MASK(_at)(const BUMPER_MASK() *mask, uint16_t x, uint16_t y) {
    return mask->rows + (bumper_times(y, BUMPER_MASK(_stride)(mask)) + (x >> 3));
}

/* Whether a pixel is solid; 0 outside of the mask. */
BUMPER_FUNCTION uint8_t BUMPER_MASK(_pixel)(const BUMPER_MASK() *mask, int16_t x, int16_t y) {
    if (x < 0 || y < 0 || (uint16_t)x >= mask->width || (uint16_t)y >= mask->height) return 0;
    return (uint8_t)(*BUMPER_MASK(_at)(mask, (uint16_t)x, (uint16_t)y) >> (x & 7) & 1);
}

/* Whether two rows of pixels share a solid one if the second starts `shift` (below 8) columns after the first. Both have
 * at least one byte. */
BUMPER_FUNCTION uint8_t BUMPER_MASK(_rows_overlap)(const uint8_t *a, uint16_t a_bytes, const uint8_t *b, uint16_t b_bytes,
                                                 uint8_t shift) {
    /* The bits of a that lie at the columns of the current byte of b. */
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

/* Whether two masks share a solid pixel if the top left corner of b is at (x, y) relative to that of a. Tests eight
 * pixels at a time, only in the intersection of the two rectangles; rows of up to 16 pixels have loops of their own. */
BUMPER_FUNCTION uint8_t BUMPER_MASK(_overlaps)(const BUMPER_MASK() *a, const BUMPER_MASK() *b, int16_t x, int16_t y) {
    const BUMPER_MASK() *left = x < 0 ? b : a, *right = x < 0 ? a : b;
    uint16_t column = (uint16_t)(x < 0 ? 0u - (uint16_t)x : (uint16_t)x);
    uint16_t below = (uint16_t)(y < 0 ? 0u - (uint16_t)y : (uint16_t)y);
    /* The first rows in which the masks meet: one of them is the first row of its mask. */
    uint16_t left_row = (x < 0) == (y < 0) ? below : 0, right_row = (uint16_t)(below - left_row), rows, stride, other, bytes;
    const uint8_t *p, *q;
    if (column >= left->width || left_row >= left->height || right_row >= right->height || !right->width) return 0;
    rows = (uint16_t)(left->height - left_row);
    if (rows > (uint16_t)(right->height - right_row)) rows = (uint16_t)(right->height - right_row);
    stride = BUMPER_MASK(_stride)(left);
    other = BUMPER_MASK(_stride)(right);
    p = BUMPER_MASK(_at)(left, column, left_row);
    q = BUMPER_MASK(_at)(right, 0, right_row);
    bytes = (uint16_t)(stride - (column >> 3));
    if (bytes == 1) {
        for (; rows; --rows, p += stride, q += other) {
            if ((uint8_t)(*p >> (column & 7)) & *q) return 1;
        }
        return 0;
    }
    if (bytes == 2) {
        for (; rows; --rows, p += stride, q += other) {
            uint16_t window = (uint16_t)((p[0] | (uint16_t)(p[1] << 8)) >> (column & 7));
            if ((uint8_t)window & q[0]) return 1;
            if (other > 1 && (uint8_t)(window >> 8) & q[1]) return 1;
        }
        return 0;
    }
    for (; rows; --rows, p += stride, q += other) {
        if (BUMPER_MASK(_rows_overlap)(p, bytes, q, other, (uint8_t)(column & 7))) return 1;
    }
    return 0;
}

/* Whether a pixel in the columns from `left` to before `right` and the rows from `top` to before `bottom` is solid. Both
 * ranges lie in the mask and are not empty. Tests eight pixels at a time. */
BUMPER_FUNCTION uint8_t BUMPER_MASK(_solid_in)(const BUMPER_MASK() *mask, uint16_t left, uint16_t top, uint16_t right,
                                             uint16_t bottom) {
    uint16_t bytes, k;
    const uint8_t *row;
    row = BUMPER_MASK(_at)(mask, left, top);
    bytes = (uint16_t)(((right - 1) >> 3) - (left >> 3));
    for (; top < bottom; ++top, row += BUMPER_MASK(_stride)(mask)) {
        uint8_t solid = (uint8_t)(*row & (0xffu << (left & 7)));
        for (k = 0; k < bytes; solid = row[++k]) {
            if (solid) return 1;
        }
        if (solid & (0xffu >> (7 - ((right - 1) & 7)))) return 1;
    }
    return 0;
}

#endif /* BUMPER_NO_MASKS */

#endif /* BUMPER_CONSOLE_H */

/* ---- Definitions for each prefix: numbers, and then the shapes, in 2D and in 3D ---- */

#if defined(BUMPER_PREFIX) && !defined(BUMPER_AXES)

#ifndef BUMPER_BITS
#define BUMPER_BITS 16
#endif

/* The types of numbers, and the largest number and its square. */
#if BUMPER_BITS == 16
typedef int16_t BUMPER_(number);
typedef uint16_t BUMPER_(span);
typedef bumper_area16 BUMPER_(area);
#define BUMPER_MAX 0x7fff
#define BUMPER_MAX_SQUARED 0x3fff0001
#elif BUMPER_BITS == 32
typedef int32_t BUMPER_(number);
typedef uint32_t BUMPER_(span);
typedef bumper_area32 BUMPER_(area);
#define BUMPER_MAX 0x7fffffffL
#define BUMPER_MAX_SQUARED {0x3fffffff, 1}
#else
#error "BUMPER_BITS is 16 or 32"
#endif

/* The difference of two numbers, of which the first is greater or equal; it always fits. */
BUMPER_FUNCTION BUMPER_SPAN BUMPER_(minus)(BUMPER_NUMBER greater, BUMPER_NUMBER smaller) {
    return (BUMPER_SPAN)((BUMPER_SPAN)greater - (BUMPER_SPAN)smaller);
}

/* The sum and the difference, saturating. */
BUMPER_FUNCTION BUMPER_NUMBER BUMPER_(plus)(BUMPER_NUMBER a, BUMPER_NUMBER b) {
    if (b < 0 ? a < BUMPER_MIN - b : a > BUMPER_MAX - b) return (BUMPER_NUMBER)(b < 0 ? BUMPER_MIN : BUMPER_MAX);
    return (BUMPER_NUMBER)(a + b);
}

BUMPER_FUNCTION BUMPER_NUMBER BUMPER_(less)(BUMPER_NUMBER a, BUMPER_NUMBER b) {
    if (b < 0 ? a > BUMPER_MAX + b : a < BUMPER_MIN + b) return (BUMPER_NUMBER)(b < 0 ? BUMPER_MAX : BUMPER_MIN);
    return (BUMPER_NUMBER)(a - b);
}

#ifndef BUMPER_NO_CIRCLES

BUMPER_FUNCTION BUMPER_SPAN BUMPER_(distance)(BUMPER_NUMBER a, BUMPER_NUMBER b) {
    return a < b ? BUMPER_(minus)(b, a) : BUMPER_(minus)(a, b);
}

BUMPER_FUNCTION BUMPER_SPAN BUMPER_(radius)(BUMPER_NUMBER radius) { return radius < 0 ? 0 : (BUMPER_SPAN)radius; }

BUMPER_FUNCTION void BUMPER_(add_square)(BUMPER_AREA *sum, BUMPER_SPAN side) {
    BUMPER_AREA square;
    BUMPER_AREA_(_square)(&square, side);
    BUMPER_AREA_(_add)(sum, &square);
}

/* A squared radius, clamped to the square of the largest number. */
BUMPER_FUNCTION void BUMPER_(bound)(BUMPER_AREA *bounded, const BUMPER_AREA *radius_squared) {
    static const BUMPER_AREA most = BUMPER_MAX_SQUARED;
    *bounded = *radius_squared;
    if (BUMPER_AREA_(_order)(bounded, &most) > 0) *bounded = most;
}

/* Compares a distance d, given by its square, with the sum of the square roots of p and q, without computing a root:
 * with t = d * d - p - q, the distance is less if t is negative; otherwise compares t * t with 4pq, which takes eight
 * products. p and q are at most the square of the largest number. */
BUMPER_FUNCTION int8_t BUMPER_(order_of_roots)(const BUMPER_AREA *d2, const BUMPER_AREA *p, const BUMPER_AREA *q) {
    BUMPER_AREA t, sum, twice_p, twice_q;
    sum = *p;
    BUMPER_AREA_(_add)(&sum, q);
    if (BUMPER_AREA_(_order)(d2, &sum) < 0) return -1;
    t = *d2;
    BUMPER_AREA_(_take)(&t, &sum);
    twice_p = *p;
    BUMPER_AREA_(_add)(&twice_p, p);
    twice_q = *q;
    BUMPER_AREA_(_add)(&twice_q, q);
    return BUMPER_AREA_(_order_of_products)(&t, &t, &twice_p, &twice_q);
}

#endif /* BUMPER_NO_CIRCLES */

/* A translation of the second of two overlapping boxes along an axis, after which the boxes only touch. */
typedef struct BUMPER_(push) {
    BUMPER_SPAN length;
    uint8_t axis;      /* 0 for x */
    uint8_t backwards; /* whether the second box moves towards smaller coordinates */
} BUMPER_(push);

/* Replaces the best translation by the shorter one along another axis, if that is shorter still. */
BUMPER_FUNCTION void BUMPER_(push_along)(BUMPER_(push) *best, uint8_t axis, BUMPER_NUMBER a_min, BUMPER_NUMBER a_max,
                                         BUMPER_NUMBER b_min, BUMPER_NUMBER b_max) {
    BUMPER_SPAN forwards = BUMPER_(minus)(a_max, b_min), backwards = BUMPER_(minus)(b_max, a_min);
    BUMPER_SPAN shorter = backwards < forwards ? backwards : forwards;
    if (axis && shorter >= best->length) return;
    best->length = shorter;
    best->axis = axis;
    best->backwards = backwards < forwards;
}

/* The part of the motion `way` that an interval covers before it would enter a wall's interval. It is all of `way` if
 * the wall lies behind the interval or already overlaps it, and if both are flat, since those can only touch. */
BUMPER_FUNCTION BUMPER_NUMBER BUMPER_(way_before)(BUMPER_NUMBER way, BUMPER_NUMBER min, BUMPER_NUMBER max,
                                                  BUMPER_NUMBER wall_min, BUMPER_NUMBER wall_max) {
    BUMPER_SPAN gap = way < 0 ? BUMPER_(minus)(min, wall_max) : BUMPER_(minus)(wall_min, max);
    if ((way < 0 ? wall_max > min : wall_min < max) || (min == max && wall_min == wall_max)) return way;
    if (way < 0) return gap < (BUMPER_SPAN)(0 - (BUMPER_SPAN)way) ? (BUMPER_NUMBER)(BUMPER_SPAN)(0 - gap) : way;
    return gap < (BUMPER_SPAN)way ? (BUMPER_NUMBER)gap : way;
}

/* The part of the motion `way` for which the interval stays in the range of numbers. */
BUMPER_FUNCTION BUMPER_NUMBER BUMPER_(way_within)(BUMPER_NUMBER way, BUMPER_NUMBER min, BUMPER_NUMBER max) {
    if (way > 0) return (BUMPER_NUMBER)BUMPER_(minus)(BUMPER_(plus)(max, way), max);
    return (BUMPER_NUMBER)(BUMPER_SPAN)(0 - BUMPER_(minus)(min, BUMPER_(plus)(min, way)));
}

/* The header includes itself by its name, from "Shapes" on: for 2D and again for 3D. */
#define BUMPER_AXES 2
#define BUMPER_3
#define BUMPER_ROUND circle
#define BUMPER_Z(...)
#include "bumper_console.h"

#ifndef BUMPER_NO_SPACE
#define BUMPER_AXES 3
#define BUMPER_3 3
#define BUMPER_ROUND sphere
#define BUMPER_Z(...) __VA_ARGS__
#include "bumper_console.h"
#endif

#undef BUMPER_MAX_SQUARED
#undef BUMPER_MAX
#undef BUMPER_BITS
#undef BUMPER_PREFIX

/* ---- Shapes ---- */

#elif defined(BUMPER_AXES)

typedef struct BUMPER_VECTOR { BUMPER_NUMBER x, y BUMPER_Z(, z); } BUMPER_VECTOR;

/* An axis-aligned box between two corners, min <= max on each axis. */
typedef struct BUMPER_AABB() { BUMPER_VECTOR min, max; } BUMPER_AABB();

/* The box between two opposite corners, in either order. */
BUMPER_FUNCTION void BUMPER_AABB(_between)(BUMPER_AABB() *box, BUMPER_NUMBERS(x1, y1, z1), BUMPER_NUMBERS(x2, y2, z2)) {
    box->min.x = x1 < x2 ? x1 : x2;
    box->max.x = x1 < x2 ? x2 : x1;
    box->min.y = y1 < y2 ? y1 : y2;
    box->max.y = y1 < y2 ? y2 : y1;
    BUMPER_Z(box->min.z = z1 < z2 ? z1 : z2;)
    BUMPER_Z(box->max.z = z1 < z2 ? z2 : z1;)
}

/* The box with this centre and half this size. Coordinates saturate. */
BUMPER_FUNCTION void BUMPER_AABB(_centered)(BUMPER_AABB() *box, BUMPER_NUMBERS(x, y, z), BUMPER_NUMBER half_width,
                                           BUMPER_NUMBER half_height BUMPER_Z(, BUMPER_NUMBER half_depth)) {
    BUMPER_AABB(_between)(box, BUMPER_(less)(x, half_width), BUMPER_(less)(y, half_height)
                         BUMPER_Z(, BUMPER_(less)(z, half_depth)), BUMPER_(plus)(x, half_width),
                         BUMPER_(plus)(y, half_height) BUMPER_Z(, BUMPER_(plus)(z, half_depth)));
}

/* The box with this top left corner and size, with y pointing down, or up (_up); in 3D, the corner has the smallest z.
 * Coordinates saturate. */
BUMPER_FUNCTION void BUMPER_AABB(_from_top_left)(BUMPER_AABB() *box, BUMPER_NUMBERS(x, y, z), BUMPER_NUMBER width,
                                                BUMPER_NUMBER height BUMPER_Z(, BUMPER_NUMBER depth)) {
    BUMPER_AABB(_between)(box, x, y BUMPER_Z(, z), BUMPER_(plus)(x, width), BUMPER_(plus)(y, height)
                         BUMPER_Z(, BUMPER_(plus)(z, depth)));
}

BUMPER_FUNCTION void BUMPER_AABB(_from_top_left_up)(BUMPER_AABB() *box, BUMPER_NUMBERS(x, y, z), BUMPER_NUMBER width,
                                                   BUMPER_NUMBER height BUMPER_Z(, BUMPER_NUMBER depth)) {
    BUMPER_AABB(_between)(box, x, y BUMPER_Z(, z), BUMPER_(plus)(x, width), BUMPER_(less)(y, height)
                         BUMPER_Z(, BUMPER_(plus)(z, depth)));
}

/* Moves a box. Coordinates saturate. */
BUMPER_FUNCTION void BUMPER_AABB(_translate)(BUMPER_AABB() *box, BUMPER_NUMBERS(x, y, z)) {
    box->min.x = BUMPER_(plus)(box->min.x, x);
    box->max.x = BUMPER_(plus)(box->max.x, x);
    box->min.y = BUMPER_(plus)(box->min.y, y);
    box->max.y = BUMPER_(plus)(box->max.y, y);
    BUMPER_Z(box->min.z = BUMPER_(plus)(box->min.z, z);)
    BUMPER_Z(box->max.z = BUMPER_(plus)(box->max.z, z);)
}

#if BUMPER_AXES == 2 && !defined(BUMPER_NO_MASKS)

/* Whether a box covers a part of a solid pixel. The box is in pixels, relative to the top left corner of the mask, and a
 * flat box covers nothing. Tests eight pixels at a time. */
BUMPER_FUNCTION uint8_t BUMPER_(mask_overlaps_box)(const BUMPER_MASK() *mask, const BUMPER_(box) *box) {
    BUMPER_NUMBER width = (BUMPER_NUMBER)mask->width, height = (BUMPER_NUMBER)mask->height;
    BUMPER_NUMBER left = box->min.x < 0 ? 0 : box->min.x, right = box->max.x < width ? box->max.x : width;
    BUMPER_NUMBER top = box->min.y < 0 ? 0 : box->min.y, bottom = box->max.y < height ? box->max.y : height;
    if (left >= right || top >= bottom) return 0;
    return BUMPER_MASK(_solid_in)(mask, (uint16_t)left, (uint16_t)top, (uint16_t)right, (uint16_t)bottom);
}

#endif

/* Two comparisons per axis; the relation takes up to four. The functions with a point cost the same. */
BUMPER_FUNCTION uint8_t BUMPER_AABB(_intersects)(const BUMPER_AABB() *a, const BUMPER_AABB() *b) {
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y
           BUMPER_Z(&& a->min.z <= b->max.z && b->min.z <= a->max.z);
}

BUMPER_FUNCTION uint8_t BUMPER_AABB(_overlaps)(const BUMPER_AABB() *a, const BUMPER_AABB() *b) {
    return a->min.x < b->max.x && b->min.x < a->max.x && a->min.y < b->max.y && b->min.y < a->max.y
           BUMPER_Z(&& a->min.z < b->max.z && b->min.z < a->max.z);
}

BUMPER_FUNCTION bumper_relation BUMPER_AABB(_relation)(const BUMPER_AABB() *a, const BUMPER_AABB() *b) {
    if (!BUMPER_AABB(_intersects)(a, b)) return BUMPER_APART;
    return BUMPER_AABB(_overlaps)(a, b) ? BUMPER_OVERLAPPING : BUMPER_TOUCHING;
}

BUMPER_FUNCTION void BUMPER_AABB(_of_point)(BUMPER_AABB() *box, const BUMPER_VECTOR *point) {
    box->min = *point;
    box->max = *point;
}

BUMPER_PAIR(BUMPER_AABB, _point, BUMPER_AABB(), BUMPER_VECTOR) {
    BUMPER_AABB() point;
    BUMPER_AABB(_of_point)(&point, b);
    return BUMPER_AABB(_relation)(a, &point);
}

/* The point of a box that is closest to a given point; the given point itself if it lies inside. Two comparisons per
 * axis. */
BUMPER_FUNCTION void BUMPER_AABB(_closest_point)(const BUMPER_AABB() *box, const BUMPER_VECTOR *to, BUMPER_VECTOR *closest) {
    closest->x = to->x < box->min.x ? box->min.x : to->x > box->max.x ? box->max.x : to->x;
    closest->y = to->y < box->min.y ? box->min.y : to->y > box->max.y ? box->max.y : to->y;
    BUMPER_Z(closest->z = to->z < box->min.z ? box->min.z : to->z > box->max.z ? box->max.z : to->z;)
}

/* The minimum translation that moves b out of a; its length is zero if the boxes only touch. Of equally short ones, the
 * first axis and then forwards is chosen. Returns 0 and leaves `push` unchanged if the boxes are apart. Two differences
 * per axis. */
BUMPER_FUNCTION uint8_t BUMPER_AABB(_minimum_translation)(const BUMPER_AABB() *a, const BUMPER_AABB() *b,
                                                         BUMPER_(push) *push) {
    if (!BUMPER_AABB(_intersects)(a, b)) return 0;
    BUMPER_(push_along)(push, 0, BUMPER_ENDS(a, b, x));
    BUMPER_(push_along)(push, 1, BUMPER_ENDS(a, b, y));
    BUMPER_Z(BUMPER_(push_along)(push, 2, BUMPER_ENDS(a, b, z));)
    return 1;
}

/* Defines a function that moves a box along one axis up to the first wall that it would enter, and returns whether there
 * is one. `is_beside` tells whether the box and the wall overlap on the other axes. */
#define BUMPER_STEP(axis, is_beside)                                                                                    \
    BUMPER_FUNCTION uint8_t BUMPER_AABB(_step_##axis)(BUMPER_AABB() * box, BUMPER_NUMBER by, const BUMPER_AABB() * wall,   \
                                                     BUMPER_INDEX count) {                                              \
        BUMPER_NUMBER most = BUMPER_(way_within)(by, box->min.axis, box->max.axis), way = most;                         \
        for (; count; --count, ++wall) {                                                                                \
            if (is_beside) way = BUMPER_(way_before)(way, BUMPER_ENDS(box, wall, axis));                                \
        }                                                                                                               \
        box->min.axis = (BUMPER_NUMBER)(box->min.axis + way);                                                           \
        box->max.axis = (BUMPER_NUMBER)(box->max.axis + way);                                                           \
        return way != most;                                                                                             \
    }
#define BUMPER_MEETS(axis) (wall->min.axis < box->max.axis && box->min.axis < wall->max.axis)
BUMPER_STEP(x, BUMPER_MEETS(y) BUMPER_Z(&& BUMPER_MEETS(z)))
BUMPER_STEP(y, BUMPER_MEETS(x) BUMPER_Z(&& BUMPER_MEETS(z)))
BUMPER_Z(BUMPER_STEP(z, BUMPER_MEETS(x) && BUMPER_MEETS(y)))

/* Moves a box by x, then by y, then by z, each up to the first wall that it would enter, so that it touches that wall.
 * Never tunnels, however long the motion is. Walls that the box overlaps at the start do not block it. Returns the axes
 * on which a wall stopped it: 1 for x, 2 for y, 4 for z. For an accurate diagonal motion, take several steps. Tests
 * each wall once per axis. */
BUMPER_FUNCTION uint8_t BUMPER_AABB(_step)(BUMPER_AABB() *box, BUMPER_NUMBERS(x, y, z),
                                          const BUMPER_AABB() *walls, BUMPER_INDEX count) {
    uint8_t stopped = BUMPER_AABB(_step_x)(box, x, walls, count);
    if (BUMPER_AABB(_step_y)(box, y, walls, count)) stopped |= 2;
    BUMPER_Z(if (BUMPER_AABB(_step_z)(box, z, walls, count)) stopped |= 4;)
    return stopped;
}

/* ---- Circles and spheres ---- */

#ifndef BUMPER_NO_CIRCLES

typedef struct BUMPER_BALL() { BUMPER_VECTOR center; BUMPER_NUMBER radius; } BUMPER_BALL();

/* A circle or sphere with a squared radius, for radii that are not integers. */
typedef struct BUMPER_SQUARED() { BUMPER_VECTOR center; BUMPER_AREA radius_squared; } BUMPER_SQUARED();

BUMPER_FUNCTION void BUMPER_BALL(_distance)(BUMPER_AREA *d2, const BUMPER_VECTOR *a, const BUMPER_VECTOR *b) {
    BUMPER_AREA_(_square)(d2, BUMPER_(distance)(a->x, b->x));
    BUMPER_(add_square)(d2, BUMPER_(distance)(a->y, b->y));
    BUMPER_Z(BUMPER_(add_square)(d2, BUMPER_(distance)(a->z, b->z));)
}

/* Compares the distance of two points with a length: negative if it is less, positive if it is greater. Costs nothing if
 * it is greater on one axis; otherwise a product per axis and one for the length. */
BUMPER_FUNCTION int8_t BUMPER_BALL(_order)(const BUMPER_VECTOR *a, const BUMPER_VECTOR *b, BUMPER_SPAN length) {
    BUMPER_AREA d2, limit;
    BUMPER_SPAN x, y;
    BUMPER_Z(BUMPER_SPAN z;)
    x = BUMPER_(distance)(a->x, b->x);
    if (x > length) return 1;
    y = BUMPER_(distance)(a->y, b->y);
    if (y > length) return 1;
    BUMPER_Z(z = BUMPER_(distance)(a->z, b->z);)
    BUMPER_Z(if (z > length) return 1;)
    BUMPER_AREA_(_square)(&d2, x);
    BUMPER_(add_square)(&d2, y);
    BUMPER_Z(BUMPER_(add_square)(&d2, z);)
    BUMPER_AREA_(_square)(&limit, length);
    return BUMPER_AREA_(_order)(&d2, &limit);
}

/* Costs no product if the shapes are apart on one axis; otherwise one per axis and one for the radii. */
BUMPER_PAIR(BUMPER_BALL, , BUMPER_BALL(), BUMPER_BALL()) {
    BUMPER_SPAN length = (BUMPER_SPAN)(BUMPER_(radius)(a->radius) + BUMPER_(radius)(b->radius));
    return bumper_within(BUMPER_BALL(_order)(&a->center, &b->center, length), BUMPER_TOUCHING);
}

BUMPER_PAIR(BUMPER_BALL, _point, BUMPER_BALL(), BUMPER_VECTOR) {
    return bumper_within(BUMPER_BALL(_order)(&a->center, b, BUMPER_(radius)(a->radius)), BUMPER_TOUCHING);
}

BUMPER_PAIR(BUMPER_BALL, _box, BUMPER_BALL(), BUMPER_AABB()) {
    BUMPER_VECTOR closest;
    int8_t order;
    BUMPER_AABB(_closest_point)(b, &a->center, &closest);
    order = BUMPER_BALL(_order)(&a->center, &closest, BUMPER_(radius)(a->radius));
    if (order > 0) return BUMPER_APART;
    return bumper_within(order, BUMPER_AABB(_point_relation)(b, &a->center));
}

/* Costs a product per axis, and eight more unless the squared distance is less than the sum of the squared radii. */
BUMPER_PAIR(BUMPER_SQUARED, , BUMPER_SQUARED(), BUMPER_SQUARED()) {
    BUMPER_AREA d2, p, q;
    BUMPER_BALL(_distance)(&d2, &a->center, &b->center);
    BUMPER_(bound)(&p, &a->radius_squared);
    BUMPER_(bound)(&q, &b->radius_squared);
    return bumper_within(BUMPER_(order_of_roots)(&d2, &p, &q), BUMPER_TOUCHING);
}

/* Costs a product per axis. The test with a box uses the distance to the closest point of the box. */
BUMPER_PAIR(BUMPER_SQUARED, _point, BUMPER_SQUARED(), BUMPER_VECTOR) {
    BUMPER_AREA d2, limit;
    BUMPER_BALL(_distance)(&d2, &a->center, b);
    BUMPER_(bound)(&limit, &a->radius_squared);
    return bumper_within(BUMPER_AREA_(_order)(&d2, &limit), BUMPER_TOUCHING);
}

BUMPER_PAIR(BUMPER_SQUARED, _box, BUMPER_SQUARED(), BUMPER_AABB()) {
    BUMPER_AREA d2, limit;
    BUMPER_VECTOR closest;
    BUMPER_AABB(_closest_point)(b, &a->center, &closest);
    BUMPER_BALL(_distance)(&d2, &a->center, &closest);
    BUMPER_(bound)(&limit, &a->radius_squared);
    return bumper_within(BUMPER_AREA_(_order)(&d2, &limit), BUMPER_AABB(_point_relation)(b, &a->center));
}

/* Converts a circle into one with a squared radius, for tests with other shapes; costs one product. */
BUMPER_FUNCTION void BUMPER_BALL(_squared)(BUMPER_SQUARED() *squared, const BUMPER_BALL() *ball) {
    squared->center = ball->center;
    BUMPER_AREA_(_square)(&squared->radius_squared, BUMPER_(radius)(ball->radius));
}

BUMPER_PAIR(BUMPER_BALL_SQUARED, , BUMPER_BALL(), BUMPER_SQUARED()) {
    BUMPER_SQUARED() squared;
    BUMPER_BALL(_squared)(&squared, a);
    return BUMPER_SQUARED(_relation)(&squared, b);
}

#endif /* BUMPER_NO_CIRCLES */

/* ---- Lists of boxes at an offset ---- */

#ifndef BUMPER_NO_LISTS

#if BUMPER_AXES == 2

/* A list of boxes at an offset. One of the three pointers is set: `boxes`, or `small` or `large` to a table of `bumper
 * trace --as boxes -o sprite.h`, whose rows are x, y, width, height. For a table, this suffices:
 * `bumper_boxes dot = {.small = dot_boxes, .count = DOT_COUNT};`. */
typedef struct BUMPER_(boxes) {
    const BUMPER_(box) *boxes;
    const int8_t (*small)[4];
    const int16_t (*large)[4];
    BUMPER_INDEX count;
    BUMPER_(point) at;                /* the position of the list's origin */
    uint8_t fraction;                 /* of a table: the number of fraction bits of numbers */
    BUMPER_NUMBER mirror_x, mirror_y; /* of a flipped sprite: its width or height, in the same units; else 0 */
} BUMPER_(boxes);

/* The k-th box of a list, at its position in the world. */
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

#else

typedef struct BUMPER_(boxes3) {
    const BUMPER_(box3) *boxes;
    BUMPER_INDEX count;
    BUMPER_(point3) at;
} BUMPER_(boxes3);

BUMPER_FUNCTION void BUMPER_(boxes3_get)(const BUMPER_(boxes3) *list, BUMPER_INDEX k, BUMPER_(box3) *box) {
    *box = list->boxes[k];
    BUMPER_(box3_translate)(box, list->at.x, list->at.y, list->at.z);
}

#endif

/* Tests the pairs of boxes one after the other, and stops at the first one that overlaps. */
BUMPER_PAIR(BUMPER_BOXES, _box, BUMPER_BOXES(), BUMPER_AABB()) {
    bumper_relation strongest = BUMPER_APART;
    BUMPER_INDEX k;
    for (k = 0; k < a->count && strongest != BUMPER_OVERLAPPING; ++k) {
        BUMPER_AABB() box;
        BUMPER_BOXES(_get)(a, k, &box);
        strongest = bumper_stronger(strongest, BUMPER_AABB(_relation)(&box, b));
    }
    return strongest;
}

BUMPER_PAIR(BUMPER_BOXES, , BUMPER_BOXES(), BUMPER_BOXES()) {
    bumper_relation strongest = BUMPER_APART;
    BUMPER_INDEX k;
    for (k = 0; k < b->count && strongest != BUMPER_OVERLAPPING; ++k) {
        BUMPER_AABB() box;
        BUMPER_BOXES(_get)(b, k, &box);
        strongest = bumper_stronger(strongest, BUMPER_BOXES(_box_relation)(a, &box));
    }
    return strongest;
}

/* ---- One box against many, and all pairs of many: sorting by the left edges (sort and sweep) skips most pairs ---- */

/* Sorts the indices in `order`, which are 0, 1, 2 and so on at first, by the left edges of their boxes (insertion sort).
 * Keep `order` from frame to frame: an almost sorted list takes one pass, a list in reverse order quadratic time. */
BUMPER_FUNCTION void BUMPER_BOXES(_sort)(BUMPER_INDEX *order, const BUMPER_AABB() *boxes, BUMPER_INDEX count) {
    BUMPER_INDEX k;
    for (k = 1; k < count; ++k) {
        BUMPER_INDEX one = order[k], place = k;
        BUMPER_NUMBER left = boxes[one].min.x;
        for (; place && boxes[order[place - 1]].min.x > left; --place) order[place] = order[place - 1];
        order[place] = one;
    }
}

/* Finds the boxes that intersect one box (touching counts), given the `order` by _sort. Writes their indices to `found`,
 * `most` of them at most, and returns how many. */
BUMPER_FUNCTION BUMPER_INDEX BUMPER_BOXES(_intersect)(const BUMPER_INDEX *order, const BUMPER_AABB() *boxes,
                                                      BUMPER_INDEX count, const BUMPER_AABB() *one, BUMPER_INDEX *found,
                                                      BUMPER_INDEX most) {
    BUMPER_INDEX written = 0, k;
    for (k = 0; k < count && written < most && boxes[order[k]].min.x <= one->max.x; ++k) {
        if (BUMPER_AABB(_intersects)(&boxes[order[k]], one)) found[written++] = order[k];
    }
    return written;
}

/* Finds the pairs of boxes that intersect (touching counts), given the `order` by _sort. Writes them to `pairs`, `most`
 * of them at most, and returns how many. */
BUMPER_FUNCTION BUMPER_INDEX BUMPER_BOXES(_pairs)(const BUMPER_INDEX *order, const BUMPER_AABB() *boxes,
                                                  BUMPER_INDEX count, BUMPER_INDEX (*pairs)[2], BUMPER_INDEX most) {
    const BUMPER_INDEX *end = order + count, *first, *second;
    BUMPER_INDEX written = 0;
    for (first = order; first < end; ++first) {
        const BUMPER_AABB() *a = &boxes[*first];
        BUMPER_NUMBER right = a->max.x, top = a->min.y, bottom = a->max.y;
        for (second = first + 1; second < end; ++second) {
            const BUMPER_AABB() *b = &boxes[*second];
            if (b->min.x > right) break;
            if (b->min.y > bottom || b->max.y < top) continue;
            BUMPER_Z(if (b->min.z > a->max.z || b->max.z < a->min.z) continue;)
            if (written == most) return written;
            pairs[written][0] = *first;
            pairs[written][1] = *second;
            ++written;
        }
    }
    return written;
}

#endif /* BUMPER_NO_LISTS */

/* ---- Cylinders along an axis ---- */

#if BUMPER_AXES == 3 && !defined(BUMPER_NO_CIRCLES)

/* An axis-aligned cylinder (axis 0 is x). `from` is the centre of one end; `to` is the other end's coordinate on the
 * axis, on either side. */
typedef struct BUMPER_(cylinder) {
    BUMPER_(point3) from;
    BUMPER_NUMBER to, radius;
    uint8_t axis;
} BUMPER_(cylinder);

/* The cylinder's axis, the segment between the centres of its ends, as a box. */
BUMPER_FUNCTION void BUMPER_(spine)(const BUMPER_(cylinder) *cylinder, BUMPER_(box3) *box) {
    const BUMPER_(point3) *from = &cylinder->from;
    BUMPER_NUMBER x = from->x, y = from->y, z = from->z;
    if (cylinder->axis == 0) x = cylinder->to;
    else if (cylinder->axis == 1) y = cylinder->to;
    else z = cylinder->to;
    BUMPER_(box3_between)(box, from->x, from->y, from->z, x, y, z);
}

/* The relation of two intervals on one axis, and the gap between them, which is zero if they intersect. */
BUMPER_FUNCTION bumper_relation BUMPER_(gap)(BUMPER_SPAN *gap, BUMPER_NUMBER a_min, BUMPER_NUMBER a_max,
                                             BUMPER_NUMBER b_min, BUMPER_NUMBER b_max) {
    *gap = b_min > a_max ? BUMPER_(minus)(b_min, a_max) : a_min > b_max ? BUMPER_(minus)(a_min, b_max) : 0;
    if (*gap) return BUMPER_APART;
    return a_min == b_max || b_min == a_max ? BUMPER_TOUCHING : BUMPER_OVERLAPPING;
}

/* The gap and the relation between a cylinder's axis segment and a box, on each of the three axes. */
BUMPER_FUNCTION void BUMPER_(spine_beside)(const BUMPER_(cylinder) *cylinder, const BUMPER_(box3) *box,
                                           BUMPER_SPAN gaps[3], bumper_relation relations[3]) {
    BUMPER_(box3) spine;
    BUMPER_(spine)(cylinder, &spine);
    relations[0] = BUMPER_(gap)(&gaps[0], BUMPER_ENDS(&spine, box, x));
    relations[1] = BUMPER_(gap)(&gaps[1], BUMPER_ENDS(&spine, box, y));
    relations[2] = BUMPER_(gap)(&gaps[2], BUMPER_ENDS(&spine, box, z));
}

/* The two axes perpendicular to each axis. */
static const uint8_t BUMPER_(others)[3][2] = {{1, 2}, {0, 2}, {0, 1}};

/* The sum of the squares of the gaps perpendicular to an axis. */
BUMPER_FUNCTION void BUMPER_(across)(BUMPER_AREA *sum, const BUMPER_SPAN gaps[3], uint8_t axis) {
    BUMPER_AREA_(_square)(sum, gaps[BUMPER_(others)[axis][0]]);
    BUMPER_(add_square)(sum, gaps[BUMPER_(others)[axis][1]]);
}

/* Compares the disc with the rectangle in the projection along the cylinder's axis, and the intervals on the axis.
 * Costs three products. */
BUMPER_PAIR(BUMPER_, cylinder_box, BUMPER_(cylinder), BUMPER_(box3)) {
    const uint8_t *others = BUMPER_(others)[a->axis];
    BUMPER_AREA across, limit;
    BUMPER_SPAN gaps[3];
    bumper_relation axes[3], inside;
    BUMPER_(spine_beside)(a, b, gaps, axes);
    BUMPER_(across)(&across, gaps, a->axis);
    BUMPER_AREA_(_square)(&limit, BUMPER_(radius)(a->radius));
    inside = bumper_weaker(axes[others[0]], axes[others[1]]);
    return bumper_weaker(axes[a->axis], bumper_within(BUMPER_AREA_(_order)(&across, &limit), inside));
}

BUMPER_PAIR(BUMPER_, cylinder_point, BUMPER_(cylinder), BUMPER_(point3)) {
    BUMPER_(box3) point;
    BUMPER_(box3_of_point)(&point, b);
    return BUMPER_(cylinder_box_relation)(a, &point);
}

/* Reduces the squared radius of a ball to that of its cross section at a distance `gap` from its centre, r * r - gap *
 * gap. Returns the relation of the ball and the plane of the cross section; without a gap, at least `there`. */
BUMPER_FUNCTION bumper_relation BUMPER_(slice)(BUMPER_AREA *radius_squared, BUMPER_SPAN gap, bumper_relation there) {
    BUMPER_AREA along;
    bumper_relation relation;
    BUMPER_AREA_(_square)(&along, gap);
    relation = bumper_within(BUMPER_AREA_(_order)(&along, radius_squared), there);
    BUMPER_AREA_(_take)(radius_squared, &along);
    return relation;
}

/* Compares the centre's distance from the cylinder's axis with the cylinder's radius plus the radius of the sphere's cross
 * section at the nearer end of the cylinder. Costs four products, and eight more unless they decide. */
BUMPER_PAIR(BUMPER_, cylinder_squared_sphere, BUMPER_(cylinder), BUMPER_(squared_sphere)) {
    BUMPER_(box3) center;
    BUMPER_AREA across, radius, rest;
    BUMPER_SPAN gaps[3];
    bumper_relation axes[3], relation;
    BUMPER_(box3_of_point)(&center, &b->center);
    BUMPER_(spine_beside)(a, &center, gaps, axes);
    BUMPER_(across)(&across, gaps, a->axis);
    BUMPER_AREA_(_square)(&radius, BUMPER_(radius)(a->radius));
    BUMPER_(bound)(&rest, &b->radius_squared);
    relation = BUMPER_(slice)(&rest, gaps[a->axis], axes[a->axis]);
    return bumper_weaker(relation, bumper_within(BUMPER_(order_of_roots)(&across, &radius, &rest), BUMPER_TOUCHING));
}

BUMPER_PAIR(BUMPER_, cylinder_sphere, BUMPER_(cylinder), BUMPER_(sphere)) {
    BUMPER_(squared_sphere) squared;
    BUMPER_(sphere_squared)(&squared, b);
    return BUMPER_(cylinder_squared_sphere_relation)(a, &squared);
}

/* For parallel axes, compares the discs and the intervals: three products. For perpendicular axes, compares each disc
 * with the other cylinder's interval, and the gap on the third axis with the sum of half the widths of both discs at the
 * other cylinder: five products, and eight more unless they decide. */
BUMPER_PAIR(BUMPER_, cylinder, BUMPER_(cylinder), BUMPER_(cylinder)) {
    BUMPER_(box3) spine;
    BUMPER_AREA across, p, q;
    BUMPER_SPAN gaps[3], first = BUMPER_(radius)(a->radius), second = BUMPER_(radius)(b->radius);
    bumper_relation axes[3], relation;
    uint8_t i = a->axis, j = b->axis;
    BUMPER_(spine)(b, &spine);
    BUMPER_(spine_beside)(a, &spine, gaps, axes);
    if (i == j) {
        BUMPER_(across)(&across, gaps, i);
        BUMPER_AREA_(_square)(&p, (BUMPER_SPAN)(first + second));
        return bumper_weaker(axes[i], bumper_within(BUMPER_AREA_(_order)(&across, &p), BUMPER_TOUCHING));
    }
    BUMPER_AREA_(_square)(&p, first);
    BUMPER_AREA_(_square)(&q, second);
    relation = bumper_weaker(BUMPER_(slice)(&p, gaps[j], axes[j]), BUMPER_(slice)(&q, gaps[i], axes[i]));
    BUMPER_AREA_(_square)(&across, gaps[3 - i - j]);
    return bumper_weaker(relation, bumper_within(BUMPER_(order_of_roots)(&across, &p, &q), BUMPER_TOUCHING));
}

#endif

#undef BUMPER_Z
#undef BUMPER_ROUND
#undef BUMPER_3
#undef BUMPER_AXES

#endif /* BUMPER_PREFIX */
