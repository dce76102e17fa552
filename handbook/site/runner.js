// Runs a program of a reader in a frame of its own. Its functions, listeners and animation frames end when the frame is removed.
"use strict";
class Runner {
  // `place` receives the frame. `print` is called for each line that the program prints, and `fail` for an error with the number of its
  // line, or 0.
  constructor(place, { print, fail }) {
    Object.assign(this, { place, print, fail });
    this.frame = null;
    this.runs = 0;
  }

  stop() {
    this.runs++;
    this.place.replaceChildren();
    this.frame = null;
  }

  // Runs the text of a module, after it has stopped the previous run. Returns whether it came to its end without an error; a run that is
  // stopped before returns false, too.
  async run(text, size) {
    this.stop();
    const run = this.runs, [module] = await Promise.all([Modules.compile("package"), Modules.script("api")]);
    if (run !== this.runs) return false;
    await this.open(size);
    if (run !== this.runs) return false;
    const pad = size && Keypad.of(text, (type, key) => this.press(type, key));
    if (pad) this.place.append(pad);
    const inside = this.frame.contentWindow;
    // Modules belong to the window in which they were made.
    inside.bumperModule = inside.structuredClone(module);
    Runner.address ??= Runner.addressOf(window.packageText);
    this.append({ type: "importmap", textContent: JSON.stringify({ imports: { "bumper-collision": Runner.address } }) });
    const program = Runner.addressOf(`${text}\n;window.bumperEnd();`);
    return new Promise((resolve) => {
      this.connect(inside, program, resolve);
      inside.bumperEnd = () => resolve(true);
      this.append({ type: "module", src: program });
    });
  }

  // The address of a module with this text. Pages that are opened as files can import it, too.
  static addressOf(text) { return URL.createObjectURL(new Blob([text], { type: "text/javascript" })); }

  // Opens an empty frame, with a canvas if there is a size.
  open(size) {
    const [width, height] = size?.split("x") ?? [];
    const canvas = size ? `<canvas id="canvas" width="${width}" height="${height}" tabindex="0"></canvas>` : "";
    const frame = document.createElement("iframe");
    frame.title = "what the listing draws";
    frame.hidden = !size;
    frame.style.aspectRatio = size ? `${width} / ${height}` : "";
    frame.style.maxWidth = size ? `${width}px` : "";
    frame.srcdoc = `<!doctype html><style>body { margin: 0 } canvas { display: block; width: 100%; background: #fff; outline: none }</style>${canvas}`;
    this.frame = frame;
    this.place.append(frame);
    return new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  }

  // Sends a keyboard event to the canvas.
  press(type, key) {
    const canvas = this.frame?.contentDocument.getElementById("canvas");
    canvas?.dispatchEvent(new this.frame.contentWindow.KeyboardEvent(type, { key, code: key, bubbles: true, cancelable: true }));
  }

  append(properties) {
    const script = Object.assign(this.frame.contentDocument.createElement("script"), properties);
    this.frame.contentDocument.body.append(script);
  }

  // Passes what the program prints and its errors on. `program` is the address of the program.
  connect(inside, program, resolve) {
    for (const name of ["log", "info", "warn", "error", "debug"]) inside.console[name] = (...values) => this.print(Inspect.line(values));
    // The line of the program in the stack of an error, which may have been thrown in the package; 0 if there is none.
    const lineOf = (error) => Number(error?.stack?.split(`${program}:`)[1]?.match(/^\d+/)?.[0] ?? 0);
    const fail = (message, line) => {
      this.fail(message, line);
      resolve(false);
    };
    inside.addEventListener("error", (event) => {
      event.preventDefault();
      fail(event.message.replace(/^Uncaught /, ""), lineOf(event.error) || event.lineno);
    });
    inside.addEventListener("unhandledrejection", (event) => {
      event.preventDefault();
      fail(Inspect.line([event.reason]), lineOf(event.reason));
    });
    inside.document.getElementById("canvas")?.focus({ preventScroll: true });
  }
}
