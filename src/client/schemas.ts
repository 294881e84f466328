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
  /** Theme of the page. `dark` returns the variant `light`, in light colors, if the icon has one, and `light` returns `dark`; with `variant`, `NAME-light` or `NAME-dark`. `bare` in a single color gets black or white where its color is too close to the page's. As SVG, `auto` has both and follows the page that shows it, though not in Safari; other formats have the one for light pages. Otherwise the same image as without. */
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

export interface Meta {
  api_version: "v1";
  tier?: "free" | "pro";
  /** Requests per day; -1 means unlimited. */
  rate_limit?: number;
  /** Requests left today; -1 means unlimited. */
  rate_remaining?: number;
}

export interface IconList {
  success: true;
  total: number;
  page: number;
  limit: number;
  totalPages: number;
  _meta: {
    api_version: "v1";
    tier?: "free" | "pro";
    /** Requests per day; -1 means unlimited. */
    rate_limit?: number;
    /** Requests left today; -1 means unlimited. */
    rate_remaining?: number;
    /** Labels of the matching icons, sorted by count, then by code unit. */
    facets?: {
      category?: {
        label: string;
        count: number;
      }[];
      color?: {
        label: string;
        count: number;
      }[];
      style?: {
        label: string;
        count: number;
      }[];
      mood?: {
        label: string;
        count: number;
      }[];
      license?: {
        label: string;
        count: number;
      }[];
    };
    /** The corrected query, if nothing matched the original one. */
    did_you_mean?: string;
    /** How the icons were found; absent if by names, aliases and developers. `inside`, `translation`, `mention`, `related` and `fewer-words`: the icons are only loosely related. */
    matched?:
      | "few-names"
      | "pasted"
      | "fillers"
      | "meaning"
      | "inside"
      | "synonyms"
      | "translation"
      | "mention"
      | "spelling"
      | "related"
      | "fewer-words";
    /** Parts of the request without effect: parameters that do not exist and labels that no icon has. */
    warnings?: {
      param: string;
      message: string;
      /** The nearest valid parameter or label. */
      did_you_mean?: string;
    }[];
    /** Query words that the first icon does not have; present for `fewer-words`. */
    dropped?: string[];
  };
  data: {
    id: string;
    name: string;
    category: string;
    /** Absolute URL of the image. */
    iconUrl: string;
    developer: string;
    _highlight?: {
      /** Start and end (exclusive) in UTF-16 code units; sorted and disjoint. */
      name?: number[][];
      /** Start and end (exclusive) in UTF-16 code units; sorted and disjoint. */
      developer?: number[][];
      alias?: {
        /** The alias. */
        text: string;
        /** Start and end (exclusive) in UTF-16 code units; sorted and disjoint. */
        ranges: number[][];
      };
    };
    _image?: {
      /** Whether the image is a drawing, so that `.svg` exists. */
      drawing: boolean;
      /** `#rrggbb` that the record puts behind the image. */
      background?: string;
      /** The background that the image itself needs to be visible; absent if it is visible on any. */
      backdrop?: "light" | "dark";
    };
    _credits?: {
      /** The author and the icon set. */
      attribution: string;
      license?: string;
      licenseUrl?: string;
      source?: string;
      website?: string;
    };
  }[];
}

