import { finalizer } from '../disposal.js';

/** An object that holds memory of the module. It is freed when it is collected, or by {@link dispose}. */
export abstract class Owned {
    /** @internal The handle in the module; 0 after it has been disposed of. */
    _handle: number;
    readonly #owner: Owner;

    /** @internal */
    constructor(handle: number, owner: Owner) {
        this._handle = handle;
        this.#owner = owner;
        owner.registry.register(this, handle, this);
    }

    /** Frees the memory now, instead of when the object is collected. Further calls do nothing. */
    dispose(): void {
        if (this._handle !== 0) {
            this.#owner.registry.unregister(this);
            this.#owner.free(this._handle);
            this._handle = 0;
        }
    }
}

/** What frees the objects of a class. */
export class Owner {
    readonly registry: FinalizationRegistry<number>;

    constructor(readonly free: (handle: number) => unknown) {
        this.registry = finalizer(free);
    }
}
