/** Reads maps of Tiled. The rules are those of the crate `bumper-scene`. */

import { moved, objectFault, shapesOf } from './map_objects.js';
import {
    anObject, checkNames, type GameMap, isSolidLayerName, type MapObject, type MapProperties, type MapTile, oneWayOf, solidMark, TileCollector,
} from './map_tiles.js';
import type { PlainShape } from './shapes.js';
import { numbersOf } from './tiled_data.js';
import { classOf, propertiesOf, TiledSets } from './tiled_sets.js';

/** How a map of Tiled is read. */
export interface TiledOptions {
    /** The tilesets in files of their own, as parsed JSON, by their names as in the map: `{ 'ground.tsj': ... }`. */
    tilesets?: Record<string, unknown>;
    /** The names of layers whose tiles are all solid. */
    solid?: string[];
    /** The names of layers that are left out. */
    ignore?: string[];
}

/** What a layer gets from its groups. */
interface Inherited {
    x: number;
    y: number;
    solid: boolean | undefined;
    isHidden: boolean;
}

/**
 * Reads an orthogonal map of Tiled: the parsed JSON of a `.tmj` file. A tile is solid if it has collision shapes, or if the word `solid`,
 * `collide` or `collision` marks it, or its layer, group or map: as the class, the name of a layer, or a custom property that is true. A
 * property that is false excludes a tile or a layer. The solid tiles of a layer become one solid; full tiles are merged to few boxes.
 *
 * Invisible layers are left out, unless they are marked as solid themselves. Texts are left out.
 *
 * @throws TypeError or RangeError if the map cannot be read, with the name of the layer and the object.
 *
 * @example
 * const spawn = { id: 1, name: 'spawn', x: 20, y: 10, point: true };
 * const layers = [{ name: 'things', objects: [spawn] }, { name: 'ground', class: 'solid', width: 2, height: 1, data: [0, 1] }];
 * const tilesets = [{ firstgid: 1, name: 'tiles', tilewidth: 16, tileheight: 16 }];
 * const map = fromTiled({ orientation: 'orthogonal', width: 2, height: 1, tilewidth: 16, tileheight: 16, tilesets, layers });
 * map.objects[0].shape; // { x: 20, y: 10 }
 * bounds(map.solids[0]).x; // 16
 */
export function fromTiled(map: object, options: TiledOptions = {}): GameMap {
    return new Reader(anObject(map, 'map'), options).read();
}

class Reader {
    readonly #map: any;
    readonly #options: TiledOptions;
    readonly #sets: TiledSets;
    readonly #cell: { width: number; height: number };
    readonly #mapSolid: boolean;
    readonly #names = new Set<string>();
    readonly #result: GameMap;
    /** The columns and rows of the chunks of an infinite map. */
    readonly #extent = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

    constructor(map: any, options: TiledOptions) {
        if (!Array.isArray(map.layers) || map.tilewidth === undefined) {
            throw new TypeError('map is not a map of Tiled: it has no layers or no tilewidth.');
        }
        if (map.orientation !== 'orthogonal') {
            throw new RangeError(`The map is ${map.orientation}: only orthogonal maps can be read.`);
        }
        if (!(map.tilewidth > 0 && map.tileheight > 0)) {
            throw new RangeError('The tiles of the map have no size.');
        }
        this.#map = map;
        this.#options = options;
        this.#sets = new TiledSets(map.tilesets ?? [], options.tilesets ?? {});
        this.#cell = { width: map.tilewidth, height: map.tileheight };
        this.#mapSolid = solidMark(propertiesOf(map), map.class) ?? false;
        this.#result = { x: 0, y: 0, width: 0, height: 0, solids: [], objects: [] };
    }

