import { fileURLToPath } from 'node:url'

/**
 * Where the built portal is: beside the bundle, or in dist/ of the source tree.
 * @param here `import.meta.url` of the running file
 */
export function portalFolder(here: string): string {
  return fileURLToPath(new URL(here.endsWith('.ts') ? '../../../dist/web/' : './web/', here))
}
