// The directives as extensions of Markdown: those on lines of their own, and the numbers within the text.
import { marked } from "marked";
import { escape } from "./context.mjs";
import { exercise } from "./exercises.mjs";
import { figure, scrub } from "./figures.mjs";
import { highlighted } from "./highlight.mjs";
import { code, listing, shell } from "./listings.mjs";
import { contents } from "./navigation.mjs";

const special = (id) => () => `<div id="${id}"></div>`;
const directives = {
  figure, listing, code, exercise, contents,
  run: shell,
  more: (title) => `<details class="more"><summary>${marked.parseInline(title)}</summary>`,
  end: () => "</details>",
  playground: special("playground"),
  bits: special("bits"),
};

const line = {
  name: "line", level: "block",
  start: (text) => text.match(/^::\w/m)?.index,
  tokenizer(text) {
    const [raw, verb, rest] = text.match(/^::(\w+) ?(.*)(?:\n|$)/) ?? [];
    return raw && { type: "line", raw, verb, rest };
  },
  renderer({ verb, rest }) {
    if (!directives[verb]) throw new Error(`::${verb} is not known`);
    return directives[verb](rest);
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

/** The address of a heading within its page. */
export const anchor = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");

// Headings have addresses, so that the search can lead to them. Programs between fences have colors.
const html = {
  renderer: {
    code: ({ text, lang }) => `<pre tabindex="0"><code>${highlighted(text, lang)}</code></pre>\n`,
    heading({ tokens, text, depth }) {
      return `<h${depth}${depth > 1 ? ` id="${escape(anchor(text))}"` : ""}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
};
marked.use({ extensions: [line, number] }, html);

/** The HTML of a chapter. */
export function render(chapter) {
  const lines = chapter.text.split("\n"), opened = lines.filter((one) => /^::more /.test(one)).length;
  if (opened !== lines.filter((one) => one.trim() === "::end").length) throw new Error(`${chapter.slug}: a ::more has no ::end`);
  return marked.parse(chapter.text);
}
