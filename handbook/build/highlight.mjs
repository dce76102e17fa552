// Colors the words of programs.
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import xml from "highlight.js/lib/languages/xml";
import { escape } from "./context.mjs";

// The languages by the extensions of files. Markdown files contain programs in Rust.
const LANGUAGES = { js: "javascript", mjs: "javascript", rs: "rust", md: "rust", py: "python", c: "c", json: "json", html: "xml", sh: "bash" };
for (const [name, language] of Object.entries({ bash, c, javascript, json, python, rust, xml })) hljs.registerLanguage(name, language);

/** The HTML of a program in a language, given by its name or the extension of a file. Programs in other languages have no colors. */
export function highlighted(text, name) {
  const language = LANGUAGES[name] ?? name;
  return hljs.getLanguage(language) ? hljs.highlight(text, { language }).value : escape(text);
}
