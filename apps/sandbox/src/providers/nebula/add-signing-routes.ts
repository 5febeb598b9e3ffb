import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../keep-time.ts'
import type { Fault } from '../../inject-faults.ts'
import type { Tries } from '../count-tries.ts'
import { createTokens, type Tokens } from '../keep-tokens.ts'
import type { ProviderKey, ProviderKeys } from '../open-provider-keys.ts'
import { readBase64, readText } from '../read-body.ts'
import type { HashName } from '../sign-digest.ts'
import { checkPin, findNebulaCertificate } from './check-key-use.ts'
import type { LevelTokens } from './keep-levels.ts'
import { invalidRequest, NebulaError, OPERATION_SUCCESS } from './nebula-error.ts'
import type { NebulaSafe } from './nebula-users.ts'

const SESSION_LIFE = 5 * 60_000
/** PKCS#1 v1.5 leaves this much of a 2048-bit block. */
const MAX_BLOCK = 245
/** Numbers of PKCS#11 mechanisms, in decimal: CKM_SHA256_RSA_PKCS and its sisters hash what they are given. */
const HASHING: Readonly<Record<string, HashName>> = { 64: 'sha256', 65: 'sha384', 66: 'sha512' }
/** CKM_RSA_PKCS pads what it is given; it is taken when no mechanism is named. */
const PADDING = '1'

interface SigningSession {
  readonly user: string
  readonly key: ProviderKey
}

export interface SigningParts {
  readonly tokens: LevelTokens
  readonly safe: NebulaSafe
  readonly pinTries: Tries
  readonly keys: ProviderKeys
  readonly clock: Clock
}

const faultAt = (operation: string) => ({ fault: { service: 'nebula' as const, operation } })

/** A signing session in three calls: signinit with the PIN, any number of signhash, signclose. */
export function addSigningRoutes(app: FastifyInstance, parts: SigningParts): Tokens<SigningSession> {
  const { tokens, safe, pinTries, keys } = parts
  const sessions = createTokens<SigningSession>(parts.clock)
  app.post('/nebula/api/v3/certificate/signinit', { config: faultAt('signinit') }, async (request) => {
    const user = tokens.demand(request, 'robust')
    const certificate = await findNebulaCertificate(safe, user, readText(request.body, 'signingId'))
    checkPin({ certificate, pin: readText(request.body, 'pin'), safe, pinTries })
    const session = sessions.issue({ user: user.id, key: certificate.key }, SESSION_LIFE)
    return { ...OPERATION_SUCCESS, session, objId: certificate.key.serial.slice(0, 16) }
  })
  app.post('/nebula/api/v3/certificate/signhash', { config: faultAt('signhash') }, async (request) => {
    const user = tokens.demand(request, 'robust')
    const session = sessions.find(readText(request.body, 'session'))
    if (session?.user !== user.id || readText(request.body, 'objId') !== session.key.serial.slice(0, 16)) {
      throw new NebulaError(404, 'error_session_not_found', 'The signing session does not exist')
    }
    const signed = sign(keys, session.key, { body: request.body, fault: request.fault }).toString('base64')
    if (request.fault?.kind === 'fewer') return OPERATION_SUCCESS
    return { ...OPERATION_SUCCESS, signedData: request.fault?.kind === 'twice' ? [signed, signed] : signed }
  })
  app.post('/nebula/api/v2/certificate/signclose', { config: faultAt('signclose') }, async (request) => {
    tokens.demand(request, 'robust')
    const session = readText(request.body, 'session')
    if (sessions.drop(session)) return { ...OPERATION_SUCCESS, session }
    throw new NebulaError(404, 'error_session_not_found', 'The signing session does not exist')
  })
  return sessions
}

function sign(keys: ProviderKeys, key: ProviderKey, request: { body: unknown; fault: Fault | undefined }): Buffer {
  const data = readBase64(readText(request.body, 'signdata'))
  if (data === undefined) throw invalidRequest('signdata is not base64')
  const mechanism = readText(request.body, 'mechanism') || PADDING
  const hash = HASHING[mechanism]
  if (hash !== undefined) {
    return keys.sign({ key, digest: createHash(hash).update(data).digest(), hash, fault: request.fault })
  }
  if (mechanism !== PADDING) throw invalidRequest('The mechanism is not supported')
  if (data.length > MAX_BLOCK) throw invalidRequest('signdata is too long')
  return keys.signBlock(key, data, request.fault)
}
