// Opens the built handbook in a headless browser, and compares every figure with the command: after each drag, the displayed relation must
// be the one that `bumper check` finds in the figure's scene.
//
//     node test.mjs COMMAND SITE [CHAPTER.html… | extras]
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { solved, unsolved } from "./exercises.mjs";
import { hands, tabStops } from "./hands.mjs";
import { runListings } from "./listings.mjs";
import { testPages } from "./pages.mjs";

const [command, site, ...only] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "handbook-")), pictures = resolve(site, "..", "handbook-pictures");
mkdirSync(pictures, { recursive: true });
const failures = [], fail = (text) => { failures.push(text); console.error(`handbook: ${text}`); };
const address = (name) => pathToFileURL(resolve(site, name)).href;

// The pages are opened as files, and the browser must not load anything else.
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"] });

async function opened(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, ...options });
  const page = await context.newPage();
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) fail(`${name}: ${message.text()}`); });
  page.on("pageerror", (error) => fail(`${name}: ${error.message}`));
  page.on("request", (request) => { if (!/^(file|data|blob):/.test(request.url())) fail(`${name} asks for ${request.url()}`); });
  await page.goto(address(name));
  if (options.javaScriptEnabled !== false) await page.waitForFunction(() => document.documentElement.dataset.live, null, { timeout: 20000 });
  return page;
}

// The strongest relation of any two shapes of a scene, according to the command. Drags come back to the same scenes, which are checked once.
const relations = new Map();
function checked(scene) {
  if (!relations.has(scene)) relations.set(scene, relationBy(scene));
  return relations.get(scene);
}

async function relationBy(scene) {
  const file = join(folder, `${compared++}.json`);
  writeFileSync(file, scene);
  const { stdout: lines } = await promisify(execFile)(command, ["check", "--json", file], { maxBuffer: 1 << 26 });
  rmSync(file);
  return ["overlapping", "touching"].find((relation) => lines.includes(`"relation":"${relation}"`)) ?? "apart";
}

let compared = 0;
async function compare(figure, name, when) {
  const { scene, relation } = await figure.evaluate((root) => root.dataset);
  const right = await checked(scene);
  if (right !== relation) fail(`${name} ${when}: the page says ${relation}, the command ${right}: ${scene}`);
  return { scene, relation };
}

// Positions of a figure's elements on the page.
const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

async function dragged(page, figure, handle, to, steps = 6) {
  await page.mouse.move(...middle(await handle.boundingBox()));
  await page.mouse.down();
  await page.mouse.move(...to, { steps });
  await page.mouse.up();
}

// Drags one shape towards another in short steps, until the figure has shown touching and overlapping.
async function approach(page, figure, moving, still, seen, note) {
  const target = middle(await still.boundingBox()), from = middle(await moving.boundingBox());
  const length = Math.hypot(target[0] - from[0], target[1] - from[1]), steps = Math.max(8, Math.ceil(length / 3));
  await page.mouse.move(...from);
  await page.mouse.down();
  for (let k = 1; k <= steps && !(seen.has("touching") && seen.has("overlapping")); k++) {
    await page.mouse.move(from[0] + (target[0] - from[0]) * k / steps, from[1] + (target[1] - from[1]) * k / steps);
    const relation = await figure.getAttribute("data-relation");
    if (!seen.has(relation)) await note(`dragged by ${k} of ${steps}`);
  }
  await page.mouse.up();
}

