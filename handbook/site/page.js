// Activates the interactive parts of a page: its figures, the numbers in its text, and the state in its address.
"use strict";
(async () => {
  document.querySelector("nav > details").open = matchMedia("(min-width: 70rem)").matches;
  document.querySelectorAll("dl.contents, nav ul").forEach(activateContents);
  document.querySelectorAll("[data-code]").forEach((root) => new Listing(root));
  const roots = document.querySelectorAll("[data-figure]");
  if (!roots.length && !document.querySelector("#playground, #bits")) return live();
  try {
    await bumper.ready;
  } catch (error) {
    document.body.classList.add("still");
    document.querySelector("main").prepend(Figures.element("p", { role: "alert" },
      `The figures stand still here: ${error.message}.`));
    return;
  }
  for (const root of roots) new Figures.Figure(root);
  document.querySelectorAll("[data-condition]").forEach((root) => new Exercise(root));
  document.querySelectorAll(".scrub").forEach(scrub);
  follow();
  addEventListener("hashchange", follow);
  live();

  // Marks the page as ready.
  function live() {
    performance.mark("bumper-live");
    document.documentElement.dataset.live = String(Math.round(performance.now()));
  }

  // Makes the links of a group of chapters one tab stop.
  function activateContents(list) {
    Keyboard.rove(list, () => [...list.querySelectorAll("a")], { next: ["ArrowDown", "ArrowRight"], previous: ["ArrowUp", "ArrowLeft"] });
    Keyboard.explain(list, "arrow keys go to the other chapters of the group");
  }

  // Applies the state of a figure that the page's address contains: #ID:SCENE.
  function follow() {
    const [, id, text] = location.hash.match(/^#([\w-]+):([\w-]+)$/) ?? [];
    const figure = Figures.all.get(id);
    if (!figure) return;
    try {
      const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
      const scene = JSON.parse(new TextDecoder().decode(bytes));
      if (JSON.stringify(scene) === JSON.stringify(figure.scene) || !figure.change(scene, true)) return;
      figure.root.scrollIntoView();
    } catch { /* the address was truncated */ }
  }

  // Makes a number in the text editable: by dragging it sideways or with the arrow keys.
  function scrub(span) {
    const figure = Figures.all.get(span.dataset.of), [shape, ...keys] = span.dataset.path.split(".");
    if (!figure) return;
    const holder = (scene) => scene.shapes.find((one) => one.id === shape) ?? scene;
    const get = () => keys.reduce((value, key) => value?.[key], holder(figure.scene));
    const put = (value) => {
      const scene = structuredClone(figure.scene), last = keys.at(-1);
      const at = keys.slice(0, -1).reduce((inner, key) => inner?.[key], holder(scene));
      if (at) at[last] = value;
      figure.change(scene);
    };
    const show = () => {
      const value = get();
      if (value === undefined) return;
      span.textContent = +value.toFixed(3);
      span.setAttribute("aria-valuenow", value);
    };
    const step = () => figure.view.grid(figure.scene.scalar ?? "f32");
    figure.listeners.push(show);
    let held = null;
    Pointer.drags(span, {
      begin(event) {
        span.focus({ preventScroll: true });
        held = { x: event.clientX, value: get() };
        return true;
      },
      move(event) { put(held.value + Math.round((event.clientX - held.x) / 2) * step()); },
      end() { held = null; },
    });
    Keyboard.explain(span, "arrow keys change the number, with Shift by ten steps");
    span.addEventListener("keydown", (event) => {
      const sign = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
      if (!sign) return;
      event.preventDefault();
      put(get() + sign * step() * (event.shiftKey ? 10 : 1));
    });
  }
})();
