// Raw node:http: always sends the same bytes, the upper limit for Node. /bytes/N sets the number of bytes. node
// serve-constant.mjs --port N
import { createServer } from "node:http";
import { parseArgs } from "node:util";

const { port } = parseArgs({ options: { port: { type: "string" }, key: { type: "string" } } }).values;
let body = Buffer.alloc(0);
let head = headOf(body);

const server = createServer((request, response) => {
  if (request.url.startsWith("/bytes/")) {
    body = Buffer.alloc(Number(request.url.slice("/bytes/".length)), "x");
    head = headOf(body);
  }
  response.writeHead(200, head);
  response.end(body);
});
server.listen(Number(port), "127.0.0.1");

function headOf({ length }) {
  return { "content-type": "application/json; charset=utf-8", "content-length": length };
}
