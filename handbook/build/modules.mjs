// The WebAssembly modules of the site, and the scripts that esbuild bundles from packages.
//
// Each module is there twice: as `NAME.wasm`, which browsers stream and cache once for all pages, and as `NAME.js` for pages that are
// opened as files, where browsers refuse to fetch anything. The latter is compressed, because it is also what the command contains.
import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { here, out, root } from "./context.mjs";

/** Writes a module in both forms, and returns the size of the compressed one. */
export function writeModule(name, path) {
  copyFileSync(join(root, path), join(out, `${name}.wasm`));
  const packed = execFileSync("xz", ["--format=lzma", "--lzma1=preset=9e,lc=4,pb=0", "-c", join(root, path)], { maxBuffer: 1 << 26 });
  writeFileSync(join(out, `${name}.js`), `(window.packedModules ??= {}).${name} = "${packed.toString("base64")}";\n`);
  return packed.length;
}

function bundle(name, options) {
  const { outputFiles: [file] } = buildSync({ entryPoints: [join(here, "build/bundles", `${name}.js`)], bundle: true, minify: true, write: false,
    target: "es2022", logLevel: "error", define: { "import.meta.url": '""' }, ...options });
  return file.text;
}

/** Bundles a script of the directory `build/bundles` for the site. */
export function writeBundle(name) {
  writeFileSync(join(out, `${name}.js`), bundle(name, { format: "iife" }));
}

/** Writes the package as the text of a module in a script, because pages that are opened as files cannot import modules from files. */
export function writePackage() {
  writeFileSync(join(out, "api.js"), `window.packageText = ${JSON.stringify(bundle("api", { format: "esm" }))};\n`);
}
