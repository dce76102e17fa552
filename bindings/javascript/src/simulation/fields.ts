/** Options that are written as a mask and a word for each field, such as those of bodies and materials. */

import { described, finite, whole } from '../errors.js';
import { room, words } from '../loader.js';
import type { Unknown } from '../shape_words.js';

/** What a field holds. An array has the names that it may have; their indices are written. */
export type FieldKind = 'number' | 'point' | 'flag' | 'layers' | readonly (string | null)[];

/** A field: the bit in the mask, the index of its first word behind the mask, and the limits of a number. */
export interface Field {
    bit: number;
    word: number;
    kind: FieldKind;
    least?: number;
    most?: number;
    /** Whether the number must be above `least`, and not equal to it. */
    above?: boolean;
    /** Whether `null` may be passed, which is written as 0. */
    nullable?: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

/**
 * Writes the options that are fields from word `at` on: the mask, and then `count` words. Options that are `undefined` are left out. The
 * options of `overrides` come before those of `options`.
 */
export function writeFields(fields: Fields, count: number, at: number, options: Unknown, overrides: Unknown = options): number {
    room(at + count + 1);
    let mask = 0;
    for (const name in fields) {
        const value = overrides[name] === undefined ? options[name] : overrides[name];
        if (value === undefined) {
            continue;
        }
        const field = fields[name]!;
        mask |= 1 << field.bit;
        writeField(field, value, at + 1 + field.word, name);
    }
    words[at] = mask;
    return at + count + 1;
}

function writeField(field: Field, value: any, at: number, name: string): void {
    switch (field.kind) {
        case 'number':
        case 'layers':
            // Zero stands for `null`.
            words[at] = field.nullable && value === 0 ? NaN : value;
            return;
        case 'flag':
            words[at] = value ? 1 : 0;
            return;
        case 'point':
            // An infinite number stands for `null`.
            words[at] = value === null && field.nullable ? Infinity : value?.x === Infinity ? NaN : value?.x;
            words[at + 1] = value?.y;
            return;
        default: {
            const index = field.kind.indexOf(value);
            if (index < 0) {
                throw new TypeError(`${name} must be one of ${field.kind.map(quoted).join(', ')}, but is ${quoted(value)}.`);
            }
            words[at] = index;
        }
    }
}

function quoted(value: unknown): string {
    return typeof value === 'string' ? `'${value}'` : String(value);
}

/** Throws an error if an option is not a field, or a field has a value that the module refuses. */
export function checkFields(fields: Fields, options: Unknown, name: string): void {
    for (const key in fields) {
        const value = options[key];
        const field = fields[key]!;
        if (value !== undefined && !(value === null && field.nullable)) {
            checkField(field, value, `${name}.${key}`);
        }
    }
}

function checkField(field: Field, value: any, name: string): void {
    if (field.kind === 'number') {
        const number = finite(value, name);
        const least = field.least ?? -Infinity;
        const most = field.most ?? Infinity;
        if (number < least || number > most || (field.above && number === least)) {
            const limits = most < Infinity ? `from ${least} to ${most}` : `${field.above ? 'above' : 'at least'} ${least}`;
            throw new RangeError(`${name} must be ${limits}, but is ${number}.`);
        }
    } else if (field.kind === 'layers') {
        whole(value, name, 0, 2 ** 32 - 1);
    } else if (field.kind === 'point') {
        if (typeof value !== 'object' || value === null) {
            throw new TypeError(`${name} must be a point, but is ${described(value)}.`);
        }
        finite(value.x, `${name}.x`);
        finite(value.y, `${name}.y`);
    }
}

/** Throws an error if the options are not an object, or if one has a name that is not known, such as a misspelled one. */
export function checkNames(options: unknown, isKnown: (name: string) => boolean, name: string): void {
    if (typeof options !== 'object' || options === null) {
        throw new TypeError(`${name} must be an object, but is ${described(options)}.`);
    }
    for (const key in options) {
        if (!isKnown(key)) {
            throw new TypeError(`${name} has no property ${key}.`);
        }
    }
}
