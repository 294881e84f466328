import { connect } from "node:net";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { privateMemory } from "../support/private-memory.js";
import { exchange } from "../support/raw-http.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { workersOf } from "../support/workers.js";
import { readResponses } from "./read-responses.js";

/** Number of connections per server; `npm run test:long test/fuzz` opens 20,000. */
const CONNECTIONS = Number(process.env.FUZZ_CONNECTIONS ?? 400);
const AT_ONCE = 100;
const MAX_PACKET = 64 * 1024;
const MAX_SINGLE_BYTES = 4096;
const SAMPLE_MS = 100;
/** The bounds of `npm run memory` in `bench`: bytes of one process, and how far it returns to its initial memory. */
const MAX_PEAK = 300e6;
const MAX_RATIO = 1.3;
/** Time for memory to be released, and as much for a slow machine. */
const SOON = { timeout: 90_000, interval: 500 };
/** In milliseconds, for the long form. */
const LONGEST = 3_600_000;

const LAST = "GET /healthz HTTP/1.1\r\nHost: icons.test\r\nConnection: close\r\n\r\n";
const PIECES = [
  "\n",
  "\r",
  "\r\n",
  "\r\n\r\n",
  "\0",
  " ",
  "\t",
  "G",
  "GET ",
  "GET /healthz HT",
  "GET / HTTP/1.1\r\n",
  "GET /healthz HTTP/1.1\r\nHost: a\r\nX: ",
  "GET /healthz HTTP/1.1\nHost: a\n",
  "GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n",
  "POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n",
  "PUT /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
  "Host: a\r\n",
  "X: x\r\n",
  ":",
];

/** What one client sends, and what it does then. */
interface Client {
  /** Texts, each with the number of times that it is sent. */
  readonly pieces: readonly (readonly [string, number])[];
  /** Whether each byte is a packet of its own. */
  readonly isSingle: boolean;
  readonly ending: "end" | "reset" | "wait";
}

const client: fc.Arbitrary<Client> = fc.record({
  pieces: fc.array(
    fc.tuple(
      // Nothing but line ends is skipped before a head.
      fc.oneof(fc.constantFrom("\n", "\r", "\r\n", "\n\n\r"), fc.constantFrom(...PIECES)),
      fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: MAX_PACKET }) },
      ),
    ),
    { minLength: 1, maxLength: 12 },
  ),
  isSingle: fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0),
  ending: fc.constantFrom("end", "end", "reset", "wait"),
});

function bytesOf({ pieces, isSingle }: Client): Buffer {
  const max = isSingle ? MAX_SINGLE_BYTES : MAX_PACKET;
  const parts = pieces.map(([text, count]) => Buffer.alloc(Math.min(max, text.length * count), text));
  return Buffer.concat(parts).subarray(0, max);
}

describe.runIf(process.platform === "linux")("random first bytes of connections", () => {
  it.each(["1", "2"])(
    "keeps serving in bounded memory (processes: %s)",
    async (workers) => {
      const folder = temporaryFolder();
      const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
      const timeouts = ["headers", "request", "keep-alive"].flatMap((name) => [`--${name}-timeout`, "1000"]);
      const flags = ["--workers", workers, ...timeouts, ...files];
      const server = await serve(["serve", shippedArtifacts, ...flags]);
      const serving = (): number[] => (workers === "1" ? [server.process.pid!] : workersOf(server));
      const processes = serving();
      const memory = (): number => Math.max(...processes.map(privateMemory));
      await Promise.all(Array.from({ length: AT_ONCE }, () => exchange(server.port, LAST)));
      const before = memory();
      let peak = before;
      const sampler = setInterval(() => {
        peak = Math.max(peak, memory());
      }, SAMPLE_MS);

      const batch = fc.array(client, { minLength: AT_ONCE, maxLength: AT_ONCE });
      const property = fc.asyncProperty(batch, async (clients) => {
        await Promise.all(clients.map((one) => check(server.port, one)));
        expect(await exchange(server.port, LAST)).toMatch(/^HTTP\/1\.1 200 /);
        expect(serving()).toEqual(processes);
      });
      try {
        await fc.assert(property, { numRuns: Math.ceil(CONNECTIONS / AT_ONCE), endOnFailure: true });
      } finally {
        clearInterval(sampler);
      }

      expect(peak).toBeLessThan(MAX_PEAK);
      await vi.waitFor(() => expect(memory()).toBeLessThan(before * MAX_RATIO), SOON);
      expect(server.process.exitCode).toBeNull();
      expect(await server.stop()).toBe(0);
      expect(server.stderr()).toBe("");
    },
    LONGEST,
  );
});

/** Lets a client act until the connection is closed, and checks its responses. */
async function check(port: number, client: Client): Promise<void> {
  const { isSingle, ending } = client;
  const bytes = bytesOf(client);
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  // A server that has refused a head may reset the connection while the rest arrives.
  socket.on("error", () => undefined);
  socket.once("end", () => socket.end());
  const closed = new Promise((resolve) => socket.once("close", resolve));
  for (const byte of isSingle ? bytes : []) {
    if (socket.destroyed) break;
    socket.write(Buffer.of(byte));
    await nextTurn();
  }
  if (!isSingle) socket.write(bytes);
  if (ending === "reset") socket.resetAndDestroy();
  else if (ending === "end") socket.end();
  await closed;
  const responses = readResponses(Buffer.concat(chunks), [], true);
  for (const { status } of responses) expect(status).toBeLessThan(500);
}
