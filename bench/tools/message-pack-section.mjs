import { duration, figure } from "./table.mjs";

/** The section of the report on MessagePack, in the form of `sections`. */
export const messagePackSection = {
  title: "MessagePack beside JSON",
  text: "The same answers of the shipped dataset in both forms; bodies compressed as the server does.",
  tables: ({ results }) => [
    {
      title: "Bytes, JSON and MessagePack",
      head: ["answer", "JSON", "MessagePack", "with gzip", "", "with brotli", ""],
      rows: results.map(({ answer, json, packed }) => [
        answer,
        ...["plain", "gzip", "brotli"].flatMap((form) => [figure(json[form]), figure(packed[form])]),
      ]),
    },
    {
      title: "Processor time of an answer",
      head: [
        "answer",
        "JSON to MessagePack",
        "brotli of JSON",
        "brotli of MessagePack",
        "reading JSON",
        "reading MessagePack",
      ],
      rows: results.map((row) => [
        row.answer,
        ...[row.packMs, row.brotliJsonMs, row.brotliPackedMs, row.readJsonMs, row.readPackedMs].map(duration),
      ]),
    },
  ],
};
