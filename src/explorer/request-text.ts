/** A request as a command of a shell. @param withKey whether it needs a key, taken from the environment */
export function curlText(url: string, withKey: boolean): string {
  const header = withKey ? ' -H "X-API-Key: $ICONS_KEY"' : "";
  return `curl${header} '${url.replaceAll("'", "%27")}'`;
}

/** The same as JavaScript. */
export function fetchText(url: string, withKey: boolean): string {
  const options = withKey ? ', {\n  headers: { "X-API-Key": key },\n}' : "";
  return `const response = await fetch(${JSON.stringify(url)}${options});\nconst { data } = await response.json();`;
}
