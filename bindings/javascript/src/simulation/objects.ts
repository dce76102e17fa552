/**
 * The bodies or the colliders of a simulation by their ids. Those that were removed are kept until the events of the next step were read,
 * because these may tell of them.
 */
export class Objects<V> {
    #live = new Map<number, V>();
    #removed = new Map<number, V>();
    #removedBefore = new Map<number, V>();
    /** Makes an object for an id that is not known: of one that was removed before a save. */
    readonly #make: (id: number) => V;

    constructor(make: (id: number) => V) {
        this.#make = make;
    }

    /** The object with an id, if it was not removed. */
    get(id: number): V | undefined {
        return this.#live.get(id);
    }

    /** The object with an id, even if it was removed. */
    known(id: number): V {
        return this.#live.get(id) ?? this.#removed.get(id) ?? this.#removedBefore.get(id) ?? this.#make(id);
    }

    set(id: number, object: V): void {
        this.#live.set(id, object);
    }

    values(): MapIterator<V> {
        return this.#live.values();
    }

    remove(id: number): void {
        const object = this.#live.get(id);
        if (object !== undefined) {
            this.#live.delete(id);
            this.#removed.set(id, object);
        }
    }

    /** Forgets the objects that were removed before the last step. */
    beginStep(): void {
        if (this.#removed.size + this.#removedBefore.size > 0) {
            this.#removedBefore = this.#removed;
            this.#removed = new Map();
        }
    }

    clear(): void {
        this.#live.clear();
        this.#removed.clear();
        this.#removedBefore.clear();
    }
}