// Drags one shape until it is apart from the others, then onto another one, slowly so that they touch first.
async function drags(page, figure, name) {
  const handles = await figure.locator("[data-handle]").all();
  if (!handles.length) return fail(`${name} has no handle`);
  const ids = await Promise.all(handles.map((handle) => handle.getAttribute("data-handle")));
  const shapes = [...new Set(ids)], first = ids.indexOf(shapes[0]), last = ids.indexOf(shapes.at(-1));
  const [moving, still] = [handles[last], handles[first]];
  await figure.scrollIntoViewIfNeeded();
  await figure.locator("> svg").evaluate((svg) => svg.scrollIntoView({ block: "center", behavior: "instant" }));
  const area = await figure.locator("> svg").boundingBox(), before = (await figure.evaluate((root) => root.dataset)).scene;
  const seen = new Map(), note = async (when) => {
    const found = await compare(figure, name, when);
    seen.set(found.relation, when);
    return found;
  };
  await note("as it is");
  // Move the shape to the corners and the middles of the edges, until it is apart from all others.
  const free = [[0.95, 0.06], [0.05, 0.06], [0.95, 0.94], [0.05, 0.94], [0.5, 0.04], [0.5, 0.96], [0.97, 0.5], [0.03, 0.5]];
  // In 3D, the picture consists of two views, of which the first is the left half.
  const half = shapes.length < ids.length ? 0.48 : 1;
  let corner = null;
  for (const [u, v] of free) {
    corner = [area.x + area.width * u * half, area.y + area.height * v];
    await dragged(page, figure, moving, corner);
    if ((await note("dragged away")).relation === "apart") break;
  }
  const there = (await figure.evaluate((root) => root.dataset)).scene;
  if (there === before) fail(`${name}: a drag does not change the scene`);
  // Drag it back to the other shape, slowly so that touching is not skipped, and on until they overlap.
  await approach(page, figure, moving, still, seen, note);
  // Circles with integer coordinates touch at few positions; some of them are straight beside, above and below.
  for (const [u, v] of [[0.97], [0.03], [null, 0.04], [null, 0.96]]) {
    if (seen.has("touching")) break;
    const [x, y] = middle(await still.boundingBox());
    await dragged(page, figure, moving, [u ? area.x + area.width * u * half : x, v ? area.y + area.height * v : y]);
    await approach(page, figure, moving, still, seen, note);
  }
  await note("at the end");
  // The centre of a concave shape may lie outside of it, so try a grid of positions.
  for (let k = 0; k < 80 && !seen.has("overlapping"); k++) {
    await dragged(page, figure, moving, [area.x + area.width * half * (0.05 + 0.1 * (k % 10)), area.y + area.height * (0.06 + 0.125 * Math.floor(k / 10))], 1);
    await note(`on the place ${k}`);
  }
  for (const relation of ["apart", "touching", "overlapping"]) if (!seen.has(relation)) fail(`${name} was never ${relation}`);
}

// Uses only the keyboard: focuses the last handle and moves it by a step. Each step changes the scene, and the step back restores it.
async function keys(page, figure, name) {
  const handle = figure.locator("[data-handle]").last();
  await handle.focus();
  const label = await handle.getAttribute("aria-label"), text = await handle.getAttribute("aria-valuetext");
  if (!label || !text) fail(`${name}: a handle has no label`);
  const before = (await compare(figure, name, "before keys")).scene;
  await page.keyboard.press("ArrowLeft");
  const { scene } = await compare(figure, name, "after a key");
  if (scene === before) fail(`${name}: an arrow key does not change the scene`);
  await page.keyboard.press("ArrowRight");
  const back = JSON.parse((await compare(figure, name, "and back")).scene);
  if (JSON.stringify(back.shapes.at(-1).box) !== JSON.stringify(JSON.parse(before).shapes.at(-1).box)) fail(`${name}: one key and back is elsewhere`);
}

// Tests the buttons of a figure: y up, touching not counted, other number types, and the reset.
async function switches(page, figure, name) {
  const first = await figure.getAttribute("data-scene");
  for (const value of ["up", "down", "f32", "fixed", "i16"]) {
    // 3D figures have no floats.
    if (!await figure.locator(`[data-value=${value}]`).count()) continue;
    await figure.locator(`[data-value=${value}]`).click();
    await compare(figure, name, `with ${value}`);
  }
  await figure.locator("button[title='as it was at first']").click();
  const { scene } = await compare(figure, name, "put back");
  if (Object.keys(JSON.parse(scene).shapes[0])[0] !== "id" || scene.length > first.length + 40) fail(`${name} is not put back`);
}

// Runs a figure by its button or, if only keys move its shapes, by holding a key.
async function runs(page, figure, name) {
  const run = figure.locator("button[title=run]"), before = await figure.getAttribute("data-scene");
  const pad = figure.locator(".pad"), byKeys = !await run.isVisible();
  if (!byKeys) await run.click();
  if (await pad.count()) {
    await pad.focus();
    await page.keyboard.down("ArrowRight");
  }
  await page.waitForTimeout(300);
  if (await pad.count()) await page.keyboard.up("ArrowRight");
  if (byKeys) await page.evaluate((id) => Figures.all.get(id).player.pause(), name);
  else await run.click();
  const { scene } = await compare(figure, name, "after it ran");
  if (scene === before) fail(`${name} does not run`);
  await figure.locator("button[title='as it was at first']").click();
}

