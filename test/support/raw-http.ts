import { type Agent, get, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";

/** Sends raw bytes over a connection and returns what it receives until the other side closes it. */
export function exchange(port: number, ...pieces: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => {
      for (const piece of pieces) socket.write(piece);
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** Status and JSON body of a raw response. */
export function parseRaw(response: string): { status: number; head: string; body: { error: { code: string } } } {
  const split = response.indexOf("\r\n\r\n");
  return {
    status: Number(response.slice(9, 12)),
    head: response.slice(0, split),
    body: JSON.parse(response.slice(split + 4)),
  };
}

/** One GET over an agent's connections. @returns the response as text, unchecked */
export function getOver(
  port: number,
  path: string,
  agent: Agent,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks).toString() }),
      );
    }).on("error", reject);
  });
}
