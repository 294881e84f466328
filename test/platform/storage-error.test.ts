import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, openSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { atFile, StorageError, toStorageError } from "#src/platform/storage-error.js";
import { itAsOther, OTHER_USER } from "../support/other-user.js";
import { scratchFolder } from "./scratch.js";

/** An error as created by the system. */
const systemError = (more: object): Error =>
  Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write", ...more });

describe("storage errors", () => {
  it("names the file, which system errors of open files lack, and suggests a remedy", () => {
    const error = toStorageError(systemError({}), "/srv/a") as StorageError;
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({
      code: "ENOSPC",
      message: expect.stringMatching(/^\/srv\/a: ENOSPC: .*free some space/),
    });
  });

  it("names the file once, even if the error is converted twice", () => {
    const error = toStorageError(systemError({ path: "/srv/a", message: "ENOSPC: full, open '/srv/a'" }), "/srv/a");
    expect((error as Error).message).toMatch(/^ENOSPC: full, open '\/srv\/a'\. /);
    expect(toStorageError(error, "/srv/b")).toBe(error);
  });

  it("puts everything into the message, since only the message reaches another thread", () => {
    const { message } = structuredClone(toStorageError(systemError({}), "/srv/a") as Error);
    expect(message).toMatch(/\/srv\/a.*free some space/);
  });

  it("leaves other errors unchanged: self-explanatory ones and the limit of watched files", () => {
    const missing = join(scratchFolder(), "missing", "file");
    expect(() => atFile(missing, () => writeFileSync(missing, "x"))).toThrow(/^ENOENT: .*missing/);
    expect(() => atFile(missing, () => openSync(missing, "r"))).not.toThrow(StorageError);
    const watching = systemError({ syscall: "watch" });
    expect(toStorageError(watching, "/srv")).toBe(watching);
    expect(toStorageError("text")).toBe("text");
  });
});

describe("permission errors", () => {
  const denied = (path: string, code = "EACCES"): string => {
    const error = Object.assign(new Error(`${code}: denied, open '${path}'`), { code, syscall: "open", path });
    return (toStorageError(error) as Error).message;
  };
  const fileOf = (uid: number, name = "keys.json"): string => {
    const path = join(scratchFolder(), name);
    writeFileSync(path, "x");
    if (uid !== process.getuid?.()) chownSync(path, uid, uid);
    chmodSync(path, 0o640);
    return path;
  };

  it("reports the file's owner and mode and the user of the process", () => {
    const { uid, gid } = statSync(scratchFolder());
    expect(denied(fileOf(uid))).toContain(
      `The file belongs to uid ${uid}, gid ${gid}, mode 0640. This process runs as uid ${uid}`,
    );
  });

  it("reports the folder that hides or lacks the file", () => {
    const folder = scratchFolder();
    expect(denied(join(folder, "missing", "file"))).toContain(`The folder ${folder} belongs to uid `);
  });

  it("leaves errors with the same code from other system calls unchanged", () => {
    for (const syscall of ["listen", "connect", "spawn /usr/bin/tool", "watch", "kill"]) {
      const error = Object.assign(new Error("EACCES: denied"), { code: "EACCES", syscall, path: "/srv/a" });
      expect(toStorageError(error, "/srv/a")).toBe(error);
    }
  });

  itAsOther("suggests a command for files only, quoted for the shell, since a folder may belong to the system", () => {
    const said = (path: string): string => {
      const code = `import("#src/platform/storage-error.js").then(({ toStorageError }) => {
        try { require("node:fs").writeFileSync(${JSON.stringify(path)}, "x", { flag: "r+" }); }
        catch (error) { console.log(toStorageError(error).message); }
      })`;
      return spawnSync(process.execPath, ["-e", code], { uid: OTHER_USER, gid: OTHER_USER, encoding: "utf8" }).stdout;
    };
    const path = fileOf(1234, "it's a key file");
    chmodSync(join(path, ".."), 0o755);
    expect(said(path)).toContain(`run \`chown ${OTHER_USER}:${OTHER_USER} '${path.replace("'", "'\\''")}'\` as root`);
    expect(said(path)).toContain("otherwise run this as uid 1234");
    chmodSync(join(path, ".."), 0o700);
    expect(said(path)).toMatch(/^EACCES.*The folder .* belongs to uid 0, gid 0, mode 0700\..*use another folder/);
    expect(said(path)).not.toContain("chown");
  });
});
