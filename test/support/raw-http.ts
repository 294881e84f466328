import { connect } from "node:net";

/** Sends bytes as they are over a connection and gives what comes back until the other side closes it. */
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

/** Status and JSON body of a raw answer. */
export function parseRaw(answer: string): { status: number; head: string; body: { error: { code: string } } } {
  const split = answer.indexOf("\r\n\r\n");
  return {
    status: Number(answer.slice(9, 12)),
    head: answer.slice(0, split),
    body: JSON.parse(answer.slice(split + 4)),
  };
}
