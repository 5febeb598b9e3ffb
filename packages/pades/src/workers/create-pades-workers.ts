/**
 * The operations on PDFs, run in threads that can be lost without harm.
 *
 * Every twin takes and gives what its namesake does, and besides its errors may fail with PDF_TOO_COMPLEX when the
 * thread runs out of time or memory. Bytes are copied once on the way in (not at all when they live in shared memory)
 * and never on the way out.
 *
 * A raw signature over a small document is embedded in the calling thread: of the document nothing but its digest is
 * taken there, and the way to a thread and back costs more than the work.
 *
 * The thread pool has the difficult part.
 */
import type { SignatureEvidence } from '../dss/write-dss.ts'
import { type DocumentTimestampOptions, roomFor, stampArchive } from '../long-term/add-document-timestamp.ts'
import { augmentBySteps, type AugmentOptions, type AugmentSteps } from '../long-term/augment.ts'
import { collectEvidence, type CollectOptions } from '../long-term/collect-evidence.ts'
import type { PreparedArchive } from '../long-term/prepare-archive.ts'
import type { EvidenceTargets } from '../long-term/read-targets.ts'
import { type ResumeArguments, type ResumeOptions, resumeSignature } from '../resume-signature.ts'
import type { DataToBeSigned, Evidence, TimestampSource } from '@rubrica/pki'
import { askSigner, type SignArguments } from '../sign-pdf.ts'
import type { FieldPlacement, PdfFacts, PreparedSignature, SignatureRequest } from '../types.ts'
import type { RevisionFacts } from '../validation/inspect-revisions.ts'
import type { ValidationPolicy, ValidationReport, ValidationSettings } from '../validation/validation-report.ts'
import { type PostedFacts, type PostedUpdate, restoreFacts, restoreUpdate } from './pades-operations.ts'
import { type Answerers, ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'

export interface FactsWithFields {
  readonly facts: PdfFacts
  /** What `addSignatureFields` gives, or throws. */
  readonly addFields: () => Uint8Array
}

export interface PadesWorkers extends AsyncDisposable {
  inspectPdf(bytes: Uint8Array): Promise<PdfFacts>
  addSignatureFields(base: Uint8Array, fields: readonly FieldPlacement[]): Promise<Uint8Array>
  /** Both at once: the way to a thread and back costs more than they do. */
  inspectWithFields(base: Uint8Array, fields: readonly FieldPlacement[]): Promise<FactsWithFields>
  prepareSignature(base: Uint8Array, request: SignatureRequest): Promise<PreparedSignature>
  /** The timestamp function runs in the calling thread and does not count against the deadline. */
  resumeSignature(base: Uint8Array, ...rest: ResumeArguments): Promise<Uint8Array>
  /** The signer and the timestamp function run in the calling thread and do not count against the deadline. */
  signPdf(base: Uint8Array, ...rest: SignArguments): Promise<Uint8Array>
  addValidationData(
    base: Uint8Array,
    evidence: Evidence,
    bySignature?: readonly SignatureEvidence[],
  ): Promise<Uint8Array>
  /** The timestamp is fetched in the calling thread, as with `augment`; neither counts against the deadline. */
  addDocumentTimestamp(
    base: Uint8Array,
    timestamp: TimestampSource,
    options?: DocumentTimestampOptions,
  ): Promise<Uint8Array>
  /** Evidence is fetched in the calling thread. */
  gatherDocumentEvidence(base: Uint8Array, options: CollectOptions): Promise<Evidence>
  augment(base: Uint8Array, options: AugmentOptions): Promise<Uint8Array>
  decryptPdf(bytes: Uint8Array, password?: string): Promise<Uint8Array>
  validate(pdf: Uint8Array, policy: ValidationPolicy, settings?: ValidationSettings): Promise<ValidationReport>
  inspectRevisions(bytes: Uint8Array): Promise<RevisionFacts>
  /** Ends the threads; calls under way fail. */
  close(): Promise<void>
}

interface PostedFactsWithFields {
  readonly facts: PostedFacts
  readonly update: PostedUpdate
}

/** Octets that are hashed in the calling thread without holding up what else it does. */
const SMALL = 512 * 1024

const isSmallWork = (base: Uint8Array, [{ tail }, answer]: ResumeArguments): boolean =>
  'signature' in answer && base.length + tail.length <= SMALL

const answererOf = (timestamp: ResumeOptions['timestamp']): Answerers['timestamp'] =>
  timestamp && ((message) => timestamp(message as Uint8Array))

/** Makes a pool of at most `threads` threads, started when first needed. */
export function createPadesWorkers(options: ThreadPoolOptions): PadesWorkers {
  const pool = new ThreadPool(options)
  const archiving: AugmentSteps = {
    readTargets: async (base) => (await pool.run('readTargets', [base])) as EvidenceTargets,
    prepareArchive: async (base, plan) => (await pool.run('prepareArchive', [base, plan])) as PreparedArchive,
  }
  return {
    inspectPdf: async (bytes) => restoreFacts((await pool.run('inspect', [bytes])) as PostedFacts),
    addSignatureFields: async (base, fields) => (await pool.run('addFields', [base, fields])) as Uint8Array,
    inspectWithFields: async (base, fields) => {
      const { facts, update } = (await pool.run('inspectWithFields', [base, fields])) as PostedFactsWithFields
      return { facts: restoreFacts(facts), addFields: () => restoreUpdate(update) }
    },
    prepareSignature: async (base, request) => (await pool.run('prepare', [base, request])) as PreparedSignature,
    resumeSignature: async (base, ...rest) => {
      if (isSmallWork(base, rest)) return resumeSignature(base, ...rest)
      const [prepared, answer, { timestamp } = {}] = rest
      const answerers = { timestamp: answererOf(timestamp) }
      return (await pool.run('resume', [base, prepared, answer, Boolean(timestamp)], answerers)) as Uint8Array
    },
    signPdf: async (base, ...[request, signer, { timestamp } = {}]) => {
      const signature = (data: unknown) => askSigner(signer, data as DataToBeSigned)
      const answerers = { signature, timestamp: answererOf(timestamp) }
      return (await pool.run('sign', [base, request, Boolean(timestamp)], answerers)) as Uint8Array
    },
    addValidationData: async (base, evidence, bySignature = []) =>
      (await archiving.prepareArchive(base, { evidence, bySignature })).tail,
    addDocumentTimestamp: async (base, timestamp, settings = {}) => {
      const prepared = await archiving.prepareArchive(base, { timestamp: roomFor(settings) })
      return (await stampArchive(prepared, timestamp)).tail
    },
    gatherDocumentEvidence: async (base, settings) =>
      (await collectEvidence(await archiving.readTargets(base), settings)).evidence,
    augment: (base, settings) => augmentBySteps(archiving, base, settings),
    decryptPdf: async (bytes, password) => (await pool.run('decrypt', [bytes, password])) as Uint8Array,
    validate: async (pdf, ...rest) => (await pool.run('validate', [pdf, ...rest])) as ValidationReport,
    inspectRevisions: async (bytes) => (await pool.run('inspectRevisions', [bytes])) as RevisionFacts,
    close: () => pool.close(),
    [Symbol.asyncDispose]: () => pool.close(),
  }
}
