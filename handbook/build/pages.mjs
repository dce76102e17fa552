// Builds the pages from Markdown with these directives:
//
//     ::figure ID OPTION… | CAPTION      a live figure of the scene figures/ID.json
//     {{ID SHAPE.KEY.PLACE}}             a number in the scene of the figure ID, which the reader can change
//     ::listing PATH [from "TEXT"] [to "TEXT" [plus N]]
//                                        a file, or its lines from the first that contains a text to the next that contains another text,
//                                        plus N more lines; other builds compile the file
//     ::run ARGUMENTS                    the output of the command `bumper`
//     ::playground, ::bits, ::contents   the content of these special pages
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { marked } from "marked";

const [command, out] = process.argv.slice(2);
const here = join(import.meta.dirname, ".."), root = join(here, "..");
const run = (words) => execFileSync(command, words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const scenes = new Map(), figures = [];

mkdirSync(join(out, "still"), { recursive: true });

function sceneOf(id) {
  if (!scenes.has(id)) scenes.set(id, JSON.parse(readFileSync(join(here, "figures", `${id}.json`), "utf8")));
  return scenes.get(id);
}

// The strongest relation that the command reports for a figure.
function relationOf(id) {
  const found = run(["check", "--json", `handbook/figures/${id}.json`]);
  return ["overlapping", "touching"].find((relation) => found.includes(`"relation":"${relation}"`)) ?? "apart";
}

function figure(id, options, caption) {
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

function scrub(id, path) {
  const value = valueOf(id, path);
  return `<span class="scrub" data-of="${id}" data-path="${path}" role="spinbutton" tabindex="0" aria-valuenow="${value}" ` +
    `aria-label="${escape(path.replaceAll(".", " "))}">${value}</span>`;
}

function listing(words) {
  const [, path, from, to, more] = words.match(/^(\S+)(?: from "([^"]*)")?(?: to "([^"]*)")?(?: plus (\d+))?$/) ?? [];
  if (!path) throw new Error(`::listing ${words} is not understood`);
  let lines = readFileSync(join(root, path), "utf8").trimEnd().split("\n");
  const find = (part) => {
    const at = lines.findIndex((line) => line.includes(part));
    if (at < 0) throw new Error(`${path} has no line with ${part}`);
    return at;
  };
  if (from) lines = lines.slice(find(from));
  if (to) lines = lines.slice(0, find(to) + 1 + Number(more ?? 0));
  // Removes the lines that rustdoc hides.
  lines = lines.filter((line) => !line.startsWith("# ") || !path.endsWith(".md"));
  if (!lines.length) throw new Error(`${path} has no lines from ${from} to ${to}`);
  const indent = Math.min(...lines.filter((line) => line.trim()).map((line) => line.match(/^ */)[0].length));
  const text = lines.map((line) => line.slice(indent)).join("\n");
  return `<div class="listing"><p class="path">${escape(path)}</p><pre tabindex="0"><code>${escape(text)}</code></pre></div>`;
}

function shell(words) {
  const text = `$ bumper ${words}\n${run(words.split(" ")).trimEnd()}`;
  return `<pre tabindex="0"><code>${escape(text)}</code></pre>`;
}

// Extensions of Markdown: the directives, each on its own line, and the numbers within the text.
const line = {
  name: "line", level: "block",
  start: (text) => text.match(/^::\w/m)?.index,
  tokenizer(text) {
    const [raw, verb, rest] = text.match(/^::(\w+) ?(.*)(?:\n|$)/) ?? [];
    return raw && { type: "line", raw, verb, rest };
  },
  renderer({ verb, rest }) {
    if (verb === "figure") {
      const [, id, options, caption] = rest.match(/^(\S+) ?([^|]*?) ?\| ?(.*)$/);
      return figure(id, options, caption);
    }
    if (verb === "listing") return listing(rest);
    if (verb === "run") return shell(rest);
    if (verb === "contents") return `<ol>${contents}</ol>`;
    if (verb === "playground" || verb === "bits") return `<div id="${verb}"></div>`;
    throw new Error(`::${verb} is not known`);
  },
};
const number = {
  name: "number", level: "inline",
  start: (text) => text.indexOf("{{"),
  tokenizer(text) {
    const [raw, id, path] = text.match(/^\{\{(\S+) (\S+)\}\}/) ?? [];
    return raw && { type: "number", raw, id, path };
  },
  renderer: ({ id, path }) => scrub(id, path),
};
marked.use({ extensions: [line, number] });

// The scenes that the playground offers as examples.
function examples() {
  const list = { "the dot and the wall": "scenes/dot-and-wall", "two dots": "scenes/two-dots", "every kind": "scenes/every-kind",
    "pinball": "scenes/pinball", "an L": "scenes/l-shape", "16 bits": "scenes/pairs-16bit-y-down" };
  for (const name of ["bridge", "car", "card-house", "chain", "dominoes", "pushing", "pyramid", "seesaw", "wrecking-ball"]) {
    list[name.replace("-", " ")] = `bodies/${name}`;
  }
  return Object.fromEntries(Object.entries(list).map(([name, path]) => [name, readFileSync(join(root, "examples", `${path}.json`), "utf8")]));
}

// The test cases of the page on reproducibility, with the expected hashes, which are computed here by the command.
function expected() {
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

const names = readdirSync(join(here, "chapters")).filter((name) => name.endsWith(".md")).sort();
const chapters = names.map((name) => {
  const text = readFileSync(join(here, "chapters", name), "utf8");
  return { slug: name.replace(/^\d+-/, "").replace(/\.md$/, ""), title: text.match(/^# (.*)$/m)[1], text };
});
const template = readFileSync(join(here, "site", "page.html"), "utf8");
const contents = chapters.map(({ slug, title }) => `<li><a href="${slug}.html">${escape(title)}</a></li>`).join("\n");

chapters.forEach((chapter, n) => {
  const body = marked.parse(chapter.text);
  const link = (other, rel, arrow) => other ? `<a rel="${rel}" href="${other.slug}.html">${arrow(escape(other.title))}</a>` : "<span></span>";
  const nav = contents.replace(`href="${chapter.slug}.html"`, `href="${chapter.slug}.html" aria-current="page"`);
  const special = { playground: ["scenes.js", "maps.js", "sprites.js", "playground.js"], "same-bits": ["hash.js", "expected.js", "bits.js"] }[chapter.slug];
  const page = template.replaceAll("{title}", () => escape(chapter.title)).replace("{nav}", () => nav).replace("{body}", () => body)
    .replace("{previous}", () => link(chapters[n - 1], "prev", (title) => `← ${title}`))
    .replace("{next}", () => link(chapters[n + 1], "next", (title) => `${title} →`))
    .replace("{scripts}", () => (special ?? []).map((name) => `<script defer src="${name}"></script>`).join("\n"));
  writeFileSync(join(out, `${chapter.slug}.html`), page);
});

for (const name of readdirSync(join(here, "site"))) if (name !== "page.html") copyFileSync(join(here, "site", name), join(out, name));
const packed = execFileSync("xz", ["--format=lzma", "--lzma1=preset=9e,lc=4,pb=0", "-c", join(root, "target/handbook-build/bumper.wasm")], { maxBuffer: 1 << 26 });
writeFileSync(join(out, "bumper.js"), `window.bumperModule = "${packed.toString("base64")}";\n`);
writeFileSync(join(out, "scenes.js"), `window.bumperScenes = ${JSON.stringify(examples())};\n`);
writeFileSync(join(out, "expected.js"), `window.bumperBits = ${JSON.stringify(expected())};\n`);
writeFileSync(join(out, "figures.json"), JSON.stringify(figures));
console.log(`handbook: ${chapters.length} chapters, ${figures.length} figures; the module has ${Math.ceil(packed.length / 1000)} kB packed`);
const most = 530_000;
if (packed.length > most && !process.env.HANDBOOK_DRAFT) throw new Error(`the module has ${packed.length} bytes packed, more than ${most}`);
