import { compile } from "#build/compile/compile.js";
import { maxSteps, STEPS } from "#src/catalog/execution/work-budget.js";
import { temporaryFolder } from "./folder.js";

/** Builds a dataset with so many categories that one request can't list them all. @returns its artifacts folder */
export async function buildCrowded(): Promise<string> {
  const count = Math.ceil(maxSteps(0) / (STEPS.label - 1)) + 1;
  const icons = Array.from({ length: count }, (_, at) => ({
    id: `i${at}`,
    name: `Icon ${at % 10}`,
    developer: "D",
    category: `c${at}`,
  }));
  const folder = temporaryFolder({ "icons.json": icons });
  await compile({ data: `${folder}/icons.json`, out: `${folder}/out` });
  return `${folder}/out`;
}
