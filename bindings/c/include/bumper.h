/* bumper: collision detection for games. The library for C and C++.
 *
 * Lengths and coordinates are in any unit, the same for all; angles in degrees, from x towards y; times in any unit. Nothing here
 * depends on whether y goes up or down.
 *
 * Touching: two shapes touch where they share a point but the smallest push parts them. _intersects counts touching, _overlaps
 * does not, _relation tells. Shapes are closed: their boundary belongs to them.
 *
 * Shapes by value come with 16-bit numbers (_i16), 32-bit numbers (_i32) and floats (_f32). Fixed point of 32 bits, such as 16.16
 * or 24.8, is compared as _i32: give its bits as they are. Integers and fixed point have the answer of exact arithmetic.
 * A bumper_shape is of any kind on a plane, a bumper_shape3 in space, in floats, and has every query.
 * What is in space has a 3 in its name, and the same functions: a bumper_world3, a bumper_mover3.
 *
 * Errors: what can fail returns a bumper_status, and writes its answer through a pointer where that is BUMPER_OK. A null, a NaN, the
 * id of what is gone, an unknown kind: all have a status. bumper_message tells it in English. Nothing aborts, nothing unwinds. What
 * cannot be seen from inside remains the caller's: that a pointer which is not null leads to what its type says, that there are as
 * many values as a count says, and that nothing is used after it was freed, or from two threads at once while it is changed.
 *
 * Bodies: bumper_bodies is a world of rigid bodies of its own, in any unit of length and time; a step of the same bodies is the same to
 * the bit on every machine.
 *
 * Ownership: what _new makes, _free frees. Shapes, points and hits are the caller's, and are copied where they are kept. Nothing is
 * global but which numbers of worlds are taken. By value and for one pair nothing is put on a heap, but for regions, hulls and compounds.
 *
 * Ids: a shape, a body and a joint have an id, which is never zero. An id says which of the worlds and bodies of the program it is
 * of: another one refuses it with BUMPER_GONE. That holds for up to 128 of them at a time, and 2^24 shapes or bodies in each. A world
 * that is freed leaves its number to the next, so ids of a freed world are not told from those of one made later; the same worlds
 * made in the same order have the same ids on every machine.
 *
 * With bumper_console.h, the header for consoles, in one file: include this one first.
 *
 * This file is made by cbindgen from bindings/c/src. */

#ifdef BUMPER_CONSOLE_H
#error "include bumper.h before bumper_console.h"
#endif


#ifndef BUMPER_H
#define BUMPER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// The most compounds within each other.
#define BUMPER_MOST_NESTED 16

// The most corners of a polygon.
#define BUMPER_MOST_CORNERS 64

// What moves a body.
enum bumper_body_kind
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // Nothing: the ground.
  BUMPER_STATIC = 0,
  // Its own velocity, whatever it meets: a lift.
  BUMPER_KINEMATIC = 1,
  // Forces, and what it meets.
  BUMPER_DYNAMIC = 2,
};
#ifndef __cplusplus
typedef uint32_t bumper_body_kind;
#endif // __cplusplus

// Whether two bodies began to touch in the last step, still do, or have parted.
enum bumper_change
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  BUMPER_BEGAN = 0,
  BUMPER_STAYS = 1,
  BUMPER_ENDED = 2,
};
#ifndef __cplusplus
typedef uint32_t bumper_change;
#endif // __cplusplus

// What a joint keeps of how its bodies lie to each other.
enum bumper_joint_kind
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // The distance of `at` on the first and `to` on the second: rigid; with a spring springy; with limits only a rope or a strut.
  BUMPER_DISTANCE = 0,
  // A point: a hinge. Limits are degrees from how the two lie at the start.
  BUMPER_REVOLUTE = 1,
  // The angle and a line along `axis`, on which the second slides. Limits are lengths from where it is at the start.
  BUMPER_PRISMATIC = 2,
  // All: the two are one, or with springs nearly so.
  BUMPER_WELD = 3,
  // A line along `axis`, on which the second slides and turns freely: a wheel and its suspension. The motor turns it.
  BUMPER_WHEEL = 4,
  // A point of the second body is drawn to a target by a spring: what a hand does. The first body counts for nothing.
  BUMPER_MOUSE = 5,
};
#ifndef __cplusplus
typedef uint32_t bumper_joint_kind;
#endif // __cplusplus

// What a bumper_shape is: the member of its union that is set.
enum bumper_kind
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  BUMPER_POINT = 0,
  BUMPER_BOX = 1,
  BUMPER_CIRCLE = 2,
  BUMPER_SEGMENT = 3,
  BUMPER_TRIANGLE = 4,
  BUMPER_CAPSULE = 5,
  BUMPER_ORIENTED_BOX = 6,
  BUMPER_ELLIPSE = 7,
  BUMPER_POLYGON = 8,
  BUMPER_SPRITE = 9,
  BUMPER_SQUARED_CIRCLE = 10,
  BUMPER_REGION = 11,
  BUMPER_COMPOUND = 12,
};
#ifndef __cplusplus
typedef uint32_t bumper_kind;
#endif // __cplusplus

// What a bumper_shape3 is: the member of its union that is set.
enum bumper_kind3
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  BUMPER_POINT3 = 0,
  BUMPER_BOX3 = 1,
  BUMPER_SPHERE = 2,
  BUMPER_SQUARED_SPHERE = 3,
  BUMPER_CYLINDER = 4,
  BUMPER_SEGMENT3 = 5,
  BUMPER_TRIANGLE3 = 6,
  BUMPER_CAPSULE3 = 7,
  BUMPER_ORIENTED_BOX3 = 8,
  BUMPER_ORIENTED_CYLINDER = 9,
  BUMPER_HULL3 = 10,
  BUMPER_COMPOUND3 = 11,
};
#ifndef __cplusplus
typedef uint32_t bumper_kind3;
#endif // __cplusplus

// How two shapes lie to each other, from the weakest to the strongest.
enum bumper_relation
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // They share no point.
  BUMPER_APART = 0,
  // They share a point, but the smallest push parts them.
  BUMPER_TOUCHING = 1,
  // They share more than that.
  BUMPER_OVERLAPPING = 2,
};
#ifndef __cplusplus
typedef uint32_t bumper_relation;
#endif // __cplusplus

// What a mover does at what is in its way.
enum bumper_response
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // x, then y: back to where it was on that axis. The tutorials' rule.
  BUMPER_BACK_UP = 0,
  // It stops there.
  BUMPER_STOP = 1,
  // It slides on along the surface.
  BUMPER_SLIDE = 2,
  // It bounces off.
  BUMPER_BOUNCE = 3,
  // It goes through, and tells of it.
  BUMPER_CROSS = 4,
};
#ifndef __cplusplus
typedef uint32_t bumper_response;
#endif // __cplusplus

// The side that holds what comes from there, where the others let it through.
enum bumper_side
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // All sides hold.
  BUMPER_ALL_SIDES = 0,
  // That with the smallest x.
  BUMPER_MIN_X = 1,
  BUMPER_MAX_X = 2,
  // That with the smallest y: on a screen, a platform to jump onto from below.
  BUMPER_MIN_Y = 3,
  BUMPER_MAX_Y = 4,
  // That with the smallest z: only in space.
  BUMPER_MIN_Z = 5,
  BUMPER_MAX_Z = 6,
};
#ifndef __cplusplus
typedef uint32_t bumper_side;
#endif // __cplusplus

// How a call went. What it was to write is written only where it is BUMPER_OK.
enum bumper_status
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // Well.
  BUMPER_OK = 0,
  // A pointer is null where there must be something.
  BUMPER_NULL = 1,
  // A number that tells a kind, a relation or the like is none of those there are.
  BUMPER_UNKNOWN = 2,
  // A coordinate, a length or a time is not a number, or infinite where it must not be; or a direction or a quaternion has no
  // length.
  BUMPER_NOT_A_NUMBER = 3,
  // There is nothing in the shape: a mask without a solid pixel, a hull of no points.
  BUMPER_EMPTY = 4,
  // What had this id has been removed or never was, or is in another world.
  BUMPER_GONE = 5,
  // There is no room for more, or not enough for all.
  BUMPER_FULL = 6,
  // The corners make no such polygon: too few or too many, in a line, not convex, or crossing each other.
  BUMPER_NO_POLYGON = 7,
  // The library has a fault. The call has changed what it was given in part; free it.
  BUMPER_FAULT = 8,
  // A shape of a body is a point or a line, or there is none.
  BUMPER_NO_AREA = 9,
  // A number is out of its range: a density, a friction, a restitution, a damping, a limit, a length, a time or a size; or
  // compounds are too many within each other.
  BUMPER_OUT_OF_RANGE = 10,
  // No such joint can be: of a body with itself, of two that no force moves, or along an axis of no length.
  BUMPER_NO_JOINT = 11,
  // The bytes are not what was saved of these bodies and joints.
  BUMPER_NOT_SAVED = 12,
};
#ifndef __cplusplus
typedef uint32_t bumper_status;
#endif // __cplusplus

// Rigid bodies and joints, and the step that moves them. Made by bumper_bodies_new, freed by bumper_bodies_free.
typedef struct bumper_bodies bumper_bodies;

// Which pixels of a picture are solid. Made by bumper_mask_new, freed by bumper_mask_free.
typedef struct bumper_mask bumper_mask;

// What moves in a world. Made by its _new, freed by its _free.
typedef struct bumper_mover bumper_mover;

// What moves in a world. Made by its _new, freed by its _free.
typedef struct bumper_mover3 bumper_mover3;

