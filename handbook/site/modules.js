// Loads scripts and WebAssembly modules, each at most once per page.
"use strict";
const Modules = (() => {
  const scripts = new Map(), modules = new Map();

  // Returns the promise of a map's value, which it makes when it is asked for the first time. A failure can be tried again.
  function once(map, name, make) {
    if (!map.has(name)) map.set(name, make(name).catch((error) => { map.delete(name); throw error; }));
    return map.get(name);
  }

  const addScript = (name) => new Promise((resolve, reject) => {
    const node = document.createElement("script");
    node.src = `${name}.js`;
    node.onload = resolve;
    node.onerror = () => reject(new Error(`${name}.js cannot be loaded`));
    document.head.append(node);
  });
  const script = (name) => once(scripts, name, addScript);

  // Browsers stream the module, and cache it for all pages. They do not fetch anything for pages that were opened as files, and the
  // command's own server has only the packed form, which is a script.
  async function compileModule(name) {
    const response = location.protocol === "file:" ? null : await fetch(`${name}.wasm`);
    if (!response?.ok) return unpackModule(name);
    const isTyped = response.headers.get("Content-Type")?.startsWith("application/wasm");
    return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
  }

  async function unpackModule(name) {
    await Promise.all([script(name), script("unpack")]);
    return WebAssembly.compile(unpack(Uint8Array.from(atob(window.packedModules[name]), (c) => c.charCodeAt(0))));
  }

  return { script, compile: (name) => once(modules, name, compileModule) };
})();
