// Writes the files of the built handbook into one: gzip of a JSON object from paths to texts. `bumper book` serves it. The WebAssembly
// modules are in it only in their packed form, as scripts, which pages load if a server has no other.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";

const [folder, out] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !entry.name.endsWith(".wasm"));
const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
const name = (path) => relative(folder, path).split(sep).join("/");
const texts = Object.fromEntries(paths.map((path) => [name(path), readFileSync(path, "utf8")]));
writeFileSync(out, gzipSync(JSON.stringify(texts), { level: 9 }));
