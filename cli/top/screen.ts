import { escapeControls, formatBytes, paint, type Style } from "../terminal/output.js";
import type { Pace, Report } from "./report.js";

const BARS = [..."▁▂▃▄▅▆▇█"];

/** Text and its style. */
type Piece = readonly [text: string, style?: Style];

/** The available space. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const NAME_WIDTH = 12;
const FIGURE_WIDTH = 10;
const ROUTE_WIDTH = 24;
const MAX_SPARKS = 60;

/**
 * Draws the activity of a server, as lines that fit.
 *
 * @param reports the last one is shown in figures, all of them as bars
 * @param address their source
 */
export function drawScreen(reports: readonly Report[], address: string, size: Size): string[] {
  const report = reports.at(-1)!;
  const sparks = Math.min(MAX_SPARKS, size.columns - NAME_WIDTH - FIGURE_WIDTH - 2);
  const course = (name: string, text: string, figureOf: (report: Report) => number | undefined): Piece[] => [
    [name.padEnd(NAME_WIDTH), "dim"],
    [text.padStart(FIGURE_WIDTH), "bold"],
    [`  ${sparkline(reports.map(figureOf), sparks)}`, "cyan"],
  ];
  const lines: Piece[][] = [
    [
      ["icons top", "bold"],
      [`  ${address}  ${report.time.slice(11, 19)} UTC`, "dim"],
    ],
    [[describeGeneration(report)]],
    [[describeProcess(report), "dim"]],
    [],
    course("requests", `${rateText(report.requests.perSecond)}/s`, ({ requests }) => requests.perSecond),
    course("p50", durationText(report.requests.p50), ({ requests }) => requests.p50),
    course("p99", durationText(report.requests.p99), ({ requests }) => requests.p99),
    course("loop p99", durationText(report.eventLoopP99), ({ eventLoopP99 }) => eventLoopP99),
    [],
    [["status".padEnd(NAME_WIDTH), "dim"], ...ratePieces(report.statuses, statusStyle)],
    [["refused".padEnd(NAME_WIDTH), "dim"], ...ratePieces(report.errors, () => "yellow")],
    [],
    [[`${"route".padEnd(ROUTE_WIDTH)}${rightOf("req/s", "p50", "p99")}`, "dim"]],
    ...report.routes.map(({ route, ...pace }): Piece[] => [[route.padEnd(ROUTE_WIDTH)], [paceText(pace)]]),
    [],
    ...keyLines(report),
  ];
  return lines.slice(0, size.rows).map((pieces) => cutToWidth(pieces, size.columns));
}

function describeGeneration({ generation: { names, icons, builtAt } }: Report): string {
  if (names.length === 0) return "no generation is served";
  const built = builtAt === undefined ? "" : `, built ${agoText(builtAt, Date.now())}`;
  return `generation ${names.join(" and ")}, ${(icons ?? 0).toLocaleString("en")} icons${built}`;
}

function describeProcess({ process: { version, workers, residentBytes, cores, descriptors } }: Report): string {
  const parts = [
    `version ${version ?? "?"}`,
    ...(workers === undefined ? [] : [`${workers} workers`]),
    `${Math.round(cores * 100)} % of a core`,
    ...(residentBytes === undefined ? [] : [`${formatBytes(residentBytes)} resident`]),
    ...(descriptors === undefined ? [] : [`${descriptors} descriptors`]),
  ];
  return parts.join(", ");
}

function paceText({ perSecond, p50, p99 }: Pace): string {
  return rightOf(rateText(perSecond), durationText(p50), durationText(p99));
}

function rightOf(...cells: readonly string[]): string {
  return cells.map((cell) => cell.padStart(FIGURE_WIDTH)).join("");
}

function ratePieces(rates: Readonly<Record<string, number>>, styleOf: (name: string) => Style): Piece[] {
  const pieces = Object.entries(rates).map(([name, rate]): Piece => [`${name} ${rateText(rate)}/s   `, styleOf(name)]);
  return pieces.length === 0 ? [["–", "dim"]] : pieces;
}

function statusStyle(status: string): Style {
  if (status >= "500") return "red";
  return status >= "400" ? "yellow" : "green";
}

function keyLines({ keys }: Report): Piece[][] {
  if (keys.length === 0) return [];
  return [
    [[`${"key".padEnd(NAME_WIDTH + 2)}${"plan".padEnd(6)}${rightOf("req/s", "counted")}  name`, "dim"]],
    ...keys.map(({ id, tier, name = "", perSecond, count, perDay }): Piece[] => [
      [id.padEnd(NAME_WIDTH + 2)],
      [tier.padEnd(6)],
      [
        rightOf(rateText(perSecond), perDay === undefined ? count.toLocaleString("en") : `${count}/${perDay}`),
        perSecond > 0 ? "bold" : "dim",
      ],
      [`  ${name}`],
    ]),
  ];
}

/** One line, cut at the edge. */
function cutToWidth(pieces: readonly Piece[], columns: number): string {
  let left = columns;
  let line = "";
  for (const [text, style] of pieces) {
    const shown = escapeControls(text).slice(0, left);
    left -= shown.length;
    line += style === undefined ? shown : paint(style, shown);
  }
  return line;
}

/** The latest values as bars relative to the highest; blank for missing values. */
function sparkline(values: readonly (number | undefined)[], width: number): string {
  const shown = values.slice(-width);
  const highest = Math.max(...shown.map((value) => value ?? 0));
  const bar = (value: number | undefined): string => {
    if (value === undefined) return " ";
    return BARS[highest > 0 ? Math.round((value / highest) * (BARS.length - 1)) : 0]!;
  };
  return shown.map(bar).join("").padStart(width);
}

/** A duration for people, with at most four characters before the unit: 120 µs, 1.4 ms, 250 ms, 2.5 s. */
function durationText(seconds: number | undefined): string {
  if (seconds === undefined) return "–";
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  return seconds < 1 ? `${short(seconds * 1000)} ms` : `${short(seconds)} s`;
}

/** A rate for people: 0, 0.3, 12, 1,234. */
function rateText(perSecond: number): string {
  if (perSecond === 0) return "0";
  return perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString("en");
}

/** The time since an event: 40 s, 12 min, 5 h, 3 d. */
function agoText(time: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  const units = [
    ["d", 86_400],
    ["h", 3600],
    ["min", 60],
  ] as const;
  const [unit, size] = units.find(([, size]) => seconds >= 2 * size) ?? ["s", 1];
  return `${Math.floor(seconds / size)} ${unit} ago`;
}

function short(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
