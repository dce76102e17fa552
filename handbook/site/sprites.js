// Converts a sprite to hitboxes: sliders for the tolerance and the number of corners, and output for Rust, C, JSON and Tiled.
"use strict";
const Sprites = (() => {
  const make = Figures.element;

  function show(place, name, data, [width, height], take, download) {
    place.replaceChildren();
    const settings = { alpha: 128, tolerance: 0.5, corners: 8, boxes: 0 };
    const controls = make("div", { class: "controls" }), view = make("div"), note = make("p", { class: "note", "aria-live": "polite" });
    let traced = null, rows = [];
    const update = () => {
      rows = Array.from({ length: height }, (_, j) => Array.from({ length: width }, (_, i) =>
        data[(j * width + i) * 4 + 3] >= settings.alpha ? "#" : ".").join(""));
      traced = bumper.ask(`trace ${settings.tolerance} ${settings.corners} ${settings.boxes}`, rows.join("\n"));
      if (traced.error) { note.textContent = traced.error.reason; return; }
      const [missed, added] = traced.convex_errors, [less, more] = traced.box_errors;
      note.textContent = `${traced.pixels} pixels; ${traced.boxes.length} boxes (${less} pixels missed, ${more} added); ` +
        `${traced.convex.length} convex polygons (${missed} missed, ${added} added); ${traced.outlines.length} outlines.`;
      view.innerHTML = drawn(rows, traced);
    };
    for (const [key, text, low, high, step] of [["alpha", "opaque from", 1, 255, 1], ["tolerance", "tolerance of polygons", 0, 8, 0.25],
      ["corners", "corners of a part", 3, 16, 1], ["boxes", "tolerance of boxes", 0, 8, 1]]) {
      const label = make("label"), slider = make("input", { type: "range", min: low, max: high, step, value: settings[key] });
      const value = make("output", {}, String(settings[key]));
      slider.addEventListener("input", () => { settings[key] = Number(slider.value); value.textContent = slider.value; update(); });
      label.append(`${text} `, slider, value);
      controls.append(label);
    }
    const formats = { Rust: rust, C: header, JSON: json, Tiled: tiled };
    for (const [format, write] of Object.entries(formats)) {
      const button = make("button", { type: "button" }, format);
      button.addEventListener("click", () => download(...write(name, traced, [width, height])));
      controls.append(button);
    }
    for (const [text, shape] of [["mask into the scene", () => ({ mask: { rows, top_left: [0, 0] } })],
      ["polygons into the scene", () => ({ compound: traced.convex.map((polygon) => ({ polygon })) })]]) {
      const button = make("button", { type: "button" }, text);
      button.addEventListener("click", () => take(JSON.stringify({ bumper: 1, shapes: [{ id: name, ...shape() },
        { id: name === "ball" ? "other" : "ball", ball: { center: [width * 1.4, height / 2], radius: Math.max(1, width / 8) } }] }, null, 2)));
      controls.append(button);
    }
    place.append(make("h2", {}, name), controls, view, note);
    update();
  }

  // Draws the pixels of a sprite twice, with its boxes on the left and its polygons on the right.
  function drawn(rows, traced) {
    const [width, height] = traced.size, cells = rows.flatMap((row, j) => [...row.matchAll(/#+/g)]
      .map((run) => `M${run.index} ${j}h${run[0].length}v1h-${run[0].length}z`)).join("");
    const boxes = traced.boxes.map(([a, b, c, d]) => `M${a} ${b}H${c}V${d}H${a}Z`).join("");
    const polygons = traced.convex.map((points) => `${Draw.path(points)}Z`).join("");
    const panel = (x, lines) => `<g transform="translate(${x} 0)"><path class="shape" style="stroke:none" d="${cells}"/>` +
      `<path class="traced" vector-effect="non-scaling-stroke" d="${lines}"/></g>`;
    return `<svg role="img" aria-label="hitboxes" viewBox="-1 -1 ${width * 2 + 4} ${height + 2}" style="max-height:24rem;width:100%">` +
      `${panel(0, boxes)}${panel(width + 2, polygons)}</svg>`;
  }

  const plain = (name) => name.replace(/\W+/g, "_").replace(/^(\d)/, "_$1") || "sprite";
  const sizes = (boxes) => boxes.map(([a, b, c, d]) => [a, b, c - a, d - b]);

  function rust(name, { boxes }) {
    const small = boxes.flat().every((c) => c < 128), type = small ? "i8" : "i16", upper = plain(name).toUpperCase();
    return [`${plain(name)}.rs`, `/// Left, top, width and height of each box, for \`bumper::ShapeBuf::from_boxes\`.\n` +
      `pub const ${upper}_BOXES: [[${type}; 4]; ${boxes.length}] = [\n${sizes(boxes).map((box) => `    [${box.join(", ")}],`).join("\n")}\n];\n`];
  }

  function header(name, { boxes }) {
    const small = boxes.flat().every((c) => c < 128), type = small ? "int8_t" : "int16_t", guard = `${plain(name).toUpperCase()}_BOXES_H`;
    return [`${plain(name)}.h`, `/* Left, top, width and height of each box. */\n#ifndef ${guard}\n#define ${guard}\n#include <stdint.h>\n` +
      `enum { ${guard.slice(0, -2)}_COUNT = ${boxes.length} };\nstatic const ${type} ${plain(name)}_boxes[${boxes.length}][4] = {\n` +
      `${sizes(boxes).map((box) => `    {${box.join(", ")}},`).join("\n")}\n};\n#endif\n`];
  }

  const json = (name, traced, size) => [`${plain(name)}.json`, `${JSON.stringify({ name, size, boxes: sizes(traced.boxes), convex: traced.convex,
    outlines: traced.outlines, circle: traced.circle }, null, 2)}\n`];

  // A Tiled tileset with one tile whose collision shapes are polygons.
  function tiled(name, traced, [width, height]) {
    const objects = traced.convex.map((points, n) => ({ id: n + 1, x: 0, y: 0, width: 0, height: 0, rotation: 0, visible: true, name: "", type: "",
      polygon: points.map(([x, y]) => ({ x, y })) }));
    return [`${plain(name)}.tsj`, `${JSON.stringify({ type: "tileset", version: "1.10", tiledversion: "1.10.2", name, image: `${name}.png`,
      imagewidth: width, imageheight: height, tilewidth: width, tileheight: height, tilecount: 1, columns: 1, margin: 0, spacing: 0,
      tiles: [{ id: 0, objectgroup: { type: "objectgroup", draworder: "index", name: "", opacity: 1, visible: true, x: 0, y: 0, objects } }] }, null, 1)}\n`];
  }

  return { show, rust, header, json, tiled };
})();
