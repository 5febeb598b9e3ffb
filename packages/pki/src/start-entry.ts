/** Starts workers and child processes, from bundles or, in a source tree, from TypeScript. */
import { fork, type ForkOptions } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { findEntry } from './find-entry.ts'

/** tsx's loader, which is installed in a source tree only. */
const loaderUrl = (here: string): URL => pathToFileURL(createRequire(here).resolve('tsx'))

/**
 * Starts a child process.
 * @param here `import.meta.url` of the asking file
 * @param source path of the entry relative to it: `./p12-worker.ts`
 */
export function forkEntry(here: string, source: string, options: ForkOptions) {
  const { url, isSource } = findEntry(here, source)
  const loader = isSource ? ['--import', loaderUrl(here).href] : []
  const execArgv = [...loader, ...(options.execArgv ?? [])]
  return fork(fileURLToPath(url), { ...options, execArgv })
}

/** Starts a worker thread; arguments as for `forkEntry`. */
export function startThread(here: string, source: string, options: WorkerOptions): Worker {
  const { url, isSource } = findEntry(here, source)
  if (!isSource) return new Worker(url, options)
  // A thread does not take tsx from its `--import`, so it registers it before it loads the entry.
  const tsx = JSON.stringify(new URL('./esm/api/index.mjs', loaderUrl(here)).href)
  const start = `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(url.href)}) })`
  return new Worker(start, { ...options, eval: true })
}
