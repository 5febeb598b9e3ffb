/**
 * Global set-up of the server tests: builds what is stale, and starts one PostgreSQL in which every server under test
 * gets a database of its own, since a cluster per test file would cost a second each.
 */
import type { TestProject } from 'vitest/node'
import { supervisePostgres } from '../../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { buildStale } from '../../../tools/build.mjs'
import type { SharedPostgres } from './create-database.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sharedPostgres: SharedPostgres
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildStale()
  const directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  const { host, user, password } = postgres.connection
  project.provide('sharedPostgres', { host, user, password })
  return async () => {
    await postgres.stop()
    await directory[Symbol.asyncDispose]()
  }
}
