/** Objects that hold memory of the module. */

/**
 * Calls the function that frees an object of the module when the object of JavaScript is collected. Its result is ignored: the object may
 * belong to a module that has crashed.
 */
export function finalizer(free: (handle: number) => unknown): FinalizationRegistry<number> {
    return new FinalizationRegistry((handle) => {
        try {
            free(handle);
        } catch {
            // The module has crashed, and has not been loaded again.
        }
    });
}

/** The handle of an object that the module has made. Constructors take it instead of the arguments of the caller. */
export class Handle {
    constructor(readonly number: number) {}
}
