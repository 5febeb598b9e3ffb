/**
 * The places where foreign PDFs are read: threads for their structure, child processes for their pages. Each job has a
 * deadline and a memory limit, and one that breaks them fails alone. Nothing is started before its first job.
 */
import { createPadesWorkers, type PadesWorkers } from '@rubrica/pades'
import { createRenderPool, type RenderPool } from '@rubrica/rendering'
import type { Config } from '../../config/config.ts'

export interface PdfWorkers extends AsyncDisposable {
  readonly structure: PadesWorkers
  /** For what nobody waits for: one thread of its own, behind the others, so that signing comes first. */
  readonly background: PadesWorkers
  readonly pages: RenderPool
  /** For files of people who are not logged in: one of each, so that nobody who is waits for them. */
  readonly strange: { readonly structure: PadesWorkers; readonly pages: RenderPool }
  /** Ends threads and processes; jobs under way fail. */
  close(): Promise<void>
}

export function openPdfWorkers({ threads, memoryMb, timeoutMs }: Config['pdfWorkers']): PdfWorkers {
  const structure = createPadesWorkers({ threads, memoryMb, timeoutMs })
  const background = createPadesWorkers({ threads: 1, memoryMb, timeoutMs, isUnhurried: true })
  const pages = createRenderPool({ processes: threads, memoryMb, timeoutMs })
  const strange = {
    structure: createPadesWorkers({ threads: 1, memoryMb, timeoutMs, isUnhurried: true }),
    pages: createRenderPool({ processes: 1, memoryMb, timeoutMs }),
  }
  const pools = [structure, background, pages, strange.structure, strange.pages]
  const close = async (): Promise<void> => {
    await Promise.all(pools.map((pool) => pool.close()))
  }
  return { structure, background, pages, strange, close, [Symbol.asyncDispose]: close }
}
