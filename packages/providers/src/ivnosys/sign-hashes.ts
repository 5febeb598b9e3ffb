/** A signature: authorised on Keyman's page or on the phone where the certificate wants that, then made. */
import type { ConnectorState, SignatureSessionOutcome, SignatureSessionRequest, SignRequest } from '../connector.ts'
import { acceptSignature } from '../protocols/accept-signature.ts'
import { readBytes } from '../protocols/read-answer.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'
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
  { key, items, inputs, description, way }: SignatureSessionRequest,
): Promise<SignatureSessionOutcome> {
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
  if (authType === 'PIN' || id === undefined) return openSignatureSession({})
  const state = { transaction: id }
  return url === undefined ? { kind: 'waiting', state } : { kind: 'redirect', url, state: { ...state, url } }
}

const openSignatureSession = (state: ConnectorState): SignatureSessionOutcome => ({
  kind: 'open',
  state,
  expiresAt: new Date(Date.now() + SESSION_MS),
})

/** @throws ProviderError `cancelled`, `session-expired` */
export async function askAboutSignature(
  settings: KeymanSettings,
  account: ConnectorState,
  state: ConnectorState,
): Promise<SignatureSessionOutcome> {
  const { transaction: transactionid, url } = state
  if (typeof transactionid !== 'string') return openSignatureSession(state)
  const question = { transactionid, user: identityOf(account).user, token: tokenOf(account) }
  if (await isApproved(settings, question)) return openSignatureSession(state)
  return typeof url === 'string' ? { kind: 'redirect', url, state } : { kind: 'waiting', state }
}

/** @throws ProviderError */
export async function signHash(
  settings: KeymanSettings,
  account: ConnectorState,
  { key, item, inputs, signatureSession }: SignRequest,
): Promise<Uint8Array> {
  const transactionid = signatureSession?.state['transaction']
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
  if (signature === undefined) throw unusableAnswer({ provider: IVNOSYS, status: 200, hasEffect: true })
  return acceptSignature({ signature, item, certificate: key.certificate, provider: IVNOSYS })
}
