// The texts that the search finds: one for each section of each page.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { anchor } from "./directives.mjs";
import { out } from "./context.mjs";

// The words of a chapter without Markdown. Directives keep their captions and their texts.
const plain = (text) => text.replace(/^::(figure|exercise|more) ?(.*)$/gm, (_, verb, rest) => rest.includes("|") ? rest.slice(rest.indexOf("|") + 1) : rest)
  .replace(/^::.*$/gm, "").replace(/^```\w*$/gm, "").replace(/\{\{[^}]*\}\}/g, "").replace(/\]\([^)]*\)/g, "").replace(/[*`_[\]|#]/g, " ")
  .replace(/\s+/g, " ").trim();

// The sections of a chapter: the part before the first heading, then one per heading.
function sections({ slug, title, summary, text }) {
  const [first, ...others] = text.split(/^(?=##+ )/m);
  return [{ address: `${slug}.html`, title, heading: "", text: plain(`${summary}\n${first.replace(/^# .*$/m, "")}`) },
    ...others.map((part) => {
      const heading = part.match(/^##+ (.*)$/m)[1];
      return { address: `${slug}.html#${anchor(heading)}`, title, heading: plain(heading), text: plain(part.replace(/^##+ .*$/m, "")) };
    })];
}

/** Writes the texts as a script, which the page loads when the reader begins to search. */
export function writeSearch(chapters) {
  writeFileSync(join(out, "texts.js"), `window.searchTexts = ${JSON.stringify(chapters.flatMap(sections))};\n`);
}
