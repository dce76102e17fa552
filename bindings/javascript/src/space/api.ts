/** All that the entry `./3d` exports beside `init` and `initSync`, which depend on where the module is. */

export type { Source } from '../module.js';
export { HeightField, type HeightFieldOptions } from './height_field.js';
export { Mesh, type MeshOptions } from './mesh.js';
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
} from './query.js';
export { bounds, Shape } from './shape.js';
export type * from './shapes.js';
