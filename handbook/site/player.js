// Runs the scene of a figure frame by frame: its movers and bodies.
"use strict";
class Player {
  constructor(figure) {
    this.figure = figure;
    this.playing = false;
    this.begun = false;
    // The keys that are held: the name of each by the pointer's id, or by the name of the key on the keyboard.
    this.held = new Map();
    this.build();
  }

  get scene() { return this.figure.scene; }

  // Whether shapes of a scene move only while a key is pressed.
  static needsKeys(scene) {
    const moves = (vector) => vector?.some((c) => c !== 0);
    return !moves(scene.gravity) && scene.shapes.every((shape) => !shape.body && !(shape.move && moves(shape.velocity)));
  }

  build() {
    const figure = this.figure, movers = figure.scene.shapes.some((shape) => shape.move);
    this.run = figure.button("run", "run", () => this.toggle());
    this.single = figure.button("step", "one frame", () => { this.pause(); this.step(1); });
    this.hideIdleButtons();
    if (!movers) return;
    const pad = this.pad = Figures.element("div", { class: "pad", role: "application",
      "aria-label": "play" });
    for (const [key, text] of [["left", "◀"], ["right", "▶"], ["up", "▲"], ["down", "▼"], ["jump", "jump"]]) {
      const button = Figures.element("button", { type: "button", "aria-label": `hold ${key}`, tabindex: "-1" }, text);
      button.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        pad.focus();
        this.held.set(event.pointerId, key);
        this.play();
      });
      for (const name of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(name, ({ pointerId }) => this.held.delete(pointerId));
      pad.append(button);
    }
    const names = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", " ": "jump",
      a: "left", d: "right", w: "up", s: "down" };
    pad.addEventListener("keydown", (event) => {
      const key = names[event.key];
      if (!key) return;
      event.preventDefault();
      this.held.set(`key ${key}`, key);
      this.play();
    });
    pad.addEventListener("keyup", (event) => this.held.delete(`key ${names[event.key]}`));
    pad.addEventListener("blur", () => Object.values(names).forEach((key) => this.held.delete(`key ${key}`)));
    Keyboard.explain(pad, "arrow keys move the shape, Space jumps; Enter goes to the handles");
    // Directly below the picture, so that nothing whose height changes moves it away from a finger.
    figure.svg.after(pad);
  }

  toggle() { this.playing ? this.pause() : this.play(); }

  play() {
    if (this.playing) return;
    this.playing = true;
    this.run.textContent = "pause";
    this.run.setAttribute("aria-label", "pause");
    this.figure.announce(false);
    this.last = performance.now();
    this.unsimulatedTime = 0;
    const frame = (now) => {
      if (!this.playing || !this.figure.root.isConnected) return;
      // A time step of 0.1 or more is measured in frames, not in seconds.
      const step = (this.scene.time_step ?? 1 / 60) >= 0.1 ? 1 / 60 : this.scene.time_step ?? 1 / 60;
      this.unsimulatedTime = Math.min(this.unsimulatedTime + (now - this.last) / 1000, 4 * step);
      this.last = now;
      const frames = Math.floor(this.unsimulatedTime / step + 1e-6);
      if (frames > 0) {
        this.unsimulatedTime -= frames * step;
        this.step(frames);
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    this.playing = false;
    this.run.textContent = "run";
    this.run.setAttribute("aria-label", "run");
    this.figure.announce(true);
  }

  // Hides the buttons for running if only the arrow keys move anything.
  hideIdleButtons() {
    this.run.hidden = this.single.hidden = Player.needsKeys(this.scene);
    this.figure.rove?.();
  }

  // After a manual change the simulation restarts from the changed scene.
  changed() {
    this.begun = false;
    this.hideIdleButtons();
  }

  begin() {
    this.base = this.scene;
    const answer = bumper.ask(`start ${this.figure.slot}`, JSON.stringify(this.base));
    if (answer.error) {
      this.pause();
      this.figure.answer.textContent = `${answer.error.place}: ${answer.error.reason}`;
      return false;
    }
    this.begun = true;
    return true;
  }

  step(frames) {
    if (!this.begun && !this.begin()) return;
    this.report = bumper.ask(`step ${this.figure.slot} ${frames} ${[...new Set(this.held.values())].join(" ")}`);
    if (this.report.error) return;
    this.figure.report = this.report;
    if (!this.figure.change(this.present(), false, true) || this.playing && this.stands()) this.pause();
  }

  // Whether nothing moves until another key is pressed.
  stands() {
    const isStill = (mover) => mover.velocity.every((c) => c === 0);
    return !this.held.size && Player.needsKeys(this.base) && this.report.movers.every(isStill);
  }

  // The scene in its current state: the positions and velocities of all shapes.
  present() {
    const movers = new Map(this.report.movers.map((mover) => [mover.id, mover]));
    const bodies = new Map(this.report.bodies.map((body) => [body.id, body]));
    const parts = new Map(this.report.shapes.map((shape) => [shape.object, shape.parts]));
    const shapes = this.base.shapes.map((shape, n) => {
      const mover = movers.get(shape.id), body = bodies.get(shape.id);
      if (mover) {
        // The page simulates in `f32`; the positions in a scene of integers are rounded.
        const roundedIfInteger = (list) => ["i16", "i32"].includes(this.base.scalar) ? list.map(Math.round) : list;
        const moved = Shapes.translate(shape, roundedIfInteger(mover.moved));
        return mover.velocity.some((c) => c) || shape.velocity ? { ...moved, velocity: roundedIfInteger(mover.velocity) } : moved;
      }
      const now = parts.get(n);
      if (!body || !now) return shape;
      const { [Shapes.kindOf(shape)]: _, at, ...rest } = shape;
      return { ...rest, ...(now.length === 1 ? now[0] : { compound: now }), velocity: body.velocity,
        body: { ...shape.body, spin: body.spin } };
    });
    return { ...this.base, shapes };
  }

  // Grabs a body of a running simulation in order to drag it. Returns whether there is a body to grab.
  grab(handle, at) {
    if (!this.playing || handle.shape === undefined || !this.scene.shapes[handle.shape].body) return false;
    bumper.ask(`grab ${this.figure.slot} ${handle.shape} ${at[0]} ${at[1]}`);
    return true;
  }

  pull(at) { bumper.ask(`pull ${this.figure.slot} ${at[0]} ${at[1]}`); }

  drop() { bumper.ask(`drop ${this.figure.slot}`); }
}
