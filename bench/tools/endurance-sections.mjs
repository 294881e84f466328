import { countName, figure, megabytes } from "./table.mjs";

/** Number of the most expensive requests that the report shows. */
const SHOWN = 15;
const PANELS = { anonymousBytes: "RssAnon, bytes", descriptors: "descriptors", mappings: "mappings" };

/**
 * The report's sections on behavior over time and under attack, in the form of `sections`; `courses` are plots over
 * time (name, title, values as for `plotCourse`).
 */
export const enduranceSections = {
  soak: {
    title: "An hour of load",
    text:
      "`icons serve` with one worker, as the container starts it, and with two, side by side, under a modest load over every kind of request, while two generations of the shipped " +
      "dataset take turns. Growth is how far the highest value of the last quarter is above the highest before it; flat is no more than 5 % and 2 MB, 2 descriptors, 10 mappings.",
    courses: ({ servers }) => [
      {
        name: "soak",
        title: "private memory, descriptors and mappings over time",
        values: servers.flatMap(({ workers, processes }) =>
          processes.flatMap((process, at) =>
            Object.entries(PANELS).flatMap(([measure, panel]) =>
              process[measure].map((value, sample) => ({
                minutes: process.seconds[sample] / 60,
                value,
                series: seriesOf(workers, process, at),
                panel,
              })),
            ),
          ),
        ),
      },
    ],
    tables: ({ minutes, reloads, servers }) => [
      {
        title: `${figure(minutes)} minutes with ${reloads} reloads`,
        head: ["workers", "process", "RssAnon", "grows by", "descriptors", "mappings", "replaced gone after", "flat"],
        rows: servers.flatMap(({ workers, processes }) =>
          processes.map(({ role, meanBytes, growth, goneAfterSeconds, flat }) => [
            workers,
            role,
            megabytes(meanBytes),
            megabytes(growth.anonymousBytes),
            figure(growth.descriptors),
            figure(growth.mappings),
            goneAfterSeconds === undefined ? "–" : `${figure(goneAfterSeconds)} s`,
            flat ? "yes" : "**no**",
          ]),
        ),
      },
      {
        title: "the requests meanwhile",
        head: ["workers", "requests", "failed", "a second", "p50, ms", "p99, ms"],
        rows: servers.map(({ workers, ...run }) => loadRow(workers, run)),
      },
    ],
  },
  "young-generation": {
    title: "The size of the young generation",
    text:
      "What three areas of so many MiB for new objects cost and save: one process for each size, loaded in turns by wrk over 32 connections. Ratios are to the size that workers " +
      "have, 16 MiB on every Node; Node's own choice grows by itself, to 16 MiB on Node 20 and 22.",
    tables: ({ icons, rounds, results }) => [
      {
        title: `${countName(icons)} icons, medians of ${rounds} rounds: requests a second, in brackets the ratio and that of processor time`,
        head: ["", "RssAnon at first", "in the end", ...results[0].kinds.map(({ kind }) => kind)],
        rows: results.map(({ name, firstBytes, lastBytes, kinds }) => [
          name,
          megabytes(firstBytes),
          megabytes(lastBytes),
          ...kinds.map(
            ({ perSecond, ofPerSecond, ofCpu }) => `${figure(perSecond)} (${figure(ofPerSecond)}, ${figure(ofCpu)})`,
          ),
        ]),
      },
    ],
  },
  reload: {
    title: "Reloads under load",
    text:
      "Two generations of the shipped dataset take turns, a reload every 1.2 s, a damaged generation after every tenth. In addition to wrk, clients check the " +
      "responses: all items of one generation, with its ETag.",
    tables: ({ reloads, connections, workers, quiet, reloading, checked, faults }) => [
      {
        title: `${workers} workers, ${connections} connections; ${checked} responses checked, ${faults} faults`,
        head: ["", "requests", "failed", "a second", "p50, ms", "p99, ms"],
        rows: [loadRow("quiet", quiet), loadRow(`${reloads} reloads`, reloading)],
      },
    ],
  },
  "slow-clients": {
    title: "Slow clients",
    text: "Honest requests at a modest rate over 30 connections, alone and beside connections that slowhttptest holds.",
    tables: ({ connections, workers, runs }) => [
      {
        title: `${workers} workers, ${connections} slow connections`,
        head: ["slow clients", "requests", "failed", "a second", "p50, ms", "p99, ms", "RssAnon at most"],
        rows: runs.map(({ name, anonymousBytes, ...run }) => [...loadRow(name, run), megabytes(anonymousBytes)]),
      },
    ],
  },
  replicas: {
    title: "Replicas that die and change",
    text:
      "Three replicas behind HAProxy with the configuration of `deploy/`, generations fetched from a store. Each round kills one, publishes another generation, " +
      "starts the killed one again and restarts a second. Every response is checked.",
    tables: ({ rounds, responses, failed, p99 }) => [
      {
        title: "three replicas",
        head: ["rounds", "responses", "failed", "p99, ms"],
        rows: [[rounds, responses, failed, figure(p99)]],
      },
    ],
  },
  "worst-queries": {
    title: "The dearest requests",
    text:
      "One at a time, while a second connection asks for `/healthz` without a pause: what that waits is how long the event loop was blocked. Processor time is that of " +
      "the server's main thread, which a busy machine changes least.",
    tables: ({ icons, repeats, results }) => [
      {
        title: `${icons} icons, medians of ${repeats}, the dearest ${SHOWN} of ${results.length}`,
        head: ["request", "holds up, ms", "at most, ms", "response, ms", "processor, ms"],
        rows: results
          .slice(0, SHOWN)
          .map(({ name, heldUp, most, response, processor }) => [
            name,
            ...[heldUp, most, response, processor].map(figure),
          ]),
      },
    ],
  },
};

function loadRow(name, { requests, failed, perSecond, p50, p99 }) {
  return [name, requests, failed, figure(perSecond), figure(p50), figure(p99)];
}

function seriesOf(workers, { role }, at) {
  if (workers === 1) return "the only server";
  return role === "supervisor" ? `supervisor of ${workers}` : `server ${at} of ${workers}`;
}
