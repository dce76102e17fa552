// Converts maps to scenes, for the playground: orthogonal Tiled maps, and LDtk projects stored in one file. The command supports these
// formats completely and merges tiles into fewer boxes; this page reports what it does not support.
"use strict";
const Maps = (() => {
  const FLAGS = 0x1fffffff, SOLID = /^(solid|collision)$/i;
  const list = (node, name) => [...node.children].filter((child) => child.tagName === name);
  const number = (node, name) => Number(node.getAttribute(name) ?? 0);
  const points = (text) => text.trim().split(/\s+/).map((pair) => pair.split(",").map(Number));

  // Converts the XML format of Tiled to its JSON format.
  function fromXml(text) {
    const page = new DOMParser().parseFromString(text, "text/xml"), map = page.documentElement;
    if (page.querySelector("parsererror") || map.tagName !== "map") throw new Error("this is no map");
    const properties = (node) => list(node, "properties").flatMap((all) => list(all, "property"))
      .map((one) => ({ name: one.getAttribute("name"), value: one.getAttribute("value") ?? one.textContent }));
    const object = (node) => {
      const shape = (name) => list(node, name)[0];
      const corners = (name) => shape(name) && points(shape(name).getAttribute("points")).map(([x, y]) => ({ x, y }));
      return { id: number(node, "id"), name: node.getAttribute("name") ?? "", x: number(node, "x"), y: number(node, "y"),
        width: number(node, "width"), height: number(node, "height"), rotation: number(node, "rotation"), ellipse: Boolean(shape("ellipse")),
        point: Boolean(shape("point")), text: shape("text") ? {} : undefined, gid: node.getAttribute("gid") ? number(node, "gid") : undefined,
        polygon: corners("polygon"), polyline: corners("polyline"), properties: properties(node) };
    };
    const tile = (node) => ({ id: number(node, "id"), type: node.getAttribute("type") ?? node.getAttribute("class") ?? "",
      properties: properties(node), objectgroup: list(node, "objectgroup").map((group) => ({ objects: list(group, "object").map(object) }))[0] });
    const layers = (node) => [...node.children].filter((child) => /^(layer|objectgroup|group)$/.test(child.tagName)).map((child) => {
      const data = list(child, "data")[0];
      const coded = data?.getAttribute("encoding");
      if (data && coded !== "csv") throw new Error(`the layer ${child.getAttribute("name")} is not of comma-separated values`);
      return { name: child.getAttribute("name") ?? "", class: child.getAttribute("class") ?? "", offsetx: number(child, "offsetx"),
        offsety: number(child, "offsety"), visible: child.getAttribute("visible") !== "0", width: number(child, "width"),
        data: data && data.textContent.split(",").map(Number), objects: list(child, "object").map(object), layers: layers(child),
        properties: properties(child) };
    });
    const tilesets = list(map, "tileset").map((set) => ({ firstgid: number(set, "firstgid"), source: set.getAttribute("source"),
      tiles: list(set, "tile").map(tile) }));
    return { orientation: map.getAttribute("orientation"), tilewidth: number(map, "tilewidth"), tileheight: number(map, "tileheight"),
      class: map.getAttribute("class") ?? "", tilesets, layers: layers(map), properties: properties(map) };
  }

  const property = (holder, name) => (holder.properties ?? []).find((one) => one.name === name)?.value;
  const keys = (holder) => JSON.parse(`{${String(property(holder, "bumper") ?? "").trim().replace(/^\{(.*)\}$/s, "$1")}}`);
  const solid = (holder) => [true, "true"].includes(property(holder, "solid") ?? property(holder, "collides")) ||
    SOLID.test(holder.class ?? "") || SOLID.test(holder.type ?? "");

  // A shape of Tiled as a shape of a scene, moved by an offset. Tiled rotates a shape about its top left corner.
  function shape(object, [dx, dy]) {
    const [x, y] = [object.x + dx, object.y + dy], { width: w = 0, height: h = 0, rotation = 0 } = object;
    const at = (px, py) => Shapes.plus([x, y], Shapes.turned([px, py], rotation));
    if (object.text) return null;
    if (object.point) return { point: [x, y] };
    if (object.polygon) return { polygon: object.polygon.map((p) => at(p.x, p.y)) };
    if (object.polyline) {
      const line = object.polyline.map((p) => at(p.x, p.y));
      return { compound: line.slice(1).map((to, n) => ({ segment: { from: line[n], to } })) };
    }
    const up = object.gid ? -h / 2 : h / 2;
    if (object.ellipse && w === h) return { ball: { center: at(w / 2, up), radius: w / 2 } };
    if (object.ellipse) return { ellipse: { center: at(w / 2, up), half_size: [w / 2, h / 2], angle: rotation } };
    if (!w && !h) return { point: [x, y] };
    if (rotation) return { oriented_box: { center: at(w / 2, up), half_size: [w / 2, h / 2], angle: rotation } };
    return { box: { top_left: [x, object.gid ? y - h : y], size: [w, h] } };
  }

  // Converts the solid cells of a grid to boxes: runs of cells in a row, merged with runs of the same columns below.
  function boxes(cells, width, [w, h], [dx, dy]) {
    const open = new Map(), done = [];
    for (let j = 0; j * width < cells.length; j++) {
      for (let i = 0; i < width; i++) {
        if (!cells[j * width + i]) continue;
        const from = i;
        while (i < width && cells[j * width + i]) i++;
        const above = open.get(`${from}-${i}`);
        if (above && above.to === j) above.to++;
        else {
          const box = { from, end: i, top: j, to: j + 1 };
          open.set(`${from}-${i}`, box);
          done.push(box);
        }
      }
    }
    return done.map(({ from, end, top, to }) => ({ box: { top_left: [from * w + dx, top * h + dy], size: [(end - from) * w, (to - top) * h] } }));
  }

  function tiled(map) {
    if (map.orientation !== "orthogonal") throw new Error("this page reads orthogonal maps; the command reads all");
    const shapes = [], names = new Set(), tiles = new Map();
    for (const set of map.tilesets ?? []) for (const tile of set.tiles ?? []) tiles.set(set.firstgid + tile.id, tile);
    const add = (name, value, more) => {
      let id = name;
      for (let n = 2; names.has(id); n++) id = `${name}#${n}`;
      names.add(id);
      shapes.push({ id, ...value, ...more });
    };
    const visit = (layer, [ox, oy], inherited, parentSolid) => {
      const offset = [ox + (layer.offsetx ?? 0), oy + (layer.offsety ?? 0)], more = { ...inherited, ...keys(layer) };
      if (layer.visible === false) return;
      const allSolid = parentSolid || solid(layer), size = [map.tilewidth, map.tileheight];
      for (const object of layer.objects ?? []) {
        const value = shape(object, offset), own = keys(object);
        if (value) add(object.name || `#${object.id}`, value, Object.keys(own).length ? own : more);
      }
      if (layer.data) {
        if (!Array.isArray(layer.data)) throw new Error(`the layer ${layer.name} is packed; the command reads it`);
        const kinds = layer.data.map((gid) => tiles.get(gid & FLAGS));
        const parts = boxes(layer.data.map((gid, n) => gid && !kinds[n]?.objectgroup && (allSolid || kinds[n] && solid(kinds[n]))),
          layer.width, size, offset);
        const square = (tile) => tile?.objectgroup?.objects.length === 1 && tile.objectgroup.objects[0];
        const full = layer.data.map((_, n) => { const one = square(kinds[n]);
          return one && !one.polygon && !one.ellipse && !one.x && !one.y && one.width === size[0] && one.height === size[1]; });
        parts.push(...boxes(full, layer.width, size, offset));
        kinds.forEach((tile, n) => {
          if (full[n]) return;
          const at = [n % layer.width * size[0] + offset[0], Math.floor(n / layer.width) * size[1] + offset[1]];
          for (const object of tile?.objectgroup?.objects ?? []) parts.push(shape(object, at));
        });
        if (parts.length) add(layer.name, { compound: parts.filter(Boolean) }, more);
      }
      for (const inner of layer.layers ?? []) visit(inner, offset, more, allSolid);
    };
    for (const layer of map.layers ?? []) visit(layer, [0, 0], {}, solid(map));
    return { bumper: 1, ...keys(map), shapes };
  }

  function ldtk(project) {
    if (!project.levels) throw new Error("this is no project of LDtk");
    const shapes = [];
    for (const level of project.levels) {
      for (const layer of level.layerInstances ?? []) {
        const offset = [level.worldX + layer.__pxTotalOffsetX, level.worldY + layer.__pxTotalOffsetY], size = [layer.__gridSize, layer.__gridSize];
        const values = [...new Set(layer.intGridCsv ?? [])].filter(Boolean).sort((a, b) => a - b);
        const known = project.defs?.layers?.find((one) => one.uid === layer.layerDefUid)?.intGridValues ?? [];
        for (const value of values) {
          const name = known.find((one) => one.value === value)?.identifier ?? value;
          shapes.push({ id: `${level.identifier}/${layer.__identifier}/${name}`,
            compound: boxes(layer.intGridCsv.map((cell) => cell === value), layer.__cWid, size, offset) });
        }
        for (const entity of layer.entityInstances ?? []) {
          const [px, py] = entity.__pivot ?? [0, 0], field = (name) => entity.fieldInstances?.find((one) => one.__identifier === name)?.__value;
          const top_left = [entity.px[0] - px * entity.width + offset[0], entity.px[1] - py * entity.height + offset[1]];
          let id = `${level.identifier}/${entity.__identifier}`;
          while (shapes.some((one) => one.id === id)) id += "#";
          shapes.push({ id, box: { top_left, size: [entity.width, entity.height] }, ...keys({ properties: [{ name: "bumper", value: field("bumper") ?? "" }] }) });
        }
      }
    }
    return { bumper: 1, shapes };
  }

  // Converts the text of a map to a scene.
  function read(text, name) {
    if (/^\s*</.test(text)) return tiled(fromXml(text));
    const value = JSON.parse(text);
    return /\.ldtk$/i.test(name) || value.jsonVersion && value.levels ? ldtk(value) : tiled(value);
  }

  return { read };
})();
