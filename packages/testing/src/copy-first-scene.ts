/**
 * Seeding the demo people and their documents takes longer than most test files have work for, and ends with the same
 * each time. So each worker of the test runner does it once, and its scenes are copies: database, objects and keys of
 * the server, and the data of the sandbox. Copies have the first sandbox's address, which its certificates name, and
 * therefore run one after another.
 */
import { existsSync } from 'node:fs'
import { cp, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createDatabase, type SharedPostgres } from './create-database.ts'
import { registerSceneClient, type SceneClient } from './register-scene-client.ts'
import { startPortal, type PortalData, type RunningPortal } from './start-portal.ts'

/** What scenes are copied from. */
export interface FirstScene extends PortalData {
  readonly client: SceneClient
}

/** Made in `folder` when it is needed first, by the worker that this process belongs to. */
export async function firstScene(postgres: SharedPostgres, folder: string): Promise<FirstScene> {
  const path = join(folder, `worker-${process.env['VITEST_POOL_ID'] ?? process.pid}`)
  if (!existsSync(`${path}.json`)) await makeFirstScene(postgres, path)
  return JSON.parse(await readFile(`${path}.json`, 'utf8')) as FirstScene
}

/** What the demo people have signed is not made long-term in the midst of a test, which may count rows. */
const LATER = { ARCHIVE_DELAY_MS: '3600000' }

async function makeFirstScene(postgres: SharedPostgres, path: string): Promise<void> {
  await using portal = await startPortal({ postgres, env: LATER })
  const client = await registerSceneClient(portal)
  await Promise.all([portal.server.program.stop(), portal.sandbox.stop()])
  const first: FirstScene = { client, server: await keepServer(postgres, path, portal), sandbox: `${path}-sandbox` }
  await cp(portal.sandbox.dataDir, first.sandbox, { recursive: true })
  // The description comes last: while it is missing, the scene counts as not made yet.
  await writeFile(`${path}.part`, JSON.stringify(first))
  await rename(`${path}.part`, `${path}.json`)
}

async function keepServer(postgres: SharedPostgres, path: string, { server }: RunningPortal) {
  const folder = `${path}-server`
  for (const kept of [server.dataDir, dirname(server.serverKeyFile)]) {
    await cp(kept, join(folder, basename(kept)), { recursive: true })
  }
  // Ends with the PostgreSQL of the run.
  const { name } = await createDatabase(postgres, server.database?.name)
  return { folder, database: name }
}
