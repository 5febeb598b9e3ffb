/**
 * Where render-worker.ts is: its source beside this file, or bundled beside the running bundle. The unit tests put
 * built-entry.ts of packages/testing in the place of this file.
 */
export function findEntry(here: string, source: string): { readonly url: URL; readonly isSource: boolean } {
  const isSource = here.endsWith('.ts')
  return { url: new URL(isSource ? source : source.replace(/\.ts$/, '.js'), here), isSource }
}
