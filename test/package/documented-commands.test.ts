import { afterAll, beforeAll, it } from "vitest";
import { GROUPS, runGroup } from "../support/documentation/run-group.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
});
afterAll(() => service.close());

it.each(GROUPS)("runs the commands of %s one after the other, but servers only with --print-config", (group) =>
  runGroup(group, "checked", service),
);
