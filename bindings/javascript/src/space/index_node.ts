/** The 3D part, for Node, which cannot fetch files. It has the types of `index.ts`. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Source } from '../module.js';
import { loader } from './loader.js';

export * from './api.js';

export function init(source?: Source): Promise<void> {
    return loader.load(source, () => readFile(new URL('../bumper-3d.wasm', import.meta.url)));
}

export function initSync(source?: BufferSource | WebAssembly.Module): void {
    loader.loadSync(source ?? readFileSync(new URL('../bumper-3d.wasm', import.meta.url)));
}
