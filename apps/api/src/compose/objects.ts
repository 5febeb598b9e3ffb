/** The stored objects of an installation, for the nightly look at them and for an operator who asks. */
import { readObjectRows } from '../adapters/database/objects/object-rows.ts'
import { openLog } from '../adapters/log/open-log.ts'
import { openFoundation, type Foundation } from './foundation.ts'
import { readConfig } from '../config/config.ts'
import type { Environment } from '../config/environment-reader.ts'
import type { ObjectsChecked, VerifyObjects } from '../modules/objects/ports.ts'
import { verifyObjects } from '../modules/objects/verify-objects.ts'

export type { ObjectsChecked } from '../modules/objects/ports.ts'

/** Checks all objects, from the document after a given one on. */
export function verifyObjectsOf({ database, store, objects }: Pick<Foundation, 'database' | 'store' | 'objects'>) {
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
