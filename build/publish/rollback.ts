import { existsSync } from "node:fs";
import { generationsByAge, readCurrent } from "#src/catalog/generation/generation.js";
import { withBuildLock } from "#src/store/build-lock.js";
import { checkGeneration, makeLive } from "#src/store/go-live.js";

/** There is no generation to roll back to. */
export class RollbackError extends Error {
  override readonly name = "RollbackError";
}

/** The result of a rollback. */
export interface RolledBack {
  /** The generation that is live now. */
  readonly generation: string;
  /** The previously live one. */
  readonly before: string;
}

/**
 * Makes an earlier generation live again; running servers follow as for a new one. The previously live generation is
 * kept, so that it can be made live again by its name.
 *
 * @param to its name; default: the newest of those built before the live one
 * @throws RollbackError if there is none, or it is damaged; nothing changes then
 * Cost: reads the generation once, to verify its checksums.
 */
export async function rollBack(artifacts: string, to?: string): Promise<RolledBack> {
  const before = existsSync(artifacts) ? readCurrent(artifacts) : undefined;
  if (before === undefined) throw new RollbackError(`${artifacts}: has no live generation; run \`icons build\` first`);
  return withBuildLock(artifacts, async () => {
    const names = generationsByAge(artifacts);
    const generation = to ?? names[names.indexOf(before) + 1];
    if (generation === undefined)
      throw new RollbackError(`${artifacts}: has no generation older than ${before}, the live one`);
    if (!names.includes(generation))
      throw new RollbackError(`${artifacts}: has no generation ${generation}; it has ${names.join(", ")}`);
    try {
      await checkGeneration(artifacts, generation);
    } catch (error) {
      throw new RollbackError(`${(error as Error).message}. Generation ${before} stays live`, { cause: error });
    }
    await makeLive(artifacts, generation);
    return { generation, before };
  });
}
