import { ApiError } from '@rubrica/contract'

/** Whether an error is a refused session, of which the session-expired notice speaks already. */
export function isSessionExpiry(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
