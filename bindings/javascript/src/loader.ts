/**
 * Loads the WebAssembly module, and holds its functions and the view of the scratch buffer.
 *
 * Conventions for all files here (those of the module are in `src/lib.rs`):
 * - A function writes its arguments to {@link words} from word 0 on, after {@link room}, calls an export of {@link wasm}, and reads the
 *   answer from {@link words} after {@link fresh}. After an answer of more than 256 words, it calls {@link renew} instead.
 * - A negative answer is a refusal: `throw refusal(status, ...)` of `errors.ts`. Arguments are checked only then.
 * - A call that takes a function of the user uses {@link calling}.
 * - Members whose name begins with an underscore are internal. `tsc` leaves them out of the declarations.
 */

/** The exports of the module. A file for another type extends this interface by `declare module './loader.js'`. */
export interface Exports {
    memory: WebAssembly.Memory;
    start(epoch: number): void;
    scratch(words: number): number;
    scratch_words(): number;
    relation(): number;
    distance(): number;
    contact(margin: number): number;
    raycast(x: number, y: number, towardsX: number, towardsY: number, toPoint: number, max: number): number;
    sweep(x: number, y: number, bX: number, bY: number): number;
    bounds(): number;
    outline(): number;
    shape_new(): number;
    shape_free(handle: number): number;
    shape_get(handle: number): number;
    pairs_of_boxes(count: number, touching: number): number;
    pairs_of_shapes(count: number, touching: number): number;
    pairs_address(): number;
    mask_new(width: number, height: number): number;
    mask_free(handle: number): number;
    mask_words(handle: number): number;
    mask_get(handle: number, x: number, y: number): number;
    mask_fill(handle: number, x: number, y: number, width: number, height: number, solid: number): number;
    mask_count(handle: number): number;
    mask_overlaps(a: number, b: number, x: number, y: number): number;
    mask_overlap_area(a: number, b: number, x: number, y: number): number;
    mask_first_overlap(a: number, b: number, x: number, y: number): number;
    mask_flipped(handle: number, axis: number): number;
    mask_draw(a: number, b: number, x: number, y: number, solid: number): number;
    mask_trace(handle: number, tolerance: number): number;
    mask_trace_convex(handle: number, tolerance: number, corners: number): number;
    mask_boxes(handle: number): number;
    height_field_new(x: number, y: number, cell: number, count: number): number;
    height_field_free(handle: number): number;
    height_field_get(handle: number): number;
    height_field_set(handle: number, first: number, count: number): number;
    height_field_set_hole(handle: number, cell: number, hole: number): number;
    height_field_is_hole(handle: number, cell: number): number;
    height_field_at(handle: number, x: number): number;
}

/**
 * What {@link init} loads the module from: its address, a response, its bytes, or the compiled module, which a page can send to a worker.
 */
export type Source = URL | string | Response | Promise<Response> | BufferSource | WebAssembly.Module;

/** The exports of the loaded module. Until then, every use of it throws. */
export let wasm: Exports = unusable('bumper-collision is not loaded: call `await init()` first.');

/** The scratch buffer. It is empty if the module is not loaded, or if its memory has grown since the last call. */
export let words = new Float64Array(0);

/** How often a module was loaded. Handles of different modules differ by it. */
let epoch = 0;
let loading: Promise<void> | undefined;
let isLoaded = false;

function unusable(message: string, cause?: unknown): Exports {
    const refuse = () => {
        throw new Error(message, { cause });
    };
    return new Proxy({}, { get: refuse }) as Exports;
}

/** Gets the view of the scratch buffer again, after it may have moved. */
export function renew(): void {
    const address = wasm.scratch(0);
    const length = wasm.scratch_words();
    if (words.byteOffset !== address || words.length !== length || words.buffer !== wasm.memory.buffer) {
        words = new Float64Array(wasm.memory.buffer, address, length);
    }
}

/** Makes sure that the scratch buffer has at least this number of words. */
export function room(count: number): void {
    if (count > words.length) {
        wasm.scratch(Math.max(count, 2 * words.length));
        renew();
    }
}

/** Gets the view of the scratch buffer again if the memory of the module has grown. */
export function fresh(): void {
    if (words.length === 0) {
        renew();
    }
}

/** Gets the view of the scratch buffer again after an answer of a number of words. */
export function view(length: number): void {
    if (length > 256) {
        renew();
    } else {
        fresh();
    }
}

