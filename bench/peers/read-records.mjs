import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** The records of an NDJSON file, one after the other. */
export async function* readRecords(file) {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    yield JSON.parse(line);
  }
}

/** All records of an NDJSON file. */
export async function loadRecords(file) {
  const records = [];
  for await (const record of readRecords(file)) records.push(record);
  return records;
}
