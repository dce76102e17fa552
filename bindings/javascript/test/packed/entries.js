// Loads all entries of the package in Node.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

for (const entry of ['bumper-collision', 'bumper-collision/inline', 'bumper-collision/queries']) {
    const { distance, init } = await import(entry);
    await init();
    if (distance({ x: 0, y: 0 }, { x: 3, y: 4 }) !== 5) {
        throw new Error(`${entry} computes a wrong distance`);
    }
}
const space = await import('bumper-collision/3d');
await space.init();
if (space.distance({ x: 0, y: 0, z: 0 }, { x: 2, y: 3, z: 6 }) !== 7) {
    throw new Error('bumper-collision/3d computes a wrong distance');
}
for (const module of ['bumper.wasm', 'bumper-queries.wasm', 'bumper-3d.wasm']) {
    await WebAssembly.compile(readFileSync(fileURLToPath(import.meta.resolve(`bumper-collision/${module}`))));
}
