// Creates a temporary folder with the prefix of the first argument, reports its path to its parent, and keeps it until
// it is killed.
import { makeTemporaryFolder } from "#src/platform/temporary-folder.js";

const { path } = await makeTemporaryFolder(process.argv[2]);
process.send(path);
setTimeout(() => undefined, 60_000);