// Shapes by id: who is here, what is hit first, what began and ended. Made by its _new, freed by its _free.
typedef struct bumper_world bumper_world;

// Shapes by id: who is here, what is hit first, what began and ended. Made by its _new, freed by its _free.
typedef struct bumper_world3 bumper_world3;

//A point on a plane.
typedef struct bumper_point_f32 {
  float x;
  float y;
} bumper_point_f32;

// A body to be added: where it is and how it moves. Begin with bumper_body_default.
typedef struct bumper_body {
  // A bumper_body_kind.
  uint32_t kind;
  // Where the shapes of its solids are placed: turned about the origin, then moved.
  struct bumper_point_f32 place;
  float degrees;
  // The velocity of the centre of mass.
  struct bumper_point_f32 velocity;
  // In degrees a unit of time.
  float spin;
  // How much of the gravity it feels.
  float gravity_scale;
  // By how much of itself the velocity, and the spin, shrink in a unit of time.
  float linear_damping;
  float angular_damping;
  // Whether it never turns by what it meets; 0 or 1.
  uint32_t fixed_rotation;
  // Whether it may come to rest, and cost nothing then; 0 or 1.
  uint32_t sleeps;
  // Whether it hits even what it only grazes within a step, as no other fast body does; 0 or 1.
  uint32_t bullet;
  // Anything of the user's.
  uint64_t data;
} bumper_body;

//All points between two corners, in either order on each axis.
typedef struct bumper_box_f32 {
  struct bumper_point_f32 min;
  struct bumper_point_f32 max;
} bumper_box_f32;

//A circle. A radius below zero is taken as zero.
typedef struct bumper_circle_f32 {
  struct bumper_point_f32 center;
  float radius;
} bumper_circle_f32;

// The points between two.
typedef struct bumper_segment {
  struct bumper_point_f32 from;
  struct bumper_point_f32 to;
} bumper_segment;

// Three corners, in any order.
typedef struct bumper_triangle {
  struct bumper_point_f32 a;
  struct bumper_point_f32 b;
  struct bumper_point_f32 c;
} bumper_triangle;

// All points at most a radius from a segment.
typedef struct bumper_capsule {
  struct bumper_point_f32 from;
  struct bumper_point_f32 to;
  float radius;
} bumper_capsule;

// A box, or an ellipse, that is turned about its centre: from x towards y.
typedef struct bumper_oriented {
  struct bumper_point_f32 center;
  struct bumper_point_f32 half_size;
  float degrees;
} bumper_oriented;

// A convex polygon of 3 to BUMPER_MOST_CORNERS corners, in either direction of turn, and all points at most a radius from it.
// The corners stay the caller's; a world and a mover have a copy of their own.
typedef struct bumper_polygon {
  const struct bumper_point_f32 *corners;
  size_t count;
  float radius;
} bumper_polygon;

// The solid pixels of a mask, each as large as `pixel`, the top left corner at `at`, rows going towards greater y. Flags other than
// zero flip it. The mask stays the caller's; a world and a mover keep what it was.
typedef struct bumper_sprite {
  const struct bumper_mask *mask;
  struct bumper_point_f32 at;
  float pixel;
  uint8_t flip_x;
  uint8_t flip_y;
} bumper_sprite;

//A circle by the square of its radius, at most that of the largest number.
typedef struct bumper_squared_circle_f32 {
  struct bumper_point_f32 center;
  float radius_squared;
} bumper_squared_circle_f32;

// A polygon that may be concave, of 3 corners or more in either direction of turn, which does not cross itself. The corners stay the
// caller's. To be asked often, it is better in a world: it is cut into convex parts whenever it is read.
typedef struct bumper_region {
  const struct bumper_point_f32 *corners;
  size_t count;
} bumper_region;

// Several shapes that count as one, turned about the origin and then moved; at most 16 compounds within each other. They stay the
// caller's; a world and a mover have copies of their own.
typedef struct bumper_compound {
  const struct bumper_shape *parts;
  size_t count;
  struct bumper_point_f32 place;
  float degrees;
} bumper_compound;

// What a shape is made of, by its kind.
typedef union bumper_shape_data {
  struct bumper_point_f32 point;
  // BUMPER_BOX
  struct bumper_box_f32 aabb;
  struct bumper_circle_f32 circle;
  struct bumper_segment segment;
  struct bumper_triangle triangle;
  struct bumper_capsule capsule;
  // BUMPER_ORIENTED_BOX and BUMPER_ELLIPSE
  struct bumper_oriented oriented;
  struct bumper_polygon polygon;
  struct bumper_sprite sprite;
  struct bumper_squared_circle_f32 squared_circle;
  struct bumper_region region;
  struct bumper_compound compound;
} bumper_shape_data;

// Any shape on a plane.
typedef struct bumper_shape {
  // A bumper_kind.
  uint32_t kind;
  union bumper_shape_data data;
} bumper_shape;

// A shape of a body, and what it is made of. Begin with bumper_solid_of.
typedef struct bumper_solid {
  // It must have an area; of what is static it may be a line.
  struct bumper_shape shape;
  // Mass a unit of area, above zero.
  float density;
  // Of two surfaces the root of the product counts; not below zero.
  float friction;
  // Of two surfaces the larger counts; from 0 to 1.
  float restitution;
  // Resistance to rolling, as a part of the radius of the ball that touches, or else of the size of the smaller body; of two surfaces
  // the larger counts; not below zero.
  float rolling_resistance;
  // The layers that it is on, and those that it meets, a bit each: two meet where one has a layer that the other meets.
  uint32_t layers;
  uint32_t filter;
  // Whether it only notices others and lets them through; 0 or 1.
  uint32_t sensor;
} bumper_solid;

// Where a body is, and how it moves.
typedef struct bumper_body_state {
  // The centre of mass.
  struct bumper_point_f32 center;
  // Where the shapes of its solids are placed.
  struct bumper_point_f32 place;
  // How far it has turned, whole turns included, and the cosine and sine of that.
  float degrees;
  float cosine;
  float sine;
  // The velocity of the centre of mass, and the spin in degrees a unit of time.
  struct bumper_point_f32 velocity;
  float spin;
  float mass;
  // About the centre of mass.
  float inertia;
  // A bumper_body_kind.
  uint32_t kind;
  // Whether it rests, and is not stepped until something wakes it.
  bool asleep;
  uint64_t data;
} bumper_body_state;

// A point where two bodies touch: the gap there, below zero how deep; the impulses of the last step along the normal and across it.
typedef struct bumper_touch_point {
  struct bumper_point_f32 point;
  float gap;
  float impulse;
  float friction;
} bumper_touch_point;

// Two bodies that touch, or did before the last step.
typedef struct bumper_touch {
  uint64_t a;
  uint64_t b;
  // Which of their solids.
  uint32_t solids[2];
  // What was given with each: it can be read here when they are gone.
  uint64_t data[2];
  bumper_change change;
  // Whether one of them is a sensor.
  bool sensor;
  // The unit normal from the first to the second.
  struct bumper_point_f32 normal;
  // How fast they came at each other, before the step: what makes a blow.
  float speed;
  // How many points there are: none of a sensor, and where it ended.
  uint32_t count;
  struct bumper_touch_point points[2];
} bumper_touch;

//A point in space.
typedef struct bumper_point3_f32 {
  float x;
  float y;
  float z;
} bumper_point3_f32;

// A joint of two bodies, to be added. Begin with bumper_joint_default. Points and the axis are those of the world at that moment;
// angles and motors are of the second body, seen from the first.
typedef struct bumper_joint {
  // A bumper_joint_kind.
  uint32_t kind;
  // Whether the two may collide with each other; 0 or 1.
  uint32_t collide;
  uint64_t a;
  uint64_t b;
  struct bumper_point_f32 at;
  // Of a distance: on the second body.
  struct bumper_point_f32 to;
  // Of any length but zero.
  struct bumper_point_f32 axis;
  // Of a distance: the length at rest; below zero for that at the start.
  float length;
  // Whether it has limits, a motor, a spring, a spring that keeps the angle of a weld; 0 or 1 each. What has none leaves the
  // numbers of that alone.
  uint32_t limited;
  uint32_t motored;
  uint32_t sprung;
  uint32_t turn_sprung;
  // From where to where it may go.
  float lower;
  float upper;
  // The speed of the motor, in degrees a unit of time where it turns, and its largest force or torque.
  float speed;
  float max;
  // How often the spring swings in a unit of time, and its damping ratio: at 1 it just does not swing.
  float hertz;
  float damping;
  float turn_hertz;
  float turn_damping;
} bumper_joint;

// What a joint does.
typedef struct bumper_joint_state {
  // The places on both bodies, which should be one for all but distances.
  struct bumper_point_f32 anchors[2];
  // The force and the torque on the second body in the last step.
  struct bumper_point_f32 force;
  float torque;
  // How far it is along its line or its length; zero for what has neither.
  float along;
  // The angle of the second, seen from the first, from what it was at the start.
  float degrees;
} bumper_joint_state;

// How a mover moves. Speeds are in units of length a unit of time, whichever you choose; times are in that unit too.
typedef struct bumper_motion {
  struct bumper_point_f32 velocity;
  struct bumper_point_f32 gravity;
  // A bumper_response.
  uint32_t response;
  // Whether it stays within `bounds`; 0 or 1.
  uint32_t bounded;
  struct bumper_box_f32 bounds;
  // Whether it walks: climbs steps up to `step_height` and follows ground down to `snap_distance`; 0 or 1.
  uint32_t walks;
  float step_height;
  float snap_distance;
  // The steepest slope to stand on, in degrees.
  float floor_angle;
  // For how long it can jump after it has left the ground.
  float coyote_time;
  // For how long a jump in the air is remembered.
  float buffer_time;
} bumper_motion;

