import { ApiError } from '@rubrica/contract'
import { ERROR_STATUS } from '@rubrica/domain'

/** What the server keeps of an error of its own, which tells a person nothing. */
const INTERNAL = 'INTERNAL'

/**
 * What a code stands for that a run keeps of a document or of itself, as if a call had been refused with it: so it is
 * said in the same words.
 */
export function errorOfCode(code: string | null): Error {
  if (code === null || code === INTERNAL) return new Error(INTERNAL)
  const status = (ERROR_STATUS as Readonly<Record<string, number>>)[code] ?? 422
  return new ApiError(status, { Code: code, Message: code })
}
