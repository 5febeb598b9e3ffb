export { openSymbolReader, type SymbolReader } from './read-symbol.ts'
