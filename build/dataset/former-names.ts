import type { CheckName } from "./lint-settings.js";

/**
 * Former names of lint checks, still accepted in `dataset.json` and by `icons lint --only`. Schema and help don't list
 * them.
 */
export const FORMER_CHECK_NAMES: Readonly<Record<string, CheckName>> = {
  "picture-unreadable": "unreadable-image",
  "no-picture": "missing-image",
  "same-picture": "duplicate-image",
  "blank-picture": "blank-image",
  "white-on-nothing": "white-on-transparent",
  "black-on-nothing": "black-on-transparent",
  "small-picture": "small-image",
  "blurred-picture": "blurred-image",
  "unused-picture": "unused-image",
  "lone-label": "single-use-label",
  "website-form": "website-format",
  "version-twice": "duplicate-version",
  "name-twice": "duplicate-name",
  "alias-repeated": "redundant-alias",
  "alias-is-a-name": "ambiguous-alias",
  "rank-twice": "duplicate-rank",
};

/** Former names of fields of `dataset.json`, still accepted. */
const FORMER_FIELDS: Readonly<Record<string, string>> = { picture: "image" };

type Path = readonly (string | number)[];

/** `dataset.json` with current names, and a mapping to the names in the file. */
export interface CurrentOptions {
  readonly options: unknown;
  /** Maps a path in `options` to the path in the file. */
  readonly writtenPath: (path: Path) => Path;
}

/** Replaces former names of fields and checks. A former name next to its current one stays, and is an unknown field. */
export function withCurrentNames(written: unknown): CurrentOptions {
  const fields = renameKeys(written, FORMER_FIELDS);
  if (!isObject(fields.value)) return { options: fields.value, writtenPath: (path) => path };
  const { lint, ...others } = fields.value;
  const checks = renameKeys(lint, FORMER_CHECK_NAMES);
  return {
    options: lint === undefined ? others : { ...others, lint: checks.value },
    writtenPath: ([field, check, ...rest]) => [
      ...(field === undefined ? [] : [fields.written.get(field) ?? field]),
      ...(check === undefined ? [] : [(field === "lint" ? checks.written.get(check) : undefined) ?? check]),
      ...rest,
    ],
  };
}

function renameKeys(
  value: unknown,
  names: Readonly<Record<string, string>>,
): { readonly value: unknown; readonly written: ReadonlyMap<string | number, string> } {
  const written = new Map<string, string>();
  if (!isObject(value)) return { value, written };
  const entries = Object.entries(value).map(([key, entry]) => {
    const current = Object.hasOwn(names, key) ? names[key]! : key;
    if (current === key || Object.hasOwn(value, current)) return [key, entry] as const;
    written.set(current, key);
    return [current, entry] as const;
  });
  return { value: written.size === 0 ? value : Object.fromEntries(entries), written };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
