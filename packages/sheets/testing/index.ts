export { makeXlsx, makeZip, xlsxParts } from './make-xlsx.ts'
