/* bumper: collision detection for games. The library for C and C++.
 *
 * Units: lengths and times are in any units, the same in all calls. Angles are in degrees, positive from x towards y. The y axis may
 * point up or down.
 *
 * Range: coordinates and radii of floats may have magnitudes up to 4.6e18. Beyond it queries may lose precision or find shapes infinitely
 * far apart, but they return no NaN. Negative radii count as zero, and the corners of a box may be in any order.
 *
 * Touching: two shapes touch if they have a point in common, but an arbitrarily small motion separates them. _intersects counts touching,
 * _overlaps does not, and _relation distinguishes the two. Shapes are closed: their boundary belongs to them.
 *
 * Types: shapes that are passed by value have 16-bit integers (_i16), 32-bit integers (_i32) or floats (_f32). 32-bit fixed-point numbers,
 * such as 16.16 or 24.8, are passed as _i32, by their bits. Relations of integers and fixed point are exact.
 * A bumper_shape is a 2D shape of any kind, a bumper_shape3 a 3D shape. Both are in floats and have all queries.
 * 3D types and functions have a 3 in their names: bumper_world3, bumper_mover3 and so on.
 *
 * Errors: functions that can fail return a bumper_status, and write their results through pointers if it is BUMPER_OK. Null pointers,
 * NaN, ids of removed objects and unknown kinds are detected. bumper_message returns a text for a status. No function aborts or unwinds.
 * The caller is responsible for what cannot be checked: pointers that are not null must be valid, arrays must have as many values as their
 * count says, and no object may be used after it was freed, or by two threads at once while one of them changes it.
 *
 * Bodies: bumper_bodies is a simulation of rigid bodies, separate from all worlds. The same steps of the same bodies give the same results,
 * bit for bit, on every machine.
 *
 * Ownership: objects from a _new function are freed by the _free function. Shapes, points and hits belong to the caller; worlds, movers and
 * simulations copy what they store. The only global state is the set of numbers of worlds that are in use. Functions that take shapes by
 * value, and queries of two shapes, allocate nothing, except for regions, hulls and compounds.
 *
 * Ids: shapes in worlds, bodies and joints have ids, which are never zero. An id contains the number of its world or simulation; another one
 * rejects it with BUMPER_GONE. That works for up to 128 worlds and simulations at a time, with 2^24 shapes or bodies each. The number of a
 * freed world is used again, so ids of a freed world may be valid in a later one. The same worlds, created in the same order, have
 * the same ids on every machine.
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

// The largest depth of nested compounds.
#define BUMPER_MAX_NESTED 16

// The largest number of corners of a BUMPER_POLYGON.
#define BUMPER_MAX_CORNERS 64

// The kind of a body: what determines its motion.
enum bumper_body_kind
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // Never moves, like the ground.
  BUMPER_STATIC = 0,
  // Moves at its own velocity, which contacts and forces do not change, like a lift.
  BUMPER_KINEMATIC = 1,
  // Moved by forces, contacts and joints.
  BUMPER_DYNAMIC = 2,
};
#ifndef __cplusplus
typedef uint32_t bumper_body_kind;
#endif // __cplusplus

// The change of a contact in the last step: it began, continues, or ended.
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

// The kind of a joint: the relative motion that it constrains.
enum bumper_joint_kind
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // A distance joint between `anchor` on the first body and `anchor_b` on the second. Without limits, spring and motor the length is
  // fixed; with a spring it is elastic; with limits only it is a rope or a strut. A motor changes the length, within the limits if there
  // are any.
  BUMPER_DISTANCE = 0,
  // A revolute joint (hinge) at `anchor`. Limits are relative angles in degrees; 0 is the relative angle when the joint is added.
  BUMPER_REVOLUTE = 1,
  // A prismatic joint (slider): keeps the relative angle and lets the second body slide along `axis`. Limits are lengths; 0 is the
  // position when the joint is added.
  BUMPER_PRISMATIC = 2,
  // A weld joint: keeps the relative position and angle, rigidly or with springs.
  BUMPER_WELD = 3,
  // A wheel joint: the second body slides along `axis` and rotates freely, like a wheel with a suspension. The motor rotates the wheel.
  BUMPER_WHEEL = 4,
  // A mouse joint: a spring pulls the point `anchor` of the second body to a target. The first body has no effect.
  BUMPER_MOUSE = 5,
};
#ifndef __cplusplus
typedef uint32_t bumper_joint_kind;
#endif // __cplusplus

// The kind of a bumper_shape: the member of its union that is set.
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

// The kind of a bumper_shape3: the member of its union that is set.
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

// The relation of two shapes, from the weakest to the strongest.
enum bumper_relation
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // They have no point in common.
  BUMPER_APART = 0,
  // They have a point in common, but an arbitrarily small motion separates them.
  BUMPER_TOUCHING = 1,
  // They have points in common, and an arbitrarily small motion does not separate them.
  BUMPER_OVERLAPPING = 2,
};
#ifndef __cplusplus
typedef uint32_t bumper_relation;
#endif // __cplusplus

// The response of a mover to an obstacle in its way.
enum bumper_response
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // The rule of many tutorials: the step is made axis by axis, first x, then y. The motion on an axis is undone if the mover would
  // overlap an obstacle.
  BUMPER_BACK_UP = 0,
  // The mover moves up to the obstacle and stops there.
  BUMPER_STOP = 1,
  // The mover moves up to the obstacle and continues along its surface.
  BUMPER_SLIDE = 2,
  // The mover bounces off: the rest of its motion and its velocity are reflected at the surface.
  BUMPER_BOUNCE = 3,
  // The mover passes through, and reports a hit in every step in which they overlap.
  BUMPER_CROSS = 4,
};
#ifndef __cplusplus
typedef uint32_t bumper_response;
#endif // __cplusplus

// The side of a one-way collider that stops movers. All other sides let them through.
enum bumper_side
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // All sides stop movers.
  BUMPER_ALL_SIDES = 0,
  // The side with the smallest x.
  BUMPER_MIN_X = 1,
  BUMPER_MAX_X = 2,
  // The side with the smallest y. If y points down, as on a screen: a platform that can be jumped onto from below.
  BUMPER_MIN_Y = 3,
  BUMPER_MAX_Y = 4,
  // The side with the smallest z; only in 3D.
  BUMPER_MIN_Z = 5,
  BUMPER_MAX_Z = 6,
};
#ifndef __cplusplus
typedef uint32_t bumper_side;
#endif // __cplusplus

// The result of a call. Output parameters are written only if it is BUMPER_OK, except where a function says otherwise.
enum bumper_status
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // Success.
  BUMPER_OK = 0,
  // A required pointer is null.
  BUMPER_NULL = 1,
  // An integer that stands for a kind, a side or a response is not one of the known values.
  BUMPER_UNKNOWN = 2,
  // A coordinate, a length or a time is NaN, or is infinite or too large where it must be finite; or a direction or a quaternion has
  // length zero.
  BUMPER_NOT_A_NUMBER = 3,
  // The shape is empty: a mask without a solid pixel, a compound without parts, or a hull of no points.
  BUMPER_EMPTY = 4,
  // The object with this id has been removed, never existed, or is in another world or simulation.
  BUMPER_GONE = 5,
  // A limit on the number of objects is reached, or the buffer of the caller is too small.
  BUMPER_FULL = 6,
  // The corners do not form a valid polygon: there are too few or too many, or they are collinear, not convex (where that is required),
  // or the outline crosses itself.
  BUMPER_NO_POLYGON = 7,
  // A bug in the library: an internal panic. The object passed to the call may be partly changed; only free it.
  BUMPER_FAULT = 8,
  // A shape of a body that is not static is a point or a segment, or the body has no shapes.
  BUMPER_NO_AREA = 9,
  // A number is out of range: a density, friction, restitution, damping, limit, length, time or size; or compounds are nested too
  // deeply.
  BUMPER_OUT_OF_RANGE = 10,
  // The joint is impossible: both bodies are the same, neither can be moved by forces, or the axis has length zero.
  BUMPER_NO_JOINT = 11,
  // The bytes were not saved from these bodies and joints.
  BUMPER_NOT_SAVED = 12,
};
#ifndef __cplusplus
typedef uint32_t bumper_status;
#endif // __cplusplus

// A simulation of rigid bodies and joints in 2D. Created by bumper_bodies_new, freed by bumper_bodies_free.
typedef struct bumper_bodies bumper_bodies;

// A pixel mask: the solid pixels of a picture. Created by bumper_mask_new or bumper_mask_from_rows, freed by bumper_mask_free.
typedef struct bumper_mask bumper_mask;

// A shape that moves among the shapes of a world: a kinematic character or a projectile. Created by its _new function, freed by
// its _free function.
typedef struct bumper_mover bumper_mover;

// A shape that moves among the shapes of a world: a kinematic character or a projectile. Created by its _new function, freed by
// its _free function.
typedef struct bumper_mover3 bumper_mover3;

// A set of shapes with ids: overlap queries, ray casts, sweeps, nearest shapes, and events when two begin or end touching. Created
// by its _new function, freed by its _free function.
typedef struct bumper_world bumper_world;

// A set of shapes with ids: overlap queries, ray casts, sweeps, nearest shapes, and events when two begin or end touching. Created
// by its _new function, freed by its _free function.
typedef struct bumper_world3 bumper_world3;

//A point on a plane.
typedef struct bumper_point_f32 {
  float x;
  float y;
} bumper_point_f32;

// The definition of a body to be added: its kind, pose, velocities and damping. Start from bumper_body_def_default.
typedef struct bumper_body_def {
  // A bumper_body_kind.
  uint32_t kind;
  // The pose of the shapes of its colliders: they are rotated about the origin by `degrees`, then moved by `place`.
  struct bumper_point_f32 place;
  float degrees;
  // The velocity of the center of mass.
  struct bumper_point_f32 velocity;
  // The angular velocity in degrees per unit of time, positive from x towards y.
  float angular_velocity;
  // The factor by which gravity is multiplied for this body.
  float gravity_scale;
  // The rates at which the velocity and the angular velocity decay, per unit of time; not negative.
  float linear_damping;
  float angular_damping;
  // Whether contacts, joints and torques never rotate it; 0 or 1. It keeps its own `angular_velocity`.
  uint32_t fixed_rotation;
  // Whether it may fall asleep; 0 or 1. Sleeping bodies cost nothing in a step.
  uint32_t can_sleep;
  // Whether continuous collision is exact for it; 0 or 1. Without this flag fast bodies do not pass through each other, but they may
  // graze: overlap slightly within a step without a contact.
  uint32_t bullet;
  // User data, which the simulation does not use.
  uint64_t data;
} bumper_body_def;

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

// All points on the line between two points.
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

// All points whose distance from a segment is at most a radius.
typedef struct bumper_capsule {
  struct bumper_point_f32 from;
  struct bumper_point_f32 to;
  float radius;
} bumper_capsule;

// A box or an ellipse, rotated about its center by an angle from x towards y.
typedef struct bumper_oriented {
  struct bumper_point_f32 center;
  struct bumper_point_f32 half_size;
  float degrees;
} bumper_oriented;

// A convex polygon of 3 to BUMPER_MAX_CORNERS corners, clockwise or counterclockwise, and all points at most a radius from it. The caller
// keeps the corners; worlds and movers copy them.
typedef struct bumper_polygon {
  const struct bumper_point_f32 *corners;
  size_t count;
  float radius;
} bumper_polygon;

// The solid pixels of a mask, each a square of side `pixel`. The top left corner is at `at`, and rows go towards larger y. Flags other
// than zero mirror the sprite. The caller keeps the mask; worlds and movers keep a snapshot of it.
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

// A polygon of at least 3 corners that may be concave, clockwise or counterclockwise, and does not cross itself. The caller keeps the
// corners. Each call that is given it splits it into convex parts; a world or a mover does so only once, when it is added.
typedef struct bumper_region {
  const struct bumper_point_f32 *corners;
  size_t count;
} bumper_region;

// Several shapes that count as one, rotated about the origin and then moved. Compounds can be nested up to a depth of BUMPER_MAX_NESTED.
// The caller keeps the parts; worlds and movers copy them.
typedef struct bumper_compound {
  const struct bumper_shape *parts;
  size_t count;
  struct bumper_point_f32 place;
  float degrees;
} bumper_compound;

// The data of a shape; its kind says which member is set.
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

// A 2D shape of any kind.
typedef struct bumper_shape {
  // A bumper_kind.
  uint32_t kind;
  union bumper_shape_data data;
} bumper_shape;

// A shape of a body, with its material and its collision filter. Start from bumper_body_collider_of.
typedef struct bumper_body_collider {
  // The shape. It must have an area, except that a static body may have segments.
  struct bumper_shape shape;
  // The mass per unit of area, above zero.
  float density;
  // The coefficient of friction, not negative. Two surfaces use the geometric mean of their coefficients.
  float friction;
  // The coefficient of restitution (bounciness), from 0 to 1. Two surfaces use the larger one.
  float restitution;
  // The rolling resistance, not negative. The largest resisting torque is this factor times the normal force times the radius of the
  // ball that touches, or, without a ball, the size of the smaller body. Two surfaces use the larger factor.
  float rolling_resistance;
  // The layers that it is on and the layers that it collides with, one bit each. Two colliders collide if the filter of each
  // contains a layer of the other.
  uint32_t layers;
  uint32_t filter;
  // Whether it is a sensor, which reports contacts with other colliders but does not collide with them; 0 or 1.
  uint32_t sensor;
} bumper_body_collider;

// The pose, the velocities and the mass properties of a body.
typedef struct bumper_body_state {
  // The center of mass in the world.
  struct bumper_point_f32 center;
  // The position of the shapes of its colliders.
  struct bumper_point_f32 place;
  // The orientation in degrees, full turns included, and its cosine and sine.
  float degrees;
  float cosine;
  float sine;
  // The velocity of the center of mass, and the angular velocity in degrees per unit of time.
  struct bumper_point_f32 velocity;
  float angular_velocity;
  float mass;
  // The moment of inertia about the center of mass.
  float inertia;
  // A bumper_body_kind.
  uint32_t kind;
  // Whether it is asleep: it is not simulated until something wakes it.
  bool asleep;
  uint64_t data;
} bumper_body_state;

// A contact point of two bodies: the separation of the surfaces at the beginning of the step (if negative, its magnitude is the
// penetration depth), and the impulses of the last step along the normal and along the surface.
typedef struct bumper_manifold_point {
  struct bumper_point_f32 point;
  float separation;
  float normal_impulse;
  float tangent_impulse;
} bumper_manifold_point;

// A contact event: two bodies that touch, or did before the last step.
typedef struct bumper_contact_event {
  uint64_t a;
  uint64_t b;
  // The indices of the touching colliders in the two bodies.
  uint32_t colliders[2];
  // The user data of the bodies, which is available here even if they have been removed.
  uint64_t data[2];
  bumper_change change;
  // Whether one of the colliders is a sensor.
  bool sensor;
  // The unit normal from the first body to the second.
  struct bumper_point_f32 normal;
  // The approach speed along the normal at the beginning of the step: a measure of how hard an impact is.
  float approach_speed;
  // The number of contact points: 1 or 2, or 0 for sensors and ended contacts.
  uint32_t count;
  struct bumper_manifold_point points[2];
} bumper_contact_event;

//A point in space.
typedef struct bumper_point3_f32 {
  float x;
  float y;
  float z;
} bumper_point3_f32;

// The definition of a joint between two bodies. Start from bumper_joint_def_default. Anchors and the axis are in world coordinates at the
// time when the joint is added. Angles, translations and motor speeds are those of the second body relative to the first.
typedef struct bumper_joint_def {
  // A bumper_joint_kind.
  uint32_t kind;
  // Whether the two bodies may collide with each other; 0 or 1. Those of a BUMPER_MOUSE always may.
  uint32_t collide_connected;
  uint64_t a;
  uint64_t b;
  struct bumper_point_f32 anchor;
  // The anchor on the second body; used only by BUMPER_DISTANCE.
  struct bumper_point_f32 anchor_b;
  // The axis of a BUMPER_PRISMATIC or BUMPER_WHEEL, of any length except zero.
  struct bumper_point_f32 axis;
  // The rest length of a BUMPER_DISTANCE. If negative, the distance of the anchors when the joint is added.
  float length;
  // Whether the joint has limits, a motor, a spring, and a spring for the angle of a BUMPER_WELD; 0 or 1 each. If a flag is 0, the
  // fields below that belong to it are ignored. A BUMPER_MOUSE always uses its spring.
  uint32_t has_limits;
  uint32_t has_motor;
  uint32_t has_spring;
  uint32_t has_angular_spring;
  // The lower and the upper limit: lengths, or degrees for BUMPER_REVOLUTE.
  float lower;
  float upper;
  // The target speed of the motor, in length or (for BUMPER_REVOLUTE and BUMPER_WHEEL) degrees per unit of time, and its largest force
  // or torque. `max_force` is also the largest force of a BUMPER_MOUSE.
  float motor_speed;
  float max_force;
  // The frequency of each spring in cycles per unit of time, and its damping ratio: below 1 the spring oscillates, at 1 it is critically
  // damped.
  float hertz;
  float damping_ratio;
  float angular_hertz;
  float angular_damping_ratio;
} bumper_joint_def;

// The state of a joint.
typedef struct bumper_joint_state {
  // The anchors on both bodies, in the world. For BUMPER_REVOLUTE and BUMPER_WELD they coincide, up to springs and the error of the
  // solver. The first one of a BUMPER_MOUSE is its target.
  struct bumper_point_f32 anchors[2];
  // The force and the torque that the joint exerted on the second body in the last step.
  struct bumper_point_f32 force;
  float torque;
  // The translation along the axis, or the length of a distance joint; zero for joints that have neither.
  float translation;
  // The angle of the second body relative to the first, minus that when the joint was added, in degrees.
  float degrees;
} bumper_joint_state;

// The velocity, gravity and settings of a mover. Speeds are lengths per unit of time. The unit of time is any, the same as that of
// the steps.
typedef struct bumper_motion {
  struct bumper_point_f32 velocity;
  struct bumper_point_f32 gravity;
  // A bumper_response.
  uint32_t response;
  // Whether the mover stays within `bounds`; 0 or 1.
  uint32_t bounded;
  struct bumper_box_f32 bounds;
  // Whether the mover walks; 0 or 1. A walking mover climbs steps up to `step_height` and follows ground that drops by up to
  // `snap_distance` per time step.
  uint32_t walks;
  float step_height;
  float snap_distance;
  // The steepest slope on which the mover stands, in degrees from level; from 0 to 180.
  float floor_angle;
  // The time after leaving the ground during which it can still jump.
  float coyote_time;
  // The time during which a jump that is requested in the air stays pending.
  float buffer_time;
} bumper_motion;

// A hit of a mover with an obstacle or with its bounds.
typedef struct bumper_hit {
  // The id of the obstacle; 0 for the bounds.
  uint64_t id;
  // The unit normal of the surface, pointing out of the obstacle.
  struct bumper_point_f32 normal;
  // The time of the hit, as a fraction of the step, from 0 to 1.
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

// A sphere, given by the square of its radius.
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

// All points on the line between two points.
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

// All points whose distance from a segment is at most a radius.
typedef struct bumper_capsule3 {
  struct bumper_point3_f32 from;
  struct bumper_point3_f32 to;
  float radius;
} bumper_capsule3;

// A rotation as a quaternion of any length except zero; w is the real part.
typedef struct bumper_rotation3 {
  float x;
  float y;
  float z;
  float w;
} bumper_rotation3;

// A box, rotated about its center.
typedef struct bumper_oriented3 {
  struct bumper_point3_f32 center;
  struct bumper_point3_f32 half_size;
  struct bumper_rotation3 rotation;
} bumper_oriented3;

// A cylinder with its axis in any direction. The length of `direction` does not matter, but must not be zero.
typedef struct bumper_oriented_cylinder {
  struct bumper_point3_f32 center;
  struct bumper_point3_f32 direction;
  float half_height;
  float radius;
} bumper_oriented_cylinder;

// The convex hull of points. The caller keeps the points; worlds and movers copy them.
typedef struct bumper_hull3 {
  const struct bumper_point3_f32 *points;
  size_t count;
} bumper_hull3;

// Several shapes that count as one, rotated about the origin and then moved. Compounds can be nested up to a depth of BUMPER_MAX_NESTED.
// The caller keeps the parts; worlds and movers copy them.
typedef struct bumper_compound3 {
  const struct bumper_shape3 *parts;
  size_t count;
  struct bumper_point3_f32 place;
  struct bumper_rotation3 rotation;
} bumper_compound3;

// The data of a 3D shape; its kind says which member is set.
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

// A 3D shape of any kind.
typedef struct bumper_shape3 {
  // A bumper_kind3.
  uint32_t kind;
  union bumper_shape3_data data;
} bumper_shape3;

// The velocity, gravity and settings of a mover. Speeds are lengths per unit of time. The unit of time is any, the same as that of
// the steps.
typedef struct bumper_motion3 {
  struct bumper_point3_f32 velocity;
  struct bumper_point3_f32 gravity;
  // A bumper_response.
  uint32_t response;
  // Whether the mover stays within `bounds`; 0 or 1.
  uint32_t bounded;
  struct bumper_box3_f32 bounds;
  // Whether the mover walks; 0 or 1. A walking mover climbs steps up to `step_height` and follows ground that drops by up to
  // `snap_distance` per time step.
  uint32_t walks;
  float step_height;
  float snap_distance;
  // The steepest slope on which the mover stands, in degrees from level; from 0 to 180.
  float floor_angle;
  // The time after leaving the ground during which it can still jump.
  float coyote_time;
  // The time during which a jump that is requested in the air stays pending.
  float buffer_time;
} bumper_motion3;

// A hit of a mover with an obstacle or with its bounds.
typedef struct bumper_hit3 {
  // The id of the obstacle; 0 for the bounds.
  uint64_t id;
  // The unit normal of the surface, pointing out of the obstacle.
  struct bumper_point3_f32 normal;
  // The time of the hit, as a fraction of the step, from 0 to 1.
  float time;
  bumper_response response;
} bumper_hit3;

// A contact point, halfway between the two surfaces; the separation there, or, if negative, the penetration depth; and an id of
// the touching features (corners and edges), which stays the same as long as the same features touch.
typedef struct bumper_contact_point {
  struct bumper_point_f32 point;
  float separation;
  uint32_t feature;
} bumper_contact_point;

// The contact manifold of two shapes: their separation (if negative, its magnitude is the penetration depth), the unit normal from
// the first shape to the second, and `count` contact points. If the second shape is moved along the normal by the depth, the
// shapes only touch.
typedef struct bumper_contact {
  float separation;
  struct bumper_point_f32 normal;
  uint32_t count;
  struct bumper_contact_point points[2];
} bumper_contact;

// The hit of a sweep (shape cast): the time of impact as a fraction of the motion, from 0 to 1; the unit normal from the first
// shape to the second; and the contact point. `id` is the shape that was hit in a world, or 0 for a query of two shapes. If the
// shapes overlap at the start, `time` is 0.
typedef struct bumper_sweep_hit {
  uint64_t id;
  float time;
  struct bumper_point_f32 normal;
  struct bumper_point_f32 point;
  bool starts_overlapping;
} bumper_sweep_hit;

// A ray: a start point, a direction of any length except zero, and the maximum distance `reach`, which may be infinite. A negative
// one hits nothing.
typedef struct bumper_ray {
  struct bumper_point_f32 from;
  struct bumper_point_f32 direction;
  float reach;
} bumper_ray;

// The hit of a ray: the distance from its start, the point, and the unit normal of the surface there. `id` is the shape that was
// hit in a world, or 0 for a query of one shape.
typedef struct bumper_ray_hit {
  uint64_t id;
  float distance;
  struct bumper_point_f32 point;
  struct bumper_point_f32 normal;
} bumper_ray_hit;

// A contact point, halfway between the two surfaces; the separation there, or, if negative, the penetration depth; and an id of
// the touching features (corners and edges), which stays the same as long as the same features touch.
typedef struct bumper_contact3_point {
  struct bumper_point3_f32 point;
  float separation;
  uint32_t feature;
} bumper_contact3_point;

// The contact manifold of two shapes: their separation (if negative, its magnitude is the penetration depth), the unit normal from
// the first shape to the second, and `count` contact points. If the second shape is moved along the normal by the depth, the
// shapes only touch.
typedef struct bumper_contact3 {
  float separation;
  struct bumper_point3_f32 normal;
  uint32_t count;
  struct bumper_contact3_point points[4];
} bumper_contact3;

// The hit of a sweep (shape cast): the time of impact as a fraction of the motion, from 0 to 1; the unit normal from the first
// shape to the second; and the contact point. `id` is the shape that was hit in a world, or 0 for a query of two shapes. If the
// shapes overlap at the start, `time` is 0.
typedef struct bumper_sweep3_hit {
  uint64_t id;
  float time;
  struct bumper_point3_f32 normal;
  struct bumper_point3_f32 point;
  bool starts_overlapping;
} bumper_sweep3_hit;

// A ray: a start point, a direction of any length except zero, and the maximum distance `reach`, which may be infinite. A negative
// one hits nothing.
typedef struct bumper_ray3 {
  struct bumper_point3_f32 from;
  struct bumper_point3_f32 direction;
  float reach;
} bumper_ray3;

// The hit of a ray: the distance from its start, the point, and the unit normal of the surface there. `id` is the shape that was
// hit in a world, or 0 for a query of one shape.
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

// The collision layers, the role and the user data of a shape in a world.
typedef struct bumper_collider {
  // The layers that it is on, one bit each.
  uint32_t layers;
  // The layers that it collides with, one bit each. A pair has events only if the filter of each contains a layer of the other.
  uint32_t filter;
  // A bumper_side.
  uint32_t one_way;
  // Whether it is a sensor, which detects others but does not stop movers; 0 or 1.
  uint32_t sensor;
  // User data, which the world does not use.
  uint64_t data;
} bumper_collider;

// An event: a pair of shapes that touch or overlap, or did so at the previous update.
typedef struct bumper_event {
  uint64_t a;
  uint64_t b;
  // The user data of both shapes, which is available here even if they have been removed.
  uint64_t data[2];
  bumper_relation was;
  bumper_relation now;
} bumper_event;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The meaning of a status, in English, or "not a status" for any other number. A static string, which is never freed.
const char *bumper_message(uint32_t status);

// The version of the library, such as "0.1.0". A static string, which is never freed.
const char *bumper_version(void);

// Creates an empty simulation. `gravity` is the acceleration of gravity, in units of length per squared unit of time.
bumper_status bumper_bodies_new(struct bumper_point_f32 gravity, struct bumper_bodies **bodies);

// Frees a simulation with its bodies and joints. Does nothing for null.
void bumper_bodies_free(struct bumper_bodies *bodies);

// Sets the acceleration of gravity. This wakes no body.
bumper_status bumper_bodies_set_gravity(struct bumper_bodies *bodies, struct bumper_point_f32 gravity);

// Sets whether slow bodies fall asleep. Sleeping bodies cost nothing in a step. True at first. Setting it to false
// wakes no body.
bumper_status bumper_bodies_set_sleep_enabled(struct bumper_bodies *bodies, bool enabled);

// Sets the speed up to which a body counts as slow, and the time (but at least eight steps) for which all bodies of an island, that is,
// bodies that touch or are joined, must be slow before it falls asleep. A negative speed selects the default: a threshold for each body,
// derived from the gravity and its size. The default time is 0.5. With an infinite time, bodies never fall asleep. BUMPER_NOT_A_NUMBER if
// one of them is NaN.
bumper_status bumper_bodies_set_sleep_settings(struct bumper_bodies *bodies,
                                               float speed,
                                               float time);

// Allows a body to fall asleep, or forbids it and wakes the body.
bumper_status bumper_bodies_set_can_sleep(struct bumper_bodies *bodies, uint64_t body, bool allow);

// Adds a body made of `count` colliders, and writes its id. Its mass, center of mass and moment of inertia follow from their areas and
// densities; areas that overlap count twice. BUMPER_NO_AREA if there are no colliders, or if a shape of a body that is not static is a
// point or a segment.
bumper_status bumper_bodies_insert(struct bumper_bodies *bodies,
                                   const struct bumper_body_def *body,
                                   const struct bumper_body_collider *colliders,
                                   size_t count,
                                   uint64_t *id);

// Removes a body and its joints, and wakes the bodies that touched it. Its id is not reused. The end events of its
// contacts are reported after the next step.
bumper_status bumper_bodies_remove(struct bumper_bodies *bodies, uint64_t body);

// Lists the ids of all bodies. Writes at most `capacity` ids to `ids`, which may be null if `capacity` is 0. `count`
// is the number of all bodies.
bumper_status bumper_bodies_all(const struct bumper_bodies *bodies, uint64_t *ids, size_t capacity, size_t *count);

// Writes the pose, the velocities and the mass of a body to `state_of`.
bumper_status bumper_bodies_get(const struct bumper_bodies *bodies, uint64_t body, struct bumper_body_state *state_of);

// Sets the velocity of the center of mass of a body, and its angular velocity `angular_velocity` in degrees per unit of time. Wakes the
// body. Static bodies do not move.
bumper_status bumper_bodies_set_velocity(struct bumper_bodies *bodies,
                                         uint64_t body,
                                         struct bumper_point_f32 velocity,
                                         float angular_velocity);

// Teleports a body: sets the position and the angle, in degrees, at which the shapes of its colliders are placed. The velocities are kept.
// Wakes the body and the bodies that touched it.
bumper_status bumper_bodies_set_pose(struct bumper_bodies *bodies,
                                     uint64_t body,
                                     struct bumper_point_f32 place,
                                     float degrees);

// Applies a force at a point in the world during the next step. Several forces add up. Wakes the body. Only dynamic bodies react.
bumper_status bumper_bodies_apply_force(struct bumper_bodies *bodies,
                                        uint64_t body,
                                        struct bumper_point_f32 force,
                                        struct bumper_point_f32 at);

// Applies a torque during the next step, in units of force times length (angles in radians). Several torques add up.
// Wakes the body. Only dynamic bodies without fixed rotation react.
bumper_status bumper_bodies_apply_torque(struct bumper_bodies *bodies, uint64_t body, float torque);

// Applies an impulse at a point in the world, which changes the velocities at once. Wakes the body. Only dynamic bodies react.
bumper_status bumper_bodies_apply_impulse(struct bumper_bodies *bodies,
                                          uint64_t body,
                                          struct bumper_point_f32 impulse,
                                          struct bumper_point_f32 at);

// Wakes a body and its island: the sleeping bodies that touch it or are joined to it, directly or through others.
bumper_status bumper_bodies_wake(struct bumper_bodies *bodies, uint64_t body);

// Advances the simulation by `time`, which must be above zero (BUMPER_OUT_OF_RANGE if not). Use the same time, about
// that of a frame, for every step: then resting bodies stay at rest. In a much longer step, stacks, springs and
// joints are not accurate.
bumper_status bumper_bodies_step(struct bumper_bodies *bodies, float time);

// Lists the contacts that began, continue or ended in the last step; those of sleeping bodies count as continuing. The list belongs to the
// simulation and is valid until the next call of this function, or until the simulation is freed.
bumper_status bumper_bodies_events(struct bumper_bodies *bodies,
                                   const struct bumper_contact_event **events,
                                   size_t *count);

// Saves the state of the simulation as bytes, for rollback or for another machine: poses, velocities, sleep, and the impulses of contacts
// and joints. Shapes, joint definitions, gravity and other settings are not saved, so the bytes can be restored only into a simulation
// with the same bodies and joints. `size` is the number of bytes. BUMPER_FULL if `capacity` is less; then only `size` is written. To query
// the size, pass null and a capacity of 0.
bumper_status bumper_bodies_save(const struct bumper_bodies *bodies,
                                 void *bytes,
                                 size_t capacity,
                                 size_t *size);

// Restores a saved state. Further steps give the same results, bit for bit, if forces and settings are the same. Forces for the next step
// are discarded. BUMPER_NOT_SAVED, and no change, if the bytes are damaged, if the bodies that are not static are other ones, or if the
// number of joints differs.
bumper_status bumper_bodies_restore(struct bumper_bodies *bodies,
                                    const void *bytes,
                                    size_t size);

// The default body: dynamic, at rest at the origin, with full gravity and without damping.
struct bumper_body_def bumper_body_def_default(void);

// A collider with density 1 and friction 0.6, without restitution or rolling resistance, on the first layer, which collides with all
// layers.
struct bumper_body_collider bumper_body_collider_of(struct bumper_shape shape);

// Carries a mover along with a moving platform: the collider `lift` of the world, which is about to move by `by`. If the mover
// stands on the platform, it rides along; if it is in the way, it is pushed. Call this for each mover that may be affected, then
// move the platform. Colliders of the world on one of `layers` stop the mover, except the platform and `ignored` (the collider of
// the mover itself, or 0). `room` is false if one of them blocks the mover: then it stays where it is, and a platform that moves
// on crushes it.
bumper_status bumper_mover_carry(struct bumper_mover *mover,
                                 uint64_t lift,
                                 struct bumper_point_f32 by,
                                 const struct bumper_world *world,
                                 uint32_t layers,
                                 uint64_t ignored,
                                 bool *room);

// Carries a mover along with a moving platform: the collider `lift` of the world, which is about to move by `by`. If the mover
// stands on the platform, it rides along; if it is in the way, it is pushed. Call this for each mover that may be affected, then
// move the platform. Colliders of the world on one of `layers` stop the mover, except the platform and `ignored` (the collider of
// the mover itself, or 0). `room` is false if one of them blocks the mover: then it stays where it is, and a platform that moves
// on crushes it.
bumper_status bumper_mover3_carry(struct bumper_mover3 *mover,
                                  uint64_t lift,
                                  struct bumper_point3_f32 by,
                                  const struct bumper_world3 *world,
                                  uint32_t layers,
                                  uint64_t ignored,
                                  bool *room);

// A joint of a kind between two bodies that do not collide with each other, at the origin, with its axis along x, without limits, motor
// and springs. If a spring is enabled, it has a frequency of 5 cycles per unit of time and a damping ratio of 0.7. The largest force is
// infinite.
struct bumper_joint_def bumper_joint_def_default(uint32_t kind,
                                                 uint64_t a,
                                                 uint64_t b);

// Adds a joint between two bodies, writes its id and wakes the bodies. BUMPER_NO_JOINT if both bodies are the same,
// neither is dynamic, or the axis has no length.
bumper_status bumper_bodies_insert_joint(struct bumper_bodies *bodies,
                                         const struct bumper_joint_def *joint,
                                         uint64_t *id);

// Removes a joint and wakes its bodies.
bumper_status bumper_bodies_remove_joint(struct bumper_bodies *bodies, uint64_t joint);

// Writes the state of a joint to `state`.
bumper_status bumper_bodies_get_joint(const struct bumper_bodies *bodies,
                                      uint64_t joint,
                                      struct bumper_joint_state *state);

// Sets the motor of a joint and wakes its bodies: its target speed, in degrees per unit of time for a hinge or a wheel, and its largest
// force or torque. 0 removes the motor. Joints without a free axis ignore it.
bumper_status bumper_bodies_set_motor(struct bumper_bodies *bodies,
                                      uint64_t joint,
                                      float motor_speed,
                                      float max_force);

// Moves the target of a BUMPER_MOUSE, in world coordinates, and wakes its bodies.
bumper_status bumper_bodies_set_target(struct bumper_bodies *bodies, uint64_t joint, struct bumper_point_f32 target);

// Creates a mask of a width and height without solid pixels.
bumper_status bumper_mask_new(uint16_t width, uint16_t height, struct bumper_mask **mask);

// Creates a mask from rows of bytes, as in the tables that the command `bumper trace` writes. Pixel x of a row is bit x % 8, counted from
// the lowest, of byte x / 8 of that row. Every row starts at a new byte. BUMPER_OUT_OF_RANGE if `size` is not height * ((width + 7) / 8)
// bytes.
bumper_status bumper_mask_from_rows(const uint8_t *rows,
                                    size_t size,
                                    uint16_t width,
                                    uint16_t height,
                                    struct bumper_mask **mask);

// Frees a mask. Does nothing for null. Worlds and movers that contain the mask keep their own copy.
void bumper_mask_free(struct bumper_mask *mask);

// Sets or clears a pixel. Does nothing outside the mask. Sprites that are already in a world or a mover do not change.
bumper_status bumper_mask_set(struct bumper_mask *mask, uint16_t x, uint16_t y, bool solid);

// Whether a pixel is solid. Pixels outside the mask are not.
bumper_status bumper_mask_get(const struct bumper_mask *mask, uint16_t x, uint16_t y, bool *solid);

// The number of solid pixels.
bumper_status bumper_mask_count(const struct bumper_mask *mask, uint32_t *count);

// Whether two masks have a solid pixel in common if the top left corner of `b` is at (x, y) relative to that of `a`.
bumper_status bumper_mask_overlaps(const struct bumper_mask *a,
                                   const struct bumper_mask *b,
                                   int32_t x,
                                   int32_t y,
                                   bool *yes);

// The number of solid pixels that two masks have in common if the top left corner of `b` is at (x, y) relative to that of `a`.
bumper_status bumper_mask_overlap_area(const struct bumper_mask *a,
                                       const struct bumper_mask *b,
                                       int32_t x,
                                       int32_t y,
                                       uint32_t *area);

// Creates a mover at rest from a copy of a shape. Its response is BUMPER_SLIDE.
bumper_status bumper_mover_new(const struct bumper_shape *shape, struct bumper_mover **mover);

// Frees a mover. Does nothing for null.
void bumper_mover_free(struct bumper_mover *mover);

// Reads the motion of a mover. The velocity is that after the last step.
bumper_status bumper_mover_motion(const struct bumper_mover *mover, struct bumper_motion *motion);

// Sets the whole motion of a mover. BUMPER_NOT_A_NUMBER or BUMPER_OUT_OF_RANGE, and no change, if a number is NaN,
// infinite (except for the bounds and the two times) or negative where it must not be.
bumper_status bumper_mover_set_motion(struct bumper_mover *mover, const struct bumper_motion *motion);

// The offset of the mover from its original shape.
bumper_status bumper_mover_position(const struct bumper_mover *mover, struct bumper_point_f32 *position);

// Moves the mover to an offset from its original shape, regardless of obstacles.
bumper_status bumper_mover_set_position(struct bumper_mover *mover, struct bumper_point_f32 position);

// Whether the mover stood on the ground at the end of its last step.
bumper_status bumper_mover_is_grounded(const struct bumper_mover *mover, bool *yes);

// Requests a jump of this height, not negative, for the next step. The mover jumps if it stands on the ground or within
// `coyote_time` of it; otherwise the request stays pending for `buffer_time`.
bumper_status bumper_mover_jump(struct bumper_mover *mover, float height);

// Advances the mover by `time`, not negative. The obstacles are the colliders of the world that are on one of `layers`, except
// `ignored` (the collider of the mover itself, or 0). Writes at most `capacity` hits to `hits`, which may be null if `capacity` is
// 0; `count`, which may be null, is the number of all hits.
bumper_status bumper_mover_step(struct bumper_mover *mover,
                                float time,
                                const struct bumper_world *world,
                                uint32_t layers,
                                uint64_t ignored,
                                struct bumper_hit *hits,
                                size_t capacity,
                                size_t *count);

// Replaces the shape of a collider of the world by the shape of the mover at its current position.
bumper_status bumper_mover_show(const struct bumper_mover *mover, struct bumper_world *world, uint64_t id_of);

// Creates a mover at rest from a copy of a shape. Its response is BUMPER_SLIDE.
bumper_status bumper_mover3_new(const struct bumper_shape3 *shape, struct bumper_mover3 **mover);

// Frees a mover. Does nothing for null.
void bumper_mover3_free(struct bumper_mover3 *mover);

// Reads the motion of a mover. The velocity is that after the last step.
bumper_status bumper_mover3_motion(const struct bumper_mover3 *mover, struct bumper_motion3 *motion);

// Sets the whole motion of a mover. BUMPER_NOT_A_NUMBER or BUMPER_OUT_OF_RANGE, and no change, if a number is NaN,
// infinite (except for the bounds and the two times) or negative where it must not be.
bumper_status bumper_mover3_set_motion(struct bumper_mover3 *mover, const struct bumper_motion3 *motion);

// The offset of the mover from its original shape.
bumper_status bumper_mover3_position(const struct bumper_mover3 *mover, struct bumper_point3_f32 *position);

// Moves the mover to an offset from its original shape, regardless of obstacles.
bumper_status bumper_mover3_set_position(struct bumper_mover3 *mover, struct bumper_point3_f32 position);

// Whether the mover stood on the ground at the end of its last step.
bumper_status bumper_mover3_is_grounded(const struct bumper_mover3 *mover, bool *yes);

// Requests a jump of this height, not negative, for the next step. The mover jumps if it stands on the ground or within
// `coyote_time` of it; otherwise the request stays pending for `buffer_time`.
bumper_status bumper_mover3_jump(struct bumper_mover3 *mover, float height);

// Advances the mover by `time`, not negative. The obstacles are the colliders of the world that are on one of `layers`, except
// `ignored` (the collider of the mover itself, or 0). Writes at most `capacity` hits to `hits`, which may be null if `capacity` is
// 0; `count`, which may be null, is the number of all hits.
bumper_status bumper_mover3_step(struct bumper_mover3 *mover,
                                 float time,
                                 const struct bumper_world3 *world,
                                 uint32_t layers,
                                 uint64_t ignored,
                                 struct bumper_hit3 *hits,
                                 size_t capacity,
                                 size_t *count);

// Replaces the shape of a collider of the world by the shape of the mover at its current position.
bumper_status bumper_mover3_show(const struct bumper_mover3 *mover, struct bumper_world3 *world, uint64_t id_of);

// The relation of two shapes.
bumper_status bumper_shape_relation(const struct bumper_shape *a,
                                    const struct bumper_shape *b,
                                    bumper_relation *relation);

// Whether two shapes have a point in common: touching counts.
bumper_status bumper_shape_intersects(const struct bumper_shape *a, const struct bumper_shape *b, bool *yes);

// Whether two shapes overlap: touching does not count.
bumper_status bumper_shape_overlaps(const struct bumper_shape *a, const struct bumper_shape *b, bool *yes);

// The distance between two shapes; zero if they touch or overlap.
bumper_status bumper_shape_distance(const struct bumper_shape *a, const struct bumper_shape *b, float *distance);

// The contact manifold of two shapes. If they are apart, the separation is their distance.
bumper_status bumper_shape_contact(const struct bumper_shape *a,
                                   const struct bumper_shape *b,
                                   struct bumper_contact *contact);

// The time of impact and the contact of two shapes that move by `a_moves` and `b_moves` in the same time. `found` is whether they
// touch; `hit` is written only if they do. Shapes that touch at the start count only if they move closer.
bumper_status bumper_shape_sweep(const struct bumper_shape *a,
                                 struct bumper_point_f32 a_moves,
                                 const struct bumper_shape *b,
                                 struct bumper_point_f32 b_moves,
                                 bool *found,
                                 struct bumper_sweep_hit *hit);

// Casts a ray against a shape. `found` is whether it hits; `hit` is written only if it does.
bumper_status bumper_shape_cast(struct bumper_ray ray,
                                const struct bumper_shape *shape,
                                bool *found,
                                struct bumper_ray_hit *hit);

// The relation of two shapes.
bumper_status bumper_shape3_relation(const struct bumper_shape3 *a,
                                     const struct bumper_shape3 *b,
                                     bumper_relation *relation);

// Whether two shapes have a point in common: touching counts.
bumper_status bumper_shape3_intersects(const struct bumper_shape3 *a, const struct bumper_shape3 *b, bool *yes);

// Whether two shapes overlap: touching does not count.
bumper_status bumper_shape3_overlaps(const struct bumper_shape3 *a, const struct bumper_shape3 *b, bool *yes);

// The distance between two shapes; zero if they touch or overlap.
bumper_status bumper_shape3_distance(const struct bumper_shape3 *a, const struct bumper_shape3 *b, float *distance);

// The contact manifold of two shapes. If they are apart, the separation is their distance.
bumper_status bumper_shape3_contact(const struct bumper_shape3 *a,
                                    const struct bumper_shape3 *b,
                                    struct bumper_contact3 *contact);

// The time of impact and the contact of two shapes that move by `a_moves` and `b_moves` in the same time. `found` is whether they
// touch; `hit` is written only if they do. Shapes that touch at the start count only if they move closer.
bumper_status bumper_shape3_sweep(const struct bumper_shape3 *a,
                                  struct bumper_point3_f32 a_moves,
                                  const struct bumper_shape3 *b,
                                  struct bumper_point3_f32 b_moves,
                                  bool *found,
                                  struct bumper_sweep3_hit *hit);

// Casts a ray against a shape. `found` is whether it hits; `hit` is written only if it does.
bumper_status bumper_shape3_cast(struct bumper_ray3 ray,
                                 const struct bumper_shape3 *shape,
                                 bool *found,
                                 struct bumper_ray3_hit *hit);

// A shape of kind BUMPER_BOX.
struct bumper_shape bumper_shape_of_box(struct bumper_box_f32 of);

// A shape of kind BUMPER_CIRCLE.
struct bumper_shape bumper_shape_of_circle(struct bumper_circle_f32 of);

// A shape of kind BUMPER_POINT.
struct bumper_shape bumper_shape_of_point(struct bumper_point_f32 of);

// The rotation by an angle in degrees about an axis. A positive angle about z rotates x towards y, about x it rotates y towards z, and
// about y it rotates z towards x. If the axis has length zero or a number is not finite, the result is the identity.
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

// The default collider: solid on all sides, on the first layer, colliding with all layers.
struct bumper_collider bumper_collider_default(void);

// Creates an empty world.
bumper_status bumper_world_new(struct bumper_world **world);

// Frees a world. Does nothing for null.
void bumper_world_free(struct bumper_world *world);

// Adds a copy of a shape to the world and writes its id. `as_` may be null, which means bumper_collider_default. Costs O(log n).
bumper_status bumper_world_insert(struct bumper_world *world,
                                  const struct bumper_shape *shape,
                                  const struct bumper_collider *as_,
                                  uint64_t *id);

// Removes a shape. Its id is not reused. The next update reports the ends of its contacts.
bumper_status bumper_world_remove(struct bumper_world *world, uint64_t shape);

// Replaces the shape of a collider under the same id, for example to move it.
bumper_status bumper_world_set_shape(struct bumper_world *world, uint64_t id_of, const struct bumper_shape *shape);

// Sets the layers, the one-way side, the sensor flag and the user data of a shape.
bumper_status bumper_world_set_collider(struct bumper_world *world, uint64_t id_of, const struct bumper_collider *as_);

// The number of shapes in the world.
bumper_status bumper_world_count(const struct bumper_world *world, size_t *count);

// Updates the events and returns the pairs of shapes that began, continue or ended to touch or overlap since the last update. Call
// it once per frame. The list belongs to the world and is valid until the next update, or until the world is freed.
bumper_status bumper_world_update(struct bumper_world *world,
                                  const struct bumper_event **events,
                                  size_t *count);

// Lists the shapes on one of `layers` that touch or overlap a given shape. Writes at most `capacity` ids to `ids`, which may be
// null if `capacity` is 0. `count` is the number of all such shapes. Their order depends on the history of the world.
bumper_status bumper_world_intersecting(const struct bumper_world *world,
                                        const struct bumper_shape *shape,
                                        uint32_t layers,
                                        uint64_t *ids,
                                        size_t capacity,
                                        size_t *count);

// Casts a ray and returns the first shape on one of `layers` that it hits. `found` is whether there is one; `hit` is written only
// then.
bumper_status bumper_world_cast(const struct bumper_world *world,
                                struct bumper_ray ray,
                                uint32_t layers,
                                bool *found,
                                struct bumper_ray_hit *hit);

// Sweeps a shape by `moves` and returns the first shape on one of `layers`, except `ignored` (an id or 0), that it touches.
// `found` is whether there is one; `hit` is written only then.
bumper_status bumper_world_sweep(const struct bumper_world *world,
                                 const struct bumper_shape *shape,
                                 struct bumper_point_f32 moves,
                                 uint32_t layers,
                                 uint64_t ignored,
                                 bool *found,
                                 struct bumper_sweep_hit *hit);

// Finds the shape on one of `layers`, except `ignored` (an id or 0), with the smallest separation from a given shape, which is at
// most `reach` and negative for shapes that overlap. `id` is 0 if there is none; `contact`, the contact of the given shape with
// it, is written only if there is one.
bumper_status bumper_world_nearest(const struct bumper_world *world,
                                   const struct bumper_shape *shape,
                                   float reach,
                                   uint32_t layers,
                                   uint64_t ignored,
                                   uint64_t *id,
                                   struct bumper_contact *contact);

// Creates an empty world.
bumper_status bumper_world3_new(struct bumper_world3 **world);

// Frees a world. Does nothing for null.
void bumper_world3_free(struct bumper_world3 *world);

// Adds a copy of a shape to the world and writes its id. `as_` may be null, which means bumper_collider_default. Costs O(log n).
bumper_status bumper_world3_insert(struct bumper_world3 *world,
                                   const struct bumper_shape3 *shape,
                                   const struct bumper_collider *as_,
                                   uint64_t *id);

// Removes a shape. Its id is not reused. The next update reports the ends of its contacts.
bumper_status bumper_world3_remove(struct bumper_world3 *world, uint64_t shape);

// Replaces the shape of a collider under the same id, for example to move it.
bumper_status bumper_world3_set_shape(struct bumper_world3 *world, uint64_t id_of, const struct bumper_shape3 *shape);

// Sets the layers, the one-way side, the sensor flag and the user data of a shape.
bumper_status bumper_world3_set_collider(struct bumper_world3 *world,
                                         uint64_t id_of,
                                         const struct bumper_collider *as_);

// The number of shapes in the world.
bumper_status bumper_world3_count(const struct bumper_world3 *world, size_t *count);

// Updates the events and returns the pairs of shapes that began, continue or ended to touch or overlap since the last update. Call
// it once per frame. The list belongs to the world and is valid until the next update, or until the world is freed.
bumper_status bumper_world3_update(struct bumper_world3 *world,
                                   const struct bumper_event **events,
                                   size_t *count);

// Lists the shapes on one of `layers` that touch or overlap a given shape. Writes at most `capacity` ids to `ids`, which may be
// null if `capacity` is 0. `count` is the number of all such shapes. Their order depends on the history of the world.
bumper_status bumper_world3_intersecting(const struct bumper_world3 *world,
                                         const struct bumper_shape3 *shape,
                                         uint32_t layers,
                                         uint64_t *ids,
                                         size_t capacity,
                                         size_t *count);

// Casts a ray and returns the first shape on one of `layers` that it hits. `found` is whether there is one; `hit` is written only
// then.
bumper_status bumper_world3_cast(const struct bumper_world3 *world,
                                 struct bumper_ray3 ray,
                                 uint32_t layers,
                                 bool *found,
                                 struct bumper_ray3_hit *hit);

// Sweeps a shape by `moves` and returns the first shape on one of `layers`, except `ignored` (an id or 0), that it touches.
// `found` is whether there is one; `hit` is written only then.
bumper_status bumper_world3_sweep(const struct bumper_world3 *world,
                                  const struct bumper_shape3 *shape,
                                  struct bumper_point3_f32 moves,
                                  uint32_t layers,
                                  uint64_t ignored,
                                  bool *found,
                                  struct bumper_sweep3_hit *hit);

// Finds the shape on one of `layers`, except `ignored` (an id or 0), with the smallest separation from a given shape, which is at
// most `reach` and negative for shapes that overlap. `id` is 0 if there is none; `contact`, the contact of the given shape with
// it, is written only if there is one.
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
