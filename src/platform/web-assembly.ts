/** The part of the WebAssembly interface that is used; Node's types leave it out. */
declare const WebAssembly: {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object) => { exports: object };
};

/**
 * Compiles and instantiates a module without imports, `code` being base64.
 *
 * @throws Error where WebAssembly is not to be had: a memory of it reserves some GiB of addresses, which can be limited
 */
export function instantiate<Exports extends object>(code: string): Exports {
  const module = new WebAssembly.Module(Buffer.from(code, "base64"));
  return new WebAssembly.Instance(module).exports as Exports;
}
