// The handles of a figure: one for each shape and panel, and smaller ones, the knobs, for numbers such as a radius, a velocity or the
// direction of a ray. They are dragged by a pointer or moved by keys.
"use strict";
class Handles {
  // A dragged shape snaps to a position at which it touches another one if that is within SNAP_DISTANCE pixels of the picture, in scenes of
  // at most MAX_SNAP_SHAPES shapes. In integer scenes, circles touch at so few positions that the distance is at least MIN_INTEGER_SNAP
  // units.
  static SNAP_DISTANCE = 5;
  static MAX_SNAP_SHAPES = 40;
  static MIN_INTEGER_SNAP = 6;
  // The radii of the areas where a handle and a knob react to the pointer, in pixels of the picture, and the smallest diameter of these
  // areas on the screen, in CSS pixels.
  static HANDLE_RADIUS = 16;
  static KNOB_RADIUS = 11;
  static MIN_TOUCH_SIZE = 24;
  // A finger drags a shape by the inner half of its bounding box, up to this multiple of the handle's radius from the centre. Elsewhere
  // it scrolls the page.
  static MIDDLE = 3;
  // Scenes with more shapes have handles on their movers only; scenes with more than MAX_KNOB_SHAPES have no knobs.
  static MAX_SHAPES = 40;
  static MAX_KNOB_SHAPES = 6;

  constructor(figure) {
    this.figure = figure;
    this.nodes = [];
    Pointer.drags(this.svg, { begin: (event) => this.press(event), move: (event) => this.drag(event), end: () => this.release() });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    // The arrow pad, if there is one, and the handles are one tab stop.
    this.rove = Keyboard.rove(figure.root, () => [...this.pads(), ...this.nodes], { next: ["Enter"], previous: ["Shift+Enter"] });
    Keyboard.explain(this.svg, "arrow keys move it, with Shift by ten steps; Enter goes to the next handle, Shift+Enter back");
  }

  get svg() { return this.figure.svg; }
  get scene() { return this.figure.scene; }
  get view() { return this.figure.view; }

  pads() { return this.figure.player?.pad ? [this.figure.player.pad] : []; }

  // Places a handle for each shape in each panel, and a knob for each number that can be dragged.
  place() {
    const { knobs: knobLayer, handles: handleLayer } = this.figure.layers, handles = [...this.ofShapes(), ...this.ofRays()];
    const present = new Map([...knobLayer.children, ...handleLayer.children].map((child) => [child.dataset.key, child]));
    this.nodes = handles.map((handle) => {
      const node = present.get(handle.key) ?? this.make(handle);
      present.delete(handle.key);
      node.handle = handle;
      // Handles are clamped to the picture, so that they stay visible when a shape leaves it.
      const [x, y] = this.position(handle, handles).map((c, k) => Math.min(Math.max(c, 8), (k ? this.view.height : Draw.WIDTH) - 8));
      const size = this.touchScale(this.isKnob(handle) ? Handles.KNOB_RADIUS : Handles.HANDLE_RADIUS);
      node.setAttribute("transform", `translate(${Draw.number(x)} ${Draw.number(y)}) scale(${Draw.number(size)})`);
      const id = handle.ray === undefined ? this.scene.shapes[handle.shape].id : "", value = this.valueOf(handle);
      node.setAttribute("aria-label", `${id} ${handle.name ?? Shapes.kindOf(this.scene.shapes[handle.shape]).replace("_", " ")}`.trim());
      node.setAttribute("aria-valuetext", `at ${value.map((c) => +c.toFixed(3)).join(", ")}`);
      node.setAttribute("aria-valuenow", +value[0].toFixed(3));
      return node;
    });
    present.forEach((child) => child.remove());
    this.rove();
  }

  ofShapes() {
    const handles = [], { shapes, y } = this.scene, many = shapes.length > Handles.MAX_SHAPES;
    shapes.forEach((shape, n) => {
      if (many && !shape.move) return;
      this.view.panels.forEach((panel, p) => {
        handles.push({ key: `h${n}.${p}`, shape: n, panel: p, at: this.view.flat(this.bounds(shape, panel).center, panel) });
      });
      if (this.view.three || shapes.length > Handles.MAX_KNOB_SHAPES) return;
      Shapes.knobs(shape, y).forEach((knob, k) =>
        handles.push({ key: `k${n}.${k}`, shape: n, panel: 0, knob: k, name: knob.name, at: this.view.place(knob.at) }));
      if (shape.velocity && !shape.move && !shape.body) {
        const [a, b, c, d] = Shapes.boundingBox(Shapes.figures(shape, y));
        const tip = Shapes.plus([(a + c) / 2, (b + d) / 2], shape.velocity);
        handles.push({ key: `v${n}`, shape: n, panel: 0, velocity: true, name: "velocity", at: this.view.place(tip) });
      }
    });
    return handles;
  }

