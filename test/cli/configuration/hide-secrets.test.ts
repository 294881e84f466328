import { expect, it } from "vitest";
import { hideSecrets } from "#cli/configuration/settings.js";

it.each([
  ["redis://:hunter2@10.0.0.1:6379/0", "redis://[redacted]@10.0.0.1:6379/0"],
  ["rediss://icons:hunter2@redis.example.com", "rediss://[redacted]@redis.example.com"],
  ["https://hunter2@example.com/a@b", "https://[redacted]@example.com/a@b"],
  ["REDIS://u:hun@ter2@h", "REDIS://[redacted]@h"],
  ["one redis://:hunter2@a,redis://:hunter2@b", "one redis://[redacted]@a,redis://[redacted]@b"],
  [
    ["redis://:hunter2@a", 1],
    ["redis://[redacted]@a", 1],
  ],
  [{ quota: { url: "redis://:hunter2@a" } }, { quota: { url: "redis://[redacted]@a" } }],
  ["https://icons.example.com/@me?x=a@b", "https://icons.example.com/@me?x=a@b"],
  ["someone@example.com", "someone@example.com"],
  [null, null],
  [3000, 3000],
])("hides secrets: shows %j as %j", (value, shown) => {
  expect(hideSecrets(value)).toEqual(shown);
});
