/** The whole package, for browsers and bundlers. */

import { load, loadSync, type Source } from './loader.js';

export * from './api.js';
export * from './bodies_api.js';

/**
 * Loads the WebAssembly module. Call it once before anything else, and wait for it; further calls do nothing. Without an argument it loads
 * the file `bumper.wasm` beside this one.
 *
 * @example
 * await init();
 */
export function init(source?: Source): Promise<void> {
    return load(source, () => new URL('./bumper.wasm', import.meta.url));
}

/**
 * Loads the WebAssembly module at once, from its bytes or a compiled module, for example in a worker. It
 * blocks the page while it compiles, and some browsers refuse it outside of workers.
 *
 * @example
 * // import { readFileSync } from 'node:fs';
 * // initSync(readFileSync('bumper.wasm'));
 */
export function initSync(source: BufferSource | WebAssembly.Module): void {
    loadSync(source);
}
