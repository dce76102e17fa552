/** The types of maps, and the conversion of solid tiles to shapes, and the conversion of tiles to solids. */

import { described } from './errors.js';
import type { Side } from './item.js';
import { Shape } from './shape.js';
import type { PlainShape } from './shapes.js';

/** The values of custom properties or fields by their names. */
export type MapProperties = Record<string, unknown>;

/** A tile of a layer. */
export interface MapTile {
    /** The column of its cell in the layer. */
    column: number;
    /** The row of its cell in the layer. */
    row: number;
    /** The number of the tile in its tileset; the value of the cell in an IntGrid layer of LDtk. */
    id: number;
    /** The name of its tileset; the name of the layer in an IntGrid layer of LDtk. */
    tileset: string;
    /** Its class; an empty text if it has none. */
    type: string;
    /** Its custom properties. */
    properties: MapProperties;
}

/** An object of a map of Tiled, or an entity of LDtk. Its coordinates are those of the whole map. */
export interface MapObject {
    /** Its number in the map, or the `iid` of an entity. */
    id: number | string;
    /** Its name; that of its definition for an entity. An empty text if it has none. */
    name: string;
    /** Its class; an empty text if it has none. */
    type: string;
    /** Its custom properties, and those of the tile that it shows. */
    properties: MapProperties;
    shape: PlainShape;
    /** The name of its layer. */
    layer: string;
    /** The name of its level in LDtk. */
    level?: string;
    /** The side in its property `one_way`; `null` if it has none. */
    oneWay: Side | null;
}

/** A map, as `fromTiled` and `fromLdtk` read it. It is also a box: the place of the map. */
export interface GameMap {
    x: number;
    y: number;
    width: number;
    height: number;
    /** The solid tiles, from the lowest layer to the topmost one in Tiled, and the other way around in LDtk. */
    solids: MapSolid[];
    /** The objects of all layers. */
    objects: MapObject[];
}

/** A rectangle of cells, from a column and a row to another column and row, which are not part of it. */
interface Area {
    left: number;
    top: number;
    right: number;
    bottom: number;
}

/** A part of a solid that is the collision shape of a tile, or a tile that is not in a cell. */
export interface TilePart {
    shape: PlainShape;
    tile: MapTile;
}

/** Where a layer is, and what its solids say of it. */
export interface TileLayer {
    layer: string;
    level?: string;
    value?: string;
    /** The place of the cell in column 0 and row 0. */
    offsetX: number;
    offsetY: number;
    cellWidth: number;
    cellHeight: number;
}

/** The solid tiles of a layer before they become a shape. */
interface SolidTiles extends TileLayer {
    oneWay: Side | null;
    /** The tiles that fill their cells. */
    full: Cells;
    /** The other parts. */
    parts: TilePart[];
}

/** Tiles by the row and the column of their cells. */
export class Cells {
    readonly rows = new Map<number, Map<number, MapTile>>();
    size = 0;

    set(tile: MapTile): void {
        let row = this.rows.get(tile.row);
        if (!row) {
            row = new Map();
            this.rows.set(tile.row, row);
        }
        row.set(tile.column, tile);
        this.size++;
    }

    delete(column: number, row: number): void {
        if (this.rows.get(row)?.delete(column)) {
            this.size--;
        }
    }

    get(column: number, row: number): MapTile | undefined {
        return this.rows.get(row)?.get(column);
    }

    /** Merges the cells to few areas: adjacent cells of a row become a run, and equal runs in consecutive rows become an area. */
    merged(): Area[] {
        const areas: Area[] = [];
        let above = new Map<number, Area>();
        for (const [top, row] of [...this.rows].sort(([a], [b]) => a - b)) {
            const here = new Map<number, Area>();
            const columns = [...row.keys()].sort((a, b) => a - b);
            for (let k = 0; k < columns.length; k++) {
                const left = columns[k]!;
                while (columns[k + 1] === columns[k]! + 1) {
                    k++;
                }
                const right = columns[k]! + 1;
                const known = above.get(left);
                const area = known?.right === right && known.bottom === top ? known : { left, top, right, bottom: top };
                if (area !== known) {
                    areas.push(area);
                }
                area.bottom = top + 1;
                here.set(left, area);
            }
            above = here;
        }
        return areas;
    }
}

