import { createHmac, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Fault } from '../../inject-faults.ts'

type Members = Record<string, unknown>

export interface SpoilingDesk {
  readonly privateKey: KeyObject
  /** A key that the issuer never published. */
  readonly strangerKey: KeyObject
  readonly clientSecret: string
}

const HOUR = 3600

/** What a fault makes of the claims; the token is then signed as it should be. */
const CLAIM_FAULTS: Readonly<Record<string, (claims: Members, fault: Fault) => Members>> = {
  'wrong-nonce': () => ({ nonce: randomBytes(16).toString('base64url') }),
  'wrong-issuer': ({ iss }) => ({ iss: `${String(iss)}/other` }),
  'wrong-audience': () => ({ aud: 'another-application' }),
  'expired-session': (claims) => moveTimes(claims, -2 * HOUR),
  clock: (claims, fault) => moveTimes(claims, 'by' in fault ? fault.by : 0),
  'unverified-email': () => ({ email_verified: false }),
}

/** Makes of a good ID token (JWS compact serialisation, RFC 7515 3.1) the bad one that a fault asks for. */
export function spoilIdToken(token: string, fault: Fault, desk: SpoilingDesk): string {
  const [header = {}, claims = {}] = token.split('.', 2).map(readPart)
  const change = CLAIM_FAULTS[fault.kind]
  if (change !== undefined) return write(header, { ...claims, ...change(claims, fault) }, signer(desk.privateKey))
  return REWRITES[fault.kind]?.(header, claims, desk) ?? token
}

/** Faults of the signature. */
const REWRITES: Readonly<Record<string, (header: Members, claims: Members, desk: SpoilingDesk) => string>> = {
  'other-key': (header, claims, { strangerKey }) => write(header, claims, signer(strangerKey)),
  'alg-none': (_header, claims) => write({ alg: 'none' }, claims, () => Buffer.alloc(0)),
  'alg-hmac': (_header, claims, { clientSecret }) =>
    write({ alg: 'HS256' }, claims, (input) => createHmac('sha256', clientSecret).update(input).digest()),
}

const signer =
  (key: KeyObject) =>
  (input: string): Buffer =>
    sign('sha256', Buffer.from(input), key)

function moveTimes(claims: Members, seconds: number): Members {
  const times = ['iat', 'nbf', 'exp', 'auth_time'].filter((name) => typeof claims[name] === 'number')
  return Object.fromEntries(times.map((name) => [name, Number(claims[name]) + seconds]))
}

const readPart = (part: string): Members => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Members

function write(header: Members, claims: Members, signWith: (input: string) => Buffer): string {
  const input = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${input}.${signWith(input).toString('base64url')}`
}
