// The part of `node:test` that the tests use, for a page. A test file imports it anew, so that `before` belongs to its file.

const files = [];

export function begin(name) {
    files.push({ name, before: [], tests: [] });
}

export const before = (run) => files.at(-1).before.push(run);

export const test = (name, run) => files.at(-1).tests.push({ name, run });

// Runs all tests, and returns how many have passed, and the messages of the others.
export async function runAll() {
    const failures = [];
    let passed = 0;
    for (const file of files) {
        for (const run of file.before) {
            await run();
        }
        for (const { name, run } of file.tests) {
            try {
                await run();
                passed++;
            } catch (error) {
                failures.push(`${file.name}: ${name}: ${error.stack}`);
            }
        }
    }
    return { passed, failures };
}
