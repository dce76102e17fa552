/** The tilesets of a map of Tiled. */

import { type FileObject, moved, shapesOf, type Transform } from './map_objects.js';
import { anObject, type MapProperties, solidMark } from './map_tiles.js';

/** A size in pixels. */
interface Size {
    width: number;
    height: number;
}

/** What a tileset says of a tile. */
interface TileKind {
    type: string;
    properties: MapProperties;
    size: Size | undefined;
    shapes: FileObject[];
    /** Whether the tile is marked as solid or as not solid. */
    solid: boolean | undefined;
}

/** How a layer draws a tile. */
export interface DrawnTile {
    /** From the coordinates of the tile to those of its picture. */
    transform: Transform;
    /** The upper left corner of the picture, relative to the lower left corner of the cell. */
    x: number;
    y: number;
    width: number;
    height: number;
}

/** The bits in the number of a tile that say how it is flipped. */
const FLIPPED_X = 2 ** 31;
const FLIPPED_Y = 2 ** 30;
const FLIPPED_DIAGONALLY = 2 ** 29;
const NUMBER = 2 ** 28 - 1;

/** The values of custom properties: newer files have a list, older ones an object. */
export function propertiesOf(holder: any): MapProperties {
    const properties = holder.properties ?? {};
    return Array.isArray(properties) ? Object.fromEntries(properties.map(({ name, value }) => [name, value])) : properties;
}

/** The class of an object or a tile, which is in one of two keys, depending on the version of the file. */
export function classOf(holder: any): string {
    return holder.class || holder.type || '';
}

/** A tileset. */
export class TiledSet {
    readonly first: number;
    readonly name: string;
    readonly #size: Size;
    readonly #shiftX: number;
    readonly #shiftY: number;
    readonly #isGridSized: boolean;
    readonly #keepsAspect: boolean;
    readonly #alignment: string;
    readonly #tiles = new Map<number, TileKind>();

    constructor(file: any, first: number) {
        this.first = first;
        this.name = file.name ?? '';
        this.#size = { width: file.tilewidth, height: file.tileheight };
        this.#shiftX = file.tileoffset?.x ?? 0;
        this.#shiftY = file.tileoffset?.y ?? 0;
        this.#isGridSized = file.tilerendersize === 'grid';
        this.#keepsAspect = file.fillmode === 'preserve-aspect-fit';
        this.#alignment = file.objectalignment ?? '';
        const tiles: any[] = Array.isArray(file.tiles)
            ? file.tiles
            : Object.entries(file.tiles ?? {}).map(([id, tile]) => ({ ...(tile as object), id: Number(id) }));
        for (const tile of tiles) {
            this.#add(tile, { ...propertiesOf(tile), ...file.tileproperties?.[tile.id] });
        }
        for (const [id, properties] of Object.entries(file.tileproperties ?? {})) {
            if (!this.#tiles.has(Number(id))) {
                this.#add({ id: Number(id) }, properties as MapProperties);
            }
        }
    }

