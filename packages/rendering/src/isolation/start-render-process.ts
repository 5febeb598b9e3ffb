import { fork, type ChildProcess } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findEntry } from './find-entry.ts'

const MAX_HEAP_MB = 256

/**
 * Starts the program of render-worker.ts. It gets an empty environment, so no secret of the server's reaches the code that reads hostile files.
 */
export function startRenderProcess(memoryMb: number): ChildProcess {
  const { url, isSource } = findEntry(import.meta.url, './render-worker.ts')
  const entry = fileURLToPath(url)
  return fork(entry, [String(memoryMb)], {
    cwd: dirname(entry),
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, '--expose-gc', ...(isSource ? ['--import', 'tsx'] : [])],
    serialization: 'advanced',
    // The last one is FILE_PIPE of incoming-file.ts.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
  })
}
