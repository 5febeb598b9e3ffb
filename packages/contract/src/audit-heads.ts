/** The signed heads of the audit log, for witnesses: whoever keeps them where the operator cannot write. */
import { z } from 'zod'
import { endpoint, guid, nothing, problem } from './endpoint.ts'
import { wholeNumber } from './pending-documents.ts'

/** How many heads a page may have. */
export const MOST_HEADS = 100
/** Far longer than what is answered ever is, so that an answer of anybody's can be read without fear. */
const LONGEST = { canonical: 2000, publicKey: 2000, signature: 400, token: 100_000 } as const
/** A path has one hash for each level of a tree, and one more. */
const LONGEST_PATH = 64

const moment = z.iso.datetime()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const size = z.int().min(0)

/** A head, by the names that `rubrica audit heads --json` gives its parts. */
const auditHead = z
  .object({
    /** Up to when the log was due to be sealed. */
    until: moment,
    subscriptionId: guid,
    /** What was signed and has a timestamp, octet for octet. */
    canonical: z.string().max(LONGEST.canonical),
    /** SHA-256 of `canonical`, which the next head names. */
    hash: sha256,
    keyId: z.string().max(100),
    /** PEM; null for a key that is not this installation's. */
    publicKey: z.string().max(LONGEST.publicKey).nullable(),
    /** SHA-256 of the public key as DER (SubjectPublicKeyInfo), to be compared with the one that the operator tells. */
    fingerprint: sha256.nullable(),
    /** ECDSA on P-256 with SHA-256, DER, base64. */
    signature: z.base64().max(LONGEST.signature),
    /** RFC 3161, base64; null for a head that no authority has stamped. */
    token: z.base64().max(LONGEST.token).nullable(),
  })
  .meta({ id: 'AuditHead' })

export type PublicAuditHead = z.output<typeof auditHead>

/** What the canonical text of a head says. */
export const auditHeadFacts = z.object({
  format: z.enum(['rubrica-audit-head-2', 'rubrica-audit-head-3']),
  until: moment,
  subscriptionId: guid,
  sealedAt: moment,
  /** Hash of the head before; null for the first. */
  previous: sha256.nullable(),
  /** Leaves of the tree (RFC 9162 §2.1), and its root. */
  treeSize: size,
  treeRoot: sha256,
  documents: size,
  events: size,
  /** SHA-256 over all ends, in heads of `rubrica-audit-head-2`. */
  ends: sha256.optional(),
})

export type AuditHeadFacts = z.output<typeof auditHeadFacts>

/** Whose log it is: an id that stands in every head and in every evidence file. Nobody is told which there are. */
const subscription = guid
const open = { base: 'main', auth: 'none', method: 'GET' } as const
const kept = { 304: nothing, 400: problem, 404: problem, 429: problem } as const

const auditHeads = endpoint({
  ...open,
  path: '/audit/heads',
  summary:
    'Signed heads of the audit log of a subscription, the oldest first, from the one of the moment `since` on. Public ' +
    'where the operator has said so (PUBLIC_HEADS), else 404',
  query: z.object({
    subscription,
    /** The `until` of a head; it and those after it are answered. */
    since: moment.optional(),
    limit: wholeNumber(1, MOST_HEADS).default(MOST_HEADS),
  }),
  answers: {
    200: z
      .object({
        heads: z.array(auditHead).max(MOST_HEADS),
        /** `since` of the next page; null on the last. */
        next: moment.nullable(),
      })
      .meta({ id: 'AuditHeads' }),
    ...kept,
  },
})

const newestAuditHead = endpoint({
  ...open,
  path: '/audit/heads/latest',
  summary: 'The newest signed head of the audit log of a subscription',
  query: z.object({ subscription }),
  answers: { 200: auditHead, ...kept },
})

const treeSize = wholeNumber(1, 999_999_999)

const auditConsistency = endpoint({
  ...open,
  path: '/audit/consistency',
  summary:
    'What proves that the log of a head with a tree of `second` leaves begins with all that the head with `first` ' +
    'leaves stood for (RFC 9162, 2.1.4). A head has to stand for each size',
  query: z
    .object({ subscription, first: treeSize, second: treeSize })
    .refine(({ first, second }) => first <= second, { path: ['first'], message: 'must not be larger than second' }),
  answers: {
    200: z
      .object({ first: size, second: size, path: z.array(sha256).max(LONGEST_PATH) })
      .meta({ id: 'AuditConsistency' }),
    ...kept,
  },
})

export const auditContract = { auditHeads, newestAuditHead, auditConsistency } as const
