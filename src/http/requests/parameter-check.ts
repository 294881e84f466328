/** The schema of a parameter: the part of JSON Schema that this service uses for parameters. */
export interface ParameterSchema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** In code points. */
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  /** Of a list. */
  readonly items?: ParameterSchema;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  /**
   * For lists: whether a value is one item even if it has a comma. The route limits the number of items instead of
   * `maxParameters`, and `givenInOrder` has them.
   */
  readonly "x-whole"?: boolean;
}

/** A keyword that restricts a value. */
type Keyword = Exclude<keyof ParameterSchema, "description" | "examples" | "x-whole">;

/** @returns the keyword that a value violates; undefined if it is valid */
export type ParameterCheck = (value: unknown) => Keyword | undefined;

type Rules = { readonly [Name in Keyword]: (limit: NonNullable<ParameterSchema[Name]>) => (value: never) => boolean };

/** In the order in which they are checked; those after `type` apply to values of that type. */
const RULES: Rules = {
  type: (type) => isOfType(type),
  maximum: (most) => (value: number) => value <= most,
  minimum: (least) => (value: number) => value >= least,
  maxLength: (most) => (value: string) => value.length <= most || [...value].length <= most,
  pattern: (source) => {
    const pattern = new RegExp(source, "u");
    return (value: string) => pattern.test(value);
  },
  enum: (accepted) => (value: unknown) => accepted.includes(value),
  items: (schema) => {
    const check = createParameterCheck(schema);
    return (values: readonly unknown[]) => values.every((value) => check(value) === undefined);
  },
};
const KEYWORDS = Object.keys(RULES) as Keyword[];
const OTHERS: readonly string[] = ["description", "examples", "x-whole"];

/**
 * Prepares the check of a parameter's values.
 *
 * Own code: loading Ajv and compiling the schemas with it delays the first response, see `docs/decisions.md`.
 *
 * @throws TypeError for a keyword that is not supported
 */
export function createParameterCheck(schema: ParameterSchema): ParameterCheck {
  for (const keyword of Object.keys(schema))
    if (!(keyword in RULES) && !OTHERS.includes(keyword)) throw new TypeError(`unsupported keyword ${keyword}`);
  const rules = KEYWORDS.filter((keyword) => schema[keyword] !== undefined).map((keyword) => ({
    keyword,
    accepts: RULES[keyword](schema[keyword] as never) as (value: unknown) => boolean,
  }));
  return (value) => rules.find(({ accepts }) => !accepts(value))?.keyword;
}

function isOfType(type: string): (value: unknown) => boolean {
  if (type === "integer") return Number.isInteger;
  if (type === "array") return Array.isArray;
  return (value) => typeof value === type;
}
