/** All that the entry `./3d` exports beside `init` and `initSync`, which depend on where the module is. */

export type { Source } from '../module.js';
export type { WalkSettings } from '../mover_settings.js';
export type { Response } from '../response.js';
export { HeightField, type HeightFieldOptions } from './height_field.js';
export { Mesh, type MeshOptions } from './mesh.js';
export { Item, type ItemOptions } from './item.js';
export { type DataOf, Hit, type MotionOptions, Mover, type Obstacle, type Obstacles } from './mover.js';
export type { MoverOptions } from './mover_settings.js';
export { MoverVector } from './mover_vector.js';
export {
    Contact,
    ContactPoint,
    contact,
    distance,
    intersects,
    overlaps,
    RayHit,
    raycast,
    type Relation,
    relation,
    SweepHit,
    sweep,
    type Towards,
} from './query.js';
export { bounds, Shape } from './shape.js';
export type * from './shapes.js';
export { ItemContact, ItemRayHit, ItemSweepHit, World, type WorldEvent, type WorldQueryOptions } from './world.js';
export type { Rider } from './world_carry.js';
export type { Selection } from './world_words.js';
