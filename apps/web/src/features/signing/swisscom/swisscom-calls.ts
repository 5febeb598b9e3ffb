import { api } from '../../../shared/api/api.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { accessMethod } from '../../../shared/session/session-store.ts'
import type { AcceptedMembers } from '../before/accepted.ts'

interface Asked {
  readonly attemptKey: string
  readonly accepted: AcceptedMembers
}

/**
 * Asks Swisscom for the signature of a document; a request that still waits for the person is answered again.
 * @throws {ApiError} {NetworkError}
 */
export function askSwisscom(signerGuid: string, { attemptKey, accepted }: Asked) {
  return api.requestSwisscom({
    params: { signerGuid },
    headers: { 'idempotency-key': attemptKey },
    body: { AccessMethod: accessMethod(), ...accepted },
  })
}

/**
 * Completes the signature of a document once it was confirmed.
 * @throws {ApiError} CONSENT_PENDING before that {NetworkError}
 */
export async function completeSwisscom(signerGuid: string, requestId: string): Promise<void> {
  await api.completeSwisscom({ params: { signerGuid, requestId }, body: { AccessMethod: accessMethod() } })
  // The one that was made for it is listed from now on.
  void queryClient.invalidateQueries({ queryKey: queryKeys.certificates })
}
