import { createRequire } from "node:module";
import { constants } from "node:os";
import { getSystemErrorName } from "node:util";
import type { LibraryHandle } from "koffi";

const PROT_READ = 1;
const PROT_WRITE = 2;
const MAP_SHARED = 1;
const LOCK_EX = 2;
const LOCK_NB = 4;
const RLIMIT_DATA = 2;
const AT_FDCWD = -100;
/** `RENAME_EXCHANGE` of Linux, `RENAME_SWAP` of macOS. */
const EXCHANGE = 2;
/** Errors of systems and file systems that can't exchange. */
const CANT_EXCHANGE: readonly string[] = ["ENOSYS", "EINVAL", "ENOTSUP", "EOPNOTSUPP"];
const MFD_CLOEXEC = 1;
const F_GETFL = 3;
const F_SETFL = 4;
const O_NONBLOCK = process.platform === "darwin" ? 4 : 0o4000;

/** C library functions that Node lacks. */
export interface Libc {
  /** Maps `length` bytes (> 0) of `fd`, shared. Unmap the address once. @throws Error with the system's error */
  mmap(fd: number, length: number, writable: boolean): { address: unknown; buffer: ArrayBuffer };
  munmap(address: unknown, length: number): void;
  /**
   * Takes an exclusive lock that ends with the process. @returns false if another process has it @throws Error with the
   * system's error
   */
  flock(fd: number): boolean;
  /**
   * Exchanges two files or folders of one file system in one step. @returns false if the system or the file system
   * can't @throws the system's error
   */
  exchange(one: string, other: string): boolean;
  /**
   * Creates an empty file in memory, without a path. @returns its descriptor, or undefined if the system refuses.
   * Undefined if the C library has no such function (macOS).
   */
  readonly createMemory: (() => number | undefined) | undefined;
  /**
   * Returns freed memory to the system, a few milliseconds for 100 MB. Undefined if the C library does so by itself.
   */
  readonly trim: (() => void) | undefined;
  /**
   * Writes everything that the file system of `fd` has not yet written to disk; an accelerator only, since older
   * systems report no errors. Undefined if the C library has no such function (macOS).
   */
  readonly syncFileSystem: ((fd: number) => Promise<void>) | undefined;
  /** Makes a descriptor non-blocking, for all processes that share it: a write to a full pipe then fails with EAGAIN. */
  unblock(fd: number): void;
  /**
   * Limits the writable private memory of this process, in bytes; allocations beyond it fail. Keeps to a hard limit set
   * from outside. Has no effect where a sandbox forbids it; undefined if the system does not count mapped memory
   * (macOS).
   */
  readonly limitData: ((bytes: number) => void) | undefined;
}

/** The file of the C library by platform; null: the one of the process. */
const LIBRARIES: Readonly<Record<string, string | null>> = { linux: null, darwin: "libSystem.B.dylib" };

let loaded: Libc | undefined;

/**
 * The C library of this platform, or undefined if files can't be mapped (Windows). It is loaded by the first use, which
 * throws an Error if the program file of koffi is missing, so that commands that use nothing of it work without the
 * file.
 */
export const libc: Libc | undefined =
  process.platform in LIBRARIES
    ? {
        mmap: (...args) => ownLibc().mmap(...args),
        munmap: (...args) => ownLibc().munmap(...args),
        flock: (fd) => ownLibc().flock(fd),
        exchange: (...paths) => ownLibc().exchange(...paths),
        unblock: (fd) => ownLibc().unblock(fd),
        get trim() {
          return ownLibc().trim;
        },
        get syncFileSystem() {
          return ownLibc().syncFileSystem;
        },
        get createMemory() {
          return ownLibc().createMemory;
        },
        get limitData() {
          return ownLibc().limitData;
        },
      }
    : undefined;

function ownLibc(): Libc {
  loaded ??= load(LIBRARIES[process.platform]!);
  return loaded;
}

function loadKoffi(): typeof import("koffi") {
  try {
    return createRequire(import.meta.url)("koffi");
  } catch (error) {
    throw new Error(
      `the program file of koffi for ${process.platform}-${process.arch} is missing: npm skips it with --omit=optional. Install the package again with its optional dependencies.`,
      { cause: error },
    );
  }
}

