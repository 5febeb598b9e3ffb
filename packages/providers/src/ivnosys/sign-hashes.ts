/** A signature: authorised on Keyman's page or on the phone where the certificate wants that, then made. */
import type { ConnectorState, SessionOutcome, SessionRequest, SignRequest } from '../connector.ts'
import { acceptSignature } from '../protocols/accept-signature.ts'
import { readBytes } from '../protocols/read-answer.ts'
import { tellUnusable } from '../protocols/tell-failure.ts'
import { callKeyman } from './call-keyman.ts'
import { identityOf, tokenOf } from './prove-identity.ts'
import { IVNOSYS, type KeymanSettings } from './settings.ts'
import { beginTransaction, isApproved } from './transactions.ts'

const MAX_SIGNATURE_BYTES = 2048
/** As long as Keyman's own transactions; it says no more of them. */
const SESSION_MS = 10 * 60_000

const HASHES = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const
const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** A PIN that comes early is checked early. @throws ProviderError */
export async function beginSignature(
  settings: KeymanSettings,
  account: ConnectorState,
  { key, items, inputs, description, way }: SessionRequest,
): Promise<SessionOutcome> {
  const token = tokenOf(account)
  const cert = { certid: key.ref }
  if (inputs.pin !== undefined) {
    await callKeyman(settings, { path: 'PIN_PATH', token, body: { cert: { ...cert, pin: inputs.pin } } })
  }
  const begun = await beginTransaction(settings, {
    token,
    body: {
      ...{ operation: 'sign', cert, description },
      hashalgorithm: HASHES[items[0]?.digestAlgorithm ?? 'SHA-256'],
      hashes: items.map(({ digest }) => toBase64(digest)),
      ...(way && { returnurl: way.returnUrl }),
    },
  })
  const { authType, id, url } = begun
  if (authType === 'PIN' || id === undefined) return openSession({})
  const state = { transaction: id }
  return url === undefined ? { kind: 'waiting', state } : { kind: 'redirect', url, state: { ...state, url } }
}

const openSession = (state: ConnectorState): SessionOutcome => ({
  kind: 'open',
  state,
  expiresAt: new Date(Date.now() + SESSION_MS),
})

/** @throws ProviderError `cancelled`, `session-expired` */
export async function askAboutSignature(
  settings: KeymanSettings,
  account: ConnectorState,
  session: ConnectorState,
): Promise<SessionOutcome> {
  const { transaction: transactionid, url } = session
  if (typeof transactionid !== 'string') return openSession(session)
  const question = { transactionid, user: identityOf(account).user, token: tokenOf(account) }
  if (await isApproved(settings, question)) return openSession(session)
  return typeof url === 'string' ? { kind: 'redirect', url, state: session } : { kind: 'waiting', state: session }
}

/** @throws ProviderError */
export async function signHash(
  settings: KeymanSettings,
  account: ConnectorState,
  { key, item, inputs, session }: SignRequest,
): Promise<Uint8Array> {
  const transactionid = session?.state['transaction']
  const { data } = await callKeyman(settings, {
    path: 'SIGN_PATH',
    token: tokenOf(account),
    hasEffect: true,
    body: {
      cert: { certid: key.ref, ...(inputs.pin !== undefined && { pin: inputs.pin }) },
      hash: toBase64(item.digest),
      hashalgorithm: HASHES[item.digestAlgorithm],
      ...(typeof transactionid === 'string' && { transactionid }),
    },
  })
  const signature = readBytes(data, MAX_SIGNATURE_BYTES)
  if (signature === undefined) throw tellUnusable({ provider: IVNOSYS, status: 200, hasEffect: true })
  return acceptSignature({ signature, item, certificate: key.certificate, provider: IVNOSYS })
}
