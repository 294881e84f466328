import { expect, it } from "vitest";
import { LASTING_GROUPS, runGroup } from "../support/documentation/run-group.js";

it.each(LASTING_GROUPS)(
  "runs the commands of %s one after the other, with the servers that they start",
  async (group) => {
    // No group has both a server and a request to one.
    await expect(runGroup(group, "started", { port: 0, pro: "" })).resolves.toBeUndefined();
  },
);
