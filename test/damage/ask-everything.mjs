import { FACETS } from "#src/format/filter-facets.js";
import { decodeImageHead } from "#src/format/stored-image.js";

const QUERIES = ["a", "s", "spotify", "goo p", "micro office", "netflx", "+", "微", "zzzzzz", "a e i o u"];
const ORIGIN = "http://icons.test";
const LIMIT = 40;

/**
 * Calls every query of a catalog.
 *
 * @param draw renders a stored image
 * @returns number of queries that failed, by name of the error
 */
export async function askEverything(catalog, draw) {
  const errors = {};
  const ask = (question) => {
    try {
      question();
    } catch (error) {
      errors[error.name] = (errors[error.name] ?? 0) + 1;
    }
  };
  const askLater = async (question) => {
    try {
      await question();
    } catch (error) {
      errors[error.name] = (errors[error.name] ?? 0) + 1;
    }
  };
  const list = (request) =>
    ask(() => {
      const { ordinals } = catalog.list({ limit: LIMIT, ...request });
      catalog.itemsText(ordinals, ORIGIN);
      catalog.renderHighlighted(ordinals, request.q, ORIGIN);
    });
  for (const q of QUERIES) {
    list({ q, facets: FACETS });
    list({ q, color: ["blue", "red"] });
    ask(() => catalog.explain(q, 0));
  }
  list({ facets: FACETS });
  list({ page: 20 });
  for (const facet of FACETS) {
    ask(() => {
      for (const { label } of catalog.labels(facet).slice(0, 4)) list({ [facet]: [label], page: 2 });
    });
  }
  list({ category: ["games"], color: ["blue", "white"], style: ["flat"], mood: ["playful"], facets: FACETS });
  const last = catalog.size - 1;
  for (const ordinal of [0, last >> 1, last]) {
    ask(() => {
      const { id } = catalog.record(ordinal);
      catalog.get(id);
      catalog.detailText(id, ORIGIN, true);
      for (const by of ["phash", "color", "blend"]) {
        ask(() => catalog.matchesText(catalog.similar({ id, by, include: ["mirrored", "inverted"] }).matches, ORIGIN));
      }
    });
  }
  for (const ordinal of [0, last >> 1, last]) {
    await askLater(async () => {
      const { id } = catalog.record(ordinal);
      const item = catalog.storedImage(id);
      await draw(item);
      if (decodeImageHead(item).kind === "svg") await catalog.image(id, { format: "svg" });
      for (const { name, image } of catalog.variants(id)) {
        await draw(image);
        if (decodeImageHead(image).kind === "svg") await catalog.image(id, { format: "svg", variant: name });
      }
    });
  }
  for (const phash of ["0000000000000000", "ffffffffffffffff", "c3c3c3c33c3c3c3c"])
    ask(() => catalog.similar({ phash, limit: 20 }));
  return errors;
}
