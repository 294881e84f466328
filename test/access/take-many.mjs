// Opens the usage file named by the first argument and waits for its parent's word, a time. From then on, every 10 ms, it
// takes 1,000 times for one key after the other, whose digests are the other arguments, and tells how many were allowed.
import { once } from "node:events";
import { openUsageFile } from "#src/access/usage-file.js";

const TIMES = 1000;
const ROUND_MS = 10;

const [path, ...digests] = process.argv.slice(2);
const usage = openUsageFile(path, { now: () => Date.UTC(2026, 2, 1, 12) });
process.send("ready");
const [start] = await once(process, "message");

const allowed = digests.map((digest, round) => {
  let count = 0;
  // Spinning, not sleeping: the processes must begin in the same microsecond to get into each other's way.
  while (performance.timeOrigin + performance.now() < start + round * ROUND_MS);
  for (let at = 0; at < TIMES; at++) if (usage.take({ kind: "key", digest }, "free").allowed) count++;
  return count;
});
usage.close();
process.send(allowed);
process.disconnect();