// Pages of which there are also dark pictures.
const IN_DARK = ["index.html", "circles.html", "movers.html", "same-bits.html"];
const chapters = readdirSync(site).filter((name) => name.endsWith(".html")).filter((name) => !only.length || only.includes(name));
let figures = 0;
const times = [];
// Tests a chapter. Several run at the same time, because each waits for its page and for the command.
async function chapter(name) {
  const page = await opened(name);
  times.push(Number(await page.evaluate(() => document.documentElement.dataset.live)));
  await listings(page, name);
  await tabStops(page, name, fail);
  await page.locator("details.more").evaluateAll((all) => all.forEach((details) => { details.open = true; }));
  await unsolved(page, name, fail);
  for (const figure of await page.locator("[data-figure]").all()) {
    const id = await figure.getAttribute("data-figure");
    figures++;
    if (await figure.locator("button[title=run]").count() && id !== "playground") await runs(page, figure, id);
    if (id !== "playground") {
      await switches(page, figure, id);
      await drags(page, figure, id);
      await keys(page, figure, id);
      await figure.locator("button[title='as it was at first']").click();
    }
  }
  await solved(page, name, fail);
  for (const scheme of IN_DARK.includes(name) ? ["light", "dark"] : ["light"]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(pictures, `${name.replace(".html", "")}-${scheme}.png`), fullPage: true });
  }
  await page.context().close();
}

// Checks that each listing equals the part of its file, except for lines that the documentation hides.
async function listings(page, name) {
  const bare = (text) => text.split("\n").map((line) => line.trim()).filter((line) => !line.startsWith("# ")).join("\n");
  const shown = await page.locator(".listing").evaluateAll((all) => all.map((one) =>
    [one.querySelector(".path").textContent, one.querySelector("pre").textContent]));
  for (const [path, text] of shown) {
    if (!bare(readFileSync(resolve(import.meta.dirname, "../..", path), "utf8")).includes(bare(text))) fail(`${name} shows another ${path}`);
  }
}

const printed = await runListings(fail);
if (readFileSync(join(site, "index.html"), "utf8").includes("Other chapters")) fail("a chapter has no ::group");
const left = [...chapters];
await Promise.all(Array.from({ length: availableParallelism() + 1 }, async () => {
  for (let name; (name = left.shift());) await chapter(name);
}));
console.log(`handbook: ${figures} figures on ${chapters.length} pages, ${compared} scenes judged as by the command; first figure alive after ${
  Math.min(...times)} to ${Math.max(...times)} ms`);
await testPages({ browser, site, names: chapters, printed, fail, pictures });
// A draft of the module is larger, and takes longer to load.
const latest = process.env.HANDBOOK_DRAFT ? 12_000 : 4000;
if (times.length && Math.max(...times) > latest) fail(`a page takes ${Math.max(...times)} ms until its figures are alive`);

// On a narrow screen, no element is wider than the screen.
if (!only.length || only.includes("extras")) {
  for (const name of ["index.html", "wrong-lines.html", "playground.html", "movers.html"]) {
    const page = await opened(name, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 360) fail(`${name} is ${width} wide on a screen of 360`);
    await page.screenshot({ path: join(pictures, `${name.replace(".html", "")}-narrow.png`), fullPage: true });
    await page.context().close();
  }
  // Without JavaScript, each figure is a still picture.
  const still = await opened("wrong-lines.html", { javaScriptEnabled: false });
  const images = await still.locator("img.still").all();
  if (!images.length) fail("no picture without script");
  await still.screenshot({ path: join(pictures, "without-script.png"), fullPage: true });
  await still.context().close();
  await firstMoverReachesTheWall();
  await hands({ opened, site, fail, pictures });
  await address_keeps();
  await scrubs();
  await playground();
  await bits();
}

// Checks the first figure that moves against its text: the dot reaches the wall while Right is held.
async function firstMoverReachesTheWall() {
  const page = await opened("movers.html"), figure = page.locator("[data-figure=dot-and-wall]");
  await figure.locator(".pad").focus();
  await page.keyboard.down("ArrowRight");
  await page.waitForTimeout(1500);
  await page.keyboard.up("ArrowRight");
  const { scene } = await compare(figure, "dot-and-wall", "after Right was held");
  const [x] = JSON.parse(scene).shapes.find((shape) => shape.id === "dot").box.top_left;
  if (x !== 280) fail(`dot-and-wall: with Right held the dot stops at ${x}, not at 280`);
  await page.context().close();
}

