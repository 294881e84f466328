import { creditsOf } from "../format/credits.js";
import type { IconRecord } from "../format/record.js";
import type { StoredImage } from "../format/stored-image.js";
import { componentName } from "./component-code.js";
import { iconComponent } from "./icon-component.js";
import type { ImageOptions } from "./image-options.js";

const TYPE = "registry:component";

/** An icon's component in the list of a registry. */
function shadcnEntry(record: IconRecord) {
  const { id, name, category } = record;
  const { attribution, license, licenseUrl, source } = creditsOf(record);
  return {
    name: id,
    type: TYPE,
    title: name,
    author: attribution,
    categories: [category],
    meta: { ...(license && { license }), ...(licenseUrl && { licenseUrl }), ...(source && { source }) },
    files: [{ path: `components/icons/${componentName(id, name)}.tsx`, type: TYPE }],
  };
}

/** An icon's React component as `shadcn add` installs it. @throws like `iconComponent` */
export function shadcnItem(record: IconRecord, image: StoredImage, look?: ImageOptions) {
  const { files, ...entry } = shadcnEntry(record);
  const content = iconComponent("react", record, image, look);
  return { ...entry, files: files.map((file) => ({ ...file, content })) };
}

/** The list of a registry. */
export function* shadcnRegistry(name: string, records: Iterable<IconRecord>): Generator<string> {
  yield `{"name":${JSON.stringify(name)},"homepage":"","items":[`;
  let separator = "\n";
  for (const record of records) {
    yield separator + JSON.stringify(shadcnEntry(record));
    separator = ",\n";
  }
  yield "\n]}\n";
}
