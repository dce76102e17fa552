// Draws scenes as SVG: the shapes, contact points and normals, motions and rays.
"use strict";
const Draw = (() => {
  const WIDTH = 640;
  const number = (x) => +x.toFixed(2);
  const escape = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

  // The panels of a figure: one in 2D; two in 3D, the views from the front and from above.
  class View {
    constructor(scene, box) {
      this.three = scene.dimensions === 3;
      this.up = scene.y === "up";
      const axes = this.three ? [[0, 1], [0, 2]] : [[0, 1]];
      const all = axes.map((pair) => box && !this.three ? box : sceneBounds(scene, pair));
      const room = (WIDTH - 20 * (axes.length - 1)) / axes.length;
      const span = Math.max(...all.map(([a, , c]) => c - a)) || 1, tall = Math.max(...all.map(([, b, , d]) => d - b)) || 1;
      this.scale = Math.min(room / span, (this.three ? 330 : 440) / tall);
      this.height = Math.max(120, Math.ceil(tall * this.scale));
      this.panels = all.map(([a, b, c, d], n) => {
        const left = n * (room + 20) + (room - (c - a) * this.scale) / 2, top = (this.height - (d - b) * this.scale) / 2;
        const flip = n === 0 && (this.up || this.three && this.up);
        return { axes: axes[n], low: [a, b], high: [c, d], left, top, flip, x: n * (room + 20), width: room };
      });
    }

    // The position in the picture of a point of the scene.
    place(point, panel = this.panels[0]) {
      const [u, v] = panel.axes.map((axis) => point[axis]);
      const y = panel.flip ? panel.high[1] - v : v - panel.low[1];
      return [panel.left + (u - panel.low[0]) * this.scale, panel.top + y * this.scale];
    }

    // The position in the picture of a point in the coordinates of a panel.
    flat([u, v], panel) {
      const y = panel.flip ? panel.high[1] - v : v - panel.low[1];
      return [panel.left + (u - panel.low[0]) * this.scale, panel.top + y * this.scale];
    }

    // Converts a displacement in the picture to a displacement in the scene.
    step([dx, dy], panel, dimensions) {
      const by = new Array(dimensions).fill(0);
      by[panel.axes[0]] = dx / this.scale;
      by[panel.axes[1]] = (panel.flip ? -dy : dy) / this.scale;
      return by;
    }

    // The step of dragging a shape: about one pixel of the picture, rounded to a power of two; at least 1 for integers.
    grid(scalar) {
      const isInteger = scalar === "i16" || scalar === "i32";
      const step = 2 ** Math.round(Math.log2(1 / this.scale));
      // At least 1/8 for fixed point: a small circle touches another one at few positions.
      return isInteger ? Math.max(1, step) : scalar === "fixed" ? Math.max(1 / 8, Math.min(1, step)) : Math.min(1, step);
    }
  }

  // The bounding box of a scene, with a margin.
  function sceneBounds(scene, axes) {
    if (scene.bounds) {
      const [low, high] = Shapes.corners(scene.bounds, scene.y);
      return [low[axes[0]], low[axes[1]], high[axes[0]], high[axes[1]]];
    }
    const shapes = scene.shapes.flatMap((shape) => [shape,
      ...(shape.velocity && !shape.body && !shape.move ? [Shapes.translate(shape, shape.velocity)] : [])]);
    const list = shapes.flatMap((shape) => Shapes.figures(shape, scene.y, axes));
    for (const ray of scene.rays ?? []) list.push({ dot: axes.map((axis) => ray.from[axis]) });
    let [a, b, c, d] = Shapes.boundingBox(list);
    if (!(a <= c)) [a, b, c, d] = [0, 0, 1, 1];
    const room = Math.max(c - a, d - b, 1e-9) * 0.22;
    return [a - room, b - room, c + room, d + room];
  }

  function path(points) {
    return points.map(([x, y], n) => `${n ? "L" : "M"}${number(x)} ${number(y)}`).join("");
  }

  // The SVG elements of an outline.
  function item(figure, view, panel) {
    const at = (point) => view.flat(point, panel), r = (x) => number(Math.abs(x) * view.scale);
    if (figure.dot) {
      const [x, y] = at(figure.dot);
      return `<circle class="dot" cx="${number(x)}" cy="${number(y)}" r="3.5"/>`;
    }
    if (figure.circle) {
      const [x, y] = at(figure.circle);
      return `<circle cx="${number(x)}" cy="${number(y)}" r="${r(figure.radius)}"/>`;
    }
    if (figure.ellipse) {
      const [x, y] = at(figure.ellipse), angle = panel.flip ? -figure.angle : figure.angle;
      return `<ellipse cx="${number(x)}" cy="${number(y)}" rx="${r(figure.radii[0])}" ry="${r(figure.radii[1])}"` +
        ` transform="rotate(${number(angle)} ${number(x)} ${number(y)})"/>`;
    }
    if (figure.round) {
      const line = path(figure.round.map(at));
      return figure.radius > 0 ? round(figure.round.map(at), figure.radius * view.scale) : `<path class="line" d="${line}"/>`;
    }
    if (figure.pixels) {
      const cell = ([a, b, c, d]) => {
        const [[x, y], [z, w]] = [at([a, b]), at([c, d])];
        return `M${number(x)} ${number(y)}H${number(z)}V${number(w)}H${number(x)}Z`;
      };
      return `<path class="pixels" d="${figure.pixels.map(cell).join("")}"/>`;
    }
    if (figure.lines) return `<path class="line" d="${figure.lines.map((line) => path(line.map(at))).join("")}"/>`;
    if (figure.half) {
      const outline = clipped(at(figure.half), figure.normal.map((c, k) => k && panel.flip ? -c : c), view, panel);
      return outline.length ? `<path d="${path(outline)}Z"/>` : "";
    }
    return `<path d="${path(figure.polygon.map(at))}Z"/>`;
  }

  // The part of a panel that is in a half-plane, as a polygon (I. Sutherland and G. Hodgman, Reentrant polygon clipping, 1974). `normal` points
  // out of the half-plane.
  function clipped([px, py], [nx, ny], view, panel) {
    const [left, right] = [panel.x, panel.x + panel.width];
    const corners = [[left, 0], [right, 0], [right, view.height], [left, view.height]];
    const height = ([x, y]) => (x - px) * nx + (y - py) * ny;
    return corners.flatMap((corner, k) => {
      const next = corners[(k + 1) % 4], [from, to] = [height(corner), height(next)];
      const kept = from <= 0 ? [corner] : [];
      if (from < 0 === to < 0 || from === 0 || to === 0) return kept;
      const part = from / (from - to);
      return [...kept, [0, 1].map((i) => corner[i] + (next[i] - corner[i]) * part)];
    });
  }

  // The outline of a capsule: of all points within a radius of a line segment.
  function round([[ax, ay], [bx, by]], radius) {
    const length = Math.hypot(bx - ax, by - ay) || 1, r = number(radius);
    const [nx, ny] = [(by - ay) / length * radius, (ax - bx) / length * radius];
    const [p, q, s, t] = [[ax + nx, ay + ny], [bx + nx, by + ny], [bx - nx, by - ny], [ax - nx, ay - ny]]
      .map(([x, y]) => `${number(x)} ${number(y)}`);
    return `<path d="M${p}L${q}A${r} ${r} 0 0 1 ${s}L${t}A${r} ${r} 0 0 1 ${p}Z"/>`;
  }

  function arrow([x, y], [tx, ty], name) {
    const length = Math.hypot(tx - x, ty - y);
    if (!(length > 0.5) || !Number.isFinite(length)) return "";
    const [ux, uy] = [(tx - x) / length, (ty - y) / length], [bx, by] = [tx - ux * 8, ty - uy * 8];
    return `<path class="${name}" d="${path([[x, y], [bx, by]])}"/><path class="${name} head" d="${path([[tx, ty],
      [bx - uy * 4, by + ux * 4], [bx + uy * 4, by - ux * 4]])}Z"/>`;
  }

  // Draws all shapes of a scene; `state` returns the relation of a shape to the others.
  function shapes(scene, view, state) {
    const draw = (panel) => {
      const list = scene.shapes.map((shape, n) => {
        const figures = Shapes.figures(shape, scene.y, panel.axes);
        const name = `shape k${n % 6} ${state[n] ?? "apart"}${shape.move || shape.body ? " moves" : ""}`;
        return `<g class="${name}">${figures.map((figure) => item(figure, view, panel)).join("")}</g>`;
      });
      return list.join("");
    };
    let out = view.panels.map(draw).join("");
    if (scene.bounds) {
      const [low, high] = Shapes.corners(scene.bounds, scene.y).map((corner) => view.place(corner));
      const [x, y] = [Math.min(low[0], high[0]), Math.min(low[1], high[1])];
      out += `<rect class="bounds" x="${number(x)}" y="${number(y)}" width="${number(Math.abs(high[0] - low[0]))}"` +
        ` height="${number(Math.abs(high[1] - low[1]))}"/>`;
    }
    if (view.three) {
      const names = ["from the front: x, y", "from above: x, z"];
      out += view.panels.map((panel, n) => `<text class="panel" x="${panel.x + 4}" y="1.1em">${names[n]}</text>`).join("");
    }
    return out;
  }

  // Draws the penetration depths, normals and contact points of pairs that touch or overlap.
  function marks(found, view) {
    return found.pairs.filter((pair) => pair.relation !== "apart" && pair.points?.length).slice(0, 60).map((pair) =>
      view.panels.map((panel) => {
        const places = pair.points.map((point) => view.place(point, panel));
        const middle = [0, 1].map((k) => places.reduce((sum, place) => sum + place[k], 0) / places.length);
        const [ux, uy] = panel.axes.map((axis) => pair.normal[axis]);
        const length = Math.min(60, Math.max(18, pair.depth * view.scale)), sign = panel.flip ? -1 : 1;
        return arrow(middle, [middle[0] + ux * length, middle[1] + sign * uy * length], "normal") +
          places.map(([x, y]) => `<circle class="contact" cx="${number(x)}" cy="${number(y)}" r="4"/>`).join("");
      }).join("")).join("");
  }

  // Draws the motions, the rays, and their hits.
  function motions(scene, found, view) {
    let out = "";
    const time = scene.shapes.map((shape) => Math.min(1, ...found.touches
      .filter((touch) => [touch.a, touch.b].includes(shape.id)).map((touch) => touch.time)));
    scene.shapes.forEach((shape, n) => {
      if (!shape.velocity || shape.move || shape.body || !shape.velocity.some((c) => c)) return;
      for (const panel of view.panels) {
        const ghost = (part, name) => `<g class="ghost ${name}">` + Shapes.figures(
          Shapes.translate(shape, shape.velocity.map((c) => c * part)), scene.y, panel.axes)
          .map((figure) => item(figure, view, panel)).join("") + "</g>";
        const box = Shapes.boundingBox(Shapes.figures(shape, scene.y, panel.axes));
        const from = view.flat([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], panel);
        const [dx, dy] = panel.axes.map((axis) => shape.velocity[axis] * view.scale);
        out += ghost(1, "end") + (time[n] < 1 ? ghost(time[n], "hit") : "") +
          arrow(from, [from[0] + dx, from[1] + (panel.flip ? -dy : dy)], "way");
      }
    });
    for (const ray of scene.rays ?? []) {
      const size = Math.hypot(...ray.direction), hits = found.hits.filter((hit) => hit.ray === ray.id);
      const reach = ray.max ?? Math.max(...hits.map((hit) => hit.distance), 2000 / view.scale);
      const end = Shapes.plus(ray.from, ray.direction.map((c) => c / size * reach));
      out += `<path class="ray" d="${path([view.place(ray.from), view.place(end)])}"/>`;
      for (const hit of hits) {
        const [x, y] = view.place(hit.point);
        const tip = view.place(Shapes.plus(hit.point, hit.normal.map((c) => c * 22 / view.scale)));
        out += `<circle class="contact" cx="${number(x)}" cy="${number(y)}" r="4"/>${arrow([x, y], tip, "normal")}`;
      }
    }
    return out;
  }

  return { WIDTH, View, shapes, marks, motions, arrow, path, number, escape, item };
})();