// What a mover has hit.
typedef struct bumper_hit {
  // Whose shape; 0 for the bounds.
  uint64_t id;
  // The unit normal out of the obstacle.
  struct bumper_point_f32 normal;
  // When, in parts of the step from 0 to 1.
  float time;
  bumper_response response;
} bumper_hit;

//All points between two corners, in either order on each axis.
typedef struct bumper_box3_f32 {
  struct bumper_point3_f32 min;
  struct bumper_point3_f32 max;
} bumper_box3_f32;

//A sphere. A radius below zero is taken as zero.
typedef struct bumper_sphere_f32 {
  struct bumper_point3_f32 center;
  float radius;
} bumper_sphere_f32;

// A sphere by the square of its radius.
typedef struct bumper_squared_sphere {
  struct bumper_point3_f32 center;
  float radius_squared;
} bumper_squared_sphere;

//A cylinder along an axis (0 is x, 1 is y, anything else z): from the centre of one end to a coordinate on that axis.
typedef struct bumper_cylinder_f32 {
  struct bumper_point3_f32 from;
  float to;
  float radius;
  uint32_t axis;
} bumper_cylinder_f32;

// The points between two.
typedef struct bumper_segment3 {
  struct bumper_point3_f32 from;
  struct bumper_point3_f32 to;
} bumper_segment3;

// Three corners, in any order.
typedef struct bumper_triangle3 {
  struct bumper_point3_f32 a;
  struct bumper_point3_f32 b;
  struct bumper_point3_f32 c;
} bumper_triangle3;

// All points at most a radius from a segment.
typedef struct bumper_capsule3 {
  struct bumper_point3_f32 from;
  struct bumper_point3_f32 to;
  float radius;
} bumper_capsule3;

// A rotation: a quaternion of any length but zero.
typedef struct bumper_rotation3 {
  float x;
  float y;
  float z;
  float w;
} bumper_rotation3;

// A box that is turned about its centre.
typedef struct bumper_oriented3 {
  struct bumper_point3_f32 center;
  struct bumper_point3_f32 half_size;
  struct bumper_rotation3 rotation;
} bumper_oriented3;

// A cylinder in any direction but one of no length.
typedef struct bumper_oriented_cylinder {
  struct bumper_point3_f32 center;
  struct bumper_point3_f32 direction;
  float half_height;
  float radius;
} bumper_oriented_cylinder;

// The convex hull of points, which stay the caller's.
typedef struct bumper_hull3 {
  const struct bumper_point3_f32 *points;
  size_t count;
} bumper_hull3;

// Several shapes that count as one, turned about the origin and then moved. They stay the caller's.
typedef struct bumper_compound3 {
  const struct bumper_shape3 *parts;
  size_t count;
  struct bumper_point3_f32 place;
  struct bumper_rotation3 rotation;
} bumper_compound3;

// What a shape in space is made of, by its kind.
typedef union bumper_shape3_data {
  struct bumper_point3_f32 point;
  // BUMPER_BOX3
  struct bumper_box3_f32 aabb;
  struct bumper_sphere_f32 sphere;
  struct bumper_squared_sphere squared_sphere;
  struct bumper_cylinder_f32 cylinder;
  struct bumper_segment3 segment;
  struct bumper_triangle3 triangle;
  struct bumper_capsule3 capsule;
  // BUMPER_ORIENTED_BOX3
  struct bumper_oriented3 oriented;
  struct bumper_oriented_cylinder oriented_cylinder;
  struct bumper_hull3 hull;
  struct bumper_compound3 compound;
} bumper_shape3_data;

// Any shape in space.
typedef struct bumper_shape3 {
  // A bumper_kind3.
  uint32_t kind;
  union bumper_shape3_data data;
} bumper_shape3;

// How a mover moves. Speeds are in units of length a unit of time, whichever you choose; times are in that unit too.
typedef struct bumper_motion3 {
  struct bumper_point3_f32 velocity;
  struct bumper_point3_f32 gravity;
  // A bumper_response.
  uint32_t response;
  // Whether it stays within `bounds`; 0 or 1.
  uint32_t bounded;
  struct bumper_box3_f32 bounds;
  // Whether it walks: climbs steps up to `step_height` and follows ground down to `snap_distance`; 0 or 1.
  uint32_t walks;
  float step_height;
  float snap_distance;
  // The steepest slope to stand on, in degrees.
  float floor_angle;
  // For how long it can jump after it has left the ground.
  float coyote_time;
  // For how long a jump in the air is remembered.
  float buffer_time;
} bumper_motion3;

// What a mover has hit.
typedef struct bumper_hit3 {
  // Whose shape; 0 for the bounds.
  uint64_t id;
  // The unit normal out of the obstacle.
  struct bumper_point3_f32 normal;
  // When, in parts of the step from 0 to 1.
  float time;
  bumper_response response;
} bumper_hit3;

// A point where two shapes meet, half-way between their surfaces; the separation there, below zero how deep; and a number
// that stays the same as long as the same corners and edges meet.
typedef struct bumper_contact_point {
  struct bumper_point_f32 point;
  float separation;
  uint32_t feature;
} bumper_contact_point;

// How two shapes meet: the separation (below zero the depth), the unit normal from the first to the second, and so many
// points. Moving the second along the normal by the depth leaves them touching.
typedef struct bumper_contact {
  float separation;
  struct bumper_point_f32 normal;
  uint32_t count;
  struct bumper_contact_point points[2];
} bumper_contact;

// The first touch of a sweep: when, in parts of the way from 0 to 1; the unit normal from the first shape to the second;
// where. The id of the shape that was hit is 0 where no world was asked.
typedef struct bumper_sweep_hit {
  uint64_t id;
  float time;
  struct bumper_point_f32 normal;
  struct bumper_point_f32 point;
  bool starts_overlapping;
} bumper_sweep_hit;

// A ray: from a point into a direction of any length but zero, as far as `reach`. One below zero
// hits nothing.
typedef struct bumper_ray {
  struct bumper_point_f32 from;
  struct bumper_point_f32 direction;
  float reach;
} bumper_ray;

// What a ray hits: how far away, where, and the unit normal of the surface there. The id is 0 where no world was asked.
typedef struct bumper_ray_hit {
  uint64_t id;
  float distance;
  struct bumper_point_f32 point;
  struct bumper_point_f32 normal;
} bumper_ray_hit;

// A point where two shapes meet, half-way between their surfaces; the separation there, below zero how deep; and a number
// that stays the same as long as the same corners and edges meet.
typedef struct bumper_contact3_point {
  struct bumper_point3_f32 point;
  float separation;
  uint32_t feature;
} bumper_contact3_point;

// How two shapes meet: the separation (below zero the depth), the unit normal from the first to the second, and so many
// points. Moving the second along the normal by the depth leaves them touching.
typedef struct bumper_contact3 {
  float separation;
  struct bumper_point3_f32 normal;
  uint32_t count;
  struct bumper_contact3_point points[4];
} bumper_contact3;

// The first touch of a sweep: when, in parts of the way from 0 to 1; the unit normal from the first shape to the second;
// where. The id of the shape that was hit is 0 where no world was asked.
typedef struct bumper_sweep3_hit {
  uint64_t id;
  float time;
  struct bumper_point3_f32 normal;
  struct bumper_point3_f32 point;
  bool starts_overlapping;
} bumper_sweep3_hit;

// A ray: from a point into a direction of any length but zero, as far as `reach`. One below zero
// hits nothing.
typedef struct bumper_ray3 {
  struct bumper_point3_f32 from;
  struct bumper_point3_f32 direction;
  float reach;
} bumper_ray3;

// What a ray hits: how far away, where, and the unit normal of the surface there. The id is 0 where no world was asked.
typedef struct bumper_ray3_hit {
  uint64_t id;
  float distance;
  struct bumper_point3_f32 point;
  struct bumper_point3_f32 normal;
} bumper_ray3_hit;

//A point on a plane.
typedef struct bumper_point_i16 {
  int16_t x;
  int16_t y;
} bumper_point_i16;

//All points between two corners, in either order on each axis.
typedef struct bumper_box_i16 {
  struct bumper_point_i16 min;
  struct bumper_point_i16 max;
} bumper_box_i16;

//A circle. A radius below zero is taken as zero.
typedef struct bumper_circle_i16 {
  struct bumper_point_i16 center;
  int16_t radius;
} bumper_circle_i16;

//A circle by the square of its radius, at most that of the largest number.
typedef struct bumper_squared_circle_i16 {
  struct bumper_point_i16 center;
  uint32_t radius_squared;
} bumper_squared_circle_i16;

//A point in space.
typedef struct bumper_point3_i16 {
  int16_t x;
  int16_t y;
  int16_t z;
} bumper_point3_i16;

//All points between two corners, in either order on each axis.
typedef struct bumper_box3_i16 {
  struct bumper_point3_i16 min;
  struct bumper_point3_i16 max;
} bumper_box3_i16;

//A sphere. A radius below zero is taken as zero.
typedef struct bumper_sphere_i16 {
  struct bumper_point3_i16 center;
  int16_t radius;
} bumper_sphere_i16;

