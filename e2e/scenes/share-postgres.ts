/** One PostgreSQL for the portals of a run that need none of their own: to make one takes seconds, and it need not last. */
import type { SharedPostgres } from '@rubrica/testing'
import { openSharedPostgres } from '../../packages/testing/src/share-postgres.ts'

const VARIABLE = 'RUBRICA_TEST_POSTGRES'

/** Set-up of a run; what it gives ends the run. */
export default async function share(): Promise<() => Promise<void>> {
  const { shared, close } = await openSharedPostgres()
  process.env[VARIABLE] = JSON.stringify(shared)
  return close
}

/** In a worker: that of the run. */
export const sharedPostgres = (): SharedPostgres => JSON.parse(process.env[VARIABLE] ?? '') as SharedPostgres
