// The exercises of a page: marks each as solved when the condition holds in its figure. It stays solved.
"use strict";
class Exercise {
  constructor(root) {
    this.root = root;
    this.figure = Figures.all.get(root.dataset.of);
    this.condition = Condition.parse(root.dataset.condition);
    this.figure.listeners.push(() => this.check());
  }

  check() {
    if ("solved" in this.root.dataset || !Condition.holds(this.condition, this.figure.found.pairs, (id) => this.center(id))) return;
    this.root.dataset.solved = "";
    this.root.querySelector("[role=status]").textContent = "Solved.";
  }

  center(id) {
    const { scene } = this.figure, shape = scene.shapes.find((one) => one.id === id);
    const [left, low, right, high] = Shapes.boundingBox(Shapes.figures(shape, scene.y));
    return [(left + right) / 2, (low + high) / 2];
  }
}
