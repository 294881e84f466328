import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * What Node does not document and a figure needs, unchanged from Node 20 to 26. Nothing else in this project uses such
 * members; a test searches for them.
 */

/**
 * Takes over the bytes of a connection: from now on, they arrive at a listener, and the returned function passes them to
 * Node's parser.
 *
 * Node parses all that has arrived at once: 64 KB are up to 4,000 requests of some kilobytes each, and 500 clients that
 * pipeline take 761 MB even if each is disconnected at its 17th request. Slices that pass through a `Duplex` of our own
 * cost 10 to 40 % of a request, `socket.read` in a listener of `readable` 10 %, this nothing.
 *
 * @throws Error if Node reads the connection in another way
 */
export function takeParser(socket: Socket, listener: (bytes: Buffer) => void): (bytes: Buffer) => void {
  const [parse] = socket.listeners("data") as ((bytes: Buffer) => void)[];
  if (parse === undefined) throw new Error("this version of Node.js parses requests in an unknown way");
  // While there is another listener, Node's parser does not read from the system itself.
  socket.on("data", listener);
  socket.removeListener("data", parse);
  return parse;
}

interface Head {
  _header: string | null;
}

/**
 * Sends head and text of a response as one string. `writeHead` and `end` check each header and write twice, in 2.7 µs more
 * (8 % of a list).
 *
 * @param head ends with an empty line
 * @param text in Latin-1
 */
export function sendHeadAndText(response: ServerResponse, head: string, text: string): void {
  const internals = response as unknown as Head;
  internals._header = head + text;
  response.end();
  // Node keeps the head as long as the request; the text would stay with it.
  internals._header = head;
}
