/**
 * Runs the package beside its peers, compares the answers, and prints the tables of `docs/benchmarks/javascript.md`.
 *
 *     node run.mjs [--quick] [--write] [SECTION ...]
 *
 * With names of sections, only these run. `--quick` has few repetitions; `--write` replaces the tables in the page.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { init } from 'bumper-collision';

const SECTIONS = ['shapes', 'pairs', 'bodies', 'rays', 'masks', 'walker', 'sizes'];
const PAGE = new URL('../../../docs/benchmarks/javascript.md', import.meta.url);

const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith('--'));
const unknown = words.filter((word) => ![...SECTIONS, '--quick', '--write'].includes(word));
if (unknown.length) {
    console.error(`${unknown[0]} is no section or option. Sections: ${SECTIONS.join(', ')}. Options: --quick, --write.`);
    process.exit(1);
}

await init();
let page = words.includes('--write') ? readFileSync(PAGE, 'utf8') : null;
for (const section of SECTIONS.filter((name) => !names.length || names.includes(name))) {
    const { run } = await import(`./${section}.mjs`);
    const text = (await run()).map(([title, ...tables]) => [`## ${title}`, ...tables].join('\n\n')).join('\n\n');
    console.log(`${text}\n`);
    const marked = new RegExp(`<!-- ${section} -->[^]*?<!-- end -->`);
    page = page && page.replace(marked, () => `<!-- ${section} -->\n${text}\n<!-- end -->`);
}
if (page) {
    writeFileSync(PAGE, page);
}
