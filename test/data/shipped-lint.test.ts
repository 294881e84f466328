import { expect, it } from "vitest";
import { icons } from "../support/cli.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

it("icons lint finds no error in the shipped dataset, and nothing that is probably a mistake", async () => {
  const { code, stdout, stderr } = await icons([
    ...["lint", "data", "--format", "github", "--max-warnings", "0"],
    ...["--artifacts", shippedArtifacts],
  ]);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
});
