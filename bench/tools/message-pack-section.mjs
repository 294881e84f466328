import { duration, figure } from "./table.mjs";

/** The section of the report on MessagePack, in the form of `sections`. */
export const messagePackSection = {
  title: "MessagePack beside JSON",
  text: "The same responses of the shipped dataset in both forms; bodies compressed as the server does.",
  tables: ({ results }) => [
    {
      title: "Bytes, JSON and MessagePack",
      head: ["response", "JSON", "MessagePack", "with gzip", "", "with brotli", ""],
      rows: results.map(({ response, json, packed }) => [
        response,
        ...["plain", "gzip", "brotli"].flatMap((form) => [figure(json[form]), figure(packed[form])]),
      ]),
    },
    {
      title: "Processor time of a response",
      head: [
        "response",
        "JSON to MessagePack",
        "brotli of JSON",
        "brotli of MessagePack",
        "reading JSON",
        "reading MessagePack",
      ],
      rows: results.map((row) => [
        row.response,
        ...[row.packMs, row.brotliJsonMs, row.brotliPackedMs, row.readJsonMs, row.readPackedMs].map(duration),
      ]),
    },
  ],
};
