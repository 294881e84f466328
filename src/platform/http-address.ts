import type { AddressInfo } from "node:net";

/** The URL of a listening socket, such as `http://127.0.0.1:3000` or `http://[::1]:3000`. */
export function httpAddress({ address, family, port }: AddressInfo): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
