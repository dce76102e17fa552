// With esbuild, the module is imported as a file.

import { distance, init } from 'bumper-collision';
import file from 'bumper-collision/bumper.wasm';

await init(new URL(file, import.meta.url));
document.title = distance({ x: 0, y: 0 }, { x: 3, y: 4 }) === 5 ? 'passed' : 'failed';
