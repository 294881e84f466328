import { useState } from "preact/hooks";
import { FACET } from "../format/filter-facets.js";
import type { Static } from "../format/json-schema.js";
import type { IconsQuery, SimilarQuery } from "../http/contract/request-schemas.js";
import { requestUrl } from "./api.js";
import { CopyButton } from "./copy.js";

const ENTRY = "icon-data-api/client";

type Parameters = Static<typeof IconsQuery> & Static<typeof SimilarQuery>;
type ParametersOf<Kind> = {
  [Name in keyof Parameters]-?: NonNullable<Parameters[Name]> extends Kind ? Name : never;
}[keyof Parameters];

const NUMBERS = Object.keys({ page: 0, limit: 0, max_distance: 0 } satisfies Record<ParametersOf<number>, number>);
const LISTS = Object.keys({ ...FACET, facets: [], ids: [], include: [], palette: [] } satisfies Record<
  ParametersOf<readonly unknown[]>,
  object
>);

interface RequestProps {
  /** Below the API's prefix. */
  readonly path: string;
  readonly params?: URLSearchParams;
  readonly withKey: boolean;
  /** What the request is for, to distinguish it from others nearby. */
  readonly what?: string;
}

/** Shows the request behind the current view, ready to copy. */
export function RequestView({ path, params, withKey, what }: RequestProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="request"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !event.currentTarget.open) return;
        event.preventDefault();
        event.currentTarget.open = false;
      }}
    >
      <summary>{what === undefined ? "Request" : `Request of ${what}`}</summary>
      {isOpen && <RequestCode url={requestUrl(path, params)} withKey={withKey} />}
    </details>
  );
}

function RequestCode({ url, withKey }: { readonly url: string; readonly withKey: boolean }) {
  return (
    <div class="codes">
      <Code name="curl" text={curlText(url, withKey)} />
      <Code name="fetch" text={fetchText(url, withKey)} />
      <Code name="client" text={clientText(url, withKey ? "key" : undefined)} />
    </div>
  );
}

function Code({ name, text }: { name: string; text: string }) {
  return (
    <div class="code">
      <pre>{text}</pre>
      <CopyButton text={text} what={`as ${name}`} />
    </div>
  );
}

/**
 * A request as a program that uses the typed client.
 *
 * @param url of the API
 * @param key the expression of the key; undefined: none is needed
 */
export function clientText(url: string, key: string | undefined): string {
  const { href, pathname, searchParams } = new URL(url);
  const [operation = "", id] = pathname.slice(pathname.indexOf("/api/v1/") + "/api/v1/".length).split("/");
  const baseUrl = JSON.stringify(href.slice(0, href.indexOf("/api/v1/")));
  const call =
    id === undefined
      ? `${operation}(${argumentsText(operation, searchParams)})`
      : `icon(${JSON.stringify(decodeURIComponent(id))})`;
  return `import { createClient } from ${JSON.stringify(ENTRY)};

const client = createClient({ baseUrl: ${baseUrl}${key === undefined ? "" : `, apiKey: ${key}`} });
const { data } = await client.${call};`;
}

/** Parameters as the object that the client accepts; empty if there are none. Identities are a list. */
function argumentsText(operation: string, params: URLSearchParams): string {
  const members = Array.from(params, ([name, value]) => `${name}: ${valueText(name, value)}`);
  if (operation === "resolve") return `[${members.map((member) => `{ ${member} }`).join(", ")}]`;
  return members.length === 0 ? "" : `{ ${members.join(", ")} }`;
}

function valueText(name: string, value: string): string {
  if (NUMBERS.includes(name)) return value;
  if (!LISTS.includes(name)) return JSON.stringify(value);
  const labels = value.split(",").map((label) => JSON.stringify(label));
  return `[${labels.join(", ")}]`;
}

/** A request as a shell command. @param withKey whether it needs a key, read from the environment */
export function curlText(url: string, withKey: boolean): string {
  const header = withKey ? ' -H "X-API-Key: $ICONS_KEY"' : "";
  return `curl${header} '${url.replaceAll("'", "%27")}'`;
}

/** The same as JavaScript. */
export function fetchText(url: string, withKey: boolean): string {
  const options = withKey ? ', {\n  headers: { "X-API-Key": key },\n}' : "";
  return `const response = await fetch(${JSON.stringify(url)}${options});\nconst { data } = await response.json();`;
}
