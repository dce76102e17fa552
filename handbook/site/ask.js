// Bumper itself: the module, and what a page asks of it.
"use strict";
window.bumper = (() => {
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  let exports = null;

  // The module is text in a script, packed, so that it also loads from a folder of files.
  async function load() {
    const packed = Uint8Array.from(atob(window.bumperModule), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = await new Response(stream).arrayBuffer();
    exports = (await WebAssembly.instantiate(bytes, {})).instance.exports;
  }

  // A request: its first line, and the text below it. What comes back may be {error: {place, reason}}.
  function ask(head, body = "") {
    const request = encoder.encode(`${head}\n${body}`);
    const at = exports.room(request.length);
    new Uint8Array(exports.memory.buffer, at, request.length).set(request);
    const length = exports.ask();
    return JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, exports.answer(), length)));
  }

  const check = (scene) => ask("check", typeof scene === "string" ? scene : JSON.stringify(scene));
  return { ready: load(), ask, check };
})();
