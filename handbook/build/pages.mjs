// Builds the site: pages.mjs COMMAND OUTPUT. The pages are made from Markdown with these directives, each on a line of its own:
//
//     ::group NAME | SUMMARY             the group of a chapter, and a line on what it answers; the second line of each file
//     ::figure ID OPTION… | CAPTION      a live figure of the scene figures/ID.json
//     {{ID SHAPE.KEY.PLACE}}             within a text: a number in the scene of the figure ID, which the reader can change
//     ::code NAME [canvas WIDTHxHEIGHT]  the programs listings/NAME.js, .rs, .py and .c as tabs. The one in JavaScript can be edited and run;
//                                        it has a canvas of this size as the global variable `canvas`
//     ::listing PATH [from "TEXT"] [to "TEXT" [plus N]]
//                                        a file, or its lines from the first that contains a text to the next that contains another text,
//                                        plus N more lines; other builds compile the file
//     ::exercise ID CONDITION | TEXT     a task for the figure ID, which must be above it on the page and has at most 12 shapes. It is solved
//                                        when the condition holds: relation(A,B)=apart (or touching, or overlapping), at(A)=X,Y within D (the
//                                        center of the shape's bounding box), distance(A,B)<N (0 if they touch)
//     ::more TITLE … ::end               what is between the two lines is hidden until the reader opens it
//     ::run ARGUMENTS                    the output of the command `bumper`
//     ::playground, ::bits, ::contents   the content of these special pages
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { escape, here, out } from "./context.mjs";
import { examples, expected } from "./data.mjs";
import { render } from "./directives.mjs";
import { figures } from "./figures.mjs";
import { writeBundle, writeModule, writePackage } from "./modules.mjs";
import { chapters, navigation, neighbors } from "./navigation.mjs";
import { writeSearch } from "./search.mjs";

const FIGURES = ["ask", "shapes", "draw", "code", "code-shapes", "code-javascript", "pointer", "handles", "figure", "player", "extras",
  "condition", "exercise"];
const CODE = ["inspect", "tabs", "keypad", "runner", "listing"];
const SPECIAL = { playground: ["scenes", "maps", "sprites", "playground"], "same-bits": ["hash", "expected", "bits"] };
const template = readFileSync(join(here, "site", "page.html"), "utf8");

// The scripts that a page needs.
function scripts(slug, body) {
  const special = SPECIAL[slug] ?? [], hasFigures = special.length > 0 || body.includes("data-figure=");
  return ["modules", "keyboard", ...hasFigures ? FIGURES : [], ...body.includes("data-code=") ? CODE : [], "search", "page", ...special]
    .map((name) => `<script defer src="${name}.js"></script>`).join("\n");
}

for (const chapter of chapters) {
  const body = render(chapter);
  writeFileSync(join(out, `${chapter.slug}.html`), template.replaceAll("{title}", () => escape(chapter.title))
    .replace("{nav}", () => navigation(chapter)).replace("{body}", () => body).replace("{neighbors}", () => neighbors(chapter))
    .replace("{scripts}", () => scripts(chapter.slug, body)));
}

for (const name of readdirSync(join(here, "site"))) if (name !== "page.html") copyFileSync(join(here, "site", name), join(out, name));
const size = writeModule("figures", "target/handbook-build/bumper.wasm");
writeModule("package", "bindings/javascript/dist/bumper.wasm");
writePackage();
["finder", "highlighter"].forEach(writeBundle);
writeSearch(chapters);
writeFileSync(join(out, "scenes.js"), `window.bumperScenes = ${JSON.stringify(examples())};\n`);
writeFileSync(join(out, "expected.js"), `window.bumperBits = ${JSON.stringify(expected())};\n`);
writeFileSync(join(out, "figures.json"), JSON.stringify(figures));
console.log(`handbook: ${chapters.length} chapters, ${figures.length} figures; the module of the figures has ${Math.ceil(size / 1000)} kB packed`);
const most = 530_000;
if (size > most && !process.env.HANDBOOK_DRAFT) throw new Error(`the module has ${size} bytes packed, more than ${most}`);
