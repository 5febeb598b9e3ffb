/** What a token says of its bearer: `sid` and `auth_time` as in OpenID Connect, the rest in words of our own. */
import type { JWTPayload } from 'jose'
import {
  FACTOR_SCOPE,
  IDENTIFIED_BY,
  type Bearer,
  type Identification,
  type Person,
  type Recovery,
  type Session,
  type TokenClaims,
} from '../../modules/sessions/ports.ts'

interface SessionClaims {
  readonly sid: string
  readonly auth_time: number
}

/** The claims of a token, without those that every token has. */
export function payloadOf(claims: TokenClaims, session: SessionClaims): JWTPayload {
  const { kind, scope, legalId, generation, subscriptionId, clientId, identifiedBy, factorAt, recovery, only } = claims
  return {
    kind,
    scope,
    ...(kind === 'person' && { legalid: legalId ?? '', ...session }),
    ...(generation !== undefined && { generation }),
    ...(subscriptionId !== undefined && { subscription: subscriptionId }),
    ...(clientId !== undefined && { client: clientId }),
    ...(identifiedBy && writeIdentification(identifiedBy)),
    ...(factorAt && { factor_at: Math.floor(factorAt.getTime() / 1000) }),
    ...(only && { document: only.documentId, signer: only.signerId }),
    ...(only?.linkId !== undefined && { link: only.linkId }),
    ...(recovery && writeRecovery(recovery)),
  }
}

/** Undefined when the claims are none of ours. Tokens of earlier releases are a session each. */
export function toBearer(payload: JWTPayload): Bearer | undefined {
  const { sub, scope, kind, subscription } = payload
  if (typeof sub !== 'string' || typeof scope !== 'string') return undefined
  if (kind === 'client' && typeof subscription === 'string') {
    return { kind, scope, client: { clientId: sub, subscriptionId: subscription } }
  }
  const person = kind === 'person' ? toPerson(sub, payload) : undefined
  return person && { kind: 'person', scope, person }
}

function toPerson(userId: string, payload: JWTPayload): Person | undefined {
  const session = toSession(payload)
  const { legalid } = payload
  if (!session || typeof legalid !== 'string') return undefined
  const recovery = toRecovery(payload)
  const { document: documentId, signer: signerId, link } = payload
  const isOfOne = typeof documentId === 'string' && typeof signerId === 'string'
  const linkId = typeof link === 'string' ? link : undefined
  return {
    ...{ userId, legalId: legalid, session, mustChangePassword: false },
    ...(payload['scope'] === FACTOR_SCOPE && { awaitsFactor: true as const }),
    ...(recovery && { recovery }),
    ...(isOfOne && { only: { documentId, signerId, ...(linkId !== undefined && { linkId }) } }),
  }
}

function toSession(payload: JWTPayload): Session | undefined {
  const { jti, iat, sid, auth_time: startedAt, generation, client, factor_at: factorAt } = payload
  const identifiedBy = toIdentification(payload)
  const id = sid ?? jti
  const seconds = startedAt ?? iat
  if (typeof id !== 'string' || typeof seconds !== 'number') return undefined
  return {
    id,
    startedAt: new Date(seconds * 1000),
    generation: typeof generation === 'number' ? generation : 0,
    ...(typeof client === 'string' && { clientId: client }),
    ...(identifiedBy && { identifiedBy }),
    ...(typeof factorAt === 'number' && { factorAt: new Date(factorAt * 1000) }),
  }
}

const writeRecovery = (recovery: Recovery): JWTPayload => ({
  may: recovery.may,
  ...(recovery.may === 'ask' && { name: recovery.loginName }),
})

const writeIdentification = ({ by, authority }: Identification): JWTPayload => ({
  identified_by: by,
  ...(authority !== undefined && { identified_at: authority }),
})

function toIdentification({ identified_by: named, identified_at: authority }: JWTPayload): Identification | undefined {
  const by = IDENTIFIED_BY.find((known) => known === named)
  return by && { by, ...(typeof authority === 'string' && { authority }) }
}

function toRecovery({ may, name }: JWTPayload): Recovery | undefined {
  if (may === 'set') return { may }
  return may === 'ask' && typeof name === 'string' ? { may, loginName: name } : undefined
}
