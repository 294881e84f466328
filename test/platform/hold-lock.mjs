// Acquires the lock named by the first argument, reports this to its parent, and holds it until it is killed.
import { withFileLock } from "#src/platform/file-lock.js";

await withFileLock(process.argv[2], 5000, async () => {
  process.send("held");
  await new Promise((resolve) => setTimeout(resolve, 60_000));
});
