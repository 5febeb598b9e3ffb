import { grantExplicitly, extendGrant } from '../../modules/grants/grant-explicitly.ts'
import type { Access } from '../../modules/grants/find-access.ts'
import { listCredentials, showCredential } from '../../modules/grants/list-credentials.ts'
import { MOST_SIGNATURES, requireOneAlgorithm } from '../../modules/grants/read-hashes.ts'
import { signHashes } from '../../modules/grants/sign-hashes.ts'
import { CscError, invalidRequest } from './csc-error.ts'
import type { CscPorts } from './csc-ports.ts'
import type { CscVersion } from './csc-version.ts'
import { describeCredential, readDetail, type Description } from './describe-credential.ts'
import {
  invalidParameter,
  readCount,
  readFlag,
  readHashes,
  readOptionalHashAlgorithm,
  readOptionalText,
  readText,
  type Body,
} from './read-body.ts'

export interface CscCall {
  readonly ports: CscPorts
  readonly version: CscVersion
  readonly access: Access
  readonly body: Body
}

/** An answer; nothing is 204. */
export type CscAnswer = Readonly<Record<string, unknown>> | undefined

const LONGEST_PAGE = 100
const LONGEST_DESCRIPTION = 500

/** What a token for certain hashes opens, besides signing them: nothing but its own credential (2.0.0.2 8.4.4). */
function requireService({ access }: CscCall): void {
  if (access.grant.kind === 'service') return
  throw new CscError(403, 'insufficient_scope', 'The token is for one credential only')
}

/**
 * `auth/revoke` (11.3 of both): an application ends a token of the same person, or with one for certain hashes itself.
 */
export async function revoke(call: CscCall): Promise<CscAnswer> {
  const { ports, access, body } = call
  const { clientId, userId } = access.grant
  const token = requireOwn(call, readText(body, 'token'), 'token')
  const found = await ports.store.findBySecret(token, ports.now())
  if (found?.userId === userId) await ports.store.endBySecret(token, clientId)
  return undefined
}

/** Who bears a token for certain hashes names no other token beside it. */
function requireOwn({ access }: CscCall, secret: string, name: string): string {
  if (access.grant.kind === 'service' || secret === access.token) return secret
  throw invalidParameter(name)
}

/** `credentials/list` (1.0.4.0 11.4, 2.0.0.2 11.4). */
export async function list(call: CscCall): Promise<CscAnswer> {
  const { ports, version, access, body } = call
  requireService(call)
  if (readOptionalText(body, 'userID') !== undefined) throw invalidParameter('userID')
  const most = readCount(body, 'maxResults', LONGEST_PAGE) ?? LONGEST_PAGE
  const after = readOptionalText(body, 'pageToken')
  const isOnlyValid = version.id === 'v2' && readFlag(body, 'onlyValid')
  const now = ports.now()
  const all = await listCredentials(ports, access.grant.userId)
  const fitting = all.filter((one) => !isOnlyValid || (one.notAfter > now && !one.locked && !one.suspended))
  if (after !== undefined && !all.some(({ id }) => id === after)) throw invalidParameter('pageToken')
  const rest = fitting.filter(({ id }) => after === undefined || id > after)
  const ids = rest.slice(0, most).map(({ id }) => id)
  return {
    credentialIDs: ids,
    ...(version.id === 'v2' && readFlag(body, 'credentialInfo') && { credentialInfos: await describeAll(call, ids) }),
    ...(version.id === 'v2' && body['onlyValid'] !== undefined && { onlyValid: isOnlyValid }),
    ...(rest.length > most && { nextPageToken: ids.at(-1) }),
  }
}

async function describeAll(call: CscCall, ids: readonly string[]): Promise<Record<string, unknown>[]> {
  const detail = readDetail(call.body)
  const infos: Record<string, unknown>[] = []
  for (const credentialID of ids) infos.push({ credentialID, ...(await describe(call, credentialID, detail)) })
  return infos
}

async function describe(
  { ports, access, version }: CscCall,
  credentialId: string,
  detail: Description['detail'],
): Promise<Record<string, unknown>> {
  const credential = await showCredential(ports, access.grant.userId, credentialId)
  return describeCredential({ credential, detail, now: ports.now() }, version)
}

/** `credentials/info` (1.0.4.0 11.5, 2.0.0.2 11.5). */
export async function info(call: CscCall): Promise<CscAnswer> {
  const credentialId = readText(call.body, 'credentialID')
  if (credentialId.toLowerCase() !== call.access.grant.certificateId) requireService(call)
  return describe(call, credentialId, readDetail(call.body))
}

