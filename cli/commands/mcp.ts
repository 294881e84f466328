import { Command } from "commander";
import { type AskFlags, publicUrlOption } from "../listing/ask.js";
import { artifactsOption } from "../options/options.js";

export function mcpCommand(): Command {
  return new Command("mcp")
    .addOption(artifactsOption())
    .addOption(publicUrlOption())
    .addHelpText(
      "after",
      '\nExample, in the configuration of an assistant:\n  { "mcpServers": { "icons": { "command": "npx", "args": ["icon-data-api", "mcp", "--artifacts", "/path/to/artifacts"] } } }',
    )
    .action(async ({ artifacts, publicUrl }: AskFlags) => {
      const { serveTools } = await import("../mcp/serve-tools.js");
      await serveTools(artifacts, publicUrl);
    });
}
