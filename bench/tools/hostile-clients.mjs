// Keeps connections open that request much and read little, until it is ended. Run by memory.mjs in a separate process:
// node hostile-clients.mjs FILE, which contains {"port":3000,"connections":500,"requests":["GET /
// HTTP/1.1\r\n…"],"repeat":1000,"readBytes":0}
//
// Each connection sends its request `repeat` times, or endlessly if that is 0, or one byte of it per second if `drip`;
// it reads `readBytes` per second. Connections closed by the server are reopened.
import { readFileSync } from "node:fs";
import { connect } from "node:net";

const TICK_MS = 1000;
const AGAIN_MS = 100;
/** Bytes sent at once of an endlessly repeated request. */
const BURST_BYTES = 64 * 1024;

const {
  port,
  connections,
  requests,
  repeat = 0,
  drip = false,
  readBytes = 0,
} = JSON.parse(readFileSync(process.argv[2]));

for (let number = 0; number < connections; number++) setTimeout(() => open(number), number);

function open(number) {
  const request = requests[number % requests.length].replaceAll("{number}", String(number));
  const socket = connect({ port, host: "127.0.0.1", highWaterMark: 1024 });
  let timer;
  socket.on("error", () => undefined);
  socket.on("connect", () => {
    // Only the timer reads.
    socket.pause();
    if (drip) socket.write(request);
    else if (repeat > 0) socket.write(request.repeat(repeat));
    else flood(socket, request.repeat(Math.ceil(BURST_BYTES / request.length)));
    timer = setInterval(() => {
      if (drip) socket.write("x");
      if (readBytes > 0) socket.read(Math.min(readBytes, socket.readableLength));
    }, TICK_MS);
  });
  socket.on("close", () => {
    clearInterval(timer);
    setTimeout(() => open(number), AGAIN_MS);
  });
}

function flood(socket, bytes) {
  if (socket.destroyed) return;
  if (socket.write(bytes)) setImmediate(flood, socket, bytes);
  else socket.once("drain", () => flood(socket, bytes));
}
