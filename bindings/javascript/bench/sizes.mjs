/** The size of each package in a browser: bundled and minified with all that it exports, then compressed. */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { short, table } from './clock.mjs';

const DIRECTORY = new URL('.', import.meta.url).pathname;

const MODULES = { 'bumper-collision': 'bumper.wasm', 'bumper-collision/queries': 'bumper-queries.wasm' };
const PACKAGES = [
    'bumper-collision', 'bumper-collision/inline', 'bumper-collision/queries',
    '@dimforge/rapier2d-compat', '@dimforge/rapier2d-simd-compat', 'planck', 'matter-js', 'check2d', 'sat', 'rbush',
];

const kilobytes = (bytes) => gzipSync(bytes, { level: 9 }).length / 1000;

async function bundled(name) {
    const bundle = await build({
        stdin: { contents: `export * from '${name}'; export { default } from '${name}';`, resolveDir: DIRECTORY },
        bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', logLevel: 'silent',
    }).catch(() => build({
        stdin: { contents: `export * from '${name}';`, resolveDir: DIRECTORY },
        bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', logLevel: 'error',
    }));
    return bundle.outputFiles[0].contents;
}

export async function run() {
    const rows = [];
    for (const name of PACKAGES) {
        const script = kilobytes(await bundled(name));
        const file = MODULES[name];
        const module = file ? kilobytes(readFileSync(new URL(`../dist/${file}`, import.meta.url))) : 0;
        rows.push([`\`${name}\``, short(script + module), short(script), module ? short(module) : '']);
    }
    return [['Size', table(['package', 'kB after gzip -9', 'of JavaScript', 'of a module beside it'], rows)]];
}
