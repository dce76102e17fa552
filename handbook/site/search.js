// The search in the navigation. It loads the texts of all pages when it gets the focus.
"use strict";
(() => {
  const MAX_RESULTS = 8, MAX_EXCERPT = 90;
  const root = document.querySelector("search"), input = root.querySelector("input"), list = root.querySelector("ol"), status = root.querySelector("[role=status]");
  let index = null;

  async function load() {
    await Promise.all([Modules.script("finder"), Modules.script("texts")]);
    index ??= new MiniSearch({ fields: ["title", "heading", "text"], storeFields: ["title", "heading", "text"], idField: "address",
      searchOptions: { boost: { title: 4, heading: 3 }, prefix: true, fuzzy: (term) => term.length > 5 ? 0.2 : false, combineWith: "AND" } });
    if (!index.documentCount) index.addAll(window.searchTexts);
  }

  // The words around the first place where one of the terms is.
  function excerpt({ text, terms }) {
    const at = Math.max(0, Math.min(...terms.map((term) => text.toLowerCase().indexOf(term)).filter((n) => n >= 0), text.length) - MAX_EXCERPT / 3);
    const from = at > 0 ? text.indexOf(" ", at) + 1 : 0;
    return at >= text.length ? text.slice(0, MAX_EXCERPT) : `${from ? "… " : ""}${text.slice(from, from + MAX_EXCERPT)} …`;
  }

  function result(found) {
    const item = document.createElement("li"), link = document.createElement("a"), text = document.createElement("p");
    link.href = found.id;
    link.textContent = found.heading ? `${found.title}: ${found.heading}` : found.title;
    text.textContent = excerpt(found);
    item.append(link, text);
    return item;
  }

  async function search() {
    await load();
    const found = input.value.trim() ? index.search(input.value) : [];
    list.replaceChildren(...found.slice(0, MAX_RESULTS).map(result));
    status.textContent = !input.value.trim() ? "" : found.length ? `${found.length} places` : "nothing found";
  }

  root.hidden = false;
  input.addEventListener("focus", load);
  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    input.value = "";
    search();
  });
})();
