/** A server that dies while a guest makes an account leaves a guest, or an account that has everything. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fixedPort, logIn, openScene, runCli, type Scene } from '@rubrica/testing'
import { ACCOUNT_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { openGuests, PASSWORD } from '../scenes/guest-scene.ts'

let scene: Scene
beforeAll(async () => {
  // A fixed port: the people of the scene keep their addresses over restarts.
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { PORT: fixedPort() } })
  await rows(`update user_subscriptions set roles = '{sender}'`)
  await rows('update subscriptions set allows_guests = true, allows_accounts = true')
})
afterAll(() => scene[Symbol.asyncDispose]())

const { rows, secretsTo, invite, enter, holdersOf } = openGuests(() => scene)

async function standingOf(email: string, guid: string) {
  const [accounts] = await rows<{ count: number }>(
    'select count(*)::int from users join guest_accounts on guest_accounts.user_id = users.id where guest_accounts.email = $1',
    [email],
  )
  const events = await rows(`select 1 from audit_events where document_id = $1 and type = 'guest-became-account'`, [
    guid,
  ])
  const [holder] = await holdersOf(guid)
  return { accounts: accounts!.count, events: events.length, isMoved: holder!.guest_id !== null }
}

const GUEST = { accounts: 0, events: 0, isMoved: false }
const ACCOUNT = { accounts: 1, events: 1, isMoved: true }

test.each(ACCOUNT_FAILPOINTS)(
  'dying at "%s", they are a guest or an account, and the account can be made',
  { timeout: 300_000 },
  async (failpoint) => {
    const email = `${failpoint}@elsewhere.test`
    const { guid } = await invite(email)
    await secretsTo(email)
    const { call } = await enter(email)
    await scene.portal.server.restart({ FAILPOINT: failpoint })
    const make = () => call.makeAccount({ body: { Password: PASSWORD } })
    await expect(make()).rejects.toThrow()
    expect((await scene.portal.server.program.ended).signal).toBe('SIGKILL')
    const isDone = failpoint === 'account-committed'
    expect(await standingOf(email, guid)).toEqual(isDone ? ACCOUNT : GUEST)
    await scene.portal.server.restart({ FAILPOINT: undefined })
    if (isDone) await expect(make()).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS' })
    else await make()
    expect(await standingOf(email, guid)).toEqual(ACCOUNT)
    expect((await logIn(scene.portal.url, { userId: email, password: PASSWORD })).userId).toBeTruthy()
  },
)

test('the log of all of them is whole then', { timeout: 300_000 }, async () => {
  const { server } = scene.portal
  const { stdout } = await runCli(['audit', 'verify', '--json'], {
    DATABASE_URL: server.database!.url,
    DATA_DIR: server.dataDir,
  })
  expect((JSON.parse(stdout) as { findings: unknown[] }).findings).toEqual([])
})
