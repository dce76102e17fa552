// The conditions of exercises: relation(A,B)=apart|touching|overlapping, at(A)=X,Y within D, distance(A,B)<N.
"use strict";
const Condition = (() => {
  const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`;

  // Returns the condition in parts: its kind, the ids of its shapes, and its numbers or its relation.
  function parse(text) {
    const [, c, d, relation] = text.match(/^relation\(([^,()]+), ?([^,()]+)\) ?= ?(apart|touching|overlapping)$/) ?? [];
    if (relation) return { kind: "relation", shapes: [c, d], relation };
    const [, a, x, y, within] = text.match(new RegExp(String.raw`^at\(([^,()]+)\) ?= ?${NUMBER}, ?${NUMBER} within ${NUMBER}$`)) ?? [];
    if (a) return { kind: "at", shapes: [a], place: [Number(x), Number(y)], within: Number(within) };
    const [, e, f, limit] = text.match(new RegExp(String.raw`^distance\(([^,()]+), ?([^,()]+)\) ?< ?${NUMBER}$`)) ?? [];
    if (limit) return { kind: "distance", shapes: [e, f], limit: Number(limit) };
    throw new Error(`the condition ${text} is not understood`);
  }

  // Whether a condition holds, given the relations of all pairs of shapes and a function from the id of a shape to its center.
  function holds(condition, pairs, center) {
    const [a, b] = condition.shapes;
    const pair = pairs.find((one) => one.a === a && one.b === b || one.a === b && one.b === a);
    switch (condition.kind) {
      case "relation": return pair?.relation === condition.relation;
      case "distance": return pair !== undefined && (pair.relation === "apart" ? pair.distance : 0) < condition.limit;
      case "at": {
        const [x, y] = center(a);
        return Math.hypot(x - condition.place[0], y - condition.place[1]) <= condition.within;
      }
    }
  }

  return { parse, holds };
})();
