import { expect } from "vitest";

const PAGES = ["/", "/docs", "/docs/"];
const DOCUMENT = "/openapi.json";

interface Operation {
  readonly operationId: string;
  readonly description: string;
}

/**
 * Requests everything that a server says it has, and expects 200 of each: the operations of its OpenAPI document by the requests that the
 * document shows, its pages, and all that these load, imports of modules and what style sheets and scripts name included.
 *
 * @param base of the server, such as `http://127.0.0.1:3000`; callers without a key must be allowed
 * @param adapt turns a path into what is requested, where the icons of the examples are not those of the server
 * @returns the paths that were requested
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

/** The request of each operation, as its description shows it. */
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
  // Names of packages are in the page's import map. What swagger-ui loads is relative to its page.
  const loaded = find(/resolveUrl\('\.\/([^']+)'\)/g).map((name) => `/docs/${name}`);
  return [...find(/^(?:import|export)\b[^"=]*"(\.[^"]+)";$/gm), ...loaded];
}
