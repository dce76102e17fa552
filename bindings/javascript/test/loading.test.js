// Tests of the ways to load the module. Each entry has modules of its own only in a process of its own.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../', import.meta.url);
const ASK = "if (m.distance({ x: 0, y: 0 }, { x: 3, y: 4 }) !== 5) throw new Error('wrong');";

// Runs a program with the imports of an entry as `m`, and returns what it prints.
function run(program, entry = 'bumper-collision') {
    const code = `import { readFileSync } from 'node:fs'; import * as m from '${entry}'; ${program}`;
    return execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' });
}

const WAYS = [
    ['bumper-collision', 'await m.init();'],
    ['bumper-collision', 'm.initSync();'],
    ['bumper-collision/queries', 'await m.init();'],
    ['bumper-collision/inline', 'await m.init();'],
    ['bumper-collision/inline', 'm.initSync();'],
    ['bumper-collision', "await m.init(readFileSync('dist/bumper.wasm'));"],
    ['bumper-collision', "await m.init(new WebAssembly.Module(readFileSync('dist/bumper.wasm')));"],
    ['bumper-collision', "await m.init(new Response(readFileSync('dist/bumper.wasm')));"],
    ['bumper-collision', "await m.init(new Response(readFileSync('dist/bumper.wasm'), { headers: { 'Content-Type': 'application/wasm' } }));"],
    // Browsers resolve the entry without the condition `node`. Here, `fetch` answers for the file.
    ['./dist/index.js', "globalThis.fetch = async (url) => new Response(readFileSync(url)); await m.init(); await m.init();"],
];

for (const [entry, load] of WAYS) {
    test(`${entry}: ${load}`, () => {
        run(load + ASK, entry);
    });
}

test('without init, the error says what to do', () => {
    const message = run('try { m.distance({ x: 0, y: 0 }, { x: 0, y: 0 }); } catch (error) { console.log(error.message); }');
    assert.equal(message.trim(), 'bumper-collision is not loaded: call `await init()` first.');
});

test('a failed response is an error, and init may be called again', () => {
    const program = "try { await m.init(new Response('', { status: 404, statusText: 'Not Found' })); } catch (error) { console.log(error.message); }";
    assert.match(run(`${program} await m.init(); ${ASK}`), /404 Not Found/);
});

test('a page instead of the module is an error that says what to do', () => {
    const response = "new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })";
    assert.match(run(`try { await m.init(${response}); } catch (error) { console.log(error.message); }`), /a page instead of its module.*With Vite before version 8, set optimizeDeps/);
});

test('a trap is an error, and the module can be loaded again', () => {
    // No buffer can be so long, so the module panics.
    const program = `
        const loader = await import('./dist/loader.js');
        await m.init();
        const box = { x: 0, y: 0, width: 1, height: 1 };
        const shape = new m.Shape(box);
        try { loader.wasm.scratch(2 ** 29); } catch (error) { console.log(error.message); }
        try { m.relation(box, box); } catch (error) { console.log(error.message); }
        await m.init();
        try { m.relation(box, shape); } catch (error) { console.log(error.message); }
        ${ASK}`;
    const lines = run(program).trim().split('\n');
    assert.match(lines[0], /has crashed.*load it again/);
    assert.equal(lines[1], lines[0]);
    assert.equal(lines[2], 'a or b has been disposed of.');
});

test('the declarations have no internal members', () => {
    for (const name of ['shape', 'mask', 'query', 'height_field', 'world', 'item', 'mover', 'mover_motion', 'mover_settings', 'mover_vector']) {
        assert.doesNotMatch(readFileSync(new URL(`dist/${name}.d.ts`, root), 'utf8'), /\b_[a-z]/);
    }
});
