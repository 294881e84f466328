const FORM =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/**
 * Whether text is an ISO 8601 date (00:00 UTC) or a time with its zone, on a day that the calendar has. `Date.parse` takes 31 February for
 * 3 March, and a time without a zone for that of this machine.
 */
export function isIsoTime(text: string): boolean {
  const [, year, month, day] = FORM.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.toISOString().startsWith(`${year}-${month}-${day}`) && !Number.isNaN(Date.parse(text));
}
