import { Command } from "commander";
import { IDENTITY_KINDS, type Identity, type IdentityKind } from "../../src/catalog/identity-kinds.js";
import { type AskFlags, openForFlags, publicUrlOption } from "../listing/ask.js";
import { artifactsOption, jsonOption, option } from "../options/options.js";
import { EXIT, UsageError } from "../process/failure.js";
import { paint, printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

interface ResolveFlags extends AskFlags {
  readonly fuzzy?: boolean;
}

const DESCRIPTIONS: Readonly<Record<IdentityKind, string>> = {
  domain: "a domain, such as open.spotify.com",
  container: "a container image, such as ghcr.io/linuxserver/plex:latest",
  bundle: "a bundle or package id of an app, such as com.spotify.client",
  package: "a registry and a name, such as npm:react, or a package URL",
  label: "a label of a container image, such as org.opencontainers.image.source=https://github.com/grafana/grafana",
  name: "a name or alias, without case and diacritics",
};

export function resolveCommand(): Command {
  const identities: Identity[] = [];
  const command = new Command("resolve");
  for (const kind of IDENTITY_KINDS) {
    const collecting = option(`--${kind} <${kind}>`, `${DESCRIPTIONS[kind]}; repeatable`);
    // In the order of the command line, which commander keeps within each option only.
    command.addOption(collecting.argParser((value: string) => void identities.push({ kind, value })));
  }
  return command
    .addOption(option("--fuzzy", "search for names that no icon has, including near spellings"))
    .addOption(artifactsOption())
    .addOption(publicUrlOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      '\nExamples:\n  icons resolve --domain open.spotify.com --container docker.io/library/postgres:16-alpine\n  icons resolve --name "vs code" --json',
    )
    .action(({ fuzzy = false, publicUrl, json, ...flags }: ResolveFlags) => {
      if (identities.length === 0)
        throw new UsageError(
          "give --domain, --container, --bundle, --package, --label or --name, repeatedly if needed",
        );
      const catalog = openForFlags({ ...flags, publicUrl });
      const resolved = catalog.resolve(identities, fuzzy);
      const found = resolved.filter(({ ordinal }) => ordinal !== undefined).length;
      if (found === 0) process.exitCode = EXIT.notFound;
      if (json)
        return printJson({
          data: JSON.parse(Buffer.from(catalog.resolvedText(identities, resolved, publicUrl), "latin1").toString()),
          total: identities.length,
        });
      printTable(
        ["identity", "icon", "reason"],
        identities.map(({ value }, at) => {
          const { ordinal, reason } = resolved[at]!;
          return [
            value,
            ordinal === undefined ? paint("yellow", "none") : paint("cyan", catalog.item(ordinal).id),
            reason,
          ];
        }),
      );
    });
}
