import { closeSync, fstatSync, writeSync } from "node:fs";
import { libc } from "./libc.js";

/**
 * Creates memory that other processes share if they inherit its descriptor. It has no path, and ends with the last
 * process that has it.
 *
 * @returns its descriptor, or undefined if the system has no such memory (other than Linux) or none left
 */
export function createSharedMemory(content: Uint8Array): number | undefined {
  const fd = libc?.createMemory?.();
  if (fd === undefined) return undefined;
  try {
    if (writeSync(fd, content, 0, content.length, 0) === content.length) return fd;
  } catch {
    // Without memory, the caller does without.
  }
  closeSync(fd);
  return undefined;
}

/**
 * Maps inherited memory for reading and writing, until this process ends.
 *
 * @param bytes its size
 * @returns undefined if the descriptor is not that of such memory
 */
export function openSharedMemory(fd: number, bytes: number): ArrayBuffer | undefined {
  try {
    const info = fstatSync(fd);
    return info.isFile() && info.size === bytes ? libc?.mmap(fd, bytes, true).buffer : undefined;
  } catch {
    return undefined;
  }
}