function load(name: string | null): Libc {
  const koffi = loadKoffi();
  const library = koffi.load(name);
  const mmap = library.func("void *mmap(void *address, size_t length, int prot, int flags, int fd, int64_t offset)");
  const munmap = library.func("int munmap(void *address, size_t length)");
  const flock = library.func("int flock(int fd, int operation)");
  return {
    createMemory: findMemory(library),
    trim: findTrim(library),
    syncFileSystem: process.platform === "linux" ? findSync(library) : undefined,
    limitData: process.platform === "linux" ? findLimit(library) : undefined,
    exchange: findExchange(library, koffi.errno),
    unblock: findUnblock(library),
    mmap(fd, length, writable) {
      const address = mmap(null, length, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, 0);
      // MAP_FAILED is (void *) -1.
      if (koffi.address(address) === 2n ** 64n - 1n)
        throw new Error(`mmap of ${length} bytes failed, errno ${koffi.errno()}`);
      return { address, buffer: koffi.view(address, length) };
    },
    munmap(address, length) {
      munmap(address, length);
    },
    flock(fd) {
      if (flock(fd, LOCK_EX | LOCK_NB) === 0) return true;
      // Some network file systems have no locks, so waiting for one would be useless.
      if (koffi.errno() === constants.errno.EWOULDBLOCK) return false;
      throw new Error(`flock failed, errno ${koffi.errno()}`);
    },
  };
}

function findExchange(library: LibraryHandle, errno: () => number): Libc["exchange"] {
  let exchange: (one: string, other: string) => number;
  try {
    if (process.platform === "linux") {
      const rename = library.func("int renameat2(int from, const char *one, int to, const char *other, uint flags)");
      exchange = (one, other) => rename(AT_FDCWD, one, AT_FDCWD, other, EXCHANGE);
    } else {
      const rename = library.func("int renamex_np(const char *one, const char *other, uint flags)");
      exchange = (one, other) => rename(one, other, EXCHANGE);
    }
  } catch {
    // Older C libraries have no such function.
    return () => false;
  }
  return (one, other) => {
    if (exchange(one, other) === 0) return true;
    const code = getSystemErrorName(-errno());
    if (CANT_EXCHANGE.includes(code)) return false;
    throw Object.assign(new Error(`${code}: exchange '${one}' and '${other}'`), { code, path: other });
  };
}

function findUnblock(library: LibraryHandle): (fd: number) => void {
  const fcntl = library.func("int fcntl(int fd, int command, ...)");
  return (fd) => {
    const state: number = fcntl(fd, F_GETFL, "int", 0);
    if (state !== -1 && (state & O_NONBLOCK) === 0) fcntl(fd, F_SETFL, "int", state | O_NONBLOCK);
  };
}

function findMemory(library: LibraryHandle): (() => number | undefined) | undefined {
  try {
    const create = library.func("int memfd_create(const char *name, unsigned int flags)");
    return () => {
      const fd: number = create("icons", MFD_CLOEXEC);
      return fd === -1 ? undefined : fd;
    };
  } catch {
    return undefined;
  }
}

/** glibc keeps freed memory between pieces in use; other libraries have no such function. */
function findTrim(library: LibraryHandle): (() => void) | undefined {
  try {
    const trim = library.func("int malloc_trim(size_t pad)");
    return () => trim(0);
  } catch {
    return undefined;
  }
}

function findSync(library: LibraryHandle): (fd: number) => Promise<void> {
  const syncfs = library.func("int syncfs(int fd)");
  return (fd) => new Promise((resolve) => syncfs.async(fd, () => resolve()));
}

function findLimit(library: LibraryHandle): (bytes: number) => void {
  const getrlimit = library.func("int getrlimit(int resource, _Out_ uint64_t *limits)");
  const setrlimit = library.func("int setrlimit(int resource, const uint64_t *limits)");
  return (bytes) => {
    const limits = new BigUint64Array(2);
    if (getrlimit(RLIMIT_DATA, limits) !== 0) return;
    const highest = limits[1] as bigint;
    limits[0] = BigInt(bytes) < highest ? BigInt(bytes) : highest;
    setrlimit(RLIMIT_DATA, limits);
  };
}
