// Indexes NDJSON with FlexSearch in memory, without storing records: node flexsearch-index.mjs DATA.ndjson
import { Index } from "flexsearch";
import { readRecords } from "./read-records.mjs";
import { INDEX_OPTIONS, textOf } from "./text.mjs";

const index = new Index(INDEX_OPTIONS);
let ordinal = 0;
for await (const record of readRecords(process.argv[2])) index.add(ordinal++, textOf(record));
