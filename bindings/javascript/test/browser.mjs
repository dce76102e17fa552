// Serves a directory, opens a page of it in headless Chromium, and waits until the title of the page is `passed`, or for some seconds.
//
//     node browser.mjs ROOT PAGE [--data DIRECTORY] [--picture FILE] [--tools DIRECTORY] [--seconds N] [--keys NAMES]
//
// `/data/` is a second directory. The package playwright-core is taken from the directory of tools, and so are packages that the page loads
// from jsDelivr. The keys, separated by commas, are held down.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.json': 'application/json' };
const TEXT = { type: 'string' };
const { positionals, values } = parseArgs({ allowPositionals: true, options: { data: TEXT, picture: TEXT, tools: TEXT, seconds: TEXT, keys: TEXT } });
const [root, page] = positionals;
const { chromium } = createRequire(join(resolve(values.tools ?? '.'), 'package.json'))('playwright-core');

const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    const file = path.startsWith('/data/') ? join(values.data, path.slice(6)) : join(root, path);
    try {
        const bytes = await readFile(file);
        response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
        response.writeHead(404).end();
    }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));

const flags = ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const graphics = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: [...flags, ...graphics] });
const tab = await browser.newPage({ viewport: { width: 1216, height: 736 } });
await tab.route('https://cdn.jsdelivr.net/npm/**', (route) => {
    const [, name, path] = /\/npm\/([^@]+)@[^/]+\/(.*)$/.exec(route.request().url());
    return route.fulfill({ path: join(values.tools, 'node_modules', name, path), contentType: 'text/javascript' });
});
let errors = 0;
tab.on('console', (message) => {
    errors += message.type() === 'error';
    console.log(message.text());
});
tab.on('pageerror', (error) => {
    errors += 1;
    console.log(error.stack);
});
await tab.goto(`http://127.0.0.1:${server.address().port}/${page}`);
for (const key of values.keys?.split(',') ?? []) {
    await tab.waitForTimeout(500);
    await tab.keyboard.down(key);
}
if (values.seconds) {
    await tab.waitForTimeout(500 * values.seconds);
    await tab.mouse.move(230, 150);
    await tab.waitForTimeout(500 * values.seconds);
} else {
    await tab.waitForFunction(() => ['passed', 'failed'].includes(document.title), null, { timeout: 60000 }).catch(() => {});
}
const title = values.seconds ? 'passed' : await tab.title();
if (values.picture) {
    await tab.screenshot({ path: values.picture });
}
await browser.close();
server.close();
if (title !== 'passed' || errors > 0) {
    console.error(`${page}: the title is ${JSON.stringify(title)}, with ${errors} errors`);
    process.exitCode = 1;
}
