// Generates code that computes the relation of the first two shapes of a scene.
"use strict";
const Code = (() => {
  const list = (values, type) => `[${values.map((value) => literal(value, type)).join(", ")}]`;
  const isFloat = (type) => type === "f32" || type === "f64";
  const literal = (value, type) => isFloat(type) && Number.isInteger(value) ? `${value}.0` : `${value}`;
  const typeOf = (scene) => scene.scalar ?? "f32";
  // Names that a variable in a generated program must not have: keywords of Rust, C and Python, and names that the programs use.
  const RESERVED = new Set(("and as assert async auto await become bool box break case char class const contact continue crate def default del do " +
    "double dyn elif else enum except extern false final finally float fn for from global goto if impl import in inline int is lambda let long " +
    "loop macro main match mod move mut none nonlocal not or override pass priv pub raise ref register restrict return self short signed sizeof " +
    "static struct super switch trait true try type typedef typeof union unsafe unsigned unsized use virtual void volatile where while with yield").split(" "));
  const name = (scene, n) => {
    const plain = (scene.shapes[n].id ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
    const known = /^[a-z]\w*$/.test(plain) && !RESERVED.has(plain);
    const taken = scene.shapes.slice(0, n).some((_, m) => m < 2 && name(scene, m) === plain);
    return known && !taken ? plain : `shape_${n}`;
  };

  // Fixed point has no literals: its numbers are written as multiples of 1/65536.
  const rustNumber = (value, type) => type === "fixed" ? `I16F16::from_bits(${Math.round(value * 65536)})` : literal(value, type);
  const rustList = (values, type) => `[${values.map((value) => rustNumber(value, type)).join(", ")}]`;

  function rustShape(shape, type, y, dimensions) {
    const kind = Shapes.kindOf(shape), value = shape[kind], at = shape.at;
    const point = (p) => rustList(at ? Shapes.plus(p, at) : p, type);
    const turn = (angle) => `Rotation::from_degrees(${literal(angle ?? 0, type)})`;
    switch (kind) {
      case "point": return `Vector(${point(value)})`;
      case "box": return `Aabb::new(${Shapes.corners(value, y).map(point).join(", ")})`;
      case "ball": case "circle": case "sphere": return value.radius === undefined ?
        `SquaredBall::new(${point(value.center)}, ${squared(value.radius_squared, type)})` :
        `Ball::new(${point(value.center)}, ${radius(value.radius, type)})`;
      case "segment": return `Segment::new(${point(value.from)}, ${point(value.to)})`;
      case "capsule": return `Capsule::new(${point(value.from)}, ${point(value.to)}, ${literal(value.radius, type)})`;
      case "triangle": return `Triangle::new(${value.map(point).join(", ")})`;
      case "oriented_box": return dimensions === 2 ?
        `OrientedBox::new(${point(value.center)}, ${list(value.half_size, type)}, ${turn(value.angle)})` : null;
      case "ellipse": return `Ellipse::new(${point(value.center)}, ${list(value.half_size, type)}, ${turn(value.angle)})`;
      case "cylinder": return cylinder(value, type, at);
      case "half_space": return `HalfSpace::new(${point(value.point)}, ${rustList(value.normal, type)}).unwrap()`;
      default: return null;
    }
  }

  const radius = (value, type) => type === "fixed" ? `I16F16::from_bits(${Math.round(value * 65536)})` : literal(value, type);
  const squared = (value, type) => type === "fixed" ? `${Math.round(value * 65536)} << 16` : literal(value, type);

  function cylinder({ axis, center, radius: r, from, to }, type, at) {
    const [u, v] = { x: [1, 2], y: [0, 2], z: [0, 1] }[axis], k = { x: 0, y: 1, z: 2 }[axis], end = [0, 0, 0];
    [end[u], end[v], end[k]] = [center[0], center[1], from];
    const low = at ? Shapes.plus(end, at) : end, high = to + (at ? at[k] : 0);
    return `Cylinder::new(Axis::${axis.toUpperCase()}, ${rustList(low, type)}, ${rustNumber(high, type)}, ${radius(r, type)})`;
  }

  function bound(shape, type, y, dimensions, variable) {
    const kind = Shapes.kindOf(shape), rust = type === "fixed" ? "I16F16" : type;
    const plain = rustShape(shape, type, y, dimensions), typed = `Shape<'_, ${rust}, ${dimensions}>`;
    if (plain) return [`let ${variable}: ${typed} = ${plain}.into();`];
    const point = (p) => rustList(shape.at ? Shapes.plus(p, shape.at) : p, type);
    if (kind === "polygon") {
      return [`let ${variable} = Region::<${rust}, 2>::new([${shape.polygon.map((p) => `Vector(${point(p)})`).join(", ")}]).unwrap();`,
        `let ${variable}: ${typed} = Shape::Region(&${variable});`];
    }
    if (kind === "height_field" && dimensions === 2) {
      const { origin, cell, heights, holes = [] } = shape.height_field;
      return [`let ${holes.length ? "mut " : ""}${variable} = HeightField::<${rust}, 2>::line(${point(origin)}, ${literal(cell, type)}, vec!${
        list(heights, type)}).unwrap();`, ...holes.map((hole) => `${variable}.set_hole(${hole}, 0, true).unwrap();`),
      `let ${variable}: ${typed} = Shape::HeightField(&${variable});`];
    }
    if (kind === "mask") {
      const corner = shape.mask.top_left, low = y === "up" ? [corner[0], corner[1] - shape.mask.rows.length] : corner;
      return [`let ${variable}_mask = MaskBuf::from_rows(${JSON.stringify(shape.mask.rows)}).unwrap();`,
        `let ${variable}: ${typed} = Sprite::new(${variable}_mask.as_mask(), ${point(low)}, ${rustNumber(1, type)})${
          y === "up" ? ".flipped(1)" : ""}.into();`];
    }
    if (kind === "compound" && shape.compound.every((part) => rustShape(part, type, y, dimensions))) {
      const parts = shape.compound.map((part) => rustShape(shape.at ? { ...part, at: Shapes.plus(shape.at, part.at ?? []) } : part,
        type, y, dimensions));
      return [`let ${variable}_parts: [${typed}; ${parts.length}] = [`, ...parts.map((part) => `    ${part}.into(),`), "];",
        `let ${variable} = Shape::Compound(&${variable}_parts);`];
    }
    return null;
  }

  const TYPES = ["Aabb", "Axis", "Ball", "Capsule", "Cylinder", "Ellipse", "HalfSpace", "HeightField", "MaskBuf", "OrientedBox", "Region", "Rotation", "Segment",
    "Sprite", "SquaredBall", "Triangle", "Vector"];

  // A complete Rust program.
  function rust(scene) {
    const type = typeOf(scene), dimensions = scene.dimensions ?? 2;
    const names = [0, 1].map((n) => name(scene, n));
    const lines = [0, 1].map((n) => scene.shapes[n] && bound(scene.shapes[n], type, scene.y, dimensions, names[n]));
    if (!lines[0] || !lines[1]) return whole(scene, "Rust");
    const body = lines.flat(), used = TYPES.filter((known) => body.some((line) => new RegExp(`\\b${known}\\b`).test(line)));
    if (dimensions === 2 && /\bVector\b/.test(body.join("")) && !used.includes("Vector")) used.push("Vector");
    const fixed = type === "fixed" ? ["use fixed::types::I16F16;"] : [];
    return [`use bumper::{${[...used, "Relate", "Shape", "contact"].join(", ")}};`, ...fixed, "", "fn main() {",
      ...body.map((line) => `    ${line}`), `    println!("{:?}", ${names[0]}.relation(&${names[1]}));`,
      `    println!("{:?}", contact(${names[0]}, ${names[1]}));`, "}", ""].join("\n");
  }

  // The text for shapes that have no short form in a language: the scene as a file, which the command reads.
  function whole(scene, language) {
    return `The first two shapes have no short form in ${language}. As a scene:\n\n${JSON.stringify(scene, null, 2)}\n\nbumper check scene.json`;
  }

  // A C program for two boxes, circles or points, in the number types of the header.
  function c(scene) {
    const type = { i16: "i16", i32: "i32", f32: "f32" }[typeOf(scene)], names = [0, 1].map((n) => name(scene, n));
    const made = [0, 1].map((n) => scene.shapes[n] && type && (scene.dimensions ?? 2) === 2 && cShape(scene.shapes[n], type, scene.y, names[n]));
    if (!made[0] || !made[1]) return whole(scene, "C");
    const order = ["circle", "squared_circle", "box", "point"];
    const [first, second] = order.indexOf(made[0].kind) <= order.indexOf(made[1].kind) ? [0, 1] : [1, 0];
    const [a, b] = [made[first], made[second]];
    // The functions of the header take a point as the second argument, as two numbers; there is none for two points.
    if (a.kind === "point") return whole(scene, "C");
    const call = a.kind === b.kind ? `bumper_${a.kind}_relation_${type}` : `bumper_${a.kind}_${b.kind}_relation_${type}`;
    return ["#include <bumper.h>", "#include <stdio.h>", "", "int main(void) {", `    ${made[0].line}`, `    ${made[1].line}`,
      `    switch (${call}(${names[first]}, ${names[second]})) {`, '    case BUMPER_APART: puts("apart"); break;',
      '    case BUMPER_TOUCHING: puts("touching"); break;', '    default: puts("overlapping"); break;', "    }", "    return 0;", "}", ""].join("\n");
  }

  function cShape(shape, type, y, variable) {
    const kind = Shapes.kindOf(shape), value = shape[kind], at = shape.at ?? [0, 0];
    const number = (x) => type === "f32" && Number.isInteger(x) ? `${x}.0f` : type === "f32" ? `${x}f` : `${x}`;
    const point = (p) => `{${Shapes.plus(p, at).map(number).join(", ")}}`;
    const line = (name, text) => ({ kind: name, line: `bumper_${name}_${type} ${variable} = ${text};` });
    if (kind === "point") return line("point", point(value));
    if (kind === "box") return line("box", `{${Shapes.corners(value, y).map(point).join(", ")}}`);
    if (kind !== "ball" && kind !== "circle") return null;
    return value.radius === undefined ? line("squared_circle", `{${point(value.center)}, ${number(value.radius_squared)}}`) :
      line("circle", `{${point(value.center)}, ${number(value.radius)}}`);
  }

  // A Python program, which can use any scene as it is.
  function python(scene) {
    return ["import json", "import subprocess", "", "scene = " + JSON.stringify(scene, null, 4).replace(/\btrue\b/g, "True")
      .replace(/\bfalse\b/g, "False"), "",
      'told = subprocess.run(["bumper", "check", "--json", "-"], input=json.dumps(scene), capture_output=True, text=True, check=True)',
      "for line in told.stdout.splitlines():", "    pair = json.loads(line)",
      '    print(pair["a"], pair["b"], pair["relation"], pair["depth"])', ""].join("\n");
  }

  return { rust, c, python };
})();
