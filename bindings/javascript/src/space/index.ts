/** The 3D part, for browsers and bundlers. */

import type { Source } from '../module.js';
import { loader } from './loader.js';

export * from './api.js';

/**
 * Loads the WebAssembly module for 3D. Call it once before anything else, and wait for it; further calls do nothing. Without an argument it
 * loads the file `bumper-3d.wasm` of the package.
 *
 * @example
 * await init();
 */
export function init(source?: Source): Promise<void> {
    return loader.load(source, () => new URL('../bumper-3d.wasm', import.meta.url));
}

/**
 * Loads the WebAssembly module at once, from its bytes or a compiled module, for example in a worker. It
 * blocks the page while it compiles, and some browsers refuse it outside of workers.
 *
 * @example
 * // import { readFileSync } from 'node:fs';
 * // initSync(readFileSync('bumper-3d.wasm'));
 */
export function initSync(source: BufferSource | WebAssembly.Module): void {
    loader.loadSync(source);
}
