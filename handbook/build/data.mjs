// The data of the special pages: the examples of the playground, and the hashes of the page on reproducibility.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { here, out, root, run } from "./context.mjs";

// The scenes that the playground offers as examples.
export function examples() {
  const list = { "the dot and the wall": "scenes/dot-and-wall", "two dots": "scenes/two-dots", "every kind": "scenes/every-kind",
    "pinball": "scenes/pinball", "an L": "scenes/l-shape", "16 bits": "scenes/pairs-16bit-y-down" };
  for (const name of ["bridge", "car", "card-house", "chain", "dominoes", "pushing", "pyramid", "seesaw", "wrecking-ball"]) {
    list[name.replace("-", " ")] = `bodies/${name}`;
  }
  return Object.fromEntries(Object.entries(list).map(([name, path]) => [name, readFileSync(join(root, "examples", `${path}.json`), "utf8")]));
}

// The test cases of the page on reproducibility, with the expected hashes, which are computed here by the command.
export function expected() {
  runInThisContext(readFileSync(join(here, "site", "hash.js"), "utf8"));
  const tests = JSON.parse(readFileSync(join(here, "bits.json"), "utf8")), others = [];
  const file = join(out, "bits-scene.json"), held = join(out, "bits-keys.txt");
  const parsed = (text) => text.trim().split("\n").map((line) => JSON.parse(line));
  for (const test of tests) {
    let lines;
    if (test.kind === "relations") {
      lines = Array.from({ length: test.scenes }, (_, n) => {
        writeFileSync(file, JSON.stringify(Bits.scene(test.seed + n, test.scalar)));
        return Bits.judged(test, parsed(run(["check", "--all", "--json", file])));
      });
    } else {
      // The page simulates all movers and bodies in `f32`.
      test.scene = { ...JSON.parse(readFileSync(join(root, test.path), "utf8")), scalar: "f32" };
      writeFileSync(file, JSON.stringify(test.scene));
      writeFileSync(held, Array.from({ length: test.frames }, (_, n) => `${test.keys[n % test.keys.length]}\n`).join(""));
      lines = parsed(run(["run", file, "--json", "--frames", String(test.frames), "--keys", held]));
    }
    const { text } = Bits.hash(lines);
    if (text !== test.expected) others.push(`bits of ${test.name}: the command gives ${text}, not ${test.expected}`);
  }
  if (others.length) throw new Error(others.join("\n"));
  [file, held].forEach((name) => rmSync(name, { force: true }));
  return tests;
}
