/** All that the package exports beside `init` and `initSync`, which depend on where the module is. */

export { HeightField, type HeightFieldOptions } from './height_field.js';
export type { Source } from './loader.js';
export { Mask, type Pixels, type TraceOptions } from './mask.js';
export { pairs } from './pairs.js';
export {
    Contact,
    ContactPoint,
    contact,
    degrees,
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
export { bounds, outline, Shape } from './shape.js';
export type * from './shapes.js';
