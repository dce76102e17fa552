// Tests how the pages are operated: by fingers on a phone, by the keyboard, with a screen reader, and the contrast of their colours.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const MOST_TAB_STOPS = 40;
const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Counts the tab stops of a page, which is just open, by pressing Tab until the focus has been everywhere. */
export async function tabStops(page, name, fail) {
  const isNew = () => page.evaluate(() => {
    const seen = window.focused ??= new Set([document.body]), { activeElement } = document;
    return !seen.has(activeElement) && Boolean(seen.add(activeElement));
  });
  let count = 0;
  for (; count <= 2 * MOST_TAB_STOPS; count++) {
    await page.keyboard.press("Tab");
    if (!await isNew()) break;
  }
  if (count < 2 || count > MOST_TAB_STOPS) fail(`${name} has ${count} tab stops`);
  await page.evaluate(() => document.activeElement.blur());
  return count;
}

/** Runs all tests that need pages of their own. `opened` opens a page of the site. */
export async function hands({ opened, site, fail, pictures }) {
  const names = readdirSync(site).filter((name) => name.endsWith(".html"));
  const pageOf = (figure) => names.find((name) => readFileSync(join(site, name), "utf8").includes(`data-figure="${figure}"`));
  const tests = [["two-circles", PHONE, [fingersDrag, secondFinger]], ["apart-on-x", PHONE, [swipesScroll]], ["jumping", PHONE, [pads]],
    ["axes-turned", PHONE, [labels]], ["spheres", PHONE, [labels]], ["two-circles", {}, [keysGoOn, contrast, mouseDragsEdges]],
    ["jumping", {}, [silence]], ["dot-and-wall", {}, [stopsWithoutKeys]]];
  const run = async ([figure, options, list]) => {
    const name = pageOf(figure), page = await opened(name, options);
    for (const test of list) await test(page, fail);
    if (options === PHONE) await page.screenshot({ path: join(pictures, name.replace(".html", "-phone.png")), fullPage: true });
    await page.context().close();
  };
  const keypad = async () => {
    const page = await opened(names.find((name) => readFileSync(join(site, name), "utf8").includes('data-code="platformer"')), PHONE);
    await keysOfListing(page, fail);
    await page.screenshot({ path: join(pictures, "platformer-keypad-phone.png") });
    await page.context().close();
  };
  await keypad();
  // Each page waits for its module, so that two at the same time take less.
  await Promise.all([0, 1].map(async () => {
    for (let test; (test = tests.shift());) await run(test);
  }));
}

// A listing that reads the keyboard has buttons for its keys, which a finger holds.
async function keysOfListing(page, fail) {
  const listing = page.locator("[data-code=platformer]"), touch = await toucher(page);
  await listing.getByRole("button", { name: "Run" }).click();
  const buttons = listing.locator(".pad button");
  await buttons.first().waitFor();
  await listing.evaluate((root) => {
    const canvas = root.querySelector("iframe").contentDocument.getElementById("canvas");
    window.pressed = [];
    for (const type of ["keydown", "keyup"]) canvas.addEventListener(type, (event) => pressed.push(`${type} ${event.code}`));
  });
  for (const button of await buttons.all()) {
    const { width, height } = await button.boundingBox();
    if (Math.min(width, height) < 44) fail(`a key of a listing measures ${width} by ${height} CSS pixels`);
  }
  await centered(listing.locator(".pad"));
  const [x, y] = middle(await listing.getByRole("button", { name: "hold ArrowRight" }).boundingBox());
  await touch("touchStart", [{ x, y }]);
  const down = await page.evaluate(() => pressed.join(", "));
  await page.waitForTimeout(500);
  await touch("touchEnd", []);
  const all = await page.evaluate(() => pressed.join(", "));
  if (down !== "keydown ArrowRight" || all !== "keydown ArrowRight, keyup ArrowRight") fail(`a finger on the right arrow of a listing sends ${all}`);
  const fault = await listing.locator(".fault").textContent();
  if (fault) fail(`the platformer fails: ${fault}`);
}

// Sends touches through the browser's gesture recognition, which cancels the pointer when it interprets a touch as scrolling. Each finger
// has an id and a position. `fingers` are all fingers on the screen; for "touchEnd" those that leave it, where none stands for all.
async function toucher(page) {
  const session = await page.context().newCDPSession(page);
  return (type, fingers) => session.send("Input.dispatchTouchEvent", { type, touchPoints: fingers });
}

const centered = (target) => target.evaluate((node) => node.scrollIntoView({ block: "center", behavior: "instant" }));

