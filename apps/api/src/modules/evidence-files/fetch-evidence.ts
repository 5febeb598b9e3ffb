import { createHash } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Failpoint } from '../../ports/failpoints.ts'
import type { DocumentObjects } from '../../ports/object-store.ts'
import type { KeptFindings, RevisionName } from '../validation/ports.ts'
import { planRenewal } from '../plan-renewal.ts'
import type { MarkOf } from '../verification-mark.ts'
import type {
  EvidenceFileStore,
  EvidenceOfDocument,
  EvidenceReaders,
  EvidenceSource,
  EvidenceWriter,
  FileToWrite,
  Reader,
} from './ports.ts'

export interface FetchEvidence {
  readonly source: EvidenceSource
  readonly files: EvidenceFileStore
  readonly writer: EvidenceWriter
  readonly objects: Pick<DocumentObjects, 'read' | 'write'>
  readonly validate: (revision: RevisionName) => Promise<KeptFindings>
  /** What validation finds in a revision, as ETSI TS 119 102-2 has it: XML. */
  readonly reportOf: (revision: RevisionName) => Promise<string>
  readonly markOf: MarkOf
  /** How long a file that is due is one process's alone: an authority may be slow, and there are several to ask. */
  readonly leaseMs: number
  /** Days before the end of a timestamp at which the seal is renewed. */
  readonly renewalMarginDays: number
  readonly reach: Failpoint
  readonly now: () => Date
}

/**
 * The evidence of a document for a reader: the one that is kept, or a new version where something was added since.
 * @throws {PortalError} DOCUMENT_NOT_OVER; TEMPORARILY_UNAVAILABLE
 */
export async function fetchEvidence(needs: FetchEvidence, documentId: string, reader: Reader): Promise<Uint8Array> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const stand = await needs.source.standOf(documentId)
    if (stand === undefined) {
      throw new PortalError('DOCUMENT_NOT_OVER', 'There is evidence of a document once it is over.')
    }
    const kept = await needs.files.newest(documentId, reader)
    if (kept?.stand === stand) return needs.objects.read(kept.key, kept.objectId)
    const made = await makeEvidence(needs, { documentId, reader, stand })
    if (made) return made
  }
  throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The evidence is being made by others. Try again shortly.')
}

/** Somebody else may be first that often, each time with something that is no longer all there is. */
const MOST_TRIES = 5

interface Wish {
  readonly documentId: string
  readonly reader: Reader
  readonly stand: string
}

/**
 * Of several that are made at once the first one counts, which may hold less: a head may stand since it was begun.
 * @returns undefined when somebody else was first
 */
async function makeEvidence(
  needs: FetchEvidence,
  { documentId, reader, stand }: Wish,
): Promise<Uint8Array | undefined> {
  const { source, files, writer, objects, now } = needs
  // Before the events are read: whatever end it stands for is among them then.
  const head = await source.headOf(documentId)
  const evidence = await source.load(documentId)
  if (!evidence) throw new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document.')
  const last = await files.newest(documentId, reader)
  const full = reader.edition === 'full' ? last : await files.newest(documentId, { edition: 'full' })
  const version = (last?.version ?? 0) + 1
  const at = now()
  const { bytes, endsAt } = await writer.write({
    ...{ evidence, head, reader, version, at },
    ...(await judge(needs, evidence.facts, reader)),
    mark: await needs.markOf(documentId),
    previous: full,
  })
  await needs.reach('evidence-sealed')
  const digest = createHash('sha256').update(bytes).digest('hex')
  const { key, subscriptionId } = evidence
  const objectId = await objects.write(key, bytes)
  await needs.reach('evidence-stored')
  const renewAt = endsAt && planRenewal(endsAt, { marginDays: needs.renewalMarginDays, at })
  const made = { documentId, subscriptionId, key, objectId, version, stand, digest, length: bytes.length, at, renewAt }
  if (!(await files.keep(made, reader))) return undefined
  await needs.reach('evidence-listed')
  return bytes
}

type Judged = Pick<FileToWrite, 'findings' | 'report'>

/** A document that nobody has signed has nothing that could be validated. The standard's report names who signed. */
async function judge(
  { validate, reportOf }: FetchEvidence,
  { documentId, revisions }: EvidenceOfDocument['facts'],
  { edition }: Reader,
): Promise<Judged> {
  const last = revisions.at(-1)
  if (!last || !revisions.some(({ kind }) => kind === 'signature')) return { findings: undefined, report: undefined }
  const revision = { documentId, revision: last.number, digest: last.sha256 }
  return {
    findings: await validate(revision),
    report: edition === 'full' ? await reportOf(revision) : undefined,
  }
}

/** Files that are taken together. */
const AT_ONCE = 20

/**
 * Makes the full edition of what is due. What fails is due again when its lease ends.
 * @returns how many were made, and the errors of the others
 */
export async function makeDueEvidence(
  needs: FetchEvidence,
): Promise<{ readonly made: number; readonly failed: readonly { documentId: string; error: unknown }[] }> {
  const failed: { documentId: string; error: unknown }[] = []
  let made = 0
  for (;;) {
    const lease = new Date(needs.now().getTime() + needs.leaseMs)
    const due = await needs.files.takeDue(needs.now(), lease, AT_ONCE)
    if (due.length > 0) await needs.reach('evidence-taken')
    for (const documentId of due) {
      try {
        await fetchEvidence(needs, documentId, { edition: 'full' })
        await needs.files.settle(documentId, lease)
        made += 1
      } catch (error) {
        failed.push({ documentId, error })
      }
    }
    if (due.length < AT_ONCE) return { made, failed }
  }
}

/**
 * The reduced edition for somebody who took part.
 * @throws {PortalError} DOCUMENT_NOT_FOUND for anybody else; those of fetchEvidence
 */
export async function fetchOwnEvidence(
  needs: FetchEvidence & { readonly readers: EvidenceReaders },
  { documentId, userId }: { readonly documentId: string; readonly userId: string },
): Promise<{ readonly bytes: Uint8Array; readonly fileName: string }> {
  const fileName = await needs.readers.fileNameFor(documentId, userId)
  if (fileName === undefined) throw new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document for this user')
  return { bytes: await fetchEvidence(needs, documentId, { edition: 'reduced', userId }), fileName }
}
