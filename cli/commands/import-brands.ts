import { Command } from "commander";
import { forceOption, importShowing, outOption } from "../building/import-report.js";
import { jsonOption, option } from "../options/options.js";
import { commandText } from "../terminal/command-text.js";
import { paint, print } from "../terminal/output.js";

/** The commands of collections of brand icons. */
const BRANDS = [
  {
    command: "simple-icons",
    title: "Simple Icons",
    source: "simple-icons",
    load: async () => (await import("../../build/import/collections/simple-icons.js")).SIMPLE_ICONS,
  },
  {
    command: "svgl",
    title: "svgl",
    source: "checkout",
    load: async () => (await import("../../build/import/collections/svgl.js")).SVGL,
  },
  {
    command: "thesvg",
    title: "theSVG",
    source: "checkout",
    load: async () => (await import("../../build/import/collections/the-svg.js")).THE_SVG,
  },
] as const;

interface BrandsFlags {
  readonly out: string;
  readonly name?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** The commands that import a collection of brand icons. */
export function brandsCommands(): Command[] {
  return BRANDS.map(brandsCommand);
}

function brandsCommand({ command, title, source: example, load }: (typeof BRANDS)[number]): Command {
  return new Command(command)
    .description(`convert the collection ${title} into a dataset; what has no field is kept in attributes`)
    .argument("<source>", "a checkout, a folder, an installed npm package, or a tarball of npm or GitHub")
    .addOption(outOption())
    .addOption(option("--name <name>", `name of the dataset (default: ${title})`))
    .addOption(forceOption())
    .addOption(jsonOption())
    .addHelpText("after", `\nExample:\n  icons import ${command} ${example} --out ${command} && icons build ${command}`)
    .action(async (source: string, { json = false, ...flags }: BrandsFlags) => {
      const { importBrands } = await import("../../build/import/collections/brands.js");
      const collection = await load();
      const { attributes } = await importShowing(() => importBrands(collection, { source, ...flags }), flags.out, json);
      if (json) return;
      const kept = Object.entries(attributes).map(([field, count]) => `${field} (${count})`);
      print(`in attributes: ${kept.join(", ")}`);
      print(`Next: ${paint("cyan", commandText(["dev", flags.out]))}`);
    });
}
