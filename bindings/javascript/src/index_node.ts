/** The whole package, for Node, which cannot fetch files. It has the types of `index.ts`. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { load, loadSync, type Source } from './loader.js';

export * from './api.js';
export * from './bodies_api.js';

export function init(source?: Source): Promise<void> {
    return load(source, () => readFile(new URL('./bumper.wasm', import.meta.url)));
}

export function initSync(source?: BufferSource | WebAssembly.Module): void {
    loadSync(source ?? readFileSync(new URL('./bumper.wasm', import.meta.url)));
}