// Moves a finger from a point by 20 small steps. Returns whether the value of `read` changed in the first and in the second half of the
// steps (a cancelled pointer moves nothing from the fourth step on), how often the browser cancelled the pointer, and how far the page
// scrolled.
async function swipe(page, [x, y], [dx, dy], read) {
  const touch = await toucher(page), top = await page.evaluate(() => {
    window.cancelled = 0;
    window.countsCancelled ??= (addEventListener("pointercancel", () => { cancelled++; }, true), true);
    return scrollY;
  });
  await touch("touchStart", [{ x, y }]);
  const seen = [await read()];
  for (let k = 1; k <= 20; k++) {
    await touch("touchMove", [{ x: x + dx * k, y: y + dy * k }]);
    if (k % 10 === 0) seen.push(await read());
  }
  await touch("touchEnd", []);
  const [scroll, cancels] = await page.evaluate(() => [scrollY, cancelled]);
  return { follows: seen[0] !== seen[1] && seen[1] !== seen[2], changes: seen[0] !== seen[2], cancels, scrolled: scroll - top };
}

// A finger drags handles, knobs and the numbers in the text, and does not scroll the page. All handles are large enough for fingers.
async function fingersDrag(page, fail) {
  const figure = page.locator("[data-figure=two-circles]"), scene = () => figure.getAttribute("data-scene");
  // Each direction has a vertical part, which a browser could interpret as scrolling, and leads away from the other circle, to which shapes
  // snap.
  for (const [name, selector, by] of [["a handle", "[data-handle=b]", [3, 3]], ["a knob", "[data-knob=radius]", [4, 1]]]) {
    const target = figure.locator(selector).first();
    await centered(target);
    const { follows, cancels, scrolled } = await swipe(page, middle(await target.boundingBox()), by, scene);
    if (!follows || cancels) fail(`${name} does not follow a finger: ${cancels} times cancelled`);
    if (scrolled) fail(`a finger on ${name} scrolls the page by ${scrolled}`);
  }
  const number = page.locator(".scrub").first();
  await centered(number);
  const { follows, cancels } = await swipe(page, middle(await number.boundingBox()), [4, 3], () => number.textContent());
  if (!follows || cancels) fail(`a number does not follow a finger: ${cancels} times cancelled`);
  for (const handle of await page.locator(".handle .reach").all()) {
    const { width, height } = await handle.boundingBox();
    if (Math.min(width, height) < 23.9) fail(`a handle measures ${width} by ${height} CSS pixels on a phone`);
  }
}

// While one finger drags, another one changes nothing, and its release does not end the drag.
async function secondFinger(page, fail) {
  const figure = page.locator("[data-figure=two-circles]"), touch = await toucher(page);
  const shapes = async () => JSON.parse(await figure.getAttribute("data-scene")).shapes;
  await figure.locator("button[title='as it was at first']").click();
  await centered(figure.locator("> svg"));
  const at = async (id) => middle(await figure.locator(`[data-handle=${id}]`).boundingBox());
  const [[ax, ay], [bx, by]] = [await at("a"), await at("b")], start = await shapes();
  const finger = (id, x, y) => ({ id, x, y });
  await touch("touchStart", [finger(1, bx, by)]);
  await touch("touchMove", [finger(1, bx + 20, by + 20)]);
  const before = await shapes();
  await touch("touchStart", [finger(1, bx + 20, by + 20), finger(2, ax, ay)]);
  for (let k = 1; k <= 5; k++) await touch("touchMove", [finger(1, bx + 20, by + 20), finger(2, ax, ay - 6 * k)]);
  const during = await shapes();
  await touch("touchEnd", [finger(2, ax, ay - 30)]);
  await touch("touchMove", [finger(1, bx + 20, by + 50)]);
  const after = await shapes();
  await touch("touchEnd", []);
  if (same(start[1], before[1])) fail("the first finger drags nothing");
  if (!same(before, during)) fail(`a second finger takes over a drag: ${JSON.stringify(during)} instead of ${JSON.stringify(before)}`);
  if (same(during[1], after[1]) || !same(start[0], after[0])) fail("the release of a second finger ends the drag of the first");
  const number = page.locator(".scrub").first();
  await centered(number);
  const [x, y] = middle(await number.boundingBox());
  await touch("touchStart", [finger(1, x, y)]);
  await touch("touchMove", [finger(1, x + 20, y)]);
  const value = await number.textContent();
  await touch("touchStart", [finger(1, x + 20, y), finger(2, x, y + 4)]);
  for (let k = 1; k <= 5; k++) await touch("touchMove", [finger(1, x + 20, y), finger(2, x - 10 * k, y + 4)]);
  if (await number.textContent() !== value) fail(`a second finger changes a number from ${value} to ${await number.textContent()}`);
  await touch("touchEnd", [finger(2, x - 50, y + 4)]);
  await touch("touchMove", [finger(1, x + 60, y)]);
  if (await number.textContent() === value) fail("the release of a second finger ends the drag of a number");
  await touch("touchEnd", []);
}

