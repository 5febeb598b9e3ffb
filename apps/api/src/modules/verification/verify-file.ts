import { createHash, createHmac, timingSafeEqual, type Hash, type Hmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { PortalError } from '@rubrica/domain'
import type { Findings, KeptFindings, RevisionName } from '../validation/ports.ts'
import type { DrawnPage, FileVerifier, IssuedFiles } from './ports.ts'

export interface VerifyFiles {
  /** Undefined where nobody may verify without a log-in. */
  readonly verifier: FileVerifier | undefined
  readonly issued: IssuedFiles
  /** With the evidence that is kept for the document. */
  readonly validate: (revision: RevisionName) => Promise<KeptFindings>
  readonly load: (documentId: string, which: { readonly revision: number }) => Promise<{ readonly bytes: Uint8Array }>
}

export interface VerifiedFile {
  readonly digest: string
  readonly size: number
  readonly issued: 'exactly' | 'begun' | 'no'
  /** How many of the file's revisions are as they were issued. */
  readonly issuedRevisions: number
  readonly findings: Findings
}

/** Revisions of a file that are compared with what was issued, the oldest first. */
const MOST_COMPARED = 200

/** @throws {PortalError} NOT_FOUND where the operator has closed this door */
export function requireOpen<V>(verifier: V | undefined): V {
  if (verifier === undefined) throw new PortalError('NOT_FOUND', 'There is no public verification here.')
  return verifier
}

/** What is known of a file by who asks; in hexadecimal digits. */
export interface FileName {
  /** SHA-256. It stands in evidence that tells nobody's name, so it proves nothing. */
  readonly digest: string
  /** HMAC-SHA-256 of the file under the octets of its digest: only who has the file can say it. */
  readonly proof: string
}

/**
 * What the signatures of a file are worth, if this installation issued exactly that one, and who asks has it.
 * @throws {PortalError} NOT_FOUND
 */
export async function lookUpFile(needs: VerifyFiles, { digest, proof }: FileName): Promise<Findings | undefined> {
  requireOpen(needs.verifier)
  const revision = (await needs.issued.find([digest])).get(digest)
  if (!revision) return undefined
  const { bytes } = await needs.load(revision.documentId, { revision: revision.revision })
  const hmac = createHmac('sha256', Buffer.from(digest, 'hex'))
  await addOctets(hmac, bytes)
  return timingSafeEqual(hmac.digest(), Buffer.from(proof, 'hex')) ? needs.validate(revision) : undefined
}

/**
 * What the signatures of any file are worth, and how much of it this installation issued.
 * @throws {PortalError} NOT_FOUND; as FileVerifier.verify
 */
export async function verifyFile(needs: VerifyFiles, file: Uint8Array): Promise<VerifiedFile> {
  const verifier = requireOpen(needs.verifier)
  const [digest = ''] = await digestPrefixes(file, [file.length])
  const same = (await needs.issued.find([digest])).get(digest)
  if (same) {
    const findings = await needs.validate(same)
    return { digest, size: file.length, issued: 'exactly', issuedRevisions: findings.revisionEnds.length, findings }
  }
  const findings = await verifier.verify(file)
  const issuedRevisions = await countIssued(needs.issued, file, findings.revisionEnds)
  return { digest, size: file.length, issued: issuedRevisions > 0 ? 'begun' : 'no', issuedRevisions, findings }
}

/** Revisions only ever add to a file: one that was issued is its beginning. */
async function countIssued(issued: IssuedFiles, file: Uint8Array, ends: readonly number[]): Promise<number> {
  const digests = await digestPrefixes(file, ends.slice(0, MOST_COMPARED))
  const found = await issued.find(digests)
  return digests.findLastIndex((digest) => found.has(digest)) + 1
}

/** Octets that are hashed before others get their turn. */
const AT_ONCE = 512 * 1024

async function addOctets(to: Hash | Hmac, octets: Uint8Array): Promise<void> {
  for (let from = 0; from < octets.length; from += AT_ONCE) {
    if (from > 0) await setImmediate()
    to.update(octets.subarray(from, from + AT_ONCE))
  }
}

/** SHA-256 of the file up to each of some ends, which only grow. */
async function digestPrefixes(file: Uint8Array, ends: readonly number[]): Promise<string[]> {
  const hash = createHash('sha256')
  const digests: string[] = []
  let from = 0
  for (const end of ends) {
    await addOctets(hash, file.subarray(from, end))
    from = Math.max(from, end)
    digests.push(hash.copy().digest('hex'))
  }
  return digests
}

export interface PageOfRevision {
  /** Of the file, from 1. */
  readonly revision: number
  readonly page: number
  /** Pixels. */
  readonly width: number
}

/**
 * A page as it was in a revision of the file.
 * @throws {PortalError} PAGE_NOT_FOUND, also for a revision that is not there; PAGE_NOT_RENDERABLE; as verifyFile
 */
export async function drawRevision(
  needs: VerifyFiles,
  file: Uint8Array,
  { revision, page, width }: PageOfRevision,
): Promise<DrawnPage> {
  const verifier = requireOpen(needs.verifier)
  const ends = await verifier.revisionEnds(file)
  const end = ends[revision - 1]
  if (end === undefined) throw new PortalError('PAGE_NOT_FOUND', `The file has ${ends.length} revisions.`)
  return verifier.draw(file.subarray(0, end), page, width)
}
