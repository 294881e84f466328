// Opens the memory behind descriptor 4 and waits for its parent's message, a time. From then on, every 10 ms, it counts
// 1,000 refused keys of one address after the other, which are the arguments, and reports how many were allowed.
import { once } from "node:events";
import { countRefusedKeys, REFUSED_KEYS_BYTES } from "#src/access/refused-keys.js";
import { openSharedMemory } from "#src/platform/shared-memory.js";

const TIMES = 1000;
const ROUND_MS = 10;

const refused = countRefusedKeys(() => 0, openSharedMemory(4, REFUSED_KEYS_BYTES));
process.send("ready");
const [start] = await once(process, "message");

const allowed = process.argv.slice(2).map((address, round) => {
  let count = 0;
  // Busy waiting, since the processes must start in the same microsecond to interfere with each other.
  while (performance.timeOrigin + performance.now() < start + round * ROUND_MS);
  for (let at = 0; at < TIMES; at++) if (refused.add(address) === undefined) count++;
  return count;
});
process.send(allowed);
process.disconnect();
