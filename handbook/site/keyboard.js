// Keyboard access: groups of controls with one tab stop, and a line at the bottom of the window that tells which keys work.
"use strict";
const Keyboard = (() => {
  // Makes several controls one tab stop (a roving `tabindex`). Tab reaches the control that was used last; the keys `next` and `previous`
  // and Home and End focus the others. `controls` returns them in their order. Call the returned function when their number has changed.
  // `group` is no SVG: browsers make an SVG that listens to the focus a tab stop.
  function rove(group, controls, { next, previous }) {
    let current = null;
    function update() {
      const list = controls();
      if (!list.includes(current)) current = list[0];
      for (const control of list) control.setAttribute("tabindex", control === current ? "0" : "-1");
    }
    group.addEventListener("focusin", (event) => {
      if (!controls().includes(event.target)) return;
      current = event.target;
      update();
    });
    group.addEventListener("keydown", (event) => {
      const list = controls(), from = list.indexOf(event.target), key = event.shiftKey ? `Shift+${event.key}` : event.key;
      if (from < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
      const to = next.includes(key) ? (from + 1) % list.length : previous.includes(key) ? (from || list.length) - 1 :
        key === "Home" ? 0 : key === "End" ? list.length - 1 : -1;
      if (to < 0) return;
      event.preventDefault();
      list[to].focus();
    });
    update();
    return update;
  }

  // Sets the keys that an element and the controls in it react to. They are shown while the keyboard's focus is there.
  function explain(element, keys) {
    element.dataset.keys = keys;
    element.setAttribute("aria-description", keys);
  }

  // Screen readers read the description instead of this line.
  const line = document.createElement("p");
  line.className = "keys";
  line.hidden = true;
  line.setAttribute("aria-hidden", "true");
  addEventListener("focusin", ({ target }) => {
    const explained = target.matches(":focus-visible") && target.closest("[data-keys]");
    line.hidden = !explained;
    if (!explained) return;
    line.textContent = [target.getAttribute("aria-label"), explained.dataset.keys].filter(Boolean).join(": ");
    document.body.append(line);
  });
  addEventListener("focusout", () => { line.hidden = true; });

  return { rove, explain };
})();
