/* Macros and functions that all tests use. */

#ifndef CHECK_H
#define CHECK_H

#include <bumper.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int checks;
#define CHECK(what)                                                                    \
    do {                                                                               \
        ++checks;                                                                      \
        if (!(what)) {                                                                 \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what);         \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)
#define OK(call) CHECK((call) == BUMPER_OK)

bumper_point_f32 at(float x, float y);
/* An angle of so many degrees, in radians. */
float degrees(float of);
bumper_shape box(float x, float y, float width, float height);
bumper_shape circle(float x, float y, float radius);
bumper_point3_f32 at3(float x, float y, float z);
bumper_shape3 make(uint32_t kind);
bumper_shape3 sphere(float x, float y, float z, float radius);
/* In levels3.c: a ray with a length of 100; a mover that falls along -y and, if it walks, climbs steps of 1.5; and one of its steps. */
bumper_ray3 ray_to(bumper_point3_f32 from, bumper_point3_f32 to);
bumper_mover3 *walker3(bumper_shape3 ball, bool walks);
void walk3(bumper_mover3 *mover, float speed, const bumper_world3 *world, uint64_t own, bumper_hit3 *hits, size_t capacity, size_t *count);

void platforms(void);
void simulation(void);
void simulation_queries(void);
void simulation_changes(void);
void joint_frames(void);
void ground(void);
void refusals(void);
void saves(void);
void space(void);
void worlds3(void);
void levels3(void);
void terrain3(void);

#endif
