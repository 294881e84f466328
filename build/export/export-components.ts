import { ATTRIBUTION_FILE } from "#src/format/credits.js";
import type { IconRecord } from "#src/format/record.js";
import type { StoredImage } from "#src/format/stored-image.js";
import { componentName, exportOf } from "#src/images/component-code.js";
import { FRAMEWORKS, type Framework } from "#src/images/component-syntax.js";
import { iconComponent } from "#src/images/icon-component.js";
import { shadcnItem, shadcnRegistry } from "#src/images/shadcn-registry.js";
import type { Look } from "./draw-files.js";
import { drawableIcons, refuseBeforeDrawing } from "./drawable-icons.js";
import { encodeFileName } from "./layout.js";
import { type ComponentFormat, countLeftOut, type Exported, type ExportOptions } from "./options.js";
import { attributionOf, writeFolder } from "./write-folder.js";
import type { ZipFile } from "./zip.js";

/**
 * Exports a folder with a component for each drawing: as a module, with an index that exports all of them, or as an item
 * of a shadcn registry, with its list.
 *
 * @throws like `exportIcons`
 */
export async function exportComponents(options: ExportOptions, format: ComponentFormat): Promise<Exported> {
  const { catalog, out, look, force = false } = options;
  // File systems of Windows and macOS ignore case.
  refuseBeforeDrawing(options, { kind: "component", nameOf, fold: (name) => name.toLowerCase() });
  const withoutImage = countLeftOut();
  const withoutDrawing = countLeftOut();
  const unsupported = countLeftOut();
  const exported: number[] = [];
  let contents = 0;
  function* records(): Generator<IconRecord> {
    for (const ordinal of exported) yield catalog.record(ordinal);
  }
  function* index(framework: Framework): Generator<string> {
    for (const record of records()) yield exportOf(framework, nameOf(record));
  }
  async function* files(): AsyncGenerator<ZipFile> {
    for (const { ordinal, record, image } of drawableIcons(options, withoutImage, withoutDrawing)) {
      const file = fileOf(format, record, image, look);
      if (file.content === undefined) {
        unsupported.add(record.id);
        continue;
      }
      exported.push(ordinal);
      const bytes = Buffer.from(file.content);
      contents += bytes.length;
      yield { path: file.path, bytes, compressed: false };
    }
    if (exported.length === 0)
      throw new Error(`${format} can't show the drawing of any selected icon; export them as react`);
    yield format === "shadcn"
      ? {
          path: "registry.json",
          bytes: encoded(shadcnRegistry(catalog.manifest.dataset.name, records())),
          compressed: false,
        }
      : { path: "index.ts", bytes: encoded(index(format)), compressed: false };
    yield { path: ATTRIBUTION_FILE, bytes: attributionOf(records()), compressed: false };
  }
  const others = await writeFolder(out as string, force, files());
  return {
    ...{ format, icons: exported.length, files: exported.length + 2, bytes: contents + others },
    ...{
      withoutImage: withoutImage.result(),
      withoutDrawing: withoutDrawing.result(),
      unsupported: unsupported.result(),
    },
  };
}

function nameOf({ id, name }: Pick<IconRecord, "id" | "name">): string {
  return componentName(id, name);
}

function fileOf(
  format: ComponentFormat,
  record: IconRecord,
  image: StoredImage,
  look: Look | undefined,
): { readonly path: string; readonly content: string | undefined } {
  if (format === "shadcn") {
    const content = `${JSON.stringify(shadcnItem(record, image, look), null, 2)}\n`;
    return { path: `r/${encodeFileName(record.id)}.json`, content };
  }
  return { path: `${nameOf(record)}.${FRAMEWORKS[format]}`, content: iconComponent(format, record, image, look) };
}

function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
