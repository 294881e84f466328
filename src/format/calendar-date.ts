/** Whether a date that matches its pattern exists, such as 2024-02-29 but not 2023-02-29. */
export function isCalendarDate(date: string): boolean {
  const time = Date.parse(date);
  // Date.parse reads 31 February as 3 March.
  return !Number.isNaN(time) && new Date(Date.parse(date.slice(0, 10))).toISOString().startsWith(date.slice(0, 10));
}
