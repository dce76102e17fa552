/** Reads projects of LDtk. The rules are those of the crate `bumper-scene`. */

import {
    anObject, checkNames, type GameMap, isSolidLayerName, isSolidWord, type MapProperties, type MapTile, oneWayOf, solidMark, TileCollector,
    type TileLayer,
} from './map_tiles.js';

/** How a project of LDtk is read. */
export interface LdtkOptions {
    /** The name of the world; the first one if it is not given. */
    world?: string;
    /** The names of the levels; if they are not given, all levels of the world at the depth of its first level. */
    levels?: string[];
    /** The levels in files of their own, as parsed JSON, by their names as in the project: `{ 'world/Level_0.ldtkl': ... }`. */
    files?: Record<string, unknown>;
    /** The names of layers whose tiles are all solid. */
    solid?: string[];
    /** The names of layers that are left out. */
    ignore?: string[];
}

/** The largest number of cells into which a tile is split that is larger than a cell. */
const MAX_COVERED = 64;

/**
 * Reads a project of LDtk: the parsed JSON of an `.ldtk` file, of version 0.8 or later. Each value of an IntGrid layer becomes one solid, in
 * which cells are merged to few boxes; choose by its `value` which ones stop what. The tiles of other layers are solid if their layer has the
 * name or the tag `solid`, `collide` or `collision`, or if an enum tag or the custom data of the tileset marks them. Each entity becomes an
 * object with a box. Levels are at their places in the world.
 *
 * @throws TypeError or RangeError if the project cannot be read, with the name of the level, the layer and the entity.
 *
 * @example
 * const walls = { __type: 'IntGrid', __identifier: 'Walls', __cWid: 3, __cHei: 1, __gridSize: 16, intGridCsv: [0, 1, 1] };
 * const level = { identifier: 'Cave', worldX: 100, worldY: 0, pxWid: 48, pxHei: 16, layerInstances: [walls] };
 * const map = fromLdtk({ defs: {}, levels: [level] });
 * map.solids[0].value; // '1'
 * bounds(map.solids[0]).width; // 32
 */
export function fromLdtk(project: object, options: LdtkOptions = {}): GameMap {
    return new Reader(anObject(project, 'project'), options).read();
}

class Reader {
    readonly #project: any;
    readonly #options: LdtkOptions;
    readonly #names = new Set<string>();
    readonly #result: GameMap;

    constructor(project: any, options: LdtkOptions) {
        if (!Array.isArray(project.levels)) {
            throw new TypeError('project is not a project of LDtk: it has no levels.');
        }
        const [major, minor] = String(project.jsonVersion ?? '1').split('.').map(Number);
        if (major === 0 && minor! < 8) {
            throw new RangeError(`LDtk ${project.jsonVersion} has written the project: save it with version 0.8 or later.`);
        }
        this.#project = { ...project, defs: { layers: [], tilesets: [], ...project.defs } };
        this.#options = options;
        this.#result = { x: 0, y: 0, width: 0, height: 0, solids: [], objects: [] };
    }