    #add(tile: any, properties: MapProperties): void {
        const place = `tileset ${JSON.stringify(this.name)}, tile ${tile.id}`;
        const shapes: FileObject[] = tile.objectgroup?.objects ?? [];
        for (const shape of shapes) {
            shapesOf(shape, moved(0, 0), place);
        }
        const width = tile.width ?? tile.imagewidth;
        const height = tile.height ?? tile.imageheight;
        const size = width === undefined || height === undefined ? undefined : { width, height };
        const type = classOf(tile);
        this.#tiles.set(tile.id, { type, properties, size, shapes, solid: solidMark(properties, type) });
    }

    type(id: number): string {
        return this.#tiles.get(id)?.type ?? '';
    }

    properties(id: number): MapProperties {
        return this.#tiles.get(id)?.properties ?? {};
    }

    /** The collision shapes of a tile that is solid, `'cell'` if it fills its cell, and `null` if it is not solid. */
    solid(id: number, drawn: DrawnTile, cell: Size, allSolid: boolean): FileObject[] | 'cell' | null {
        const kind = this.#tiles.get(id);
        if (kind?.solid === false) {
            return null;
        }
        if (!kind?.shapes.length) {
            return kind?.solid || allSolid ? 'cell' : null;
        }
        const size = kind.size ?? this.#size;
        const fillsTile = kind.shapes.some(
            ({ x = 0, y = 0, width = 0, height = 0, rotation, ...other }) =>
                !(rotation || other.ellipse || other.capsule || other.point || other.polygon || other.polyline || other.text) &&
                x <= 0 && y <= 0 && x + width >= size.width && y + height >= size.height,
        );
        const fillsCell = drawn.x === 0 && drawn.y === -cell.height && drawn.width === cell.width && drawn.height === cell.height;
        return fillsTile && fillsCell ? 'cell' : kind.shapes;
    }

    /** How a layer draws a tile whose number in the map is `gid`. */
    drawn(id: number, gid: number, cell: Size): DrawnTile {
        const tile = this.#tiles.get(id)?.size ?? this.#size;
        let bounds = this.#isGridSized ? cell : tile;
        let { scaleX, scaleY, ...picture } = this.#fitted(tile, bounds);
        const transform: Transform = { xx: scaleX, xy: 0, yx: 0, yy: scaleY, dx: 0, dy: 0 };
        const number = gid >>> 0;
        if (number & FLIPPED_DIAGONALLY) {
            Object.assign(transform, { xx: 0, xy: scaleY, yx: scaleX, yy: 0 });
            picture = { width: picture.height, height: picture.width };
            bounds = { width: bounds.height, height: bounds.width };
        }
        if (number & FLIPPED_X) {
            Object.assign(transform, { xx: 0 - transform.xx, xy: 0 - transform.xy, dx: picture.width });
        }
        if (number & FLIPPED_Y) {
            Object.assign(transform, { yx: 0 - transform.yx, yy: 0 - transform.yy, dy: picture.height });
        }
        return {
            transform,
            x: this.#shiftX * scaleX + (bounds.width - picture.width) / 2,
            y: this.#shiftY * scaleY + (bounds.height - picture.height) / 2 - bounds.height,
            ...picture,
        };
    }

    /** The rectangle in which an object draws a tile, relative to its position. */
    picture(id: number, { width, height }: Size): { x: number; y: number; width: number; height: number } {
        const tile = this.#tiles.get(id)?.size ?? this.#size;
        const size = { width: width || tile.width, height: height || tile.height };
        const { scaleX, scaleY, ...picture } = this.#fitted(tile, size);
        const name = this.#alignment === 'unspecified' || this.#alignment === '' ? 'bottomleft' : this.#alignment;
        const anchorX = name.endsWith('left') ? 0 : name.endsWith('right') ? 1 : 0.5;
        const anchorY = name.startsWith('top') ? 0 : name.startsWith('bottom') ? 1 : 0.5;
        return {
            x: -anchorX * size.width + (size.width - picture.width) / 2 + this.#shiftX * scaleX,
            y: -anchorY * size.height + (size.height - picture.height) / 2 + this.#shiftY * scaleY,
            ...picture,
        };
    }

    /** Fits a tile into a box, with the same factor for both axes if the tileset keeps the aspect ratio. */
    #fitted(tile: Size, box: Size): Size & { scaleX: number; scaleY: number } {
        const scaleX = tile.width > 0 ? box.width / tile.width : 1;
        const scaleY = tile.height > 0 ? box.height / tile.height : 1;
        if (this.#keepsAspect && scaleX !== scaleY) {
            const least = Math.min(scaleX, scaleY);
            return { scaleX: least, scaleY: least, width: tile.width * least, height: tile.height * least };
        }
        return { scaleX, scaleY, ...box };
    }
}

/** The tilesets of a map. */
export class TiledSets {
    readonly #sets: TiledSet[];

    constructor(sets: any[], external: Record<string, unknown>) {
        this.#sets = sets.map((set) => {
            const file: any = set.source === undefined ? set : (external[set.source] ?? external[set.source.split('/').pop()]);
            if (!file) {
                throw new RangeError(
                    `The tileset ${JSON.stringify(set.source)} is in a file of its own: pass its JSON in the option tilesets, or embed it in the map.`,
                );
            }
            return new TiledSet(anObject(file, `The tileset ${JSON.stringify(set.source ?? set.name)}`), set.firstgid);
        });
        this.#sets.sort((a, b) => b.first - a.first);
    }

    /** The tileset and the number in it of a tile whose number in the map is `gid`; `undefined` for an empty cell. */
    find(gid: number): { set: TiledSet; id: number } | undefined {
        const number = gid & NUMBER;
        const set = number > 0 ? this.#sets.find((set) => set.first <= number) : undefined;
        return set && { set, id: number - set.first };
    }
}
