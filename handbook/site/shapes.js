// The shapes of a scene in its JSON format: positions, translation, and outlines.
"use strict";
const Shapes = (() => {
  const KINDS = ["point", "box", "ball", "circle", "sphere", "cylinder", "compound", "mask", "segment", "triangle", "polygon",
    "capsule", "oriented_box", "ellipse", "hull", "half_space", "height_field", "mesh"];
  const kindOf = (shape) => KINDS.find((kind) => kind in shape);
  const plus = (a, b) => a.map((c, k) => c + (b[k] ?? 0));
  const minus = (a, b) => a.map((c, k) => c - (b[k] ?? 0));
  const radiusOf = (ball) => ball.radius ?? Math.sqrt(ball.radius_squared);

  // The two opposite corners of a box, in any of its notations.
  function corners(box, y) {
    if (box.min) return [box.min, box.max];
    if (box.center) return [minus(box.center, box.half_size), plus(box.center, box.half_size)];
    const [[x, top], [w, h]] = [box.top_left, box.size];
    return y === "up" ? [[x, top - h], [x + w, top]] : [[x, top], [x + w, top + h]];
  }

  // The axes of the coordinates of a cylinder's centre, and the index of the cylinder's axis.
  const across = { x: [1, 2], y: [0, 2], z: [0, 1] };
  const along = { x: 0, y: 1, z: 2 };

  // Translates a shape by changing its own numbers, so that it keeps its notation.
  function translate(shape, by) {
    const kind = kindOf(shape), value = shape[kind], moved = (point) => plus(point, by);
    const result = { ...shape };
    const set = (keys) => {
      result[kind] = { ...value };
      for (const key of keys) if (key in value) result[kind][key] = moved(value[key]);
    };
    switch (kind) {
      case "point": result.point = moved(value); break;
      case "box": set(["min", "max", "center", "top_left"]); break;
      case "ball": case "circle": case "sphere": case "oriented_box": case "ellipse": set(["center"]); break;
      case "segment": case "capsule": set(["from", "to"]); break;
      case "triangle": case "polygon": case "hull": result[kind] = value.map(moved); break;
      case "mask": set(["top_left"]); break;
      case "half_space": set(["point"]); break;
      case "height_field": set(["origin"]); break;
      case "cylinder": {
        const step = by[along[value.axis]] ?? 0;
        const center = value.center.map((c, k) => c + (by[across[value.axis][k]] ?? 0));
        result.cylinder = { ...value, center, from: value.from + step, to: value.to + step };
        break;
      }
      default: result.at = plus(shape.at ?? by.map(() => 0), by);
    }
    return result;
  }

  const turned = ([x, y], degrees) => {
    const [c, s] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
    return [x * c - y * s, x * s + y * c];
  };

  // A vector rotated by a quaternion.
  function rotated(v, [x, y, z, w]) {
    const n = x * x + y * y + z * z + w * w;
    const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    const u = [x, y, z], t = cross(u, v).map((c) => 2 * c / n), s = cross(u, t);
    return v.map((c, k) => c + w * t[k] + s[k]);
  }

  // Converts a shape to 2D figures for drawing: {circle}, {polygon}, {round: [from, to], radius}, {ellipse}, {dot}, {pixels},
  // {half: point, normal}, {lines}. `axes` are the indices of the two visible coordinates; `y` is the direction of y in the scene.
  function figures(shape, y, axes = [0, 1], offset = null) {
    const kind = kindOf(shape), value = shape[kind];
    const at = shape.at ? plus(shape.at, offset ?? []) : offset;
    const moved = (point) => at ? plus(point, at) : point;
    const flat = (point) => { const p = moved(point); return [p[axes[0]], p[axes[1]]]; };
    const rectangle = ([a, b], [c, d]) => ({ polygon: [[a, b], [c, b], [c, d], [a, d]] });
    switch (kind) {
      case "point": return [{ dot: flat(value) }];
      case "box": { const [low, high] = corners(value, y); return [rectangle(flat(low), flat(high))]; }
      case "ball": case "circle": case "sphere": return [{ circle: flat(value.center), radius: radiusOf(value) }];
      case "segment": return [{ round: [flat(value.from), flat(value.to)], radius: 0 }];
      case "capsule": return [{ round: [flat(value.from), flat(value.to)], radius: value.radius }];
      case "triangle": case "polygon": return [{ polygon: value.map(flat) }];
      case "hull": return [{ polygon: hull(value.map(flat)) }];
      case "ellipse": return [{ ellipse: flat(value.center), radii: value.half_size, angle: value.angle ?? 0 }];
      case "oriented_box": return [{ polygon: orientedCorners(value).map(flat) }].map(hulled);
      case "mask": return mask(value, y, moved);
      case "cylinder": return [cylinder(value, axes, moved, flat, rectangle)];
      case "half_space": return halfSpace(value, axes, flat);
      case "height_field": return [{ lines: (value.columns ? gridLines : groundLines)(value).map((line) => line.map(flat)) }];
      case "mesh": return [{ lines: meshLines(value).map((line) => line.map(flat)) }];
      default: return value.flatMap((part) => figures(part, y, axes, at));
    }
  }

  const hulled = ({ polygon }) => ({ polygon: hull(polygon) });

  function orientedCorners({ center, half_size, angle, rotation }) {
    const signs = center.length === 2 ? [[-1, -1], [1, -1], [1, 1], [-1, 1]] :
      [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [n & 1, n >> 1 & 1, n >> 2 & 1].map((bit) => 2 * bit - 1));
    const turn = center.length === 2 ? (v) => turned(v, angle ?? 0) : (v) => rotated(v, rotation ?? [0, 0, 0, 1]);
    return signs.map((sign) => plus(center, turn(sign.map((s, k) => s * half_size[k]))));
  }

  // The convex hull of points in 2D, by Andrew's monotone chain.
  function hull(points) {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const side = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const chain = (list) => {
      const kept = [];
      for (const point of list) {
        while (kept.length > 1 && side(kept.at(-2), kept.at(-1), point) <= 0) kept.pop();
        kept.push(point);
      }
      return kept.slice(0, -1);
    };
    return sorted.length < 3 ? sorted : [...chain(sorted), ...chain(sorted.reverse())];
  }

  function cylinder({ axis, center, radius, from, to }, axes, moved, flat, rectangle) {
    const point = [0, 0, 0];
    across[axis].forEach((k, i) => { point[k] = center[i]; });
    const hidden = [0, 1, 2].find((k) => !axes.includes(k));
    if (along[axis] === hidden) return { circle: flat(point), radius };
    const [low, high] = [[...point], [...point]];
    for (const k of [0, 1, 2]) {
      low[k] = k === along[axis] ? from : point[k] - radius;
      high[k] = k === along[axis] ? to : point[k] + radius;
    }
    return rectangle(flat(low), flat(high));
  }

  // A half-space as a figure. A half-space whose normal is not parallel to the view covers all of it, and is not drawn.
  function halfSpace({ point, normal }, axes, flat) {
    const hidden = normal.some((c, k) => c !== 0 && !axes.includes(k));
    return hidden ? [] : [{ half: flat(point), normal: axes.map((k) => normal[k]) }];
  }

  // The segments of a height field in 2D, without its holes.
  function groundLines({ origin: [x, y], cell, heights, holes = [] }) {
    const at = (k) => [x + k * cell, y + heights[k]];
    return heights.slice(1).map((_, k) => [at(k), at(k + 1)]).filter((_, k) => !holes.includes(k));
  }

  // The edges of the cells of a height field in 3D, without its holes.
  function gridLines({ origin: [x, y, z], cell: [width, depth], columns, heights, holes = [] }) {
    const at = (i, k) => [x + i * width, y + heights[k * columns + i], z + k * depth], lines = [];
    for (let k = 0; k + 1 < heights.length / columns; k++) {
      for (let i = 0; i + 1 < columns; i++) {
        if (holes.some(([column, row]) => column === i && row === k)) continue;
        lines.push([at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1), at(i, k)]);
      }
    }
    return lines;
  }

  // The outlines of the triangles of a mesh. A page cannot read the file of a mesh.
  const meshLines = ({ points = [], triangles = [] }) => triangles.map((corners) => [...corners, corners[0]].map((k) => points[k]));

  // The solid pixels of a mask, as runs in each row.
  function mask({ rows, top_left }, y, moved) {
    const [x, top] = moved(top_left), down = y === "up" ? -1 : 1, runs = [];
    (rows ?? []).forEach((row, j) => {
      for (const run of row.matchAll(/#+/g)) {
        const [a, b] = [top + down * j, top + down * (j + 1)];
        runs.push([x + run.index, Math.min(a, b), x + run.index + run[0].length, Math.max(a, b)]);
      }
    });
    return [{ pixels: runs }];
  }

  // The bounding box of figures: [left, low, right, high].
  function boundingBox(list) {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    const add = ([x, y], r = 0, s = r) => {
      box[0] = Math.min(box[0], x - r); box[1] = Math.min(box[1], y - s);
      box[2] = Math.max(box[2], x + r); box[3] = Math.max(box[3], y + s);
    };
    for (const item of list) {
      if (item.dot) add(item.dot);
      if (item.circle) add(item.circle, item.radius);
      if (item.polygon) item.polygon.forEach((point) => add(point));
      if (item.round) item.round.forEach((point) => add(point, item.radius));
      if (item.half) add(item.half);
      if (item.lines) item.lines.flat().forEach((point) => add(point));
      if (item.pixels) item.pixels.forEach(([a, b, c, d]) => { add([a, b]); add([c, d]); });
      if (item.ellipse) {
        const [a, b] = [turned([item.radii[0], 0], item.angle), turned([0, item.radii[1]], item.angle)];
        add(item.ellipse, Math.hypot(a[0], b[0]), Math.hypot(a[1], b[1]));
      }
    }
    return box;
  }

  // The draggable points of a shape besides its handle: each has a name, a position, and a function that returns the shape for a new
  // position of that point.
  function knobs(shape, y) {
    const kind = kindOf(shape), value = shape[kind], at = shape.at ?? [0, 0], list = [];
    const put = (change) => ({ ...shape, [kind]: { ...value, ...change } });
    const knob = (name, place, set) => list.push({ name, at: plus(place, at), set: (p) => set(minus(p, at)) });
    const size = (x) => Math.max(0, x);
    if (["ball", "circle"].includes(kind) && value.radius !== undefined) {
      knob("radius", plus(value.center, [value.radius, 0]), (p) => put({ radius: size(p[0] - value.center[0]) }));
    } else if (["ball", "circle"].includes(kind)) {
      knob("squared radius", plus(value.center, [radiusOf(value), 0]),
        (p) => put({ radius_squared: Math.round(size(p[0] - value.center[0]) ** 2) }));
    } else if (kind === "box" && value.top_left) {
      const sign = y === "up" ? -1 : 1, [x, top] = value.top_left;
      knob("size", [x + value.size[0], top + sign * value.size[1]],
        (p) => put({ size: [size(p[0] - x), size(sign * (p[1] - top))] }));
    } else if (kind === "box" && value.min) {
      knob("corner", value.max, (p) => put({ max: p.map((c, k) => Math.max(c, value.min[k])) }));
    } else if (kind === "box") {
      knob("half size", plus(value.center, value.half_size),
        (p) => put({ half_size: p.map((c, k) => size(c - value.center[k])) }));
    } else if (kind === "segment" || kind === "capsule") {
      knob("start", value.from, (p) => put({ from: p }));
      knob("end", value.to, (p) => put({ to: p }));
    } else if (kind === "triangle" || kind === "polygon") {
      value.forEach((corner, n) => knob(`corner ${n + 1}`, corner,
        (p) => ({ ...shape, [kind]: value.map((c, m) => m === n ? p : c) })));
    } else if (kind === "oriented_box" || kind === "ellipse") {
      const tip = plus(value.center, turned([value.half_size[0] + 0, 0], value.angle ?? 0));
      knob("angle", tip, (p) => {
        const [dx, dy] = minus(p, value.center);
        return put({ angle: Math.round(Math.atan2(dy, dx) * 180 / Math.PI) });
      });
    }
    return list;
  }

  return { KINDS, kindOf, plus, minus, corners, translate, figures, boundingBox, knobs, hull, turned, orientedCorners, radiusOf };
})();
