/**
 * Finds the file that a worker or child process starts from.
 *
 * In a built installation every entry is a bundle in the folder of the running bundle; in a
 * source tree it is the TypeScript file itself, which tsx loads.
 *
 * Difficulty: low.
 */
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface WorkerEntry {
  readonly path: string
  readonly execArgv: readonly string[]
}

/**
 * @param here `import.meta.url` of the asking file
 * @param source path of the entry relative to the asking file: `./pades-worker.ts`
 */
export function locateEntry(here: string, source: string): WorkerEntry {
  if (!here.endsWith('.ts')) {
    const bundle = source.replace(/^.*\//, './').replace(/\.ts$/, '.js')
    return { path: fileURLToPath(new URL(bundle, here)), execArgv: [] }
  }
  const loader = pathToFileURL(createRequire(here).resolve('tsx')).href
  return { path: fileURLToPath(new URL(source, here)), execArgv: ['--import', loader] }
}
