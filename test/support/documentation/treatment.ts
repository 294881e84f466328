import { NOT_EXECUTABLE, RUN_BY_OTHERS } from "./exceptions.js";
import { UNITS } from "./units.js";

const HERE = UNITS.filter(({ key }) => !Object.hasOwn(RUN_BY_OTHERS, key) && !Object.hasOwn(NOT_EXECUTABLE, key));

/** The commands that `documented-commands.test.ts` runs, in the order of the documents. */
export const COMMANDS = HERE.filter(({ kind }) => kind === "command");

/** The blocks that `documented-snippets.test.ts` executes or checks. */
export const SNIPPETS = HERE.filter(({ kind }) => kind !== "command");
