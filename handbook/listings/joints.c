#include <assert.h>
#include <bumper.h>

int main(void) {
    bumper_point_f32 gravity = {0, 900}; /* y points down */
    bumper_circle_f32 post = {{0, 0}, 5}, ball = {{0, 0}, 10};
    bumper_body_collider of_post = bumper_body_collider_of(bumper_shape_of_circle(post));
    bumper_body_collider of_ball = bumper_body_collider_of(bumper_shape_of_circle(ball));
    bumper_body_def def = bumper_body_def_default();
    bumper_simulation *simulation;
    bumper_joint_def hinge;
    uint64_t ceiling, bob, joint;
    assert(bumper_simulation_new(gravity, &simulation) == BUMPER_OK);
    def.kind = BUMPER_STATIC;
    assert(bumper_simulation_insert(simulation, &def, &of_post, 1, &ceiling) == BUMPER_OK);
    def.kind = BUMPER_DYNAMIC;
    def.position.x = 100;
    assert(bumper_simulation_insert(simulation, &def, &of_ball, 1, &bob) == BUMPER_OK);
    hinge = bumper_joint_def_default(BUMPER_REVOLUTE, ceiling, bob); /* its anchor is (0, 0) */
    assert(bumper_simulation_insert_joint(simulation, &hinge, &joint) == BUMPER_OK);
    for (int frame = 0; frame < 60; frame++) {
        bumper_body_state state;
        float squared;
        assert(bumper_simulation_step(simulation, 1.0f / 60) == BUMPER_OK);
        assert(bumper_simulation_get(simulation, bob, &state) == BUMPER_OK);
        squared = state.center.x * state.center.x + state.center.y * state.center.y;
        assert(squared > 99 * 99 && squared < 101 * 101); /* the hinge holds */
    }
    bumper_simulation_free(simulation);
    return 0;
}