export interface IconDetail {
  success: true;
  data: {
    id: string;
    name: string;
    category: string;
    /** Absolute URL of the image. */
    iconUrl: string;
    developer: string;
    description?: string;
    website?: string;
    /** All categories, if there are several; the first one is also in `category`. */
    categories?: string[];
    /** The SPDX id of the image's license, or its name. */
    license?: string;
    licenseUrl?: string;
    /** Where the image comes from. */
    source?: string;
    /** The author to credit for the image, who may not be the developer. */
    attribution?: string;
    /** The owner's rules for the use of the image. */
    guidelines?: string;
    /** Identities of the application outside of this service. */
    identifiers?: {
      domains?: string[];
      bundles?: string[];
      containerImages?: string[];
      packages?: string[];
      wikidata?: string;
    };
    /** Color labels, largest area first. */
    colors?: string[];
    style?: string;
    mood?: string;
    /** Words and phrases that people search by. */
    keywords?: string[];
    phash?: string;
    createdAt?: string;
    updatedAt?: string;
    /** Ids that redirect to this icon. */
    formerIds?: string[];
    /** Additional fields defined by the dataset. */
    attributes?: Record<string, unknown>;
    /** Newest first. Pro plan. */
    versionHistory?: {
      version: string;
      date: string;
      phash?: string;
      iconUrl?: string;
      note?: string;
    }[];
    /** Pro plan. */
    aiTags?: {
      tag: string;
      confidence?: number;
    }[];
    /** Pro plan. */
    colorPalette?: {
      hex: string;
      name: string;
      share: number;
    }[];
    /** URLs of the image; see `getImage` for other sizes and forms. */
    images?: {
      png: string;
      webp: string;
      /** Whether the drawing has a single color, which `color` replaces. */
      recolorable: boolean;
      /** In pixels; for drawings in their own units. */
      width: number;
      height: number;
      /** Present if the image is a drawing. */
      svg?: string;
    };
    /** Other images of the icon, such as one in light colors for dark pages. */
    variants?: {
      /** The value of `variant` in `getImage`. */
      name: string;
      phash: string;
      colors: string[];
      /** Its license, if it is not that of the icon. */
      license?: string;
      licenseUrl?: string;
      source?: string;
      /** The author to credit for it. */
      attribution?: string;
      /** URLs of its image. */
      images?: {
        png: string;
        webp: string;
        /** Whether the drawing has a single color, which `color` replaces. */
        recolorable: boolean;
        /** In pixels; for drawings in their own units. */
        width: number;
        height: number;
        /** Present if the image is a drawing. */
        svg?: string;
      };
    }[];
    _image?: {
      /** Whether the image is a drawing, so that `.svg` exists. */
      drawing: boolean;
      /** `#rrggbb` that the record puts behind the image. */
      background?: string;
      /** The background that the image itself needs to be visible; absent if it is visible on any. */
      backdrop?: "light" | "dark";
    };
  };
  _meta: {
    api_version: "v1";
    tier?: "free" | "pro";
    /** Requests per day; -1 means unlimited. */
    rate_limit?: number;
    /** Requests left today; -1 means unlimited. */
    rate_remaining?: number;
  };
}

export interface CategoryList {
  success: true;
  total: number;
  page: number;
  limit: number;
  totalPages: number;
  _meta: {
    api_version: "v1";
    tier?: "free" | "pro";
    /** Requests per day; -1 means unlimited. */
    rate_limit?: number;
    /** Requests left today; -1 means unlimited. */
    rate_remaining?: number;
  };
  data: {
    label: string;
    count: number;
  }[];
}

export interface ChangeList {
  success: true;
  total: number;
  page: number;
  limit: number;
  totalPages: number;
  _meta: {
    api_version: "v1";
    tier?: "free" | "pro";
    /** Requests per day; -1 means unlimited. */
    rate_limit?: number;
    /** Requests left today; -1 means unlimited. */
    rate_remaining?: number;
  };
  /** The newest first. */
  data: {
    /** `added` if `createdAt` is in the period, else `changed` by `updatedAt`. */
    change: "added" | "changed" | "removed";
    id: string;
    /** ISO 8601, as precise as in the dataset. */
    date: string;
    name?: string;
    /** Ids that redirect to the icon. When it was renamed is not known, so it may have been before. */
    formerIds?: string[];
    /** Why the icon was removed. */
    reason?: string;
    /** Id of the icon that replaces it. */
    successor?: string;
  }[];
  /** The beginning of the period, ISO 8601. */
  since: string;
  /** Number of icons without `createdAt` and `updatedAt`: whether they have changed is not known. */
  undated: number;
}

