// Dragging with one pointer: a mouse, a pen, or one finger.
"use strict";
const Pointer = (() => {
  // Reports the drags that begin on an element. `begin` returns whether this press begins a drag; if not, the browser may scroll. Until
  // the pointer is released, presses of other fingers are ignored.
  function drags(element, { begin, move, end }) {
    let pointer = null;
    element.addEventListener("pointerdown", (event) => {
      if (pointer !== null || event.button !== 0 || !begin(event)) return;
      event.preventDefault();
      pointer = event.pointerId;
      element.setPointerCapture(pointer);
    });
    element.addEventListener("pointermove", (event) => { if (event.pointerId === pointer) move(event); });
    for (const name of ["pointerup", "pointercancel"]) {
      element.addEventListener(name, (event) => {
        if (event.pointerId !== pointer) return;
        pointer = null;
        end();
      });
    }
    // `pointerdown` comes before `touchstart`. Without this, the browser takes the gesture for scrolling after a few moves and sends
    // `pointercancel`: `touch-action` alone does not prevent that for parts of an SVG.
    element.addEventListener("touchstart", (event) => { if (pointer !== null) event.preventDefault(); }, { passive: false });
  }

  return { drags };
})();
