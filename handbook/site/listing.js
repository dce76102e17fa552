// The listings of a page: the buttons beside their tabs, and the editor of the program in JavaScript.
"use strict";
class Listing {
  constructor(root) {
    this.root = root;
    this.panel = root.querySelector("[data-language=js][role=tabpanel]");
    this.original = this.panel.querySelector("code").textContent;
    this.buildEditor();
    this.buildToolbar();
    this.runner = new Runner(this.drawn, { print: (text) => this.print(text), fail: (message, line) => this.fail(message, line) });
    root.addEventListener("language", (event) => this.showLanguage(event.detail));
    Tabs.activate(root);
  }

  static make(tag, attributes = {}, text = "") {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  }

  buildEditor() {
    this.editor = Listing.make("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
      "aria-label": "the program in JavaScript" });
    Keyboard.explain(this.editor, "Control and Enter run the program");
    this.editor.value = this.original;
    // The text itself is transparent. Below it is the same text in colors.
    const box = Listing.make("div", { class: "editor" });
    this.colored = this.panel.querySelector("pre");
    this.colored.setAttribute("aria-hidden", "true");
    this.colored.replaceWith(box);
    box.append(this.colored, this.editor);
    this.drawn = Listing.make("div", { class: "drawn" });
    this.fault = Listing.make("p", { class: "fault", role: "alert" });
    this.printed = Listing.make("pre", { class: "printed", role: "log", "aria-label": "what it prints" });
    this.panel.append(this.fault, this.drawn, this.printed);
    this.editor.addEventListener("input", () => this.edited());
    this.editor.addEventListener("focus", () => Modules.script("highlighter"));
    this.editor.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run();
    });
  }

  buildToolbar() {
    this.toolbar = Listing.make("div", { class: "actions", role: "toolbar", "aria-label": "this listing" });
    const button = (text, act) => {
      const made = Listing.make("button", { type: "button" }, text);
      made.addEventListener("click", () => act(made));
      this.toolbar.append(made);
      return made;
    };
    this.runButton = button("Run", () => this.run());
    this.stopButton = button("Stop", () => this.stop());
    this.resetButton = button("Reset", () => this.reset());
    button("Copy", (made) => this.copy(made));
    this.stopButton.hidden = this.resetButton.hidden = true;
    this.root.querySelector(".bar").append(this.toolbar);
    this.rove = Keyboard.rove(this.toolbar, () => [...this.toolbar.querySelectorAll("button:not([hidden])")],
      { next: ["ArrowRight"], previous: ["ArrowLeft"] });
    Keyboard.explain(this.toolbar, "arrow keys go to the other buttons");
  }

  showLanguage(language) {
    this.language = language;
    this.runButton.hidden = language !== "js";
    if (language === "js") return this.edited();
    this.stop();
    this.resetButton.hidden = true;
    this.rove();
  }

  edited() {
    this.color();
    this.resetButton.hidden = this.editor.value === this.original;
    this.rove();
  }

  // Until the highlighter is loaded, an edited text has no colors.
  color() {
    const code = this.colored.querySelector("code"), { value } = this.editor;
    if (code.textContent === value) return;
    if (window.highlighted) code.innerHTML = window.highlighted(value);
    else code.textContent = value;
  }

  reset() {
    this.stop();
    this.clear();
    this.editor.value = this.original;
    this.edited();
    this.runButton.focus();
  }

  clear() {
    this.fault.textContent = this.printed.textContent = "";
    delete this.root.dataset.ended;
  }

  // A program with a canvas goes on with its animation frames, and can be stopped. Another one is usually at its end.
  async run() {
    const size = this.root.dataset.canvas;
    this.clear();
    this.stopButton.hidden = false;
    this.rove();
    try {
      const hasEnded = await this.runner.run(this.editor.value, size);
      if (hasEnded) this.root.dataset.ended = "";
      if (!size) this.hideStop();
      else if (hasEnded) this.drawn.scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.fail(`The package cannot be loaded: ${error.message}`, 0);
    }
  }

  stop() {
    this.runner?.stop();
    this.hideStop();
  }

  hideStop() {
    const hadFocus = this.stopButton === document.activeElement;
    this.stopButton.hidden = true;
    this.rove();
    if (hadFocus) this.runButton.focus();
  }

  print(text) {
    const MAX_LENGTH = 20_000;
    this.printed.textContent = `${this.printed.textContent}${text}\n`.slice(-MAX_LENGTH);
  }

  fail(message, line) {
    this.fault.textContent = line > 0 ? `line ${line}: ${message}` : message;
  }

  async copy(button) {
    const text = this.language === "js" ? this.editor.value : this.root.querySelector(`[role=tabpanel][data-language=${this.language}] code`).textContent;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The page may not write to the clipboard, so the text is selected instead.
      if (this.language === "js") this.editor.select();
      else getSelection().selectAllChildren(this.root.querySelector(`[role=tabpanel][data-language=${this.language}] pre`));
      return;
    }
    button.classList.add("done");
    setTimeout(() => button.classList.remove("done"), 900);
  }
}
