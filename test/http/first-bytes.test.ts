import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { exchange } from "../support/raw-http.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const GET = "GET /healthz HTTP/1.1\r\nHost: icons.test\r\n\r\n";
const LAST = "GET /healthz HTTP/1.1\r\nHost: icons.test\r\nConnection: close\r\n\r\n";
const SERVED = "HTTP/1.1 200";
const TOO_LATE = "HTTP/1.1 408";

const PACKET_BYTES = 16 * 1024;
/** More than buffers of the system hold. */
const ENOUGH_BYTES = 64 * 1024 * 1024;

/** Bytes sent in one packet, and the expected responses until the server closes the connection. */
const PACKETS: [string, string, string[]][] = [
  ["6,000 line feeds", "\n".repeat(6000), [TOO_LATE]],
  ["8 KB of empty lines", "\r\n".repeat(4096), [TOO_LATE]],
  ["64 KB of line feeds", "\n".repeat(65_536), [TOO_LATE]],
  ["64 KB of carriage returns", "\r".repeat(65_536), [TOO_LATE]],
  ["empty lines before a request", `${"\r\n".repeat(4096)}${LAST}`, [SERVED]],
  ["60,000 line feeds before pipelined requests", "\n".repeat(60_000) + GET + LAST, [SERVED, SERVED]],
  ["60,000 line feeds between requests", GET + "\n".repeat(60_000) + LAST, [SERVED, SERVED]],
  ["64 KB of line feeds after a request", GET + "\n".repeat(65_536), [SERVED, TOO_LATE]],
  ["empty lines in a body", `${post("\n\n".repeat(30_000))}${LAST}`, ["HTTP/1.1 405", SERVED]],
];

function post(body: string): string {
  return `POST /healthz HTTP/1.1\r\nHost: icons.test\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

it("serves or refuses clients that send many empty lines, without ending", async () => {
  const folder = temporaryFolder();
  const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
  const server = await serve(["serve", shippedArtifacts, ...files, "--headers-timeout", "3000"]);

  const packets = PACKETS.map(async ([name, bytes, expected]) => {
    const responses = await exchange(server.port, bytes);
    expect(responses.match(/HTTP\/1\.1 \d+/g), name).toEqual(expected);
  });
  await Promise.all([
    ...packets,
    expectServed(server.port, "\n".repeat(4096) + LAST),
    expectCut(server.port, "\r\n"),
    expectCut(server.port, GET, "\r\n"),
    expectReset(server.port, "\n"),
    expectReset(server.port, "\r\n", GET),
  ]);

  expect(await exchange(server.port, LAST)).toContain(SERVED);
  expect(server.stderr()).toBe("");
  expect(await server.stop()).toBe(0);
});

/** Sends single bytes that end with a request. */
async function expectServed(port: number, bytes: string): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const received = once(socket, "data");
  for (const byte of bytes) {
    socket.write(byte);
    await nextTurn();
  }
  expect(String((await received)[0])).toContain(SERVED);
  socket.destroy();
}

/** Sends `first`, then `drip` again and again, until the server closes the connection. */
async function expectCut(port: number, first: string, drip = first): Promise<void> {
  const socket = connect(port, "127.0.0.1", () => socket.write(first));
  const timer = setInterval(() => socket.write(drip), 200);
  let responses = "";
  socket.on("data", (chunk) => {
    responses += chunk;
  });
  await once(socket, "end");
  clearInterval(timer);
  socket.destroy();
  expect(responses.match(/HTTP\/1\.1 \d+/g)?.at(-1)).toBe(TOO_LATE);
}

/** Sends `first`, then empty lines without end, until the server resets the connection. */
async function expectReset(port: number, empty: string, first = ""): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  let sent = 0;
  socket.on("error", () => undefined).resume();
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(first);
  while (!socket.destroyed && sent < ENOUGH_BYTES) {
    await new Promise((resolve) => socket.write(empty.repeat(PACKET_BYTES), resolve));
    sent += PACKET_BYTES;
  }
  await closed;
  expect(sent).toBeLessThan(ENOUGH_BYTES);
}
