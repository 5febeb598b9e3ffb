/** The long-term form of documents, and what validation finds in them. */
import { createGuardedFetcher } from '@rubrica/pki'
import type { PadesWorkers } from '@rubrica/pades'
import { openArchivePdf } from '../adapters/archiving/archive-pdf.ts'
import { openRetention } from '../adapters/archiving/retain-objects.ts'
import { openPdfValidator } from '../adapters/archiving/validate-pdf.ts'
import { DatabaseArchiveStore } from '../adapters/database/archiving/archive-store.ts'
import { openEvidenceStore } from '../adapters/database/archiving/evidence-store.ts'
import { DatabaseFindingsStore } from '../adapters/database/validation/findings-store.ts'
import { readArchiveStanding } from '../adapters/database/archiving/read-archive-standing.ts'
import { dieAtFailpoint } from '../adapters/failpoints/die-at-failpoint.ts'
import type { ArchiveLater } from '../adapters/jobs/archive-later.ts'
import type { PdfWorkers } from '../adapters/pdf-workers/open-pdf-workers.ts'
import type { TimestampAuthority } from '../adapters/signatures/open-signature-maker.ts'
import { readTrustFiles } from '../adapters/signatures/read-trust-files.ts'
import type { Foundation } from './foundation.ts'
import type { ArchiveDocument } from '../modules/archiving/archive-document.ts'
import { requireCopy, type CopyPorts } from '../modules/copies/show-copy.ts'
import { requireShownApproval } from '../modules/approvals/require-approval.ts'
import type { ApprovalPorts } from '../modules/approvals/show-approval.ts'
import type { ShowSignatures } from '../modules/validation/show-signatures.ts'
import { validateAnew, type ValidateRevision } from '../modules/validation/validate-revision.ts'

/** The lease of an archiving task, in leases of a signature. */
const LEASES = 3

/** Whom the server believes, read once. */
interface Trust {
  /** DER of the authorities whose certificates sign documents. */
  readonly anchors: readonly Uint8Array[]
  /** DER of those whose timestamps count. */
  readonly timestampAnchors: readonly Uint8Array[]
}

/** @throws {TrustFileError} with one sentence that names the file */
export async function readTrust({ config }: Pick<Foundation, 'config'>): Promise<Trust> {
  const [anchors, authorities] = await Promise.all([
    readTrustFiles(config.trustAnchors),
    readTrustFiles(config.timestampTrust),
  ])
  return { anchors, timestampAnchors: [...anchors, ...authorities] }
}

/** The authority that is asked; undefined without one. */
export function composeTimestamps(
  { config: { timestamps, privateOrigins, issuerOrigins } }: Foundation,
  { timestampAnchors }: Trust,
): TimestampAuthority | undefined {
  if (!timestamps) return undefined
  const fetcher = createGuardedFetcher({ allowedPrivateOrigins: privateOrigins })
  return { url: timestamps.url, trustAnchors: timestampAnchors, issuers: { fetcher, origins: issuerOrigins } }
}

export interface TrustedWork {
  readonly workers: PdfWorkers
  readonly trust: Trust
  readonly validation: ValidateRevision
}

/** @throws {TrustFileError} with one sentence that names the file */
export async function openTrustedWork(foundation: Foundation, workers: PdfWorkers): Promise<TrustedWork> {
  const trust = await readTrust(foundation)
  // One thread is left for signing while signatures are looked at.
  const atOnce = Math.max(1, foundation.config.pdfWorkers.threads - 1)
  return { workers, trust, validation: composeValidation(foundation, trust, { workers: workers.structure, atOnce }) }
}

function composeValidation(
  foundation: Foundation,
  trust: Trust,
  place: { readonly workers: PadesWorkers; readonly atOnce: number },
): ValidateRevision {
  const { database, objects, bytes, now } = foundation
  return {
    findings: new DatabaseFindingsStore(database, objects),
    validator: openPdfValidator({
      ...place,
      trustAnchors: trust.anchors,
      timestampAnchors: trust.timestampAnchors,
      now,
    }),
    evidence: openEvidenceStore(database, objects),
    documents: bytes,
    underWay: new Map(),
    now,
  }
}

/** @param pages how pages are drawn for people who read */
export function composeShowing(
  foundation: Foundation,
  { validation }: TrustedWork,
  {
    images,
    answerPages,
    approvals,
    copies,
  }: Pick<ShowSignatures, 'images' | 'answerPages'> & Pick<ApprovalPorts, 'approvals'> & Pick<CopyPorts, 'copies'>,
): ShowSignatures {
  const { database, now } = foundation
  return {
    ...{ ...validation, images, answerPages },
    revisionOfApprover: (userId, approverId) => requireShownApproval({ approvals, now }, { userId, approverId }),
    revisionOfCopy: (userId, copyId) => requireCopy({ copies }, { userId, copyId }),
    archiveOf: (documentId) => readArchiveStanding(database, documentId),
  }
}

export function composeArchiving(
  foundation: Foundation,
  { workers, trust }: TrustedWork,
  later: ArchiveLater,
): ArchiveDocument {
  const { config, database, store, objects, bytes, log, now } = foundation
  const days = config.objects.kind === 's3' ? config.objects.retentionDays : undefined
  const reach = dieAtFailpoint(config.failpoint)
  const validation = composeValidation(foundation, trust, { workers: workers.background, atOnce: 1 })
  return {
    archives: new DatabaseArchiveStore(database, { later, reach }),
    evidence: openEvidenceStore(database, objects),
    documents: bytes,
    judge: (revision) => validateAnew(validation, revision),
    objects,
    retain: openRetention({ database, store, days, now }),
    pdf: openArchivePdf({
      workers: workers.background,
      trustAnchors: trust.timestampAnchors,
      fetcher: createGuardedFetcher({ allowedPrivateOrigins: config.privateOrigins }),
      issuerOrigins: config.issuerOrigins,
      timestamps: composeTimestamps(foundation, trust),
      now,
    }),
    retries: { firstPauseMs: config.archive.retryMs, tries: config.archive.tries },
    renewalMarginDays: config.archive.renewalDays,
    // A slow responder takes longer than anybody would wait for a signature.
    leaseMs: LEASES * config.signingLeaseMs,
    reach,
    log: log.child({ name: 'archives' }),
    now,
  }
}
