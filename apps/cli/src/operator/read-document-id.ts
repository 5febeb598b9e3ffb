import { UsageError } from '../command.ts'

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The one argument of a command about a document: the id that `rubrica send` printed. */
export function readDocumentId(positionals: readonly string[]): string {
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0 || !GUID.test(id)) {
    throw new UsageError('Name the document by its id, as "rubrica send" printed it.')
  }
  return id.toLowerCase()
}
