import type { Command } from "commander";
import { DEFAULT_LIMITS, type RequestLimits } from "../../src/http/request-limits.js";
import { option, wholeNumber } from "../options.js";

/** Flag, meaning, least value; named after the limit that it sets. */
const FLAGS: [limit: keyof RequestLimits, flag: string, meaning: string, least: number][] = [
  ["maxUrlBytes", "--max-url-bytes <n>", "length of a URL; more: 414", 100],
  ["maxHeaderBytes", "--max-header-bytes <n>", "headers together; more: 431", 500],
  ["maxHeaders", "--max-headers <n>", "number of headers; more: 431", 10],
  ["maxParameters", "--max-parameters <n>", "number of query parameters; more: 400", 10],
  ["requestTimeout", "--request-timeout <ms>", "for a request to arrive in full; later: 408", 100],
  ["headersTimeout", "--headers-timeout <ms>", "for its head to arrive; later: 408", 100],
  ["keepAliveTimeout", "--keep-alive-timeout <ms>", "for a connection between requests", 100],
  ["maxConnections", "--max-connections <n>", "open at once, in each process; more: 503", 1],
  ["maxPipelined", "--max-pipelined <n>", "requests of a connection under way at once; more wait", 1],
  [
    "maxWaitingBytes",
    "--max-waiting-bytes <n>",
    "answers unread by one client; beyond it its next request waits",
    1024,
  ],
  [
    "maxWaitingTotal",
    "--max-waiting-total <n>",
    "bytes waiting in all connections; beyond it the slowest are closed",
    1 << 20,
  ],
  ["answerTimeout", "--answer-timeout <ms>", "for a client to take 16 KiB of its answers; slower: closed", 100],
];

/** Adds a flag for each limit of what clients may send. */
export function addLimitOptions(command: Command): Command {
  for (const [limit, flag, meaning, least] of FLAGS) {
    const made = option(flag, meaning, DEFAULT_LIMITS[limit]).argParser(wholeNumber(least));
    command.addOption(made.helpGroup("Limits of requests:"));
  }
  return command;
}
