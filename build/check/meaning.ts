import type { SourceRecord } from "./source-record.js";
import type { Finding } from "./validate.js";

/** Shares are rounded by whoever writes them. */
const SHARE_TOLERANCE = 0.01;

/** What a schema can't say: dates that exist, order, sums, and texts that would not survive as they stand. */
export function checkMeaning(record: SourceRecord, text: string): Finding[] {
  return [...checkDates(record), ...checkHistory(record), ...checkShares(record), ...checkText(record, text)];
}

function checkDates({ updatedAt, versionHistory = [] }: SourceRecord): Finding[] {
  const dates = [
    { path: ["updatedAt"], value: updatedAt },
    ...versionHistory.map(({ date }, at) => ({ path: ["versionHistory", at, "date"], value: date })),
  ];
  return dates
    .filter(({ value }) => value !== undefined && !exists(value))
    .map(({ path, value }) => ({
      path,
      value,
      message: "is no date of the calendar",
      remedy: "Mend the month or the day.",
    }));
}

function exists(date: string): boolean {
  const time = Date.parse(date);
  // Date.parse takes 31 February for 3 March.
  return !Number.isNaN(time) && new Date(Date.parse(date.slice(0, 10))).toISOString().startsWith(date.slice(0, 10));
}

function checkHistory({ versionHistory = [] }: SourceRecord): Finding[] {
  return versionHistory.flatMap(({ date }, at) => {
    const before = versionHistory[at - 1]?.date ?? date;
    const known = Math.min(before.length, date.length);
    if (before.slice(0, known) >= date.slice(0, known)) return [];
    return [
      {
        path: ["versionHistory", at, "date"],
        value: date,
        message: "is later than the entry before it",
        remedy: "Put the newest entry first.",
      },
    ];
  });
}

function checkShares({ colorPalette = [] }: SourceRecord): Finding[] {
  const sum = colorPalette.reduce((total, { share }) => total + share, 0);
  if (colorPalette.length === 0 || Math.abs(sum - 1) <= SHARE_TOLERANCE) return [];
  return [
    {
      path: ["colorPalette"],
      value: sum,
      message: "has shares that do not add up to 1",
      remedy: "Make the shares parts of a whole.",
    },
  ];
}

function checkText(record: SourceRecord, text: string): Finding[] {
  // Without escapes, and with as many keys as colons, nothing can have been lost.
  if (!/\\u|__proto__/.test(text) && keysIn(text) === countKeys(record)) return [];
  const compact = JSON.stringify(record);
  const findings: Finding[] = [];
  if (/\\ud[89a-f][0-9a-f]{2}/i.test(compact)) {
    findings.push({
      path: [],
      message: "has half of a character (a lone surrogate)",
      remedy: "Write the whole character.",
    });
  }
  if (keysIn(text) !== keysIn(compact)) {
    findings.push({ path: [], message: "has a field twice in one object", remedy: "Keep one of the two." });
  }
  if (compact.includes('"__proto__":')) {
    findings.push({
      path: [],
      message: "has a field __proto__, which can't be kept",
      remedy: "Give the field another name.",
    });
  }
  return findings;
}

/** Colons behind closing quotes: as many in a record's text as in what was parsed from it, unless a key was lost. */
function keysIn(json: string): number {
  return json.match(/"\s*:/g)?.length ?? 0;
}

function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  for (const item of Object.values(value)) count += countKeys(item);
  return Array.isArray(value) ? count : count + Object.keys(value).length;
}
