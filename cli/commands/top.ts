import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import { parseUrl } from "../../src/platform/parse-url.js";
import { jsonOption, keysOption, option, splitAddress, usageOption, wholeNumber } from "../options/options.js";
import { addQuotaOptions, type QuotaFlags } from "../options/plan-options.js";
import { escapeControls, jsonText, paint, print, printNote } from "../terminal/output.js";
import { openKeyCounts } from "../top/key-counts.js";
import { compareSnapshots, REPORT_HEAD, type Report, reportLine } from "../top/report.js";
import { drawScreen } from "../top/screen.js";
import { takeSnapshot } from "../top/snapshot.js";
import { takeTerminal } from "../top/terminal.js";

/** Maximum number of bars on the screen. */
const KEPT_REPORTS = 60;

interface TopFlags extends QuotaFlags {
  readonly metrics: URL;
  readonly keys: string;
  readonly usage: string;
  readonly interval: number;
  readonly once?: boolean;
  readonly json?: boolean;
}

export function topCommand(): Command {
  return addQuotaOptions(new Command("top"))
    .addOption(
      option(
        "--metrics <address>",
        "metrics address of the server (its --metrics)",
        metricsUrl("127.0.0.1:9464"),
      ).argParser(metricsUrl),
    )
    .addOption(keysOption())
    .addOption(usageOption())
    .addOption(option("--interval <seconds>", "time between two readings", 1).argParser(wholeNumber(1, 3600)))
    .addOption(option("--once", "read for one interval, then exit"))
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nPress q or Ctrl-C to quit. When piped, it prints one line per interval. Keys are shown if the key and usage files are readable.\n\nExamples:\n  icons top\n  icons top --metrics http://127.0.0.1:9464 --keys /srv/keys.json --usage /srv/usage.bin\n  icons top --once --json | jq .requests",
    )
    .action((flags: TopFlags) => (process.stdout.isTTY && !flags.json ? showOnTerminal(flags) : printReports(flags)));
}

/**
 * Yields a report per interval until a signal stops it. A server that answered once may be unreachable for a while, for
 * example during a restart.
 *
 * @param onMissed called if the server can't be reached
 * @throws Error if the first request fails
 */
async function* followReports(
  { metrics, keys, usage, interval, once, ...quotas }: TopFlags,
  onMissed: (error: Error) => void,
  signal?: AbortSignal,
): AsyncGenerator<Report> {
  const keyCounts = openKeyCounts(keys, usage, quotas);
  let before = await takeSnapshot(metrics, keyCounts);
  do {
    await sleep(interval * 1000, undefined, { signal }).catch(() => undefined);
    if (signal?.aborted) return;
    try {
      const after = await takeSnapshot(metrics, keyCounts);
      yield compareSnapshots(before, after);
      before = after;
    } catch (error) {
      if (once) throw error;
      onMissed(error as Error);
    }
  } while (!once);
}

async function printReports(flags: TopFlags): Promise<void> {
  let head = flags.json ? [] : [REPORT_HEAD];
  for await (const report of followReports(flags, ({ message }) => printNote(message))) {
    for (const line of [...head, flags.json ? jsonText(report) : reportLine(report)]) print(line);
    head = [];
  }
}

async function showOnTerminal(flags: TopFlags): Promise<void> {
  const { origin } = flags.metrics;
  const ending = new AbortController();
  const kept: Report[] = [];
  if (flags.once) {
    for await (const report of followReports(flags, () => undefined)) kept.push(report);
    for (const line of drawScreen(kept, origin, { columns: process.stdout.columns || 80, rows: Infinity })) print(line);
    return;
  }
  const terminal = takeTerminal(() => ending.abort());
  const draw = (): void => terminal.draw(kept.length > 0 ? drawScreen(kept, origin, terminal.size) : []);
  const missed = ({ message }: Error): void =>
    terminal.draw([paint("red", escapeControls(message).slice(0, terminal.size.columns))]);
  terminal.onResize(draw);
  try {
    for await (const report of followReports(flags, missed, ending.signal)) {
      kept.push(report);
      if (kept.length > KEPT_REPORTS) kept.shift();
      draw();
    }
  } finally {
    terminal.restore();
  }
}

/**
 * Parses the location of the metrics: a URL with or without path, or just host and port, as `icons serve --metrics`
 * accepts it.
 */
function metricsUrl(text: string): URL {
  const address = splitAddress(text) === undefined ? text : `http://${text}`;
  const url = parseUrl(address);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError(
      "Give the metrics address of the server (its --metrics), such as http://127.0.0.1:9464.",
    );
  if (url.pathname === "/") url.pathname = "/metrics";
  return url;
}
