import type { FactorVerdict } from './check-factors.ts'
import type { CscCredential } from './csc-credentials.ts'
import { CscError, invalidParameter, invalidRequest, missingParameter } from './csc-error.ts'
import { CSC_V1, CSC_V2, type CscVersion } from './csc-version.ts'
import type { AuthorisationPlan } from './keep-authorisations.ts'
import { readCredential, type Csc, type CscAnswer, type CscCall } from './open-csc.ts'
import { checkLengths, readHashes, readHashName, readOptionalText, readText, type Body } from './read-body.ts'

/** How long somebody may take to answer on the phone. */
const PENDING_LIFE = 120_000

/** `credentials/authorize` of v1.0.4 11.6: PIN and OTP are members of their own. */
export async function authoriseV1(csc: Csc, call: CscCall): Promise<CscAnswer> {
  const credential = readCredential(call)
  const plan = readPlan(credential, call.body, CSC_V1)
  if (credential.factor === 'implicit') {
    await waitForPhone(csc, pushRequest(csc, call.body, { credential, plan }))
    return { status: 200, body: csc.authorisations.grant(plan) }
  }
  const { factors } = csc
  if (credential.pin !== undefined) {
    judgeV1('PIN', factors.checkPin(credential, readText(call.body, 'PIN')))
  }
  if (credential.factor !== 'none') {
    judgeV1('OTP', factors.checkCode(credential, readText(call.body, 'OTP')))
  }
  return { status: 200, body: csc.authorisations.grant(plan) }
}

/** `credentials/sendOTP` of v1.0.4 11.5, for codes that the service sends. */
export function sendOtp(csc: Csc, call: CscCall): CscAnswer {
  const credential = readCredential(call)
  if (credential.factor !== 'sms') throw invalidParameter('credentialID')
  csc.factors.sendCode(credential)
  return { status: 204 }
}

/** `credentials/authorize` of v2 11.6: 202 and a handle while the phone is asked. */
export function authoriseV2(csc: Csc, call: CscCall): CscAnswer {
  const credential = readCredential(call)
  const plan = readPlan(credential, call.body, CSC_V2)
  if (credential.factor === 'implicit') return askPhone(csc, call, { credential, plan })
  const values = readAuthData(call.body)
  const { factors } = csc
  if (factors.isLocked(credential)) throw invalidRequest('Credential locked')
  if (credential.factor === 'app' && !values.has('APP')) throw wrongData()
  if (credential.factor === 'app') return askPhone(csc, call, { credential, plan })
  if (credential.pin !== undefined) judgeV2(factors.checkPin(credential, values.get('PIN') ?? ''))
  if (credential.factor === 'sms') judgeV2(factors.checkCode(credential, values.get('OTP') ?? ''))
  return { status: 200, body: csc.authorisations.grant(plan) }
}

/** `credentials/getChallenge` of v2 11.8: 204, because the code goes out by text message. */
export function getChallenge(csc: Csc, call: CscCall): CscAnswer {
  const credential = readCredential(call)
  if (readText(call.body, 'authObjectID') !== 'OTP' || credential.factor !== 'sms') {
    throw invalidParameter('authObjectID')
  }
  csc.factors.sendCode(credential)
  return { status: 204 }
}

/** `credentials/authorizeCheck` of v2 11.7. An answer that got lost may be asked for again. */
export function checkAuthorisation(csc: Csc, { body, user }: CscCall): CscAnswer {
  const handle = readText(body, 'handle')
  const pending = csc.pending.find(handle)
  const push = pending && csc.desk.phone.findPush(pending.pushId)
  if (pending === undefined || push === undefined || pending.user !== user) throw invalidParameter('handle')
  if (push.state === 'waiting') return { status: 202, body: { handle } }
  if (push.state === 'refused') throw wrongData()
  pending.granted ??= csc.authorisations.grant(pending.plan)
  return { status: 200, body: pending.granted }
}

