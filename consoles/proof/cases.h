/* The kinds of test cases of the header. Each is a function from a list of numbers to a list of answers. `src/cases.rs`
 * has the same kinds in the same order, answered by the library. */

#ifndef CASES_H
#define CASES_H

#ifndef BITS
#define BITS 16
#endif
#define BUMPER_PREFIX t_
#define BUMPER_BITS BITS
#include "../bumper_console.h"

#define MAX_NUMBERS 40
#define ANSWERS 8
#define SIDE 20   /* the side of the largest mask */
#define STRIDE 3  /* the bytes in a row of it */

static const t_number *in;  /* the inputs of the case that have not been read yet */
static uint32_t out[ANSWERS];

/* Read the next point, box and so on from the inputs of the case. */
static void point(t_point *p) { p->x = *in++; p->y = *in++; }
static void point3(t_point3 *p) { p->x = *in++; p->y = *in++; p->z = *in++; }
static void box(t_box *b) { t_box_between(b, in[0], in[1], in[2], in[3]); in += 4; }
static void circle(t_circle *c) { point(&c->center); c->radius = *in++; }
static void sphere(t_sphere *s) { point3(&s->center); s->radius = *in++; }
static void area(t_area *a) {
#if BITS == 16
    *a = (uint32_t)(uint16_t)in[0] << 16 | (uint16_t)in[1];
#else
    a->high = (uint32_t)in[0];
    a->low = (uint32_t)in[1];
#endif
    in += 2;
}
static void squared_circle(t_squared_circle *c) { point(&c->center); area(&c->radius_squared); }
static void squared_sphere(t_squared_sphere *s) { point3(&s->center); area(&s->radius_squared); }
static void box3(t_box3 *b) {
    t_box3_between(b, in[0], in[1], in[2], in[3], in[4], in[5]);
    in += 6;
}
static void cylinder(t_cylinder *c) {
    uint8_t axis = (uint8_t)(*in++ & 3);
    c->axis = axis == 3 ? 0 : axis;
    point3(&c->from);
    c->to = *in++;
    c->radius = *in++;
}

/* Random masks with one bit per pixel and different densities. */
static uint32_t random_state;
static uint32_t next_random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}
static void mask(bumper_mask *m, uint8_t rows[SIDE * STRIDE]) {
    uint8_t width = (uint8_t)(in[0] & 15) + 1, height = (uint8_t)(in[1] & 15) + 1, y, k;
    uint16_t stride;
    random_state = (uint16_t)in[2] | 65536ul;
    in += 3;
    m->rows = rows;
    m->width = (uint16_t)(width + 3);
    m->height = height;
    stride = (uint16_t)((m->width + 7) >> 3);
    for (y = 0; y < height; ++y) {
        for (k = 0; k < stride; ++k) {
            /* Every other mask has few pixels. */
            uint8_t byte = (uint8_t)(next_random() >> 8);
            if (random_state & 1) byte = (uint8_t)(byte & next_random() >> 16 & 0x55);
            if (k + 1 == stride && (m->width & 7)) byte = (uint8_t)(byte & (0xff >> (8 - (m->width & 7))));
            *rows++ = byte;
        }
    }
}

/* The answer for a pair of shapes: the relation in the low bits, then whether they intersect and overlap. */
#define ASKED(name, a, b)                                                                                             \
    ((uint32_t)t_##name##_relation(a, b) | (uint32_t)t_##name##_intersects(a, b) << 4 |                               \
     (uint32_t)t_##name##_overlaps(a, b) << 5)
#define PAIR(name, first, second)                                                                                     \
    static void name(void) {                                                                                          \
        t_##first a;                                                                                                  \
        t_##second b;                                                                                                 \
        first(&a);                                                                                                    \
        second(&b);                                                                                                   \
        out[0] = ASKED(name, &a, &b);                                                                                 \
    }
#define SAME(name)                                                                                                    \
    static void pair_of_##name(void) {                                                                                \
        t_##name a, b;                                                                                                \
        name(&a);                                                                                                     \
        name(&b);                                                                                                     \
        out[0] = ASKED(name, &a, &b);                                                                                 \
    }
SAME(box)
PAIR(box_point, box, point)
SAME(circle)
PAIR(circle_point, circle, point)
PAIR(circle_box, circle, box)
PAIR(circle_squared_circle, circle, squared_circle)
SAME(squared_circle)
PAIR(squared_circle_point, squared_circle, point)
PAIR(squared_circle_box, squared_circle, box)
SAME(box3)
PAIR(box3_point, box3, point3)
SAME(sphere)
PAIR(sphere_point, sphere, point3)
PAIR(sphere_box, sphere, box3)
PAIR(sphere_squared_sphere, sphere, squared_sphere)
SAME(squared_sphere)
PAIR(squared_sphere_point, squared_sphere, point3)
PAIR(squared_sphere_box, squared_sphere, box3)
SAME(cylinder)
PAIR(cylinder_point, cylinder, point3)
PAIR(cylinder_box, cylinder, box3)
PAIR(cylinder_sphere, cylinder, sphere)
PAIR(cylinder_squared_sphere, cylinder, squared_sphere)

