import { SORTS, type Sort } from "../catalog/sorts.js";
import { FACETS, type Facet, mapFacets } from "../format/filter-facets.js";
import { MATCHES, type Match } from "../format/rungs.js";
import { PALETTE_COLORS } from "../palette/palette-size.js";
import { SHARED_COLOR_PATTERN } from "../palette/palette-text.js";
import { isBlank } from "../text/blank.js";

/** The selected labels by facet. */
export type ChosenLabels = Readonly<Record<Facet, readonly string[]>>;

/** The icons that this browser remembers, instead of a result. */
export const SAVED_LISTS = ["favorites", "recent"] as const;

export type SavedList = (typeof SAVED_LISTS)[number];

/** The state of the page, all of which is in its URL. */
export interface View {
  readonly q: string;
  readonly match: Match;
  readonly order: Sort;
  readonly labels: ChosenLabels;
  /** Shown instead of a result. */
  readonly saved: SavedList | undefined;
  /** Only these icons; empty: all icons. */
  readonly ids: readonly string[];
  /** The name of the collection that these icons are; empty if it has none. */
  readonly set: string;
  /** The icon whose similar icons are shown instead of a list. */
  readonly similar: string | undefined;
  /** The icon whose detail is open. */
  readonly icon: string | undefined;
  /** The hash of an image whose similar icons are shown instead of a list: 16 hex digits. */
  readonly phash: string | undefined;
  /** The uncertain bits of that hash, if known: 16 hex digits. */
  readonly uncertain: string | undefined;
  /** What the same image and the icons in it look like, if known; at most `MAX_LOOKS`. */
  readonly looks: readonly ImageLook[];
  /** Whether to include icons similar to the mirrored or inverted image. */
  readonly variants: boolean;
}

/** Length of the ids in an address that browsers, proxies and this server take, with the rest of it. */
const MAX_IDS_LENGTH = 6000;

/** The first ids that fit into an address. */
export function fittingIds(ids: readonly string[]): readonly string[] {
  let length = 0;
  const end = ids.findIndex((id) => {
    length += encodeURIComponent(id).length + 1;
    return length > MAX_IDS_LENGTH;
  });
  return end < 0 ? ids : ids.slice(0, end);
}

/** What an image looks like. */
export interface ImageLook {
  /** The shape descriptor, 128 hex digits. */
  readonly shape: string;
  /** The palette of the same pixels, as the API takes it; undefined only if the image has a single look. */
  readonly palette: string | undefined;
}

const MAX_LOOKS = 8;

/** The maximum that the API returns. */
export const MAX_SIMILAR = 20;
const VARIANTS = "mirrored,inverted";

/** @param search the query of the page's URL; unknown parameters are ignored */
export function readView(search: string): View {
  const params = new URLSearchParams(search);
  const labels = (name: Facet | "ids"): string[] => [...new Set(params.getAll(name).join().split(",").filter(Boolean))];
  const ids = fittingIds(labels("ids"));
  const chosen = mapFacets(labels);
  const phash = readHash(params, "phash");
  return {
    q: readQuery(params.get("q") ?? ""),
    match: MATCHES.find((match) => match === params.get("match")) ?? "auto",
    order: SORTS.find((order) => order === params.get("sort")) ?? usualOrder(chosen),
    labels: chosen,
    saved: SAVED_LISTS.find((saved) => saved === params.get("saved")),
    ids,
    set: ids.length === 0 ? "" : (params.get("set") ?? "").trim(),
    similar: params.get("similar") || undefined,
    icon: params.get("icon") || undefined,
    phash,
    uncertain: phash === undefined ? undefined : readHash(params, "uncertain"),
    looks: phash === undefined ? [] : readLooks(params),
    variants: params.has("include"),
  };
}

/** Icons of a custom color begin with the nearest ones. */
function usualOrder({ color }: ChosenLabels): Sort {
  return color.some(isHexColor) ? "color" : "relevance";
}

/** A query as the API reads it: white space alone is none. */
export function readQuery(text: string): string {
  return isBlank(text) ? "" : text;
}

function readHash(params: URLSearchParams, name: string): string | undefined {
  return hexDigits(params.get(name) ?? "", 16);
}

/** Text of hex digits in lower case; undefined for any other text. */
function hexDigits(text: string, count: number): string | undefined {
  return text.length === count && /^[0-9a-f]*$/i.test(text) ? text.toLowerCase() : undefined;
}

/** Each shape with its palette; a shape alone counts if it is the only one. */
function readLooks(params: URLSearchParams): readonly ImageLook[] {
  const palettes = params.getAll("palette").map(readPalette);
  const looks = params
    .getAll("shape")
    .slice(0, MAX_LOOKS)
    .flatMap((text, at) => {
      const shape = hexDigits(text, 128);
      return shape === undefined ? [] : [{ shape, palette: palettes[at] }];
    });
  return looks.length > 1 ? looks.filter(({ palette }) => palette !== undefined) : looks;
}

function readPalette(text: string): string | undefined {
  const colors = text.split(",");
  const isValid = colors.length <= PALETTE_COLORS && colors.every((color) => SHARED_COLOR_PATTERN.test(color));
  return isValid ? text.toLowerCase() : undefined;
}

