// Colors the words of a program in JavaScript that the reader edits.
import hljs from "highlight.js/lib/core";
import javascript from "highlight.js/lib/languages/javascript";

hljs.registerLanguage("javascript", javascript);
window.highlighted = (text) => hljs.highlight(text, { language: "javascript" }).value;