  ofRays() {
    return (this.scene.rays ?? []).flatMap((ray, n) => {
      const reach = ray.max ?? 60 / this.view.scale, size = Math.hypot(...ray.direction);
      return [{ key: `r${n}`, ray: n, panel: 0, name: `${ray.id} start`, at: this.view.place(ray.from) },
        { key: `d${n}`, ray: n, aim: true, panel: 0, name: `${ray.id} aim`,
          at: this.view.place(Shapes.plus(ray.from, ray.direction.map((c) => c / size * reach))) }];
    });
  }

  // The bounding box of a shape in a panel, as its centre and its half size. Of a small compound, that of its first part, because the centre
  // of the whole may lie outside of all parts.
  bounds(shape, panel) {
    const figures = Shapes.figures(shape, this.scene.y, panel.axes);
    const [a, b, c, d] = Shapes.boundingBox(shape.compound && shape.compound.length < 4 ? figures.slice(0, 1) : figures);
    return { center: [(a + c) / 2, (b + d) / 2], half: [(c - a) / 2, (d - b) / 2] };
  }

  isKnob(handle) { return handle.knob !== undefined || handle.velocity || handle.ray !== undefined; }

  // The factor that enlarges a handle with this radius so that it measures at least MIN_TOUCH_SIZE CSS pixels, however narrow the figure
  // is.
  touchScale(radius) { return Math.max(1, Handles.MIN_TOUCH_SIZE / (2 * radius) * this.figure.pixel); }