/** `credentials/extendTransaction` of v1.0.4 11.7 and v2 11.9. */
export function extendTransaction(csc: Csc, call: CscCall, version: CscVersion): CscAnswer {
  const { id: credentialId, scal } = readCredential(call)
  const sad = readText(call.body, 'SAD')
  const hashes = readBoundHashes(scal, call.body, version)
  if (call.fault?.kind === 'expired-session') throw invalidRequest('SAD expired')
  return { status: 200, body: csc.authorisations.extend(sad, { credentialId, hashes }) }
}

interface PhoneRequest {
  readonly credential: CscCredential
  readonly plan: AuthorisationPlan
}

function askPhone(csc: Csc, { body, user }: CscCall, request: PhoneRequest): CscAnswer {
  const pushId = pushRequest(csc, body, request)
  return { status: 202, body: { handle: csc.pending.issue({ user, pushId, plan: request.plan }, PENDING_LIFE) } }
}

/** @returns the identifier of the request on the phone */
function pushRequest({ desk }: Csc, body: Body, { credential, plan }: PhoneRequest): string {
  const description = readOptionalText(body, 'description') ?? credential.description
  const text = `${description.slice(0, 500)} (${plan.numSignatures} × ${credential.id})`
  return desk.phone.push({ provider: 'TrustPRO', text }).id
}

const LOOK_EVERY_MS = 50
/** How long version 1, which knows no answer for later, keeps the caller waiting. */
const LONGEST_WAIT_MS = 30_000

async function waitForPhone({ desk }: Csc, pushId: string): Promise<void> {
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += LOOK_EVERY_MS) {
    const state = desk.phone.findPush(pushId)?.state
    if (state !== 'waiting') {
      if (state === 'accepted') return
      break
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new CscError(400, 'access_denied', 'The user has not authorised the request')
}

function readPlan(credential: CscCredential, body: Body, version: CscVersion): AuthorisationPlan {
  if (!credential.enabled) throw invalidRequest('The credential identified by credentialID is disabled')
  const { numSignatures } = body
  if (!Number.isInteger(numSignatures)) throw missingParameter('numSignatures', 'integer')
  const count = numSignatures as number
  if (count < 1) throw invalidRequest('Invalid value for parameter numSignatures')
  if (count > credential.multisign) throw invalidRequest('Numbers of signatures is too high')
  const hashes = readBoundHashes(credential.scal, body, version)
  if (hashes && hashes.length > count) throw invalidRequest('Invalid value for parameter numSignatures')
  return { credentialId: credential.id, hashes, numSignatures: count }
}

/** SCAL2 demands that the digests are named (8.2); with SCAL1 they may be. */
function readBoundHashes(scal: '1' | '2', body: Body, version: CscVersion): Buffer[] | undefined {
  if (scal === '1' && body[version.hashes] === undefined) return undefined
  const hashes = readHashes(body, version)
  // v1 names no algorithm here.
  if (version.id === 'v2') checkLengths(hashes, readHashName(body, version))
  return hashes
}

/** The values of `authData` by the object they belong to; one that is answered elsewhere has none. */
function readAuthData({ authData }: Body): Map<string, string> {
  if (!Array.isArray(authData)) throw missingParameter('authData', 'array')
  const values = new Map<string, string>()
  for (const item of authData as unknown[]) {
    const { id, value = '' } = (item ?? {}) as { readonly id?: unknown; readonly value?: unknown }
    if (typeof id !== 'string' || typeof value !== 'string') throw wrongData()
    values.set(id, value)
  }
  return values
}

function judgeV1(name: 'PIN' | 'OTP', verdict: FactorVerdict): void {
  if (verdict === 'locked') throw invalidRequest(`${name} locked`)
  if (verdict === 'wrong') throw new CscError(400, `invalid_${name.toLowerCase()}`, `The ${name} is invalid`)
}

function judgeV2(verdict: FactorVerdict): void {
  if (verdict === 'locked') throw invalidRequest('Credential locked')
  if (verdict === 'wrong') throw wrongData()
}

const wrongData = (): CscError => new CscError(400, 'invalid_authentication_data', 'The authentication data is invalid')
