// Computes relations, movers and bodies in the browser, and compares a hash of all numbers with that of the command.
"use strict";
addEventListener("DOMContentLoaded", async () => {
  const place = document.getElementById("bits");
  try { await bumper.ready; } catch { return; }
  const table = Figures.element("table");
  table.innerHTML = "<tr><th>what</th><th>numbers</th><th>expected</th><th>here</th></tr>";
  place.append(table);
  let same = 0;
  for (const test of window.bumperBits) {
    const hash = Bits.hash(Bits.lines(test, (head, body) => bumper.ask(head, body)));
    const row = Figures.element("tr", { class: hash.text === test.expected ? "same" : "other" });
    row.append(...[test.name, String(hash.count), test.expected, hash.text === test.expected ? `${hash.text} ✓` : hash.text]
      .map((text) => Figures.element("td", {}, text)));
    table.append(row);
    same += hash.text === test.expected ? 1 : 0;
    await new Promise((done) => setTimeout(done));
  }
  place.append(Figures.element("p", { role: "status" }, `${same} of ${window.bumperBits.length} are the same bits.`));
  place.dataset.same = String(same);
});