static void put_box(const t_box *b) {
    out[0] = (uint32_t)b->min.x;
    out[1] = (uint32_t)b->min.y;
    out[2] = (uint32_t)b->max.x;
    out[3] = (uint32_t)b->max.y;
}
static void put_box3(const t_box3 *b) {
    out[0] = (uint32_t)b->min.x;
    out[1] = (uint32_t)b->min.y;
    out[2] = (uint32_t)b->min.z;
    out[3] = (uint32_t)b->max.x;
    out[4] = (uint32_t)b->max.y;
    out[5] = (uint32_t)b->max.z;
}
static void put_push(uint8_t found, const t_push *push) {
    out[0] = found;
    if (found) {
        out[1] = push->axis;
        out[2] = push->backwards;
        out[3] = push->length;
    }
}

static void from_top_left(void) { t_box b; t_box_from_top_left(&b, in[0], in[1], in[2], in[3]); put_box(&b); }
static void from_top_left_up(void) { t_box b; t_box_from_top_left_up(&b, in[0], in[1], in[2], in[3]); put_box(&b); }
static void centered(void) { t_box b; t_box_centered(&b, in[0], in[1], in[2], in[3]); put_box(&b); }
static void translated(void) { t_box b; box(&b); t_box_translate(&b, in[0], in[1]); put_box(&b); }
static void closest(void) {
    t_box b;
    t_point p, closest_point;
    box(&b);
    point(&p);
    t_box_closest_point(&b, &p, &closest_point);
    out[0] = (uint32_t)closest_point.x;
    out[1] = (uint32_t)closest_point.y;
}
static void push(void) {
    t_box a, b;
    t_push pushed;
    box(&a);
    box(&b);
    put_push(t_box_minimum_translation(&a, &b, &pushed), &pushed);
}
static void step(void) {
    t_box mover, walls[3];
    t_point by;
    uint8_t k;
    box(&mover);
    point(&by);
    for (k = 0; k < 3; ++k) box(&walls[k]);
    out[4] = t_box_step(&mover, by.x, by.y, walls, 3);
    put_box(&mover);
}
static void lists(void) {
    t_box a[2], b[2];
    t_boxes first = {0}, second = {0};
    box(&a[0]);
    box(&a[1]);
    box(&b[0]);
    box(&b[1]);
    first.boxes = a;
    second.boxes = b;
    first.count = second.count = 2;
    point(&first.at);
    point(&second.at);
    out[0] = ASKED(boxes, &first, &second);
    out[1] = ASKED(boxes_box, &first, &b[0]);
}
static void tables(void) {
    int8_t small[1][4];
    int16_t large[1][4];
    t_boxes list = {0};
    t_box b;
    uint8_t k;
    for (k = 0; k < 4; ++k) {
        small[0][k] = (int8_t)*in;
        large[0][k] = (int16_t)*in++;
    }
    if (*in++ & 1) list.small = (void *)small;
    else list.large = (void *)large;
    list.fraction = (uint8_t)(BITS == 16 ? 0 : 8);
    list.count = 1;
    list.mirror_x = *in++;
    list.mirror_y = *in++;
    point(&list.at);
    t_boxes_get(&list, 0, &b);
    put_box(&b);
}
static void pixels(void) {
    uint8_t rows_a[SIDE * STRIDE], rows_b[SIDE * STRIDE];
    bumper_mask a, b;
    t_box area;
    int16_t x, y;
    mask(&a, rows_a);
    mask(&b, rows_b);
    x = (int16_t)in[0];
    y = (int16_t)in[1];
    out[0] = bumper_mask_overlaps(&a, &b, x, y);
    t_box_from_top_left(&area, x, y, (t_number)b.width, (t_number)b.height);
    out[1] = t_mask_overlaps_box(&a, &area);
    out[2] = bumper_mask_pixel(&a, x, y);
}
#define PAIRS(name, box, boxes)                                                                                       \
    static void name(void) {                                                                                          \
        t_##box all[6];                                                                                               \
        BUMPER_INDEX order[6], found[6], pair[15][2], count, k;                                                       \
        for (k = 0; k < 6; ++k) {                                                                                     \
            box(&all[k]);                                                                                             \
            order[k] = k;                                                                                             \
        }                                                                                                             \
        t_##boxes##_sort(order, all, 6);                                                                              \
        count = t_##boxes##_pairs((const BUMPER_INDEX *)order, all, 6, pair, 15);                                     \
        out[0] = count;                                                                                               \
        for (k = 0; k < count; ++k) {                                                                                 \
            BUMPER_INDEX low = pair[k][0] < pair[k][1] ? pair[k][0] : pair[k][1];                                     \
            BUMPER_INDEX high = pair[k][0] < pair[k][1] ? pair[k][1] : pair[k][0];                                    \
            out[1 + low] |= (uint32_t)1 << high;                                                                      \
        }                                                                                                             \
        count = t_##boxes##_intersect((const BUMPER_INDEX *)order, all, 6, &all[0], found, 6);                        \
        for (k = 0; k < count; ++k) out[7] |= (uint32_t)1 << found[k];                                                \
    }