    read(): GameMap {
        this.#layers(this.#map.layers, { x: 0, y: 0, solid: undefined, isHidden: false });
        checkNames(this.#names, this.#options);
        const { left, top, right, bottom } = this.#extent;
        const { width, height } = this.#cell;
        if (left < right) {
            Object.assign(this.#result, { x: left * width, y: top * height, width: (right - left) * width, height: (bottom - top) * height });
        } else {
            Object.assign(this.#result, { width: (this.#map.width ?? 0) * width, height: (this.#map.height ?? 0) * height });
        }
        return this.#result;
    }

    #layers(layers: any[], inherited: Inherited): void {
        for (const layer of layers) {
            this.#layer(layer, inherited);
        }
    }

    #layer(layer: any, above: Inherited): void {
        const name: string = layer.name ?? '';
        this.#names.add(name);
        const { solid = [], ignore = [] } = this.#options;
        const chosen = ignore.includes(name) ? false : solid.includes(name) || undefined;
        const properties = propertiesOf(layer);
        const own = chosen ?? solidMark(properties, layer.class) ?? (isSolidLayerName(name) || undefined);
        const inherited = {
            x: above.x + (layer.offsetx ?? 0),
            y: above.y + (layer.offsety ?? 0),
            solid: own ?? above.solid,
            isHidden: (above.isHidden || layer.visible === false) && !own,
        };
        this.#layers(layer.layers ?? [], inherited);
        if (inherited.solid === false || inherited.isHidden) {
            return;
        }
        if (layer.data !== undefined || layer.chunks !== undefined) {
            this.#tiles(layer, properties, inherited);
        }
        for (const object of layer.objects ?? []) {
            this.#object(object, name, inherited);
        }
    }

    #tiles(layer: any, properties: MapProperties, { x, y, solid = this.#mapSolid }: Inherited): void {
        const cellWidth = this.#cell.width;
        const cellHeight = this.#cell.height;
        const name: string = layer.name ?? '';
        const found = new TileCollector({ layer: name, offsetX: x, offsetY: y, cellWidth, cellHeight }, oneWayOf(properties));
        const place = `layer ${JSON.stringify(name)}`;
        for (const chunk of layer.chunks ?? [{ ...layer, x: 0, y: 0 }]) {
            const left = (chunk.x ?? 0) + (layer.x ?? 0);
            const top = (chunk.y ?? 0) + (layer.y ?? 0);
            if (layer.chunks) {
                this.#extend(left, top, left + chunk.width, top + chunk.height);
            }
            for (const [index, gid] of numbersOf(chunk, layer, place).entries()) {
                const known = this.#sets.find(gid);
                if (!known) {
                    continue;
                }
                const { set, id } = known;
                const drawn = set.drawn(id, gid, this.#cell);
                const shapes = set.solid(id, drawn, this.#cell, solid);
                if (shapes === null) {
                    continue;
                }
                const column = left + (index % chunk.width);
                const row = top + Math.floor(index / chunk.width);
                const tile: MapTile = { column, row, id, tileset: set.name, type: set.type(id), properties: set.properties(id) };
                if (shapes === 'cell') {
                    found.fill(tile);
                    continue;
                }
                const dx = x + column * cellWidth + drawn.x + drawn.transform.dx;
                const dy = y + (row + 1) * cellHeight + drawn.y + drawn.transform.dy;
                const tilePlace = `${place}, tile ${set.name} ${id} in column ${column} and row ${row}`;
                for (const object of shapes) {
                    found.add(shapesOf(object, { ...drawn.transform, dx, dy }, tilePlace), tile);
                }
            }
        }
        this.#result.solids.push(...found.solids());
    }

    #extend(left: number, top: number, right: number, bottom: number): void {
        const extent = this.#extent;
        extent.left = Math.min(extent.left, left);
        extent.top = Math.min(extent.top, top);
        extent.right = Math.max(extent.right, right);
        extent.bottom = Math.max(extent.bottom, bottom);
    }

    #object(object: any, layer: string, { x, y }: Inherited): void {
        const place = `layer ${JSON.stringify(layer)}`;
        const found = object.gid === undefined ? undefined : this.#sets.find(object.gid);
        if (object.gid && !found) {
            throw objectFault(place, object, `shows the tile ${object.gid}, which is in no tileset`);
        }
        const properties = { ...found?.set.properties(found.id), ...propertiesOf(object) };
        const { width = 0, height = 0 } = object;
        const picture = found?.set.picture(found.id, { width, height });
        const shapes = shapesOf({ ...object, picture }, moved(x, y), place);
        if (shapes.length === 0) {
            return;
        }
        const shape: PlainShape = shapes.length === 1 ? shapes[0]! : { parts: shapes };
        const read: MapObject = {
            id: object.id ?? 0,
            name: object.name ?? '',
            type: classOf(object) || (found?.set.type(found.id) ?? ''),
            properties,
            shape,
            layer,
            oneWay: oneWayOf(properties),
        };
        this.#result.objects.push(read);
    }
}
