import { recall, remember } from "./preferences.js";

/** The key that was entered in this browser; it goes nowhere but into the header of requests to this server. */
export function storedKey(): string | undefined {
  return recall("key", "sessionStorage") ?? recall("key", "localStorage");
}

/** @param key undefined: forget it. @param keep whether it outlives the tab */
export function storeKey(key: string | undefined, keep: boolean): void {
  remember("key", keep ? undefined : key, "sessionStorage");
  remember("key", keep ? key : undefined, "localStorage");
}
