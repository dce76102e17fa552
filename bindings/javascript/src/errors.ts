/** The errors that are thrown when the module refuses a call. */

/** The reasons to refuse a call: see `Status` in `src/lib.rs`. */
export const enum Status {
    Malformed = -1,
    NotFinite = -2,
    OutOfRange = -3,
    Gone = -4,
    TooDeep = -5,
    TooFewCorners = -6,
    FlatPolygon = -7,
    RoundedConcave = -8,
    CrossingEdges = -9,
    ZeroDirection = -10,
    Busy = -11,
    Empty = -12,
    Full = -13,
    NotSaved = -14,
    NoArea = -20,
    InfiniteBody = -21,
    SameBody = -22,
    NoDynamicBody = -23,
    MoverBody = -24,
}

/** The error for a refusal. `name` is the argument that is refused, as in the documentation. */
export function refusal(status: number, name: string): Error {
    switch (status) {
        case Status.NotFinite:
            return new RangeError(`${name} has a number that is NaN, infinite or too large.`);
        case Status.OutOfRange:
            return new RangeError(`${name} has a number that is out of range.`);
        case Status.Gone:
            return new TypeError(`${name} has been disposed of.`);
        case Status.TooDeep:
            return new RangeError(`${name} is nested too deeply: at most 16 shapes may be in each other.`);
        case Status.TooFewCorners:
            return new RangeError(`${name} has fewer than three different corners.`);
        case Status.FlatPolygon:
            return new RangeError(`${name} has all its corners on a line.`);
        case Status.RoundedConcave:
            return new RangeError(`${name} has a radius, but is not convex.`);
        case Status.CrossingEdges:
            return new RangeError(`${name} has edges that cross or touch.`);
        case Status.ZeroDirection:
            return new RangeError(`${name} has the length zero.`);
        case Status.Busy:
            return new TypeError(`${name} is in use: it cannot be called from its own callback.`);
        case Status.Empty:
            return new RangeError(`${name} is empty: it has no parts or no solid pixels.`);
        case Status.Full:
            return new RangeError(`${name} is full: it has 2097151 items.`);
        case Status.NoArea:
            return new RangeError(`${name} needs an area: only shapes of static bodies may be points or segments.`);
        case Status.InfiniteBody:
            return new RangeError(`${name} has a half-space, which needs a static body and must not have a one-way side.`);
        case Status.SameBody:
            return new RangeError(`${name} connects a body to itself.`);
        case Status.NoDynamicBody:
            return new RangeError(`${name} needs a dynamic body, which is the body b of a mouse joint.`);
        case Status.MoverBody:
            return new RangeError(`${name} must be a dynamic body whose rotation is fixed.`);
        case Status.NotSaved:
            return new TypeError(`${name} must be the bytes that \`save\` of the same version has returned.`);
        default:
            return new TypeError(`${name} is not a shape.`);
    }
}

/** The value, which must be a finite number. */
export function finite(value: unknown, name: string): number {
    if (typeof value !== 'number') {
        throw new TypeError(`${name} must be a number, but is ${described(value)}.`);
    }
    if (!Number.isFinite(value)) {
        throw new RangeError(`${name} must be finite, but is ${value}.`);
    }
    return value;
}

/** The value, which must be a number of at least zero. */
export function size(value: unknown, name: string): number {
    const number = finite(value, name);
    if (number < 0) {
        throw new RangeError(`${name} must not be negative, but is ${number}.`);
    }
    return number;
}

/** The value, which must be a whole number within limits. */
export function whole(value: unknown, name: string, least: number, most: number): number {
    const number = finite(value, name);
    if (!Number.isInteger(number) || number < least || number > most) {
        throw new RangeError(`${name} must be a whole number from ${least} to ${most}, but is ${number}.`);
    }
    return number;
}

/** A value in a message. */
export function described(value: unknown): string {
    if (value === null || value === undefined) {
        return String(value);
    }
    return typeof value === 'object' ? `an object of the class ${value.constructor?.name ?? 'null'}` : `a ${typeof value}`;
}
