const ENTRY = "icon-data-api/client";
const NUMBERS = ["page", "limit", "max_distance"];
const LISTS = ["category", "color", "style", "mood", "facets", "include"];

/** A request as a program that uses the typed client. @param url of the API @param withKey whether it needs a key */
export function clientText(url: string, withKey: boolean): string {
  const { href, pathname, searchParams } = new URL(url);
  const [operation = "", id] = pathname.slice(pathname.indexOf("/api/v1/") + "/api/v1/".length).split("/");
  const baseUrl = JSON.stringify(href.slice(0, href.indexOf("/api/v1/")));
  const call =
    id === undefined ? `${operation}(${objectText(searchParams)})` : `icon(${JSON.stringify(decodeURIComponent(id))})`;
  return `import { createClient } from ${JSON.stringify(ENTRY)};

const client = createClient({ baseUrl: ${baseUrl}${withKey ? ", apiKey: key" : ""} });
const { data } = await client.${call};`;
}

/** Parameters as the object that the client takes; empty where there are none. */
function objectText(params: URLSearchParams): string {
  const members = Array.from(params, ([name, value]) => `${name}: ${valueText(name, value)}`);
  return members.length === 0 ? "" : `{ ${members.join(", ")} }`;
}

function valueText(name: string, value: string): string {
  if (NUMBERS.includes(name)) return value;
  if (!LISTS.includes(name)) return JSON.stringify(value);
  const labels = value.split(",").map((label) => JSON.stringify(label));
  return `[${labels.join(", ")}]`;
}
