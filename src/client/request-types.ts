// Written by tools/make-client-types.mjs from the JSON schemas of the API.

export interface IconsQuery {
  /** Query words: prefixes of words in the name, an alias or the developer, or else words of any text. See `match`. */
  q?: string;
  /** `name`: only names, aliases, developers and near spellings; `meaning`: descriptions, tags and keywords first; default `auto`: names, then meaning, then near spellings, then fewer words. */
  match?: "auto" | "name" | "meaning";
  /** Category labels. Several values, comma-separated or repeated, match any of them. */
  category?: string[];
  /** Color labels, or a color name or #rrggbb for the label of that color. Several values, comma-separated or repeated, match any of them. */
  color?: string[];
  /** Style labels. Several values, comma-separated or repeated, match any of them. */
  style?: string[];
  /** Mood labels. Several values, comma-separated or repeated, match any of them. */
  mood?: string[];
  /** License labels. Several values, comma-separated or repeated, match any of them. */
  license?: string[];
  /** Order of the results: `relevance` (default), `name`, `newest` by createdAt, `updated` by updatedAt, else createdAt, newest first, `look`: by color and shape, similar images next to each other, or `color`: by distance to the first color of `color`, such as #1e88e5. */
  sort?: "relevance" | "name" | "newest" | "updated" | "look" | "color";
  /** Only icons changed or, without such a date, added at or after this ISO 8601 date or time, such as 2024-05-11. */
  updated_since?: string;
  /** Only the icons with these ids or former ids; comma-separated or repeated. */
  ids?: string[];
  /** Facets (category, color, style, mood, license) to count in `_meta.facets`; comma-separated or repeated. */
  facets?: ("category" | "color" | "style" | "mood" | "license")[];
  /** If true, `facets` counts the labels of a facet without the filter by that facet: what choosing another label would add; default false. */
  alternatives?: boolean;
  /** Page number; default 1. */
  page?: number;
  /** Items per page; default 20, at most the page size of the plan. */
  limit?: number;
  /** If true, each item has the matching ranges of its texts in `_highlight`; default false. */
  highlight?: boolean;
  /** If true, each icon with an image says in `_image` how to show it; default false. */
  images?: boolean;
  /** If true, each item has license, source and author of its image in `_credits`; default false. */
  credits?: boolean;
}

export interface ChangesQuery {
  /** An ISO 8601 date or time, such as 2024-05-11, or a generation that the server still has, which counts as the UTC day of its build. */
  since: string;
  /** Page number; default 1. */
  page?: number;
  /** Items per page; default 20, at most the page size of the plan. */
  limit?: number;
}

export interface ResolveQuery {
  /** A domain or URL, such as `open.spotify.com` or `google.com/maps`. Repeatable. */
  domain?: string[];
  /** A container image, such as `ghcr.io/linuxserver/plex:latest`. Repeatable. */
  container?: string[];
  /** A bundle or package id of an app, such as `com.spotify.client`. Repeatable. */
  bundle?: string[];
  /** A registry and a name, such as `npm:react`, or a package URL. Repeatable. */
  package?: string[];
  /** A label of a container image, such as `org.opencontainers.image.source=https://github.com/grafana/grafana`. Repeatable. */
  label?: string[];
  /** A name or alias, compared as a whole, without case and diacritics. Repeatable. */
  name?: string[];
  /** Whether names that no icon has may be misspelled by one letter; default 0. */
  fuzzy?: "0" | "1" | "false" | "true";
}

