// The package `bumper-collision` for the listings that run in a page. `init` takes the module that the page has compiled.
import { init as load } from "bumper-collision";

export * from "bumper-collision";
export const init = (source) => load(source ?? window.bumperModule);
