// Decompresses LZMA (the .lzma file format by I. Pavlov). The module is a third smaller in it than in the formats that browsers can
// decompress themselves.
//
// Implemented from the description of the format, `lzma-specification.txt` of the LZMA SDK.
"use strict";
function unpack(bytes) {
  const STATES = 12, TOP = 2 ** 24;
  let at = 13, range = 0xffffffff, code = 0;
  const settings = bytes[0], lc = settings % 9, lp = Math.floor(settings / 9) % 5, pb = Math.floor(settings / 45);
  let out = new Uint8Array(1 << 22), size = 0;

  const chances = (count) => new Uint16Array(count).fill(1024);
  const literals = chances(0x300 << lc + lp);
  const isMatch = chances(STATES << 4), isRep = chances(STATES), isRep0 = chances(STATES), isRep1 = chances(STATES), isRep2 = chances(STATES);
  const isLong = chances(STATES << 4), slots = chances(4 << 6), special = chances(128), align = chances(16);
  const lengths = () => ({ choice: chances(2), low: chances(16 << 3), mid: chances(16 << 3), high: chances(256) });
  const matchLengths = lengths(), repLengths = lengths();

  at++;
  for (let k = 0; k < 4; k++) code = (code << 8 | bytes[at++]) >>> 0;

  function normalize() {
    if (range < TOP) {
      range = range * 256 >>> 0;
      code = (code << 8 | bytes[at++]) >>> 0;
    }
  }

  // Decodes a bit whose probability of being 0 adapts to the previous bits; the table has it in units of 1/2048.
  function bit(table, n) {
    const chance = table[n], bound = (range >>> 11) * chance;
    let value = 0;
    if (code < bound) {
      range = bound;
      table[n] += 2048 - chance >> 5;
    } else {
      range -= bound;
      code -= bound;
      table[n] -= chance >> 5;
      value = 1;
    }
    normalize();
    return value;
  }

  function direct(count) {
    let value = 0;
    for (; count > 0; count--) {
      range >>>= 1;
      const one = code >= range ? 1 : 0;
      if (one) code -= range;
      normalize();
      value = value * 2 + one;
    }
    return value;
  }

  function tree(table, offset, bits) {
    let node = 1;
    for (let k = 0; k < bits; k++) node = node * 2 + bit(table, offset + node);
    return node - (1 << bits);
  }

  function reversed(table, offset, bits) {
    let node = 1, value = 0;
    for (let k = 0; k < bits; k++) {
      const one = bit(table, offset + node);
      node = node * 2 + one;
      value |= one << k;
    }
    return value;
  }

  function length(table, place) {
    if (!bit(table.choice, 0)) return tree(table.low, place << 3, 3);
    return bit(table.choice, 1) ? 16 + tree(table.high, 0, 8) : 8 + tree(table.mid, place << 3, 3);
  }

  function distance(long) {
    const slot = tree(slots, Math.min(long, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1, base = (2 | slot & 1) * 2 ** bits;
    if (slot < 14) return base + reversed(special, base - slot, bits);
    return base + direct(bits - 4) * 16 + reversed(align, 0, 4);
  }

  function put(value) {
    if (size === out.length) {
      const larger = new Uint8Array(size * 2);
      larger.set(out);
      out = larger;
    }
    out[size++] = value;
  }

  function literal(state, rep0) {
    const before = size ? out[size - 1] : 0;
    const offset = 0x300 * (((size & (1 << lp) - 1) << lc) + (before >> 8 - lc));
    let symbol = 1;
    if (state >= 7) {
      let match = out[size - rep0 - 1];
      do {
        const expected = match >> 7 & 1;
        match <<= 1;
        const one = bit(literals, offset + (1 + expected << 8) + symbol);
        symbol = symbol << 1 | one;
        if (expected !== one) break;
      } while (symbol < 0x100);
    }
    while (symbol < 0x100) symbol = symbol << 1 | bit(literals, offset + symbol);
    put(symbol & 0xff);
  }

  let state = 0, [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  for (;;) {
    const place = size & (1 << pb) - 1;
    if (!bit(isMatch, (state << 4) + place)) {
      literal(state, rep0);
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (bit(isRep, state)) {
      if (!bit(isRep0, state)) {
        if (!bit(isLong, (state << 4) + place)) {
          state = state < 7 ? 9 : 11;
          put(out[size - rep0 - 1]);
          continue;
        }
      } else if (!bit(isRep1, state)) {
        [rep0, rep1] = [rep1, rep0];
      } else if (!bit(isRep2, state)) {
        [rep0, rep1, rep2] = [rep2, rep0, rep1];
      } else {
        [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      }
      count = length(repLengths, place);
      state = state < 7 ? 8 : 11;
    } else {
      [rep1, rep2, rep3] = [rep0, rep1, rep2];
      count = length(matchLengths, place);
      state = state < 7 ? 7 : 10;
      rep0 = distance(count);
      if (rep0 === 0xffffffff) return out.subarray(0, size);
    }
    for (let k = 0; k < count + 2; k++) put(out[size - rep0 - 1]);
  }
}