// The address of the page stores the state of a figure.
async function address_keeps() {
  const page = await opened("circles.html"), figure = page.locator("[data-figure=two-circles]");
  await figure.locator("[data-handle=b]").focus();
  for (let k = 0; k < 5; k++) await page.keyboard.press("ArrowRight");
  const { scene } = await compare(figure, "two-circles", "before it is sent");
  await page.waitForFunction(() => location.hash.startsWith("#two-circles:"), null, { timeout: 3000 });
  const hash = await page.evaluate(() => location.hash);
  await page.context().close();
  const other = await opened(`circles.html`);
  await other.goto(address("circles.html") + hash);
  await other.reload();
  await other.waitForFunction(() => document.documentElement.dataset.live);
  const sent = await other.locator("[data-figure=two-circles]").getAttribute("data-scene");
  if (sent !== scene) fail(`the address gives ${sent}, not ${scene}`);
  await other.context().close();
}

async function scrubs() {
  const page = await opened("circles.html"), number = page.locator(".scrub").first(), figure = page.locator("[data-figure=two-circles]");
  const before = Number(await number.textContent());
  await number.focus();
  await page.keyboard.press("ArrowUp");
  const { scene } = await compare(figure, "two-circles", "scrubbed");
  if (Number(await number.textContent()) !== before + 1 || JSON.parse(scene).shapes[0].ball.radius !== before + 1) fail("a number cannot be scrubbed");
  await page.context().close();
}

async function playground() {
  const page = await opened("playground.html"), text = page.locator("textarea"), figure = page.locator("[data-figure]");
  await text.fill('{"bumper": 1, "shapes": [{"id": "a", "box": {"min": [4, 0], "max": [3, 9]}}]}');
  const fault = await page.locator(".fault").textContent();
  if (!fault.includes('shapes[0] "a": box min.x 4 is greater than max.x 3')) fail(`the playground says ${fault}`);
  await text.fill('{"bumper": 1,\n "shapes": [}');
  if (!(await page.locator(".fault").textContent()).includes("line 2")) fail("the playground does not say where the text is wrong");
  for (const name of await page.locator("select option").allTextContents()) {
    await page.locator("select").selectOption(name);
    await compare(figure, `playground: ${name}`, "chosen");
    if (await page.locator(".fault").textContent()) fail(`playground: ${name}: ${await page.locator(".fault").textContent()}`);
    const run = figure.locator("button[title=run]");
    if (!await run.count() || !await run.isVisible()) continue;
    await run.click();
    await page.waitForTimeout(250);
    await run.click();
    await compare(figure, `playground: ${name}`, "after it ran");
  }
  const input = page.locator("input[type=file]");
  await input.setInputFiles(resolve(site, "../../examples/maps/platformer.tmx"));
  await page.waitForFunction(() => document.querySelector("textarea").value.includes("ferry"));
  await compare(figure, "playground: a map", "opened");
  await input.setInputFiles(resolve(site, "../../examples/sprites/dot.png"));
  await page.waitForSelector(".sprites .note");
  const note = await page.locator(".sprites .note").textContent();
  // The dot of the tutorials has 316 pixels and is covered by six boxes.
  if (!note.startsWith("316 pixels; 6 boxes (0 pixels missed, 0 added)")) fail(`the dot is traced as ${note}`);
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".sprites button", { hasText: "Rust" }).click()]);
  if (!readFileSync(await file.path(), "utf8").includes("DOT_BOXES: [[i8; 4]; 6]")) fail("the table for Rust is another");
  await page.locator(".sprites button", { hasText: "mask into the scene" }).click();
  if (await page.locator(".fault").textContent()) fail(`playground: a sprite: ${await page.locator(".fault").textContent()}`);
  await compare(figure, "playground: a sprite", "as a mask");
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: join(pictures, `playground-sprite-${scheme}.png`), fullPage: true });
  }
  await page.context().close();
}

async function bits() {
  const page = await opened("same-bits.html");
  await page.waitForFunction(() => document.getElementById("bits").dataset.same, null, { timeout: 60000 });
  if (await page.locator("#bits .other").count()) fail(`other bits: ${await page.locator("#bits .other").allTextContents()}`);
  await page.context().close();
}

await browser.close();
rmSync(folder, { recursive: true, force: true });
if (failures.length) {
  console.error(`handbook: ${failures.length} failures`);
  process.exit(1);
}
