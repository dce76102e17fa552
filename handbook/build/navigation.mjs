// The chapters in reading order, the links between them, and the table of contents.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { marked } from "marked";
import { escape, here } from "./context.mjs";

const GROUPS = ["Basics", "Shapes", "Answers", "Movement", "Many shapes", "Bodies", "Numbers", "Tools"];
const FIRST = "index";
// The group of chapters without `::group`. The tests refuse them.
const OTHERS = "Other chapters";

function read(name) {
  const lines = readFileSync(join(here, "chapters", name), "utf8").split("\n"), slug = name.replace(/^\d+-/, "").replace(/\.md$/, "");
  const [, group, summary] = lines[1].match(/^::group ([^|]+?) \| (.+)$/) ?? [];
  if (group && !GROUPS.includes(group)) throw new Error(`${name}: there is no group ${group}`);
  if (group) lines.splice(1, 1);
  return { slug, group: group ?? OTHERS, summary: summary ?? "", title: lines[0].match(/^# (.*)$/)[1], text: lines.join("\n") };
}

const all = readdirSync(join(here, "chapters")).filter((name) => name.endsWith(".md")).sort().map(read);
const groups = [...GROUPS, OTHERS].map((name) => ({ name, chapters: all.filter((chapter) => chapter.slug !== FIRST && chapter.group === name) }))
 .filter((group) => group.chapters.length);

/** All chapters in reading order: the first page, then by groups, then by the names of the files. */
export const chapters = [...all.filter((chapter) => chapter.slug === FIRST), ...groups.flatMap((group) => group.chapters)];

/** The HTML of the table of contents. */
export function contents() {
  return groups.map(({ name, chapters }) => `<h2 id="${name.toLowerCase().replace(" ", "-")}">${escape(name)}</h2><dl class="contents">${
    chapters.map(({ slug, title, summary }) => `<dt><a href="${slug}.html">${escape(title)}</a></dt><dd>${marked.parseInline(summary)}</dd>`).join("")}</dl>`).join("");
}

const link = (chapter, current) => `<li><a href="${chapter.slug}.html"${chapter === current ? ' aria-current="page"' : ""}>${escape(chapter.title)}</a></li>`;
const list = (group, current) => `<p>${escape(group.name)}</p><ul>${group.chapters.map((chapter) => link(chapter, current)).join("")}</ul>`;

/** The HTML of the links to chapters: those of the current group are visible, and all others are in an element that can be opened. */
export function navigation(current) {
  const own = groups.find((group) => group.chapters.includes(current)), others = groups.filter((group) => group !== own);
  return `<ul>${link(chapters[0], current)}</ul>${own ? list(own, current) : ""}` +
    `<details><summary>${own ? "other chapters" : "chapters"}</summary>${others.map((group) => list(group, current)).join("")}</details>`;
}

/** The HTML of the links to the previous and the next chapter. */
export function neighbors(current) {
  const n = chapters.indexOf(current);
  const to = (other, rel, arrow) => other ? `<a rel="${rel}" href="${other.slug}.html">${arrow(escape(other.title))}</a>` : "<span></span>";
  return to(chapters[n - 1], "prev", (title) => `← ${title}`) + to(chapters[n + 1], "next", (title) => `${title} →`);
}