/** `credentials/sendOTP` (1.0.4.0 11.8) and `credentials/getChallenge` (2.0.0.2 11.8): the code goes to the phone. */
export async function sendCode(call: CscCall): Promise<CscAnswer> {
  const { ports, access, body, version } = call
  requireService(call)
  const credentialId = readText(body, 'credentialID')
  if (version.id === 'v2' && readText(body, 'authObjectID') !== 'OTP') throw invalidParameter('authObjectID')
  const { certificate } = await showCredential(ports, access.grant.userId, credentialId)
  if (certificate.authenticationType !== 'SMS') throw invalidParameter('credentialID')
  await ports.sendCode(access.grant.userId, certificate.id)
  return undefined
}

/** `credentials/authorize` (11.6 of both), for applications that ask for PIN and code themselves. */
export async function authorize(call: CscCall): Promise<CscAnswer> {
  const { ports, access, body, version } = call
  requireService(call)
  const credentialId = readText(body, 'credentialID')
  const signatures = readCount(body, 'numSignatures', MOST_SIGNATURES + 1)
  if (signatures === undefined) throw invalidRequest('Missing (or invalid type) integer parameter numSignatures')
  const hashes = readHashes(body, version)
  const named = version.id === 'v2' ? readText(body, 'hashAlgorithmOID') : undefined
  const hashAlgorithm = requireOneAlgorithm(hashes, named)
  if (signatures > MOST_SIGNATURES) throw invalidRequest('Numbers of signatures is too high')
  if (signatures < hashes.length) throw invalidRequest('Invalid value for parameter numSignatures')
  const { certificate } = await showCredential(ports, access.grant.userId, credentialId)
  const { sad, expiresInSeconds } = await grantExplicitly(ports, access, {
    credentialId: certificate.id,
    hashes,
    hashAlgorithm,
    signatures,
    inputs: version.id === 'v1' ? readMembers(body) : readAuthData(body),
    description: readOptionalText(body, 'description', LONGEST_DESCRIPTION),
  })
  return { SAD: sad, expiresIn: expiresInSeconds }
}

const readMembers = (body: Body) => ({ pin: readOptionalText(body, 'PIN'), code: readOptionalText(body, 'OTP') })

/** The values of `authData` by the object that they belong to. */
function readAuthData({ authData }: Body): { pin?: string; code?: string } {
  if (!Array.isArray(authData)) throw invalidRequest('Missing (or invalid type) array parameter authData')
  const values = new Map<string, string>()
  for (const item of authData as unknown[]) {
    const object = (typeof item === 'object' && item !== null ? item : {}) as Body
    values.set(readText(object, 'id'), readOptionalText(object, 'value') ?? '')
  }
  return { pin: values.get('PIN'), code: values.get('OTP') }
}

/** `credentials/extendTransaction` (1.0.4.0 11.7, 2.0.0.2 11.9). */
export async function extendTransaction(call: CscCall): Promise<CscAnswer> {
  const { ports, access, body, version } = call
  const hashes = readHashes(body, version)
  const { sad, expiresInSeconds } = await extendGrant(ports, access, {
    sad: requireOwn(call, readText(body, 'SAD'), 'SAD'),
    credentialId: readText(body, 'credentialID'),
    hashes,
    hashAlgorithm: requireOneAlgorithm(hashes, readOptionalHashAlgorithm(body, version)),
  })
  return { SAD: sad, expiresIn: expiresInSeconds }
}

/** `signatures/signHash` (1.0.4.0 11.9, 2.0.0.2 11.10). */
export async function signHash(call: CscCall): Promise<CscAnswer> {
  const { ports, access, body, version } = call
  const isCredentialToken = access.grant.kind === 'credential'
  const credentialId = readText(body, 'credentialID')
  const named = isCredentialToken ? readOptionalText(body, 'SAD') : readText(body, 'SAD')
  const sad = requireOwn(call, named ?? access.token, 'SAD')
  const mode = version.id === 'v2' ? readOptionalText(body, 'operationMode') : undefined
  if (mode !== undefined && mode !== 'S') throw invalidParameter('operationMode')
  const signatures = await signHashes(ports, access, {
    sad,
    credentialId,
    hashes: readHashes(body, version),
    hashAlgorithm: readOptionalHashAlgorithm(body, version),
    signAlgo: readText(body, 'signAlgo'),
  })
  return { signatures: signatures.map((one) => Buffer.from(one).toString('base64')) }
}
