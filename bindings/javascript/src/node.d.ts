/** What is used of Node. */

declare module 'node:fs' {
    export function readFileSync(path: URL): Uint8Array<ArrayBuffer>;
}

declare module 'node:fs/promises' {
    export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}