export interface SimilarQuery {
  /** Id of the icon to compare with. */
  id?: string;
  /** A perceptual hash of 16 hex digits. */
  phash?: string;
  /** A shape descriptor of 128 hex digits. by is then look with a palette, else shape. */
  shape?: string;
  /** The colors of the image with this shape, six hex digits each, and their shares of its area, such as `1db954:0.82,191414:0.18`. Without shares, colors count equally. The five largest shares count. */
  palette?: string[];
  /** The uncertain bits of phash, which may differ at other sizes of the image: 16 hex digits. Orders by weighted distance. */
  uncertain?: string;
  /** Number of results; default 10, capped at 20. */
  limit?: number;
  /** Maximum Hamming distance, 64 at most; compares by phash unless `by` is given. */
  max_distance?: number;
  /** Also compares with the mirrored or inverted image. Several values, comma-separated or repeated. */
  include?: ("mirrored" | "inverted")[];
  /** Order of the results. auto (default for id): icons within Hamming distance 4, then by look; by hash if the icon lacks a shape or a palette. phash (default for phash, max_distance and include): by hash, ties by color. shape: by shape descriptor, whatever the colors, margin and plate. look: by shape and palette together, as people see similarity. color: by palette. blend: by Hamming distance / 64 plus color distance. vector: by the vectors of the dataset, if it has them. All but phash and auto need id; shape also takes a shape, and look a shape with a palette. */
  by?: "auto" | "phash" | "shape" | "look" | "color" | "blend" | "vector";
  /** If true, each icon with an image says in `_image` how to show it; default false. */
  images?: boolean;
}

export interface ImageQuery {
  /** Format of the response, instead of the extension of the path. `auto` is AVIF, WebP or PNG, never SVG: the type in `Accept` with the highest weight, the first of equals. Wildcards mean PNG, which is also sent if nothing fits. */
  format?: "svg" | "png" | "webp" | "avif" | "jpg" | "ico" | "auto";
  /** Side length in pixels; default 128, or the drawing's own size for SVG. ICO has an image of each size, up to 8 of at most 256 pixels, such as `16,32,48`; default 16, 32, 48, 64 and 128. */
  size?: number[];
  /** Width in pixels, instead of `size`. */
  width?: number;
  /** Height in pixels, instead of `size`. */
  height?: number;
  /** A CSS color for a drawing in a single color, such as `1db954`. */
  color?: string;
  /** A CSS color behind the image, or `none`. */
  background?: string;
  /** Margin on each side, as a fraction of the side length. */
  padding?: number;
  /** Share of the side length that the visible part of the image takes, in the middle, instead of `padding`: with `0.8`, all icons look equally large. Backgrounds don't count and still fill the image; `background=none` removes them. Raster images are enlarged. */
  content?: number;
  /** Radius of the corners, as a fraction of the side length. */
  radius?: number;
  /** The outline that clips the image, instead of `radius`: `rounded` is a radius of 0.2. */
  shape?: "square" | "rounded" | "circle";
  /** Degrees clockwise. */
  rotate?: 0 | 90 | 180 | 270;
  /** Mirrors the image. */
  flip?: "none" | "horizontal" | "vertical" | "both";
  /** A variant of the icon, such as `light`, `mono` or `wordmark`; see `variants` of the icon. `bare` is the drawing without the icon's background. */
  variant?: string;
  /** Theme of the page. `dark` returns the variant `light`, in light colors, if the icon has one, and `light` returns `dark`; with `variant`, `NAME-light` or `NAME-dark`. A drawing in a single color without a background gets black or white where its own is invisible, and `bare` where it is too close to the page's. As SVG, `auto` has both and follows the page that shows it, though not in Safari; other formats have the one for light pages. Otherwise the same image as without. */
  theme?: "light" | "dark" | "auto";
  /** Whether the image is in grays; default 0. */
  greyscale?: "0" | "1" | "false" | "true";
  /** Whether raster images are enlarged beyond their own size; default 0. */
  upscale?: "0" | "1" | "false" | "true";
  /** Response if there is no image: `monogram`, the initial of the icon or identity; the URL of another image, to which the response redirects if the operator allows its origin; or `404`, an error; default `404`. */
  fallback?: string;
  /** Whether browsers save the image as a file; default 0. */
  download?: "0" | "1" | "false" | "true";
  /** Version of the image: the 16 digits of its ETag. */
  v?: string;
}
