// The playground: a scene as text and as a figure, files that are dropped onto the page, and sprites that are converted to hitboxes.
"use strict";
addEventListener("DOMContentLoaded", async () => {
  const place = document.getElementById("playground");
  try { await bumper.ready; } catch { return; }
  const make = Figures.element, EMPTY = '{ "bumper": 1, "shapes": [{ "id": "a", "point": [0, 0] }, { "id": "b", "ball": { "center": [3, 4], "radius": 5 } }] }';
  const scenes = { "to begin with": EMPTY, ...window.bumperScenes };

  // The layout: controls at the top, the figure on the left, the text on the right, the sprite below.
  const bar = make("div", { class: "controls" }), columns = make("div", { class: "columns" });
  const left = make("div"), right = make("div"), select = make("select", { "aria-label": "scene" });
  for (const name of Object.keys(scenes)) select.append(make("option", {}, name));
  const file = make("input", { type: "file", "aria-label": "open a scene, a map or a picture", accept: ".json,.tmx,.tmj,.ldtk,.png,.gif,.webp,.bmp" });
  const save = make("button", { type: "button" }, "save");
  const overlays = [["tree", "broad phase"], ["closest", "gaps"]].map(([option, text]) => {
    const label = make("label"), box = make("input", { type: "checkbox" });
    label.append(box, ` ${text}`);
    box.addEventListener("change", () => {
      box.checked ? figure.options.add(option) : figure.options.delete(option);
      figure.show();
    });
    return label;
  });
  bar.append(select, file, save, ...overlays);
  const fault = make("p", { class: "fault", role: "alert" });
  const text = make("textarea", { spellcheck: "false", "aria-label": "the scene as JSON" });
  right.append(text, fault);
  const root = make("figure", { "data-figure": "playground", "data-options": "", "data-scene": EMPTY });
  left.append(root);
  columns.append(left, right);
  const sprites = make("div", { class: "sprites" });
  place.append(bar, columns, sprites);

  let figure = null, shown = "";
  function open(source) {
    let scene;
    try { scene = JSON.parse(source); } catch { /* bumper reports the position */ }
    const found = bumper.check(source);
    if (found.error || !scene) {
      const { place: where, reason } = found.error;
      fault.textContent = [where, reason].filter(Boolean).join(": ");
      point(where);
      return false;
    }
    fault.textContent = "";
    renew(scene);
    return true;
  }

  // Marks the position of an error in the text by selecting it.
  function point(where) {
    const [, line, column] = where?.match(/^line (\d+) column (\d+)/) ?? [];
    const [, index] = where?.match(/^shapes\[(\d+)\]/) ?? [];
    let from = -1, to = -1;
    if (line) {
      from = text.value.split("\n").slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + Math.max(0, column - 1);
      to = from + 1;
    } else if (index) {
      [from, to] = span(text.value, Number(index));
    }
    fault.dataset.from = from;
    fault.dataset.to = to;
    if (from >= 0 && document.activeElement !== text) text.setSelectionRange(from, to);
    fault.onclick = () => { if (from >= 0) { text.focus(); text.setSelectionRange(from, to); } };
  }

  // The range of text of the shape with this index: finds the braces inside the list of shapes, ignoring strings.
  function span(source, index) {
    let at = source.indexOf('"shapes"'), depth = 0, count = -1, from = -1, quoted = false;
    for (at = source.indexOf("[", at); at >= 0 && at < source.length; at++) {
      const c = source[at];
      if (quoted) { if (c === "\\") at++; else if (c === '"') quoted = false; continue; }
      if (c === '"') quoted = true;
      if ("[{".includes(c)) { if (depth === 1 && ++count === index) from = at; depth++; }
      if ("]}".includes(c)) { depth--; if (depth === 1 && count === index) return [from, at + 1]; if (!depth) break; }
    }
    return [-1, -1];
  }

  // Creates a new figure, because only a new one gets the controls that the scene needs (for example, for its movers).
  function renew(scene) {
    figure?.player?.pause();
    const fresh = make("figure", { "data-figure": "playground", "data-options": [...(figure?.options ?? [])].join(" "),
      "data-scene": JSON.stringify(scene) });
    left.replaceChildren(fresh);
    const slot = figure?.slot;
    figure = new Figures.Figure(fresh);
    if (slot !== undefined) { bumper.ask(`stop ${figure.slot}`); figure.slot = slot; }
    figure.listeners.push(() => {
      const now = JSON.stringify(figure.scene);
      if (document.activeElement === text || now === shown) return;
      shown = now;
      text.value = tidy(figure.scene);
      fault.textContent = "";
    });
  }

  // Formats a scene with one shape per line.
  function tidy(scene) {
    const { shapes, rays, joints, ...rest } = scene;
    const keys = Object.entries(rest).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    for (const [key, list] of Object.entries({ shapes, rays, joints })) {
      if (list) keys.push(`  "${key}": [\n${list.map((one) => `    ${JSON.stringify(one)}`).join(",\n")}\n  ]`);
    }
    return `{\n${keys.join(",\n")}\n}\n`;
  }

  function take(source) {
    text.value = source;
    open(source);
  }

  text.addEventListener("input", () => open(text.value));
  select.addEventListener("change", () => take(scenes[select.value]));
  save.addEventListener("click", () => download("scene.json", tidy(figure.scene)));
  file.addEventListener("change", () => file.files[0] && read(file.files[0]));
  addEventListener("dragover", (event) => { event.preventDefault(); place.classList.add("drop"); });
  addEventListener("dragleave", () => place.classList.remove("drop"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("drop");
    if (event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
  });

  function download(name, content) {
    const link = make("a", { href: URL.createObjectURL(new Blob([content])), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async function read(given) {
    const name = given.name.toLowerCase();
    if (/\.(png|gif|webp|bmp)$/.test(name)) return picture(given);
    const source = await given.text();
    if (!/\.(ldtk|tmx|tmj)$/.test(name) && !/^\s*</.test(source)) return take(source);
    try {
      take(tidy(Maps.read(source, name)));
    } catch (error) {
      fault.textContent = `${given.name}: ${error.message}`;
    }
  }

  // Converts a picture to the rows of a mask: pixels with at least half opacity are solid.
  async function picture(given) {
    const image = await createImageBitmap(given), canvas = make("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    Sprites.show(sprites, given.name.replace(/\.\w+$/, ""), data, [image.width, image.height], take, download);
  }

  const open_at = location.hash.match(/^#playground:/);
  renew(JSON.parse(EMPTY));
  if (!open_at) take(scenes["the dot and the wall"] ?? EMPTY);
  else dispatchEvent(new HashChangeEvent("hashchange"));
  window.bumperPlayground = { take, read, picture: Sprites };
});
