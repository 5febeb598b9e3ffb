/** An entry of a worker or child process. */
export interface Entry {
  readonly url: URL
  /** TypeScript, which tsx has to load. */
  readonly isSource: boolean
}

/**
 * In a built installation every entry is a bundle in the folder of the running bundle; in a source tree it is the
 * TypeScript file itself. The unit tests put built-entry.ts of packages/testing in the place of this file.
 * @param here `import.meta.url` of the asking file
 * @param source path of the entry relative to it: `./p12-worker.ts`
 */
export function findEntry(here: string, source: string): Entry {
  const isSource = here.endsWith('.ts')
  const path = isSource ? source : source.replace(/^.*\//, './').replace(/\.ts$/, '.js')
  return { url: new URL(path, here), isSource }
}
