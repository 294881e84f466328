/** Aliases that are intentionally the name of another application, since people use the word for both. */
export const ALIAS_IS_A_NAME: readonly string[] = [];

/** Aliases that several applications intentionally share, since people use the letters for each. */
export const ALIAS_OF_SEVERAL: readonly string[] = ["ps", "tf"];

/**
 * Icons with a color between two labels, whose label changes with the compression of the served image or with counting
 * in 32 levels, and icons with lines so thin that few pixels have the pure color.
 */
export const ON_THE_BORDER: readonly string[] = [
  "prettier",
  "xcode",
  "vsco",
  "podman",
  "cloudcraft",
  "ibeacon",
  "django-rest-framework",
  "owasp-dependency-check",
  "typeform",
  "cypress",
  "tailscale",
];
