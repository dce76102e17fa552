// Tests the exercises of a page: that each is unsolved at first, can be solved, and says so.

/** Checks that no exercise of a page is solved yet. */
export async function unsolved(page, name, fail) {
  for (const text of await page.locator("[data-solved]").allTextContents()) fail(`${name}: an exercise is solved from the start: ${text}`);
}

/** Checks that all exercises of a page are solved, after its figures have been dragged. Solves those that need other drags. */
export async function solved(page, name, fail) {
  for (const exercise of await page.locator("[data-condition]").all()) {
    const condition = await exercise.getAttribute("data-condition");
    if (!await exercise.evaluate(solve)) fail(`${name}: the exercise ${condition} cannot be solved`);
    else if (!(await exercise.getByRole("status").textContent()).includes("Solved")) fail(`${name}: the exercise ${condition} does not say that it is solved`);
  }
}

// Moves a shape of an exercise to the place that it asks for, or towards the other shape and past it, until the exercise is solved. Runs in
// the page.
function solve(root) {
  const figure = Figures.all.get(root.dataset.of), condition = Condition.parse(root.dataset.condition), start = figure.scene;
  const find = (id) => start.shapes.find((shape) => shape.id === id);
  const views = start.dimensions === 3 ? [[0, 1], [0, 2]] : [[0, 1]];
  const middles = (id) => views.map((axes) => {
    const [left, low, right, high] = Shapes.boundingBox(Shapes.figures(find(id), start.y, axes));
    return [(left + right) / 2, (low + high) / 2];
  });
  const center = (id) => middles(id).flatMap((middle, k) => k ? middle.slice(1) : middle);
  const tryBy = (id, by) => {
    figure.change({ ...start, shapes: start.shapes.map((shape) => shape.id === id ? Shapes.translate(shape, by.map(Math.round)) : shape) });
    return "solved" in root.dataset;
  };
  const [a, b] = condition.shapes, STEPS = 100;
  if ("solved" in root.dataset) return true;
  if (condition.kind === "at") return tryBy(a, Shapes.minus(condition.place, center(a)));
  const between = Shapes.minus(center(b), center(a));
  return [[a, 1], [b, -1]].some(([id, sign]) =>
    Array.from({ length: STEPS * 2 }, (_, k) => between.map((c) => sign * c * k / STEPS)).some((by) => tryBy(id, by)));
}
