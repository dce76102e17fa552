/** The exports of all entries in 2D, except `init` and `initSync`, which depend on where the module is. */

export { type Canvas, type Drawable, type DrawableBody, type DrawStyle, draw, drawContact, drawRay, drawSweep } from './draw.js';
export { HeightField, type HeightFieldOptions } from './height_field.js';
export { Item, type ItemOptions, type Side } from './item.js';
export { fromLdtk, type LdtkOptions } from './ldtk.js';
export type { Source } from './loader.js';
export { type GameMap, type MapObject, type MapProperties, MapSolid, type MapTile } from './map_tiles.js';
export { Mask, type Pixels, type TraceOptions } from './mask.js';
export { Mover } from './mover.js';
export {
    type DataOf,
    Hit,
    type ListedShape,
    type MotionOptions,
    type Obstacle,
    type ObstacleOptions,
    type Obstacles,
    type Response,
} from './mover_motion.js';
export type { MoverOptions, MoverSettings, WalkSettings } from './mover_settings.js';
export { MoverVector } from './mover_vector.js';
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
export { fromTiled, type TiledOptions } from './tiled.js';
export { decompressTiled } from './tiled_data.js';
export { World } from './world.js';
export type { Belt, PlatformPart, PushRule, Rider } from './world_carry.js';
export type { Travel, TravelOptions } from './world_travel.js';
export { WorldEvent } from './world_events.js';
export { ItemContact, ItemRayHit, ItemSweepHit, type WorldQueryOptions, type Towards } from './world_queries.js';
export type { Selection } from './world_words.js';
