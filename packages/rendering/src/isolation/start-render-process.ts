import { fork, type ChildProcess } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAX_HEAP_MB = 256

/**
 * Starts the program of render-worker.ts: from its source beside this file, or bundled beside the running bundle.
 * It gets an empty environment, so no secret of the server's reaches the code that reads hostile files.
 */
export function startRenderProcess(memoryMb: number): ChildProcess {
  const fromSource = import.meta.url.endsWith('.ts')
  const entry = fileURLToPath(new URL(fromSource ? './render-worker.ts' : './render-worker.js', import.meta.url))
  return fork(entry, [String(memoryMb)], {
    cwd: dirname(entry),
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, '--expose-gc', ...(fromSource ? ['--import', 'tsx'] : [])],
    serialization: 'advanced',
    // The last one is FILE_PIPE of incoming-file.ts.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
  })
}
