import { execFileSync } from 'node:child_process'
import type { Identity } from '../../../src/adapters/database/embedded/run-as.ts'

/**
 * PostgreSQL refuses to run as root, which therefore hands it to the user that Debian's package has made for it.
 * @returns undefined where it runs as we do
 * @throws {Error} where there is no such user
 */
export function clusterIdentity(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  const ask = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}
