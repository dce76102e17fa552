// A live figure: a scene whose shapes can be dragged, with bumper's answers drawn into it and as text.
//
// The element has `data-figure` (its name), `data-scene` (the current scene, as JSON) and `data-relation` (the strongest relation of any
// two shapes); each handle has `data-handle` (the shape's id).
"use strict";
const Figures = (() => {
  const ORDER = ["apart", "touching", "overlapping"];
  const SVG = "http://www.w3.org/2000/svg";
  const all = new Map();
  const idOf = (scene, n) => scene.shapes[n].id ?? `#${n}`;
  const INTEGER_SCALARS = ["i16", "i32"];
  // A dragged shape snaps to a position at which it touches another one if that is within SNAP_DISTANCE pixels of the picture, in scenes of
  // at most MAX_SNAP_SHAPES shapes. In integer scenes, circles touch at so few positions that the distance is at least MIN_INTEGER_SNAP
  // units.
  const SNAP_DISTANCE = 5, MAX_SNAP_SHAPES = 40, MIN_INTEGER_SNAP = 6;
  // The radii of the areas where a handle and a knob react to the pointer, in pixels of the picture, and the smallest diameter of these
  // areas on the screen, in CSS pixels.
  const HANDLE_RADIUS = 16, KNOB_RADIUS = 11, MIN_TOUCH_SIZE = 24;
  let slots = 0;

  function element(tag, attributes = {}, text = "") {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  }

  // Adds ids to the shapes of a scene that have none.
  const withIds = (scene) => ({ ...scene, shapes: scene.shapes.map((shape, n) => shape.id ? shape : { id: `#${n}`, ...shape }) });

  class Figure {
    constructor(root) {
      this.root = root;
      this.id = root.dataset.figure;
      this.options = new Set((root.dataset.options ?? "").split(" ").filter(Boolean));
      this.original = withIds(JSON.parse(root.dataset.scene));
      this.scene = structuredClone(this.original);
      this.counted = true;
      this.slot = slots++;
      this.listeners = [];
      all.set(this.id, this);
      this.build();
      this.fit();
      this.show();
      new ResizeObserver(() => this.placeHandles()).observe(this.svg);
      root.classList.add("live");
    }

    option(name) {
      for (const option of this.options) if (option.startsWith(`${name}=`)) return option.slice(name.length + 1);
      return null;
    }

    build() {
      const image = this.root.querySelector("img.still");
      this.svg = document.createElementNS(SVG, "svg");
      this.svg.setAttribute("role", "group");
      this.svg.setAttribute("aria-label", image?.alt ?? this.id);
      this.layers = {};
      for (const name of ["under", "shapes", "over", "marks", "knobs", "handles"]) {
        this.layers[name] = this.svg.appendChild(document.createElementNS(SVG, "g"));
      }
      image ? image.replaceWith(this.svg) : this.root.prepend(this.svg);
      this.extra = element("div", { class: "extra" });
      this.answer = element("p", { class: "answer", "aria-live": "polite" });
      this.controls = element("div", { class: "controls" });
      this.svg.after(this.extra, this.answer, this.controls);
      this.buildControls();
      this.svg.addEventListener("pointerdown", (event) => this.press(event));
      // A finger on a handle or a shape drags it. Without this, the browser takes the gesture for scrolling after a few moves and sends
      // `pointercancel`: `touch-action` alone does not prevent that for parts of an SVG.
      this.svg.addEventListener("touchstart", (event) => {
        if (event.target.closest?.(".handle, .shape")) event.preventDefault();
      }, { passive: false });
      this.svg.addEventListener("pointermove", (event) => this.drag(event));
      for (const name of ["pointerup", "pointercancel"]) this.svg.addEventListener(name, (event) => this.release(event));
      this.svg.addEventListener("keydown", (event) => this.key(event));
    }

    button(text, label, act) {
      const made = element("button", { type: "button", title: label, "aria-label": label }, text);
      made.addEventListener("click", () => act(made));
      this.controls.append(made);
      return made;
    }

    buildControls() {
      this.view3 = this.scene.dimensions === 3;
      if (this.scene.shapes.some((shape) => shape.move || shape.body)) this.player = new Player(this);
      const scalars = this.view3 ? ["i16", "fixed"] : ["i16", "fixed", "f32"];
      this.scalarButtons = this.choice("numbers", scalars, (scalar) => this.setScalar(scalar));
      this.yButtons = this.choice("y", ["down", "up"], (y) => this.change({ ...this.scene, y }, true));
      const label = element("label");
      this.touch = element("input", { type: "checkbox", checked: "" });
      label.append(this.touch, " touching counts");
      this.touch.addEventListener("change", () => { this.counted = this.touch.checked; this.show(); });
      this.controls.append(label);
      this.button("↺", "as it was at first", () => this.change(structuredClone(this.original), true));
      for (const [text, what, make] of [["scene", "the scene", (scene) => JSON.stringify(scene, null, 2)],
        ["JavaScript", "it in JavaScript", (scene) => CodeJavaScript.javascript(scene)],
        ["Rust", "it in Rust", (scene) => Code.rust(scene)], ["C", "it in C", (scene) => Code.c(scene)],
        ["Python", "it in Python", (scene) => Code.python(scene)], ["link", "a link to it as it is now", () => this.link()]]) {
        this.button(text, `copy ${what}`, (made) => this.copy(made, make(this.scene)));
      }
    }

    choice(name, values, act) {
      const set = element("span", { class: "choice", role: "group", "aria-label": name });
      const made = values.map((value) => {
        const button = element("button", { type: "button", "aria-pressed": "false", "data-value": value }, value);
        button.addEventListener("click", () => act(value));
        return set.appendChild(button);
      });
      set.prepend(element("span", {}, `${name} `));
      this.controls.append(set);
      return made;
    }

    async copy(button, text) {
      let box = this.root.querySelector("details.code");
      if (!box) {
        box = element("details", { class: "code" });
        box.append(element("summary", {}, "what was copied"), element("pre", { tabindex: "0" }));
        this.controls.after(box);
      }
      box.open = true;
      box.querySelector("pre").textContent = text;
      try {
        await navigator.clipboard.writeText(text);
        button.classList.add("done");
        setTimeout(() => button.classList.remove("done"), 900);
      } catch {
        // The page may not write to the clipboard, so the text is selected instead.
        getSelection().selectAllChildren(box.querySelector("pre"));
      }
    }

    link() {
      const bytes = new TextEncoder().encode(JSON.stringify(this.scene));
      const text = btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
      return `${location.href.replace(/#.*/s, "")}#${this.id}:${text}`;
    }

    setScalar(scalar) {
      const convert = (value, key) => {
        if (typeof value === "number") {
          const isReal = ["density", "friction", "restitution", "time_step"].includes(key);
          return INTEGER_SCALARS.includes(scalar) && !isReal ? Math.round(value) : value;
        }
        if (Array.isArray(value)) return value.map((item) => convert(item, key));
        if (value && typeof value === "object") {
          return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, convert(item, name)]));
        }
        return value;
      };
      this.change({ ...convert(this.scene, ""), scalar }, false);
    }

    fit() {
      const viewBox = this.option("view")?.split(",").map(Number);
      const flipped = this.scene.y !== this.original.y;
      this.view = new Draw.View(this.scene, flipped ? null : viewBox);
      this.svg.setAttribute("viewBox", `0 0 ${Draw.WIDTH} ${this.view.height}`);
    }

    // Replaces the scene if bumper accepts it. Returns false if not.
    change(scene, fit = false, quiet = false) {
      const found = bumper.check(scene);
      if (found.error) {
        this.answer.textContent = `${found.error.place}: ${found.error.reason}`;
        return false;
      }
      this.scene = scene;
      if (fit) this.fit();
      this.show(found);
      if (!quiet) {
        this.player?.changed();
        this.remember();
      }
      return true;
    }

    // Stores the state in the page's address when the user pauses.
    remember() {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => {
        try { history.replaceState(null, "", this.link()); } catch { /* the page may not change its address */ }
      }, 400);
    }

    show(found = bumper.check(this.scene)) {
      this.found = found;
      const meeting = found.pairs.filter((pair) => pair.relation !== "apart");
      const rank = (pair) => ORDER.indexOf(pair.relation);
      const state = this.scene.shapes.map((shape) => ORDER[Math.max(0, ...meeting
        .filter((pair) => pair.a === shape.id || pair.b === shape.id).map(rank))]);
      this.relation = ORDER[Math.max(0, ...meeting.map(rank))];
      this.layers.under.innerHTML = "";
      this.layers.over.innerHTML = Draw.motions(this.scene, found, this.view);
      this.layers.shapes.innerHTML = Draw.shapes(this.scene, this.view, state);
      this.layers.marks.innerHTML = Draw.marks(found, this.view);
      this.root.dataset.scene = JSON.stringify(this.scene);
      this.root.dataset.relation = this.relation;
      this.extra.replaceChildren();
      for (const option of this.options) Extras[option.split("=")[0]]?.(this, option.split("=")[1]);
      this.placeHandles();
      this.answer.textContent = this.sentence(meeting);
      const scalar = this.scene.scalar ?? "f32";
      for (const button of this.scalarButtons) button.setAttribute("aria-pressed", button.dataset.value === scalar);
      for (const button of this.yButtons) button.setAttribute("aria-pressed", button.dataset.value === (this.scene.y ?? "down"));
      for (const listener of this.listeners) listener();
    }

    sentence(meeting) {
      const text = (x) => String(+x.toFixed(4)), vector = (v) => `(${v.map(text).join(", ")})`;
      const pairText = (pair) => this.view.three ? `${pair.a} and ${pair.b}: ${pair.relation}` :
        pair.relation === "apart" ? `${pair.a} and ${pair.b}: apart by ${text(pair.distance)}` :
        `${pair.a} and ${pair.b}: ${pair.relation}, depth ${text(pair.depth)}, normal ${vector(pair.normal)}` +
        (pair.points.length ? `, at ${pair.points.map(vector).join(" ")}` : "");
      const count = meeting.length, pairs = this.found.pairs;
      const list = pairs.length <= 3 ? pairs : meeting.slice(0, 3);
      const hit = this.relation === "overlapping" || this.counted && this.relation === "touching";
      const sweeps = (this.player ? [] : this.found.touches).map((touch) => `${touch.a} and ${touch.b} touch at time ${text(touch.time)}`);
      const hits = this.found.hits.map((one) => `${one.ray} hits ${one.shape} at distance ${text(one.distance)}`);
      const rest = count > list.length ? [`${count} pairs in all`] : [];
      return [...list.map(pairText), ...rest, ...sweeps.slice(0, 3), ...hits.slice(0, 4),
        `with touching ${this.counted ? "" : "not "}counted: ${hit ? "a collision" : "no collision"}`].join("; ") + ".";
    }

    // Places a handle for each shape in each panel, and a knob for each number that can be dragged.
    placeHandles() {
      const handles = [], many = this.scene.shapes.length > 40;
      this.scene.shapes.forEach((shape, n) => {
        if (many && !shape.move) return;
        this.view.panels.forEach((panel, p) => {
          // The handle of a small compound is on its first part, because the centre of the whole may lie outside of all parts.
          const figures = Shapes.figures(shape, this.scene.y, panel.axes);
          const [a, b, c, d] = Shapes.boundingBox(shape.compound && shape.compound.length < 4 ? figures.slice(0, 1) : figures);
          handles.push({ key: `h${n}.${p}`, shape: n, panel: p, at: this.view.flat([(a + c) / 2, (b + d) / 2], panel) });
        });
        if (this.view.three || many || this.scene.shapes.length > 6) return;
        Shapes.knobs(shape, this.scene.y).forEach((knob, k) =>
          handles.push({ key: `k${n}.${k}`, shape: n, panel: 0, knob: k, name: knob.name, at: this.view.place(knob.at) }));
        if (shape.velocity && !shape.move && !shape.body) {
          const [a, b, c, d] = Shapes.boundingBox(Shapes.figures(shape, this.scene.y));
          const tip = Shapes.plus([(a + c) / 2, (b + d) / 2], shape.velocity);
          handles.push({ key: `v${n}`, shape: n, panel: 0, velocity: true, name: "velocity", at: this.view.place(tip) });
        }
      });
      (this.scene.rays ?? []).forEach((ray, n) => {
        const reach = ray.max ?? 60 / this.view.scale, size = Math.hypot(...ray.direction);
        handles.push({ key: `r${n}`, ray: n, panel: 0, name: `${ray.id} start`, at: this.view.place(ray.from) });
        handles.push({ key: `d${n}`, ray: n, aim: true, panel: 0, name: `${ray.id} aim`,
          at: this.view.place(Shapes.plus(ray.from, ray.direction.map((c) => c / size * reach))) });
      });
      const present = new Map([...this.layers.knobs.children, ...this.layers.handles.children].map((child) => [child.dataset.key, child]));
      for (const handle of handles) {
        const node = present.get(handle.key) ?? this.makeHandle(handle);
        present.delete(handle.key);
        node.handle = handle;
        // Handles are clamped to the picture, so that they stay visible when a shape leaves it.
        const [x, y] = this.handlePosition(handle, handles).map((c, k) => Math.min(Math.max(c, 8), (k ? this.view.height : Draw.WIDTH) - 8));
        const size = this.isKnob(handle) ? this.touchScale(KNOB_RADIUS) : this.touchScale(HANDLE_RADIUS);
        node.setAttribute("transform", `translate(${Draw.number(x)} ${Draw.number(y)}) scale(${Draw.number(size)})`);
        const id = handle.ray === undefined ? idOf(this.scene, handle.shape) : "";
        const value = this.valueOf(handle);
        node.setAttribute("aria-label", `${id} ${handle.name ?? Shapes.kindOf(this.scene.shapes[handle.shape])}`.trim());
        node.setAttribute("aria-valuetext", `at ${value.map((c) => +c.toFixed(3)).join(", ")}`);
        node.setAttribute("aria-valuenow", +value[0].toFixed(3));
      }
      present.forEach((child) => child.remove());
    }

    isKnob(handle) { return handle.knob !== undefined || handle.velocity || handle.ray !== undefined; }

    // The factor that enlarges a handle with this radius so that it measures at least MIN_TOUCH_SIZE CSS pixels, however narrow the figure
    // is.
    touchScale(radius) {
      const scale = this.svg.getBoundingClientRect().width / Draw.WIDTH;
      return scale > 0 ? Math.max(1, MIN_TOUCH_SIZE / (2 * radius * scale)) : 1;
    }

    // The position of a handle. A knob keeps away from the handle of its shape, so that a finger can hit each of them.
    handlePosition(handle, handles) {
      const shapeHandle = handle.knob === undefined && !handle.velocity ? null : handles.find((other) => other.key === `h${handle.shape}.0`);
      if (!shapeHandle) return handle.at;
      const [dx, dy] = Shapes.minus(handle.at, shapeHandle.at), length = Math.hypot(dx, dy);
      const room = Math.max(26, KNOB_RADIUS * this.touchScale(KNOB_RADIUS) + HANDLE_RADIUS * this.touchScale(HANDLE_RADIUS));
      if (length >= room) return handle.at;
      const offset = length < 1e-6 ? [room, 0] : [dx / length * room, dy / length * room];
      return Shapes.plus(shapeHandle.at, offset);
    }

    valueOf(handle) {
      const panel = this.view.panels[handle.panel], [x, y] = handle.at;
      const v = (y - panel.top) / this.view.scale;
      return [panel.low[0] + (x - panel.left) / this.view.scale, panel.flip ? panel.high[1] - v : panel.low[1] + v];
    }

    makeHandle(handle) {
      const node = document.createElementNS(SVG, "g"), small = this.isKnob(handle);
      node.dataset.key = handle.key;
      if (small) node.dataset.knob = handle.name;
      else node.dataset.handle = idOf(this.scene, handle.shape);
      node.setAttribute("class", small ? "handle knob" : "handle");
      node.setAttribute("tabindex", "0");
      node.setAttribute("role", "slider");
      // An invisible, larger circle takes the clicks and touches around the visible handle.
      node.innerHTML = small ? `<circle class="reach" r="${KNOB_RADIUS}"/><rect class="grip" x="-5" y="-5" width="10" height="10"/>` :
        `<circle class="reach" r="${HANDLE_RADIUS}"/><circle class="grip" r="7"/><path class="cross" d="M-4 0H4M0 -4V4"/>`;
      return this.layers[small ? "knobs" : "handles"].appendChild(node);
    }

    at(event) {
      const matrix = this.svg.getScreenCTM().inverse();
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
      return [point.x, point.y];
    }

    press(event) {
      const at = this.at(event);
      let node = event.target.closest?.(".handle");
      if (!node) {
        // A shape can also be dragged directly, without its handle.
        const shape = event.target.closest?.(".shape");
        const panels = this.view.panels.length, place = shape ? [...this.layers.shapes.querySelectorAll(".shape")].indexOf(shape) : -1;
        const n = place % this.scene.shapes.length, p = Math.floor(place / this.scene.shapes.length);
        node = place < 0 || p >= panels ? null : this.layers.handles.querySelector(`[data-key="h${n}.${p}"]`);
      }
      if (!node) return;
      event.preventDefault();
      node.focus({ preventScroll: true });
      this.svg.setPointerCapture(event.pointerId);
      this.held = { handle: node.handle, from: at, start: this.scene, node };
      node.classList.add("held");
      if (this.player?.grab(node.handle, this.valueOf({ ...node.handle, at }))) this.held.pulls = true;
    }

    drag(event) {
      if (!this.held) return;
      const at = this.at(event), { handle, from, start, pulls } = this.held;
      if (pulls) return this.player.pull(this.valueOf({ ...handle, at }));
      this.moveHandle(start, handle, [at[0] - from[0], at[1] - from[1]], !event.altKey);
    }

    release() {
      if (!this.held) return;
      this.held.node.classList.remove("held");
      if (this.held.pulls) this.player.drop();
      this.held = null;
    }

    // Moves a handle by a displacement in pixels of the picture from its position at the start of the drag.
    moveHandle(start, handle, pixels, snaps) {
      const dimensions = start.dimensions ?? 2, grid = this.view.grid(start.scalar ?? "f32");
      const by = this.view.step(pixels, this.view.panels[handle.panel], dimensions).map((c) => Math.round(c / grid) * grid);
      if (this.isKnob(handle)) {
        const changed = this.turnKnob(start, handle, by);
        if (changed) this.change(changed);
        return;
      }
      const put = (step) => ({ ...start, shapes: start.shapes.map((shape, n) =>
        n === handle.shape ? Shapes.translate(shape, step) : shape) });
      const scene = put(by);
      this.change((snaps && this.snapped(put, by, handle, grid)) || scene);
    }

    // The nearest position at which the dragged shape touches another one, if there is one nearby. By dragging alone, one would rarely hit
    // such a position with integers and hardly ever with floats.
    snapped(put, by, handle, grid) {
      if (this.scene.shapes.length > MAX_SNAP_SHAPES) return null;
      const id = idOf(this.scene, handle.shape), ownPairs = (found) => found.pairs.filter((pair) => pair.a === id || pair.b === id);
      const strongest = (found) => ORDER[Math.max(0, ...ownPairs(found).map((pair) => ORDER.indexOf(pair.relation)))];
      const found = bumper.check(put(by));
      if (found.error || strongest(found) === "touching") return null;
      const exact = [...INTEGER_SCALARS, "fixed"].includes(this.scene.scalar);
      // Snapping is limited to a quarter of the smaller shape's size; otherwise shapes could not be dragged into each other.
      const sizes = this.scene.shapes.flatMap((shape) => {
        const [a, b, c, d] = Shapes.boundingBox(Shapes.figures(shape, this.scene.y));
        return [c - a, d - b].filter((size) => size > 0);
      });
      const near = Math.min(Math.max(SNAP_DISTANCE / this.view.scale, exact ? MIN_INTEGER_SNAP * grid : 0),
        Math.max(Math.min(...sizes) / 4, exact ? grid : 0));
      const close = ownPairs(found).some((pair) => (pair.distance ?? pair.depth ?? 0) <= near);
      if (!close) return null;
      for (const step of this.candidates(found, id, by, grid, near)) {
        const scene = put(step), result = bumper.check(scene);
        if (!result.error && strongest(result) === "touching") return scene;
      }
      return null;
    }

    candidates(found, id, by, grid, near) {
      const list = [], [u, v] = this.view.panels[this.held?.handle.panel ?? 0].axes;
      if (!INTEGER_SCALARS.includes(this.scene.scalar)) {
        // Moves the shape along the normal by the distance or the penetration depth.
        for (const pair of found.pairs) {
          if (pair.relation !== "overlapping" || pair.a !== id && pair.b !== id) continue;
          const sign = pair.b === id ? 1 : -1;
          list.push(by.map((c, k) => c + sign * pair.normal[k] * pair.depth));
        }
        for (const gap of found.gaps) {
          if (Math.abs(gap.separation) > near) continue;
          const [a, b] = [gap.a, gap.b].map((n) => idOf(this.scene, n));
          if (a !== id && b !== id) continue;
          const sign = b === id ? -1 : 1;
          list.push(by.map((c, k) => c + sign * gap.normal[k] * gap.separation));
        }
      }
      const steps = Math.min(MIN_INTEGER_SNAP, Math.floor(near / grid)), offsets = [];
      for (let i = -steps; i <= steps; i++) {
        for (let j = -steps; j <= steps; j++) offsets.push([i, j]);
      }
      offsets.sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
      for (const [i, j] of offsets) {
        const step = [...by];
        step[u] += i * grid;
        step[v] += j * grid;
        list.push(step);
      }
      return list;
    }

    turnKnob(start, handle, by) {
      const scene = structuredClone(start);
      if (handle.ray !== undefined) {
        const ray = scene.rays[handle.ray];
        if (!handle.aim) ray.from = Shapes.plus(ray.from, by);
        else {
          const size = Math.hypot(...ray.direction), reach = ray.max ?? 60 / this.view.scale;
          ray.direction = ray.direction.map((c, k) => c / size * reach + by[k]);
          if (ray.max !== undefined) ray.max = Math.round(Math.hypot(...ray.direction));
          if (!ray.direction.some((c) => Math.abs(c) > 1e-6 * reach)) return null;
        }
        return scene;
      }
      const shape = scene.shapes[handle.shape];
      if (handle.velocity) {
        scene.shapes[handle.shape] = { ...shape, velocity: Shapes.plus(shape.velocity, by) };
        return scene;
      }
      const knob = Shapes.knobs(shape, scene.y)[handle.knob];
      scene.shapes[handle.shape] = knob.set(Shapes.plus(knob.at, by));
      return scene;
    }

    key(event) {
      const handle = event.target.closest?.(".handle")?.handle;
      const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
      if (!handle || !dx && !dy) return;
      event.preventDefault();
      // A key moves a handle by exactly one step, without snapping; with Shift by ten.
      const grid = this.view.grid(this.scene.scalar ?? "f32") * (event.shiftKey ? 10 : 1);
      this.moveHandle(this.scene, handle, [dx * grid * this.view.scale, dy * grid * this.view.scale], false);
    }
  }

  return { Figure, all, element, ORDER };
})();