export interface ResolvedList {
  success: true;
  total: number;
  page: number;
  limit: number;
  totalPages: number;
  _meta: {
    api_version: "v1";
    tier?: "free" | "pro";
    /** Requests per day; -1 means unlimited. */
    rate_limit?: number;
    /** Requests left today; -1 means unlimited. */
    rate_remaining?: number;
  };
  /** In the order of the query. */
  data: {
    kind: "domain" | "container" | "bundle" | "package" | "label" | "name";
    value: string;
    icon: {
      id: string;
      name: string;
      category: string;
      /** Absolute URL of the image. */
      iconUrl: string;
      developer: string;
    } | null;
    reason:
      | "exact domain"
      | "parent domain"
      | "website"
      | "container image"
      | "bundle"
      | "package"
      | "name"
      | "alias"
      | "similar name"
      | "unknown"
      | "several icons"
      | "other publisher"
      | "ip address"
      | "internal name"
      | "not a domain"
      | "not a container image"
      | "not a package"
      | "not a known label";
  }[];
}

export interface SimilarList {
  success: true;
  total: number;
  page: number;
  limit: number;
  totalPages: number;
  _meta: {
    api_version: "v1";
    tier?: "free" | "pro";
    /** Requests per day; -1 means unlimited. */
    rate_limit?: number;
    /** Requests left today; -1 means unlimited. */
    rate_remaining?: number;
  };
  data: {
    id: string;
    name: string;
    category: string;
    /** Absolute URL of the image. */
    iconUrl: string;
    developer: string;
    /** Hamming distance; absent if either icon has no hash. */
    distance?: number;
    /** 1 at distance 0, 0 at 32, that of unrelated images, and beyond: max(0, 1 - distance / 32). */
    similarity?: number;
    /** Hamming distance in which a bit counts half if it is uncertain in one of the two hashes, and a sixteenth if it differs and is uncertain in both; present if uncertain is given. */
    weightedDistance?: number;
    /** The variant of the image that has this distance; absent for the original image. */
    variant?: "mirrored" | "inverted";
    /** Present if the icon's hash has too little detail to be reliable. */
    lowDetail?: true;
    /** Earth mover's distance of the palettes in OKLab; present for by=auto, look, color and blend. */
    colorDistance?: number;
    /** Number of bits in which the shape descriptors differ; present for by=auto, shape and look. */
    shapeDistance?: number;
    /** Share of judged pairs at this distance that people call similar; present for by=auto, shape and look. */
    score?: number;
    /** Cosine similarity of the dataset's vectors; present for by=vector. */
    vectorSimilarity?: number;
    _image?: {
      /** Whether the image is a drawing, so that `.svg` exists. */
      drawing: boolean;
      /** `#rrggbb` that the record puts behind the image. */
      background?: string;
      /** The background that the image itself needs to be visible; absent if it is visible on any. */
      backdrop?: "light" | "dark";
    };
  }[];
  query: {
    id?: string;
    phash?: string;
    /** The order of the results; auto only if it compared looks. */
    by?: "auto" | "phash" | "shape" | "look" | "color" | "blend" | "vector";
    shape?: string;
    /** The colors that were compared, the largest share first. */
    palette?: {
      hex: string;
      share: number;
    }[];
    /** Present if the given hash has too little detail to be reliable. */
    lowDetail?: true;
  };
}

export interface ErrorResponse {
  success: false;
  error: {
    code:
      | "icon_renamed"
      | "bad_request"
      | "invalid_parameter"
      | "missing_parameter"
      | "conflicting_parameters"
      | "missing_api_key"
      | "invalid_api_key"
      | "origin_not_allowed"
      | "rendering_disabled"
      | "route_not_found"
      | "icon_not_found"
      | "drawing_not_found"
      | "variant_not_found"
      | "method_not_allowed"
      | "icon_removed"
      | "request_timeout"
      | "uri_too_long"
      | "phash_unavailable"
      | "palette_unavailable"
      | "shape_unavailable"
      | "vector_unavailable"
      | "not_recolorable"
      | "image_too_expensive"
      | "query_too_expensive"
      | "rate_limit_exceeded"
      | "too_many_invalid_keys"
      | "headers_too_large"
      | "internal_error"
      | "unavailable";
    message: string;
    param?: string;
    currentId?: string;
    removal?: {
      date: string;
      reason: string;
      successor?: string;
    };
  };
  _meta: {
    api_version: "v1";
    tier?: "free" | "pro";
    /** Requests per day; -1 means unlimited. */
    rate_limit?: number;
    /** Requests left today; -1 means unlimited. */
    rate_remaining?: number;
  };
}
