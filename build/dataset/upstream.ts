import { closed, listOf, type Static } from "#src/format/json-schema.js";
import { line } from "#src/format/record-and-detail-fields.js";

/** The subcommands of `icons import` whose datasets `icons update` can update. */
export const IMPORTERS = ["iconify", "dashboard-icons", "selfhst", "simple-icons", "svgl", "thesvg"] as const;

export type Importer = (typeof IMPORTERS)[number];

/** `upstream` in `dataset.json`: where an imported dataset comes from, as `icons import` writes it. */
export const Upstream = closed(
  {
    importer: { enum: IMPORTERS, expects: `one of ${IMPORTERS.join(", ")}` },
    sources: listOf(
      closed(
        { from: line(1000, "a package, an absolute path, or one from the dataset's folder that begins with a dot") },
        { version: line(100, "a version or commit of 1 to 100 characters") },
        { expects: "an object with from and optionally version" },
      ),
      { maxItems: 1000, expects: "a list of up to 1,000 sources" },
    ),
  },
  {
    developer: line(200, "a name of 1 to 200 characters"),
    keywords: listOf(line(1000, "the path of a package with keywords"), {
      maxItems: 100,
      expects: "a list of up to 100 paths of packages with keywords",
    }),
  },
  { expects: "an object with importer, sources and optionally developer and keywords" },
);

export interface Upstream extends Static<typeof Upstream> {}
