/** What a crash leaves of the mail that a signature asks for: both or neither. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fixedPort, openScene, trySigning, type Scene } from '@rubrica/testing'
import { mailsToSender, openMailboxes, queryOf, sendAs } from '../scenes/sender-mail-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    // Short, so that the claim of a killed server runs out while the test waits for nothing else.
    env: { SIGNING_LEASE_MS: '1000', PORT: fixedPort(), SENDER_MAIL_DELAY_MS: '0' },
  })
  await openMailboxes(scene)
})
afterAll(() => scene[Symbol.asyncDispose]())

const count = async (text: string) => (await queryOf(scene)(text)).length
const left = async () => [
  await count('select 1 from sender_news'),
  await count(`select 1 from pgboss.job where name = 'tell-sender' and state <> 'completed'`),
]

test.each([
  ['signing-audited', 0],
  ['committed', 1],
])('a server that dies at "%s" leaves %i news with its job, and the sender one mail', async (failpoint, expected) => {
  const { server } = scene.portal
  const before = (await mailsToSender(scene, 'carla')).length
  await queryOf(scene)('delete from sender_news')
  const document = await sendAs(scene, 'carla', { signers: ['ana'], fileName: `${failpoint}.pdf` })
  const attempt = crypto.randomUUID()
  await server.restart({ FAILPOINT: failpoint })
  expect(await trySigning(scene.people.ana, document.signers[0]!.guid, { attempt })).toBe(0)
  expect((await server.program.ended).signal).toBe('SIGKILL')
  expect(await left()).toEqual([expected, expected])
  await server.restart({ FAILPOINT: undefined })
  for (;;) {
    const status = await trySigning(scene.people.ana, document.signers[0]!.guid, { attempt })
    if (status === 204) break
    expect([409, 503]).toContain(status)
    await pause(50)
  }
  const told = async () => (await mailsToSender(scene, 'carla')).slice(0, -before || undefined)
  await expect.poll(told, { timeout: 20_000 }).toHaveLength(1)
  expect((await told())[0]!.subject).toContain(`${failpoint}.pdf: completed`)
})
