/** Evidence files: what they are made of, who writes and seals them, and where they are kept. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Manifest } from '@rubrica/evidence-file'
import { writeEtsiReport } from '@rubrica/pades'
import { createGuardedFetcher } from '@rubrica/pki'
import { openArchivePdf } from '../adapters/archiving/archive-pdf.ts'
import { inTransaction } from '../adapters/database/connection.ts'
import { openAgeingFiles } from '../adapters/database/evidence-files/ageing-files.ts'
import { DatabaseEvidenceFileStore } from '../adapters/database/evidence-files/evidence-file-store.ts'
import { openEvidenceSource } from '../adapters/database/evidence-files/load-evidence.ts'
import { dieAtFailpoint } from '../adapters/failpoints/die-at-failpoint.ts'
import type { Seal } from '../adapters/evidence-files/seal.ts'
import { openSealRenewer } from '../adapters/evidence-files/seal-file.ts'
import { openEvidenceWriter } from '../adapters/evidence-files/write-evidence.ts'
import { proveSealed } from '../modules/audit/prove-sealed.ts'
import type { FetchEvidence } from '../modules/evidence-files/fetch-evidence.ts'
import type { RenewSeals } from '../modules/evidence-files/renew-seals.ts'
import type { EvidenceReaders, HeadInEvidence } from '../modules/evidence-files/ports.ts'
import type { RevisionName } from '../modules/validation/ports.ts'
import { validateRevision } from '../modules/validation/validate-revision.ts'
import { composeTimestamps, type TrustedWork } from './archiving.ts'
import { composeHeads } from './audit.ts'
import { cataloguesFolder, verifierFile } from './built-files.ts'
import type { Foundation } from './foundation.ts'
import { openSeal } from './seal.ts'
import { composeMarks } from './verification-marks.ts'

/** Several authorities are asked one after another, each of which may be slow. */
const LEASES = 5

/** @throws {SealError} with one sentence for the operator */
export async function composeEvidenceFiles(
  foundation: Foundation,
  { workers, trust, validation }: TrustedWork,
): Promise<FetchEvidence & RenewSeals & { readonly readers: EvidenceReaders }> {
  const { config, database, objects, place, now } = foundation
  const files = new DatabaseEvidenceFileStore(database)
  const timestamps = composeTimestamps(foundation, trust)
  const fetcher = createGuardedFetcher({ allowedPrivateOrigins: config.privateOrigins })
  const archiveBy = (trustAnchors: readonly Uint8Array[]) =>
    openArchivePdf({
      ...{ workers: workers.background, trustAnchors },
      ...{ fetcher, issuerOrigins: config.issuerOrigins, timestamps, now },
    })
  // What the installation made itself leads to itself.
  const archiveWith = (seal: Seal) =>
    archiveBy([...trust.timestampAnchors, ...(seal.isSelfMade ? [seal.certificate] : [])])
  return {
    source: { ...openEvidenceSource(database), headOf: (documentId) => readHead(foundation, documentId) },
    files,
    readers: files,
    writer: openEvidenceWriter({
      workers: workers.background,
      seal: await openSeal(foundation),
      timestamps,
      archiveWith: trust.timestampAnchors.length > 0 ? archiveWith : undefined,
      installation: () => place.publicUrl,
      defaultLanguage: config.portal.defaultLanguage,
      verifier: await readVerifier(verifierFile),
      catalogues: cataloguesFolder,
      now,
    }),
    ageing: openAgeingFiles(database),
    sealer: openSealRenewer(archiveBy(trust.timestampAnchors)),
    objects,
    validate: (revision) => validateRevision(validation, revision),
    reportOf: (revision) => writeReport(foundation, { workers, trust, validation }, revision),
    markOf: composeMarks(foundation),
    leaseMs: LEASES * config.signingLeaseMs,
    renewalMarginDays: config.archive.renewalDays,
    reach: dieAtFailpoint(config.failpoint),
    now,
  }
}

/** @returns undefined where it did not come along */
async function readVerifier(file: URL | undefined): Promise<Manifest['verifier']> {
  const bytes = file && (await readFile(file).catch(() => undefined))
  if (!bytes) return undefined
  return { name: basename(file.pathname), sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** With what was gathered for the document, besides what the file holds. */
async function writeReport(
  { bytes, now }: Foundation,
  { workers, trust, validation }: TrustedWork,
  { documentId, revision }: RevisionName,
): Promise<string> {
  const loaded = await bytes.load(documentId, { revision })
  const at = now()
  const policy = { trustAnchors: trust.anchors, timestampAnchors: trust.timestampAnchors }
  const evidence = await validation.evidence.load(documentId)
  const report = await workers.background.validate(loaded.bytes, policy, { at, evidence })
  return writeEtsiReport(report, { at })
}

async function readHead(foundation: Foundation, documentId: string): Promise<HeadInEvidence | undefined> {
  const proof = await inTransaction(
    foundation.database,
    (snapshot) => proveSealed(composeHeads({ ...foundation, database: snapshot }), documentId),
    { isolation: 'repeatable read' },
  )
  if (!proof) return undefined
  const { head, publicKey, leaf, position, size, path } = proof
  const nodes = path.map((node) => Buffer.from(node).toString('hex'))
  return {
    ...{ canonical: head.canonical, signature: head.signature, token: head.token, publicKey },
    path: { leaf, position, size, path: nodes },
  }
}
