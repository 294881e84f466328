import { register } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Loads modules with URLs that end in `?without-libc` again, without the library for C calls. Vitest can't mock
 * compiled code, since Node loads it; other test files of this process keep the original modules.
 */
const WITHOUT_LIBC = `
const MARK = "?without-libc";
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const isOwn = context.parentURL?.endsWith(MARK) && resolved.url.includes("/dist/src/platform/");
  return isOwn && !resolved.url.endsWith(MARK) ? { ...resolved, url: resolved.url + MARK } : resolved;
}
export async function load(url, context, next) {
  if (!url.endsWith("/platform/libc.js" + MARK)) return next(url, context);
  return { format: "module", source: "export const libc = undefined;", shortCircuit: true };
}`;

let isRegistered = false;

/** Loads a module of `src/platform` as on a system without C library calls. @param name such as `file-lock.js` */
export function withoutLibc<Module>(name: string): Promise<Module> {
  if (!isRegistered) register(`data:text/javascript,${encodeURIComponent(WITHOUT_LIBC)}`);
  isRegistered = true;
  return import(`${pathToFileURL(resolve("dist/src/platform", name)).href}?without-libc`);
}
