import { InvalidArgumentError } from "commander";

const UNITS_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;
/** Longer periods may result in dates that JavaScript can't represent. */
const MAX_DAYS = 36_500;

/** Parses a period, such as 90d, 24h, 30m, 15s or 0, into milliseconds; commander reports invalid values. */
export function period(text: string): number {
  const ms = msOf(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError(`Give a number followed by s, m, h or d, such as 24h, of at most ${MAX_DAYS}d.`);
}

/** Parses a time in the future: a date (its beginning in UTC), a time with its zone, or a period from now. */
export function futureTime(text: string): Date {
  const ms = msOf(text);
  const time = ms === undefined ? timeOf(text) : new Date(Date.now() + ms);
  if (time !== undefined && time.getTime() > Date.now()) return time;
  throw new InvalidArgumentError(
    "Give a time in the future: a date such as 2027-01-31 (00:00 UTC), a time such as 2027-01-31T12:00Z, or a period such as 90d.",
  );
}

function msOf(text: string): number | undefined {
  const [, digits, unit] = /^(\d+)([smhd])$/.exec(text === "0" ? "0s" : text) ?? [];
  if (digits === undefined) return undefined;
  const ms = Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS];
  return ms <= MAX_DAYS * UNITS_MS.d ? ms : undefined;
}

/** JavaScript reads the 31st of a shorter month as a day of the next one. */
function timeOf(text: string): Date | undefined {
  const time = new Date(text);
  const day = new Date(`${text.slice(0, 10)}T00:00Z`);
  const exists = DATE.test(text) && !Number.isNaN(time.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
  return exists ? time : undefined;
}
