// A server for the built site. It counts the requests of each path.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
  ".json": "application/json", ".wasm": "application/wasm" };

/** Serves a directory. Returns the address, the number of requests of each path, and a function that stops the server. */
export async function serve(folder) {
  const requests = new Map();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname.slice(1);
    requests.set(path, (requests.get(path) ?? 0) + 1);
    try {
      const body = await readFile(join(folder, path));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream", "Cache-Control": "max-age=600" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}`, requests, stop: () => server.close() };
}
