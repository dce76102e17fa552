// A live figure: a scene whose shapes can be dragged, with bumper's answers drawn into it and as text.
//
// The element has `data-figure` (its name), `data-scene` (the current scene, as JSON) and `data-relation` (the strongest relation of any
// two shapes); each handle has `data-handle` (the shape's id).
"use strict";
const Figures = (() => {
  const ORDER = ["apart", "touching", "overlapping"];
  const SVG = "http://www.w3.org/2000/svg";
  const all = new Map();
  const INTEGER_SCALARS = ["i16", "i32"];
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
      this.measure();
      this.show();
      new ResizeObserver(() => this.measure()).observe(this.svg);
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
      this.controls = element("div", { class: "controls", role: "toolbar", "aria-label": "settings and copies of the figure" });
      this.svg.after(this.extra, this.answer, this.controls);
      this.buildControls();
      this.handles = new Handles(this);
      this.rove = Keyboard.rove(this.controls, () => [...this.controls.querySelectorAll("button:not([hidden]), input")],
        { next: ["ArrowRight", "ArrowDown"], previous: ["ArrowLeft", "ArrowUp"] });
      Keyboard.explain(this.controls, "arrow keys go to the other buttons");
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

    // Measures the figure on the screen: `pixel` is the size of a CSS pixel in pixels of the picture.
    measure() {
      const { width } = this.svg.getBoundingClientRect();
      this.pixel = width > 0 ? Draw.WIDTH / width : 1;
      this.svg.style.setProperty("--pixel", this.pixel);
      this.handles.place();
    }

    // Replaces the scene if bumper accepts it. Returns false if not.
    change(scene, fit = false, quiet = false) {
      const found = bumper.check(scene);
      if (found.error) {
        this.answer.textContent = `${found.error.place}: ${found.error.reason}`;
        return false;
      }
      this.scene = withIds(scene);
      if (fit) this.fit();
      this.show(found);
      if (!quiet) {
        this.player?.changed();
        this.remember();
      }
      return true;
    }

    // Sets whether screen readers read changes of the answer. While the figure plays, they read nothing; when it stops, the last answer.
    announce(on) {
      this.answer.setAttribute("aria-live", on ? "polite" : "off");
      if (on) this.answer.textContent = String(this.answer.textContent);
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
      this.handles.place();
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
  }

  return { Figure, all, element, ORDER, INTEGER_SCALARS };
})();
