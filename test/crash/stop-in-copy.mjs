// Loaded before the command line: the first write to the copy of a tarball writes the file that STOP_NOTE names, and
// never returns.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { writeFileSync, writeSync } = fs;
fs.writeSync = (...args) => {
  const written = writeSync(...args);
  // Only this write names a position.
  if (args.length === 5) {
    writeFileSync(process.env.STOP_NOTE, "stopped");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  return written;
};
syncBuiltinESMExports();