  // The position of a handle. A knob keeps away from the handle of its shape, so that a finger can hit each of them.
  position(handle, handles) {
    const shapeHandle = handle.knob === undefined && !handle.velocity ? null : handles.find((other) => other.key === `h${handle.shape}.0`);
    if (!shapeHandle) return handle.at;
    const { KNOB_RADIUS, HANDLE_RADIUS } = Handles;
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

  make(handle) {
    const small = this.isKnob(handle), layer = this.figure.layers[small ? "knobs" : "handles"];
    const node = document.createElementNS(layer.namespaceURI, "g");
    node.dataset.key = handle.key;
    if (small) node.dataset.knob = handle.name;
    else node.dataset.handle = this.scene.shapes[handle.shape].id;
    node.setAttribute("class", small ? "handle knob" : "handle");
    node.setAttribute("role", "slider");
    // An invisible, larger circle takes the clicks and touches around the visible handle.
    node.innerHTML = small ? `<circle class="reach" r="${Handles.KNOB_RADIUS}"/><rect class="grip" x="-5" y="-5" width="10" height="10"/>` :
      `<circle class="reach" r="${Handles.HANDLE_RADIUS}"/><circle class="grip" r="7"/><path class="cross" d="M-4 0H4M0 -4V4"/>`;
    return layer.appendChild(node);
  }

  // The position of a pointer in the picture.
  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  // The handle that a press drags: the one below the pointer, or that of the shape below it.
  pick(event) {
    const node = event.target.closest?.(".handle"), shape = event.target.closest?.(".shape");
    if (node || !shape) return node;
    const place = [...this.figure.layers.shapes.querySelectorAll(".shape")].indexOf(shape), count = this.scene.shapes.length;
    const found = this.nodes.find((other) => other.dataset.key === `h${place % count}.${Math.floor(place / count)}`);
    return found && (event.pointerType !== "touch" || this.isMiddle(found.handle, this.at(event))) ? found : null;
  }

  // Whether a point of the picture is in the middle of a handle's shape.
  isMiddle(handle, at) {
    const { half } = this.bounds(this.scene.shapes[handle.shape], this.view.panels[handle.panel]);
    const most = Handles.MIDDLE * Handles.HANDLE_RADIUS * this.touchScale(Handles.HANDLE_RADIUS);
    return Shapes.minus(at, handle.at).every((c, k) => Math.abs(c) <= Math.min(half[k] * this.view.scale / 2, most));
  }

  press(event) {
    const node = this.pick(event), at = this.at(event);
    if (!node) return false;
    node.focus({ preventScroll: true });
    const pulls = this.figure.player?.grab(node.handle, this.valueOf({ ...node.handle, at }));
    this.held = { handle: node.handle, from: at, start: this.scene, node, pulls };
    node.classList.add("held");
    return true;
  }

  drag(event) {
    const at = this.at(event), { handle, from, start, pulls } = this.held;
    if (pulls) this.figure.player.pull(this.valueOf({ ...handle, at }));
    else this.move(start, handle, Shapes.minus(at, from), !event.altKey);
  }

  release() {
    this.held.node.classList.remove("held");
    if (this.held.pulls) this.figure.player.drop();
    this.held = null;
  }

  // A key moves a handle by exactly one step, without snapping; with Shift by ten.
  key(event) {
    const handle = event.target.closest?.(".handle")?.handle;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (!handle || !dx && !dy) return;
    event.preventDefault();
    const grid = this.view.grid(this.scene.scalar ?? "f32") * (event.shiftKey ? 10 : 1);
    this.move(this.scene, handle, [dx * grid * this.view.scale, dy * grid * this.view.scale], false);
  }

  // Moves a handle by a displacement in pixels of the picture from its position at the start of the drag.
  move(start, handle, pixels, snaps) {
    const dimensions = start.dimensions ?? 2, grid = this.view.grid(start.scalar ?? "f32");
    const by = this.view.step(pixels, this.view.panels[handle.panel], dimensions).map((c) => Math.round(c / grid) * grid);
    if (this.isKnob(handle)) {
      const changed = this.turnKnob(start, handle, by);
      if (changed) this.figure.change(changed);
      return;
    }
    const put = (step) => ({ ...start, shapes: start.shapes.map((shape, n) =>
      n === handle.shape ? Shapes.translate(shape, step) : shape) });
    const scene = put(by);
    this.figure.change((snaps && this.snapped(put, by, handle, grid)) || scene);
  }

  // The nearest position at which the dragged shape touches another one, if there is one nearby. By dragging alone, one would rarely hit
  // such a position with integers and hardly ever with floats.
  snapped(put, by, handle, grid) {
    if (this.scene.shapes.length > Handles.MAX_SNAP_SHAPES) return null;
    const id = this.scene.shapes[handle.shape].id, ownPairs = (found) => found.pairs.filter((pair) => pair.a === id || pair.b === id);
    const strongest = (found) => Figures.ORDER[Math.max(0, ...ownPairs(found).map((pair) => Figures.ORDER.indexOf(pair.relation)))];
    const found = bumper.check(put(by));
    if (found.error || strongest(found) === "touching") return null;
    const exact = [...Figures.INTEGER_SCALARS, "fixed"].includes(this.scene.scalar);
    // Snapping is limited to a quarter of the smaller shape's size; otherwise shapes could not be dragged into each other.
    const sizes = this.scene.shapes.flatMap((shape) => {
      const [a, b, c, d] = Shapes.boundingBox(Shapes.figures(shape, this.scene.y));
      return [c - a, d - b].filter((size) => size > 0);
    });
    const near = Math.min(Math.max(Handles.SNAP_DISTANCE / this.view.scale, exact ? Handles.MIN_INTEGER_SNAP * grid : 0),
      Math.max(Math.min(...sizes) / 4, exact ? grid : 0));
    const close = ownPairs(found).some((pair) => (pair.distance ?? pair.depth ?? 0) <= near);
    if (!close) return null;
    for (const step of this.candidates({ found, handle, by, grid, near })) {
      const scene = put(step), result = bumper.check(scene);
      if (!result.error && strongest(result) === "touching") return scene;
    }
    return null;
  }

  candidates({ found, handle, by, grid, near }) {
    const list = [], [u, v] = this.view.panels[handle.panel].axes, { id } = this.scene.shapes[handle.shape];
    if (!Figures.INTEGER_SCALARS.includes(this.scene.scalar)) {
      // Moves the shape along the normal by the distance or the penetration depth.
      for (const pair of found.pairs) {
        if (pair.relation !== "overlapping" || pair.a !== id && pair.b !== id) continue;
        const sign = pair.b === id ? 1 : -1;
        list.push(by.map((c, k) => c + sign * pair.normal[k] * pair.depth));
      }
      for (const gap of found.gaps) {
        if (Math.abs(gap.separation) > near) continue;
        const [a, b] = [gap.a, gap.b].map((n) => this.scene.shapes[n].id);
        if (a !== id && b !== id) continue;
        const sign = b === id ? -1 : 1;
        list.push(by.map((c, k) => c + sign * gap.normal[k] * gap.separation));
      }
    }
    const steps = Math.min(Handles.MIN_INTEGER_SNAP, Math.floor(near / grid)), offsets = [];
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
}
