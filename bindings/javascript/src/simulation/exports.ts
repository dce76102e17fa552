/** The exports of the module for simulations, and the error of a refused call. */

import { refusal, Status } from '../errors.js';

declare module '../loader.js' {
    interface Exports {
        simulation_new(gravityX: number, gravityY: number): number;
        simulation_free(simulation: number): number;
        simulation_clone(simulation: number): number;
        simulation_settings(simulation: number): number;
        simulation_set_settings(simulation: number): number;
        simulation_step(simulation: number, dt: number, asks: number): number;
        simulation_insert_mover(simulation: number, mover: number, mass: number, layers: number, filter: number): number;
        simulation_step_with_movers(simulation: number, dt: number): number;
        simulation_drive_mover(simulation: number, body: number, dt: number): number;
        simulation_poses(simulation: number): number;
        simulation_poses_address(simulation: number): number;
        simulation_insert(simulation: number, colliders: number): number;
        simulation_remove(simulation: number, body: number, index: number): number;
        simulation_bodies(simulation: number): number;
        simulation_events(simulation: number, stay: number): number;
        simulation_joints(simulation: number, broken: number): number;
        simulation_save(simulation: number): number;
        simulation_load(count: number): number;
        simulation_restore(simulation: number, count: number): number;
        simulation_save_state(simulation: number): number;
        simulation_restore_state(simulation: number, count: number): number;
        simulation_hash(simulation: number): number;
        simulation_cast(
            simulation: number,
            x: number,
            y: number,
            towardsX: number,
            towardsY: number,
            toPoint: number,
            max: number,
            all: number,
        ): number;
        simulation_sweep(simulation: number, x: number, y: number, all: number): number;
        simulation_intersecting(simulation: number): number;
        simulation_nearest(simulation: number, max: number): number;
        body_number(simulation: number, body: number, number: number): number;
        body_get(simulation: number, body: number): number;
        body_set(simulation: number, body: number): number;
        body_set_pose(simulation: number, body: number, x: number, y: number, angle: number): number;
        body_set_target_pose(simulation: number, body: number, x: number, y: number, angle: number, dt: number): number;
        body_apply_force(simulation: number, body: number, x: number, y: number, atX: number, atY: number, atCenter: number): number;
        body_apply_impulse(simulation: number, body: number, x: number, y: number, atX: number, atY: number, atCenter: number): number;
        body_apply_torque(simulation: number, body: number, torque: number): number;
        body_apply_angular_impulse(simulation: number, body: number, impulse: number): number;
        body_wake(simulation: number, body: number, awake: number): number;
        body_contacts(simulation: number, body: number): number;
        body_colliders(simulation: number, body: number): number;
        body_insert_collider(simulation: number, body: number): number;
        collider_remove(simulation: number, collider: number, index: number): number;
        collider_get(simulation: number, collider: number): number;
        collider_set(simulation: number, collider: number): number;
        collider_shape(simulation: number, collider: number): number;
        collider_set_shape(simulation: number, collider: number): number;
        collider_bounds(simulation: number, collider: number): number;
        joint_insert(simulation: number, a: number, b: number): number;
        joint_remove(simulation: number, joint: number): number;
        joint_definition(simulation: number, joint: number): number;
        joint_set_definition(simulation: number, joint: number): number;
        joint_get(simulation: number, joint: number): number;
        joint_set_motor(simulation: number, joint: number, speed: number, maxForce: number, hasMotor: number): number;
        joint_set_target(simulation: number, joint: number, x: number, y: number): number;
        joint_set_enabled(simulation: number, joint: number, enabled: number): number;
        joint_set_break_limits(simulation: number, joint: number, force: number, torque: number): number;
        joint_frames(simulation: number, joint: number): number;
        joint_set_frames(simulation: number, joint: number): number;
    }
}

/** The error for a refused call on a simulation. `name` is the body, collider, joint or argument. */
export function refused(status: number, simulation: { _number: number }, name: string): Error {
    if (simulation._number === 0) {
        return refusal(Status.Gone, 'The simulation');
    }
    if (status === Status.Busy) {
        return refusal(status, 'The simulation');
    }
    return status === Status.Gone ? new TypeError(`${name} has been removed.`) : refusal(status, name);
}
