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

#endif
