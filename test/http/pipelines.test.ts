import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Participant, RequestScheduler } from "#src/http/transport/request-scheduler.js";
import { randomRuns } from "../support/random-runs.js";
import { exchange } from "../support/raw-http.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
});
afterAll(() => service.close());

/** The bytes of a request, and its expected response. */
interface Expected {
  readonly bytes: string;
  readonly status: number;
  /** A part of the response's body; undefined if it has none. */
  readonly text: string | undefined;
}

const BODIES = ["", "{}", "\n\n".repeat(300), "x".repeat(70_000), "GET / HTTP/1.1\r\nHost: a\r\n\r\n"];
const IDS = ["spotify", "flink", "github", "slack"];

const expected: fc.Arbitrary<Expected> = fc.oneof(
  fc
    .constantFrom(...IDS)
    .map((id) => ({ bytes: head("GET", `/api/v1/icons/${id}`), status: 200, text: `"id":"${id}"` })),
  fc.constantFrom(...IDS).map((id) => ({ bytes: head("HEAD", `/api/v1/icons/${id}`), status: 200, text: undefined })),
  fc.constantFrom(...IDS).map((id) => ({ bytes: head("GET", `/images/${id}?size=512`), status: 200, text: "WEBP" })),
  fc.constant({ bytes: head("GET", "/api/v1/icons?limit=100"), status: 200, text: '"limit":100' }),
  fc.constant({ bytes: head("GET", "/docs/dataset"), status: 200, text: "dataset" }),
  fc.constant({ bytes: "GET /healthz HTTP/1.1\r\nHost:a\r\n\r\n", status: 200, text: "ok" }),
  fc.nat(999).map((number) => ({ bytes: head("GET", `/none/${number}`), status: 404, text: "route_not_found" })),
  fc.nat(20_000).map((length) => ({
    bytes: head("GET", "/healthz", `X: ${"x".repeat(length % 9000)}\r\n`),
    status: 200,
    text: "ok",
  })),
  fc.constantFrom(...BODIES).map((body) => ({
    bytes: `${head("POST", "/api/v1/icons", `Content-Length: ${body.length}\r\n`)}${body}`,
    status: 405,
    text: "method_not_allowed",
  })),
  fc.constantFrom(...BODIES.slice(1)).map((body) => ({
    bytes: `${head("PUT", "/images/flink", "Transfer-Encoding: chunked\r\n")}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    status: 405,
    text: "method_not_allowed",
  })),
);

function head(method: string, path: string, more = ""): string {
  return `${method} ${path} HTTP/1.1\r\nHost: icons.test\r\n${more}\r\n`;
}

/** Sends pipelined requests in pieces, and reads until the server closes the connection. */
async function exchangePieces(requests: readonly Expected[], cuts: readonly number[]): Promise<Buffer> {
  const bytes = Buffer.from(
    requests.map((request) => request.bytes).join("") + head("GET", "/healthz", "Connection: close\r\n"),
  );
  const socket = connect({ port: service.port, host: "127.0.0.1", noDelay: true });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, "close");
  const ends = [...cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b), bytes.length];
  let begin = 0;
  for (const end of ends) {
    socket.write(bytes.subarray(begin, end));
    begin = end;
    await nextTurn();
  }
  await closed;
  return Buffer.concat(chunks);
}

/** Compares responses with the expected ones in order. */
function compare(responses: Buffer, requests: readonly Expected[]): void {
  let at = 0;
  for (const { bytes, status, text } of requests) {
    const headEnd = responses.indexOf("\r\n\r\n", at);
    const response = responses.subarray(at, headEnd).toString("latin1");
    expect(response.slice(0, 12), bytes.slice(0, 60)).toBe(`HTTP/1.1 ${status}`);
    const length = text === undefined ? 0 : Number(/content-length: (\d+)/i.exec(response)![1]);
    const body = responses.subarray(headEnd + 4, headEnd + 4 + length);
    expect(body).toHaveLength(length);
    if (text !== undefined) expect(body.includes(text), bytes.slice(0, 60)).toBe(true);
    at = headEnd + 4 + length;
  }
  expect(responses.subarray(at).toString()).toMatch(/^HTTP\/1\.1 200 .*ok/s);
}

describe("pipelined requests", () => {
  it("responds to pipelined requests in order, however they are split into packets", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(expected, { maxLength: 60 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        async (requests, cuts) => compare(await exchangePieces(requests, cuts), requests),
      ),
      randomRuns(40),
    );
  });

  it("responds to all of 3,000 pipelined requests", async () => {
    const requests = Array.from({ length: 3000 }, (_, number) => {
      const id = IDS[number % IDS.length]!;
      return { bytes: head("GET", `/api/v1/icons/${id}`), status: 200, text: `"id":"${id}"` };
    });
    compare(await exchangePieces(requests, []), requests);
  });

  it.each([1, 3])(
    "sends %i large responses to the end before it refuses a CONNECT",
    { timeout: 10_000 },
    async (count) => {
      const large = head("GET", "/openapi.json").repeat(count);
      const responses = await exchange(
        service.port,
        `${large}CONNECT icons.test:443 HTTP/1.1\r\nHost: icons.test\r\n\r\n`,
      );
      const bodies = responses.split(/HTTP\/1\.1 \d{3} [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/).slice(1);
      expect(bodies.map((body) => Object.keys(JSON.parse(body))[0])).toEqual([
        ...Array(count).fill("openapi"),
        "success",
      ]);
      expect(responses).toContain("HTTP/1.1 405 ");
    },
  );
});

describe("request scheduler", () => {
  /** Offers requests of a connection. @param ms duration of each @param began receives the name at the start of each */
  const offer = (scheduler: RequestScheduler, name: string, requests: number, ms: number, began: string[]): void => {
    let left = requests;
    const participant: Participant = {
      takeTurn() {
        left--;
        began.push(name);
        const end = performance.now() + ms;
        while (performance.now() < end);
        if (left > 0) scheduler.queue(participant);
      },
    };
    if (scheduler.mayReadNow(participant)) participant.takeTurn();
  };

  it("starts requests of a new connection before older connections with many requests finish", async () => {
    const scheduler = new RequestScheduler();
    const began: string[] = [];
    for (const name of ["a", "b", "c"]) offer(scheduler, name, 50, 4, began);
    await nextTurn();
    offer(scheduler, "late", 1, 0, began);
    while (!began.includes("late")) await nextTurn();
    expect(began.indexOf("late")).toBeLessThan(12);
    while (began.length < 151) await nextTurn();
    // At any time, each had as many turns as the others.
    for (let at = 0; at < began.length; at++) {
      const counts = ["a", "b", "c"].map((name) => began.slice(0, at).filter((other) => other === name).length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(4);
    }
  });

  it("starts one of many cheap requests per turn while connections arrive", async () => {
    const scheduler = new RequestScheduler();
    const began: string[] = [];
    offer(scheduler, "a", 100, 1, began);
    for (let turn = 0; turn < 20; turn++) {
      scheduler.connectionArrived();
      const before = began.length;
      await nextTurn();
      if (turn > 0) expect(began.length - before).toBeLessThanOrEqual(1);
    }
  });

  it("starts no requests while too much work is queued, and resumes when the queue shrinks", async () => {
    const scheduler = new RequestScheduler();
    const began: string[] = [];
    scheduler.holdBytes(64 << 20);
    offer(scheduler, "a", 3, 0, began);
    await nextTurn();
    await nextTurn();
    expect(began).toEqual([]);
    scheduler.holdBytes(-(64 << 20));
    await nextTurn();
    expect(began).toEqual(["a", "a", "a"]);
  });
});
