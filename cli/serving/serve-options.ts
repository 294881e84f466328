import { type Command, InvalidArgumentError } from "commander";
import { TIERS, type Tier } from "../../src/access/key.js";
import { normalOrigin, OriginError } from "../../src/access/origins.js";
import {
  LAYOUT_FALLBACKS,
  LAYOUT_NAMES,
  type LayoutFallback,
  parseLayout,
  parseLayouts,
} from "../../src/http/contract/layouts.js";
import { DEFAULT_ICONIFY_PREFIX } from "../../src/http/iconify/settings.js";
import { DEFAULT_LIMITS, type RequestLimits } from "../../src/http/transport/limits.js";
import { RENDER_MODES, type RenderMode } from "../../src/images/render-mode.js";
import { availableCores } from "../../src/platform/cores.js";
import {
  addresses,
  collect,
  collectOf,
  jsonOption,
  keysOption,
  metricsAddress,
  option,
  publicUrl,
  quotaOption,
  usageOption,
  wholeNumber,
} from "../options/options.js";
import { addPlanOptions, type PlanFlags } from "../options/plan-options.js";
import { checkedRedisUrl } from "../options/redis-url.js";
import { UsageError } from "../process/failure.js";
import { LOG_FORMATS, LOG_LEVELS, type LogFlags } from "./logger.js";

/** Limit, flag, description, minimum. */
const FLAGS: [limit: keyof RequestLimits, flag: string, meaning: string, least: number][] = [
  ["maxUrlBytes", "--max-url-bytes <n>", "maximum length of a URL; longer: 414", 100],
  ["maxHeaderBytes", "--max-header-bytes <n>", "maximum size of all headers; larger: 431", 500],
  ["maxHeaders", "--max-headers <n>", "maximum number of headers; more: 431", 10],
  ["maxParameters", "--max-parameters <n>", "maximum number of query parameters; more: 400", 10],
  ["requestTimeout", "--request-timeout <ms>", "time for a whole request to arrive; later: 408", 100],
  ["headersTimeout", "--headers-timeout <ms>", "time for the request headers to arrive; later: 408", 100],
  ["keepAliveTimeout", "--keep-alive-timeout <ms>", "idle time of a connection between requests", 100],
  ["maxConnections", "--max-connections <n>", "open connections per process; more: 503", 1],
  [
    "maxWaitingTotal",
    "--max-waiting-total <n>",
    "unread bytes of all connections; beyond that, the slowest are closed",
    1 << 20,
  ],
  [
    "responseTimeout",
    "--response-timeout <ms>",
    "close connections that read less than 16 KiB of a pending response in this time",
    100,
  ],
];

const MAX_WORKERS = 256;

/** The options of a serving process. */
export interface ServeFlags extends RequestLimits, LogFlags, PlanFlags {
  readonly host: string;
  readonly port: number;
  readonly keys: string;
  readonly usage: string;
  readonly quota?: string;
  readonly quotaAway: "open" | "closed";
  readonly quotaTimeout: number;
  readonly anonymous: "off" | Tier;
  readonly render: RenderMode;
  readonly monogram?: boolean;
  readonly fallbackOrigins?: readonly string[];
  readonly iconify?: boolean;
  readonly iconifyPrefix: string;
  readonly iconifyPath: string;
  readonly mcp?: boolean;
  readonly layout?: readonly string[];
  readonly layoutFallback?: readonly LayoutFallback[];
  readonly publicUrl?: string;
  readonly trustProxy?: string;
  /** Host and port, or `off`. */
  readonly metrics: string;
  /** Number of processes that serve together; undefined for only this one. */
  readonly workers?: number;
}

