#include <assert.h>
#include <bumper.h>

int main(void) {
    /* A gravity that makes everything faster by 1 in a step of 1 / 60, and two crates of mass 1. y points down. */
    bumper_point_f32 gravity = {0, 60};
    bumper_box_f32 ground_box = {{-5, 0}, {5, 1}}, crate_box = {{-0.5f, -1}, {0.5f, 0}};
    bumper_body_collider ground = bumper_body_collider_of(bumper_shape_of_box(ground_box));
    bumper_body_collider crate = bumper_body_collider_of(bumper_shape_of_box(crate_box));
    bumper_body_def def = bumper_body_def_default();
    bumper_simulation *simulation;
    bumper_body_state state;
    uint64_t lower, upper, id;
    assert(bumper_simulation_new(gravity, &simulation) == BUMPER_OK);
    assert(bumper_simulation_insert_static(simulation, &ground, &id) == BUMPER_OK);
    assert(bumper_simulation_insert(simulation, &def, &crate, 1, &lower) == BUMPER_OK);
    def.position.y = -1;
    assert(bumper_simulation_insert(simulation, &def, &crate, 1, &upper) == BUMPER_OK);
    for (int frame = 0; frame < 60; frame++) {
        assert(bumper_simulation_step(simulation, 1.0f / 60) == BUMPER_OK);
    }
    /* The upper crate rests on the lower one. */
    assert(bumper_simulation_get(simulation, upper, &state) == BUMPER_OK);
    assert(state.center.y > -1.51f && state.center.y < -1.49f && state.velocity.y < 0.01f);
    bumper_simulation_free(simulation);
    return 0;
}
