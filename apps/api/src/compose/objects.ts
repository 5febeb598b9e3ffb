/** The stored objects of an installation, for the nightly look at them and for an operator who asks. */
import { readReferencedObjects } from '../adapters/database/objects/find-referenced-objects.ts'
import { readInstallationId } from '../adapters/database/objects/installation-id.ts'
import { readObjectRows } from '../adapters/database/objects/object-rows.ts'
import { openLog } from '../adapters/log/open-log.ts'
import { copyObjects, type ObjectsCopied } from '../adapters/object-store/copy-objects.ts'
import { openDocumentObjects } from '../adapters/object-store/document-objects.ts'
import { openObjectStore } from '../adapters/object-store/open-object-store.ts'
import { openFoundation, type Foundation } from './foundation.ts'
import { readConfig } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { diskObjects } from '../config/read-objects.ts'
import type { Environment } from '../config/environment-reader.ts'
import type { ObjectsChecked, VerifyObjects } from '../modules/objects/ports.ts'
import { verifyObjects } from '../modules/objects/verify-objects.ts'

export type { ObjectsCopied } from '../adapters/object-store/copy-objects.ts'
export type { ObjectsChecked } from '../modules/objects/ports.ts'

/** Checks all objects where they are stored, from the document after a given one on. */
export function verifyObjectsOf({
  database,
  store,
  serverKeys,
}: Pick<Foundation, 'database' | 'store' | 'serverKeys'>) {
  const objects = openDocumentObjects(store, serverKeys)
  const needs: VerifyObjects = { documents: (after) => readObjectRows(database, after), store, objects }
  return (after: string | undefined) => verifyObjects(needs, after)
}

/** Checks the objects of the installation that the environment names, from the document after `after` on. */
export async function* verifyInstalledObjects(env: Environment, after?: string): AsyncGenerator<ObjectsChecked> {
  await using foundation = await openFoundation({
    config: readConfig(env),
    log: openLog({ level: 'silent' }),
    role: 'tool',
  })
  yield* verifyObjectsOf(foundation)(after)
}

/** Tries whether the store that the environment names keeps what we rely upon. @throws what a person can be told */
export async function checkObjectStore(env: Environment): Promise<void> {
  using kept = await openObjectStore(readConfig(env).objects)
  await kept.check()
}

export interface CopyWish {
  readonly to: 's3' | 'disk'
  readonly isVerifying: boolean
  readonly onProgress: (copied: ObjectsCopied) => void
}

/** Copies what rows name from the disk to the bucket that the environment names, or back, while servers run or not. */
export async function copyInstalledObjects(env: Environment, { to, ...wish }: CopyWish): Promise<ObjectsCopied> {
  const config = readConfig(env)
  if (config.objects.kind === 'disk') throw new ConfigError(['OBJECTS_URL names no bucket to copy to or from.'])
  await using foundation = await openFoundation({ config, log: openLog({ level: 'silent' }), role: 'tool' })
  using bucket = await openObjectStore({ ...config.objects, alsoOnDisk: undefined })
  using disk = await openObjectStore(diskObjects(config.dataDir))
  const [source, target] = to === 's3' ? [disk, bucket] : [bucket, disk]
  await target.check(to === 's3' ? await readInstallationId(foundation.database) : undefined)
  const ids = readReferencedObjects(foundation.database)
  return await copyObjects({ ids, from: source.store, to: target.store, ...wish })
}
