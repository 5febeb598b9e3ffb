import { ApiError } from '@rubrica/contract'

const isUnspecific = (code: string) => code === 'NOT_FOUND' || code === 'UNKNOWN'

/** Whether a server of before a call was made refuses it, as one it does not know. */
export function hasNoSuchCall(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 405 || (error.status === 404 && isUnspecific(error.code)))
}
