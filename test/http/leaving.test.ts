import { once } from "node:events";
import { connect } from "node:net";
import Fastify from "fastify";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { createRequestLog } from "#src/http/log/request-log.js";
import { createErrorSender, sendErrors } from "#src/http/responses/error-responses.js";

/** Requests a response that is cut off during compression. @returns log lines, errors and received data */
async function cutOff(leaves: boolean) {
  const lines: string[] = [];
  const refused: string[] = [];
  const log = createRequestLog(pino({}, { write: (line: string) => void lines.push(line) }));
  const app = Fastify();
  sendErrors(
    app,
    createErrorSender(log, (code) => refused.push(code)),
  );
  app.get("/", async (request, reply) => {
    if (leaves) {
      request.raw.socket.destroy();
      await once(reply.raw, "close");
    }
    throw Object.assign(new Error("Premature close"), { code: "ERR_STREAM_PREMATURE_CLOSE" });
  });
  onTestFinished(() => app.close());
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, "127.0.0.1", () => socket.end("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
  socket.on("error", () => undefined);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  await once(socket, "close");
  await new Promise(setImmediate);
  return { logged: lines.map((line) => JSON.parse(line).msg), refused, status: received.slice(9, 12) };
}

it("does not log an error if the client disconnects while its response is compressed", async () => {
  expect(await cutOff(true)).toEqual({ logged: [], refused: [], status: "" });
});

it("logs an error if compression fails while the client is still connected", async () => {
  expect(await cutOff(false)).toEqual({ logged: ["request failed"], refused: ["internal_error"], status: "500" });
});
