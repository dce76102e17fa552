// Loads bumper's WebAssembly module, and sends requests to it.
"use strict";
window.bumper = (() => {
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  let exports = null;

  async function load() {
    exports = (await WebAssembly.instantiate(await Modules.compile("figures"), {})).exports;
  }

  // Sends a request, which consists of a first line and a body. The answer may be {error: {place, reason}}.
  function ask(head, body = "") {
    const request = encoder.encode(`${head}\n${body}`);
    const at = exports.room(request.length);
    new Uint8Array(exports.memory.buffer, at, request.length).set(request);
    const length = exports.ask();
    return JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, exports.answer(), length)));
  }

  function check(scene) {
    const text = typeof scene === "string" ? scene : JSON.stringify(scene);
    const result = ask("check", text);
    return result.error ? result : checkInt16(typeof scene === "string" ? JSON.parse(scene) : scene) ?? result;
  }

  // The module treats 16-bit integers as fixed-point numbers, which represent all of them exactly. This checks the errors that fixed point
  // does not detect: fractions and numbers out of range.
  function checkInt16(scene) {
    if (scene.scalar !== "i16") return null;
    let wrong = null;
    const walk = (value, key) => {
      const free = ["density", "friction", "restitution", "alpha", "radius_squared", "move", "body"].includes(key);
      if (typeof value === "number" && !free && (!Number.isInteger(value) || value < -32768 || value > 32767)) wrong ??= value;
      if (value && typeof value === "object" && !free) Object.entries(value).forEach(([name, inner]) => walk(inner, name));
    };
    for (const [n, shape] of scene.shapes.entries()) {
      walk(shape, "");
      for (const { at, top_left, size } of [{ at: shape.at, ...shape.box }]) {
        // The opposite corner, which is the sum of a corner and a size, must be in range, too.
        if (top_left) size.forEach((c, k) => walk(top_left[k] + (k && scene.y === "up" ? -c : c) + (at?.[k] ?? 0), ""));
      }
      if (wrong !== null) {
        const place = `shapes[${n}]${shape.id ? ` ${JSON.stringify(shape.id)}` : ""}`;
        return { error: { place, reason: `${wrong} is not a whole number of 16 bits` } };
      }
    }
    return null;
  }

  return { ready: load(), ask, check };
})();
