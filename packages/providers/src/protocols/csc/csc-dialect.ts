import type { ToBeSigned } from '../../connector.ts'

export type CscDialect = 'csc1' | 'csc2'

export interface CscPaths {
  /** What the service says of itself. */
  readonly service: string
  readonly login: string
  readonly revoke: string
  readonly list: string
  readonly info: string
  /** Has a code sent. */
  readonly challenge: string
  readonly authorize: string
  readonly check: string
  readonly extend: string
  readonly sign: string
}

export type CscOperation = keyof CscPaths

/** Where the calls are below the service's address. */
export function standardPaths(dialect: CscDialect): CscPaths {
  const at = (call: string): string => `/${dialect === 'csc1' ? 'v1' : 'v2'}/${call}`
  return {
    service: at('info'),
    login: at('auth/login'),
    revoke: at('auth/revoke'),
    list: at('credentials/list'),
    info: at('credentials/info'),
    challenge: at(dialect === 'csc1' ? 'credentials/sendOTP' : 'credentials/getChallenge'),
    authorize: at('credentials/authorize'),
    check: at('credentials/authorizeCheck'),
    extend: at('credentials/extendTransaction'),
    sign: at('signatures/signHash'),
  }
}

/** NIST's object identifiers of the digest algorithms. */
const DIGEST_OIDS = {
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
} as const

/** The digests of `items` as the calls that authorise name them. Version 1 names no algorithm there. */
export function nameDigests(dialect: CscDialect, items: readonly NamedDigest[]): Record<string, unknown> {
  const [first] = items
  if (first === undefined) return {}
  const values = items.map(({ digest }) => Buffer.from(digest).toString('base64'))
  if (dialect === 'csc1') return { hash: values }
  return { hashes: values, hashAlgorithmOID: DIGEST_OIDS[first.digestAlgorithm] }
}

type NamedDigest = Pick<ToBeSigned, 'digest' | 'digestAlgorithm'>

/** The same for the call that signs, where both versions name the algorithm. */
export function nameDigestsToSign(dialect: CscDialect, items: readonly NamedDigest[]): Record<string, unknown> {
  const name = dialect === 'csc1' ? 'hashAlgo' : 'hashAlgorithmOID'
  return { ...nameDigests(dialect, items), [name]: items[0] && DIGEST_OIDS[items[0].digestAlgorithm] }
}
