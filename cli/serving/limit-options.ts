import type { Command } from "commander";
import { DEFAULT_LIMITS, type RequestLimits } from "../../src/http/request-limits.js";
import { option, wholeNumber } from "../options.js";

/** Limit, flag, meaning, minimum. */
const FLAGS: [limit: keyof RequestLimits, flag: string, meaning: string, least: number][] = [
  ["maxUrlBytes", "--max-url-bytes <n>", "maximum length of a URL; longer: 414", 100],
  ["maxHeaderBytes", "--max-header-bytes <n>", "maximum size of all headers; larger: 431", 500],
  ["maxHeaders", "--max-headers <n>", "maximum number of headers; more: 431", 10],
  ["maxParameters", "--max-parameters <n>", "maximum number of query parameters; more: 400", 10],
  ["requestTimeout", "--request-timeout <ms>", "time for a whole request to arrive; later: 408", 100],
  ["headersTimeout", "--headers-timeout <ms>", "time for the request headers to arrive; later: 408", 100],
  ["keepAliveTimeout", "--keep-alive-timeout <ms>", "idle time of a connection between requests", 100],
  ["maxConnections", "--max-connections <n>", "open connections per process; more: 503", 1],
  ["maxPipelined", "--max-pipelined <n>", "concurrent requests per connection; more wait", 1],
  [
    "maxWaitingBytes",
    "--max-waiting-bytes <n>",
    "unread answer bytes per connection; beyond that, its next request waits",
    1024,
  ],
  [
    "maxWaitingTotal",
    "--max-waiting-total <n>",
    "unread bytes of all connections; beyond that, the slowest are closed",
    1 << 20,
  ],
  ["answerTimeout", "--answer-timeout <ms>", "time for a client to read 16 KiB of its answers; slower: closed", 100],
];

/** Adds a flag for each request limit. */
export function addLimitOptions(command: Command): Command {
  for (const [limit, flag, meaning, least] of FLAGS) {
    const made = option(flag, meaning, DEFAULT_LIMITS[limit]).argParser(wholeNumber(least));
    command.addOption(made.helpGroup("Request limits:"));
  }
  return command;
}