//A cylinder along an axis (0 is x, 1 is y, anything else z): from the centre of one end to a coordinate on that axis.
typedef struct bumper_cylinder_i16 {
  struct bumper_point3_i16 from;
  int16_t to;
  int16_t radius;
  uint32_t axis;
} bumper_cylinder_i16;

//A point on a plane.
typedef struct bumper_point_i32 {
  int32_t x;
  int32_t y;
} bumper_point_i32;

//All points between two corners, in either order on each axis.
typedef struct bumper_box_i32 {
  struct bumper_point_i32 min;
  struct bumper_point_i32 max;
} bumper_box_i32;

//A circle. A radius below zero is taken as zero.
typedef struct bumper_circle_i32 {
  struct bumper_point_i32 center;
  int32_t radius;
} bumper_circle_i32;

//A circle by the square of its radius, at most that of the largest number.
typedef struct bumper_squared_circle_i32 {
  struct bumper_point_i32 center;
  uint64_t radius_squared;
} bumper_squared_circle_i32;

//A point in space.
typedef struct bumper_point3_i32 {
  int32_t x;
  int32_t y;
  int32_t z;
} bumper_point3_i32;

//All points between two corners, in either order on each axis.
typedef struct bumper_box3_i32 {
  struct bumper_point3_i32 min;
  struct bumper_point3_i32 max;
} bumper_box3_i32;

//A sphere. A radius below zero is taken as zero.
typedef struct bumper_sphere_i32 {
  struct bumper_point3_i32 center;
  int32_t radius;
} bumper_sphere_i32;

//A cylinder along an axis (0 is x, 1 is y, anything else z): from the centre of one end to a coordinate on that axis.
typedef struct bumper_cylinder_i32 {
  struct bumper_point3_i32 from;
  int32_t to;
  int32_t radius;
  uint32_t axis;
} bumper_cylinder_i32;

// What a shape is in a world.
typedef struct bumper_collider {
  // The layers that it is on, a bit each.
  uint32_t layers;
  // The layers that it collides with: pairs neither of which has the other's layer have no events.
  uint32_t filter;
  // A bumper_side.
  uint32_t one_way;
  // Whether it only notices others and lets them through; 0 or 1.
  uint32_t sensor;
  // Anything of the user's.
  uint64_t data;
} bumper_collider;

// A pair whose relation was not apart in this update or the one before.
typedef struct bumper_event {
  uint64_t a;
  uint64_t b;
  // What the user has put with each.
  uint64_t data[2];
  bumper_relation was;
  bumper_relation now;
} bumper_event;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// What a status means, in English: a text that is never freed. For a number that is no status, that it is none.
const char *bumper_message(uint32_t status);

// The version of the library: "0.1.0". A text that is never freed.
const char *bumper_version(void);

// No bodies, and a gravity for those to come: an acceleration.
bumper_status bumper_bodies_new(struct bumper_point_f32 gravity, struct bumper_bodies **bodies);

// Frees bodies; null is nothing.
void bumper_bodies_free(struct bumper_bodies *bodies);

// Changes the gravity. What rests is not woken by it.
bumper_status bumper_bodies_set_gravity(struct bumper_bodies *bodies, struct bumper_point_f32 gravity);

// Whether bodies that are slow for long come to rest, and cost nothing then: they do at first.
bumper_status bumper_bodies_set_sleeping(struct bumper_bodies *bodies, bool sleeping);

// How slow, and for how long, bodies have to be to fall asleep. A speed below zero stands for one that follows from gravity and the sizes of
// the bodies, as at first; the time is 0.5 at first.
bumper_status bumper_bodies_set_sleep_settings(struct bumper_bodies *bodies,
                                               float speed,
                                               float time);

// Allows a body to fall asleep, or forbids it and wakes it.
bumper_status bumper_bodies_allow_sleep(struct bumper_bodies *bodies, uint64_t body, bool allow);

// Adds a body of so many solids, whose mass follows from their areas.
bumper_status bumper_bodies_add(struct bumper_bodies *bodies,
                                const struct bumper_body *body,
                                const struct bumper_solid *solids,
                                size_t count,
                                uint64_t *id);

// Takes a body out, with its joints; what lay on it wakes. Its id is never given again.
bumper_status bumper_bodies_remove(struct bumper_bodies *bodies, uint64_t body);

// All bodies. As many ids as there is room for are written; `count` is how many there are in all.
bumper_status bumper_bodies_all(const struct bumper_bodies *bodies, uint64_t *ids, size_t capacity, size_t *count);

// Where a body is, and how it moves.
bumper_status bumper_bodies_state(const struct bumper_bodies *bodies,
                                  uint64_t body,
                                  struct bumper_body_state *state_of);

// Gives a body another velocity, of its centre, and another spin in degrees a unit of time, and wakes it.
bumper_status bumper_bodies_set_velocity(struct bumper_bodies *bodies,
                                         uint64_t body,
                                         struct bumper_point_f32 velocity,
                                         float spin);

// Puts a body elsewhere: where the shapes of its solids are placed. It wakes, and so does what touched it.
bumper_status bumper_bodies_set_place(struct bumper_bodies *bodies,
                                      uint64_t body,
                                      struct bumper_point_f32 place,
                                      float degrees);

// Pushes a body during the next step, at a point in the world: forces add up until then.
bumper_status bumper_bodies_apply_force(struct bumper_bodies *bodies,
                                        uint64_t body,
                                        struct bumper_point_f32 force,
                                        struct bumper_point_f32 at);

// Turns a body during the next step. A torque is a force times a length: it knows nothing of degrees.
bumper_status bumper_bodies_apply_torque(struct bumper_bodies *bodies, uint64_t body, float torque);

// Strikes a body at a point in the world: its velocity changes at once.
bumper_status bumper_bodies_apply_impulse(struct bumper_bodies *bodies,
                                          uint64_t body,
                                          struct bumper_point_f32 impulse,
                                          struct bumper_point_f32 at);

// Wakes a body, and all that rests with it.
bumper_status bumper_bodies_wake(struct bumper_bodies *bodies, uint64_t body);

// Moves the bodies by a time above zero. Best is always the same: what rests then stays so.
bumper_status bumper_bodies_step(struct bumper_bodies *bodies, float time);

// What touches since the last step, still does, or has parted in it. The list is that of the bodies and holds until this is called again,
// or until they are freed.
bumper_status bumper_bodies_touches(struct bumper_bodies *bodies,
                                    const struct bumper_touch **touches,
                                    size_t *count);

// What the bodies do at this moment, as bytes: to go back to, or to send to another machine that has added the same. `size` is how
// many bytes there are. BUMPER_FULL where there is less room than that: then only `size` is written. To ask for the size, give no
// bytes: null, and a capacity of 0.
bumper_status bumper_bodies_save(const struct bumper_bodies *bodies,
                                 void *bytes,
                                 size_t capacity,
                                 size_t *size);

// Goes back to what was saved: steps from there are the same to the bit. BUMPER_NOT_SAVED where the bytes are not what was saved of
// the same bodies and joints: then nothing is changed.
bumper_status bumper_bodies_restore(struct bumper_bodies *bodies,
                                    const void *bytes,
                                    size_t size);

// A dynamic body at the origin that stands still, feels all gravity, and has no damping.
struct bumper_body bumper_body_default(void);

// A solid of density 1, friction 0.6 and no restitution, on the first layer, that meets all.
struct bumper_solid bumper_solid_of(struct bumper_shape shape);

// Makes room for a shape of the world, a lift, that is about to move by a way, and takes the mover along if it stands on it. Call
// it for each mover that may be concerned, then move the lift. The mover heeds the shapes of the world on some of these layers, but
// for the lift and `ignored` (its own shape there, or 0). `room` tells whether there is room for the lift now: if not, something
// holds the mover in the way; it stays where it is, and a lift that moves on all the same crushes it.
bumper_status bumper_mover_carry(struct bumper_mover *mover,
                                 uint64_t lift,
                                 struct bumper_point_f32 by,
                                 const struct bumper_world *world,
                                 uint32_t layers,
                                 uint64_t ignored,
                                 bool *room);

// Makes room for a shape of the world, a lift, that is about to move by a way, and takes the mover along if it stands on it. Call
// it for each mover that may be concerned, then move the lift. The mover heeds the shapes of the world on some of these layers, but
// for the lift and `ignored` (its own shape there, or 0). `room` tells whether there is room for the lift now: if not, something
// holds the mover in the way; it stays where it is, and a lift that moves on all the same crushes it.
bumper_status bumper_mover3_carry(struct bumper_mover3 *mover,
                                  uint64_t lift,
                                  struct bumper_point3_f32 by,
                                  const struct bumper_world3 *world,
                                  uint32_t layers,
                                  uint64_t ignored,
                                  bool *room);

// A joint of a kind without limits, motor and springs, of bodies that do not collide with each other: at the origin, its axis along
// x, and its spring, if it is sprung, of 5 swings a unit of time and a damping ratio of 0.7, of any force.
struct bumper_joint bumper_joint_default(uint32_t kind,
                                         uint64_t a,
                                         uint64_t b);

// Joins two bodies. They wake.
bumper_status bumper_bodies_join(struct bumper_bodies *bodies, const struct bumper_joint *joint, uint64_t *id);

// Takes a joint out; its bodies wake.
bumper_status bumper_bodies_unjoin(struct bumper_bodies *bodies, uint64_t joint);

// What a joint does.
bumper_status bumper_bodies_joint(const struct bumper_bodies *bodies, uint64_t joint, struct bumper_joint_state *state);

