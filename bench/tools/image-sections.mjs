import { duration, figure, megabytes } from "./table.mjs";

/** Sections of the report about images: analyzing, storing and serving them. */
export const imageSections = {
  image: {
    title: "Image analysis",
    text: "Hash, shape descriptor, palette, labels, style and the image to store, compared with sharp only rendering a drawing once into a square of 128 pixels, or only decoding a PNG file. Each in a process of its own; they take turns at each image.",
    tables: ({ results }) => [
      {
        title: "Mean CPU time per image",
        head: [
          "images",
          "number",
          "analysis",
          "of which shape descriptor",
          "rendering alone",
          "analysis / rendering",
          "without placing it in the square",
        ],
        rows: results.map((row) => [
          row.kind,
          row.pictures,
          ...[row.analysisMs, row.descriptorMs, row.renderingMs].map(duration),
          ...[row.ofRendering, row.ofUnplaced].map(figure),
        ]),
      },
    ],
  },
  "first-build": {
    title: "First build",
    text: "Iconify icons built into an empty folder, with a new cache. Then a sample of them rendered with both renderers at 128 pixels.",
    tables: ({ built, renderers }) => [
      {
        title: "Build",
        head: ["icons", "CPU time / icon", "seconds", "peak memory", "artifacts / icon", "of which images"],
        rows: [
          [
            built.icons,
            duration(built.msPerIcon),
            figure(built.seconds),
            megabytes(built.peakBytes),
            `${figure(built.bytesPerIcon)} B`,
            `${figure(built.imageBytesPerIcon)} B`,
          ],
        ],
      },
      {
        title: "Renderers",
        head: ["icons", "visibly different", "resvg", "sharp"],
        rows: [[renderers.icons, renderers.different, duration(renderers.resvgMs), duration(renderers.sharpMs)]],
      },
    ],
  },
  renderers: {
    title: "Renderers",
    text: "Every drawing of Iconify at 128 pixels as builds render it, compared with librsvg. Builds leave drawings to librsvg that resvg can't bound, does not support or on which it ends the process.",
    tables: ({ icons, left, aborted, failed, different }) => [
      {
        title: "Drawings",
        head: ["drawings", "left to librsvg", "resvg ends the process", "can't be drawn", "visibly different"],
        rows: [[icons, left, aborted.length, failed.length, different.length]],
      },
    ],
  },
  sanitized: {
    title: "Sanitized drawings",
    text: "Every drawing before and after sanitizing; those whose bytes change are rendered at 128 pixels.",
    tables: ({ results }) => [
      {
        title: "Drawings",
        head: ["dataset", "drawings", "byte-identical", "changed", "refused", "look different"],
        rows: results.map(({ name, drawings, identical, changed, refused, different }) => [
          name,
          drawings,
          identical,
          changed,
          refused.length,
          different.length,
        ]),
      },
    ],
  },
  images: {
    title: "Images on request",
    text:
      "SVG and cached PNG, compared with raw `node:http` with bodies of the same size; the CPU time of PNGs that must be drawn; " +
      "and other requests while 200 clients request images that the server has to make, medians of several runs.",
    tables: ({ served, drawn, besides }) => [
      {
        title: "Images that need no drawing",
        head: ["image", "bytes", "requests/s", "raw", "CPU time / request", "raw", "share of raw"],
        rows: served.map((row) => [
          row.kind,
          row.bytes,
          ...[row.perSecond, row.rawPerSecond].map(figure),
          ...[row.cpuMicroseconds, row.rawCpuMicroseconds].map((us) => duration(us / 1000)),
          figure(row.ofRaw),
        ]),
      },
      {
        title: "PNG of 64 pixels, drawn",
        head: ["CPU time in the server", "in the renderers", "per second and core"],
        rows: [[duration(drawn.server / 1000), duration(drawn.renderers / 1000), figure(drawn.perSecondAndCore)]],
      },
      {
        title: "Other requests while 200 clients request images",
        head: ["what they request", "their responses", "failed", "p50 alone", "beside", "p99 alone", "beside", "ratio"],
        rows: besides.map(({ greed, failed, alone, beside, ratio, responses }) => [
          greed,
          Object.entries(responses)
            .map(([status, count]) => `${count} × ${status}`)
            .join(", "),
          failed,
          ...[alone.p50, beside.p50, alone.p99, beside.p99].map(duration),
          figure(ratio),
        ]),
      },
    ],
  },
  "served-images": {
    title: "Served images",
    text:
      "Every shipped icon as served, looked up among all shipped icons. The build hashes drawings at 256 pixels; at other sizes, " +
      "uncertain bits of symmetric drawings may flip.",
    tables: ({ icons, lowDetail, results }) => [
      {
        title: `Share of ${icons} icons that are the first result for their own image; ${lowDetail} have low detail`,
        head: ["format", "pixels", "by Hamming distance", "icons similar FILE --by phash"],
        rows: results.map(({ format, size, plain, weighted }) => [format, size, figure(plain), figure(weighted)]),
      },
    ],
  },
};
