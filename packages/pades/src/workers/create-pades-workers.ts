/**
 * The operations on PDFs, run in threads that can be lost without harm.
 *
 * Every twin takes and gives what its namesake does, and besides its errors may fail with
 * PDF_TOO_COMPLEX when the thread runs out of time or memory. Bytes are copied once on the way in
 * (not at all when they live in shared memory) and never on the way out.
 *
 * Difficulty: low; the thread pool has the difficult part.
 */
import type { ResumeArguments } from '../resume-signature.ts'
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

/** Makes a pool of at most `threads` threads, started when first needed. */
export function createPadesWorkers(options: ThreadPoolOptions): PadesWorkers {
  const pool = new ThreadPool(options)
  return {
    inspectPdf: async (bytes) => restoreFacts((await pool.run('inspect', [bytes])) as PostedFacts),
    addSignatureFields: async (base, fields) => (await pool.run('addFields', [base, fields])) as Uint8Array,
    prepareSignature: async (base, request) => (await pool.run('prepare', [base, request])) as PreparedSignature,
    resumeSignature: async (base, ...[prepared, answer, { timestamp } = {}]) => {
      return (await pool.run('resume', [base, prepared, answer, Boolean(timestamp)], timestamp)) as Uint8Array
    },
    decryptPdf: async (bytes, password) => (await pool.run('decrypt', [bytes, password])) as Uint8Array,
    close: () => pool.close(),
    [Symbol.asyncDispose]: () => pool.close(),
  }
}
