import { statesAuthor, statesLicense } from "#src/format/credits.js";
import { creditsIn, type ImageCredits } from "#src/format/variants.js";
import { imagesOf, type SourceRecord } from "../dataset/source-record.js";
import { ImageError } from "../image/image-file.js";
import type { IconSets } from "../image/source/icon-sets.js";
import { iconIn } from "../image/source/image-source.js";
import { creditsOfSet } from "../image/source/set-credits.js";

const NONE: ImageCredits = {};

/**
 * Creates a function that completes the credits of a record: license, source and attribution that neither its fields
 * nor its attributes state are those of the Iconify set of its image. Variants from other sets get the credits of these.
 * It returns the record itself if nothing is missing, and a promise only if it has to read a set.
 *
 * @param own credits of images that are in no set
 */
export function inheritCredits(
  sets: IconSets,
  own: ImageCredits,
): (source: SourceRecord) => SourceRecord | Promise<SourceRecord> {
  const known = new Map<string, ImageCredits>();
  const learn = async (prefix: string): Promise<void> => {
    known.set(prefix, await sets.find(prefix).then(creditsOfSet, ignoreUnreadable));
  };
  const creditsFor = (image: string): ImageCredits => {
    const { prefix } = iconIn(image) ?? {};
    return prefix === undefined ? own : known.get(prefix)!;
  };
  return (source) => {
    const prefixes = imagesOf(source).flatMap(({ image }) => iconIn(image)?.prefix ?? []);
    const unknown = [...new Set(prefixes)].filter((prefix) => !known.has(prefix));
    if (unknown.length === 0) return complete(source, creditsFor);
    return Promise.all(unknown.map(learn)).then(() => complete(source, creditsFor));
  };
}

function complete(source: SourceRecord, creditsFor: (image: string) => ImageCredits): SourceRecord {
  const [first] = imagesOf(source);
  if (first === undefined) return source;
  const shared = creditsFor(first.image);
  const record = withMissing(source, shared);
  const variants = source.variants?.map((variant) => {
    const credits = creditsFor(variant.image);
    const isCredited = credits === shared || Object.keys(creditsIn(variant)).length > 0;
    return isCredited ? variant : { ...variant, ...credits };
  });
  const isSame = variants?.every((variant, at) => variant === source.variants![at]) ?? true;
  return isSame ? record : { ...record, variants: variants! };
}

/** A license comes with the address of its text. */
function withMissing(record: SourceRecord, { license, licenseUrl, source, attribution }: ImageCredits): SourceRecord {
  const missing = {
    ...(statesLicense(record) ? {} : creditsIn({ license, licenseUrl } as ImageCredits)),
    ...(record.source === undefined && source !== undefined ? { source } : {}),
    ...(statesAuthor(record) || attribution === undefined ? {} : { attribution }),
  };
  return Object.keys(missing).length === 0 ? record : { ...record, ...missing };
}

/** The image itself is reported as unreadable. */
function ignoreUnreadable(error: unknown): ImageCredits {
  if (!(error instanceof ImageError)) throw error;
  return NONE;
}
