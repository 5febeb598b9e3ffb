/** The part of the WebAssembly JavaScript interface that this package uses; Node's own types leave it out. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>
  type Exports = Record<string, unknown>
  class Memory {
    readonly buffer: ArrayBuffer
  }
  class Table {
    set(index: number, value: (...values: number[]) => number): void
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    readonly exports: Exports
    constructor(module: Module, imports: Imports)
  }
  function compile(bytes: Uint8Array): Promise<Module>
}
