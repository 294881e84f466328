import { expect, it } from "vitest";
import { icons } from "../support/cli.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

it("finds no lint error and no suspicious value in the shipped dataset", async () => {
  const { code, stdout, stderr } = await icons([
    ...["lint", "data", "--format", "github", "--max-warnings", "0"],
    ...["--artifacts", shippedArtifacts],
  ]);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
});
