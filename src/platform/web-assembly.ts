/** The parts of the WebAssembly interface in use; Node's types lack it. */
declare const WebAssembly: {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object) => { exports: object };
};

/**
 * Compiles and instantiates a module without imports. @param code base64
 *
 * @throws Error if WebAssembly is unavailable: its memory reserves several GiB of address space, which may be limited
 */
export function instantiate<Exports extends object>(code: string): Exports {
  const module = new WebAssembly.Module(Buffer.from(code, "base64"));
  return new WebAssembly.Instance(module).exports as Exports;
}