    read(): GameMap {
        const levels = this.#levels();
        for (const level of levels) {
            const name: string = level.identifier;
            let layers = level.layerInstances;
            if (!layers && level.externalRelPath) {
                const { files = {} } = this.#options;
                const file = anObject(files[level.externalRelPath], `The file ${JSON.stringify(level.externalRelPath)} in the option files`);
                layers = file.layerInstances;
            }
            for (const layer of layers ?? []) {
                this.#layer(layer, level, `level ${JSON.stringify(name)}, layer ${JSON.stringify(layer.__identifier)}`);
            }
        }
        checkNames(this.#names, this.#options);
        const left = Math.min(...levels.map((level) => level.worldX));
        const top = Math.min(...levels.map((level) => level.worldY));
        const right = Math.max(...levels.map((level) => level.worldX + level.pxWid));
        const bottom = Math.max(...levels.map((level) => level.worldY + level.pxHei));
        return levels.length === 0 ? this.#result : Object.assign(this.#result, { x: left, y: top, width: right - left, height: bottom - top });
    }

    /** The levels that are chosen, at their places. */
    #levels(): any[] {
        const { world: name, levels: names } = this.#options;
        const worlds: any[] = [this.#project, ...(this.#project.worlds ?? [])].filter((world) => world.levels.length > 0);
        const isChosen = (world: any) => !names || world.levels.some((level: any) => names.includes(level.identifier));
        const world = name === undefined ? (worlds.find(isChosen) ?? worlds[0]) : worlds.find((world) => world.identifier === name);
        if (!world && name !== undefined) {
            const known = worlds.map((world) => JSON.stringify(world.identifier)).join(', ');
            throw new RangeError(`There is no world ${JSON.stringify(name)}; the worlds are ${known}.`);
        }
        const levels: any[] = world ? placed(world) : [];
        const unknown = names?.find((name) => !levels.some((level) => level.identifier === name));
        if (unknown !== undefined) {
            const known = levels.map((level) => JSON.stringify(level.identifier)).join(', ');
            throw new RangeError(`There is no level ${JSON.stringify(unknown)} in the world; its levels are ${known}.`);
        }
        const depth = levels[0]?.worldDepth;
        return levels.filter((level) => (names ? names.includes(level.identifier) : level.worldDepth === depth));
    }

    #layer(layer: any, level: any, place: string): void {
        const { solid = [], ignore = [] } = this.#options;
        const name: string = layer.__identifier;
        this.#names.add(name);
        const definition = this.#project.defs.layers.find((known: any) => known.identifier === name);
        const marked = isSolidLayerName(name) || (definition?.uiFilterTags ?? []).some(isSolidWord);
        const allSolid = !ignore.includes(name) && (solid.includes(name) || marked);
        if (ignore.includes(name) || (layer.visible === false && !allSolid)) {
            return;
        }
        const x = level.worldX + (layer.__pxTotalOffsetX ?? 0);
        const y = level.worldY + (layer.__pxTotalOffsetY ?? 0);
        const tiles = {
            layer: name, level: level.identifier, offsetX: x, offsetY: y, cellWidth: layer.__gridSize, cellHeight: layer.__gridSize,
        };
        for (const entity of layer.entityInstances ?? []) {
            this.#entity(entity, tiles, place);
        }
        const values: number[] = layer.intGridCsv ?? [];
        if (!(layer.__gridSize > 0)) {
            throw new RangeError(`${place}: the grid has no size.`);
        }
        if (layer.__type === 'IntGrid' && values.some((value) => value !== 0)) {
            if (values.length !== layer.__cWid * layer.__cHei) {
                throw new RangeError(`${place}: the layer has ${layer.__cWid * layer.__cHei} cells, but its data has ${values.length} values.`);
            }
            this.#values(values, layer.__cWid, definition, tiles);
        } else {
            this.#tiles(layer, definition, allSolid, tiles);
        }
    }

