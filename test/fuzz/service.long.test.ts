import { connect } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ApiResponse, checkResponse } from "../support/ask.js";
import { icons, serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { workersOf } from "../support/workers.js";
import { readResponses } from "./read-responses.js";
import { type Exchange, exchanges } from "./requests.js";

/** Number of requests per server; `npm run test:long test/fuzz` sends 100,000. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000);
const AT_ONCE = 40;
/** After this time without a byte, in milliseconds, a connection hangs: no limit of the server is longer. */
const SILENT_MS = 60_000;
/** In milliseconds, for the long form. */
const LONGEST = 3_600_000;

describe("random requests", () => {
  it.each(["1", "2"])(
    "responds to random requests by the contract without an internal error (processes: %s)",
    async (workers) => {
      const folder = temporaryFolder();
      const keys = join(folder, "keys.json");
      const created = await icons(["keys", "create", "--tier", "pro", "--keys", keys, "--json"]);
      const { key } = JSON.parse(created.stdout) as { key: string };
      const files = ["--keys", keys, "--usage", join(folder, "usage.bin")];
      const flags = ["--iconify", "--workers", workers, ...files];
      const server = await serve(["serve", shippedArtifacts, ...flags], { ICONS_REQUEST_TIMEOUT: "2000" });
      const before = workers === "1" ? [] : workersOf(server);

      let responses = 0;
      const runs = Math.ceil(REQUESTS / AT_ONCE);
      const batch = fc.array(exchanges([`X-API-Key: ${key}\r\n`, ""]), { minLength: AT_ONCE, maxLength: AT_ONCE });
      const property = fc.asyncProperty(batch, async (list) => {
        const counts = await Promise.all(list.map((exchange) => check(server.port, exchange)));
        for (const count of counts) responses += count;
      });
      await fc.assert(property, { numRuns: runs, endOnFailure: true });

      expect(responses).toBeGreaterThan(REQUESTS);
      if (workers !== "1") expect(workersOf(server)).toEqual(before);
      expect(await server.stop()).toBe(0);
      expect(server.stderr()).toBe("");
      const errors = server
        .stdout()
        .split("\n")
        .filter((line) => /"level":"(?:error|fatal)"/.test(line));
      expect(errors).toEqual([]);
    },
    LONGEST,
  );
});

/** @returns number of responses */
async function check(port: number, { bytes, methods, paths, whole }: Exchange): Promise<number> {
  const received = await converse(port, bytes, whole);
  try {
    // Node cuts off a response that is still being compressed when the client closes its side.
    const responses = readResponses(received, methods, !whole);
    // After too many invalid keys, or a head above the limit, the caller gets an error and the connection is closed.
    const last = responses.at(-1);
    const isCutShort =
      last !== undefined && [414, 429, 431].includes(last.status) && last.headers.connection === "close";
    if (whole && !isCutShort) expect(responses).toHaveLength(methods.length);
    for (const [at, response] of responses.entries()) {
      expect(response.status).toBeLessThan(500);
      if (!isIconifyRefusal(response) && !isMissingPage(response))
        checkResponse(paths[at] ?? "", response, methods[at] ?? "GET");
    }
    return responses.length;
  } catch (error) {
    const [sent, got] = [bytes, received].map((part) => JSON.stringify(part.toString("latin1").slice(0, 2000)));
    throw new Error(`${(error as Error).message}\nsent ${sent}\nreceived ${got}`);
  }
}

/** Whether a response is an error of the Iconify API, whose body is a text. */
function isIconifyRefusal({ status, headers, body }: ApiResponse): boolean {
  return (
    [400, 404, 422].includes(status) &&
    headers["content-type"] === "text/plain; charset=utf-8" &&
    (body === undefined || ["Bad request", "Not found", "Too many icons"].includes(String(body)))
  );
}

/** Whether a response is the page that browsers get for an unknown path. */
function isMissingPage({ status, headers }: ApiResponse): boolean {
  return status === 404 && headers["content-type"] === "text/html; charset=utf-8";
}

/**
 * Sends bytes, closes its side unless the server closes by itself, and returns everything received.
 *
 * @throws Error with the bytes if the connection hangs
 */
function converse(port: number, bytes: Buffer, closes: boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
      socket.write(bytes);
      if (!closes) socket.end();
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => {
      socket.end();
      resolve(Buffer.concat(chunks));
    });
    socket.on("error", reject);
    socket.setTimeout(SILENT_MS, () => {
      const [sent, got] = [bytes, Buffer.concat(chunks)].map((part) =>
        JSON.stringify(part.toString("latin1", 0, 2000)),
      );
      socket.destroy(new Error(`the connection hangs\nsent ${sent}\nreceived ${got}`));
    });
  });
}
