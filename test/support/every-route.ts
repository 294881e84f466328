import { expect } from "vitest";

const PAGES = ["/", "/docs", "/docs/"];
const DOCUMENT = "/openapi.json";

interface Operation {
  readonly operationId: string;
  readonly description: string;
}

/**
 * Requests everything that a server documents or links to, expecting status 200: the operations of its OpenAPI document
 * by the document's example requests, its pages, and everything that these load, including module imports and
 * references in style sheets and scripts.
 *
 * @param base of the server, such as `http://127.0.0.1:3000`; callers without a key must be allowed
 * @param adapt maps a path to the one to request, if the server lacks the icons of the examples
 * @returns the requested paths
 */
export async function requestEveryRoute(base: string, adapt = (path: string): string => path): Promise<string[]> {
  const waiting = [DOCUMENT, ...PAGES];
  for (const path of waiting) {
    const response = await fetch(new URL(adapt(path), base));
    const text = await response.text();
    expect(response.status, `${path}: ${text.slice(0, 300)}`).toBe(200);
    expect(text.length, path).toBeGreaterThan(0);
    const found =
      path === DOCUMENT ? operationsIn(text) : linksIn(path, response.headers.get("content-type") ?? "", text);
    for (const link of found) if (!waiting.includes(link)) waiting.push(link);
  }
  return waiting;
}

/** The example request of each operation, as in its description. */
function operationsIn(document: string): string[] {
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, Operation>> };
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, description }) => {
      const shown = /'http:\/\/localhost:3000([^']*)'/.exec(description)?.[1];
      expect(shown, `a request of ${operationId}`).toBeDefined();
      return shown!;
    });
}

function linksIn(path: string, type: string, text: string): string[] {
  const links = matches(text, type);
  return links
    .map((link) => new URL(link, `http://icons.test${path}`))
    .flatMap(({ host, pathname }) => (host === "icons.test" ? [pathname] : []));
}

function matches(text: string, type: string): string[] {
  const find = (pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, link]) => link!);
  if (type.startsWith("text/html")) {
    const map = /<script type="importmap">(.*?)<\/script>/.exec(text)?.[1] ?? '{"imports":{}}';
    return [
      ...find(/(?:href|src)="([^"#]+)"/g),
      ...Object.values((JSON.parse(map) as { imports: Record<string, string> }).imports),
    ];
  }
  if (type.startsWith("text/css")) return find(/url\(["']?((?!data:)[^"')]+)/g);
  if (!type.includes("javascript")) return [];
  // Package names are resolved by the page's import map.
  return find(/^(?:import|export)\b[^"=]*"(\.[^"]+)";$/gm);
}