// Gives a joint another motor: its speed, in degrees a unit of time for a hinge or a wheel, and its largest force or torque. What
// has no motor has a largest one of 0.
bumper_status bumper_bodies_set_motor(struct bumper_bodies *bodies,
                                      uint64_t joint,
                                      float speed,
                                      float max);

// Moves the target of a BUMPER_MOUSE.
bumper_status bumper_bodies_set_target(struct bumper_bodies *bodies, uint64_t joint, struct bumper_point_f32 target);

// A mask of a size without a solid pixel.
bumper_status bumper_mask_new(uint16_t width, uint16_t height, struct bumper_mask **mask);

// A mask from rows of bytes: pixel x of a row is bit x % 8, from the lowest, of byte x / 8; rows follow each other, in whole
// bytes, as in the tables of `bumper trace`. There must be `size` bytes, height times (width + 7) / 8: BUMPER_OUT_OF_RANGE if not.
bumper_status bumper_mask_from_rows(const uint8_t *rows,
                                    size_t size,
                                    uint16_t width,
                                    uint16_t height,
                                    struct bumper_mask **mask);

// Frees a mask; null is nothing. Worlds and movers that were given it keep what it was.
void bumper_mask_free(struct bumper_mask *mask);

// Makes a pixel solid, or not. One outside is nothing.
bumper_status bumper_mask_set(struct bumper_mask *mask, uint16_t x, uint16_t y, bool solid);

// Whether a pixel is solid; one outside is not.
bumper_status bumper_mask_get(const struct bumper_mask *mask, uint16_t x, uint16_t y, bool *solid);

// How many pixels are solid.
bumper_status bumper_mask_count(const struct bumper_mask *mask, uint32_t *count);

// Whether two masks share a solid pixel where the top left corner of b lies at (x, y) from that of a.
bumper_status bumper_mask_overlaps(const struct bumper_mask *a,
                                   const struct bumper_mask *b,
                                   int32_t x,
                                   int32_t y,
                                   bool *yes);

// How many solid pixels they share there.
bumper_status bumper_mask_overlap_area(const struct bumper_mask *a,
                                       const struct bumper_mask *b,
                                       int32_t x,
                                       int32_t y,
                                       uint32_t *area);

// A mover of a shape, which stands still and slides.
bumper_status bumper_mover_new(const struct bumper_shape *shape, struct bumper_mover **mover);

// Frees a mover; null is nothing.
void bumper_mover_free(struct bumper_mover *mover);

// How it moves: the velocity is that after the last step.
bumper_status bumper_mover_motion(const struct bumper_mover *mover, struct bumper_motion *motion);

// Changes how it moves: all of it at once.
bumper_status bumper_mover_set_motion(struct bumper_mover *mover, const struct bumper_motion *motion);

// How far it is from where its shape was made.
bumper_status bumper_mover_position(const struct bumper_mover *mover, struct bumper_point_f32 *position);

// Puts it elsewhere, whatever is there.
bumper_status bumper_mover_set_position(struct bumper_mover *mover, struct bumper_point_f32 position);

// Whether it stands on the ground.
bumper_status bumper_mover_is_grounded(const struct bumper_mover *mover, bool *yes);

// Has it jump so high with its next step, if it can; not below zero.
bumper_status bumper_mover_jump(struct bumper_mover *mover, float height);

// A step of time, not below zero, among the shapes of a world on some of these layers, but for `ignored` (its own shape there, or 0). As many hits
// as there is room for are written; `count`, which may be null, is how many there are in all.
bumper_status bumper_mover_step(struct bumper_mover *mover,
                                float time,
                                const struct bumper_world *world,
                                uint32_t layers,
                                uint64_t ignored,
                                struct bumper_hit *hits,
                                size_t capacity,
                                size_t *count);

// Puts its shape, where it is now, in the place of one of the world.
bumper_status bumper_mover_show(const struct bumper_mover *mover, struct bumper_world *world, uint64_t id_of);

// A mover of a shape, which stands still and slides.
bumper_status bumper_mover3_new(const struct bumper_shape3 *shape, struct bumper_mover3 **mover);

// Frees a mover; null is nothing.
void bumper_mover3_free(struct bumper_mover3 *mover);

// How it moves: the velocity is that after the last step.
bumper_status bumper_mover3_motion(const struct bumper_mover3 *mover, struct bumper_motion3 *motion);

// Changes how it moves: all of it at once.
bumper_status bumper_mover3_set_motion(struct bumper_mover3 *mover, const struct bumper_motion3 *motion);

// How far it is from where its shape was made.
bumper_status bumper_mover3_position(const struct bumper_mover3 *mover, struct bumper_point3_f32 *position);

// Puts it elsewhere, whatever is there.
bumper_status bumper_mover3_set_position(struct bumper_mover3 *mover, struct bumper_point3_f32 position);

// Whether it stands on the ground.
bumper_status bumper_mover3_is_grounded(const struct bumper_mover3 *mover, bool *yes);

// Has it jump so high with its next step, if it can; not below zero.
bumper_status bumper_mover3_jump(struct bumper_mover3 *mover, float height);

// A step of time, not below zero, among the shapes of a world on some of these layers, but for `ignored` (its own shape there, or 0). As many hits
// as there is room for are written; `count`, which may be null, is how many there are in all.
bumper_status bumper_mover3_step(struct bumper_mover3 *mover,
                                 float time,
                                 const struct bumper_world3 *world,
                                 uint32_t layers,
                                 uint64_t ignored,
                                 struct bumper_hit3 *hits,
                                 size_t capacity,
                                 size_t *count);

// Puts its shape, where it is now, in the place of one of the world.
bumper_status bumper_mover3_show(const struct bumper_mover3 *mover, struct bumper_world3 *world, uint64_t id_of);

// How two shapes lie to each other.
bumper_status bumper_shape_relation(const struct bumper_shape *a,
                                    const struct bumper_shape *b,
                                    bumper_relation *relation);

// Whether two shapes share a point: touching counts.
bumper_status bumper_shape_intersects(const struct bumper_shape *a, const struct bumper_shape *b, bool *yes);

// Whether two shapes share more than their boundaries: touching does not count.
bumper_status bumper_shape_overlaps(const struct bumper_shape *a, const struct bumper_shape *b, bool *yes);

// The length of the shortest gap between two shapes; zero where they touch or overlap.
bumper_status bumper_shape_distance(const struct bumper_shape *a, const struct bumper_shape *b, float *distance);

// How two shapes meet, or how far they are apart.
bumper_status bumper_shape_contact(const struct bumper_shape *a,
                                   const struct bumper_shape *b,
                                   struct bumper_contact *contact);

// The first touch of two shapes that move by these ways in the same time. `found` tells whether there is one; only then
// `hit` is written.
bumper_status bumper_shape_sweep(const struct bumper_shape *a,
                                 struct bumper_point_f32 a_moves,
                                 const struct bumper_shape *b,
                                 struct bumper_point_f32 b_moves,
                                 bool *found,
                                 struct bumper_sweep_hit *hit);

// Where a ray hits a shape. `found` tells whether it does; only then `hit` is written.
bumper_status bumper_shape_cast(struct bumper_ray ray,
                                const struct bumper_shape *shape,
                                bool *found,
                                struct bumper_ray_hit *hit);

// How two shapes lie to each other.
bumper_status bumper_shape3_relation(const struct bumper_shape3 *a,
                                     const struct bumper_shape3 *b,
                                     bumper_relation *relation);

// Whether two shapes share a point: touching counts.
bumper_status bumper_shape3_intersects(const struct bumper_shape3 *a, const struct bumper_shape3 *b, bool *yes);

// Whether two shapes share more than their boundaries: touching does not count.
bumper_status bumper_shape3_overlaps(const struct bumper_shape3 *a, const struct bumper_shape3 *b, bool *yes);

// The length of the shortest gap between two shapes; zero where they touch or overlap.
bumper_status bumper_shape3_distance(const struct bumper_shape3 *a, const struct bumper_shape3 *b, float *distance);

// How two shapes meet, or how far they are apart.
bumper_status bumper_shape3_contact(const struct bumper_shape3 *a,
                                    const struct bumper_shape3 *b,
                                    struct bumper_contact3 *contact);

// The first touch of two shapes that move by these ways in the same time. `found` tells whether there is one; only then
// `hit` is written.
bumper_status bumper_shape3_sweep(const struct bumper_shape3 *a,
                                  struct bumper_point3_f32 a_moves,
                                  const struct bumper_shape3 *b,
                                  struct bumper_point3_f32 b_moves,
                                  bool *found,
                                  struct bumper_sweep3_hit *hit);

// Where a ray hits a shape. `found` tells whether it does; only then `hit` is written.
bumper_status bumper_shape3_cast(struct bumper_ray3 ray,
                                 const struct bumper_shape3 *shape,
                                 bool *found,
                                 struct bumper_ray3_hit *hit);

// A box as any shape.
struct bumper_shape bumper_shape_of_box(struct bumper_box_f32 of);

// A circle as any shape.
struct bumper_shape bumper_shape_of_circle(struct bumper_circle_f32 of);

// A point as any shape.
struct bumper_shape bumper_shape_of_point(struct bumper_point_f32 of);

// The rotation by degrees about an axis, from the first towards the second of the axes that follow it: about z, from x towards y.
// About an axis of no length it turns nothing.
struct bumper_rotation3 bumper_rotation3_about(struct bumper_point3_f32 axis,
                                               float degrees);

// The box from its top left corner and its size, y going down the screen. It ends where the range of numbers does.
struct bumper_box_i16 bumper_box_from_top_left_i16(int16_t x, int16_t y, int16_t width, int16_t height);

