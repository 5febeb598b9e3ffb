/**
 * A connector for any service that speaks the API of the Cloud Signature Consortium, version 1.0.4 or 2.0, with
 * credentials that are authorised by what is typed (PIN, code) or accepted on a phone.
 */
import {
  ProviderError,
  type Account,
  type CodeRequest,
  type Connector,
  type ConnectorState,
  type KeyReference,
  type LinkAnswer,
  type LinkOutcome,
  type LinkWay,
  type SignatureSessionOutcome,
  type SignatureSessionRequest,
  type SignRequest,
  type ToBeSigned,
} from '../../connector.ts'
import { readText } from '../read-answer.ts'
import { unusableAnswer } from '../unusable-answer.ts'
import { callAuthorize, checkAuthorisation, checkCount, type Authorisation } from './authorise.ts'
import { chooseAlgorithm } from './choose-algorithm.ts'
import type { CscOptions, OAuthClient } from './csc-client.ts'
import { CscAccess } from './keep-access.ts'
import {
  planSignatureSession,
  readSad,
  readWaitingSignatureSession,
  toSignatureSession,
} from './keep-signature-session.ts'
import { askCredential, listCertificates, type AccountAtService } from './list-credentials.ts'
import { beginLogIn } from './oauth.ts'
import { isSameCertificate, type CscCredential } from './read-credential.ts'
import { signDigest, signInSignatureSession } from './sign-digest.ts'

const LONGEST_CREDENTIAL = 1024

export function connectCsc(options: CscOptions): Connector {
  const access = new CscAccess(options)
  const at = (account: Account): AccountAtService => ({ options, access, account })
  return {
    signsDigests: true,
    logsInThere: options.oauth !== undefined,
    link: (fields, way) => (options.oauth ? beginErrand(options.oauth, way) : link(options, access, fields)),
    ...(options.oauth && { continueLink: (state, answer) => redeem(access, state, answer) }),
    check: async (account) => isStillAuthorised(access.renew(account)),
    unlink: async (account) => void (await isStillAuthorised(access.revoke(account))),
    listCertificates: (account) => listCertificates(at(account)),
    requestCode: (account, request) => requestCode(at(account), request),
    openSignatureSession: (account, request) => openSignatureSession(at(account), request, access),
    continueSignatureSession: (account, state) => continueSignatureSession(at(account), state),
    sign: (account, request) => signAtService(at(account), request),
  }
}

/** Basic authentication (RFC 7617) once; the code, which the API has no place for, goes along as `clientData`. */
async function link(
  { provider }: CscOptions,
  access: CscAccess,
  { Username = '', Password = '', Otp }: Readonly<Record<string, string>>,
): Promise<LinkOutcome> {
  const label = readText(Username)
  const isUsable =
    label !== undefined && !label.includes(':') && Password !== '' && Password.length < LONGEST_CREDENTIAL
  if (!isUsable) throw new ProviderError('login-invalid', `${provider} does not accept these credentials`)
  const basic = Buffer.from(`${label}:${Password}`).toString('base64')
  const state = await access.logIn(`Basic ${basic}`, Otp || undefined)
  return { kind: 'linked', state, label }
}

async function beginErrand(oauth: OAuthClient, way: LinkWay | undefined): Promise<LinkOutcome> {
  if (way) return beginLogIn(oauth, way)
  throw new ProviderError('failed', 'The log-in on a page of the service needs a way back')
}

/** The service does not say whose account it is: the label is what it calls itself. */
async function redeem(access: CscAccess, state: ConnectorState, answer: LinkAnswer): Promise<LinkOutcome> {
  const code = 'returned' in answer ? answer.code : undefined
  const linked = await access.redeem(state, code)
  return { kind: 'linked', state: linked, label: await access.nameOfService() }
}

async function isStillAuthorised(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'not-authorised') return false
    throw error
  }
}