/**
 * The solid tiles of a layer as one shape, without seams. If some of its tiles have the property `one_way`, they are a solid of their own
 * for each side. `world.insert(solid.shape, { oneWay: solid.oneWay, data: solid })` adds it to a
 * world; functions that take shapes take `solid` itself, too.
 *
 * @example
 * const tiles = { firstgid: 1, name: 'ground', tilewidth: 16, tileheight: 16 };
 * const layer = { name: 'solid', type: 'tilelayer', width: 3, height: 1, data: [1, 1, 1] };
 * const map = fromTiled({ orientation: 'orthogonal', width: 3, height: 1, tilewidth: 16, tileheight: 16, tilesets: [tiles], layers: [layer] });
 * const [ground] = map.solids;
 * const hit = raycast({ x: 40, y: -50 }, { x: 0, y: 1 }, ground.shape);
 * ground.tileAt(hit.part, hit.x, hit.y).column; // 2
 */
export class MapSolid {
    /** The shape: a compound of boxes that cover the full tiles, and of the collision shapes of the other ones. */
    readonly shape: Shape;
    /** The name of the layer. */
    readonly layer: string;
    /** The name of the level in LDtk. */
    readonly level: string | undefined;
    /** The name of the value in an IntGrid layer of LDtk, or the value as a text if it has no name. */
    readonly value: string | undefined;
    /** The side in the property `one_way` of its tiles, or of the layer; `null` if they have none. */
    readonly oneWay: Side | null;
    readonly #tiles: SolidTiles;
    readonly #areas: Area[];

    /** @internal */
    constructor(tiles: SolidTiles) {
        this.layer = tiles.layer;
        this.level = tiles.level;
        this.value = tiles.value;
        this.oneWay = tiles.oneWay;
        this.#tiles = tiles;
        this.#areas = tiles.full.merged();
        const { offsetX, offsetY, cellWidth, cellHeight } = tiles;
        const boxes = this.#areas.map(({ left, top, right, bottom }) => ({
            x: offsetX + left * cellWidth,
            y: offsetY + top * cellHeight,
            width: (right - left) * cellWidth,
            height: (bottom - top) * cellHeight,
        }));
        this.shape = new Shape({ parts: [...boxes, ...tiles.parts.map((part) => part.shape)] });
    }

    /**
     * The tile that was hit. `part` is the part of the shape, from a hit or a contact. A part may cover several tiles: the result is the one
     * that is nearest to the point `x`, `y`, such as the point of the hit, or the center of a mover. `null` if there is no such part.
     */
    tileAt(part: number, x: number, y: number): MapTile | null {
        const area = this.#areas[part];
        const { offsetX, offsetY, cellWidth, cellHeight, full, parts } = this.#tiles;
        if (!area) {
            return parts[part - this.#areas.length]?.tile ?? null;
        }
        const column = Math.floor((x - offsetX) / cellWidth);
        const row = Math.floor((y - offsetY) / cellHeight);
        return full.get(clamped(column, area.left, area.right - 1), clamped(row, area.top, area.bottom - 1)) ?? null;
    }
}

function clamped(value: number, least: number, most: number): number {
    return Math.min(Math.max(value, least), most);
}

/** Collects the solid tiles of a layer. Tiles with the property `one_way` are kept apart by their sides, because a shape has one side. */
export class TileCollector {
    readonly #layer: TileLayer;
    readonly #oneWay: Side | null;
    readonly #bySide = new Map<Side | null, SolidTiles>();

    /** `oneWay` is the side of tiles without the property. */
    constructor(layer: TileLayer, oneWay: Side | null) {
        this.#layer = layer;
        this.#oneWay = oneWay;
        this.#tilesOf(oneWay);
    }

    /** Adds a tile that fills its cell. */
    fill(tile: MapTile): void {
        // Of several tiles in a cell, the last one counts.
        for (const { full } of this.#bySide.values()) {
            full.delete(tile.column, tile.row);
        }
        this.#tilesOf(oneWayOf(tile.properties) ?? this.#oneWay).full.set(tile);
    }

    /** Adds the shapes of a tile that do not fill its cell. */
    add(shapes: PlainShape[], tile: MapTile): void {
        const { parts } = this.#tilesOf(oneWayOf(tile.properties) ?? this.#oneWay);
        parts.push(...shapes.map((shape) => ({ shape, tile })));
    }

