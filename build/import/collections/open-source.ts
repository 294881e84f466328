import { existsSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { extract } from "tar";

const TARBALL = /\.(?:tgz|tar\.gz|tar)$/i;
const PACKAGE_NAME = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;
/** Several times as much as the largest collection has. */
const MOST = { bytes: 4 * 2 ** 30, files: 500_000 } as const;

/** The files of a collection in a folder. */
export interface OpenSource {
  readonly folder: string;
  /** Removes the folder if it is a temporary one. */
  close(): Promise<void>;
}

/**
 * Opens a collection: a folder such as a checkout, an installed npm package, or a tarball as npm and GitHub make them,
 * with everything in one folder. A tarball is extracted into a temporary folder: regular files only, up to 4 GiB.
 *
 * @throws Error if there is no such source, or it is not a tarball
 */
export async function openSource(source: string): Promise<OpenSource> {
  const info = await stat(source).catch(() => undefined);
  if (info?.isDirectory()) return { folder: source, close: async () => undefined };
  if (info?.isFile()) return extracted(source);
  return { folder: packageFolder(source), close: async () => undefined };
}

async function extracted(tarball: string): Promise<OpenSource> {
  if (!TARBALL.test(tarball))
    throw new Error(`${tarball} is neither a folder nor a tarball (.tgz, .tar.gz or .tar). Give one, or a package.`);
  const folder = await mkdtemp(join(tmpdir(), "icons-import-"));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  let bytes = 0;
  let files = 0;
  try {
    await extract({
      file: tarball,
      cwd: folder,
      strip: 1,
      strict: true,
      noChmod: true,
      filter(_path, entry) {
        if (!("type" in entry) || entry.type !== "File") return false;
        bytes += entry.size;
        files++;
        if (bytes > MOST.bytes || files > MOST.files)
          throw new Error(`has more than ${MOST.bytes} bytes or ${MOST.files} files`);
        return true;
      },
    });
  } catch (error) {
    await close();
    throw new Error(`${tarball} can't be extracted: ${(error as Error).message}`);
  }
  return { folder, close };
}

function packageFolder(name: string): string {
  if (!PACKAGE_NAME.test(name))
    throw new Error(`${name} does not exist. Give a folder, a tarball or an installed package.`);
  for (const from of [resolve("package.json"), import.meta.url]) {
    // Not by resolving its package.json, which some packages don't export.
    for (const modules of createRequire(from).resolve.paths(name) ?? [])
      if (existsSync(join(modules, name, "package.json"))) return join(modules, name);
  }
  throw new Error(`${name} is neither a file nor an installed package. Run npm install ${name}, or give a folder.`);
}
