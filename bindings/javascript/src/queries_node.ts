/** The small package, without rigid bodies, for Node, which cannot fetch files. It has the types of `queries.ts`. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { load, loadSync, type Source } from './loader.js';

export * from './api.js';

export function init(source?: Source): Promise<void> {
    return load(source, () => readFile(new URL('./bumper-queries.wasm', import.meta.url)));
}

export function initSync(source?: BufferSource | WebAssembly.Module): void {
    loadSync(source ?? readFileSync(new URL('./bumper-queries.wasm', import.meta.url)));
}
