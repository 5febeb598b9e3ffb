/** Servers that share a database: what one that died held is usable again as soon as it is missed. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD, logIn, openScene, startProgram, trySigning, type Scene } from '@rubrica/testing'
import { sandboxEnvironment } from '../../../../tools/sandbox-environment.mjs'

/** Longer than this file may take: what becomes free does so because its server is missed. */
const LEASE = { SIGNING_LEASE_MS: '600000' }

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { ...LEASE, FAILPOINT: 'signature-made' } })
})
afterAll(() => scene[Symbol.asyncDispose]())

test('a document that a server held when it died is signed at another one, long before the lease is over', async () => {
  const { server, sandbox } = scene.portal
  const { ana } = scene.people
  const document = await scene.send({ signers: ['ana'] })
  await using other = await startProgram('api', {
    ...(await sandboxEnvironment(sandbox.url, sandbox.dataDir)),
    ...LEASE,
    PORT: '0',
    DATA_DIR: server.dataDir,
    DATABASE_URL: server.database!.url,
    ARCHIVE_DELAY_MS: '3600000',
  })
  const signerGuid = document.signers[0]!.guid
  const attempt = crypto.randomUUID()
  expect(await trySigning(ana, signerGuid, { attempt })).toBe(0)
  expect((await server.program.ended).signal).toBe('SIGKILL')
  const there = { ...ana, ...(await logIn(other.url, { userId: 'ana', password: DEMO_PASSWORD })) }
  await expect.poll(() => trySigning(there, signerGuid, { attempt }), { timeout: 50_000, interval: 200 }).toBe(204)
  const left = await server.database!.query("select 1 from signing_attempts where state = 'signing'")
  expect(left).toEqual([])
})
