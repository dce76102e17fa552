// The module is part of this entry, so that the bundle is one file.

import { distance, init } from 'bumper-collision/inline';

await init();
document.title = distance({ x: 0, y: 0 }, { x: 3, y: 4 }) === 5 ? 'passed' : 'failed';