// A finger that begins in the middle of a shape, beside its handle, drags the shape. Near the shape's edge and beside the shapes it
// scrolls the page.
async function swipesScroll(page, fail) {
  const figure = page.locator("[data-figure=apart-on-x]"), scene = () => figure.getAttribute("data-scene"), svg = figure.locator("> svg");
  const places = [["the middle of a shape", ".shape.k0", [0.5, 0.3], true], ["the edge of a shape", ".shape.k0", [0.5, 0.1], false],
    ["a place beside the shapes", null, [0.02, 0.98], false]];
  for (const [name, selector, [u, v], drags] of places) {
    await figure.locator("button[title='as it was at first']").click();
    await centered(svg);
    const box = await (selector ? figure.locator(selector) : svg).boundingBox();
    const point = [box.x + box.width * u, box.y + box.height * v];
    const below = await page.evaluate(([x, y]) => document.elementFromPoint(x, y).closest(".shape, .handle")?.getAttribute("class") ?? "", point);
    if (Boolean(selector) !== below.startsWith("shape")) fail(`a finger on ${name} is on ${below}`);
    const { follows, changes, scrolled } = await swipe(page, point, [0, -4], scene);
    if (drags && (!follows || scrolled)) fail(`a finger on ${name} does not drag it, and scrolls by ${scrolled}`);
    if (!drags && (changes || scrolled < 20)) fail(`a finger on ${name} scrolls the page by ${scrolled}, and ${changes ? "drags" : "drags nothing"}`);
  }
}

// A mouse drags a shape also near its edge.
async function mouseDragsEdges(page, fail) {
  const figure = page.locator("[data-figure=two-circles]"), before = await figure.getAttribute("data-scene");
  await centered(figure);
  const { x, y, width, height } = await figure.locator(".shape.k0").boundingBox();
  await page.mouse.move(x + width / 2, y + height * 0.05);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height * 0.05 - 30, { steps: 3 });
  await page.mouse.up();
  if (await figure.getAttribute("data-scene") === before) fail("the mouse does not drag the edge of a shape");
}

// The buttons of the pads are large enough for a thumb, and two of them can be held.
async function pads(page, fail) {
  for (const button of await page.locator(".pad button").all()) {
    const { width, height } = await button.boundingBox();
    if (Math.min(width, height) < 44) fail(`a button of a pad measures ${width} by ${height} CSS pixels`);
  }
  const figure = page.locator("[data-figure=jumping]"), touch = await toucher(page);
  const held = () => page.evaluate(() => [...Figures.all.get("jumping").player.held.values()].sort().join(" "));
  const button = (key) => figure.locator(`.pad button[aria-label='hold ${key}']`);
  await centered(figure.locator(".pad"));
  const [right, jump] = [middle(await button("right").boundingBox()), middle(await button("jump").boundingBox())];
  const finger = (id, [x, y]) => ({ id, x, y });
  await touch("touchStart", [finger(1, right)]);
  await touch("touchStart", [finger(1, right), finger(2, jump)]);
  const both = await held();
  await touch("touchEnd", [finger(2, jump)]);
  const one = await held();
  await touch("touchEnd", []);
  if (both !== "jump right" || one !== "right" || await held() !== "") fail(`two fingers on a pad hold ${both}, then ${one}, then ${await held()}`);
}

// The labels of axes and panels measure at least 11 CSS pixels on a phone.
async function labels(page, fail) {
  const sizes = await page.locator("figure > svg text, .axes span:not(:empty)").evaluateAll((all) => all.map((label) => {
    const svg = label.ownerSVGElement, scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
    return { text: label.textContent, size: parseFloat(getComputedStyle(label).fontSize) * scale };
  }));
  if (!sizes.length) fail(`${page.url()} has no labels`);
  for (const { text, size } of sizes) if (size < 11) fail(`the label ${text} measures ${size.toFixed(1)} CSS pixels on a phone`);
}

