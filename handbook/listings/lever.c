#include <assert.h>
#include <bumper.h>
#include <math.h>

int main(void) {
    /* A plank of mass 4 and length 6 that floats. An impulse of 2 at its right end moves that end as if it had the mass 1. */
    bumper_point_f32 none = {0, 0}, down = {0, 2}, end = {3, 0};
    bumper_box_f32 box = {{-3, -0.005f}, {3, 0.005f}};
    bumper_body_collider shape = bumper_body_collider_of(bumper_shape_of_box(box));
    bumper_body_def def = bumper_body_def_default();
    bumper_simulation *simulation;
    bumper_body_state state;
    uint64_t plank;
    def.mass = 4;
    assert(bumper_simulation_new(none, &simulation) == BUMPER_OK);
    assert(bumper_simulation_insert(simulation, &def, &shape, 1, &plank) == BUMPER_OK);
    assert(bumper_simulation_apply_impulse(simulation, plank, down, end) == BUMPER_OK);
    assert(bumper_simulation_get(simulation, plank, &state) == BUMPER_OK);
    assert(fabsf(state.velocity.y + 3 * state.angular_velocity - 2) < 1e-3f);
    bumper_simulation_free(simulation);
    return 0;
}
