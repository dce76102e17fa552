#include <assert.h>
#include <bumper.h>
#include <math.h>

typedef struct particle {
    float mass, velocity;
} particle;

/* Applies the impulse after which b moves away from a at the speed `target`, and returns it. */
static float collide(particle *a, particle *b, float target) {
    float missing = target - (b->velocity - a->velocity);
    float effective_mass = 1 / (1 / a->mass + 1 / b->mass);
    float impulse = effective_mass * missing;
    a->velocity -= impulse / a->mass;
    b->velocity += impulse / b->mass;
    return impulse;
}

int main(void) {
    particle clay = {2, 3}, crate = {1, 0};
    assert(fabsf(collide(&clay, &crate, 0) - 2) < 1e-5f);
    assert(fabsf(clay.velocity - 2) < 1e-5f && fabsf(crate.velocity - 2) < 1e-5f);

    /* A bounce in the library, without gravity: they part at half of the speed at which they met. */
    bumper_point_f32 none = {0, 0};
    bumper_circle_f32 circle = {{0, 0}, 10};
    bumper_body_collider ball = bumper_body_collider_of(bumper_shape_of_circle(circle));
    bumper_body_def moving = bumper_body_def_default(), resting = bumper_body_def_default();
    bumper_simulation *simulation;
    bumper_body_state state;
    uint64_t a, b;
    ball.material.restitution = 0.5f;
    moving.mass = 2;
    moving.velocity.x = 300;
    resting.mass = 1;
    resting.position.x = 60;
    assert(bumper_simulation_new(none, &simulation) == BUMPER_OK);
    assert(bumper_simulation_insert(simulation, &moving, &ball, 1, &a) == BUMPER_OK);
    assert(bumper_simulation_insert(simulation, &resting, &ball, 1, &b) == BUMPER_OK);
    for (int frame = 0; frame < 60; frame++) {
        assert(bumper_simulation_step(simulation, 1.0f / 60) == BUMPER_OK);
    }
    assert(bumper_simulation_get(simulation, a, &state) == BUMPER_OK && fabsf(state.velocity.x - 150) < 0.5f);
    assert(bumper_simulation_get(simulation, b, &state) == BUMPER_OK && fabsf(state.velocity.x - 300) < 0.5f);
    bumper_simulation_free(simulation);
    return 0;
}