PAIRS(pairs, box, boxes)
PAIRS(pairs3, box3, boxes3)
static void closest3(void) {
    t_box3 b;
    t_point3 p, closest_point;
    box3(&b);
    point3(&p);
    t_box3_closest_point(&b, &p, &closest_point);
    out[0] = (uint32_t)closest_point.x;
    out[1] = (uint32_t)closest_point.y;
    out[2] = (uint32_t)closest_point.z;
}
static void push3(void) {
    t_box3 a, b;
    t_push pushed;
    box3(&a);
    box3(&b);
    put_push(t_box3_minimum_translation(&a, &b, &pushed), &pushed);
}
static void centered3(void) {
    t_box3 b;
    t_box3_centered(&b, in[0], in[1], in[2], in[3], in[4], in[5]);
    put_box3(&b);
}
static void from_top_left3(void) {
    t_box3 b;
    t_box3_from_top_left(&b, in[0], in[1], in[2], in[3], in[4], in[5]);
    put_box3(&b);
}
static void from_top_left_up3(void) {
    t_box3 b;
    t_box3_from_top_left_up(&b, in[0], in[1], in[2], in[3], in[4], in[5]);
    put_box3(&b);
}
static void translated3(void) { t_box3 b; box3(&b); t_box3_translate(&b, in[0], in[1], in[2]); put_box3(&b); }
static void step3(void) {
    t_box3 mover, walls[2];
    t_point3 by;
    box3(&mover);
    point3(&by);
    box3(&walls[0]);
    box3(&walls[1]);
    out[6] = t_box3_step(&mover, by.x, by.y, by.z, walls, 2);
    put_box3(&mover);
}
static void lists3(void) {
    t_box3 a[2], b[2];
    t_boxes3 first, second;
    box3(&a[0]);
    box3(&a[1]);
    box3(&b[0]);
    box3(&b[1]);
    first.boxes = a;
    second.boxes = b;
    first.count = second.count = 2;
    point3(&first.at);
    point3(&second.at);
    out[0] = ASKED(boxes3, &first, &second);
    out[1] = ASKED(boxes3_box, &first, &b[0]);
}

/* The kinds of cases: the number of inputs, and the function that answers. */
static const struct {
    uint8_t numbers;
    void (*answer)(void);
} kinds[] = {
    {8, pair_of_box},       {6, box_point},        {6, pair_of_circle},        {5, circle_point},
    {7, circle_box},        {7, circle_squared_circle}, {8, pair_of_squared_circle}, {6, squared_circle_point},
    {8, squared_circle_box}, {12, pair_of_box3},   {9, box3_point},            {8, pair_of_sphere},
    {7, sphere_point},      {10, sphere_box},      {9, sphere_squared_sphere}, {10, pair_of_squared_sphere},
    {8, squared_sphere_point}, {11, squared_sphere_box}, {12, pair_of_cylinder}, {9, cylinder_point},
    {12, cylinder_box},     {10, cylinder_sphere}, {11, cylinder_squared_sphere}, {4, from_top_left},
    {4, from_top_left_up},  {4, centered},         {6, translated},            {6, closest},
    {8, push},              {18, step},            {20, lists},                {9, tables},
    {8, pixels},            {24, pairs},           {9, closest3},              {12, push3},
    {6, centered3},         {9, translated3},      {21, step3},                {30, lists3},
    {6, from_top_left3},    {6, from_top_left_up3}, {36, pairs3},
};
#define KINDS (sizeof kinds / sizeof kinds[0])
#define RELATIONS 23 /* the number of kinds whose answer is a relation; they come first */

static void answer(uint8_t kind, const t_number *numbers) {
    uint8_t k;
    in = numbers;
    for (k = 0; k < ANSWERS; ++k) out[k] = 0;
    kinds[kind].answer();
#if BITS == 16
    /* Truncated to 16 bits for 16-bit numbers and lengths. */
    for (k = 0; k < ANSWERS; ++k) out[k] &= 0xffff;
#endif
}

#endif
