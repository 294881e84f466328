import { countName, duration, figure } from "./table.mjs";

/** The report's sections on refreshing a dataset, in the form of `sections`. */
export const refreshSections = {
  rebuild: {
    title: "Rebuilds",
    text:
      "A dataset with a drawing for each record, as files. A copy of the artifact files, flushed to disk, is the least that a rebuild can take. " +
      "The shares are of the processor time of the rebuild with one drawing changed, all threads together, other being modules that are loaded, garbage and the like.",
    tables: ({ results }) => [
      {
        title: "Time of a whole process",
        head: ["icons", "", "time", "images analyzed", "time / copy"],
        rows: results.flatMap(({ icons, runs }) =>
          runs.map(({ what, seconds, analyzed }) => [
            countName(icons),
            what,
            duration(seconds * 1000),
            analyzed,
            figure(seconds / runs.find(({ what: other }) => other === "copy").seconds),
          ]),
        ),
      },
      {
        title: "Where the time goes with one changed",
        head: ["icons", "shares"],
        rows: results.map(({ icons, shares }) => [
          countName(icons),
          Object.entries(shares)
            .map(([phase, share]) => `${phase} ${Math.round(share * 100)} %`)
            .join(", "),
        ]),
      },
    ],
  },
  watch: {
    title: "From an edit to the response",
    text: "`icons dev`: from the call that edits a file to the first response over HTTP that names the new generation.",
    tables: ({ icons, buildAloneMs, results }) => [
      {
        title: `${countName(icons)} icons; a build by a process of its own takes ${duration(buildAloneMs)}`,
        head: ["edit", "median", "slowest", "median / build alone"],
        rows: results.map(({ edit, ms, slowestMs }) => [
          edit,
          duration(ms),
          duration(slowestMs),
          figure(ms / buildAloneMs),
        ]),
      },
    ],
  },
};
