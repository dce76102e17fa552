/** Loads a WebAssembly module, and holds its functions and the view of its scratch buffer. `loader.ts` has the conventions. */

/** The exports that every module has. */
export interface CommonExports {
    memory: WebAssembly.Memory;
    start(epoch: number): void;
    scratch(words: number): number;
    scratch_words(): number;
}

/**
 * What {@link init} loads the module from: its address, a response, its bytes, or the compiled module, which a page can send to a worker.
 */
export type Source = URL | string | Response | Promise<Response> | BufferSource | WebAssembly.Module;

type Call = (...numbers: number[]) => number;

/** Loads a module, and loads it again after a crash. `set` gets its exports and the view of its scratch buffer whenever they change. */
export class Loader<E extends CommonExports> {
    #wasm: E = unusable('bumper-collision is not loaded: call `await init()` first.');
    #words = new Float64Array(0);
    readonly #set: (wasm: E, words: Float64Array<ArrayBuffer>) => void;
    /** The number of modules that were loaded so far. Handles of different modules differ by it. */
    #epoch = 0;
    #loading: Promise<void> | undefined;
    #isLoaded = false;
    /** The function that the module calls back: see `call_back` in `src/callback.rs`. */
    #callback: (argument: number) => number = () => -1;
    readonly #imports = { bumper: { call_back: (argument: number) => this.#callback(argument) } };

    constructor(set: (wasm: E, words: Float64Array<ArrayBuffer>) => void) {
        this.#set = set;
        set(this.#wasm, this.#words);
    }

    /** Gets the view of the scratch buffer again, after it may have moved. */
    renew(): void {
        const { memory } = this.#wasm;
        const address = this.#wasm.scratch(0);
        const length = this.#wasm.scratch_words();
        const words = this.#words;
        if (words.byteOffset !== address || words.length !== length || words.buffer !== memory.buffer) {
            this.#words = new Float64Array(memory.buffer as ArrayBuffer, address, length);
            this.#set(this.#wasm, this.#words);
        }
    }

    /** Loads the module once. Further calls wait for it and ignore their source. `fallback` is called if there is no source. */
    load(source: Source | undefined, fallback: () => Source | Promise<Source>): Promise<void> {
        if (this.#isLoaded) {
            return Promise.resolve();
        }
        this.#loading ??= instance(source ?? fallback(), this.#imports)
            .then((instance) => this.#use(instance))
            .finally(() => {
                this.#loading = undefined;
            });
        return this.#loading;
    }

    /** Loads the module from its bytes or the compiled module at once. Some browsers refuse large modules outside of workers. */
    loadSync(source: BufferSource | WebAssembly.Module): void {
        if (!this.#isLoaded) {
            const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
            this.#use(new WebAssembly.Instance(module, this.#imports));
        }
    }

    #use(instance: WebAssembly.Instance): void {
        if (this.#isLoaded) {
            return;
        }
        const exports: Record<string, unknown> = {};
        const crashed = (error: unknown) => this.#crashed(error);
        for (const [name, value] of Object.entries(instance.exports)) {
            exports[name] = typeof value === 'function' ? guarded(value as Call, crashed) : value;
        }
        this.#wasm = exports as unknown as E;
        this.#isLoaded = true;
        this.#wasm.start(this.#epoch++);
        this.renew();
    }

    /**
     * Calls `run`, during which the module calls `answer` back. An error that `answer` throws must not unwind through the module, so it is
     * thrown again after the call.
     */
    calling(answer: (argument: number) => number, run: () => number): number {
        const before = this.#callback;
        let hasThrown = false;
        let thrown: unknown;
        this.#callback = (argument) => {
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
            this.#callback = before;
        }
        throw thrown;
    }

    /** Makes the module unusable after a trap, because its state may be damaged, and returns the error. */
    #crashed(cause: unknown): Error {
        const message = 'bumper-collision has crashed, which is a bug in it. Call `await init()` to load it again: all its objects are lost.';
        this.#wasm = unusable(message, cause);
        this.#words = new Float64Array(0);
        this.#isLoaded = false;
        this.#set(this.#wasm, this.#words);
        return new Error(message, { cause });
    }
}

function unusable<E>(message: string, cause?: unknown): E {
    const refuse = () => {
        throw new Error(message, { cause });
    };
    return new Proxy({}, { get: refuse }) as E;
}

async function instance(from: Source | Promise<Source>, imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
    let source = await from;
    if (source instanceof WebAssembly.Module) {
        return WebAssembly.instantiate(source, imports);
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
            return (await WebAssembly.instantiateStreaming(source, imports)).instance;
        }
        source = await source.arrayBuffer();
    }
    return (await WebAssembly.instantiate(source as BufferSource, imports)).instance;
}

/** The function, which turns a trap into the error that `crashed` returns. Exports have at most eight parameters. */
function guarded(call: Call, crashed: (error: unknown) => Error): Call {
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
