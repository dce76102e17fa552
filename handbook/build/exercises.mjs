// The HTML of exercises.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { marked } from "marked";
import { escape, here } from "./context.mjs";
import { sceneOf } from "./figures.mjs";

runInThisContext(`${readFileSync(join(here, "site", "condition.js"), "utf8")};globalThis.Condition = Condition;`);

// Figures with more shapes do not report the distance of every pair.
const MAX_SHAPES = 12;

export function exercise(rest) {
  const [, id, condition, text] = rest.match(/^(\S+) ([^|]+?) \| ?(.+)$/) ?? [];
  if (!id) throw new Error(`::exercise ${rest} is not understood`);
  const scene = sceneOf(id), missing = Condition.parse(condition).shapes.find((name) => !scene.shapes.some((shape) => shape.id === name));
  if (missing) throw new Error(`::exercise ${rest}: the figure has no shape ${missing}`);
  if (scene.shapes.length > MAX_SHAPES) throw new Error(`::exercise ${rest}: the figure has more than ${MAX_SHAPES} shapes`);
  return `<p class="exercise" data-of="${id}" data-condition="${escape(condition)}"><strong>Exercise.</strong> ${marked.parseInline(text)} ` +
    `<span role="status"></span></p>`;
}
