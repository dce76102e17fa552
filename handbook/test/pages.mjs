// Tests what belongs to no single figure, from a server: the listings of all pages, the tabs, the search, and that the WebAssembly modules
// are fetched once, and only by pages that use them.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { serve } from "./server.mjs";

// A browser without a directory of its own caches no larger files. Drafts of the modules may be larger.
const MAX_CACHED = 6_000_000;

/** `names` are the pages to test, and `printed` maps the name of a listing to what it prints in Node. */
export async function testPages({ browser, site, names, printed, fail, pictures }) {
  const server = await serve(site), context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  let current = "";
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) fail(`${current}: ${message.text()}`); });
  page.on("pageerror", (error) => fail(`${current}: ${error.message}`));
  const open = async (name) => {
    current = name;
    await page.goto(`${server.address}/${name}`);
    await page.waitForFunction(() => document.documentElement.dataset.live, null, { timeout: 20000 });
  };
  const test = { page, open, fail, server, printed, pictures };
  for (const name of names) await testPage(test, name, readFileSync(join(site, name), "utf8"));
  for (const path of ["figures.wasm", "package.wasm"]) {
    if (statSync(join(site, path)).size < MAX_CACHED && (server.requests.get(path) ?? 0) > 1) fail(`${path} was fetched ${server.requests.get(path)} times`);
  }
  const withListing = names.find((name) => readFileSync(join(site, name), "utf8").includes("data-language=\"rs\""));
  if (withListing) {
    await tabs(test, withListing);
    await editor(test, withListing);
  }
  await search(test);
  await context.close();
  server.stop();
}

async function testPage(test, name, html) {
  const { page, open, server, fail } = test, before = server.requests.get("figures.wasm") ?? 0;
  const hasListing = html.includes("data-code="), hasFigure = /data-figure=|id="(playground|bits)"/.test(html);
  if (hasFigure && !hasListing) return;
  await open(name);
  await page.locator("details.more").evaluateAll((all) => all.forEach((details) => { details.open = true; }));
  if (!hasFigure && (server.requests.get("figures.wasm") ?? 0) > before) fail(`${name} has no figures, and fetches their module`);
  for (const listing of await page.locator("[data-code]").all()) await run(test, name, listing);
}

// Runs a listing in the page. One without a canvas prints what it prints in Node; one with a canvas draws something.
async function run({ page, fail, printed, pictures }, name, listing) {
  const { code, canvas } = await listing.evaluate((root) => ({ ...root.dataset })), where = `${name}, listing ${code}`;
  await listing.getByRole("tab", { name: "JavaScript" }).click();
  await listing.getByRole("button", { name: "Run" }).click();
  const handle = await listing.elementHandle();
  await page.waitForFunction((root) => "ended" in root.dataset || root.querySelector(".fault").textContent, handle, { timeout: 20000 });
  if (canvas) await page.waitForTimeout(300);
  const { fault, text } = await listing.evaluate((root) => ({ fault: root.querySelector(".fault").textContent, text: root.querySelector(".printed").textContent }));
  if (fault) return fail(`${where}: ${fault}`);
  if (!canvas && text !== printed.get(code)) return fail(`${where} prints in the page:\n${text}and in Node:\n${printed.get(code)}`);
  if (!canvas) return undefined;
  const inks = await listing.evaluate((root) => {
    const picture = root.querySelector("iframe").contentDocument.querySelector("canvas");
    return new Set(new Uint32Array(picture.getContext("2d").getImageData(0, 0, picture.width, picture.height).data.buffer)).size;
  });
  if (inks < 2) fail(`${where} draws nothing`);
  await listing.locator("iframe").screenshot({ path: join(pictures, `listing-${code}.png`) });
  return listing.getByRole("button", { name: "Stop" }).click();
}

// The choice of a language holds for all pages. The tabs are one tab stop, and arrow keys change them.
async function tabs({ page, open, fail }, name) {
  await open(name);
  const list = page.locator(".code:has([data-language=rs])").first(), chosen = () => list.locator("[role=tab][aria-selected=true]").textContent();
  await list.getByRole("tab", { name: "JavaScript" }).focus();
  await page.keyboard.press("ArrowRight");
  if (await chosen() !== "Rust") fail(`the arrow key leads to the tab ${await chosen()}`);
  if (await list.locator("[role=tab][tabindex='0']").count() !== 1) fail("the tabs of a listing are not one tab stop");
  if (await list.locator("textarea").isVisible() || !await list.getByRole("tabpanel", { name: "Rust" }).isVisible()) fail("the tab does not show its panel");
  await open(name);
  if (await chosen() !== "Rust") fail("the choice of a language is forgotten");
  await list.getByRole("tab", { name: "JavaScript" }).click();
}

// An edited program runs, its errors are shown with their lines, and a new run stops the previous one.
async function editor({ page, open, fail }, name) {
  await open(name);
  const listing = page.locator("[data-code]").first(), text = listing.locator("textarea"), fault = listing.locator(".fault"), printed = listing.locator(".printed");
  const start = async (program) => {
    await text.fill(program);
    await listing.getByRole("button", { name: "Run" }).click();
  };
  await start("const two = 2;\n\ntwo.jump();");
  await page.waitForFunction((node) => node.textContent, await fault.elementHandle(), { timeout: 20000 });
  if (!/^line 3: TypeError: two\.jump is not a function/.test(await fault.textContent())) fail(`an error is shown as ${await fault.textContent()}`);
  await start("let n = 0;\nsetInterval(() => console.log('old', n++), 10);");
  await page.waitForFunction((node) => node.textContent.includes("old 2"), await printed.elementHandle());
  await start("import { init, overlaps } from 'bumper-collision';\nawait init();\nsetInterval(() => console.log(overlaps({ x: 0, y: 0, radius: 5 }, { x: 1, y: 1 })), 10);");
  await page.waitForFunction((node) => node.textContent.includes("true\ntrue"), await printed.elementHandle(), { timeout: 20000 });
  if (!/^(true\n)+$/.test(await printed.textContent())) fail(`a second run does not stop the first: ${await printed.textContent()}`);
  await start("console.log(;");
  await page.waitForFunction((node) => node.textContent, await fault.elementHandle());
  if (!/^line 1: SyntaxError/.test(await fault.textContent())) fail(`an error of syntax is shown as ${await fault.textContent()}`);
  await listing.getByRole("button", { name: "Reset" }).click();
  if ((await text.inputValue()).includes("console.log(;")) fail("a listing cannot be reset");
}

async function search({ page, open, fail }) {
  await open("index.html");
  await page.getByRole("searchbox").fill("separating ax");
  await page.waitForSelector("search li a");
  const [first] = await page.locator("search li a").allTextContents();
  if (!first.startsWith("Separating axes")) fail(`the search for separating axes finds ${first}`);
  await page.getByRole("searchbox").fill("xylophone");
  await page.waitForFunction(() => document.querySelector("search [role=status]").textContent === "nothing found");
}
