// The shapes of a scene as the objects that the package for JavaScript takes, as text.
"use strict";
const CodeShapes = (() => {
  // Sums of decimal fractions have errors in their last digits.
  const number = (value) => String(+value.toPrecision(12));
  const object = (entries) => {
    const shown = Object.entries(entries).filter(([, value]) => value !== undefined && value !== null);
    return shown.length ? `{ ${shown.map(([key, value]) => key === value ? key : `${key}: ${typeof value === "number" ? number(value) : value}`).join(", ")} }` : "{}";
  };
  const point = ([x, y, z]) => object({ x, y, z });
  const list = (points) => `[${points.map((one) => `[${one.map(number).join(", ")}]`).join(", ")}]`;
  const degrees = (angle) => angle ? `degrees(${number(angle)})` : undefined;

  // The text of a shape, which is moved by `by`. Returns null if the package has no such shape.
  function text(shape, y, dimensions, by) {
    const kind = Shapes.kindOf(shape), value = shape[kind], move = Shapes.plus(by, shape.at ?? by.map(() => 0));
    const at = (p) => Shapes.plus(p, move);
    return dimensions === 3 ? solid(kind, value, at) : flat(kind, value, at, { shape, y, by });
  }

  function flat(kind, value, at, { shape, y, by }) {
    switch (kind) {
      case "point": return point(at(value));
      case "box": {
        const [[x1, y1], [x2, y2]] = Shapes.corners(value, y).map(at);
        return object({ x: x1, y: y1, width: x2 - x1, height: y2 - y1 });
      }
      case "ball": case "circle": {
        const [x, cy] = at(value.center);
        return object({ x, y: cy, radius: value.radius, radiusSquared: value.radius_squared });
      }
      case "segment": case "capsule": {
        const [[x1, y1], [x2, y2]] = [at(value.from), at(value.to)];
        return object({ x1, y1, x2, y2, radius: value.radius });
      }
      case "triangle": {
        const [[x1, y1], [x2, y2], [x3, y3]] = value.map(at);
        return object({ x1, y1, x2, y2, x3, y3 });
      }
      case "oriented_box": {
        const [cx, cy] = at(value.center), [w, h] = value.half_size;
        return object({ x: cx - w, y: cy - h, width: 2 * w, height: 2 * h, angle: degrees(value.angle) });
      }
      case "ellipse": {
        const [x, cy] = at(value.center), [radiusX, radiusY] = value.half_size;
        return object({ x, y: cy, radiusX, radiusY, angle: degrees(value.angle) });
      }
      case "polygon": return object({ points: list(value.map(at)) });
      case "half_space": {
        const [x, py] = at(value.point), [normalX, normalY] = value.normal;
        return object({ x, y: py, normalX, normalY });
      }
      case "mask": return mask(value, at, y);
      case "height_field": {
        const { origin, cell, heights, holes = [] } = value, [x, oy] = at(origin);
        return holes.length ? null : `new HeightField(${object({ x, y: oy, cell, heights: `[${heights.map(number).join(", ")}]` })})`;
      }
      case "compound": {
        const parts = value.map((part) => text(part, y, 2, Shapes.plus(by, shape.at ?? [0, 0])));
        return parts.includes(null) ? null : object({ parts: `[${parts.join(", ")}]` });
      }
      default: return null;
    }
  }

  // Rows run from the top of the screen to its bottom, also if y points up.
  function mask({ rows, top_left }, at, y) {
    if (!rows) return null;
    const [x, top] = at(top_left), low = y === "up" ? top - rows.length : top;
    const options = y === "up" ? ", { flipY: true }" : "";
    return `Mask.fromRows([\n${rows.map((row) => `    '${row}',\n`).join("")}]).at(${number(x)}, ${number(low)}${options})`;
  }

  function solid(kind, value, at) {
    const entries = ([x, y, z]) => ({ x, y, z });
    switch (kind) {
      case "point": return point(at(value));
      case "box": {
        const [min, max] = value.min ? [value.min, value.max] : [Shapes.minus(value.center, value.half_size), Shapes.plus(value.center, value.half_size)];
        return object({ min: point(at(min)), max: point(at(max)) });
      }
      case "ball": case "sphere": return object({ ...entries(at(value.center)), radius: value.radius, radiusSquared: value.radius_squared });
      case "cylinder": {
        const { axis, center, radius, from, to } = value, middle = [0, 0, 0], along = "xyz".indexOf(axis);
        [0, 1, 2].filter((k) => k !== along).forEach((k, i) => { middle[k] = center[i]; });
        middle[along] = (from + to) / 2;
        return object({ ...entries(at(middle)), radius, halfHeight: (to - from) / 2, axis: `'${axis}'` });
      }
      default: return null;
    }
  }

  return { text, object, point, number };
})();
