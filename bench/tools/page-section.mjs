import { countName, duration, figure } from "./table.mjs";

/** The section of the report on the explorer page, in the form of `sections`. */
export const pageSection = {
  title: "The explorer page",
  text:
    "In headless Chromium, which draws with the processor: frame times compare, but say little of a real screen. Bytes are as they came over the wire, with headers, in a " +
    "browser that has visited nothing. Both search at each key; with a quota, the explorer waits 180 ms for the next one. Slow 3G: 400 kbit/s, and 400 ms for each response. The synthetic icons have no images. While the shipped dataset was measured, other work took most of the machine: times of keys and frames are too long there. The plain page puts its first " +
    "1,000 icons into the document as a whole, the explorer shows all.",
  tables: ({ results }) => [
    {
      title: "Weight and waiting",
      head: [
        "page",
        "icons",
        "KB to first paint",
        "requests",
        "KB in all",
        "requests",
        "first paint",
        "first result",
        "key to result",
      ],
      rows: results.map(({ page, icons, firstPaint, all, paintMs, firstResultMs, keyMs }) => [
        page,
        countName(icons),
        ...[firstPaint, all].flatMap(({ bytes, requests }) => [figure(bytes / 1000), figure(requests)]),
        ...[paintMs, firstResultMs, keyMs].map(duration),
      ]),
    },
    {
      title: "Over slow 3G",
      head: ["page", "icons", "first paint", "first result", "first image", "all images in view"],
      rows: results.map(({ page, icons, slow }) => [
        page,
        countName(icons),
        ...[slow.paintMs, slow.firstResultMs, slow.firstImageMs, slow.imagesMs].map(duration),
      ]),
    },
    {
      title: "Frames while scrolling: milliseconds between two, and the share of 60 a second that was dropped",
      head: ["page", "icons", "by", "p50", "p99", "longest", "dropped"],
      rows: results.flatMap((row) =>
        ["wheel", "drag"].map((way) => {
          const { p50, p99, longest, dropped } = row[way];
          return [
            row.page,
            countName(row.icons),
            way,
            ...[p50, p99, longest].map(figure),
            `${figure(dropped * 100)} %`,
          ];
        }),
      ),
    },
  ],
};
