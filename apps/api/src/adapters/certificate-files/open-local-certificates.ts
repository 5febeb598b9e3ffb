import { createHash, verify, X509Certificate } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { gatherEvidence, type GuardedFetcher, orderChain, type CodedError, PkiError } from '@rubrica/pki'
import { type PreparedSignature } from '@rubrica/pades'
import { findHolder } from '../../modules/holder.ts'
import type { LocalCertificate, LocalCertificates } from '../../modules/signing/elsewhere/ports.ts'
import type { Log } from '../../ports/log.ts'
import { takeTurns } from '../take-turns.ts'
import { certificateFiles } from './open-certificate-files.ts'

export interface LocalCertificateNeeds {
  /** DER of the authorities whose certificates sign documents; without any nobody is asked about a certificate. */
  readonly trustAnchors: readonly Uint8Array[]
  readonly fetcher: GuardedFetcher
  readonly log: Pick<Log, 'warn'>
}

/** base64 or base64url. */
const ENCODED = /^[A-Za-z0-9+/_-]+={0,2}$/
const LARGEST_DER = 16 * 1024
const MOST_CERTIFICATES = 10
/** What the issuers said counts for the documents of one batch, and not for long. */
const VOUCHED_MS = 5 * 60_000
const MOST_VOUCHED = 500
/** A person has a handful. More of them would make the server call others in vain. */
const MOST_ASKED = 10
const MOST_ASKING = 5000
/** Each may ask several servers. */
const ASKED_AT_ONCE = 4
/** Of these for one person: slow servers in one person's certificates keep nobody else waiting. */
const MOST_AT_ONCE = 2
/** However many servers a certificate names, none is asked after this. */
const LONGEST_ASKING_MS = 25_000
const ASKED_WAITING = 200

const NOBODY_VOUCHES =
  'No trust anchors are set: whoever may sign with a certificate of their own PC (Autofirma) may make it up themselves, ' +
  'if only it states the legal id of their account. Name the authorities of those certificates in TRUST_ANCHORS.'

interface Vouched {
  readonly until: Date
  readonly answer: Promise<LocalCertificate>
}

interface Asked {
  readonly until: Date
  readonly times: number
}

/** Certificates whose keys are on people's own PCs, as their browsers send them. */
export function openLocalCertificates(needs: LocalCertificateNeeds): LocalCertificates {
  if (needs.trustAnchors.length === 0) needs.log.warn({ setting: 'TRUST_ANCHORS' }, NOBODY_VOUCHES)
  const vouched = new Map<string, Vouched>()
  const asked = new Map<string, Asked>()
  const busy = new Map<string, number>()
  const turns = takeTurns({ atOnce: ASKED_AT_ONCE, waiting: ASKED_WAITING })
  return {
    read: readCertificates,
    requireUsable,
    findHolder: ({ certificate, chain }, legalId) => {
      const { dn } = certificateFiles.describe(certificate, chain, new Date())
      return findHolder({ files: certificateFiles, unknownHolders: 'refuse' }, { certificate, legalId, dn })
    },
    vouch: async (certificate, { userId, at }) => {
      const name = nameOf(certificate)
      const known = vouched.get(name)
      if (known && known.until > at) return known.answer
      requirePlace(busy, userId)
      countAsked(asked, userId, at)
      const answer = inPlace(busy, userId, () => turns.run(() => askIssuers(needs, certificate, at)))
      if (vouched.size >= MOST_VOUCHED) vouched.clear()
      vouched.set(name, { until: new Date(at.getTime() + VOUCHED_MS), answer })
      // A refusal may be over a moment later.
      answer.catch(() => vouched.delete(name))
      return answer
    },
    isSignature,
  }
}

/** @throws {PortalError} RATE_LIMITED */
function requirePlace(busy: ReadonlyMap<string, number>, userId: string): void {
  if ((busy.get(userId) ?? 0) < MOST_AT_ONCE) return
  throw new PortalError('RATE_LIMITED', 'The issuers of other certificates are just being asked', {
    facts: { RetryAfterSeconds: Math.ceil(LONGEST_ASKING_MS / 1000) },
  })
}

async function inPlace<T>(busy: Map<string, number>, userId: string, work: () => Promise<T>): Promise<T> {
  busy.set(userId, (busy.get(userId) ?? 0) + 1)
  try {
    return await work()
  } finally {
    const left = (busy.get(userId) ?? 1) - 1
    if (left > 0) busy.set(userId, left)
    else busy.delete(userId)
  }
}

