/** The numbers of the tiles in the layers of maps of Tiled. */

import { anObject } from './map_tiles.js';

/** The numbers of the tiles of a layer, or of a chunk of an infinite map. */
export function numbersOf(chunk: any, layer: any, place: string): number[] {
    const numbers = decoded(chunk.data ?? [], layer, place);
    const count = chunk.width * chunk.height;
    if (numbers.length !== 0 && numbers.length !== count) {
        throw new RangeError(`${place}: the layer has ${count} tiles, but its data has ${numbers.length}.`);
    }
    return numbers;
}

function decoded(data: unknown, layer: any, place: string): number[] {
    if (typeof data !== 'string') {
        if (!Array.isArray(data) || !data.every((gid) => Number.isInteger(gid))) {
            throw new TypeError(`${place}: the data is no list of whole numbers.`);
        }
        return data;
    }
    if (data.trim() === '') {
        return [];
    }
    if (layer.encoding === 'csv' || data.includes(',')) {
        return decoded(data.split(',').filter((text) => text.trim() !== '').map(Number), layer, place);
    }
    if (layer.compression) {
        throw new RangeError(
            `${place}: the data is compressed by ${layer.compression}: pass the map through \`await decompressTiled(map)\` first.`,
        );
    }
    return words(bytesOf(data, place).buffer);
}

function bytesOf(data: string, place: string): Uint8Array<ArrayBuffer> {
    try {
        return Uint8Array.from(atob(data.replace(/\s/g, '')), (character) => character.charCodeAt(0));
    } catch {
        throw new RangeError(`${place}: the data is not base64.`);
    }
}

/** The formats of `DecompressionStream` by the names of compressions in maps. */
const FORMATS: Record<string, CompressionFormat> = { gzip: 'gzip', zlib: 'deflate' };

/**
 * Decompresses the tile layers of a map of Tiled, for `fromTiled`: a copy of the parsed JSON whose layers are lists of numbers. It is
 * asynchronous because the browser decompresses them. A map without compressed layers is copied, too.
 *
 * @throws RangeError if the data of a layer is damaged, or compressed by anything but gzip and zlib, with the name of the layer.
 *
 * @example
 * const data = 'eJxjZIAAAAAQAAI='; // the tiles 1 and 0
 * const layer = { name: 'solid', width: 2, height: 1, encoding: 'base64', compression: 'zlib', data };
 * const tilesets = [{ firstgid: 1, name: 'tiles', tilewidth: 16, tileheight: 16 }];
 * const file = { orientation: 'orthogonal', width: 2, height: 1, tilewidth: 16, tileheight: 16, tilesets, layers: [layer] };
 * const map = fromTiled(await decompressTiled(file));
 * map.solids.length; // 1
 */
export async function decompressTiled<M extends object>(map: M): Promise<M> {
    return { ...map, layers: await Promise.all((anObject(map, 'map').layers ?? []).map(decompressedLayer)) };
}

async function decompressedLayer(layer: any): Promise<object> {
    const copy = { ...layer };
    if (Array.isArray(layer.layers)) {
        copy.layers = await Promise.all(layer.layers.map(decompressedLayer));
    }
    if (!layer.compression) {
        return copy;
    }
    const place = `layer ${JSON.stringify(layer.name ?? '')}`;
    copy.compression = '';
    if (layer.data !== undefined) {
        copy.data = await decompressed(layer.data, layer.compression, place);
    }
    if (Array.isArray(layer.chunks)) {
        const { compression } = layer;
        copy.chunks = await Promise.all(
            layer.chunks.map(async (chunk: any) => ({ ...chunk, data: await decompressed(chunk.data, compression, place) })),
        );
    }
    return copy;
}

/** The numbers of compressed tiles. */
async function decompressed(data: unknown, compression: string, place: string): Promise<number[]> {
    const format = FORMATS[compression];
    if (!format) {
        throw new RangeError(`${place}: the data is compressed by ${compression}; only gzip and zlib can be read.`);
    }
    if (typeof data !== 'string') {
        throw new TypeError(`${place}: the compressed data is no text.`);
    }
    const stream = new Blob([bytesOf(data, place)]).stream().pipeThrough(new DecompressionStream(format));
    try {
        return words(await new Response(stream).arrayBuffer());
    } catch {
        throw new RangeError(`${place}: the data is not compressed by ${compression}.`);
    }
}

/** The numbers of tiles, each in four bytes, the lowest one first. */
function words(buffer: ArrayBuffer): number[] {
    const view = new DataView(buffer);
    return Array.from({ length: buffer.byteLength >> 2 }, (_, k) => view.getUint32(4 * k, true));
}
