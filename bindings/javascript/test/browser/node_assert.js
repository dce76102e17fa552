// The part of `node:assert/strict` that the tests use, for a page.

function fail(message) {
    throw new Error(message);
}

function ok(value, message) {
    value || fail(message ?? 'it is false');
}

function equal(actual, expected, message = '') {
    Object.is(actual, expected) || fail(`${message}: ${actual} is not ${expected}`);
}

function notEqual(actual, expected, message = '') {
    !Object.is(actual, expected) || fail(`${message}: it is ${expected}`);
}

function isDeepEqual(a, b) {
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
        return Object.is(a, b);
    }
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) {
        return false;
    }
    if (a instanceof Map || a instanceof Set) {
        return isDeepEqual([...a], [...b]);
    }
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isDeepEqual(a[key], b[key]));
}

function deepEqual(actual, expected, message = '') {
    isDeepEqual(actual, expected) || fail(`${message}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
}

function match(text, pattern, message = '') {
    pattern.test(text) || fail(`${message}: ${text} does not match ${pattern}`);
}

function doesNotMatch(text, pattern, message = '') {
    !pattern.test(text) || fail(`${message}: ${text} matches ${pattern}`);
}

// Checks an error against a class, a pattern, or an object with the values of its properties, or with patterns for them.
function checkError(error, expected, message) {
    if (expected instanceof RegExp) {
        match(String(error), expected, message);
    } else if (typeof expected === 'function') {
        ok(error instanceof expected, `${message}: ${error} is not a ${expected.name}`);
    } else {
        for (const [key, value] of Object.entries(expected ?? {})) {
            value instanceof RegExp ? match(error[key], value, message) : deepEqual(error[key], value, message);
        }
    }
}

function throws(run, expected, message = '') {
    let thrown = null;
    try {
        run();
    } catch (error) {
        thrown = { error };
    }
    ok(thrown, `${message}: nothing was thrown`);
    checkError(thrown.error, expected, message);
}

async function rejects(promise, expected, message = '') {
    const rejected = await promise.then(() => null, (error) => ({ error }));
    ok(rejected, `${message}: nothing was thrown`);
    checkError(rejected.error, expected, message);
}

export default { ok, equal, notEqual, deepEqual, match, doesNotMatch, throws, rejects, fail };
