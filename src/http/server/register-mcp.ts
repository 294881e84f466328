import { createMcpHandler, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { toImageRequest } from "../../images/image-options.js";
import type { ImageService } from "../../images/image-service.js";
import type { RenderMode } from "../../images/render-mode.js";
import { isTooDeep, MAX_LEVELS } from "../../platform/nesting.js";
import { parseUrl } from "../../platform/parse-url.js";
import { ApiError } from "../contract/error-codes.js";
import { createMcpServer } from "../mcp/mcp-server.js";
import type { ToolHost } from "../mcp/tools.js";
import { toApiError } from "../responses/error-responses.js";
import { HEADERS, MCP_PATH } from "../responses/headers.js";
import { requestImage } from "../responses/send-image.js";
import { type KeptBody, MAX_BODY_BYTES } from "../transport/kept-body.js";
import { createTaskScheduler } from "../transport/task-scheduler.js";
import type { AuxiliaryOptions } from "./register-routes.js";

/** Their streams would stay open, and this server is stateless. */
const REFUSED_METHODS = ["subscriptions/listen"];
/** Methods that read the catalog. */
const COUNTED_METHODS = ["tools/call", "resources/read", "completion/complete"];
/** Maximum size of messages that nobody counts: reading one of 64 KiB takes 25 ms, of this size 2 ms. */
const MAX_UNCOUNTED_BYTES = 4096;
const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** Settings of the tools of coding assistants. */
export interface McpSettings {
  /** The version that the server names. */
  readonly version: string;
}

interface McpOptions
  extends Omit<AuxiliaryOptions, "polls" | "isOpen" | "isEdited" | "llms" | "otherPaths" | "compress">,
    McpSettings {
  /** Identifies and counts the caller. @throws ApiError */
  readonly admit: (request: FastifyRequest) => void | Promise<void>;
  /** Checks the caller's key without counting. @throws ApiError */
  readonly checkKey: (request: FastifyRequest) => void;
  readonly originOf: (request: FastifyRequest) => string;
  readonly images: ImageService;
  readonly render: RenderMode;
  readonly publicUrl: string | undefined;
}

/**
 * Registers POST /mcp: the Model Context Protocol over Streamable HTTP, without sessions. Each tool call, resource and
 * completion counts like a request of the API; other messages only need a valid key, if keys are needed. Errors of the
 * message get the responses of JSON-RPC, others as the API does.
 */
export function registerMcp(app: FastifyInstance, options: McpOptions): void {
  const { log, sendError, checkHead, checkKey, admit, isDraining, version, publicUrl } = options;
  const tasks = createTaskScheduler();
  void app.register(async (scope) => {
    scope.addHook("onRequest", (request, reply, done) => {
      request.arrived = performance.now();
      reply.headers({ "x-request-id": request.id, ...HEADERS.mcp });
      if (isDraining()) reply.header("connection", "close");
      checkHead(request.raw, request.originalUrl);
      checkPage(request, publicUrl);
      if (request.method !== "POST")
        throw new ApiError("method_not_allowed", "this path supports POST", { headers: { allow: "POST" } });
      checkKey(request);
      done();
    });
    scope.setErrorHandler((error: Error, request, reply) => {
      if (error instanceof MessageError) {
        const { statusCode, code, message } = error;
        reply.code(statusCode).send({ jsonrpc: "2.0", id: null, error: { code, message } });
      } else sendError(error, request, reply);
      log.followResponse(request, reply, reply.statusCode);
    });
    scope.route({
      method: scope.supportedMethods as "POST"[],
      url: MCP_PATH,
      async handler(request, reply) {
        await request.raw.keptBody?.arrived;
        const message = messageOf(request.raw.keptBody);
        if (COUNTED_METHODS.includes(message.method as string)) await admit(request);
        else refuseLarge(request.raw.keptBody, MAX_UNCOUNTED_BYTES);
        const host = (): ToolHost => hostOf(reply, options, tasks);
        const server = () => createMcpServer(version, host, (error) => toApiError(error as Error, request, log));
        const handler = createMcpHandler(server);
        const headers = new Headers(headersOf(request));
        const head = new Request(`http://localhost${MCP_PATH}`, { method: "POST", headers });
        const response = await handler.fetch(head, { parsedBody: message });
        const body = Buffer.from(await response.arrayBuffer());
        log.followResponse(request, reply, response.status);
        const type = response.headers.get("content-type");
        if (type !== null) reply.type(type);
        return reply.code(response.status).send(body);
      },
    });
  });
}

/**
 * Refuses pages of other origins: by DNS rebinding, a page could reach a server that only this machine can.
 *
 * @throws ApiError origin_not_allowed
 */
function checkPage({ raw }: FastifyRequest, publicUrl: string | undefined): void {
  const { origin } = raw.headers;
  if (origin === undefined) return;
  const url = parseUrl(origin);
  if (url !== undefined && LOCAL_HOSTS.includes(url.hostname)) return;
  if (url !== undefined && publicUrl !== undefined && url.origin === parseUrl(publicUrl)?.origin) return;
  throw new ApiError("origin_not_allowed", "pages of this origin may not use /mcp; --public-url allows its own origin");
}

/** A body that gets an error. The protocol defines the codes. */
class MessageError extends Error {
  readonly statusCode: number;
  readonly code: ProtocolErrorCode;

  constructor(statusCode: number, code: ProtocolErrorCode, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/** The message in a body. @throws MessageError unless it is a single one that this server understands */
function messageOf(body: KeptBody | undefined): { readonly method?: unknown } {
  refuseLarge(body, MAX_BODY_BYTES);
  const text = body?.bytes?.toString() ?? "";
  // The protocol's library recurses over messages.
  if (isTooDeep(text)) {
    const problem = `the body is nested more than ${MAX_LEVELS} levels deep`;
    throw new MessageError(400, ProtocolErrorCode.InvalidRequest, problem);
  }
  const message = parsed(text);
  if (typeof message !== "object" || message === null || Array.isArray(message)) {
    const problem = "the body is not a JSON-RPC message; send one message per request";
    throw new MessageError(400, ProtocolErrorCode.InvalidRequest, problem);
  }
  const { method } = message as { readonly method?: unknown };
  if (REFUSED_METHODS.includes(method as string)) {
    const problem = `${method} is not supported: this server is stateless`;
    throw new MessageError(400, ProtocolErrorCode.MethodNotFound, problem);
  }
  return message;
}

/** @throws MessageError if the body has more than `most` bytes */
function refuseLarge(body: KeptBody | undefined, most: number): void {
  if (body === undefined || (body.bytes !== undefined && body.bytes.length <= most)) return;
  throw new MessageError(413, ProtocolErrorCode.InvalidRequest, `the body has more than ${most} bytes`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MessageError(400, ProtocolErrorCode.ParseError, "the body is not JSON");
  }
}

function headersOf({ raw }: FastifyRequest): [string, string][] {
  const wanted = ["accept", "mcp-protocol-version", "mcp-method", "mcp-name"];
  const headers: [string, unknown][] = wanted.map((name) => [name, raw.headers[name]]);
  headers.push(["content-type", raw.keptBody?.type]);
  return headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
}

function hostOf(
  reply: FastifyReply,
  { catalog, originOf, images, render }: McpOptions,
  tasks: ReturnType<typeof createTaskScheduler>,
): ToolHost {
  const { request } = reply;
  const current = catalog();
  const { plan, keyId } = request.caller!;
  const checkRender = (): void => {
    if (render === "off") throw new ApiError("rendering_disabled", "this server renders no images on request");
    if (render === "keys" && keyId === undefined)
      throw new ApiError("missing_api_key", "images in this form need an API key");
  };
  return {
    catalog: current,
    origin: originOf(request),
    plan,
    async similar(wanted) {
      const { matches: search, ...others } = current.beginSimilar(wanted);
      const matches = await tasks.run(search, () => !request.raw.socket.destroyed);
      return { ...others, matches: matches ?? [] };
    },
    async image(id, options) {
      checkRender();
      const { variant, theme, fallback: _fallback, ...look } = options;
      const item = current.storedImage(id, { variant, theme });
      if (item === undefined) return undefined;
      const found = { generation: current.generation, id, which: `${variant ?? ""} ${theme ?? ""}`, item };
      return requestImage(images, reply, found, toImageRequest(look)).bytes();
    },
    async stack(stack, which, wanted) {
      checkRender();
      const found = { generation: current.generation, id: "stack", which, item: stack };
      return requestImage(images, reply, found, wanted).bytes();
    },
  };
}
