import { Html } from "./page.js";

/** The parts of a JSON schema that the reference shows. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

interface OperationProps {
  readonly method: string;
  readonly path: string;
  readonly title: string;
  /** The description as HTML. */
  readonly text: string;
  readonly parameters: readonly Parameter[];
  /** Values of the example, by parameter. */
  readonly values: ReadonlyMap<string, string>;
  readonly response: Schema | undefined;
  readonly errors: readonly { readonly code: string; readonly status: number; readonly meaning: string }[];
  readonly errorsPath: string;
  /** Renders Markdown within a line. */
  markdown(text: string): string;
  /** The schema with this reference. */
  resolve(reference: string): Schema;
}

/** What an operation does. */
export function OperationIntro({ method, path, title, text }: OperationProps) {
  return (
    <>
      <h1>{title}</h1>
      <p class="endpoint">
        <b>{method}</b> <code>{path}</code>
      </p>
      <Html of={text} />
    </>
  );
}

/** The parameters of an operation with fields for values, its response and its errors. */
export function OperationText(props: OperationProps) {
  const { parameters, values, response, errors, errorsPath, markdown } = props;
  return (
    <>
      {parameters.length > 0 && (
        <>
          <h2 id="parameters">Parameters</h2>
          <form class="parameters">
            {parameters.map((parameter) => (
              <div key={parameter.name} class="parameter" id={`parameter-${parameter.name}`}>
                <div>
                  <label for={`value-${parameter.name}`}>
                    <code>{parameter.name}</code>
                  </label>
                  <span class="type">{typeOf(parameter.schema)}</span>
                  {parameter.required && <span class="type required">required</span>}
                  <Html as="p" of={markdown(parameter.description)} />
                </div>
                <Field parameter={parameter} value={values.get(parameter.name) ?? ""} />
              </div>
            ))}
          </form>
        </>
      )}
      {response !== undefined && (
        <>
          <h2 id="response">Response</h2>
          <Fields {...props} schema={response} depth={0} />
        </>
      )}
      {errors.length > 0 && (
        <>
          <h2 id="errors">Errors</h2>
          <ul class="errors">
            {errors.map(({ code, status, meaning }) => (
              <li key={code}>
                <span class="type">{status}</span>
                <div>
                  <a href={`${errorsPath}#${code}`}>
                    <code>{code}</code>
                  </a>
                  <Html as="p" of={markdown(meaning)} />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** A field for the value of a parameter. */
function Field({ parameter: { name, schema }, value }: { parameter: Parameter; value: string }) {
  const common = { id: `value-${name}`, name };
  const choices = schema.enum ?? (schema.type === "boolean" ? ["true", "false"] : undefined);
  if (choices === undefined) return <input {...common} value={value} autocomplete="off" spellcheck={false} />;
  return (
    <select {...common}>
      <option value="">—</option>
      {choices.map((choice) => (
        <option key={choice} selected={choice === value}>
          {String(choice)}
        </option>
      ))}
    </select>
  );
}

type FieldsProps = Pick<OperationProps, "markdown" | "resolve"> & { readonly schema: Schema; readonly depth: number };

/** The members of an object, with their members inside. */
function Fields({ schema, depth, ...tools }: FieldsProps) {
  const { properties = {}, required = [] } = membersOf(schema, tools.resolve);
  return (
    <ul class="fields">
      {Object.entries(properties).map(([name, given]) => {
        const field = { ...(given.$ref === undefined ? {} : tools.resolve(given.$ref)), ...given };
        const inner = Object.keys(membersOf(field, tools.resolve).properties ?? {}).length > 0;
        return (
          <li key={name}>
            <code>{name}</code> <span class="type">{typeOf(field)}</span>
            {!required.includes(name) && <span class="type">optional</span>}
            {field.description !== undefined && <Html as="p" of={tools.markdown(field.description)} />}
            {inner && (
              <details open={depth === 0 && name === "data"}>
                <summary>Fields of {name}</summary>
                <Fields {...tools} schema={field} depth={depth + 1} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The schema of the object in a schema: itself, that of its items, or the one that is not null. */
function membersOf(schema: Schema, resolve: OperationProps["resolve"]): Schema {
  if (schema.$ref !== undefined) return membersOf(resolve(schema.$ref), resolve);
  const inner = schema.items ?? schema.anyOf?.find((one) => one.type !== "null");
  return inner === undefined ? schema : membersOf(inner, resolve);
}

function typeOf({ type, items, minimum, maximum, anyOf }: Schema): string {
  if (anyOf !== undefined || type === undefined) return "object";
  if (items !== undefined) return `list of ${items.type ?? "object"}s`;
  const range = maximum === undefined || maximum > 1e9 ? "" : `, ${minimum ?? 0} to ${maximum}`;
  return `${[type].flat().join(" or ")}${range}`;
}
