export { readSheet, READ_LIMITS } from './read-sheet.ts'
export { SheetError } from './sheet-error.ts'
export type { Sheet } from './sheet-messages.ts'