// Enter, Home and End go from handle to handle, arrow keys from button to button, and a line tells which keys work.
async function keysGoOn(page, fail) {
  const figure = page.locator("[data-figure=two-circles]"), handles = await figure.locator(".handle").count();
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent);
  const line = () => page.evaluate(() => document.querySelector(".keys:not([hidden])")?.textContent ?? "");
  const press = async (key) => { await page.keyboard.press(key); return focused(); };
  await figure.locator(".handle[tabindex='0']").focus();
  const first = await press("Home"), seen = new Set([first]);
  if (!(await line()).startsWith(`${first}: arrow keys`)) fail(`the line of keys says ${await line()}`);
  for (let k = 1; k < handles; k++) seen.add(await press("Enter"));
  if (handles < 4 || seen.size !== handles) fail(`Enter goes to ${seen.size} of ${handles} handles`);
  const last = await focused();
  if (await press("Enter") !== first || await press("Shift+Enter") !== last || await press("Home") !== first || await press("End") !== last) {
    fail("Enter, Shift+Enter, Home and End do not go around");
  }
  // The next tab stop is the first button, to which Shift+Tab returns from the next tab stop.
  const button = await press("Tab"), next = await press("ArrowRight");
  if (button === last || next === button || await press("ArrowLeft") !== button) fail(`arrow keys go from ${button} to ${next}`);
  if (!(await line()).includes("other buttons")) fail(`the line of keys says ${await line()}`);
  await press("End");
  if (await press("Shift+Tab") !== last || await line() === "") fail("Shift+Tab does not return to the handle");
  await page.mouse.click(5, 5);
  if (await line()) fail("the line of keys stays");
}

const playing = (page, id) => page.evaluate((id) => {
  const { answer, player } = Figures.all.get(id);
  return { live: answer.getAttribute("aria-live"), playing: player.playing };
}, id);

// Screen readers do not read the answers of a figure while it plays, and read the last one when it stops.
async function silence(page, fail) {
  const run = page.locator("[data-figure=jumping] button[title=run]");
  const before = await playing(page, "jumping");
  await run.click();
  await page.waitForTimeout(200);
  const during = await playing(page, "jumping");
  const read = await page.evaluate(() => {
    const changes = new MutationObserver(() => { }), { answer, player } = Figures.all.get("jumping");
    changes.observe(answer, { childList: true });
    player.pause();
    return changes.takeRecords().length;
  });
  const after = await playing(page, "jumping");
  if (before.live !== "polite" || during.live !== "off" || after.live !== "polite") {
    fail(`the answer is ${before.live}, ${during.live} while it plays, and ${after.live} afterwards`);
  }
  if (!read) fail("the last answer is not read when a figure stops");
}

// A figure in which only keys move shapes stops by itself. Its pad and its handles are one tab stop.
async function stopsWithoutKeys(page, fail) {
  await page.locator("[data-figure=dot-and-wall] .pad").focus();
  await page.keyboard.down("ArrowRight");
  const held = await playing(page, "dot-and-wall");
  await page.keyboard.up("ArrowRight");
  const stops = await page.waitForFunction(() => !Figures.all.get("dot-and-wall").player.playing, null, { timeout: 10_000 }).catch(() => null);
  const released = await playing(page, "dot-and-wall");
  if (!held.playing || held.live !== "off" || !stops || released.live !== "polite") fail("a figure plays on without a key");
  await page.keyboard.press("Enter");
  if (!await page.evaluate(() => document.activeElement.matches("[data-figure=dot-and-wall] .handle"))) fail("Enter does not go from the pad to a handle");
  await page.keyboard.press("Tab");
  if (!await page.evaluate(() => document.activeElement.matches("[data-figure=dot-and-wall] [role=toolbar] *"))) fail("Tab does not go from a handle to the buttons");
}

// The contrast of two colours: L. of the lighter + 0.05 to that of the darker + 0.05 (Web Content Accessibility Guidelines 2.2, relative
// luminance).
function ratio(a, b) {
  const luminance = (color) => color.map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

// Shapes, borders and the colours of relations have a contrast of at least 3 to all backgrounds on light and on dark pages; texts one of
// 4.5.
async function contrast(page, fail) {
  const shapes = ["a", "b", "c", "d", "e", "f", "edge", "apart", "touching", "overlapping"], texts = ["text", "soft", "accent"];
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme });
    const colors = await page.evaluate((names) => {
      const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      // The colour as numbers from 0 to 1.
      const read = (color) => {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((c) => c / 255);
      };
      const style = getComputedStyle(document.documentElement), used = (selector, key) => read(getComputedStyle(document.querySelector(selector))[key]);
      return { ...Object.fromEntries(names.map((name) => [name, read(style.getPropertyValue(`--${name}`))])),
        "border of a figure": used("figure", "borderTopColor"), "border of a button": used(".controls button", "borderTopColor"),
        "outline of a shape": used(".shape.k1", "stroke") };
    }, ["page", "panel", "code", ...shapes, ...texts]);
    const wanted = [...[...shapes, "border of a figure", "border of a button", "outline of a shape"].map((name) => [name, 3]),
      ...texts.map((name) => [name, 4.5])];
    for (const [name, least] of wanted) {
      for (const background of ["page", "panel", "code"]) {
        const found = ratio(colors[name], colors[background]);
        if (found < least) fail(`${scheme}: the contrast of ${name} to ${background} is ${found.toFixed(2)}, below ${least}`);
      }
    }
  }
}
