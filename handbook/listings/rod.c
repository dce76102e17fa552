#include <assert.h>
#include <bumper.h>
#include <math.h>

/* A ball of mass 2 on a rod of length 100, whose other end is held at (0, 0). y points down. */
typedef struct pendulum {
    double x, y, velocity_x, velocity_y, mass;
} pendulum;

static void step(pendulum *ball, double dt) {
    double length = hypot(ball->x, ball->y);
    double dx = ball->x / length, dy = ball->y / length; /* along the rod, away from the hinge */
    double speed, target, impulse;
    ball->velocity_y += 900 * dt; /* gravity */
    speed = ball->velocity_x * dx + ball->velocity_y * dy;
    target = -0.2 * (length - 100) / dt;
    impulse = ball->mass * (target - speed); /* the hinge does not move, so the effective mass is that of the ball */
    ball->velocity_x += impulse / ball->mass * dx;
    ball->velocity_y += impulse / ball->mass * dy;
    ball->x += ball->velocity_x * dt;
    ball->y += ball->velocity_y * dt;
}

int main(void) {
    pendulum ball = {100, 0, 0, 0, 2};
    bumper_point_f32 gravity = {0, 900};
    bumper_circle_f32 post = {{0, 0}, 5}, circle = {{0, 0}, 10};
    bumper_body_collider of_post = bumper_body_collider_of(bumper_shape_of_circle(post));
    bumper_body_collider of_ball = bumper_body_collider_of(bumper_shape_of_circle(circle));
    bumper_body_def def = bumper_body_def_default();
    bumper_simulation *simulation;
    bumper_joint_def rod;
    bumper_body_state state;
    uint64_t ceiling, bob, joint;
    assert(bumper_simulation_new(gravity, &simulation) == BUMPER_OK);
    def.kind = BUMPER_STATIC;
    assert(bumper_simulation_insert(simulation, &def, &of_post, 1, &ceiling) == BUMPER_OK);
    def.kind = BUMPER_DYNAMIC;
    def.position.x = 100;
    def.mass = 2;
    def.fixed_rotation = 1;
    assert(bumper_simulation_insert(simulation, &def, &of_ball, 1, &bob) == BUMPER_OK);
    rod = bumper_joint_def_default(BUMPER_DISTANCE, ceiling, bob);
    rod.anchor_b.x = 100;
    assert(bumper_simulation_insert_joint(simulation, &rod, &joint) == BUMPER_OK);
    for (int frame = 0; frame < 600; frame++) {
        step(&ball, 1.0 / 600);
        assert(bumper_simulation_step(simulation, 1.0f / 600) == BUMPER_OK);
        assert(fabs(hypot(ball.x, ball.y) - 100) < 0.1);
    }
    assert(bumper_simulation_get(simulation, bob, &state) == BUMPER_OK);
    assert(hypot(state.center.x - ball.x, state.center.y - ball.y) < 2);
    bumper_simulation_free(simulation);
    return 0;
}
