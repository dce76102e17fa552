// Generates programs in JavaScript that do what a figure does: relations and contacts, rays, sweeps, movers, and bodies.
"use strict";
const CodeJavaScript = (() => {
  const { object, point, number } = CodeShapes;
  const FRAMES = 60;
  const RESERVED = new Set(("await break case catch class const continue debugger default delete do else enum export extends false finally for function if " +
    "implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void " +
    "while with yield bounds console contact degrees frame gravity height held init item left mover movers pairs raycast relation shape shapes " +
    "simulation step sweep top width world").split(" "));
  const RESPONSES = { "back-up": "backUp", stop: "stop", slide: "slide", bounce: "bounce", cross: "cross" };
  const quoted = (text) => `'${text.replace(/\\/g, "\\\\").replace(/'/g, "\\'")}'`;

  // A different variable name for each shape.
  function names(scene) {
    const taken = new Set(RESERVED);
    return scene.shapes.map((shape, n) => {
      const words = (shape.id ?? "").toLowerCase().split(/[^a-z0-9]+/).filter(Boolean);
      const plain = words.map((word, k) => k ? word[0].toUpperCase() + word.slice(1) : word).join("");
      const name = /^[a-z]\w*$/.test(plain) && !taken.has(plain) ? plain : `shape${n}`;
      taken.add(name);
      return name;
    });
  }

  const origin = (scene) => Array.from({ length: scene.dimensions ?? 2 }, () => 0);
  const textOf = (scene, shape, by = origin(scene)) => CodeShapes.text(shape, scene.y, scene.dimensions ?? 2, by);
  // A side of the screen. If y points up, the package's `up` is the other side.
  const side = (scene, way) => way && quoted(scene.y === "up" ? { up: "down", down: "up" }[way] ?? way : way);
  const isMoved = (vector) => vector?.some((c) => c !== 0);

  // The complete program for the lines of its body: with an import of what they use.
  function program(scene, lines) {
    const known = ["Mask", "HeightField", "Mover", "Simulation", "World", "contact", "degrees", "pairs", "raycast", "relation", "sweep"];
    const used = known.filter((one) => lines.some((line) => new RegExp(`\\b${one}\\(|\\b${one}\\.`).test(line)));
    const from = scene.dimensions === 3 ? "bumper-collision/3d" : "bumper-collision";
    return [`import { ${["init", ...used].join(", ")} } from '${from}';`, "await init();", "", ...lines, ""].join("\n");
  }

  // The text for scenes that cannot be written in JavaScript.
  const refusal = (scene) => `This scene has no short form in JavaScript. As a scene:\n\n${JSON.stringify(scene, null, 2)}\n\nbumper run scene.json`;

  // Relations and contacts of all pairs, the hits of rays, and the times of impact.
  function queries(scene) {
    const made = names(scene), lines = scene.shapes.map((shape, n) => `const ${made[n]} = ${textOf(scene, shape)};`);
    if (made.length === 2) lines.push(`console.log(relation(${made.join(", ")}));`, `console.log(contact(${made.join(", ")}));`);
    else lines.push(`const shapes = [${made.join(", ")}];`, "console.log(pairs(shapes)); // the indices of the shapes that touch or overlap");
    for (const ray of scene.rays ?? []) {
      const limit = ray.max === undefined ? "" : `, ${object({ maxDistance: ray.max })}`;
      for (const name of made) lines.push(`console.log(raycast(${point(ray.from)}, ${point(ray.direction)}, ${name}${limit}));`);
    }
    const moving = scene.shapes.findIndex((shape) => isMoved(shape.velocity));
    scene.shapes.forEach((shape, n) => {
      if (moving < 0 || n === moving || n < moving && isMoved(shape.velocity)) return;
      const target = isMoved(shape.velocity) ? `, { targetDisplacement: ${point(shape.velocity)} }` : "";
      lines.push(`console.log(sweep(${made[moving]}, ${point(scene.shapes[moving].velocity)}, ${made[n]}${target}));`);
    });
    return program(scene, lines);
  }

  const moverOptions = (scene, shape) => object({
    gravity: shape.move.response === "carry" || !isMoved(scene.gravity) ? undefined : "gravity",
    bounds: scene.bounds && "bounds",
    velocity: isMoved(shape.velocity) ? point(shape.velocity) : undefined,
    response: (shape.move.response ?? "slide") === "slide" ? undefined : quoted(RESPONSES[shape.move.response]),
    walk: (shape.move.step ?? shape.move.snap) === undefined ? undefined :
      object({ stairHeight: shape.move.step ?? 0, snapDistance: shape.move.snap ?? 0 }),
    floorAngle: shape.move.floor === undefined ? undefined : `degrees(${number(shape.move.floor)})`,
    coyoteTime: shape.move.coyote, bufferTime: shape.move.buffer,
  });

  // The lines that set the velocity of a mover from the held keys.
  function keyLines(scene, shape, name) {
    const { arrows, jump } = shape.move, speeds = typeof arrows === "number" ? [arrows, arrows] : arrows ?? [0, 0];
    const vertical = scene.y === "up" ? ["up", "down"] : ["down", "up"];
    const keys = [["x", "right", "left"], ["y", ...vertical]];
    return [...keys.flatMap(([axis, more, less], k) => speeds[k] ?
      [`${name}.mover.velocity.${axis} = ${number(speeds[k])} * (held.has('${more}') - held.has('${less}'));`] : []),
    ...jump ? [`if (held.has('jump')) ${name}.mover.jump(${number(jump)});`] : []];
  }

  const usesKeys = (shape) => shape.move && (shape.move.arrows !== undefined || shape.move.jump !== undefined);
  const declarations = (scene) => [
    ...isMoved(scene.gravity) ? [`const gravity = ${point(scene.gravity)};`] : [],
    ...scene.bounds ? [`const bounds = ${textOf(scene, { box: scene.bounds })};`] : []];
  const heldKeys = (scene) => scene.shapes.some(usesKeys) ?
    ["", "// In a page, `onkeydown` adds keys to this set, and `onkeyup` removes them.", "const held = new Set(['right']);"] : [];
  const stepOf = (scene) => scene.time_step === undefined ? "1 / 60" : number(scene.time_step);

  // The path of a lift, which it follows to and fro.
  function liftLines(scene, shape, name) {
    const { travel } = shape.move, speed = Math.hypot(...shape.velocity ?? [0, 0]);
    if (!travel) return null;
    return [`const ${name} = { item: world.insert(${textOf(scene, shape)}, { data: ${quoted(shape.id)} }), path: ${point(travel)}, speed: ${number(speed)}, at: 0 };`];
  }
  const LIFT = ["function moveLift(lift) {",
    "    const length = Math.hypot(lift.path.x, lift.path.y);",
    "    const at = Math.min(Math.max(lift.at + lift.speed * STEP / length, 0), 1);",
    "    const displacement = { x: lift.path.x * (at - lift.at), y: lift.path.y * (at - lift.at) };",
    "    // Nothing moves if somebody on the lift has no room.",
    "    const isBlocked = world.carry(lift.item, displacement, movers) !== null;",
    "    if (!isBlocked) lift.at = at;",
    "    if (isBlocked || at === 0 || at === 1) lift.speed = -lift.speed;",
    "}", ""];

  function movers(scene) {
    const made = names(scene), lifts = [], moving = [], lines = [...declarations(scene), "const world = new World();"];
    for (const [n, shape] of scene.shapes.entries()) {
      if (shape.move?.response === "carry") {
        const lift = liftLines(scene, shape, made[n]);
        if (!lift) return refusal(scene);
        lines.push(...lift);
        lifts.push(made[n]);
      } else if (shape.move) {
        lines.push(`const ${made[n]} = { mover: new Mover(${textOf(scene, shape)}, ${moverOptions(scene, shape)}) };`.replace(", {})", ")"),
          `${made[n]}.item = world.insert(${made[n]}.mover.shape, { data: ${quoted(shape.id)} });`);
        moving.push(n);
      } else {
        lines.push(`world.insert(${textOf(scene, shape)}, ${object({ data: quoted(shape.id), oneWay: side(scene, shape.one_way) })});`);
      }
    }
    lines.push(`const movers = [${moving.map((n) => made[n]).join(", ")}];`, ...heldKeys(scene), "", `const STEP = ${stepOf(scene)};`,
      ...lifts.length ? LIFT : [], "function step() {", ...lifts.map((name) => `    moveLift(${name});`),
      ...moving.flatMap((n) => keyLines(scene, scene.shapes[n], made[n])).map((line) => `    ${line}`),
      "    for (const { mover, item } of movers) mover.step(STEP, world, { item });", "}", "",
      `for (let frame = 0; frame < ${FRAMES}; frame++) step(); // in a game: once a frame`,
      "for (const { mover, item } of movers) console.log(item.data, mover.position.x, mover.position.y);");
    return program(scene, lines);
  }

  // A body in coordinates of its own, whose origin is the center of its bounding box.
  function bodyLine(scene, shape, name) {
    const body = shape.body ?? { kind: "static" }, [left, low, right, high] = Shapes.boundingBox(Shapes.figures(shape, scene.y));
    const center = [(left + right) / 2, (low + high) / 2], isPlaced = shape.body && Shapes.kindOf(shape) !== "half_space";
    const text = textOf(scene, shape, isPlaced ? center.map((c) => -c) : [0, 0]);
    const bits = (layers) => layers?.reduce((sum, layer) => sum + 2 ** layer, 0);
    const options = object({
      type: body.kind === undefined || body.kind === "dynamic" ? undefined : quoted(body.kind),
      position: isPlaced ? point(center) : undefined,
      velocity: isMoved(shape.velocity) ? point(shape.velocity) : undefined,
      angularVelocity: body.spin ? `degrees(${number(body.spin)})` : undefined,
      density: body.density, friction: body.friction, restitution: body.restitution, rollingResistance: body.rolling_resistance,
      gravityScale: body.gravity_scale, linearDamping: body.linear_damping, angularDamping: body.angular_damping,
      fixedRotation: body.fixed_rotation, canSleep: body.sleeps, bullet: body.bullet, sensor: body.sensor,
      layers: bits(body.layers), filter: bits(body.filter),
      surfaceVelocity: body.surface_velocity && point(body.surface_velocity), oneWay: side(scene, shape.one_way), data: quoted(shape.id),
    });
    return `const ${name} = simulation.insert(${text}, ${options});`;
  }

  function jointLine(scene, joint, made) {
    const [kind] = Object.keys(joint).filter((key) => !["id", "collide"].includes(key)), value = joint[kind];
    const name = (id) => made[scene.shapes.findIndex((shape) => shape.id === id)];
    const isAngle = kind === "revolute", spring = value.spring, factor = (x) => isAngle ? `degrees(${number(x)})` : number(x);
    const isTurned = isAngle || kind === "wheel";
    return `simulation.insertJoint(${object({
      type: quoted(kind), a: name(value.a), b: name(value.b),
      anchor: value.at && point(value.at), anchorA: value.from && point(value.from), anchorB: value.to && point(value.to),
      axis: value.axis && point(value.axis), length: value.length,
      limits: value.limits && `[${value.limits.map(factor).join(", ")}]`,
      motor: value.motor && object({ speed: isTurned ? `degrees(${number(value.motor.speed)})` : value.motor.speed,
        maxForce: value.motor.max_torque ?? value.motor.max_force }),
      spring: spring && object({ hertz: spring.hertz, dampingRatio: spring.damping }), springTarget: spring?.target, springForce: spring?.force,
      collideConnected: joint.collide })});`;
  }

  // Static walls around the bounds, which bodies do not leave.
  const WALLS = ["const { x: left, y: top, width, height } = bounds;",
    "for (const [x, y] of [[left - width, top], [left + width, top], [left, top - height], [left, top + height]]) {",
    "    simulation.insert({ x, y, width, height }, { type: 'static', data: 'bounds' });", "}"];

  function bodies(scene) {
    const made = names(scene), riders = [], moving = [], lines = [...declarations(scene), `const simulation = new Simulation(${
      isMoved(scene.gravity) ? "{ gravity }" : ""});`, ...scene.bounds ? WALLS : []];
    for (const [n, shape] of scene.shapes.entries()) {
      if (shape.move?.response === "carry") return refusal(scene);
      if (shape.move) {
        const [left, low, right, high] = Shapes.boundingBox(Shapes.figures(shape, scene.y)), mover = `${made[n]}Mover`;
        lines.push(`const ${mover} = new Mover(${textOf(scene, shape)}, ${moverOptions(scene, shape)});`,
          `const ${made[n]} = { mover: ${mover}, body: simulation.insertMover(${mover}, ${
            object({ mass: (right - left) * (high - low), data: quoted(shape.id) })}) };`);
        riders.push(n);
      } else {
        lines.push(bodyLine(scene, shape, made[n]));
        if (shape.body && shape.body.kind !== "static") moving.push(made[n]);
      }
    }
    lines.push(...(scene.joints ?? []).map((joint) => jointLine(scene, joint, made)), ...heldKeys(scene), "", "function step() {",
      ...riders.flatMap((n) => keyLines(scene, scene.shapes[n], made[n])).map((line) => `    ${line}`),
      riders.length ? `    simulation.stepWithMovers(${stepOf(scene)}, [${riders.map((n) => made[n]).join(", ")}]);` : `    simulation.step(${stepOf(scene)});`,
      "}", "", `for (let frame = 0; frame < ${FRAMES}; frame++) step(); // in a game: once a frame`,
      ...riders.map((n) => `console.log(${made[n]}.body.data, ${made[n]}.mover.position.x, ${made[n]}.mover.position.y);`),
      `for (const body of [${moving.join(", ")}]) console.log(body.data, body.x, body.y, body.angle);`);
    return program(scene, lines);
  }

  // The program for a scene, or a text that says that there is none.
  function javascript(scene) {
    if (scene.shapes.some((shape) => textOf(scene, shape) === null)) return refusal(scene);
    if (scene.shapes.some((shape) => shape.body)) return bodies(scene);
    return scene.shapes.some((shape) => shape.move) ? movers(scene) : queries(scene);
  }

  return { javascript };
})();
