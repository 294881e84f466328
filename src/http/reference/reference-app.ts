import { readFileSync } from "node:fs";
import swaggerUi from "@fastify/swagger-ui";
import Fastify, { type FastifyInstance } from "fastify";
import { API_PREFIX } from "../answer-headers.js";
import type { Api } from "../api.js";
import { routeCategories } from "../routes/categories.js";
import { routeHealth } from "../routes/health.js";
import { routeIconDetail } from "../routes/icon-detail.js";
import { routeIcons } from "../routes/icons.js";
import { routeImages } from "../routes/images.js";
import { routeSimilar } from "../routes/similar.js";
import { NAMED_SCHEMAS } from "../schemas.js";
import { withComponents } from "./components.js";
import { describeRoutes } from "./openapi.js";

/**
 * Returns an app that answers `/openapi.json` and the pages below `/docs`. It knows the service's routes by their schemas only, so it can't
 * answer them: no request of a client must reach it. Creating it takes about 300 ms.
 */
export async function createReferenceApp(): Promise<FastifyInstance> {
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const { version } = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"));
  await describeRoutes(app, version);
  await app.register(
    async (scope) => {
      const api = { app: scope } as unknown as Api;
      for (const route of [routeIcons, routeIconDetail, routeCategories, routeSimilar]) route(api);
    },
    { prefix: API_PREFIX },
  );
  await app.register(async (scope) => {
    const service = { app: scope } as unknown as Api;
    routeImages(service);
    routeHealth(service, () => []);
  });
  const describe = (): object => withComponents(withoutHead(app.swagger()), NAMED_SCHEMAS);
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: true,
    // It would let other hosts in, and keep the page from a server that speaks plain HTTP.
    transformStaticCSP: (policy) => policy.replaceAll(FOREIGN, ""),
    transformSpecification: describe,
    theme: {
      title: "Icon Data API",
      css: [{ filename: "reference.css", content: readStatic("reference.css") }],
      js: [{ filename: "reference.js", content: readStatic("reference.js") }],
    },
    uiConfig: {
      // Without the bar at the top, which is the library's own.
      layout: "BaseLayout",
      docExpansion: "list",
      deepLinking: true,
      tryItOutEnabled: true,
      persistAuthorization: true,
      syntaxHighlight: { theme: "obsidian" },
    },
  });
  app.get("/openapi.json", { schema: { hide: true } }, describe);
  await app.ready();
  return app;
}

/** The compiler copies nothing: these are served as they lie in the source. */
function readStatic(name: string): string {
  return readFileSync(new URL(`../../../../src/http/reference/static/${name}`, import.meta.url), "utf8");
}

/** What a policy of the library says beyond this server. */
const FOREIGN = / https:| validator\.swagger\.io| upgrade-insecure-requests;/g;

/** HEAD is the same operation as GET, and an operation has one id. */
function withoutHead(document: object): object {
  const { paths } = document as { paths: Record<string, Record<string, object>> };
  const reading = Object.entries(paths).map(([path, { head: _head, ...methods }]) => [path, methods]);
  return { ...document, paths: Object.fromEntries(reading) };
}
