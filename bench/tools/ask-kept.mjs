import { get } from "node:http";

/**
 * Asks over a kept connection of `agent`.
 *
 * @param options host, port, path, agent, headers, as `http.get` takes them
 * @returns `status`, `etag` and `body` of the whole answer; fails when the connection does
 */
export function askKept(options) {
  return new Promise((resolve, reject) => {
    get(options, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode, etag: response.headers.etag, body: Buffer.concat(chunks).toString() }),
      );
    }).on("error", reject);
  });
}
