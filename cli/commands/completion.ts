import { Argument, Command } from "commander";
import { printLines } from "../terminal/output.js";

/** A command as shells complete it. */
interface Completed {
  /** Names of subcommands, and long flags. */
  readonly words: readonly string[];
  readonly subcommands: ReadonlyMap<string, readonly string[]>;
}

const SHELLS = { bash: forBash, zsh: forZsh, fish: forFish } as const;

type Shell = keyof typeof SHELLS;

/** @param loadAll creates the command line with all commands */
export function completionCommand(loadAll: () => Promise<Command>): Command {
  return new Command("completion")
    .addArgument(new Argument("<shell>", "the shell to complete in").choices(Object.keys(SHELLS)))
    .addHelpText(
      "after",
      "\nExamples:\n  source <(icons completion bash)\n  icons completion zsh > ~/.zfunc/_icons\n  icons completion fish > ~/.config/fish/completions/icons.fish",
    )
    .action(async (shell: Shell) => {
      const program = await loadAll();
      const commands = new Map(program.commands.map((command) => [command.name(), completedBy(command)]));
      printLines(SHELLS[shell](commands).trimEnd());
    });
}

function completedBy(command: Command): Completed {
  const flags = command.options.flatMap(({ long, hidden }) => (hidden || !long ? [] : [long]));
  const subcommands = new Map(command.commands.map((sub) => [sub.name(), completedBy(sub).words]));
  return { words: [...subcommands.keys(), ...flags, "--help"], subcommands };
}

/** Every position of a command line that has words: the command and its subcommand, if any, and the words. */
function positionsOf(commands: ReadonlyMap<string, Completed>): (readonly [path: string, words: readonly string[]])[] {
  return [...commands].flatMap(([name, { words, subcommands }]) => [
    [name, words] as const,
    ...[...subcommands].map(([sub, words]) => [`${name} ${sub}`, words] as const),
  ]);
}

function forBash(commands: ReadonlyMap<string, Completed>): string {
  const cases = positionsOf(commands).map(([path, words]) => `    "${path}") words="${words.join(" ")}" ;;`);
  return `# Completes icons in bash: source <(icons completion bash)
_icons() {
  local words="" path="\${COMP_WORDS[1]}"
  case "$path \${COMP_WORDS[2]}" in
${positionsOf(commands)
  .filter(([path]) => path.includes(" "))
  .map(([path]) => `    "${path}") [ "$COMP_CWORD" -gt 2 ] && path="${path}" ;;`)
  .join("\n")}
  esac
  case "$path" in
${cases.join("\n")}
  esac
  [ "$COMP_CWORD" -le 1 ] && words="${[...commands.keys()].join(" ")}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _icons icons icon-data-api
`;
}

function forZsh(commands: ReadonlyMap<string, Completed>): string {
  return `#compdef icons icon-data-api
autoload -U +X bashcompinit && bashcompinit
${forBash(commands)}`;
}

function forFish(commands: ReadonlyMap<string, Completed>): string {
  const lines = positionsOf(commands).flatMap(([path, words]) => {
    const [name, sub] = path.split(" ");
    const seen = `__fish_seen_subcommand_from ${name}${sub === undefined ? "" : `; and __fish_seen_subcommand_from ${sub}`}`;
    return words.map((word) => {
      const completed = word.startsWith("--") ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c icons -n '${seen}' ${completed}`;
    });
  });
  const names = [...commands.keys()].join(" ");
  return `# Completes icons in fish: icons completion fish > ~/.config/fish/completions/icons.fish
complete -c icons -n __fish_use_subcommand -f -a '${names}'
${lines.join("\n")}
`;
}
