import { Command } from "commander";
import { appStoreCommand } from "./import/app-store.js";
import { freedesktopCommand } from "./import/freedesktop.js";
import { iconifyCommand } from "./import/iconify.js";

export function importCommand(): Command {
  const importing = new Command("import").description("convert icons from another source into a dataset");
  for (const command of [iconifyCommand(), appStoreCommand(), freedesktopCommand()]) importing.addCommand(command);
  return importing;
}
