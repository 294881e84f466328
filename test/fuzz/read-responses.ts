import { type ApiResponse, toApiResponse } from "../support/ask.js";

const HEAD_END = "\r\n\r\n";
const OPENING_BRACE = 0x7b;

/**
 * Splits the bytes received over a connection into responses, without interim ones (1xx).
 *
 * @param methods of the requests in order; further responses are read as responses to GET
 * @param mayBeCut whether the last body may be incomplete; its response is then omitted
 * @throws Error if the bytes are not responses
 */
export function readResponses(bytes: Buffer, methods: readonly string[], mayBeCut: boolean): ApiResponse[] {
  const responses: ApiResponse[] = [];
  for (let at = 0; at < bytes.length; ) {
    const headEnd = bytes.indexOf(HEAD_END, at);
    if (headEnd < 0) throw new Error(`no response: ${JSON.stringify(bytes.toString("latin1", at, at + 200))}`);
    const [statusLine = "", ...lines] = bytes.toString("latin1", at, headEnd).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    if (Number.isNaN(status)) throw new Error(`no status line: ${JSON.stringify(statusLine)}`);
    at = headEnd + HEAD_END.length;
    if (status < 200) continue;
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(": ");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
      }),
    );
    // A request that could not be parsed gets a response with a body, since its method is unknown.
    const told = bytes[at] === OPENING_BRACE;
    const bare = (methods[responses.length] === "HEAD" && !told) || status === 204 || status === 304;
    const read = bare ? { body: Buffer.alloc(0), end: at } : readBody(bytes, at, headers);
    if (read === undefined && mayBeCut) break;
    if (read === undefined) throw new Error("a body ends too early");
    responses.push(toApiResponse(status, headers, read.body));
    at = read.end;
  }
  return responses;
}

/** Undefined if it is incomplete. */
type Body = { body: Buffer; end: number } | undefined;

function readBody(bytes: Buffer, start: number, headers: Record<string, string>): Body {
  if (headers["transfer-encoding"] === "chunked") return readChunks(bytes, start);
  const end = start + Number(headers["content-length"]);
  return end <= bytes.length ? { body: bytes.subarray(start, end), end } : undefined;
}

function readChunks(bytes: Buffer, start: number): Body {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const from = lineEnd + 2;
    if (lineEnd < 0 || !(from + size + 2 <= bytes.length)) return undefined;
    at = from + size + 2;
    if (size === 0) return { body: Buffer.concat(chunks), end: at };
    chunks.push(bytes.subarray(from, from + size));
  }
}
