import { ProviderError, type SignRequest } from '../../connector.ts'
import { acceptSignature } from '../accept-signature.ts'
import { readBytes, readList } from '../read-answer.ts'
import { unusableAnswer } from '../unusable-answer.ts'
import { nameDigests, nameDigestsToSign } from './csc-dialect.ts'
import {
  expired,
  nameDigest,
  readOpenSignatureSession,
  readSad,
  type OpenSignatureSession,
} from './keep-signature-session.ts'
import type { AccountAtService } from './list-credentials.ts'

const MAX_SIGNATURE_BYTES = 8192

/** `signatures/signHash` (11.9 of version 1, 11.10 of version 2) for one digest. */
export async function signDigest(
  { options, access, account }: AccountAtService,
  { key, item }: SignRequest,
  { sad, algorithm }: Pick<OpenSignatureSession, 'sad' | 'algorithm'>,
): Promise<Uint8Array> {
  const { dialect, provider } = options
  const body = { credentialID: key.ref, SAD: sad, ...nameDigestsToSign(dialect, [item]), signAlgo: algorithm }
  const { fields, status } = await access.call(account, { operation: 'sign', body })
  const signatures = readList(fields['signatures'], 1)
  const signature = readBytes(signatures?.[0], MAX_SIGNATURE_BYTES)
  if (signature === undefined) throw unusableAnswer({ provider, status, hasEffect: true })
  return acceptSignature({ signature, item, certificate: key.certificate, provider })
}

/**
 * With the signature session that was opened: by a call for each document, or by one for all where an authorisation
 * serves once.
 */
export async function signInSignatureSession(at: AccountAtService, request: SignRequest): Promise<Uint8Array> {
  const { signatureSession, item, key } = request
  if (signatureSession === undefined) throw expired()
  const open = readOpenSignatureSession(signatureSession.state)
  if (!open.isOneCall) return signDigest(at, request, await takeSignatureSession(at, request))
  const place = open.digests.indexOf(nameDigest(item.digest))
  if (open.ref !== key.ref) throw expired()
  if (place < 0) throw digestNotAuthorised()
  const signature = readBytes((open.signatures ?? (await signAll(at, request, open)))[place], MAX_SIGNATURE_BYTES)
  if (signature === undefined) throw expired()
  return acceptSignature({ signature, item, certificate: key.certificate, provider: at.options.provider })
}

/** Keeps that the authorisation is spent before it is, and the signatures before any of them is used. */
async function signAll(
  at: AccountAtService,
  request: SignRequest,
  open: OpenSignatureSession,
): Promise<readonly string[]> {
  const { options, access, account } = at
  const { signatureSession, item, key } = request
  if (open.used > 0 || open.expiresAt <= Date.now() || signatureSession === undefined) throw expired()
  const spent = { ...open, used: open.uses }
  await signatureSession.keep({ ...spent })
  const { digestAlgorithm } = item
  const items = open.digests.map((digest) => ({ digest: Buffer.from(digest, 'base64'), digestAlgorithm }))
  const named = nameDigestsToSign(options.dialect, items)
  const body = { credentialID: key.ref, SAD: open.sad, ...named, signAlgo: open.algorithm }
  const { fields, status } = await access.call(account, { operation: 'sign', body })
  const signatures = readList(fields['signatures'], items.length)?.filter((one) => typeof one === 'string')
  if (signatures?.length !== items.length) {
    throw unusableAnswer({ provider: options.provider, status, hasEffect: true })
  }
  await signatureSession.keep({ ...spent, signatures })
  return signatures
}

const digestNotAuthorised = () =>
  new ProviderError('digest-not-authorised', 'The signing session was not opened for this document')

/**
 * The signature session for the next signature, kept before that is asked for: so an authorisation is never counted too
 * low. From the second signature on it is exchanged for one that is bound to the next digest
 * (`credentials/extendTransaction`).
 * @throws ProviderError `session-expired`, `digest-not-authorised`
 */
async function takeSignatureSession(at: AccountAtService, request: SignRequest): Promise<OpenSignatureSession> {
  const { signatureSession, item, key } = request
  if (signatureSession === undefined) throw expired()
  const open = readOpenSignatureSession(signatureSession.state)
  if (open.ref !== key.ref || open.used >= open.uses || open.expiresAt <= Date.now()) throw expired()
  if (open.digests.length > 0 && !open.digests.includes(nameDigest(item.digest))) {
    throw digestNotAuthorised()
  }
  const current = open.used > 0 && open.extends ? await extend(at, request, open) : open
  const next = { ...current, used: open.used + 1 }
  await signatureSession.keep({ ...next })
  return next
}

async function extend(
  at: AccountAtService,
  { key, item }: SignRequest,
  open: OpenSignatureSession,
): Promise<OpenSignatureSession> {
  const { options, access, account } = at
  const body = { credentialID: key.ref, ...nameDigests(options.dialect, [item]), SAD: open.sad }
  try {
    const { fields, status } = await access.call(account, { operation: 'extend', body })
    const sad = readSad(fields)
    if (sad === undefined) throw unusableAnswer({ provider: options.provider, status })
    return { ...open, ...sad }
  } catch (error) {
    if (!isUnknownCall(error)) throw error
    return { ...open, extends: false }
  }
}

/** The call is optional: a service without it takes the same authorisation again. */
const isUnknownCall = (error: unknown): boolean =>
  error instanceof ProviderError && (error.facts['status'] === 404 || error.facts['status'] === 501)
