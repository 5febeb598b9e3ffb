/** A JavaScript function to be called from WebAssembly: how many 32-bit parameters, and whether it gives one back. */
export interface TableFunctionShape {
  readonly parameters: number
  readonly result: boolean
  readonly run: (...values: number[]) => number
}

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const I32 = 0x7f
const FUNCTION_TYPE = 0x60
/** Import section: "e"."f", a function of type 0. Export section: "f", function 0. */
const IMPORT_E_F = [0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00]
const EXPORT_F = [0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00]

/**
 * Turns a JavaScript function into one that a WebAssembly table accepts. Only functions that a module exports are
 * accepted, so a module is made that imports the function and exports it again (WebAssembly core, 5.5 Modules).
 */
export function makeTableFunction(shape: TableFunctionShape): (...values: number[]) => number {
  const parameters = new Array<number>(shape.parameters).fill(I32)
  const results = shape.result ? [0x01, I32] : [0x00]
  const type = [0x01, FUNCTION_TYPE, parameters.length, ...parameters, ...results]
  const bytes = Uint8Array.from([...HEADER, 0x01, type.length, ...type, ...IMPORT_E_F, ...EXPORT_F])
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { f: shape.run } })
  return instance.exports['f'] as (...values: number[]) => number
}
