// The package `bumper-collision` as a script, for the listings that run in a page. `init` loads the module that the page has compiled.
import * as everything from "bumper-collision";

window.bumperPackage = { ...everything, init: (source) => everything.init(source ?? window.bumperModule) };