/** Adds the flags that `serve` and `dev` share. */
export function addServeOptions(
  command: Command,
  anonymous: ServeFlags["anonymous"],
  logLevel: ServeFlags["logLevel"] = "info",
): Command {
  command
    .addOption(option("--host <address>", "address to listen on", "127.0.0.1"))
    .addOption(option("--port <n>", "port to listen on; 0 chooses a free one", 3000).argParser(wholeNumber(0, 65_535)))
    .addOption(keysOption())
    .addOption(usageOption())
    .addOption(quotaOption())
    .addOption(
      option(
        "--quota-away <how>",
        "while Redis is unavailable: open counts on each machine in its usage file, closed responds to limited plans with 503",
        "open",
      ).choices(["open", "closed"]),
    )
    .addOption(
      option("--quota-timeout <ms>", "time to wait for Redis before treating it as down", 100).argParser(
        wholeNumber(1, 2000),
      ),
    )
    .addOption(option("--anonymous <plan>", "plan of callers without an API key", anonymous).choices(["off", ...TIERS]))
    .addOption(
      option(
        "--render <who>",
        "who may request images in forms other than SVG and the default WebP: everyone, callers with a key, nobody",
        "open",
      ).choices(RENDER_MODES),
    )
    .addOption(option("--monogram", "serve images with fallback=monogram for unknown ids, too"))
    .addOption(
      option(
        "--fallback-origins <origins>",
        "origins to which fallback=URL may redirect requests for missing images, comma-separated",
      ).argParser(origins),
    )
    .addOption(option("--iconify", "serve the Iconify API as well, for its components and plugins"))
    .addOption(
      option(
        "--iconify-prefix <prefix>",
        "Iconify prefix for icons whose id has no prefix",
        DEFAULT_ICONIFY_PREFIX,
      ).argParser(iconPrefix),
    )
    .addOption(
      option("--iconify-path <path>", "path below which the Iconify API is, such as /iconify", "/").argParser(urlPath),
    )
    .addOption(option("--mcp", "serve the tools of coding assistants at /mcp: MCP over Streamable HTTP"))
    .addOption(
      option(
        "--layout <layouts>",
        `serve images under the paths of these collections and services as well, each at the root or below a path, such as selfhst,simple-icons=/si: any of ${LAYOUT_NAMES.join(", ")}`,
      ).argParser(layouts),
    )
    .addOption(
      option(
        "--layout-fallback <forms>",
        `what layouts return instead of a missing SVG, and of an unknown icon: any of ${LAYOUT_FALLBACKS.join(", ")}`,
      ).argParser(collectOf(LAYOUT_FALLBACKS)),
    )
    .addOption(
      option(
        "--public-url <url>",
        "public address of the service, with its path if any (default: taken from each request)",
      ).argParser(publicUrl),
    )
    .addOption(
      option(
        "--trust-proxy <addresses>",
        "proxies whose X-Forwarded-* and X-Request-Id headers are trusted: addresses or networks, comma-separated",
      ).argParser(addresses),
    )
    .addOption(
      option(
        "--metrics <address>",
        "address that serves Prometheus metrics at /metrics, such as 127.0.0.1:9464",
        "off",
      ).argParser(metricsAddress),
    )
    .addOption(option("--log-level <level>", "minimum log level", logLevel).choices(LOG_LEVELS))
    .addOption(
      option("--log-format <format>", "form of the log (default: pretty on a terminal, else json)").choices(
        LOG_FORMATS,
      ),
    )
    .addOption(option("--config <file>", "configuration file (default: icons.config.json, if present)"))
    .addOption(option("--print-config", "print the effective settings and their sources, then exit"))
    .addOption(jsonOption());
  return addLimitOptions(addPlanOptions(command)).hook("preAction", checkFlags);
}

/** @throws UsageError if --quota is no address of Redis, or layouts or the Iconify API would serve the same paths */
function checkFlags(command: Command): void {
  const { layout = [], iconify, iconifyPath, quota } = command.opts<ServeFlags>();
  if (quota !== undefined) checkedRedisUrl(quota);
  try {
    parseLayouts(layout, iconify ? iconifyPath.replace(/^\/$/, "") : undefined);
  } catch (error) {
    throw new UsageError(`--layout: ${(error as Error).message}`);
  }
}

/** Parses layouts, which may be comma-separated; `checkFlags` compares them. */
function layouts(text: string, previous?: readonly string[]): string[] {
  try {
    for (const layout of collect(text)) parseLayout(layout);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
  return collect(text, previous);
}

/** Adds a flag for each request limit. */
function addLimitOptions(command: Command): Command {
  for (const [limit, flag, meaning, least] of FLAGS) {
    const made = option(flag, meaning, DEFAULT_LIMITS[limit]).argParser(wholeNumber(least));
    command.addOption(made.helpGroup("Request limits:"));
  }
  return command;
}

/** Parses a prefix of Iconify icons. */
function iconPrefix(text: string): string {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)) return text;
  throw new InvalidArgumentError("Give lower-case letters, digits and single dashes, such as apps.");
}

/** Parses comma-separated origins. */
function origins(text: string): string[] {
  try {
    return collect(text).map(normalOrigin);
  } catch (error) {
    throw error instanceof OriginError ? new InvalidArgumentError(`${error.message}.`) : error;
  }
}

/** Parses a path that others are appended to. */
function urlPath(text: string): string {
  if (/^\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?$/.test(text)) return text;
  throw new InvalidArgumentError("Give a path without a slash at its end, such as /iconify.");
}

/** Parses a number of workers; `auto` is one for each core available to this process. */
export function workerCount(text: string): number {
  return text === "auto" ? Math.min(availableCores(), MAX_WORKERS) : wholeNumber(1, MAX_WORKERS)(text);
}
