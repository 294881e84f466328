// The API written the usual way: Fastify, response schemas, a store, keys and counters in maps.
import fastify from "fastify";

const string = { type: "string" };
const integer = { type: "integer" };
const labels = { type: "array", items: string };
const item = { id: string, name: string, category: string, iconUrl: string, developer: string };
const meta = {
  type: "object",
  properties: { api_version: string, tier: string, rate_limit: integer, rate_remaining: integer },
};
const detail = {
  ...item,
  description: string,
  website: string,
  colors: labels,
  style: string,
  mood: string,
  phash: string,
};

/** @param store `list`, `get` and `similar` @param key the only accepted key, on the pro plan */
export function createUsualApi(store, key) {
  const app = fastify({ logger: false });
  const keys = new Map([[key, { tier: "pro", rateLimit: -1, used: 0 }]]);

  app.addHook("onRequest", async (request, reply) => {
    const caller = keys.get(request.headers["x-api-key"]);
    if (caller === undefined) return reply.code(401).send({ success: false, error: { code: "invalid_api_key" } });
    caller.used++;
    request.caller = caller;
  });
  app.decorateRequest("caller", null);

  app.get("/api/v1/icons", { schema: { response: { 200: listSchema(item) } } }, (request) => {
    const { q, page = 1, limit = 20, ...query } = request.query;
    const numbers = { page: Number(page), limit: Math.min(100, Number(limit)) };
    const filters = Object.fromEntries(
      Object.entries(query).map(([facet, value]) => [facet, [value].flat().flatMap((part) => part.split(","))]),
    );
    const { total, items } = store.list({ ...(q === undefined ? {} : { q }), ...numbers, ...filters });
    const data = items.map((record) => card(record, request));
    return {
      success: true,
      data,
      total,
      ...numbers,
      totalPages: Math.ceil(total / numbers.limit),
      _meta: metaOf(request),
    };
  });

  app.get(
    "/api/v1/icons/:id",
    { schema: { response: { 200: envelope({ type: "object", properties: detail }) } } },
    (request, reply) => {
      const record = store.get(request.params.id);
      if (record === undefined) return reply.code(404).send({ success: false, error: { code: "icon_not_found" } });
      return { success: true, data: { ...record, ...card(record, request) }, _meta: metaOf(request) };
    },
  );

  const neighbour = { ...item, distance: integer, similarity: { type: "number" } };
  app.get("/api/v1/similar", { schema: { response: { 200: listSchema(neighbour) } } }, (request) => {
    const { id, limit = 10, max_distance: maxDistance = 64 } = request.query;
    const numbers = { page: 1, limit: Math.min(20, Number(limit)) };
    const { phash, items } = store.similar({ id, limit: numbers.limit, maxDistance: Number(maxDistance) });
    const data = items.map(({ record, distance }) => ({
      ...card(record, request),
      distance,
      similarity: 1 - distance / 64,
    }));
    const total = data.length;
    const query = { id, phash };
    return { success: true, data, total, ...numbers, totalPages: Math.min(1, total), _meta: metaOf(request), query };
  });
  return app;
}

function card({ id, name, category, developer, iconUrl }, request) {
  return { id, name, category, iconUrl: iconUrl ?? `http://${request.headers.host}/images/${id}`, developer };
}

function metaOf({ caller: { tier, rateLimit } }) {
  return { api_version: "v1", tier, rate_limit: rateLimit, rate_remaining: -1 };
}

function envelope(data) {
  return { type: "object", properties: { success: { type: "boolean" }, data, _meta: meta } };
}

function listSchema(properties) {
  const schema = envelope({ type: "array", items: { type: "object", properties } });
  const query = { type: "object", properties: { id: string, phash: string } };
  Object.assign(schema.properties, { total: integer, page: integer, limit: integer, totalPages: integer, query });
  return schema;
}
