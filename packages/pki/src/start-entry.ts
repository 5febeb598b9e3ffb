/**
 * Finds the file that a worker or child process starts from.
 *
 * In a built installation every entry is a bundle in the folder of the running bundle; in a source tree it is the
 * TypeScript file itself, which tsx loads.
 */
import { fork, type ForkOptions } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const isSource = (here: string): boolean => here.endsWith('.ts')

function entryUrl(here: string, source: string): URL {
  return new URL(isSource(here) ? source : source.replace(/^.*\//, './').replace(/\.ts$/, '.js'), here)
}

/** tsx's loader, which is installed in a source tree only. */
const loaderUrl = (here: string): URL => pathToFileURL(createRequire(here).resolve('tsx'))

/**
 * Starts a child process.
 * @param here `import.meta.url` of the asking file
 * @param source path of the entry relative to it: `./p12-worker.ts`
 */
export function forkEntry(here: string, source: string, options: ForkOptions) {
  const loader = isSource(here) ? ['--import', loaderUrl(here).href] : []
  const execArgv = [...loader, ...(options.execArgv ?? [])]
  return fork(fileURLToPath(entryUrl(here, source)), { ...options, execArgv })
}

/** Starts a worker thread; arguments as for `forkEntry`. */
export function startThread(here: string, source: string, options: WorkerOptions): Worker {
  const entry = entryUrl(here, source)
  if (!isSource(here)) return new Worker(entry, options)
  // A thread does not take tsx from its `--import`, so it registers it before it loads the entry.
  const tsx = JSON.stringify(new URL('./esm/api/index.mjs', loaderUrl(here)).href)
  const start = `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}) })`
  return new Worker(start, { ...options, eval: true })
}