// How they lie to each other.
bumper_relation bumper_box_relation_i16(struct bumper_box_i16 a, struct bumper_box_i16 b);

// Whether they share a point: touching counts.
bool bumper_box_intersects_i16(struct bumper_box_i16 a, struct bumper_box_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_box_overlaps_i16(struct bumper_box_i16 a, struct bumper_box_i16 b);

// How they lie to each other.
bumper_relation bumper_box_point_relation_i16(struct bumper_box_i16 a, struct bumper_point_i16 b);

// Whether they share a point: touching counts.
bool bumper_box_point_intersects_i16(struct bumper_box_i16 a, struct bumper_point_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_box_point_overlaps_i16(struct bumper_box_i16 a, struct bumper_point_i16 b);

// How they lie to each other.
bumper_relation bumper_circle_relation_i16(struct bumper_circle_i16 a, struct bumper_circle_i16 b);

// Whether they share a point: touching counts.
bool bumper_circle_intersects_i16(struct bumper_circle_i16 a, struct bumper_circle_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_circle_overlaps_i16(struct bumper_circle_i16 a, struct bumper_circle_i16 b);

// How they lie to each other.
bumper_relation bumper_circle_point_relation_i16(struct bumper_circle_i16 a, struct bumper_point_i16 b);

// Whether they share a point: touching counts.
bool bumper_circle_point_intersects_i16(struct bumper_circle_i16 a, struct bumper_point_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_circle_point_overlaps_i16(struct bumper_circle_i16 a, struct bumper_point_i16 b);

// How they lie to each other.
bumper_relation bumper_circle_box_relation_i16(struct bumper_circle_i16 a, struct bumper_box_i16 b);

// Whether they share a point: touching counts.
bool bumper_circle_box_intersects_i16(struct bumper_circle_i16 a, struct bumper_box_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_circle_box_overlaps_i16(struct bumper_circle_i16 a, struct bumper_box_i16 b);

// How they lie to each other.
bumper_relation bumper_circle_squared_circle_relation_i16(struct bumper_circle_i16 a,
                                                          struct bumper_squared_circle_i16 b);

// Whether they share a point: touching counts.
bool bumper_circle_squared_circle_intersects_i16(struct bumper_circle_i16 a, struct bumper_squared_circle_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_circle_squared_circle_overlaps_i16(struct bumper_circle_i16 a, struct bumper_squared_circle_i16 b);

// How they lie to each other.
bumper_relation bumper_squared_circle_relation_i16(struct bumper_squared_circle_i16 a,
                                                   struct bumper_squared_circle_i16 b);

// Whether they share a point: touching counts.
bool bumper_squared_circle_intersects_i16(struct bumper_squared_circle_i16 a, struct bumper_squared_circle_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_squared_circle_overlaps_i16(struct bumper_squared_circle_i16 a, struct bumper_squared_circle_i16 b);

// How they lie to each other.
bumper_relation bumper_squared_circle_point_relation_i16(struct bumper_squared_circle_i16 a, struct bumper_point_i16 b);

// Whether they share a point: touching counts.
bool bumper_squared_circle_point_intersects_i16(struct bumper_squared_circle_i16 a, struct bumper_point_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_squared_circle_point_overlaps_i16(struct bumper_squared_circle_i16 a, struct bumper_point_i16 b);

// How they lie to each other.
bumper_relation bumper_squared_circle_box_relation_i16(struct bumper_squared_circle_i16 a, struct bumper_box_i16 b);

// Whether they share a point: touching counts.
bool bumper_squared_circle_box_intersects_i16(struct bumper_squared_circle_i16 a, struct bumper_box_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_squared_circle_box_overlaps_i16(struct bumper_squared_circle_i16 a, struct bumper_box_i16 b);

// How they lie to each other.
bumper_relation bumper_box3_relation_i16(struct bumper_box3_i16 a, struct bumper_box3_i16 b);

// Whether they share a point: touching counts.
bool bumper_box3_intersects_i16(struct bumper_box3_i16 a, struct bumper_box3_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_box3_overlaps_i16(struct bumper_box3_i16 a, struct bumper_box3_i16 b);

// How they lie to each other.
bumper_relation bumper_box3_point_relation_i16(struct bumper_box3_i16 a, struct bumper_point3_i16 b);

// Whether they share a point: touching counts.
bool bumper_box3_point_intersects_i16(struct bumper_box3_i16 a, struct bumper_point3_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_box3_point_overlaps_i16(struct bumper_box3_i16 a, struct bumper_point3_i16 b);

// How they lie to each other.
bumper_relation bumper_sphere_relation_i16(struct bumper_sphere_i16 a, struct bumper_sphere_i16 b);

// Whether they share a point: touching counts.
bool bumper_sphere_intersects_i16(struct bumper_sphere_i16 a, struct bumper_sphere_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_sphere_overlaps_i16(struct bumper_sphere_i16 a, struct bumper_sphere_i16 b);

// How they lie to each other.
bumper_relation bumper_sphere_point_relation_i16(struct bumper_sphere_i16 a, struct bumper_point3_i16 b);

// Whether they share a point: touching counts.
bool bumper_sphere_point_intersects_i16(struct bumper_sphere_i16 a, struct bumper_point3_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_sphere_point_overlaps_i16(struct bumper_sphere_i16 a, struct bumper_point3_i16 b);

// How they lie to each other.
bumper_relation bumper_sphere_box_relation_i16(struct bumper_sphere_i16 a, struct bumper_box3_i16 b);

// Whether they share a point: touching counts.
bool bumper_sphere_box_intersects_i16(struct bumper_sphere_i16 a, struct bumper_box3_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_sphere_box_overlaps_i16(struct bumper_sphere_i16 a, struct bumper_box3_i16 b);

// How they lie to each other.
bumper_relation bumper_cylinder_relation_i16(struct bumper_cylinder_i16 a, struct bumper_cylinder_i16 b);

// Whether they share a point: touching counts.
bool bumper_cylinder_intersects_i16(struct bumper_cylinder_i16 a, struct bumper_cylinder_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_cylinder_overlaps_i16(struct bumper_cylinder_i16 a, struct bumper_cylinder_i16 b);

// How they lie to each other.
bumper_relation bumper_cylinder_point_relation_i16(struct bumper_cylinder_i16 a, struct bumper_point3_i16 b);

// Whether they share a point: touching counts.
bool bumper_cylinder_point_intersects_i16(struct bumper_cylinder_i16 a, struct bumper_point3_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_cylinder_point_overlaps_i16(struct bumper_cylinder_i16 a, struct bumper_point3_i16 b);

// How they lie to each other.
bumper_relation bumper_cylinder_box_relation_i16(struct bumper_cylinder_i16 a, struct bumper_box3_i16 b);

// Whether they share a point: touching counts.
bool bumper_cylinder_box_intersects_i16(struct bumper_cylinder_i16 a, struct bumper_box3_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_cylinder_box_overlaps_i16(struct bumper_cylinder_i16 a, struct bumper_box3_i16 b);

// How they lie to each other.
bumper_relation bumper_cylinder_sphere_relation_i16(struct bumper_cylinder_i16 a, struct bumper_sphere_i16 b);

// Whether they share a point: touching counts.
bool bumper_cylinder_sphere_intersects_i16(struct bumper_cylinder_i16 a, struct bumper_sphere_i16 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_cylinder_sphere_overlaps_i16(struct bumper_cylinder_i16 a, struct bumper_sphere_i16 b);

// The box from its top left corner and its size, y going down the screen. It ends where the range of numbers does.
struct bumper_box_i32 bumper_box_from_top_left_i32(int32_t x, int32_t y, int32_t width, int32_t height);

// How they lie to each other.
bumper_relation bumper_box_relation_i32(struct bumper_box_i32 a, struct bumper_box_i32 b);

// Whether they share a point: touching counts.
bool bumper_box_intersects_i32(struct bumper_box_i32 a, struct bumper_box_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_box_overlaps_i32(struct bumper_box_i32 a, struct bumper_box_i32 b);

// How they lie to each other.
bumper_relation bumper_box_point_relation_i32(struct bumper_box_i32 a, struct bumper_point_i32 b);

// Whether they share a point: touching counts.
bool bumper_box_point_intersects_i32(struct bumper_box_i32 a, struct bumper_point_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_box_point_overlaps_i32(struct bumper_box_i32 a, struct bumper_point_i32 b);

// How they lie to each other.
bumper_relation bumper_circle_relation_i32(struct bumper_circle_i32 a, struct bumper_circle_i32 b);

// Whether they share a point: touching counts.
bool bumper_circle_intersects_i32(struct bumper_circle_i32 a, struct bumper_circle_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_circle_overlaps_i32(struct bumper_circle_i32 a, struct bumper_circle_i32 b);

// How they lie to each other.
bumper_relation bumper_circle_point_relation_i32(struct bumper_circle_i32 a, struct bumper_point_i32 b);

// Whether they share a point: touching counts.
bool bumper_circle_point_intersects_i32(struct bumper_circle_i32 a, struct bumper_point_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_circle_point_overlaps_i32(struct bumper_circle_i32 a, struct bumper_point_i32 b);

// How they lie to each other.
bumper_relation bumper_circle_box_relation_i32(struct bumper_circle_i32 a, struct bumper_box_i32 b);

// Whether they share a point: touching counts.
bool bumper_circle_box_intersects_i32(struct bumper_circle_i32 a, struct bumper_box_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_circle_box_overlaps_i32(struct bumper_circle_i32 a, struct bumper_box_i32 b);

// How they lie to each other.
bumper_relation bumper_circle_squared_circle_relation_i32(struct bumper_circle_i32 a,
                                                          struct bumper_squared_circle_i32 b);

// Whether they share a point: touching counts.
bool bumper_circle_squared_circle_intersects_i32(struct bumper_circle_i32 a, struct bumper_squared_circle_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_circle_squared_circle_overlaps_i32(struct bumper_circle_i32 a, struct bumper_squared_circle_i32 b);

// How they lie to each other.
bumper_relation bumper_squared_circle_relation_i32(struct bumper_squared_circle_i32 a,
                                                   struct bumper_squared_circle_i32 b);

// Whether they share a point: touching counts.
bool bumper_squared_circle_intersects_i32(struct bumper_squared_circle_i32 a, struct bumper_squared_circle_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_squared_circle_overlaps_i32(struct bumper_squared_circle_i32 a, struct bumper_squared_circle_i32 b);

// How they lie to each other.
bumper_relation bumper_squared_circle_point_relation_i32(struct bumper_squared_circle_i32 a, struct bumper_point_i32 b);

// Whether they share a point: touching counts.
bool bumper_squared_circle_point_intersects_i32(struct bumper_squared_circle_i32 a, struct bumper_point_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_squared_circle_point_overlaps_i32(struct bumper_squared_circle_i32 a, struct bumper_point_i32 b);

// How they lie to each other.
bumper_relation bumper_squared_circle_box_relation_i32(struct bumper_squared_circle_i32 a, struct bumper_box_i32 b);

// Whether they share a point: touching counts.
bool bumper_squared_circle_box_intersects_i32(struct bumper_squared_circle_i32 a, struct bumper_box_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_squared_circle_box_overlaps_i32(struct bumper_squared_circle_i32 a, struct bumper_box_i32 b);

// How they lie to each other.
bumper_relation bumper_box3_relation_i32(struct bumper_box3_i32 a, struct bumper_box3_i32 b);

// Whether they share a point: touching counts.
bool bumper_box3_intersects_i32(struct bumper_box3_i32 a, struct bumper_box3_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_box3_overlaps_i32(struct bumper_box3_i32 a, struct bumper_box3_i32 b);

// How they lie to each other.
bumper_relation bumper_box3_point_relation_i32(struct bumper_box3_i32 a, struct bumper_point3_i32 b);

// Whether they share a point: touching counts.
bool bumper_box3_point_intersects_i32(struct bumper_box3_i32 a, struct bumper_point3_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_box3_point_overlaps_i32(struct bumper_box3_i32 a, struct bumper_point3_i32 b);

// How they lie to each other.
bumper_relation bumper_sphere_relation_i32(struct bumper_sphere_i32 a, struct bumper_sphere_i32 b);

// Whether they share a point: touching counts.
bool bumper_sphere_intersects_i32(struct bumper_sphere_i32 a, struct bumper_sphere_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_sphere_overlaps_i32(struct bumper_sphere_i32 a, struct bumper_sphere_i32 b);

// How they lie to each other.
bumper_relation bumper_sphere_point_relation_i32(struct bumper_sphere_i32 a, struct bumper_point3_i32 b);

// Whether they share a point: touching counts.
bool bumper_sphere_point_intersects_i32(struct bumper_sphere_i32 a, struct bumper_point3_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_sphere_point_overlaps_i32(struct bumper_sphere_i32 a, struct bumper_point3_i32 b);

// How they lie to each other.
bumper_relation bumper_sphere_box_relation_i32(struct bumper_sphere_i32 a, struct bumper_box3_i32 b);

// Whether they share a point: touching counts.
bool bumper_sphere_box_intersects_i32(struct bumper_sphere_i32 a, struct bumper_box3_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_sphere_box_overlaps_i32(struct bumper_sphere_i32 a, struct bumper_box3_i32 b);

// How they lie to each other.
bumper_relation bumper_cylinder_relation_i32(struct bumper_cylinder_i32 a, struct bumper_cylinder_i32 b);

// Whether they share a point: touching counts.
bool bumper_cylinder_intersects_i32(struct bumper_cylinder_i32 a, struct bumper_cylinder_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_cylinder_overlaps_i32(struct bumper_cylinder_i32 a, struct bumper_cylinder_i32 b);

// How they lie to each other.
bumper_relation bumper_cylinder_point_relation_i32(struct bumper_cylinder_i32 a, struct bumper_point3_i32 b);

// Whether they share a point: touching counts.
bool bumper_cylinder_point_intersects_i32(struct bumper_cylinder_i32 a, struct bumper_point3_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_cylinder_point_overlaps_i32(struct bumper_cylinder_i32 a, struct bumper_point3_i32 b);

// How they lie to each other.
bumper_relation bumper_cylinder_box_relation_i32(struct bumper_cylinder_i32 a, struct bumper_box3_i32 b);

// Whether they share a point: touching counts.
bool bumper_cylinder_box_intersects_i32(struct bumper_cylinder_i32 a, struct bumper_box3_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_cylinder_box_overlaps_i32(struct bumper_cylinder_i32 a, struct bumper_box3_i32 b);

// How they lie to each other.
bumper_relation bumper_cylinder_sphere_relation_i32(struct bumper_cylinder_i32 a, struct bumper_sphere_i32 b);

// Whether they share a point: touching counts.
bool bumper_cylinder_sphere_intersects_i32(struct bumper_cylinder_i32 a, struct bumper_sphere_i32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_cylinder_sphere_overlaps_i32(struct bumper_cylinder_i32 a, struct bumper_sphere_i32 b);

// The box from its top left corner and its size, y going down the screen. It ends where the range of numbers does.
struct bumper_box_f32 bumper_box_from_top_left_f32(float x, float y, float width, float height);

// How they lie to each other.
bumper_relation bumper_box_relation_f32(struct bumper_box_f32 a, struct bumper_box_f32 b);

// Whether they share a point: touching counts.
bool bumper_box_intersects_f32(struct bumper_box_f32 a, struct bumper_box_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_box_overlaps_f32(struct bumper_box_f32 a, struct bumper_box_f32 b);

// How they lie to each other.
bumper_relation bumper_box_point_relation_f32(struct bumper_box_f32 a, struct bumper_point_f32 b);

// Whether they share a point: touching counts.
bool bumper_box_point_intersects_f32(struct bumper_box_f32 a, struct bumper_point_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_box_point_overlaps_f32(struct bumper_box_f32 a, struct bumper_point_f32 b);

// How they lie to each other.
bumper_relation bumper_circle_relation_f32(struct bumper_circle_f32 a, struct bumper_circle_f32 b);

// Whether they share a point: touching counts.
bool bumper_circle_intersects_f32(struct bumper_circle_f32 a, struct bumper_circle_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_circle_overlaps_f32(struct bumper_circle_f32 a, struct bumper_circle_f32 b);

// How they lie to each other.
bumper_relation bumper_circle_point_relation_f32(struct bumper_circle_f32 a, struct bumper_point_f32 b);

// Whether they share a point: touching counts.
bool bumper_circle_point_intersects_f32(struct bumper_circle_f32 a, struct bumper_point_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_circle_point_overlaps_f32(struct bumper_circle_f32 a, struct bumper_point_f32 b);

// How they lie to each other.
bumper_relation bumper_circle_box_relation_f32(struct bumper_circle_f32 a, struct bumper_box_f32 b);

// Whether they share a point: touching counts.
bool bumper_circle_box_intersects_f32(struct bumper_circle_f32 a, struct bumper_box_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_circle_box_overlaps_f32(struct bumper_circle_f32 a, struct bumper_box_f32 b);

// How they lie to each other.
bumper_relation bumper_circle_squared_circle_relation_f32(struct bumper_circle_f32 a,
                                                          struct bumper_squared_circle_f32 b);

// Whether they share a point: touching counts.
bool bumper_circle_squared_circle_intersects_f32(struct bumper_circle_f32 a, struct bumper_squared_circle_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_circle_squared_circle_overlaps_f32(struct bumper_circle_f32 a, struct bumper_squared_circle_f32 b);

// How they lie to each other.
bumper_relation bumper_squared_circle_relation_f32(struct bumper_squared_circle_f32 a,
                                                   struct bumper_squared_circle_f32 b);

// Whether they share a point: touching counts.
bool bumper_squared_circle_intersects_f32(struct bumper_squared_circle_f32 a, struct bumper_squared_circle_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_squared_circle_overlaps_f32(struct bumper_squared_circle_f32 a, struct bumper_squared_circle_f32 b);

// How they lie to each other.
bumper_relation bumper_squared_circle_point_relation_f32(struct bumper_squared_circle_f32 a, struct bumper_point_f32 b);

// Whether they share a point: touching counts.
bool bumper_squared_circle_point_intersects_f32(struct bumper_squared_circle_f32 a, struct bumper_point_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_squared_circle_point_overlaps_f32(struct bumper_squared_circle_f32 a, struct bumper_point_f32 b);

// How they lie to each other.
bumper_relation bumper_squared_circle_box_relation_f32(struct bumper_squared_circle_f32 a, struct bumper_box_f32 b);

// Whether they share a point: touching counts.
bool bumper_squared_circle_box_intersects_f32(struct bumper_squared_circle_f32 a, struct bumper_box_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_squared_circle_box_overlaps_f32(struct bumper_squared_circle_f32 a, struct bumper_box_f32 b);

// How they lie to each other.
bumper_relation bumper_box3_relation_f32(struct bumper_box3_f32 a, struct bumper_box3_f32 b);

// Whether they share a point: touching counts.
bool bumper_box3_intersects_f32(struct bumper_box3_f32 a, struct bumper_box3_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_box3_overlaps_f32(struct bumper_box3_f32 a, struct bumper_box3_f32 b);

// How they lie to each other.
bumper_relation bumper_box3_point_relation_f32(struct bumper_box3_f32 a, struct bumper_point3_f32 b);

// Whether they share a point: touching counts.
bool bumper_box3_point_intersects_f32(struct bumper_box3_f32 a, struct bumper_point3_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_box3_point_overlaps_f32(struct bumper_box3_f32 a, struct bumper_point3_f32 b);

// How they lie to each other.
bumper_relation bumper_sphere_relation_f32(struct bumper_sphere_f32 a, struct bumper_sphere_f32 b);

// Whether they share a point: touching counts.
bool bumper_sphere_intersects_f32(struct bumper_sphere_f32 a, struct bumper_sphere_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_sphere_overlaps_f32(struct bumper_sphere_f32 a, struct bumper_sphere_f32 b);

// How they lie to each other.
bumper_relation bumper_sphere_point_relation_f32(struct bumper_sphere_f32 a, struct bumper_point3_f32 b);

// Whether they share a point: touching counts.
bool bumper_sphere_point_intersects_f32(struct bumper_sphere_f32 a, struct bumper_point3_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_sphere_point_overlaps_f32(struct bumper_sphere_f32 a, struct bumper_point3_f32 b);

// How they lie to each other.
bumper_relation bumper_sphere_box_relation_f32(struct bumper_sphere_f32 a, struct bumper_box3_f32 b);

// Whether they share a point: touching counts.
bool bumper_sphere_box_intersects_f32(struct bumper_sphere_f32 a, struct bumper_box3_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_sphere_box_overlaps_f32(struct bumper_sphere_f32 a, struct bumper_box3_f32 b);

// How they lie to each other.
bumper_relation bumper_cylinder_relation_f32(struct bumper_cylinder_f32 a, struct bumper_cylinder_f32 b);

// Whether they share a point: touching counts.
bool bumper_cylinder_intersects_f32(struct bumper_cylinder_f32 a, struct bumper_cylinder_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_cylinder_overlaps_f32(struct bumper_cylinder_f32 a, struct bumper_cylinder_f32 b);

// How they lie to each other.
bumper_relation bumper_cylinder_point_relation_f32(struct bumper_cylinder_f32 a, struct bumper_point3_f32 b);

// Whether they share a point: touching counts.
bool bumper_cylinder_point_intersects_f32(struct bumper_cylinder_f32 a, struct bumper_point3_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_cylinder_point_overlaps_f32(struct bumper_cylinder_f32 a, struct bumper_point3_f32 b);

// How they lie to each other.
bumper_relation bumper_cylinder_box_relation_f32(struct bumper_cylinder_f32 a, struct bumper_box3_f32 b);

// Whether they share a point: touching counts.
bool bumper_cylinder_box_intersects_f32(struct bumper_cylinder_f32 a, struct bumper_box3_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_cylinder_box_overlaps_f32(struct bumper_cylinder_f32 a, struct bumper_box3_f32 b);

// How they lie to each other.
bumper_relation bumper_cylinder_sphere_relation_f32(struct bumper_cylinder_f32 a, struct bumper_sphere_f32 b);

// Whether they share a point: touching counts.
bool bumper_cylinder_sphere_intersects_f32(struct bumper_cylinder_f32 a, struct bumper_sphere_f32 b);

// Whether they share more than their boundaries: touching does not count.
bool bumper_cylinder_sphere_overlaps_f32(struct bumper_cylinder_f32 a, struct bumper_sphere_f32 b);

// What a shape is where nothing else is said: solid, on the first layer, colliding with all.
struct bumper_collider bumper_collider_default(void);

// An empty world.
bumper_status bumper_world_new(struct bumper_world **world);

// Frees a world; null is nothing.
void bumper_world_free(struct bumper_world *world);

// Puts a shape into the world; `as` may be null for bumper_collider_default.
bumper_status bumper_world_insert(struct bumper_world *world,
                                  const struct bumper_shape *shape,
                                  const struct bumper_collider *as_,
                                  uint64_t *id);

// Takes a shape out. Its id is never given again.
bumper_status bumper_world_remove(struct bumper_world *world, uint64_t shape);

// Puts another shape in the place of one, most often the same elsewhere.
bumper_status bumper_world_set_shape(struct bumper_world *world, uint64_t id_of, const struct bumper_shape *shape);

// Changes what a shape is in the world.
bumper_status bumper_world_set_collider(struct bumper_world *world, uint64_t id_of, const struct bumper_collider *as_);

// How many shapes there are.
bumper_status bumper_world_count(const struct bumper_world *world, size_t *count);

// Finds the pairs that began to touch or overlap, go on or ended since the last update: once a frame. The list is the world's
// and holds until the next update, or until the world is freed.
bumper_status bumper_world_update(struct bumper_world *world,
                                  const struct bumper_event **events,
                                  size_t *count);

// The shapes on some of these layers that touch or overlap a given one. As many ids as there is room for are written; `count` is
// how many there are in all. `ids` may be null where there is room for none.
bumper_status bumper_world_intersecting(const struct bumper_world *world,
                                        const struct bumper_shape *shape,
                                        uint32_t layers,
                                        uint64_t *ids,
                                        size_t capacity,
                                        size_t *count);

// The first shape on some of these layers that a ray hits. `found` tells whether there is one.
bumper_status bumper_world_cast(const struct bumper_world *world,
                                struct bumper_ray ray,
                                uint32_t layers,
                                bool *found,
                                struct bumper_ray_hit *hit);

// The first shape on some of these layers, but for `ignored`, that a shape touches on its way. `found` tells whether there is one.
bumper_status bumper_world_sweep(const struct bumper_world *world,
                                 const struct bumper_shape *shape,
                                 struct bumper_point_f32 moves,
                                 uint32_t layers,
                                 uint64_t ignored,
                                 bool *found,
                                 struct bumper_sweep_hit *hit);

// The nearest shape on some of these layers, but for `ignored`, at most `reach` away, and the contact of the given one with it.
// `id` is 0 where there is none.
bumper_status bumper_world_nearest(const struct bumper_world *world,
                                   const struct bumper_shape *shape,
                                   float reach,
                                   uint32_t layers,
                                   uint64_t ignored,
                                   uint64_t *id,
                                   struct bumper_contact *contact);

// An empty world.
bumper_status bumper_world3_new(struct bumper_world3 **world);

// Frees a world; null is nothing.
void bumper_world3_free(struct bumper_world3 *world);

// Puts a shape into the world; `as` may be null for bumper_collider_default.
bumper_status bumper_world3_insert(struct bumper_world3 *world,
                                   const struct bumper_shape3 *shape,
                                   const struct bumper_collider *as_,
                                   uint64_t *id);

// Takes a shape out. Its id is never given again.
bumper_status bumper_world3_remove(struct bumper_world3 *world, uint64_t shape);

// Puts another shape in the place of one, most often the same elsewhere.
bumper_status bumper_world3_set_shape(struct bumper_world3 *world, uint64_t id_of, const struct bumper_shape3 *shape);

// Changes what a shape is in the world.
bumper_status bumper_world3_set_collider(struct bumper_world3 *world,
                                         uint64_t id_of,
                                         const struct bumper_collider *as_);

// How many shapes there are.
bumper_status bumper_world3_count(const struct bumper_world3 *world, size_t *count);

// Finds the pairs that began to touch or overlap, go on or ended since the last update: once a frame. The list is the world's
// and holds until the next update, or until the world is freed.
bumper_status bumper_world3_update(struct bumper_world3 *world,
                                   const struct bumper_event **events,
                                   size_t *count);

// The shapes on some of these layers that touch or overlap a given one. As many ids as there is room for are written; `count` is
// how many there are in all. `ids` may be null where there is room for none.
bumper_status bumper_world3_intersecting(const struct bumper_world3 *world,
                                         const struct bumper_shape3 *shape,
                                         uint32_t layers,
                                         uint64_t *ids,
                                         size_t capacity,
                                         size_t *count);

// The first shape on some of these layers that a ray hits. `found` tells whether there is one.
bumper_status bumper_world3_cast(const struct bumper_world3 *world,
                                 struct bumper_ray3 ray,
                                 uint32_t layers,
                                 bool *found,
                                 struct bumper_ray3_hit *hit);

// The first shape on some of these layers, but for `ignored`, that a shape touches on its way. `found` tells whether there is one.
bumper_status bumper_world3_sweep(const struct bumper_world3 *world,
                                  const struct bumper_shape3 *shape,
                                  struct bumper_point3_f32 moves,
                                  uint32_t layers,
                                  uint64_t ignored,
                                  bool *found,
                                  struct bumper_sweep3_hit *hit);

// The nearest shape on some of these layers, but for `ignored`, at most `reach` away, and the contact of the given one with it.
// `id` is 0 where there is none.
bumper_status bumper_world3_nearest(const struct bumper_world3 *world,
                                    const struct bumper_shape3 *shape,
                                    float reach,
                                    uint32_t layers,
                                    uint64_t ignored,
                                    uint64_t *id,
                                    struct bumper_contact3 *contact);

#ifdef __cplusplus
} // extern "C"
#endif // __cplusplus

#endif /* BUMPER_H */
