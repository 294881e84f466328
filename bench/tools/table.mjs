/** Prints rows of equal length in columns; numbers are right-aligned. */
export function printTable(head, rows) {
  const cells = [head, ...rows].map((row) => row.map((cell) => String(cell ?? "")));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  for (const row of cells) {
    const line = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    );
    console.log(line.join("  ").trimEnd());
  }
}

/** 1234567 as "1,234,567", 0.01234 as "0.0123". */
export function figure(value) {
  if (value === undefined || value === null) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en-US");
  if (size >= 10) return value.toFixed(1);
  if (size >= 1) return value.toFixed(2);
  return value.toPrecision(3);
}

/** Milliseconds in a suitable unit. */
export function duration(ms) {
  if (ms === undefined) return "–";
  if (ms >= 10_000) return `${figure(ms / 1000)} s`;
  if (ms >= 1) return `${figure(ms)} ms`;
  return `${figure(ms * 1000)} µs`;
}

export function megabytes(bytes) {
  return bytes === undefined ? "–" : `${figure(bytes / 1e6)} MB`;
}

/** 1000 as "1 k", 1000000 as "1 M". */
export function countName(count) {
  if (count % 1e6 === 0) return `${count / 1e6} M`;
  return count % 1000 === 0 ? `${count / 1000} k` : String(count);
}

/** Parses "1 M", "100k" or "1000", separated by commas. */
export function parseCounts(text) {
  return text.split(",").map((part) => {
    const [, digits, unit = ""] = /^\s*(\d+)\s*([kM]?)\s*$/.exec(part) ?? [];
    if (digits === undefined) throw new Error(`not a number of icons: ${part}`);
    return Number(digits) * { "": 1, k: 1e3, M: 1e6 }[unit];
  });
}
