import type { SourceRecord } from "../check/source-record.js";

/** Addresses of a record that people or pages open, with the paths of their fields; what is no address at all is left out. */
export function addressesOf({
  website,
  iconUrl,
}: SourceRecord): { readonly path: readonly string[]; readonly url: URL }[] {
  return Object.entries({ website, iconUrl }).flatMap(([field, text]) => {
    return text === undefined || !URL.canParse(text) ? [] : [{ path: [field], url: new URL(text) }];
  });
}
