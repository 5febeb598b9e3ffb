import { readSession } from './session-store.ts'

/** Whether the person came to authorise a signature of another application (spec §2): they are led to /authcerts. */
export function isForAuthorisation(): boolean {
  return readSession('clientId') !== null
}