/** @throws {PortalError} RATE_LIMITED */
function countAsked(asked: Map<string, Asked>, userId: string, at: Date): void {
  const before = asked.get(userId)
  const { until, times } =
    before && before.until > at ? before : { until: new Date(at.getTime() + VOUCHED_MS), times: 0 }
  if (times >= MOST_ASKED) {
    throw new PortalError('RATE_LIMITED', 'Too many certificates were chosen within a few minutes', {
      facts: { RetryAfterSeconds: Math.ceil((until.getTime() - at.getTime()) / 1000) },
    })
  }
  if (asked.size >= MOST_ASKING) asked.clear()
  asked.set(userId, { until, times: times + 1 })
}

function readCertificates(text: string): LocalCertificate {
  const parts = text.split(';')
  if (parts.length > MOST_CERTIFICATES) throw unreadable('there are too many of them')
  const [certificate, ...others] = parts.map(readDer)
  return { certificate: certificate!, chain: orderChain(certificate!, others) }
}

function readDer(text: string): Uint8Array {
  if (!ENCODED.test(text)) throw unreadable('it is not base64')
  const der = new Uint8Array(Buffer.from(text, 'base64'))
  if (der.length > LARGEST_DER) throw unreadable('it is too large')
  try {
    // Whatever stands behind it would be signed for as well.
    if (new X509Certificate(der).raw.length === der.length) return der
  } catch {
    throw unreadable('it is not a certificate')
  }
  throw unreadable('something stands behind it')
}

const unreadable = (why: string) =>
  new PortalError('LOCAL_CERTIFICATE_INVALID', `The certificate cannot be read: ${why}`, {
    facts: { Reasons: ['CERTIFICATE_DAMAGED'] },
  })

const unusable = (reasons: readonly string[], cause?: unknown) =>
  new PortalError('CERTIFICATE_UNUSABLE', 'This certificate cannot sign documents', {
    cause,
    facts: { Reasons: reasons },
  })

function requireUsable({ certificate, chain }: LocalCertificate, at: Date): { serialNumber: string } {
  const { unusable: reasons, serialNumber } = certificateFiles.describe(certificate, chain, at)
  // The application makes no such signatures.
  const isPss = new X509Certificate(certificate).publicKey.asymmetricKeyType === 'rsa-pss'
  if (isPss || reasons.length > 0) throw unusable(isPss ? [...reasons, 'UNSUPPORTED_KEY'] : reasons)
  return { serialNumber }
}

function nameOf({ certificate, chain }: LocalCertificate): string {
  const hash = createHash('sha256')
  for (const link of [certificate, ...chain]) hash.update(`${link.length}:`).update(link)
  return hash.digest('base64')
}

async function askIssuers(
  { trustAnchors, fetcher }: LocalCertificateNeeds,
  { certificate, chain }: LocalCertificate,
  at: Date,
): Promise<LocalCertificate> {
  if (trustAnchors.length === 0) return { certificate, chain }
  try {
    const evidence = await gatherEvidence({
      certificates: [certificate],
      pool: chain,
      anchors: trustAnchors,
      fetcher: forAWhile(fetcher),
      at,
      // The person has shown who they are, and the certificate states their number.
      issuerOrigins: 'any',
    })
    return { certificate, chain: orderChain(certificate, [...chain, ...evidence.certificates, ...trustAnchors]) }
  } catch (error) {
    throw error instanceof PkiError && error.code === 'EVIDENCE_MISSING' ? explain(error) : error
  }
}

function forAWhile(fetcher: GuardedFetcher): GuardedFetcher {
  const until = Date.now() + LONGEST_ASKING_MS
  return (request) => {
    if (Date.now() < until) return fetcher(request)
    return Promise.reject(new PkiError('REQUEST_FAILED', { reason: 'TIMEOUT', host: new URL(request.url).host }))
  }
}

function explain(error: CodedError): PortalError {
  const { cause, fault } = error.facts
  if (cause === 'REVOKED') return unusable(['REVOKED'], error)
  if (cause === 'UNTRUSTED' || cause === 'INVALID') {
    return new PortalError('LOCAL_CERTIFICATE_INVALID', 'No authority that this installation trusts has issued it', {
      cause: error,
      facts: { Reasons: [cause === 'INVALID' && typeof fault === 'string' ? fault : 'UNTRUSTED'] },
    })
  }
  return new PortalError('PROVIDER_UNREACHABLE', 'Nobody says now whether this certificate was revoked. Try again.', {
    cause: error,
    facts: { Reasons: ['REVOCATION_UNKNOWN'] },
  })
}

const HASHES = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const

function isSignature({ certificate, digestAlgorithm, signedAttributes }: PreparedSignature, value: Uint8Array) {
  const { publicKey } = new X509Certificate(certificate!)
  return verify(HASHES[digestAlgorithm], signedAttributes, publicKey, value)
}
