// Opens the usage file named by the first argument and waits for its parent's message, a time. From then on, every 10
// ms, it counts 1,000 requests for one key after the other, whose digests are the other arguments, and reports how many
// were allowed.
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
  // Busy waiting, since the processes must start in the same microsecond to interfere with each other.
  while (performance.timeOrigin + performance.now() < start + round * ROUND_MS);
  for (let at = 0; at < TIMES; at++) if (usage.take({ kind: "key", digest }, 100).allowed) count++;
  return count;
});
usage.close();
process.send(allowed);
process.disconnect();