    /** The solids: first that of the tiles without a side of their own. */
    solids(): MapSolid[] {
        const found = [...this.#bySide.values()].filter(({ full, parts }) => full.size + parts.length > 0);
        return found.map((tiles) => new MapSolid(tiles));
    }

    #tilesOf(oneWay: Side | null): SolidTiles {
        let tiles = this.#bySide.get(oneWay);
        if (!tiles) {
            tiles = { ...this.#layer, oneWay, full: new Cells(), parts: [] };
            this.#bySide.set(oneWay, tiles);
        }
        return tiles;
    }
}

/** The words that mark tiles and layers as solid, as a class, a tag, or the name of a layer or a property. */
const SOLID = /^\s*(solid|collide|collision|collidable|blocked|obstacle|wall)s?\s*$/i;

/** Further words that mark a layer as solid if they are its name. */
const SOLID_LAYER = /^(platform|block)s?$/;

/** Words in the names of layers that say nothing about what the layer contains. */
const IGNORED = /^(layer|tile|map)s?$/;

export function isSolidWord(word: unknown): boolean {
    return typeof word === 'string' && SOLID.test(word);
}

/** Whether the name of a layer marks it as solid. Numbers and the words layer, tile and map do not matter: `Walls 2`, `blockedLayer`. */
export function isSolidLayerName(name: unknown): boolean {
    if (typeof name !== 'string') {
        return false;
    }
    const spaced = name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/[^\p{L}]+/gu, ' ').trim().toLowerCase();
    const words = spaced.split(' ').filter((word) => !IGNORED.test(word));
    return words.length === 1 && (SOLID.test(words[0]!) || SOLID_LAYER.test(words[0]!));
}

/**
 * Whether the properties or the class mark something as solid (true) or as not solid (false). The properties in the value of a property of a
 * class count as well.
 */
export function solidMark(properties: MapProperties, word: unknown): boolean | undefined {
    for (const [name, value] of Object.entries(properties)) {
        const flag = solidFlag(name, value);
        if (flag !== undefined) {
            return flag;
        }
    }
    return isSolidWord(word) || undefined;
}

function solidFlag(name: string, value: unknown): boolean | undefined {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        return Object.entries(value).map(([inner, flag]) => solidFlag(inner, flag)).find((flag) => flag !== undefined);
    }
    if (isSolidWord(name)) {
        return flagOf(value);
    }
    const walkable = /^\s*walkable\s*$/i.test(name) ? flagOf(value) : undefined;
    return walkable === undefined ? undefined : !walkable;
}

function flagOf(value: unknown): boolean | undefined {
    if (typeof value === 'number') {
        return value !== 0;
    }
    if (typeof value === 'string') {
        return /^\s*(true|yes|1)?\s*$/i.test(value) || (/^\s*(false|no|0)\s*$/i.test(value) ? false : undefined);
    }
    return typeof value === 'boolean' ? value : undefined;
}

/** The side in the property `one_way`, or in the key `one_way` of the property `bumper`, which is JSON with or without braces. */
export function oneWayOf(properties: MapProperties): Side | null {
    const side = keysOf(properties.bumper).one_way ?? properties.one_way;
    const word = typeof side === 'string' ? side.toLowerCase() : '';
    return word === 'up' || word === 'down' || word === 'left' || word === 'right' ? word : null;
}

function keysOf(value: unknown): MapProperties {
    if (typeof value !== 'string') {
        return (value as MapProperties) ?? {};
    }
    const text = value.trim();
    try {
        return JSON.parse(text.startsWith('{') ? text : `{${text}}`);
    } catch {
        return {};
    }
}

/** Checks that all names in the options `solid` and `ignore` are those of layers. */
export function checkNames(names: Set<string>, { solid = [], ignore = [] }: { solid?: string[]; ignore?: string[] }): void {
    const unknown = [...solid, ...ignore].find((name) => !names.has(name));
    if (unknown !== undefined) {
        const known = [...names].map((name) => JSON.stringify(name)).join(', ');
        throw new RangeError(`There is no layer ${JSON.stringify(unknown)}; the layers are ${known}.`);
    }
}

/** The value, which must be an object. */
export function anObject(value: unknown, name: string): any {
    if (typeof value !== 'object' || value === null) {
        throw new TypeError(`${name} must be the parsed JSON, but is ${described(value)}.`);
    }
    return value;
}
