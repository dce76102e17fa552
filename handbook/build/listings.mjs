// The HTML of listings: parts of files, programs in several languages, and the output of commands.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { escape, here, root, run } from "./context.mjs";
import { highlighted } from "./highlight.mjs";

/** The languages of the programs of `::code`, in the order of their tabs. */
export const LANGUAGES = [["js", "JavaScript"], ["rs", "Rust"], ["py", "Python"], ["c", "C"]];

export function listing(words) {
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
  return `<div class="listing"><p class="path">${escape(path)}</p><pre tabindex="0"><code>${highlighted(text, path.split(".").at(-1))}</code></pre></div>`;
}

/** The programs `listings/NAME.*` as tabs. The scripts of the page make the one in JavaScript editable. */
export function code(words) {
  const [, name, size] = words.match(/^([\w-]+)(?: canvas (\d+x\d+))?$/) ?? [];
  if (!name) throw new Error(`::code ${words} is not understood`);
  const path = (ending) => join(here, "listings", `${name}.${ending}`);
  const present = LANGUAGES.filter(([ending]) => existsSync(path(ending)));
  if (present[0]?.[0] !== "js") throw new Error(`::code ${name}: there is no listings/${name}.js`);
  const id = (ending) => `code-${name}-${ending}`;
  const tabs = present.map(([ending, language], n) => `<button type="button" role="tab" id="${id(ending)}-tab" aria-controls="${id(ending)}" ` +
    `aria-selected="${n === 0}" tabindex="${n === 0 ? 0 : -1}" data-language="${ending}">${language}</button>`);
  const panels = present.map(([ending, language], n) => `<div role="tabpanel" id="${id(ending)}" aria-labelledby="${id(ending)}-tab" ` +
    `data-language="${ending}"${n ? " hidden" : ""}><p class="language">${language}</p>` +
    `<pre><code>${highlighted(readFileSync(path(ending), "utf8").trimEnd(), ending)}</code></pre></div>`);
  return `<div class="code" data-code="${name}"${size ? ` data-canvas="${size}"` : ""}><div class="bar">` +
    `<div role="tablist" aria-label="language of the listing">${tabs.join("")}</div></div>${panels.join("")}</div>`;
}

export function shell(words) {
  const text = `$ bumper ${words}\n${run(words.split(" ")).trimEnd()}`;
  return `<pre tabindex="0"><code>${escape(text)}</code></pre>`;
}
