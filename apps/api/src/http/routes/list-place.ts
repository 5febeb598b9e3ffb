/** Where the next page of a list begins: the moment and the id of the last item of the page before. */
import { PortalError } from '@rubrica/domain'

const PLACE = /^(\d{1,15})[.]([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** It names a place in the caller's own list, so that it need not be sealed. */
export const writePlace = (at: Date, id: string) => `${at.getTime()}.${id}`

/**
 * @param field of the query that gave it
 * @throws {PortalError} VALIDATION_FAILED
 */
export function readPlace(cursor: string, field: string): { at: Date; id: string } {
  const [, at, id] = PLACE.exec(cursor) ?? []
  if (at !== undefined && id !== undefined) return { at: new Date(Number(at)), id }
  const problem = 'is not what an answer before gave as next'
  throw new PortalError('VALIDATION_FAILED', `${field}: ${problem}`, {
    facts: { Fields: [{ Field: field, Problem: problem }] },
  })
}
