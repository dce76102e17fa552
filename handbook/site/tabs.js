// The tabs of the listings. A choice of a language holds for all listings of all pages.
"use strict";
const Tabs = (() => {
  const STORE = "bumper-language", switches = [];
  const stored = () => { try { return localStorage.getItem(STORE); } catch { return null; } };
  const store = (language) => { try { localStorage.setItem(STORE, language); } catch { /* the browser stores nothing for this page */ } };

  // Shows the panel of a language, or the first panel if there is none. `root` has the tabs and the panels.
  function show(root, language) {
    const tabs = [...root.querySelectorAll("[role=tab]")], chosen = tabs.find((tab) => tab.dataset.language === language) ?? tabs[0];
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = tab !== chosen;
    }
    root.dispatchEvent(new CustomEvent("language", { detail: chosen.dataset.language }));
  }

  // Shows the language in all listings, and keeps the place on the screen of the one in which it was chosen.
  function choose(root, language) {
    const before = root.getBoundingClientRect().top;
    store(language);
    for (const one of switches) show(one, language);
    scrollBy({ top: root.getBoundingClientRect().top - before, behavior: "instant" });
  }

  function activate(root) {
    const tabs = [...root.querySelectorAll("[role=tab]")];
    switches.push(root);
    for (const tab of tabs) tab.addEventListener("click", () => choose(root, tab.dataset.language));
    root.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
      const n = tabs.indexOf(event.target), last = tabs.length - 1;
      const next = { ArrowRight: n === last ? 0 : n + 1, ArrowLeft: n === 0 ? last : n - 1, Home: 0, End: last }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      tabs[next].focus();
      choose(root, tabs[next].dataset.language);
    });
    Keyboard.explain(root.querySelector("[role=tablist]"), "arrow keys go to the other languages");
    show(root, stored());
  }

  return { activate };
})();
