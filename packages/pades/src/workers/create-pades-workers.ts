/**
 * The operations on PDFs, run in threads that can be lost without harm.
 *
 * Every twin takes and gives what its namesake does, and besides its errors may fail with
 * PDF_TOO_COMPLEX when the thread runs out of time or memory. Bytes are copied once on the way in
 * (not at all when they live in shared memory) and never on the way out.
 *
 * A raw signature over a small document is embedded in the calling thread: of the document nothing but its digest is
 * taken there, and the way to a thread and back costs more than the work.
 *
 * Difficulty: low; the thread pool has the difficult part.
 */
import { type ResumeArguments, resumeSignature } from '../resume-signature.ts'
import type { FieldPlacement, PdfFacts, PreparedSignature, SignatureRequest } from '../types.ts'
import { type PostedFacts, restoreFacts } from './pades-operations.ts'
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'

export interface PadesWorkers extends AsyncDisposable {
  inspectPdf(bytes: Uint8Array): Promise<PdfFacts>
  addSignatureFields(base: Uint8Array, fields: readonly FieldPlacement[]): Promise<Uint8Array>
  prepareSignature(base: Uint8Array, request: SignatureRequest): Promise<PreparedSignature>
  /** The timestamp function runs in the calling thread and does not count against the deadline. */
  resumeSignature(base: Uint8Array, ...rest: ResumeArguments): Promise<Uint8Array>
  decryptPdf(bytes: Uint8Array, password?: string): Promise<Uint8Array>
  /** Ends the threads; calls under way fail. */
  close(): Promise<void>
}

/** Octets that are hashed in the calling thread without holding up what else it does. */
const SMALL = 512 * 1024

const isSmallWork = (base: Uint8Array, [{ tail }, answer]: ResumeArguments): boolean =>
  'signature' in answer && base.length + tail.length <= SMALL

/** Makes a pool of at most `threads` threads, started when first needed. */
export function createPadesWorkers(options: ThreadPoolOptions): PadesWorkers {
  const pool = new ThreadPool(options)
  return {
    inspectPdf: async (bytes) => restoreFacts((await pool.run('inspect', [bytes])) as PostedFacts),
    addSignatureFields: async (base, fields) => (await pool.run('addFields', [base, fields])) as Uint8Array,
    prepareSignature: async (base, request) => (await pool.run('prepare', [base, request])) as PreparedSignature,
    resumeSignature: async (base, ...rest) => {
      if (isSmallWork(base, rest)) return resumeSignature(base, ...rest)
      const [prepared, answer, { timestamp } = {}] = rest
      return (await pool.run('resume', [base, prepared, answer, Boolean(timestamp)], timestamp)) as Uint8Array
    },
    decryptPdf: async (bytes, password) => (await pool.run('decrypt', [bytes, password])) as Uint8Array,
    close: () => pool.close(),
    [Symbol.asyncDispose]: () => pool.close(),
  }
}
