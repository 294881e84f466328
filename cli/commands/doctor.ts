import { Command } from "commander";
import { checkMachine, type DoctorFlags } from "../doctor/check-machine.js";
import {
  artifactsOption,
  jsonOption,
  keysOption,
  option,
  quotaOption,
  usageOption,
  wholeNumber,
} from "../options/options.js";
import { EXIT } from "../process/failure.js";
import { paint, printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

const COLORS = { ok: "green", warning: "yellow", failed: "red" } as const;

export function doctorCommand(): Command {
  return new Command("doctor")
    .addOption(artifactsOption())
    .addOption(keysOption())
    .addOption(usageOption())
    .addOption(quotaOption())
    .addOption(option("--host <address>", "address that the server shall listen on", "127.0.0.1"))
    .addOption(option("--port <n>", "its port", 3000).argParser(wholeNumber(0, 65_535)))
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons doctor\n  icons doctor --artifacts /var/lib/icons/artifacts --keys /etc/icons/keys.json --port 80",
    )
    .action(async ({ json, ...flags }: DoctorFlags & { readonly json?: boolean }) => {
      const findings = await checkMachine(flags);
      if (findings.some(({ state }) => state === "failed")) process.exitCode = EXIT.failure;
      if (json) return printJson(findings);
      printTable(
        ["check", "state", "finding", "remedy"],
        findings.map(({ check, state, finding, remedy = "" }) => [check, paint(COLORS[state], state), finding, remedy]),
      );
    });
}
