// A hash of all numbers in lines of JSON, by their bits (64-bit FNV-1a). Used by the page on reproducibility and by the build of the
// handbook.
"use strict";
const Bits = (() => {
  function hash(lines) {
    const view = new DataView(new ArrayBuffer(8));
    let low = 0x84222325, high = 0xcbf29ce4, count = 0;
    const byte = (value) => {
      low = (low ^ value) >>> 0;
      // Multiplies by 2^40 + 0x1b3, in halves of 32 bits.
      const product = low * 0x1b3, carry = Math.floor(product / 2 ** 32);
      high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
      low = product >>> 0;
    };
    const walk = (value) => {
      if (typeof value === "number") {
        view.setFloat64(0, value);
        for (let k = 0; k < 8; k++) byte(view.getUint8(k));
        count++;
      } else if (typeof value === "string") {
        for (let k = 0; k < value.length; k++) byte(value.charCodeAt(k) & 255);
      } else if (value && typeof value === "object") {
        for (const key of Object.keys(value).sort()) walk(value[key]);
      }
    };
    lines.forEach(walk);
    return { text: high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0"), count };
  }

  // A generator of random integers (Marsaglia's 32-bit xorshift).
  function random(seed) {
    let state = seed;
    return (bound) => {
      state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
      return (state >>> 0) % bound;
    };
  }

  // A random scene whose shapes are close together, so that many touch.
  function scene(seed, scalar) {
    const roll = random(seed), shapes = [];
    // Multiples of 0.1 are doubles here; the scene reader rounds them to `f32`.
    const unit = { i16: 1, fixed: 0.5, f32: 0.1 }[scalar], at = () => [roll(40) * unit, roll(40) * unit], size = () => (1 + roll(9)) * unit;
    for (let n = 0; n < 12; n++) {
      const center = at(), id = `s${n}`;
      const kinds = [() => ({ box: { min: center, max: [center[0] + size(), center[1] + size()] } }), () => ({ ball: { center, radius: size() } }),
        () => ({ point: center }), () => ({ segment: { from: center, to: [center[0] + size(), center[1] - size()] } }),
        () => ({ triangle: [center, [center[0] + size(), center[1]], [center[0], center[1] + size()]] })];
      if (scalar === "f32") {
        kinds.push(() => ({ box: { center, half_size: [size(), size()] } }),
          () => ({ capsule: { from: center, to: [center[0] - size(), center[1] + size()], radius: size() } }),
          () => ({ oriented_box: { center, half_size: [size(), size()], angle: roll(90) } }),
          () => ({ ellipse: { center, half_size: [size(), size()], angle: roll(90) } }));
      }
      shapes.push({ id, ...kinds[roll(kinds.length)]() });
    }
    return { bumper: 1, scalar, shapes };
  }

  // The part of the pairs that is equal in the browser and in the command. In floats it is everything. For integers and fixed point, the
  // page computes contacts in another float type, so only the relations are equal.
  function judged(test, pairs) {
    return test.scalar === "f32" ? pairs : pairs.map(({ a, b, relation }) => ({ a, b, relation }));
  }

  // The answers to a test as lines of JSON; `ask` sends a request to the module.
  function lines(test, ask) {
    if (test.kind === "relations") {
      return Array.from({ length: test.scenes }, (_, n) => scene(test.seed + n, test.scalar))
        .map((one) => judged(test, ask("check", JSON.stringify(one)).pairs));
    }
    const frames = [];
    ask("start 255", JSON.stringify(test.scene));
    for (let frame = 0; frame < test.frames; frame++) {
      const { frame: number, movers, bodies } = ask(`step 255 1 ${test.keys[frame % test.keys.length]}`);
      frames.push({ frame: number, movers, ...(bodies.length ? { bodies } : {}) });
    }
    ask("stop 255");
    return frames;
  }

  return { hash, scene, judged, lines };
})();
if (typeof globalThis !== "undefined") globalThis.Bits = Bits;
