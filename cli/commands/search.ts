import { Command } from "commander";
import { PLANS } from "../../src/access/plan.js";
import type { ListRequest } from "../../src/catalog/list-request.js";
import { type AskFlags, openAsked, parseItems, publicUrlOption } from "../ask.js";
import { artifactsOption, collect, jsonOption, option, wholeNumber } from "../options.js";
import { paint, print, printJson, printNote } from "../output.js";
import { printTable } from "../table.js";

interface SearchFlags extends AskFlags, Pick<ListRequest, "category" | "color" | "style" | "mood"> {
  readonly page: number;
  readonly limit: number;
}

export function searchCommand(): Command {
  return new Command("search")
    .description("search and list icons, as GET /api/v1/icons does")
    .argument("[words...]", "words that must each begin a word of the name, an alias or the developer")
    .addOption(option("--category <labels>", "any of these categories").argParser(collect))
    .addOption(option("--color <labels>", "any of these colours, or #rrggbb").argParser(collect))
    .addOption(option("--style <labels>", "any of these styles").argParser(collect))
    .addOption(option("--mood <labels>", "any of these moods").argParser(collect))
    .addOption(option("--page <n>", "page", 1).argParser(wholeNumber(1)))
    .addOption(option("--limit <n>", "icons per page, reduced to 100", 20).argParser(wholeNumber(1)))
    .addOption(artifactsOption())
    .addOption(publicUrlOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons search spotify\n  icons search --category games --color blue,purple --limit 50\n  icons search goo --json | jq -r '.data[].id'",
    )
    .action((queryWords: string[], flags: SearchFlags) => {
      const { artifacts: _artifacts, publicUrl, json, limit: wanted, ...filters } = flags;
      const asked = { ...filters, limit: Math.min(wanted, PLANS.pro.maxLimit) };
      const catalog = openAsked(flags);
      const q = queryWords.join(" ");
      const { ordinals, didYouMean, ...numbers } = catalog.list(q === "" ? asked : { q, ...asked });
      const data = parseItems(catalog.renderItems(ordinals, publicUrl));
      if (json)
        return printJson({
          data,
          ...numbers,
          ...(didYouMean !== undefined && { _meta: { did_you_mean: didYouMean } }),
        });
      if (didYouMean !== undefined) printNote(`nothing is called ${q}; this is for ${didYouMean}`);
      printTable(
        ["id", "name", "category", "developer"],
        data.map(({ id, name, category, developer }) => [id, name, category, developer]),
      );
      if (process.stdout.isTTY)
        print(paint("dim", `${numbers.total} icons, page ${numbers.page} of ${numbers.totalPages}`));
    });
}
