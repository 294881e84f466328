/** The folder of a generation, in the path of one of its files. */
const GENERATION_FOLDER = /(?:^|[\\/])([0-9a-f]{32})[\\/][^\\/]+$/;

/** An invalid artifact: damaged, of another kind, or written by another version. */
export class FormatError extends Error {
  override readonly name = "FormatError";
  /** Path or name of the artifact file. */
  readonly file: string;

  /**
   * @param problem what is wrong with the file
   * @param remedy what to do; default: the remedy for a damaged file, naming its generation
   */
  constructor(file: string, problem: string, remedy = remedyForDamage(file)) {
    super(`${file}: ${problem}${remedy === "" ? "" : `; ${remedy}`}`);
    this.file = file;
  }
}

/** Empty for data outside of a generation, such as a table in memory. */
function remedyForDamage(file: string): string {
  const generation = GENERATION_FOLDER.exec(file)?.[1];
  if (generation === undefined) return "";
  return `generation ${generation} is damaged: build or fetch it again, or go back with \`icons rollback\`; \`icons verify\` lists its damaged files`;
}

/** Remedy for an artifact that was written by another version of the program. */
export const REBUILD = "rebuild it with this version";
