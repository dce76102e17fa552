// Additional drawings of some figures: axes and projections, the wrong code of tutorials, the broad phase, jumps.
"use strict";
const Extras = (() => {
  const text = (x) => String(+x.toFixed(3));
  const part = (scene, n) => Shapes.figures(scene.shapes[n], scene.y)[0];

  // A shape as a set of points and a radius around them, for computing its projections.
  function support(figure) {
    if (figure.polygon) return { points: figure.polygon, radius: 0 };
    if (figure.circle) return { points: [figure.circle], radius: figure.radius };
    if (figure.round) return { points: figure.round, radius: figure.radius };
    return { points: [figure.dot], radius: 0 };
  }

  function edgeNormals({ points }) {
    return points.length < 2 ? [] : points.map((from, n) => {
      const to = points[(n + 1) % points.length], length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      return length ? [(to[1] - from[1]) / length, (from[0] - to[0]) / length] : null;
    }).filter(Boolean);
  }

  // The candidates for separating axes of two convex shapes: the normals of their edges, and for round shapes the direction between the
  // nearest corners.
  function axesOf(a, b) {
    const list = [...edgeNormals(a), ...edgeNormals(b)];
    if (a.radius || b.radius) {
      let best = null;
      for (const p of a.points) {
        for (const q of b.points) {
          const gap = Math.hypot(q[0] - p[0], q[1] - p[1]);
          if (gap && (!best || gap < best.gap)) best = { gap, axis: [(q[0] - p[0]) / gap, (q[1] - p[1]) / gap] };
        }
      }
      if (best) list.push(best.axis);
    }
    const kept = [];
    for (const [x, y] of list) {
      const axis = x < -1e-9 || Math.abs(x) <= 1e-9 && y < 0 ? [-x, -y] : [x, y];
      if (!kept.some((other) => Math.abs(other[0] * axis[1] - other[1] * axis[0]) < 1e-9)) kept.push(axis);
    }
    return kept;
  }

  const project = ({ points, radius }, axis) => {
    const along = points.map(([x, y]) => x * axis[0] + y * axis[1]);
    return [Math.min(...along) - radius, Math.max(...along) + radius];
  };

  // Draws the projections of both shapes onto each axis as bars. An axis with a gap between the bars is highlighted.
  function axes(figure) {
    const a = support(part(figure.scene, 0)), b = support(part(figure.scene, 1)), rows = [];
    for (const axis of axesOf(a, b)) {
      const [p, q] = [project(a, axis), project(b, axis)];
      rows.push({ axis, p, q, gap: Math.max(p[0] - q[1], q[0] - p[1]) });
    }
    const low = Math.min(...rows.flatMap(({ p, q }) => [p[0], q[0]])), high = Math.max(...rows.flatMap(({ p, q }) => [p[1], q[1]]));
    const x = (value) => (value - low) / (high - low || 1) * 500, bar = ([from, to], y, k) =>
      `<rect class="bar k${k}" x="${x(from).toFixed(1)}" y="${y}" width="${Math.max(2, x(to) - x(from)).toFixed(1)}" height="9"/>`;
    const lines = rows.map(({ axis, p, q, gap }) => {
      const state = gap > 0 ? "separates" : "";
      return `<span class="${state}">(${axis.map((c) => +c.toFixed(2)).join(", ")})</span>` +
        `<svg viewBox="0 0 502 20" preserveAspectRatio="none">${bar(p, 0, 0)}${bar(q, 11, 1)}</svg><span class="${state}">${state && "✓"}</span>`;
    });
    figure.extra.insertAdjacentHTML("beforeend", `<div class="axes" role="img" aria-label="projections on ${rows.length} axes, ${
      rows.filter(({ gap }) => gap > 0).length} of which separate">${lines.join("")}</div>`);
    const lit = rows.filter(({ gap }) => gap > 0).sort((r, s) => s.gap - r.gap)[0];
    if (lit) separator(figure, lit);
  }

  // Draws the line between two shapes that separates them: it is perpendicular to the separating axis.
  function separator(figure, { axis, p, q }) {
    const middle = p[1] < q[0] ? (p[1] + q[0]) / 2 : (q[1] + p[0]) / 2, long = 4000 / figure.view.scale;
    const center = [axis[0] * middle, axis[1] * middle], side = [-axis[1] * long, axis[0] * long];
    const ends = [Shapes.plus(center, side), Shapes.minus(center, side)].map((point) => figure.view.place(point));
    figure.layers.under.innerHTML += `<path class="separator" d="${Draw.path(ends)}"/>`;
  }

  // Draws the closest points of separated pairs.
  function closest(figure) {
    for (const gap of figure.found.gaps) {
      for (const point of gap.points.slice(0, 1)) {
        const half = gap.normal.map((c) => c * gap.separation / 2);
        const ends = [Shapes.minus(point, half), Shapes.plus(point, half)];
        const places = ends.map((end) => figure.view.place(end));
        figure.layers.over.innerHTML += `<path class="gap" d="${Draw.path(places)}"/>` + places.map(([x, y]) =>
          `<circle class="contact" cx="${Draw.number(x)}" cy="${Draw.number(y)}" r="4"/>`).join("");
      }
    }
  }

  const order = (a, b) => (a <= b ? "≤" : ">");
  const wrap16 = (x) => (x << 16) >> 16;
  const ball = (scene, n) => scene.shapes[n].ball ?? scene.shapes[n].circle;
  const squared = (a, b) => a.reduce((sum, c, k) => sum + (c - b[k]) ** 2, 0);
  const sides = (scene, n) => Shapes.corners(scene.shapes[n].box, scene.y);
  const cylinderOf = (scene, n) => scene.shapes[n].cylinder;

  // The wrong code of tutorials: its lines with the values that they compute, and its result.
  const LINES = {
    squares(scene) {
      const [a, b] = [ball(scene, 0), ball(scene, 1)], d = squared(a.center, b.center), r = a.radius ** 2 + b.radius ** 2;
      return [`d² = ${text(d)} ${order(d, r)} r₁² + r₂² = ${text(r)}`, d <= r, `(r₁ + r₂)² = ${text((a.radius + b.radius) ** 2)}`];
    },
    wrap(scene) {
      const [a, b] = [ball(scene, 0), ball(scene, 1)];
      const [dx, dy] = a.center.map((c, k) => wrap16(b.center[k] - c));
      const d = wrap16(Math.imul(dx, dx) + Math.imul(dy, dy)), r = wrap16((a.radius + b.radius) ** 2);
      return [`in 16 bits d² = ${d} ${order(d, r)} (r₁ + r₂)² = ${r}`, d <= r, `d² is ${squared(a.center, b.center)}`];
    },
    corner(scene) {
      const [a, b] = [0, 1].map((n) => scene.shapes[n].box), end = (box, k) => wrap16(box.top_left[k] + box.size[k]);
      const hit = [0, 1].every((k) => a.top_left[k] <= end(b, k) && b.top_left[k] <= end(a, k));
      return [`in 16 bits left + width = ${a.top_left[0]} + ${a.size[0]} = ${end(a, 0)}`, hit,
        `it is ${a.top_left[0] + a.size[0]}`];
    },
    halves(scene) {
      const box = (n) => sides(scene, n).map((corner) => corner.map(Math.trunc));
      const half = ([low, high]) => high.map((c, k) => Math.floor((c - low[k]) / 2));
      const [a, b] = [box(0), box(1)], [h, g] = [half(a), half(b)];
      const [c, d] = [a[0].map((x, k) => x + h[k]), b[0].map((x, k) => x + g[k])];
      return [`|${c[0]} − ${d[0]}| = ${Math.abs(c[0] - d[0])} ${order(Math.abs(c[0] - d[0]), h[0] + g[0])} ${h[0]} + ${g[0]}`,
        [0, 1].every((k) => Math.abs(c[k] - d[k]) <= h[k] + g[k]), "half of an odd width is not whole"];
    },
    and(scene) {
      const [x, y] = scene.shapes[1].point, [low, high] = sides(scene, 0);
      const out = (c, k) => c < low[k] && c > high[k];
      return [`x < left and x > right: ${out(x, 0)}; y < low and y > high: ${out(y, 1)}`, !(out(x, 0) || out(y, 1)),
        "no number is below one end and above the other: it has to be or"];
    },
    greater(scene) {
      const [a, b] = [ball(scene, 0), ball(scene, 1)], d = squared(a.center, b.center), r = (a.radius + b.radius) ** 2;
      return [`d² = ${text(d)} ${order(d, r)} (r₁ + r₂)² = ${text(r)}`, d > r, "greater means that they are apart"];
    },
    tangent(scene) {
      const [a, b] = [ball(scene, 0), ball(scene, 1)], d = Math.sqrt(squared(a.center, b.center)), sum = a.radius + b.radius;
      const inner = Math.abs(a.radius - b.radius);
      const says = d === inner ? "touch from inside" : d === sum ? "touch" : d < sum ? "overlap" : "apart";
      return [`equal is asked first: d = ${text(d)}, |r₁ − r₂| = ${text(inner)}`, says === "overlap", `it says: ${says}`];
    },
    clamped(scene) {
      const { center, radius } = ball(scene, 1), [low, high] = sides(scene, 0);
      const near = center.map((c, k) => Math.min(Math.max(c, low[k]), high[k])), d = Math.sqrt(squared(center, near));
      return [`nearest point (${near.map(text).join(", ")}), distance ${text(d)}, so depth r − d = ${text(Math.max(0, radius - d))}`,
        d < radius, d === 0 ? "the centre is inside: no direction is known" : "right, while the centre is outside"];
    },
    itself(scene) {
      const pillar = cylinderOf(scene, 0), p = scene.shapes[1].point;
      const height = p[1] >= pillar.from && p[1] <= pillar.to;
      return ["centre − centre = (0, 0), so d² = 0 ≤ r²", height, "only the height is looked at"];
    },
    ranges(scene) {
      const [a, b] = [cylinderOf(scene, 0), cylinderOf(scene, 1)], near = squared(a.center, b.center) <= (a.radius + b.radius) ** 2;
      return [`${a.from} > ${a.to} or ${b.from} > ${b.to}: each with its own`, near, "heights are never apart"];
    },
    eleven(scene) {
      const count = (n) => Shapes.figures(scene.shapes[n], scene.y).length;
      return [`${count(0)} × ${count(1)} = ${count(0) * count(1)} pairs of boxes`,
        figureRelation(scene) === "overlapping", "touching does not count there"];
    },
    cheat(scene) {
      const [low, high] = sides(scene, 0), { center, radius } = ball(scene, 1);
      const middle = low.map((c, k) => (c + high[k]) / 2), within = Math.min(...low.map((c, k) => (high[k] - c) / 2));
      const d = squared(middle, center), r = (within + radius) ** 2;
      return [`d² = ${text(d)} ${order(d, r)} (${text(within)} + ${text(radius)})² = ${text(r)}`, d <= r, "the box is taken for the circle within it"];
    },
    whole(scene) {
      const floored = { ...scene, scalar: "i16", shapes: scene.shapes.map((shape) => JSON.parse(JSON.stringify(shape),
        (_, value) => typeof value === "number" ? Math.floor(value) : value)) };
      const says = figureRelation(floored);
      return ["the whole part alone, in 16 bits", says !== "apart", `it says: ${says}`];
    },
  };

  const figureRelation = (scene) => Figures.ORDER[Math.max(0, ...bumper.check(scene).pairs.map((pair) => Figures.ORDER.indexOf(pair.relation)))];

  function line(figure, name) {
    const [what, says, why] = LINES[name](figure.scene), real = figure.relation;
    const hit = real === "overlapping" || figure.counted && real === "touching";
    figure.extra.insertAdjacentHTML("beforeend", `<dl class="claim ${says === hit ? "right" : "wrong"}"><dt>the line</dt><dd>${
      Draw.escape(what)}</dd><dt>says</dt><dd>${says ? "a collision" : "no collision"} (${Draw.escape(why)})</dd>` +
      `<dt>bumper</dt><dd>${real}${says === hit ? "" : ": the line is wrong here"}</dd></dl>`);
  }

  // Draws the AABBs of the broad phase, from the largest to the smallest.
  function tree(figure) {
    const player = figure.player;
    const boxes = player?.begun ? bumper.ask(`boxes ${figure.slot}`).boxes ?? [] : [];
    figure.layers.over.innerHTML += boxes.map(([a, b, c, d]) => {
      const [p, q] = [figure.view.place([a, b]), figure.view.place([c, d])];
      return `<rect class="node" x="${Draw.number(Math.min(p[0], q[0]))}" y="${Draw.number(Math.min(p[1], q[1]))}"` +
        ` width="${Draw.number(Math.abs(p[0] - q[0]))}" height="${Draw.number(Math.abs(p[1] - q[1]))}"/>`;
    }).join("");
    const n = figure.scene.shapes.length;
    figure.extra.insertAdjacentHTML("beforeend", `<p class="note">${n} shapes, ${n * (n - 1) / 2} pairs, ${
      boxes.length} boxes in the tree${boxes.length ? "" : " (run it, or make one step)"}.</p>`);
  }

  // Draws the heights of a jump, step by step: with the launch speed of the continuous formula, and with the speed solved for discrete
  // steps.
  function jump(figure, gravity) {
    const marks = figure.scene.shapes.map((shape) => shape.box ? Shapes.corners(shape.box, figure.scene.y) : null);
    const [ground, ledge] = marks.map(([low, high]) => figure.scene.y === "up" ? high[1] : low[1]);
    const height = Math.max(1, Math.round(Math.min(300, Math.abs(ledge - ground))));
    const result = bumper.ask(`jump ${height} ${gravity}`);
    const most = Math.max(height, ...result.ways.flatMap((way) => [way.formula_rise, way.rise])) * 1.08;
    const longest = Math.max(...result.ways.flatMap((way) => [way.formula_steps.length, way.steps.length]));
    const dots = (steps, n, kind) => steps.map((y, k) => `<circle class="${kind} w${n}" cx="${(20 + k / longest * 600).toFixed(1)}"` +
      ` cy="${(200 - Math.max(0, y) / most * 190).toFixed(1)}" r="3"/>`).join("");
    const top = (200 - height / most * 190).toFixed(1);
    figure.extra.insertAdjacentHTML("beforeend", `<svg class="jump" viewBox="0 0 640 205" role="img" aria-label="heights of a jump">` +
      `<path class="goal" d="M0 ${top}H640"/>${result.ways.map((way, n) => dots(way.formula_steps, n, "formula")).join("")}</svg>` +
      `<table><tr><th>a jump of ${height}, gravity ${gravity}</th><th>√(2gh) = ${result.formula} rises</th><th>solved</th><th>rises</th></tr>` +
      result.ways.map((way) => `<tr><td>${way.way}</td><td>${way.formula_rise}</td><td>${way.speed}</td><td>${way.rise}</td></tr>`).join("") +
      "</table>");
  }

  // Draws the boxes or polygons that approximate the mask of the first shape.
  function trace(figure, kind) {
    const { rows, top_left: [x, y] } = figure.scene.shapes[0].mask, result = bumper.ask("trace 0.5 8 0", rows.join("\n"));
    const list = kind === "boxes" ? result.boxes.map(([a, b, c, d]) => [[a, b], [c, b], [c, d], [a, d]]) : result[kind];
    const placed = list.map((points) => Draw.path(points.map((p) => figure.view.place([p[0] + x, p[1] + y]))) + "Z");
    figure.layers.over.innerHTML += `<path class="traced" d="${placed.join("")}"/>`;
    figure.extra.insertAdjacentHTML("beforeend", `<p class="note">${result.pixels} pixels, as ${list.length} ${
      kind === "boxes" ? "boxes" : "polygons"}.</p>`);
  }

  return { axes, closest, line, tree, jump, trace };
})();
