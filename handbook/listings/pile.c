#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_point_f32 gravity = {0, 900}; /* y points down */
    bumper_box_f32 ground_box = {{-200, 340}, {840, 440}}, crate_box = {{-20, -20}, {20, 20}};
    bumper_body_collider ground = bumper_body_collider_of(bumper_shape_of_box(ground_box));
    bumper_body_collider crate = bumper_body_collider_of(bumper_shape_of_box(crate_box));
    bumper_body_def def = bumper_body_def_default();
    bumper_simulation *simulation;
    bumper_body_state state;
    uint64_t id;
    assert(bumper_simulation_new(gravity, &simulation) == BUMPER_OK);
    assert(bumper_simulation_insert_static(simulation, &ground, &id) == BUMPER_OK);
    crate.material.friction = 0.6f;
    for (int row = 0; row < 6; row++) {
        for (int k = 0; k < 6 - row; k++) {
            def.position.x = (float)(340 + 42 * k + 21 * row);
            def.position.y = (float)(320 - 40 * row);
            assert(bumper_simulation_insert(simulation, &def, &crate, 1, &id) == BUMPER_OK);
        }
    }
    for (int frame = 0; frame < 120; frame++) {
        assert(bumper_simulation_step(simulation, 1.0f / 60) == BUMPER_OK);
    }
    assert(bumper_simulation_get(simulation, id, &state) == BUMPER_OK);
    assert(state.center.y > 118 && state.center.y < 122); /* it still stands on the top */
    bumper_simulation_free(simulation);
    return 0;
}
