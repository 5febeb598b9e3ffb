/** What should have ended and has not: how an operator learns of it, and how a server ends it. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fixedPort, localCalls, makeLocalKey, openScene, runCli, type Scene, trySigning } from '@rubrica/testing'
import type { Schema } from '../../src/adapters/database/schema.ts'
import { JOB_KINDS } from '../../src/adapters/jobs/job-kinds.ts'
import { openJobQueue } from '../../src/adapters/jobs/pg-boss-queue.ts'
import { openFoundation } from '../../src/compose/foundation.ts'
import { readConfig } from '../../src/config/config.ts'
import { refusalOf, sendSeveral } from '../scenes/authorise-signing.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { PORT: fixedPort() },
  })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = (text: string, values: unknown[] = []) => scene.portal.server.database!.query(text, values)

function environment() {
  const { database, dataDir, serverKeyFile } = scene.portal.server
  return { DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile }
}

const stuck = (...options: string[]) => runCli(['stuck', ...options], environment())

/** Has a server do now what it does every minute. */
async function hurrySweeps(): Promise<void> {
  await using foundation = await openFoundation({ config: readConfig(environment()), role: 'tool' })
  const { opened, log, database } = foundation
  const queue = await openJobQueue<Schema>({ ...opened, log, kinds: JOB_KINDS, onlyEnqueues: true })
  await queue.enqueue(database, { kind: 'expire-documents', data: {} })
  await queue.enqueue(database, { kind: 'sweep-archives', data: {} })
  await queue.stop()
}

test('what is overdue is listed without a name, with what it waits for; a server that runs ends it', async () => {
  const { server } = scene.portal
  expect(await stuck()).toMatchObject({ code: 0, stdout: 'Nothing is stuck.\n' })
  const [claimed, left, archived] = await sendSeveral(scene, 3, 'ana')
  const guidOf = (document = claimed) => document!.signers[0]!.guid
  const key = await makeLocalKey(scene, 'ana')
  await localCalls(scene.people.ana, guidOf(left)).announce(key)
  expect(await trySigning(scene.people.ana, guidOf(archived))).toBe(204)
  await server.restart({ FAILPOINT: 'claimed' })
  expect(await trySigning(scene.people.ana, guidOf())).toBe(0)
  await server.program.ended
  await query("update signing_attempts set lease_until = now() - interval '3 minutes' where state = 'signing'")
  await query("update errands set expires_at = now() - interval '2 minutes'")
  await query("update document_archives set due_at = now() - interval '10 minutes' where document_id = $1", [
    archived!.guid,
  ])

  const { code, stdout } = await stuck('--json')
  const told = JSON.parse(stdout) as { ok: boolean; stuck: Record<string, unknown>[] }
  expect({ code, ok: told.ok }).toEqual({ code: 1, ok: false })
  expect(told.stuck).toMatchObject([
    { purpose: 'archive', certType: null, documentId: archived!.guid, signerId: null, waitsFor: 'server' },
    { purpose: 'signature', certType: 'keyvault', documentId: claimed!.guid, signerId: guidOf(), waitsFor: 'server' },
    {
      ...{ purpose: 'sign', certType: 'local', documentId: left!.guid, signerId: guidOf(left) },
      waitsFor: 'local-signature',
    },
  ])
  const text = (await stuck()).stdout
  expect(text.split('\n')[2]).toMatch(
    /^[0-9a-f-]{36} {2}signature elsewhere \(local\), document .*, signer .*: waits for local-signature since .*Z, should/,
  )
  expect(text).not.toMatch(/ana|Vidal|document\.pdf/i)

  // Before it starts: it looks then, and again only after a while.
  await hurrySweeps()
  await server.restart({ FAILPOINT: undefined })
  const states = () =>
    query(
      `select signers.state, errands.state as away, outcome_code from signers
        left join errands on signer_id = signers.id where signers.id = any($1) order by signers.id = $2`,
      [[guidOf(), guidOf(left)], guidOf(left)],
    )
  await expect.poll(states, { timeout: 30_000 }).toEqual([
    { state: 'pending', away: null, outcome_code: null },
    { state: 'pending', away: 'expired', outcome_code: 'TRANSACTION_EXPIRED' },
  ])
  const late = localCalls(scene.people.ana, guidOf(left))
  expect(await refusalOf(late.value(key))).toMatchObject({ code: 'LOCAL_SIGNATURE_EXPIRED' })
  await expect.poll(async () => (await stuck()).code, { timeout: 30_000 }).toBe(0)
})

test('a further word is typed wrongly', async () => {
  expect((await stuck('everything')).code).toBe(2)
})
