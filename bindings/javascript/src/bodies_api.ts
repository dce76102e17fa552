/** What the whole package exports beside `api.ts`: rigid bodies. */

export { Body } from './simulation/body.js';
export { Collider } from './simulation/collider.js';
export { ContactEvent, ManifoldPoint } from './simulation/events.js';
export { Joint, type JointFrame, type JointState } from './simulation/joint.js';
export type {
    DistanceJointOptions,
    JointChanges,
    JointOptions,
    JointType,
    MouseJointOptions,
    MotorOptions,
    PrismaticJointOptions,
    RevoluteJointOptions,
    SpringOptions,
    WeldJointOptions,
    WheelJointOptions,
} from './simulation/joint_options.js';
export type { BodyRider, InsertMoverOptions, MoverDrive, MoverHit, MoverStep } from './simulation/movers.js';
export type { BodyOptions, BodyType, ColliderOptions, CombineRule, InsertOptions, MaterialOptions } from './simulation/options.js';
export { BodyContact, BodyRayHit, BodySweepHit, type BodyOverlap, type BodyQueryOptions } from './simulation/queries.js';
export { Simulation, type SimulationOptions } from './simulation.js';
