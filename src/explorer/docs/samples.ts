import { clientText, curlText } from "../request-view.js";

/** Languages of example requests, with their names. */
export const LANGUAGES = { curl: "curl", javascript: "JavaScript", python: "Python" } as const;
export type Language = keyof typeof LANGUAGES;

/** A request that the reference shows and sends. */
export interface Sample {
  readonly url: string;
  /** Whether the program reads a key from the environment. */
  readonly withKey: boolean;
  readonly kind: ResponseKind;
}
export type ResponseKind = "json" | "text" | "image";

/** A program that sends a request. */
export function sampleText(language: Language, sample: Sample): string {
  const { url, withKey, kind } = sample;
  if (language === "curl") {
    const command = curlText(url, withKey);
    return kind === "image" ? command.replace("curl", `curl --output ${fileOf(url)}`) : command;
  }
  if (language === "python") return pythonText(sample);
  // The client's method for an icon takes no parameters.
  if (/\/api\/v1\/(?!icons\/.*\?)/.test(url)) return clientText(url, withKey ? "process.env.ICONS_KEY" : undefined);
  const options = withKey ? ', {\n  headers: { "X-API-Key": process.env.ICONS_KEY },\n}' : "";
  const read = { json: "json", text: "text", image: "blob" }[kind];
  return `const response = await fetch(${JSON.stringify(url)}${options});\nconst ${kind} = await response.${read}();`;
}

/** With the standard library only. */
function pythonText({ url, withKey, kind }: Sample): string {
  const quoted = JSON.stringify(url);
  const request = withKey ? `Request(${quoted}, headers={"X-API-Key": environ["ICONS_KEY"]})` : quoted;
  return [
    ...(kind === "json" ? ["from json import load"] : []),
    ...(withKey ? ["from os import environ"] : []),
    `from urllib.request import ${withKey ? "Request, " : ""}urlopen`,
    "",
    `request = ${request}`,
    `with urlopen(request) as response${kind === "image" ? `, open("${fileOf(url)}", "wb") as file` : ""}:`,
    {
      json: "    print(load(response))",
      text: "    print(response.read().decode())",
      image: "    file.write(response.read())",
    }[kind],
  ].join("\n");
}

function fileOf(url: string): string {
  return new URL(url).pathname
    .split("/")
    .at(-1)!
    .replaceAll(/[^\w.-]/g, "_");
}

/**
 * The URL of an operation with the values of a form.
 *
 * @param base of the server, with a slash at the end
 * @param path with names of parameters in braces
 */
export function urlOf(base: string, path: string, values: Iterable<readonly [name: string, value: string]>): string {
  const given = new Map([...values].filter(([, value]) => value !== ""));
  const filled = path.slice(1).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = given.get(name) ?? "";
    given.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams([...given]).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return `${base}${filled}${query === "" ? "" : `?${query}`}`;
}
