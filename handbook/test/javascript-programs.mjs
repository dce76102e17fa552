// Runs the programs in JavaScript that the buttons of the figures copy, in Node, and compares what they print with what the command
// computes in `f64`.
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// The keys that are held, and for how many frames. The programs hold `right` for 60 frames.
const RUNS = [{ keys: ["right"], frames: 60 }, { keys: ["right"], frames: 150 }, { keys: ["jump"], frames: 60 }, { keys: ["right", "jump"], frames: 90 }];
// The command and the package compute the same, except for bodies, which have coordinates of their own in the programs. Collisions amplify
// the differences by rounding.
const TOLERANCE = 1e-6, BODY_TOLERANCE = 0.01;

/** Runs the program of a scene. `command` is the path of `bumper`, `folder` a directory below which the package can be imported. */
export async function compareProgram(program, scene, { name, command, folder }) {
  if (!program.startsWith("import ")) throw new Error(`${name} is no program in JavaScript`);
  const scratch = join(folder, "javascript.json");
  writeFileSync(scratch, JSON.stringify({ ...scene, scalar: scene.dimensions === 3 ? scene.scalar : "f64" }));
  const ask = (...words) => execFileSync(command, [...words, "--json", scratch], { encoding: "utf8" }).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  try {
    const hasMovers = scene.shapes.some((shape) => shape.move), hasBodies = scene.shapes.some((shape) => shape.body);
    if (!hasMovers && !hasBodies) compareQueries(await printedBy(program, join(folder, `${name}.mjs`)), scene, ask);
    else for (const [n, run] of (hasBodies ? RUNS.slice(0, 1) : RUNS).entries()) {
      const held = program.replace("new Set(['right'])", `new Set(${JSON.stringify(run.keys)})`).replace("frame < 60", `frame < ${run.frames}`);
      compareRun(await printedBy(held, join(folder, `${name}-${n}.mjs`)), scene, run, ask, folder);
    }
  } catch (error) {
    throw new Error(`${name} in JavaScript: ${error.message}\n${program}`, { cause: error });
  } finally {
    rmSync(scratch);
  }
}

// What a program prints: the arguments of each call of `console.log`.
async function printedBy(program, path) {
  const printed = [], { log } = console;
  writeFileSync(path, program);
  console.log = (...values) => printed.push(values);
  try {
    await import(pathToFileURL(path).href);
  } finally {
    console.log = log;
    rmSync(path);
  }
  return printed;
}

function same(what, actual, expected, tolerance = TOLERANCE) {
  const near = typeof expected !== "number" || !Number.isFinite(expected) ? actual === expected :
    Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected));
  if (!near) throw new Error(`${what} is ${actual}, and not ${expected}`);
}

function compareQueries(printed, { shapes, rays = [] }, ask) {
  const found = ask("check", "--all"), index = (id) => shapes.findIndex((shape) => shape.id === id);
  if (shapes.length === 2) {
    same("the relation", printed.shift()[0], found[0].relation);
    const [hit] = printed.shift();
    same("whether there is a contact", hit !== null, found[0].relation !== "apart");
    if (hit && found[0].depth !== undefined) same("the depth", hit.depth, found[0].depth);
  } else {
    const expected = found.filter((pair) => pair.relation !== "apart").flatMap((pair) => [index(pair.a), index(pair.b)]);
    same("the list of pairs", String([...printed.shift()[0]]), String(expected));
  }
  if (rays.length) {
    const nearest = ask("cast").filter((line) => line.shape);
    for (const ray of rays) {
      const distances = shapes.map(() => printed.shift()[0]?.distance ?? Infinity), hit = nearest.find((line) => line.ray === ray.id);
      same("the distance of a hit", Math.min(...distances), hit?.distance ?? Infinity);
    }
  }
  if (printed.length) {
    const times = ask("sweep").map((line) => line.time), own = printed.map(([hit]) => hit?.time).filter((time) => time !== undefined);
    same("the number of impacts", own.length, times.length);
    own.sort().forEach((time, n) => same("a time of impact", time, times.sort()[n]));
  }
}

// Shapes are where the command moves them.
function compareRun(printed, scene, { keys, frames }, ask, folder) {
  const held = join(folder, "javascript-keys.txt");
  writeFileSync(held, `${keys.join(" ")} ${frames}\n`);
  const last = ask("run", "--frames", String(frames), "--keys", held).at(-1), moved = new Map();
  rmSync(held);
  for (const { id, moved: [x, y], angle } of [...last.movers, ...last.bodies ?? []]) moved.set(id, { x, y, angle: (angle ?? 0) * Math.PI / 180 });
  if (!printed.length) throw new Error("it prints nothing");
  for (const [id, x, y, angle] of printed) {
    const expected = moved.get(id), shape = scene.shapes.find((one) => one.id === id);
    const [left, low, right, high] = shape.body ? Shapes.boundingBox(Shapes.figures(shape, scene.y)) : [0, 0, 0, 0];
    const tolerance = scene.shapes.some((one) => one.body) ? BODY_TOLERANCE : TOLERANCE;
    same(`the x of ${id}`, x - (left + right) / 2, expected.x, tolerance);
    same(`the y of ${id}`, y - (low + high) / 2, expected.y, tolerance);
    if (shape.body) same(`the angle of ${id}`, angle, expected.angle, tolerance);
  }
  const lifts = scene.shapes.filter((shape) => shape.move?.response === "carry").length;
  same("the number of moving shapes", printed.length, moved.size - lifts);
}
