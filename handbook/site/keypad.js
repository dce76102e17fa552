// Buttons for the arrow keys of a program, for screens without a keyboard.
"use strict";
class Keypad {
  static SIGNS = { ArrowLeft: "◀", ArrowRight: "▶", ArrowUp: "▲", ArrowDown: "▼" };

  // The pad for the keys that the text of a program names; null if it names none. `send` is called with the type of a keyboard event,
  // "keydown" or "keyup", and the key.
  static of(text, send) {
    const keys = Object.keys(Keypad.SIGNS).filter((key) => text.includes(key));
    if (!keys.length) return null;
    const pad = document.createElement("div");
    pad.className = "pad";
    for (const key of keys) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: Keypad.SIGNS[key], tabIndex: -1 });
      button.setAttribute("aria-label", `hold ${key}`);
      button.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        button.setPointerCapture(event.pointerId);
        send("keydown", key);
      });
      // The capture ends when the finger is lifted, wherever it is then.
      button.addEventListener("lostpointercapture", () => send("keyup", key));
      pad.append(button);
    }
    return pad;
  }
}