async function requestCode(
  at: AccountAtService,
  request: CodeRequest,
): Promise<{ alsoNeedsPin: boolean; sentTo: string }> {
  const { options, access, account } = at
  checkCount(request)
  const { factors, certificate } = await findCredential(at, request.key)
  const { code } = factors
  if (code?.from === 'sent') {
    const credentialID = request.key.ref
    const body = options.dialect === 'csc1' ? { credentialID } : { credentialID, authObjectID: code.id }
    const { status, fields } = await access.call(account, { operation: 'challenge', body })
    // A challenge that is to be shown has no place in our dialogs: the code must come by another way.
    if (fields['challenge'] !== undefined) throw unusableAnswer({ provider: options.provider, status })
  }
  return { alsoNeedsPin: certificate.pinRequired, sentTo: '' }
}

async function openSignatureSession(
  at: AccountAtService,
  request: SignatureSessionRequest,
  access: CscAccess,
): Promise<SignatureSessionOutcome> {
  checkCount(request)
  const credential = await findCredential(at, request.key)
  checkAuthorisation(request, credential.factors)
  // Before a code is used up for what cannot be signed.
  const algorithm = findAlgorithm(at, credential, request)
  const isOneCall = request.items.length > 1 && (await access.signsInOneCall())
  const plan = planSignatureSession(request, algorithm, isOneCall)
  const { fields, status } = await authorise(at, request, credential)
  if (status !== 202) return requireOutcome(at, toSignatureSession(plan, fields), status)
  return { kind: 'waiting', state: { ...plan, handle: readHandle(at, fields['handle'], status) } }
}

/** `credentials/authorizeCheck` (version 2, 11.7). */
async function continueSignatureSession(at: AccountAtService, state: ConnectorState): Promise<SignatureSessionOutcome> {
  const { handle, ...plan } = readWaitingSignatureSession(state)
  const { fields, status } = await at.access.call(at.account, { operation: 'check', body: { handle } })
  if (status !== 202) return requireOutcome(at, toSignatureSession(plan, fields), status)
  return { kind: 'waiting', state: { ...plan, handle: readText(fields['handle'], LONGEST_CREDENTIAL) ?? handle } }
}

/** With the signature session that was opened, or with an authorisation of its own for what was typed. */
export async function signAtService(at: AccountAtService, request: SignRequest): Promise<Uint8Array> {
  if (request.signatureSession !== undefined) return signInSignatureSession(at, request)
  const { key, item, inputs } = request
  const credential = await findCredential(at, key)
  const algorithm = findAlgorithm(at, credential, { key, items: [item] })
  const { fields, status } = await authorise(at, { key, inputs, items: [item], uses: 1 }, credential)
  if (status === 202) throw new ProviderError('session-expired', 'This has to be accepted on the phone first')
  const sad = readSad(fields)
  if (sad === undefined) throw unusableAnswer({ provider: at.options.provider, status })
  return signDigest(at, request, { ...sad, algorithm })
}

function authorise({ options, access, account }: AccountAtService, wanted: Authorisation, { factors }: CscCredential) {
  checkAuthorisation(wanted, factors)
  return access.call(account, callAuthorize(options.dialect, wanted, factors))
}

/** @throws ProviderError `certificate-unusable` when the service has another certificate by now */
async function findCredential(at: AccountAtService, key: KeyReference): Promise<CscCredential> {
  const credential = await askCredential(at, key.ref)
  if (credential !== 'foreign' && isSameCertificate(credential, key)) return credential
  throw new ProviderError('certificate-unusable', `${at.options.provider} has replaced the certificate`)
}

interface WithKey {
  readonly key: KeyReference
  readonly items: readonly ToBeSigned[]
}

function findAlgorithm({ options }: AccountAtService, { algorithms }: CscCredential, { key, items }: WithKey): string {
  const algorithm = items[0] && chooseAlgorithm(algorithms, key, items[0])
  if (algorithm !== undefined) return algorithm
  throw new ProviderError('certificate-unusable', `${options.provider} does not sign in this way with the certificate`)
}

function requireOutcome(
  { options }: AccountAtService,
  outcome: SignatureSessionOutcome | undefined,
  status: number,
): SignatureSessionOutcome {
  if (outcome === undefined) throw unusableAnswer({ provider: options.provider, status })
  return outcome
}

function readHandle({ options }: AccountAtService, handle: unknown, status: number): string {
  const text = readText(handle, LONGEST_CREDENTIAL)
  if (text === undefined) throw unusableAnswer({ provider: options.provider, status })
  return text
}
