/** The whole package with the module inside, for pages that cannot load a second file. */

import { base64 } from './inline_module.js';
import { load, loadSync, type Source } from './loader.js';

export * from './api.js';
export * from './bodies_api.js';

/**
 * Loads the WebAssembly module, which is part of this file. Call it once before anything else, and wait for it; further calls do nothing.
 *
 * @example
 * await init();
 */
export function init(source?: Source): Promise<void> {
    return load(source, bytes);
}

/**
 * Loads the WebAssembly module at once. It blocks the page while it compiles, and some browsers refuse it outside of workers.
 *
 * @example
 * initSync();
 */
export function initSync(source?: BufferSource | WebAssembly.Module): void {
    loadSync(source ?? bytes());
}

function bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
