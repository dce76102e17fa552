// The part of `node:fs` that the tests use, for a page: it loads a file from the server.

export function readFileSync(file, encoding) {
    const request = new XMLHttpRequest();
    request.open('GET', file, false);
    // A request that waits can give only text. In this encoding, the lower half of each character is a byte.
    request.overrideMimeType(encoding ? 'text/plain; charset=utf-8' : 'text/plain; charset=x-user-defined');
    request.send();
    if (request.status !== 200) {
        throw new Error(`${file}: ${request.status}`);
    }
    return encoding ? request.responseText : Uint8Array.from(request.responseText, (character) => character.charCodeAt(0) & 255);
}
