/**
 * Tokens as JWTs signed with ES256 (RFC 7519, RFC 7518 §3.4). Any replica verifies what another one issued: the keys
 * are in the database, their private halves wrapped by the server's key. The algorithm is ours, never the token's.
 */
import { createHash, randomUUID } from 'node:crypto'
import {
  SignJWT,
  decodeProtectedHeader,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  type CryptoKey,
} from 'jose'
import { FACTOR_SCOPE } from '../../modules/sessions/ports.ts'
import type { Bearer, IssuedToken, TokenClaims, Tokens } from '../../modules/sessions/ports.ts'
import type { ServerKeys } from '../../ports/server-keys.ts'
import { payloadOf, toBearer } from './token-claims.ts'
import type { StoredTokenKey, TokenRecords, TokenStanding } from './token-records.ts'

const ALGORITHM = 'ES256'
const ISSUER = 'rubrica'
const LIFE_SECONDS = 30 * 60
/** The mailed one, which sets a password, and the one with which its mail is asked for. */
const RECOVERY_SECONDS = 15 * 60
/** In which a second factor is shown or set up. */
const FACTOR_SECONDS = 10 * 60
/** Renewed or not, no session lasts longer than a working day. */
const SESSION_SECONDS = 12 * 60 * 60
/** That of who came by a link, which is for one signature. */
const LINK_SESSION_SECONDS = 2 * 60 * 60
const REMEMBERED_TOKENS = 10_000
const KEY_LIFE_MS = 90 * 24 * 60 * 60 * 1000

/** What the private half of a token key is bound to when it is wrapped. */
export const tokenKeyBinding = (keyId: string) => `token-key:${keyId}`

interface SigningKey {
  readonly id: string
  readonly key: CryptoKey
  readonly createdAt: Date
}

interface SignedClaims {
  readonly bearer: Bearer
  /** Of a client's token: the token itself. */
  readonly sessionId: string
  readonly subject: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export interface JwtTokensOptions {
  readonly records: TokenRecords
  readonly serverKeys: ServerKeys
  readonly now: () => Date
}

export class JwtTokens implements Tokens {
  readonly #options: JwtTokensOptions
  readonly #publicKeys = new Map<string, CryptoKey>()
  /** What tokens with a right signature say, by their SHA-256; the tokens themselves are not kept. */
  readonly #verified = new Map<string, SignedClaims>()
  #signing: Promise<SigningKey> | undefined

  constructor(options: JwtTokensOptions) {
    this.#options = options
  }

  async issue(claims: TokenClaims): Promise<IssuedToken> {
    const { id: keyId, key } = await this.#signingKey()
    const id = randomUUID()
    const issuedAt = Math.floor(this.#options.now().getTime() / 1000)
    const startedAt = claims.session ? Math.floor(claims.session.startedAt.getTime() / 1000) : issuedAt
    const longest = claims.only?.linkId === undefined ? SESSION_SECONDS : LINK_SESSION_SECONDS
    const life = lifeOf(claims)
    const expiresAt = claims.recovery ? issuedAt + life : Math.min(issuedAt + life, startedAt + longest)
    const token = await new SignJWT(payloadOf(claims, { sid: claims.session?.id ?? id, auth_time: startedAt }))
      .setProtectedHeader({ alg: ALGORITHM, kid: keyId, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setSubject(claims.subject)
      .setJti(id)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(key)
    return { id, token, expiresInSeconds: expiresAt - issuedAt }
  }

  async verify(token: string): Promise<Bearer | undefined> {
    const fingerprint = createHash('sha256').update(token).digest('base64url')
    const known = this.#verified.get(fingerprint) ?? (await this.#readSigned(token))
    if (!known || known.expiresAt <= this.#options.now().getTime()) {
      this.#verified.delete(fingerprint)
      return undefined
    }
    this.#remember(fingerprint, known)
    const { bearer } = known
    // A recovery token may name nobody; it is checked where it is used.
    if (bearer.kind === 'person' && bearer.person.recovery) return bearer
    const standing = await this.#standingOf(known)
    if (standing === 'over') return undefined
    const mustChange = standing === 'must-change-password' && bearer.kind === 'person'
    return mustChange ? { ...bearer, person: { ...bearer.person, mustChangePassword: true } } : bearer
  }

  #standingOf({ bearer, sessionId, subject }: SignedClaims): Promise<TokenStanding> {
    const { generation, clientId } = bearer.kind === 'person' ? bearer.person.session : { generation: 0 }
    const linkId = bearer.kind === 'person' ? bearer.person.only?.linkId : undefined
    return this.#options.records.standingOf({ kind: bearer.kind, subject, sessionId, generation, clientId, linkId })
  }

  /** A signature stays right, so it is looked at once; whether the token still counts is asked each time. */
  #remember(fingerprint: string, claims: SignedClaims): void {
    if (this.#verified.has(fingerprint)) return
    this.#verified.set(fingerprint, claims)
    const oldest = this.#verified.keys().next()
    if (this.#verified.size > REMEMBERED_TOKENS && !oldest.done) this.#verified.delete(oldest.value)
  }

  async #readSigned(token: string): Promise<SignedClaims | undefined> {
    const key = await this.#keyOf(token)
    if (!key) return undefined
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        currentDate: this.#options.now(),
        requiredClaims: ['sub', 'exp', 'jti', 'scope', 'kind'],
      })
      const bearer = toBearer(payload)
      const { jti, sub, exp } = payload as { jti: string; sub: string; exp: number }
      const sessionId = bearer?.kind === 'person' ? bearer.person.session.id : jti
      return bearer && { bearer, sessionId, subject: sub, expiresAt: exp * 1000 }
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }

