// Runs the listings in JavaScript that have no canvas, in Node. On a line that ends with `// prints: TEXT`, `console.log` must print TEXT,
// whenever it runs.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const folder = join(import.meta.dirname, "../listings"), chapters = join(import.meta.dirname, "../chapters");
// It calls the command, and `test.sh` runs it.
const WITHOUT_JAVASCRIPT = ["check.py"];
runInThisContext(`${readFileSync(join(import.meta.dirname, "../site/inspect.js"), "utf8")};globalThis.Inspect = Inspect;`);

/** The names of the listings that the chapters show, mapped to whether they have a canvas. */
function shown() {
  const text = readdirSync(chapters).map((name) => readFileSync(join(chapters, name), "utf8")).join("\n");
  return new Map([...text.matchAll(/^::code ([\w-]+)( canvas .*)?$/gm)].map(([, name, canvas]) => [name, canvas !== undefined]));
}

/** Runs all listings, and calls `fail` for each error. Returns what each one has printed by its name. */
export async function runListings(fail) {
  const listings = shown(), printed = new Map();
  for (const file of readdirSync(folder)) {
    const name = file.replace(/\.\w+$/, "");
    if (!listings.has(name) && !WITHOUT_JAVASCRIPT.includes(file)) fail(`no chapter shows listings/${file}`);
  }
  for (const [name, hasCanvas] of listings) {
    if (!hasCanvas) printed.set(name, await runListing(name, fail));
  }
  return printed;
}

async function runListing(name, fail) {
  const path = join(folder, `${name}.js`), address = pathToFileURL(path).href;
  const expected = new Map(readFileSync(path, "utf8").split("\n").map((line, n) => [n + 1, line.match(/\/\/ prints: (.*)$/)?.[1]])
    .filter(([, text]) => text !== undefined));
  const all = [], missing = new Set(expected.keys()), { log } = console;
  console.log = (...values) => {
    const text = Inspect.line(values), line = lineOf(new Error().stack, address);
    all.push(text);
    missing.delete(line);
    if (expected.has(line) && expected.get(line) !== text) fail(`listings/${name}.js:${line} prints ${text}`);
  };
  try {
    await import(address);
  } catch (error) {
    fail(`listings/${name}.js: ${error.stack}`);
  } finally {
    console.log = log;
  }
  for (const line of missing) fail(`listings/${name}.js:${line} prints nothing`);
  return all.map((text) => `${text}\n`).join("");
}

/** The line of a program at which a stack is. */
function lineOf(stack, address) {
  const at = stack.indexOf(`${address}:`);
  return at < 0 ? 0 : Number(stack.slice(at + address.length + 1).match(/^\d+/)[0]);
}
