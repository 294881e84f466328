import { createHash } from "node:crypto";

/** Applies the chosen theme before the first paint. */
export const THEME_SCRIPT =
  'try{document.documentElement.dataset.theme=localStorage.getItem("icons.theme")??"auto"}catch{}';

/**
 * The content security policy of pages: only same-origin content, and nothing inline but the script above and drawings,
 * which images can't run.
 *
 * @param hasBase whether the page has a `base` element
 */
export function pagePolicy(hasBase: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash("sha256").update(THEME_SCRIPT).digest("base64")}'`,
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    `base-uri ${hasBase ? "'self'" : "'none'"}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}