    #entity(entity: any, { layer, level, offsetX, offsetY }: { layer: string; level: string; offsetX: number; offsetY: number }, place: string): void {
        const { px, width = 0, height = 0, __pivot: pivot = [0, 0] } = entity;
        const x = offsetX + px?.[0] - pivot[0] * width;
        const y = offsetY + px?.[1] - pivot[1] * height;
        if (!Number.isFinite(x + y + width + height) || width < 0 || height < 0) {
            throw new RangeError(`${place}: the entity ${JSON.stringify(entity.__identifier)} has no place or no valid size.`);
        }
        const fields: any[] = entity.fieldInstances ?? [];
        const properties: MapProperties = Object.fromEntries(fields.map((field) => [field.__identifier, field.__value]));
        const shape = width === 0 && height === 0 ? { x, y } : { x, y, width, height };
        const name: string = entity.__identifier ?? '';
        const id: string = entity.iid ?? '';
        this.#result.objects.push({ id, name, type: name, properties, shape, layer, level, oneWay: oneWayOf(properties) });
    }

    /** Adds one solid for each value of an IntGrid layer. */
    #values(values: number[], columns: number, definition: any, tiles: TileLayer): void {
        const byValue = new Map<number, TileCollector>();
        values.forEach((value, index) => {
            if (value !== 0) {
                let cells = byValue.get(value);
                if (!cells) {
                    const name = definition?.intGridValues?.find((known: any) => known.value === value)?.identifier || String(value);
                    cells = new TileCollector({ ...tiles, value: name }, null);
                    byValue.set(value, cells);
                }
                const column = index % columns;
                cells.fill({ column, row: Math.floor(index / columns), id: value, tileset: tiles.layer, type: '', properties: {} });
            }
        });
        for (const [, cells] of [...byValue].sort(([a], [b]) => a - b)) {
            this.#result.solids.push(...cells.solids());
        }
    }

    /** Adds the solid tiles of a layer. Tiles on the grid are split into cells, so that they are merged. */
    #tiles(layer: any, definition: any, allSolid: boolean, tiles: TileLayer): void {
        const set = this.#project.defs.tilesets.find((known: any) => known.uid === layer.__tilesetDefUid);
        const marks = marksOf(set);
        const grid: number = layer.__gridSize;
        const side: number = set?.tileGridSize || grid;
        const found = new TileCollector(tiles, null);
        for (const { px, t: id } of [...(layer.autoLayerTiles ?? []), ...(layer.gridTiles ?? [])]) {
            const mark = marks.get(id);
            if (!(mark?.solid ?? allSolid)) {
                continue;
            }
            const left = (px[0] + (definition?.tilePivotX ?? 0) * (grid - side)) / grid;
            const top = (px[1] + (definition?.tilePivotY ?? 0) * (grid - side)) / grid;
            const span = side / grid;
            const tile: MapTile = {
                column: Math.floor(left), row: Math.floor(top), id, tileset: set?.identifier ?? '', type: '', properties: mark?.properties ?? {},
            };
            if ([left, top, span].every(Number.isInteger) && span * span <= MAX_COVERED) {
                for (let cell = 0; cell < span * span; cell++) {
                    found.fill({ ...tile, column: left + (cell % span), row: top + Math.floor(cell / span) });
                }
            } else {
                const x = tiles.offsetX + left * grid;
                found.add([{ x, y: tiles.offsetY + top * grid, width: side, height: side }], tile);
            }
        }
        this.#result.solids.push(...found.solids());
    }
}

/** The levels of a world. Levels in a row or in a column have no places in the file, and are put one after the other. */
function placed(world: any): any[] {
    const isRow = world.worldLayout === 'LinearHorizontal';
    if ((!isRow && world.worldLayout !== 'LinearVertical') || world.levels.some((level: any) => (isRow ? level.worldX : level.worldY) > 0)) {
        return world.levels;
    }
    let end = 0;
    return world.levels.map((level: any) => {
        const start = end;
        end += isRow ? level.pxWid : level.pxHei;
        return { ...level, worldX: isRow ? start : 0, worldY: isRow ? 0 : start };
    });
}

/** What the enum tags and the custom data of a tileset say of its tiles. */
function marksOf(set: any): Map<number, { solid: boolean | undefined; properties: MapProperties }> {
    const marks = new Map<number, { solid: boolean | undefined; properties: MapProperties }>();
    for (const tag of set?.enumTags ?? []) {
        for (const id of isSolidWord(tag.enumValueId) ? tag.tileIds : []) {
            marks.set(id, { solid: true, properties: {} });
        }
    }
    for (const { tileId, data } of set?.customData ?? []) {
        const properties = parsed(data);
        marks.set(tileId, { solid: solidMark(properties, data) ?? marks.get(tileId)?.solid, properties });
    }
    return marks;
}

function parsed(data: string): MapProperties {
    try {
        const value = JSON.parse(data);
        return typeof value === 'object' && value !== null ? value : {};
    } catch {
        return {};
    }
}