/** The query string that shows a view, with its `?`; empty for the initial view. `readView` parses it. */
export function writeView(view: View): string {
  const params = listParams(view);
  if (view.order !== usualOrder(view.labels)) params.set("sort", view.order);
  else params.delete("sort");
  if (view.ids.length > 0 && view.set !== "") params.set("set", view.set);
  if (view.saved !== undefined) params.set("saved", view.saved);
  if (view.similar !== undefined) params.set("similar", view.similar);
  if (view.icon !== undefined) params.set("icon", view.icon);
  if (view.phash !== undefined) params.set("phash", view.phash);
  if (view.phash !== undefined && view.uncertain !== undefined) params.set("uncertain", view.uncertain);
  if (view.phash !== undefined) {
    for (const { shape, palette } of view.looks) {
      params.append("shape", shape);
      if (palette !== undefined) params.append("palette", palette);
    }
  }
  if (view.variants) params.set("include", VARIANTS);
  const text = readable(params);
  return text === "" ? "" : `?${text}`;
}

/** A function that returns the query string that shows a view with an icon. Much faster than `writeView` for many. */
export function iconLinks(view: View): (icon: string) => string {
  const rest = writeView({ ...view, icon: undefined });
  return (icon) => `${rest === "" ? "?" : `${rest}&`}icon=${encodeURIComponent(icon)}`;
}

/** The parameters of the list request for a view, except page and limit. */
export function listParams({ q, match, order, labels, ids }: View): URLSearchParams {
  const params = new URLSearchParams();
  if (q !== "") params.set("q", q);
  if (q !== "" && match !== "auto") params.set("match", match);
  for (const facet of FACETS) if (labels[facet].length > 0) params.set(facet, labels[facet].join(","));
  if (order !== "relevance") params.set("sort", order);
  if (ids.length > 0) params.set("ids", ids.join(","));
  return params;
}

/** The parameters of the request for icons similar to an icon; with variants, the server compares by hash. */
export function similarToIcon(id: string, variants: boolean): URLSearchParams {
  return similarParams({ id, ...(variants && { include: VARIANTS }) });
}

/** What is known of an image. */
type KnownImage = Pick<View, "uncertain" | "looks"> & { readonly phash: string };

/**
 * The parameters of the requests for icons similar to an image, of which `bestFirst` merges the responses: for each
 * look of the image one by look and one by shape. If the image has no look, or variants are wanted, which only hashes
 * have: one by its hash.
 */
export function similarToImage(
  { phash, uncertain, looks }: KnownImage,
  variants: boolean,
): readonly [URLSearchParams, ...URLSearchParams[]] {
  const byHash = similarParams({ phash, uncertain, ...(variants && { include: VARIANTS }) });
  if (variants) return [byHash];
  const [first = byHash, ...others] = looks.flatMap(({ shape, palette }) => [
    ...(palette === undefined ? [] : [similarParams({ shape, palette })]),
    similarParams({ shape }),
  ]);
  return [first, ...others];
}

type SimilarParam = "id" | "phash" | "uncertain" | "shape" | "palette" | "include";

function similarParams(values: { readonly [Name in SimilarParam]?: string | undefined }): URLSearchParams {
  const { include, ...subject } = values;
  const given = Object.entries({ ...subject, limit: String(MAX_SIMILAR), include });
  return new URLSearchParams(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The parameters of a request whose response also says how to show each image. */
export function withImages(params?: URLSearchParams): URLSearchParams {
  const described = new URLSearchParams(params);
  described.set("images", "true");
  return described;
}

/** Parameters as text. Commas and colons are not escaped, since a query may contain them. */
export function readable(params: URLSearchParams): string {
  return params.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

export const SAVED_TITLES: Readonly<Record<SavedList, string>> = { favorites: "Favorites", recent: "Recently viewed" };

/** The title of the document that shows a view. @param name of the open icon; undefined until it is known */
export function titleOf(view: View, name: string | undefined, dataset: string): string {
  const { q, labels, set, phash, similar, saved, icon } = view;
  const words = [
    ...(set === "" ? [] : [set]),
    ...(q === "" ? [] : [`“${q}”`]),
    ...FACETS.flatMap((facet) => labels[facet]),
  ];
  const listed = saved === undefined ? words.join(", ") : SAVED_TITLES[saved];
  const shown = icon === undefined ? ((phash ?? similar) === undefined ? listed : "Similar icons") : (name ?? icon);
  return shown === "" ? dataset : `${shown} · ${dataset}`;
}

/** What makes a view show the result of its query and labels. */
export const RESULT = { phash: undefined, saved: undefined, similar: undefined } as const;

export function isFiltered({ q, labels, ids }: View): boolean {
  return q !== "" || ids.length > 0 || FACETS.some((facet) => labels[facet].length > 0);
}

/** Whether a color is a custom `#rrggbb` color instead of a label. */
export function isHexColor(label: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(label);
}

/** The icons nearest to a custom color, which replaces the previous one. @param hex `#rrggbb` */
export function chooseColor(view: View, hex: string): View {
  const labels = view.labels.color.filter((label) => !isHexColor(label));
  return { ...view, ...RESULT, order: "color", labels: { ...view.labels, color: [hex, ...labels] } };
}

/** The view without query, labels and collection. */
export function withoutFilters(view: View): View {
  const order = view.order === "color" ? "relevance" : view.order;
  return { ...view, q: "", match: "auto", order, labels: mapFacets(() => []), ids: [], set: "" };
}

/** The view with a label selected or deselected. */
export function toggleLabel(view: View, facet: Facet, label: string): View {
  const on = view.labels[facet];
  const labels = on.includes(label) ? on.filter((other) => other !== label) : [...on, label];
  const order = view.order === "color" && isHexColor(label) ? "relevance" : view.order;
  return { ...view, ...RESULT, order, labels: { ...view.labels, [facet]: labels } };
}
