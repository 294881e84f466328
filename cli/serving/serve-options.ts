import type { Command } from "commander";
import { TIERS, type Tier } from "../../src/access/key.js";
import type { RequestLimits } from "../../src/http/request-limits.js";
import {
  addresses,
  jsonOption,
  keysOption,
  metricsAddress,
  option,
  publicUrl,
  quotaOption,
  usageOption,
  wholeNumber,
} from "../options.js";
import { addLimitOptions } from "./limit-options.js";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** The options of a serving process. */
export interface ServeFlags extends RequestLimits {
  readonly host: string;
  readonly port: number;
  readonly keys: string;
  readonly usage: string;
  readonly quota?: string;
  readonly quotaAway: "open" | "closed";
  readonly quotaTimeout: number;
  readonly anonymous: "off" | Tier;
  readonly publicUrl?: string;
  readonly trustProxy?: string;
  /** Host and port, or `off`. */
  readonly metrics: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** Adds the flags that `serve` and `dev` share. */
export function addServeOptions(command: Command, anonymous: ServeFlags["anonymous"]): Command {
  command
    .addOption(option("--host <address>", "address to listen on", "127.0.0.1"))
    .addOption(option("--port <n>", "port to listen on; 0 chooses a free one", 3000).argParser(wholeNumber(0, 65_535)))
    .addOption(keysOption())
    .addOption(usageOption())
    .addOption(quotaOption())
    .addOption(
      option(
        "--quota-away <how>",
        "while Redis is unavailable: open counts on each machine in its usage file, closed answers 503 to limited plans",
        "open",
      ).choices(["open", "closed"]),
    )
    .addOption(
      option(
        "--quota-timeout <ms>",
        "how long a request waits for Redis before Redis counts as unavailable",
        100,
      ).argParser(wholeNumber(1, 2000)),
    )
    .addOption(option("--anonymous <plan>", "plan of callers without an API key", anonymous).choices(["off", ...TIERS]))
    .addOption(
      option("--public-url <url>", "public address of the service (default: taken from each request)").argParser(
        publicUrl,
      ),
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
    .addOption(option("--log-level <level>", "minimum log level", "info").choices(LOG_LEVELS))
    .addOption(option("--config <file>", "configuration file (default: icons.config.json, if present)"))
    .addOption(option("--print-config", "print the effective settings and their sources, then exit"))
    .addOption(jsonOption());
  return addLimitOptions(command);
}
