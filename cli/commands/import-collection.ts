import { Command } from "commander";
import type { CollectionOptions, CollectionResult } from "../../build/import/collections/import-collection.js";
import { forceOption, importShowing, outOption } from "../building/import-report.js";
import { jsonOption, option } from "../options/options.js";
import { commandText } from "../terminal/command-text.js";
import { countOf } from "../terminal/count-of.js";
import { paint, print } from "../terminal/output.js";

/** A collection of icons for dashboards. */
interface Collection {
  readonly command: string;
  readonly title: string;
  readonly fields: string;
  load(): Promise<(options: CollectionOptions) => Promise<CollectionResult>>;
}

const COLLECTIONS: readonly Collection[] = [
  {
    command: "dashboard-icons",
    title: "Dashboard Icons",
    fields: `
Fields:
  id              the icon's name, plex-rewind
  name            the same as a title, Plex Rewind
  developer       --developer, else Unknown
  categories      in lower case with dashes, else other
  aliases         up to 50
  image           svg/, else png/, else webp/; without one, that of colors.dark. A drawing with a script or with parts
                  elsewhere is left out for the next format
  variants        files of colors and wordmark: -light is light, -wordmark-dark is wordmark-dark
  license         of the LICENSE file: Apache-2.0, CC-BY-4.0 or MIT
  attribution     Dashboard Icons
  source          address of the image on GitHub
  updatedAt       update.timestamp; without a zone, UTC
  attributes      base, colors, wordmark, author of the update, other members; categories and aliases that a field
                  can't hold as they are
  removed.json    id, date and reason of takedowns.json

Metadata is metadata.json, or meta/*.json. Other files become icons and variants, too, by their names. Layout of homarr-labs/dashboard-icons, commit 0000f89.`,
    load: async () => (await import("../../build/import/collections/dashboard-icons.js")).importDashboardIcons,
  },
  {
    command: "selfhst",
    title: "selfh.st/icons",
    fields: `
Fields:
  id              Reference
  name            Name
  developer       --developer, else Unknown
  categories      Category, in lower case with dashes, else other
  keywords        Tags
  image           svg/, else png/, else webp/. A drawing with a script or with parts elsewhere is left out for the next
                  format
  variants        the files -light and -dark
  license         of the LICENSE file: CC-BY-4.0
  attribution     selfh.st/icons
  source          address of the image on GitHub
  createdAt       CreatedAt
  attributes      formats (SVG, PNG, WebP), other members; Category as written

Files that index.json doesn't list become icons and variants, too, by their names. Layout of selfhst/icons, commit 47eb6b1.`,
    load: async () => (await import("../../build/import/collections/selfhst.js")).importSelfhst,
  },
];

interface CollectionFlags {
  readonly out: string;
  readonly name?: string;
  readonly developer?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** The commands that import a collection. */
export function collectionCommands(): Command[] {
  return COLLECTIONS.map(collectionCommand);
}

function collectionCommand({ command, title, fields, load }: Collection): Command {
  return new Command(command)
    .description(`convert the collection ${title} into a dataset, with variants`)
    .argument("<source>", "a checkout, a folder, an installed npm package, or a tarball of npm or GitHub")
    .addOption(outOption())
    .addOption(option("--name <name>", `name of the dataset (default: ${title})`))
    .addOption(option("--developer <name>", "developer of all icons, which the collection doesn't name", "Unknown"))
    .addOption(forceOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `${fields}\n\nExample:\n  icons import ${command} checkout --out ${command} && icons build ${command}`,
    )
    .action(async (source: string, { json = false, ...flags }: CollectionFlags) => {
      const importIcons = await load();
      const result = await importShowing(
        (onProgress) => importIcons({ source, ...flags, onProgress }),
        flags.out,
        json,
      );
      if (json) return;
      printCollection(result);
      print(`Next: ${paint("cyan", commandText(["dev", flags.out]))}`);
    });
}

/** Prints where data without a field of its own went. */
function printCollection({ variants, removed, attributes, leftOut }: CollectionResult): void {
  const listed = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} (${count})`)
      .join(", ");
  print(`${countOf(variants, "variant")}, ${countOf(removed, "removed icon")}`);
  print(`in attributes: ${listed(attributes)}`);
  if (Object.keys(leftOut).length > 0) print(`${paint("yellow", "not imported")} of removed icons: ${listed(leftOut)}`);
}
