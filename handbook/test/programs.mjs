// Tests the programs that the buttons of the figures copy, for every figure. Rust programs are run, and must print the relation that
// `bumper check` finds; C programs are compiled. Programs in JavaScript must print what the command computes.
//
//     node programs.mjs COMMAND
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { compareProgram } from "./javascript-programs.mjs";

const command = process.argv[2], here = join(import.meta.dirname, ".."), examples = join(here, "figure", "examples");
runInThisContext(["shapes", "code", "code-shapes", "code-javascript"].map((name) => readFileSync(join(here, "site", `${name}.js`), "utf8")).join("\n") +
  ";Object.assign(globalThis, { Shapes, Code, CodeJavaScript });");
mkdirSync(examples, { recursive: true });
const scratch = join(examples, "scene.json"), source = join(examples, "programs.rs"), unit = join(examples, "program.c");

let modules = "", main = "", compiled = 0;
const expected = [];
for (const file of readdirSync(join(here, "figures"))) {
  const scene = JSON.parse(readFileSync(join(here, "figures", file), "utf8"));
  await compareProgram(CodeJavaScript.javascript(scene), scene, { name: file.replace(".json", ""), command, folder: examples });
  for (const scalar of new Set([scene.scalar, scene.scalar === "i16" ? "fixed" : scene.scalar])) {
    // The programs contain only the first two shapes of a scene.
    const { joints, ...pair } = { ...scene, scalar, shapes: scene.shapes.slice(0, 2) }, program = Code.rust(pair);
    if (!program.includes("fn main")) throw new Error(`${file} is no program in Rust`);
    const n = expected.length;
    modules += `mod figure_${n} {\n${program.replace("fn main", "pub fn main")}}\n`;
    main += `    figure_${n}::main();\n`;
    writeFileSync(scratch, JSON.stringify(pair));
    const [line] = execFileSync(command, ["check", "--all", "--json", scratch], { encoding: "utf8" }).split("\n");
    expected.push([`${file} in ${scalar}`, JSON.parse(line).relation]);
  }
  const program = Code.c(scene);
  if (!program.includes("#include")) continue;
  writeFileSync(unit, program);
  execFileSync("gcc", ["-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", `-I${join(here, "../bindings/c/include")}`, unit]);
  compiled++;
}
writeFileSync(source, `//! Made by test/programs.mjs.\n${modules}fn main() {\n${main}}\n`);
const reported = execFileSync("cargo", ["run", "--quiet", "--manifest-path", join(here, "figure/Cargo.toml"), "--example", "programs"],
  { encoding: "utf8", maxBuffer: 1 << 26 }).split("\n").filter((line) => /^(Apart|Touching|Overlapping)$/.test(line));
const wrong = expected.filter(([, relation], n) => reported[n]?.toLowerCase() !== relation);
if (reported.length !== expected.length || wrong.length) throw new Error(`programs in Rust say otherwise: ${wrong.map(([name]) => name).join(", ")}`);
[scratch, source, unit].forEach((name) => rmSync(name));
console.log(`handbook: ${expected.length} programs in Rust say what the command says, ${compiled} in C compile, those in JavaScript of all figures print it, too`);
