// What the other files of this directory share: the paths, the command `bumper`, and the escaping of HTML.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const [command, output] = process.argv.slice(2);

/** The directory into which the site is built. */
export const out = output;
/** The directory `handbook`. */
export const here = join(import.meta.dirname, "..");
/** The root of the repository. */
export const root = join(here, "..");
/** The output of the command `bumper` with these arguments. */
export const run = (words) => execFileSync(command, words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
export const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
