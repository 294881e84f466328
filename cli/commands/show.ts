import { Command } from "commander";
import { detailOf, type IconDetail } from "../../src/catalog/detail-text.js";
import type { VersionEntry } from "../../src/format/record.js";
import { queryingTerminal } from "../images/painter.js";
import { type AskFlags, openForFlags, publicUrlOption } from "../listing/ask.js";
import { printGallery } from "../listing/gallery.js";
import { looksLine, nameLine, originLine } from "../listing/icon-lines.js";
import { artifactsOption, jsonOption } from "../options/options.js";
import { type ImageFlags, imagesOption, SHOWN_COLUMNS } from "../options/terminal-image-options.js";
import { printJson, swatch } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

export function showCommand(): Command {
  return new Command("show")
    .argument("<id>", "the icon's id")
    .addOption(imagesOption())
    .addOption(artifactsOption())
    .addOption(publicUrlOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExamples:\n  icons show spotify\n  icons show spotify --json | jq .colorPalette")
    .action((id: string, flags: AskFlags & ImageFlags) =>
      queryingTerminal(flags, async (query) => {
        const catalog = openForFlags(flags);
        const detail = detailOf(catalog.get(id), flags.publicUrl, true, catalog.storedImage(id), catalog.variants(id));
        if (flags.json) return printJson(detail);
        const lines = ["", nameLine(detail), originLine(detail), looksLine(detail)];
        const entry = { name: detail.name, image: await catalog.image(id, { size: SHOWN_SIDE }), lines };
        await printGallery(flags.images, SHOWN_COLUMNS, [entry], query);
        printTable(
          ["field", "value"],
          Object.entries(detail).map(([field, value]) => [field, showField(field as keyof IconDetail, value, detail)]),
        );
      }),
    );
}

/** Enough for the width of an image on a terminal. */
const SHOWN_SIDE = 512;

function showField(field: keyof IconDetail, value: unknown, detail: IconDetail): string {
  if (field === "aiTags") return detail.aiTags!.map(({ tag }) => tag).join(", ");
  if (field === "variants") return detail.variants!.map(({ name, phash }) => `${name}  ${phash}`).join("\n");
  if (field === "colorPalette") {
    return detail
      .colorPalette!.map(({ hex, name, share }) => `${swatch(hex)}${hex} ${name} ${Math.round(share * 100)} %`)
      .join("\n");
  }
  if (field === "versionHistory") return detail.versionHistory!.map(showVersion).join("\n");
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A version that is named after its year is shown as its date only. */
function showVersion({ version, date, note }: VersionEntry): string {
  return [date, date.startsWith(version) ? undefined : version, note].filter((part) => part !== undefined).join("  ");
}
