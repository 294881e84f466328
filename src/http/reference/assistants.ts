import { MCP_PATH } from "../responses/headers.js";
import { codeBlock, curlWithKey, withRequest } from "./example-requests.js";
import { type ResponseDoc, refusals } from "./responses.js";

export const LLMS_PATH = "/llms.txt";

const LLMS_EXAMPLE =
  "# Application icons\n\n> 4423 application icons as data. …\n\nBase URL: http://localhost:3000/api/v1\n";

/** GET /llms.txt in the reference. */
export const LLMS_OPERATION = {
  operationId: "getLlmsText",
  summary: "Guide for language models",
  description: withRequest("Returns what language models need to use this server, as Markdown.", LLMS_PATH),
  tags: ["service"],
  security: [],
  response: {
    200: {
      description: "The guide.",
      content: { "text/plain": { schema: { type: "string" }, example: LLMS_EXAMPLE } },
    },
    ...refusals("bad_request", "unavailable"),
  },
};

const VERSION = { jsonrpc: "2.0" } as const;
const ID = { type: ["string", "integer", "null"] } as const;
const MESSAGE = {
  type: "object",
  properties: {
    jsonrpc: { type: "string", enum: ["2.0"] },
    id: { ...ID, description: "Absent in notifications." },
    method: { type: "string", description: "Such as `tools/list`, `tools/call` or `resources/read`." },
    params: { type: "object" },
  },
  required: ["jsonrpc", "method"],
} as const;
const RESULT = {
  type: "object",
  properties: {
    jsonrpc: { type: "string", enum: ["2.0"] },
    id: ID,
    result: { type: "object" },
    error: {
      type: "object",
      properties: { code: { type: "integer" }, message: { type: "string" } },
      required: ["code", "message"],
    },
  },
  required: ["jsonrpc", "id"],
} as const;
const CALL = {
  ...VERSION,
  id: 1,
  method: "tools/call",
  params: { name: "search_icons", arguments: { query: "music" } },
};
const RESPONSE = {
  ...VERSION,
  id: 1,
  result: {
    content: [{ type: "text", text: "…" }],
    structuredContent: { total: 12, page: 1, totalPages: 2, icons: [] },
  },
};
const COMMAND = `${curlWithKey(MCP_PATH)} \\
  -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\
  -d '${JSON.stringify(CALL)}'`;

/** POST /mcp in the reference. */
export const MCP_OPERATION = {
  operationId: "callTool",
  summary: "Tools and resources of coding assistants",
  description: `The Model Context Protocol over Streamable HTTP, without sessions: one JSON-RPC message per request. Each tool call, resource and completion counts like a request.\n\n${codeBlock(COMMAND)}`,
  tags: ["service"],
  body: MESSAGE,
  response: {
    200: {
      description: "The result, or an error of the call: JSON, or one event with it for clients of earlier versions.",
      content: {
        "application/json": { schema: RESULT, example: RESPONSE },
        "text/event-stream": {
          schema: { type: "string" },
          example: `event: message\ndata: ${JSON.stringify(RESPONSE)}\n\n`,
        },
      },
    },
    202: { description: "The notification was received." },
    ...refusals("missing_api_key", "invalid_api_key", "origin_not_allowed", "rate_limit_exceeded", "unavailable"),
    400: rpc(
      "The body is not a message that this server understands.",
      refused(-32600, "the body is not a JSON-RPC message"),
    ),
    413: rpc("The body has more than 64 KiB.", refused(-32600, "the body has more than 65536 bytes")),
  },
};

function rpc(description: string, example: object): ResponseDoc {
  return { description, content: { "application/json": { schema: RESULT, example } } };
}

function refused(code: number, message: string): object {
  return { ...VERSION, id: null, error: { code, message } };
}
