// Formats values as `console.log` of Node does, on one line.
"use strict";
const Inspect = (() => {
  const MAX_DEPTH = 3, MAX_ITEMS = 100;
  const KEY = /^[A-Za-z_$][\w$]*$/;
  const quoted = (text) => text.includes("'") ? JSON.stringify(text) : `'${text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n")}'`;

  function inspect(value, depth = 0) {
    if (typeof value === "string") return quoted(value);
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return value.name ? `[Function: ${value.name}]` : "[Function (anonymous)]";
    if (Object.is(value, -0)) return "-0";
    if (typeof value !== "object" || value === null) return String(value);
    // A value of another window is no instance of the classes of this one.
    const name = value.constructor?.name ?? "";
    if (name.endsWith("Error")) return `${value.name}: ${value.message}`;
    if (depth >= MAX_DEPTH) return Array.isArray(value) ? "[Array]" : `[${name || "Object"}]`;
    const inner = (item) => inspect(item, depth + 1);
    if (Array.isArray(value)) return braces("", "[", [...value].map(inner), "]");
    if (ArrayBuffer.isView(value) && "length" in value) return braces(`${name}(${value.length})`, "[", [...value].map(String), "]");
    if (name === "Map") return braces(`Map(${value.size})`, "{", [...value].map(([key, item]) => `${inner(key)} => ${inner(item)}`), "}");
    if (name === "Set") return braces(`Set(${value.size})`, "{", [...value].map(inner), "}");
    const entries = Object.entries(value).map(([key, item]) => `${KEY.test(key) ? key : quoted(key)}: ${inner(item)}`);
    return braces(name === "Object" ? "" : name || "[Object: null prototype]", "{", entries, "}");
  }

  function braces(prefix, open, items, close) {
    const shown = items.length > MAX_ITEMS ? [...items.slice(0, MAX_ITEMS), `... ${items.length - MAX_ITEMS} more items`] : items;
    return `${prefix && `${prefix} `}${open}${shown.length ? ` ${shown.join(", ")} ` : ""}${close}`;
  }

  // The text that `console.log` prints for its arguments.
  const line = (values) => values.map((value) => typeof value === "string" ? value : inspect(value)).join(" ");

  return { line };
})();
