import { type Static, Type } from "typebox";
import { CHECK_NAMES, SEVERITIES } from "./check-names.js";

const CheckSettings = Type.Object(
  {
    severity: Type.Optional(Type.Enum([...SEVERITIES], { expects: `one of ${SEVERITIES.join(", ")}` })),
    except: Type.Optional(
      Type.Record(
        Type.String(),
        Type.String({ minLength: 1, maxLength: 500, expects: "the reason, a text of 1 to 500 characters" }),
        { expects: "an object that gives ids of records, or paths of files, the reason why they are left out" },
      ),
    ),
  },
  { additionalProperties: false, expects: "an object with severity and except" },
);

/** A dataset that does not fit the schema can't be built, so `valid` can't be turned off. */
const SETTABLE = CHECK_NAMES.filter((name) => name !== "valid");

/** `lint` in `dataset.json`: how severe findings are, and which records are as they are on purpose. */
export const LintSettings = Type.Record(Type.String(), CheckSettings, {
  propertyNames: { enum: SETTABLE, expects: "the name of a check, one of those that icons lint --list shows" },
  expects: "an object with settings by the names of checks",
});

export type LintSettings = Static<typeof LintSettings>;
