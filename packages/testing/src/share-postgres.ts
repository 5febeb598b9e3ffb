/**
 * Global set-up of the server tests: builds what is stale, and starts one PostgreSQL in which every server under test
 * gets a database of its own, since a cluster per test file would cost a second each.
 */
import type { TestProject } from 'vitest/node'
import { supervisePostgres } from '../../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { buildStale } from '../../../tools/build.mjs'
import { administer, type SharedPostgres } from './create-database.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sharedPostgres: SharedPostgres
  }
}

/**
 * Servers under test are killed, this PostgreSQL never is: it need not wait for the disk, which takes most of its time.
 */
const HASTE = [
  'alter system set fsync = off',
  'alter system set synchronous_commit = off',
  'alter system set full_page_writes = off',
  'select pg_reload_conf()',
]

/** A PostgreSQL of its own, and what ends it. */
export async function openSharedPostgres(): Promise<{
  readonly shared: SharedPostgres
  readonly close: () => Promise<void>
}> {
  const directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  const { host, user, password } = postgres.connection
  for (const setting of HASTE) await administer({ host, user, password }, setting)
  return {
    shared: { host, user, password },
    close: async () => {
      await postgres.stop()
      await directory[Symbol.asyncDispose]()
    },
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildStale()
  const { shared, close } = await openSharedPostgres()
  const scenes = await makeTemporaryDirectory()
  project.provide('sharedPostgres', { ...shared, firstScenes: scenes.path })
  return async () => {
    await close()
    await scenes[Symbol.asyncDispose]()
  }
}
