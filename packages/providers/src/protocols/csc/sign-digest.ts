import { ProviderError, type SignRequest } from '../../connector.ts'
import { acceptSignature } from '../accept-signature.ts'
import { readBytes, readList } from '../read-answer.ts'
import { tellUnusable } from '../tell-failure.ts'
import { nameDigests, nameDigestToSign } from './csc-dialect.ts'
import { expired, nameDigest, readOpenSession, readSad, type OpenSession } from './keep-session.ts'
import type { AccountAtService } from './list-credentials.ts'

const MAX_SIGNATURE_BYTES = 8192

/** `signatures/signHash` (11.9 of version 1, 11.10 of version 2) for one digest. */
export async function signDigest(
  { options, access, account }: AccountAtService,
  { key, item }: SignRequest,
  { sad, algorithm }: Pick<OpenSession, 'sad' | 'algorithm'>,
): Promise<Uint8Array> {
  const { dialect, provider } = options
  const body = { credentialID: key.ref, SAD: sad, ...nameDigestToSign(dialect, item), signAlgo: algorithm }
  const { fields, status } = await access.call(account, { operation: 'sign', body })
  const signatures = readList(fields['signatures'], 1)
  const signature = readBytes(signatures?.[0], MAX_SIGNATURE_BYTES)
  if (signature === undefined) throw tellUnusable({ provider, status, hasEffect: true })
  return acceptSignature({ signature, item, certificate: key.certificate, provider })
}

/**
 * The session for the next signature, kept before that is asked for: so an authorisation is never counted too low. From
 * the second signature on it is exchanged for one that is bound to the next digest (`credentials/extendTransaction`).
 * @throws ProviderError `session-expired`, `digest-not-authorised`
 */
export async function takeSession(at: AccountAtService, request: SignRequest): Promise<OpenSession> {
  const { session, item, key } = request
  if (session === undefined) throw expired()
  const open = readOpenSession(session.state)
  if (open.ref !== key.ref || open.used >= open.uses || open.expiresAt <= Date.now()) throw expired()
  if (open.digests.length > 0 && !open.digests.includes(nameDigest(item.digest))) {
    throw new ProviderError('digest-not-authorised', 'The signing session was not opened for this document')
  }
  const current = open.used > 0 && open.extends ? await extend(at, request, open) : open
  const next = { ...current, used: open.used + 1 }
  await session.keep({ ...next })
  return next
}

async function extend(at: AccountAtService, { key, item }: SignRequest, open: OpenSession): Promise<OpenSession> {
  const { options, access, account } = at
  const body = { credentialID: key.ref, ...nameDigests(options.dialect, [item]), SAD: open.sad }
  try {
    const { fields, status } = await access.call(account, { operation: 'extend', body })
    const sad = readSad(fields)
    if (sad === undefined) throw tellUnusable({ provider: options.provider, status })
    return { ...open, ...sad }
  } catch (error) {
    if (!isUnknownCall(error)) throw error
    return { ...open, extends: false }
  }
}

/** The call is optional: a service without it takes the same authorisation again. */
const isUnknownCall = (error: unknown): boolean =>
  error instanceof ProviderError && (error.facts['status'] === 404 || error.facts['status'] === 501)
