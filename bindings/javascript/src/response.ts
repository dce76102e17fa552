/** The responses of movers to obstacles. */

/**
 * What a mover does at an obstacle. It slides along it, stops there, bounces off, crosses it, or backs up: then the whole step is undone.
 * A mover that crosses an obstacle has a hit with it.
 */
export type Response = 'backUp' | 'stop' | 'slide' | 'bounce' | 'cross';

/** The number of a response in the module is its index: see `RESPONSES` in `src/response.rs`. */
export const RESPONSES: readonly Response[] = ['backUp', 'stop', 'slide', 'bounce', 'cross'];

/** The number of a response, or an error that names it. */
export function responseNumber(response: Response, name: string): number {
    const number = RESPONSES.indexOf(response);
    if (number < 0) {
        throw new RangeError(`${name} must be 'backUp', 'stop', 'slide', 'bounce' or 'cross', but is ${String(response)}.`);
    }
    return number;
}
