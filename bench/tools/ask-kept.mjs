import { get } from "node:http";

/**
 * Sends a request over a kept-alive connection of `agent`.
 *
 * @param options host, port, path, agent, headers, as for `http.get`
 * @returns `status`, `etag` and `body` of the whole response; fails if the connection does
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
