import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBucketWriter } from "#build/publish/bucket-writer.js";
import type { NewObject, StoreWriter } from "#build/publish/store-writer.js";
import { parseStoreAddress } from "#src/store/address.js";
import { STORE_DEADLINES, type StoreDeadlines } from "#src/store/deadlines.js";
import { SHORT } from "../support/short-deadlines.js";
import { CREDENTIALS } from "../support/store-server.js";

const PROGRESS: StoreDeadlines = { ...SHORT.progress, minBytesPerSecond: 1_000_000 };
/** More than the kernel buffers for a reader that does not read. */
const LARGE_BYTES = 64 << 20;

async function writerTo(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  deadlines = STORE_DEADLINES,
): Promise<StoreWriter> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  const environment = { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` };
  return openBucketWriter(parseStoreAddress("s3://icons", environment), "s3://icons", { deadlines });
}

function objectOf(size: number): NewObject {
  const chunk = Buffer.alloc(65_536);
  const open = (): Readable =>
    Readable.from(Array.from({ length: Math.ceil(size / chunk.length) }, () => chunk.subarray(0, size)));
  return { size, sha256: "0".repeat(64), modified: new Date(), open };
}

function every(response: ServerResponse, ms: number, step: () => void): void {
  const timer = setInterval(step, ms);
  response.on("close", () => clearInterval(timer));
}

describe("publishing into a slow bucket", () => {
  const put = (writer: StoreWriter, size = 10): Promise<void> => writer.put("files/a", objectOf(size));

  it.each<
    [
      string,
      (request: IncomingMessage, response: ServerResponse) => void,
      (writer: StoreWriter) => Promise<unknown>,
      RegExp,
      deadlines?: StoreDeadlines,
    ]
  >([
    [
      "never responds",
      (request) => request.resume(),
      put,
      /icons\/files\/a: is too slow: no complete response within 1 s$/,
      SHORT.response,
    ],
    [
      "never says whether it has an object",
      () => undefined,
      (writer) => writer.has("files/a", 1),
      /sent nothing for 0\.7 s$/,
      SHORT.silence,
    ],
    [
      "drips a response",
      (request, response) => {
        request.resume();
        response.writeHead(200);
        every(response, 10, () => response.write("a"));
      },
      put,
      /icons\/files\/a: is too slow: no complete response within 1 s$/,
      SHORT.response,
    ],
    [
      "drips a refusal",
      (request, response) => {
        request.resume();
        response.writeHead(503);
        every(response, 10, () => response.write("a"));
      },
      put,
      /s3:\/\/icons: PUT files\/a responded with 503$/,
      SHORT.response,
    ],
    [
      "does not read what it is sent",
      () => undefined,
      (writer) => put(writer, LARGE_BYTES),
      /icons\/files\/a: is too slow: \d+ bytes in 0\.5 s, at least 500000 are expected$/,
      PROGRESS,
    ],
    [
      "reads what it is sent too slowly",
      (request, response) => every(response, 50, () => request.read(1000)),
      (writer) => put(writer, LARGE_BYTES),
      /icons\/files\/a: is too slow: \d+ bytes in 0\.5 s, at least 500000 are expected$/,
      PROGRESS,
    ],
    [
      "responds without end",
      (request, response) => {
        request.resume();
        every(response, 1, () => response.write(Buffer.alloc(10_000)));
      },
      put,
      /icons\/files\/a: has more than 65536 bytes$/,
    ],
    [
      "refuses with controls",
      (request, response) => {
        request.resume();
        response.writeHead(403).end("<Error><Code>\u001b[2J</Code><Message>\u009b\u202e</Message></Error>");
      },
      put,
      /PUT files\/a responded with 403, \\u001b\[2J: \\u009b\\u202e$/,
    ],
  ])("fails with a clear error if the bucket %s", async (_, listener, work, message, deadlines) => {
    await expect(work(await writerTo(listener, deadlines))).rejects.toThrow(message);
  });

  it("continues as long as the bucket accepts data fast enough", async () => {
    let bytes = 0;
    const writer = await writerTo((request, response) => {
      request.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        request.pause();
        setTimeout(() => request.resume(), 1);
      });
      request.on("end", () => response.end());
    }, SHORT.progress);
    await put(writer, LARGE_BYTES >> 3);
    expect(bytes).toBe(LARGE_BYTES >> 3);
  });
});
