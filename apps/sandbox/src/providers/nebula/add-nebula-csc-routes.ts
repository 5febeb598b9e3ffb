import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CscCredential } from '../csc/csc-credentials.ts'
import { CscError, invalidParameter, invalidRequest } from '../csc/csc-error.ts'
import { CSC_V1 } from '../csc/csc-version.ts'
import { describeCredential, readDetail } from '../csc/describe-credential.ts'
import { createAuthorisations, type Authorisations } from '../csc/keep-authorisations.ts'
import { checkLengths, readHashes, readHashName, readText, type Body } from '../csc/read-body.ts'
import { SIGNATURE_ALGORITHMS } from '../csc/signature-algorithms.ts'
import type { SigningParts } from './add-signing-routes.ts'
import { checkPin } from './check-key-use.ts'
import type { Level } from './keep-levels.ts'
import { NebulaError } from './nebula-error.ts'
import type { NebulaCertificate, NebulaUser } from './nebula-users.ts'

const MULTISIGN = 50

interface Asked {
  readonly body: Body
  readonly user: NebulaUser
}

/** The same keys over version 1 of the CSC API: list, info, authorize and signHash, with nebula's own tokens. */
export function addNebulaCscRoutes(app: FastifyInstance, parts: SigningParts): Authorisations {
  const { tokens, safe, pinTries, keys, clock } = parts
  const authorisations = createAuthorisations(clock)
  app.setErrorHandler(tellError)
  type Answer = (asked: Asked, request: FastifyRequest) => Promise<object>
  const serve = (operation: string, levels: readonly Level[], answer: Answer): void => {
    const config = { fault: { service: 'nebula' as const, operation: `csc/${operation}` } }
    app.post(`/nebula/csc/v1/${operation}`, { config }, async (request) =>
      answer({ user: tokens.demand(request, ...levels), body: (request.body ?? {}) as Body }, request),
    )
  }
  const find = async ({ body, user }: Asked): Promise<NebulaCertificate> => {
    const id = readText(body, 'credentialID')
    const found = (await safe.list(user)).find(({ key }) => key.id === id)
    if (found === undefined) throw invalidParameter('credentialID')
    return found
  }
  serve('credentials/list', ['simple', 'robust'], async ({ user }) => ({
    credentialIDs: (await safe.list(user)).map(({ key }) => key.id),
  }))
  serve('credentials/info', ['simple', 'robust'], async (asked) => {
    const certificate = await find(asked)
    const credential = toCredential(asked.user, certificate)
    const detail = readDetail(asked.body)
    return describeCredential({ credential, key: certificate.key, detail, now: clock.now() }, CSC_V1)
  })
  serve('credentials/authorize', ['robust'], async (asked) => {
    const certificate = await find(asked)
    const { numSignatures } = asked.body
    const isCount = typeof numSignatures === 'number' && numSignatures >= 1 && numSignatures <= MULTISIGN
    if (!isCount || !Number.isInteger(numSignatures)) throw invalidParameter('numSignatures')
    const pin = certificate.usePin ? readText(asked.body, 'PIN') : ''
    checkPin({ certificate, pin, safe, pinTries })
    return authorisations.grant({ credentialId: certificate.key.id, numSignatures })
  })
  serve('signatures/signHash', ['robust'], async (asked, { fault }) => {
    const { key, usable } = await find(asked)
    const hashes = readHashes(asked.body, CSC_V1)
    const implied = SIGNATURE_ALGORITHMS.rsa[readText(asked.body, 'signAlgo')]
    if (implied === undefined) throw invalidParameter('signAlgo')
    const hash = implied === 'named' ? readHashName(asked.body, CSC_V1) : implied
    checkLengths(hashes, hash)
    if (!usable) throw invalidRequest(CSC_V1.expiredCertificate(key.id))
    authorisations.spend(readText(asked.body, 'SAD'), { version: CSC_V1, credentialId: key.id, hashes })
    const signatures = hashes.map((digest) => keys.sign({ key, digest, hash, fault }).toString('base64'))
    if (fault?.kind === 'fewer') signatures.pop()
    return { signatures: fault?.kind === 'twice' ? [...signatures, ...signatures] : signatures }
  })
  return authorisations
}

function tellError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const tell = (status: number, code: string, description: string): FastifyReply =>
    reply.code(status).send({ error: code, error_description: description })
  if (error instanceof CscError) return tell(error.status, error.error, error.message)
  if (error instanceof NebulaError) return tell(...cscWordsFor(error))
  if (error.statusCode !== undefined && error.statusCode < 500) return tell(400, 'invalid_request', error.message)
  process.stderr.write(`${error.stack ?? error.message}\n`)
  return tell(500, 'server_error', 'The sandbox failed; its log says why.')
}

/** A token that is too weak is a bad request here; trouble with the PIN has words of its own. */
function cscWordsFor({ status, code, message }: NebulaError): [number, string, string] {
  if (code !== 'error_sign_init')
    return status === 401 ? [401, 'invalid_token', message] : [400, 'invalid_request', message]
  return message.endsWith('LOCKED')
    ? [400, 'invalid_request', 'PIN locked']
    : [400, 'invalid_pin', 'The PIN is invalid']
}

function toCredential({ id: user, person }: NebulaUser, { key, usePin, usable }: NebulaCertificate): CscCredential {
  return {
    id: key.id,
    user,
    phone: person.phone,
    description: `SANDBOX Nebula ${person.name}`,
    pin: usePin ? key.id : undefined,
    factor: 'none',
    scal: '1',
    multisign: MULTISIGN,
    enabled: usable,
    keyPlan: { provider: 'nebula', id: key.id, person, keyType: 'rsa' },
  }
}