  async #keyOf(token: string): Promise<CryptoKey | undefined> {
    const id = keyIdOf(token)
    if (id === undefined) return undefined
    if (!this.#publicKeys.has(id)) await this.#readPublicKeys()
    return this.#publicKeys.get(id)
  }

  /** Keys retired longer ago than a token lives verify nothing any more. */
  async #readPublicKeys(): Promise<void> {
    const oldest = this.#options.now().getTime() - LIFE_SECONDS * 1000
    for (const key of await this.#options.records.keys()) {
      if (key.retiredAt && key.retiredAt.getTime() < oldest) this.#publicKeys.delete(key.id)
      else if (!this.#publicKeys.has(key.id)) this.#publicKeys.set(key.id, await importPublicKey(key.publicJwk))
    }
  }

  async #signingKey(): Promise<SigningKey> {
    this.#signing ??= this.#findSigningKey()
    try {
      const key = await this.#signing
      if (!this.#isOld(key.createdAt)) return key
    } catch (error) {
      this.#signing = undefined
      throw error
    }
    this.#signing = this.#findSigningKey()
    return this.#signing
  }

  async #findSigningKey(): Promise<SigningKey> {
    const isFit = (key: StoredTokenKey) => key.retiredAt === null && !this.#isOld(key.createdAt)
    const { records, serverKeys, now } = this.#options
    const keys = await records.addKeyUnless(
      (known) => known.some(isFit),
      () => makeKey(serverKeys, now()),
    )
    const chosen = keys.find(isFit)!
    const pkcs = await serverKeys.unwrap(chosen.wrappedPrivateKey, tokenKeyBinding(chosen.id))
    const jwk = JSON.parse(Buffer.from(pkcs).toString('utf8')) as Record<string, string>
    return { id: chosen.id, key: (await importJWK(jwk, ALGORITHM)) as CryptoKey, createdAt: chosen.createdAt }
  }

  #isOld(createdAt: Date): boolean {
    return this.#options.now().getTime() - createdAt.getTime() > KEY_LIFE_MS
  }
}

function lifeOf({ recovery, scope }: TokenClaims): number {
  if (recovery) return RECOVERY_SECONDS
  return scope === FACTOR_SCOPE ? FACTOR_SECONDS : LIFE_SECONDS
}

const importPublicKey = async (jwk: Readonly<Record<string, unknown>>) =>
  (await importJWK(jwk as Record<string, string>, ALGORITHM)) as CryptoKey

async function makeKey(serverKeys: ServerKeys, createdAt: Date): Promise<StoredTokenKey> {
  const id = randomUUID()
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const secret = Buffer.from(JSON.stringify(await exportJWK(privateKey)))
  const wrappedPrivateKey = await serverKeys.wrap(secret, tokenKeyBinding(id))
  secret.fill(0)
  return { id, publicJwk: { ...(await exportJWK(publicKey)) }, wrappedPrivateKey, createdAt, retiredAt: null }
}

function keyIdOf(token: string): string | undefined {
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    return alg === ALGORITHM && typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}
