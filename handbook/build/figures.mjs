// The HTML of figures and of the numbers in the text that belong to figures.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { marked } from "marked";
import { escape, here, out, run } from "./context.mjs";

const scenes = new Map();
/** The names of the figures of all pages. */
export const figures = [];

mkdirSync(join(out, "still"), { recursive: true });

export function sceneOf(id) {
  if (!scenes.has(id)) scenes.set(id, JSON.parse(readFileSync(join(here, "figures", `${id}.json`), "utf8")));
  return scenes.get(id);
}

// The strongest relation that the command reports for a figure.
function relationOf(id) {
  const found = run(["check", "--json", `handbook/figures/${id}.json`]);
  return ["overlapping", "touching"].find((relation) => found.includes(`"relation":"${relation}"`)) ?? "apart";
}

export function figure(rest) {
  const [, id, options, caption] = rest.match(/^(\S+) ?([^|]*?) ?\| ?(.*)$/) ?? [];
  if (!id) throw new Error(`::figure ${rest} has no caption`);
  const scene = sceneOf(id);
  run(["draw", `handbook/figures/${id}.json`, "-o", join(out, "still", `${id}.svg`)]);
  if (figures.includes(id)) throw new Error(`the figure ${id} is there twice`);
  figures.push(id);
  const text = caption.replace(/\{\{(\S+) (\S+)\}\}/g, (_, of, path) => valueOf(of, path)).replace(/\]\([^)]*\)|<[^>]*>|[*`_[]/g, "");
  return `<figure id="${id}" data-figure="${id}" data-options="${escape(options)}" data-relation="${relationOf(id)}" ` +
    `data-scene="${escape(JSON.stringify(scene))}"><img class="still" src="still/${id}.svg" alt="${escape(text)}">` +
    `<figcaption>${marked.parseInline(caption)}</figcaption></figure>`;
}

// The number in a scene at a path: the id of a shape, keys, and indices in lists, separated by dots.
function valueOf(id, path) {
  const [shape, ...keys] = path.split("."), scene = sceneOf(id);
  const value = keys.reduce((inner, key) => inner?.[key], scene.shapes.find((one) => one.id === shape));
  if (typeof value !== "number") throw new Error(`${id} ${path} is not a number`);
  return value;
}

export function scrub(id, path) {
  const value = valueOf(id, path);
  return `<span class="scrub" data-of="${id}" data-path="${path}" role="spinbutton" tabindex="0" aria-valuenow="${value}" ` +
    `aria-label="${escape(path.replaceAll(".", " "))}">${value}</span>`;
}
