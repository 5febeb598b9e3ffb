/** One head by itself: what it says, whether its key signed that, and whether a timestamp is of it. */
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { auditHeadFacts, type AuditHeadFacts, type PublicAuditHead } from '@rubrica/contract'
import { checkTimestampToken, CodedError } from '@rubrica/pki'

export type HeadProblem = 'head-changed' | 'head-unsigned' | 'head-key-changed' | 'head-timestamp-invalid'

/** @returns nothing for a text that is no head with a tree */
export function readFacts(canonical: string): AuditHeadFacts | undefined {
  try {
    return auditHeadFacts.safeParse(JSON.parse(canonical)).data
  } catch {
    return undefined
  }
}

export const hashOfHead = (canonical: string): string => createHash('sha256').update(canonical).digest('hex')

function readKey(pem: string | null | undefined): KeyObject | undefined {
  try {
    return pem ? createPublicKey(pem) : undefined
  } catch {
    return undefined
  }
}

/** Hex SHA-256 of the key as DER, however its PEM is wrapped; undefined for what is no key. */
export function fingerprintOf(pem: string | null | undefined): string | undefined {
  const der = readKey(pem)?.export({ type: 'spki', format: 'der' })
  return der && createHash('sha256').update(der).digest('hex')
}

export interface HeadExpectations {
  readonly subscriptionId: string
  /** Of the key that has to have signed it; undefined where none is known yet. */
  readonly fingerprint: string | undefined
  /** DER of the authorities of timestamps that are believed; without any, a token has to be whole and of this head. */
  readonly anchors: readonly Uint8Array[]
}

/** What is wrong with a head. @returns what it says where nothing is */
export function judgeHead(
  head: PublicAuditHead,
  { subscriptionId, fingerprint, anchors }: HeadExpectations,
): AuditHeadFacts | HeadProblem {
  const facts = readFacts(head.canonical)
  if (facts?.until !== head.until || facts.subscriptionId !== subscriptionId) return 'head-changed'
  if (fingerprint !== undefined && fingerprintOf(head.publicKey) !== fingerprint) return 'head-key-changed'
  if (!isSigned(head)) return 'head-unsigned'
  return isStamped(head, anchors) ? facts : 'head-timestamp-invalid'
}

function isSigned({ canonical, publicKey, signature }: PublicAuditHead): boolean {
  const key = readKey(publicKey)
  try {
    return key !== undefined && verify('sha256', Buffer.from(canonical), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** A head without a timestamp is covered by that of a later one. */
function isStamped({ canonical, token }: PublicAuditHead, anchors: readonly Uint8Array[]): boolean {
  if (token === null) return true
  try {
    const message = Buffer.from(canonical)
    checkTimestampToken(Buffer.from(token, 'base64'), { message, ...(anchors.length > 0 && { trustAnchors: anchors }) })
    return true
  } catch (error) {
    if (error instanceof CodedError) return false
    throw error
  }
}
