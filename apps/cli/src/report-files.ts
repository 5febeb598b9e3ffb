import { describeError } from './describe-error.ts'
import type { PlannedFile } from './plan-outputs.ts'
import type { Terminal } from './terminal.ts'

export type FileResult = PlannedFile & { readonly ms: number } & (
    | ({ readonly ok: true } & Readonly<Record<string, unknown>>)
    | { readonly ok: false; readonly code: string; readonly message: string }
  )

interface FileWork {
  readonly files: readonly PlannedFile[]
  readonly concurrency: number
  /** "Signed": begins the line of a file that is done. */
  readonly verb: string
  readonly terminal: Terminal
  /** Does one file; what it returns goes into the JSON answer. */
  readonly work: (file: PlannedFile) => Promise<Readonly<Record<string, unknown>>>
}

/** Works through the files, a few at a time, with a line on standard error for each; one failure stops no other. */
export async function workThroughFiles(job: FileWork): Promise<readonly FileResult[]> {
  const results: FileResult[] = []
  const queue = job.files.map((file, index) => ({ file, index }))
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const result = await workOnFile(job, next.file)
      results[next.index] = result
      job.terminal.err(progressLine(job, result, results.filter(Boolean).length))
    }
  }
  await Promise.all(Array.from({ length: Math.min(job.concurrency, job.files.length) }, lane))
  return results
}

async function workOnFile({ work }: FileWork, file: PlannedFile): Promise<FileResult> {
  const start = performance.now()
  const elapsed = (): number => Math.round(performance.now() - start)
  try {
    const facts = await work(file)
    return { ...file, ...facts, ok: true, ms: elapsed() }
  } catch (error) {
    const { code, sentence } = describeError(error)
    return { ...file, ok: false, code, message: sentence, ms: elapsed() }
  }
}

function progressLine({ files, verb }: FileWork, result: FileResult, done: number): string {
  const count = files.length > 1 ? `[${done}/${files.length}] ` : ''
  if (result.ok) return `${count}${verb} ${result.output}\n`
  const { input, message } = result
  return `${count}${message.startsWith(input) ? message : `${input}: ${message}`}\n`
}

/** Writes the JSON answer when it is wanted, and gives the exit code. */
export function finishFiles(
  results: readonly FileResult[],
  facts: Readonly<Record<string, unknown>> & { readonly json: boolean | undefined },
  terminal: Terminal,
): number {
  const { json, ...rest } = facts
  const ok = results.every((result) => result.ok)
  if (json) terminal.out(`${JSON.stringify({ ok, ...rest, files: results })}\n`)
  return ok ? 0 : 1
}
