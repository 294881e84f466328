// Written by tools/make-client-types.mjs from the JSON schemas of the API.

export interface Meta {
  /** The version of the API. */
  api_version: "v1";
  /** The caller's plan. */
  tier?: "free" | "pro";
  /** Requests per day; -1 means unlimited. */
  rate_limit?: number;
  /** Requests left today; -1 means unlimited. */
  rate_remaining?: number;
}

export interface SearchMeta {
  /** The version of the API. */
  api_version: "v1";
  /** The caller's plan. */
  tier?: "free" | "pro";
  /** Requests per day; -1 means unlimited. */
  rate_limit?: number;
  /** Requests left today; -1 means unlimited. */
  rate_remaining?: number;
  /** Labels of the matching icons, sorted by count, then by code unit. */
  facets?: {
    category?: LabelCount[];
    color?: LabelCount[];
    style?: LabelCount[];
    mood?: LabelCount[];
    license?: LabelCount[];
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
}

export interface LabelCount {
  label: string;
  count: number;
}

export interface IconItem {
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
}

export interface IconList {
  /** Errors have `false`. */
  success: true;
  /** Number of results on all pages. */
  total: number;
  /** Number of this page. */
  page: number;
  /** Results per page; the plan may allow fewer than requested. */
  limit: number;
  /** Number of pages of this size. */
  totalPages: number;
  _meta: SearchMeta;
  data: IconItem[];
}

export interface IconDetail {
  /** Errors have `false`. */
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
  _meta: Meta;
}

export interface CategoryList {
  /** Errors have `false`. */
  success: true;
  /** Number of results on all pages. */
  total: number;
  /** Number of this page. */
  page: number;
  /** Results per page; the plan may allow fewer than requested. */
  limit: number;
  /** Number of pages of this size. */
  totalPages: number;
  _meta: Meta;
  data: LabelCount[];
}

export interface ChangeList {
  /** Errors have `false`. */
  success: true;
  /** Number of results on all pages. */
  total: number;
  /** Number of this page. */
  page: number;
  /** Results per page; the plan may allow fewer than requested. */
  limit: number;
  /** Number of pages of this size. */
  totalPages: number;
  _meta: Meta;
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
  /** Errors have `false`. */
  success: true;
  /** Number of results on all pages. */
  total: number;
  /** Number of this page. */
  page: number;
  /** Results per page; the plan may allow fewer than requested. */
  limit: number;
  /** Number of pages of this size. */
  totalPages: number;
  _meta: Meta;
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
  /** Errors have `false`. */
  success: true;
  /** Number of results on all pages. */
  total: number;
  /** Number of this page. */
  page: number;
  /** Results per page; the plan may allow fewer than requested. */
  limit: number;
  /** Number of pages of this size. */
  totalPages: number;
  _meta: Meta;
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
  _meta: Meta;
}