/**
 * Loads the module once: later calls return the same promise. `fallback` is called if there is no source.
 */
export function load(source: Source | undefined, fallback: () => Source | Promise<Source>): Promise<void> {
    if (isLoaded) {
        return Promise.resolve();
    }
    loading ??= instance(source ?? fallback())
        .then(use)
        .finally(() => {
            loading = undefined;
        });
    return loading;
}

/** Loads the module from its bytes or the compiled module at once. Browsers refuse this for large modules outside of workers. */
export function loadSync(source: BufferSource | WebAssembly.Module): void {
    if (!isLoaded) {
        const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
        use(new WebAssembly.Instance(module, IMPORTS));
    }
}

async function instance(from: Source | Promise<Source>): Promise<WebAssembly.Instance> {
    let source = await from;
    if (source instanceof WebAssembly.Module) {
        return WebAssembly.instantiate(source, IMPORTS);
    }
    if (typeof source === 'string' || source instanceof URL) {
        source = await fetch(source);
    }
    if (typeof Response !== 'undefined' && source instanceof Response) {
        if (!source.ok) {
            throw new Error(`bumper-collision cannot load ${source.url}: ${source.status} ${source.statusText}.`);
        }
        const type = source.headers.get('Content-Type');
        if (type?.startsWith('text/html')) {
            const advice = "With Vite before version 8, set optimizeDeps: { exclude: ['bumper-collision'] } in its configuration.";
            throw new Error(`bumper-collision found a page instead of its module at ${source.url}. ${advice}`);
        }
        // A server may send the module without its media type, which streaming requires.
        if (type?.startsWith('application/wasm')) {
            return (await WebAssembly.instantiateStreaming(source, IMPORTS)).instance;
        }
        source = await source.arrayBuffer();
    }
    return (await WebAssembly.instantiate(source as BufferSource, IMPORTS)).instance;
}

function use(instance: WebAssembly.Instance): void {
    if (isLoaded) {
        return;
    }
    const exports: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(instance.exports)) {
        exports[name] = typeof value === 'function' ? guarded(value as Call) : value;
    }
    wasm = exports as unknown as Exports;
    isLoaded = true;
    wasm.start(epoch++);
    renew();
}

/** The function that the module calls back: see `call_back` in `src/callback.rs`. */
let callback: (argument: number) => number = () => -1;

const IMPORTS = { bumper: { call_back: (argument: number) => callback(argument) } };

/**
 * Calls `run`, during which the module calls `answer` back. An error that `answer` throws must not unwind through the module, so it is
 * thrown again after the call.
 */
export function calling(answer: (argument: number) => number, run: () => number): number {
    const before = callback;
    let hasThrown = false;
    let thrown: unknown;
    callback = (argument) => {
        try {
            return answer(argument);
        } catch (error) {
            hasThrown = true;
            thrown = error;
            return -1;
        }
    };
    try {
        const result = run();
        if (!hasThrown) {
            return result;
        }
    } finally {
        callback = before;
    }
    throw thrown;
}

type Call = (...numbers: number[]) => number;

/** The function, which turns a trap into an error and makes the module unusable. Exports have at most eight parameters. */
function guarded(call: Call): Call {
    switch (call.length) {
        case 0:
            return () => {
                try {
                    return call();
                } catch (error) {
                    throw crashed(error);
                }
            };
        case 1:
            return (a) => {
                try {
                    return call(a);
                } catch (error) {
                    throw crashed(error);
                }
            };
        case 2:
            return (a, b) => {
                try {
                    return call(a, b);
                } catch (error) {
                    throw crashed(error);
                }
            };
        case 3:
            return (a, b, c) => {
                try {
                    return call(a, b, c);
                } catch (error) {
                    throw crashed(error);
                }
            };
        default:
            return (a, b, c, d, e, f, g, h) => {
                try {
                    return call(a, b, c, d, e, f, g, h);
                } catch (error) {
                    throw crashed(error);
                }
            };
    }
}

/** Makes the module unusable after a trap, because its state may be damaged, and returns the error. */
function crashed(cause: unknown): Error {
    const message = 'bumper-collision has crashed, which is a bug in it. Call `await init()` to load it again: all its objects are lost.';
    wasm = unusable(message, cause);
    words = new Float64Array(0);
    isLoaded = false;
    return new Error(message, { cause });
}
