// Runs the examples in the comments of the sources and in the README. A line `EXPRESSION; // VALUE` is a check; other comments are ignored.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import * as bumper from 'bumper-collision';
import * as space from 'bumper-collision/3d';

const root = new URL('../', import.meta.url);
const AsyncFunction = (async () => {}).constructor;

before(() => Promise.all([bumper.init(), space.init()]));

// The value in a comment, as a list with one element; an empty list if it is not a value.
function valueOf(comment) {
    const [, type, list] = /^(Uint32Array|Float64Array) (\[.*\])$/.exec(comment) ?? [];
    try {
        return [new Function('Uint32Array', 'Float64Array', `'use strict'; return (${type ? `${type}.from(${list})` : comment});`)(Uint32Array, Float64Array)];
    } catch {
        return [];
    }
}

// Runs the lines of an example, and returns the number of checks.
async function run(lines, place, library = bumper) {
    let count = 0;
    const values = [];
    const code = lines.map((line) => {
        const [, expression, comment] = /^(\s*[^\s].*?);\s*\/\/ (.*)$/.exec(line) ?? [];
        const value = expression && !/^\s*(const|let|\/\/)/.test(expression) ? valueOf(comment) : [];
        if (value.length === 0) {
            return line.replace(/^import .*$/, '');
        }
        count += 1;
        values.push(value[0]);
        return `check((${expression}), ${values.length - 1});`;
    });
    const check = (actual, index) => assert.deepEqual(plain(actual), plain(values[index]), `${place}: ${lines.join('\n')}`);
    await new AsyncFunction(...Object.keys(library), 'check', code.join('\n'))(...Object.values(library), check);
    return count;
}

// Numbers of examples are rounded.
function plain(value) {
    return typeof value === 'number' ? Number(value.toFixed(9)) : value;
}

function examplesOf(source) {
    const comments = source.match(/\/\*\*[^]*?\*\//g) ?? [];
    const examples = comments.flatMap((comment) => comment.split('@example').slice(1));
    return examples.map((example) => example.replace(/\*\/$/, '').split('\n').map((line) => line.replace(/^\s*\* ?/, '')));
}

test('the examples of the sources', async () => {
    let examples = 0;
    let checks = 0;
    for (const name of readdirSync(new URL('src', root), { recursive: true }).filter((name) => name.endsWith('.ts'))) {
        for (const lines of examplesOf(readFileSync(new URL(`src/${name}`, root), 'utf8'))) {
            examples += 1;
            checks += await run(lines, name, name.startsWith('space') ? space : bumper);
        }
    }
    assert.ok(examples >= 35 && checks >= 40, `${examples} examples, ${checks} checks`);
});

test('every public function has an example', () => {
    for (const [library, directory] of [[bumper, 'src'], [space, 'src/space']]) {
        checkDocumented(library, directory);
    }
});

function checkDocumented(library, directory) {
    const names = Object.entries(library).filter(([name, value]) => typeof value === 'function' && /^[a-z]/.test(name));
    const files = readdirSync(new URL(directory, root)).filter((file) => file.endsWith('.ts'));
    const sources = files.map((file) => readFileSync(new URL(`${directory}/${file}`, root), 'utf8'));
    for (const [name] of names) {
        const documented = sources.some((source) => new RegExp(`@example(?:(?!\\*/)[^])*\\*/\\s*export (?:async )?function ${name}\\b`).test(source));
        assert.ok(documented, name);
    }
}

test('the programs of the README', async () => {
    const readme = readFileSync(new URL('README.md', root), 'utf8');
    const programs = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, program]) => program.split('\n'));
    let checks = 0;
    for (const program of programs) {
        const isSpace = program.some((line) => line.endsWith("from 'bumper-collision/3d';"));
        checks += await run(program, 'README.md', isSpace ? space : bumper);
    }
    assert.ok(programs.length >= 4 && checks >= 15, `${programs.length} programs, ${checks} checks`);
});

test('the first program of the README', async () => {
    const readme = readFileSync(new URL('README.md', root), 'utf8');
    const [, html] = /```html\n([^]*?)```/.exec(readme);
    assert.ok(html.trim().split('\n').length <= 15);
    const [, script] = /<script type="module">([^]*)<\/script>/.exec(html);
    const context = { clearRect() {}, beginPath() {}, arc() {}, fill() {} };
    const canvas = { getContext: () => context };
    class Path2D {}
    const body = script.replace(/import .*/, '');
    await new AsyncFunction('init', 'overlaps', 'canvas', 'Path2D', body)(bumper.init, bumper.overlaps, canvas, Path2D);
    canvas.onpointermove({ offsetX: 200, offsetY: 230 });
    assert.equal(context.fillStyle, 'green');
    canvas.onpointermove({ offsetX: 200, offsetY: 180 });
    assert.equal(context.fillStyle, 'red');
});
