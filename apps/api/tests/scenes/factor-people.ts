/** A server on which people log in with a password, and many with a second factor. */
import { afterAll, beforeAll, inject } from 'vitest'
import { runCli, startServer, type RunningServer } from '@rubrica/testing'
import { addApp, callsAs, type Calls } from './factor-scene.ts'

export const PASSWORD = 'Correct-Horse-7'

export interface LogIn {
  readonly token: string
  readonly scope: string | undefined
  readonly calls: Calls
}

/**
 * Opens it for the tests of a file, with the subscriptions `Tenant` and `Strict`, which demands a factor.
 * @param settings of the server, more than it needs
 */
export function factorPeople(settings: Record<string, string> = {}) {
  let server: RunningServer
  let env: Record<string, string | undefined>
  let people = 0

  beforeAll(async () => {
    const many = { LOGINS_PER_MINUTE_AND_ADDRESS: '100000', LOGINS_PER_MINUTE_AND_USER: '100000' }
    server = await startServer({ postgres: inject('sharedPostgres'), env: { ...many, ...settings } })
    env = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir, RUBRICA_PASSWORD: PASSWORD }
    await rubrica('subscription', 'add', 'Tenant')
    await rubrica('subscription', 'add', 'Strict', '--second-factor')
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const rows = <Row extends object>(text: string, values: unknown[] = []) => server.database!.query<Row>(text, values)

  async function rubrica(...args: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await runCli([...args, '--json'], env)
    if (code !== 0) throw new Error(stderr)
    return JSON.parse(stdout) as Record<string, unknown>
  }

  async function newPerson(subscription = 'Tenant', ...options: string[]): Promise<string> {
    const userId = `person${++people}`
    const facts = ['--name', 'A Person', '--legal-id', `L${people}`, '--email', `${userId}@example.org`]
    await rubrica('user', 'add', userId, ...facts, '--subscription', subscription, ...options)
    return userId
  }

  const callsWith = (token: string, headers?: Record<string, string>): Calls => callsAs(server.url, token, headers)

  async function logIn(userId: string, { password = PASSWORD, cookie = '' } = {}): Promise<LogIn> {
    const answer = await callsWith('', { cookie }).token({
      body: { grant_type: 'password', username: userId, password, scope: 'vidmobileuser' },
    })
    const token = answer.access_token
    return { token, scope: answer.scope, calls: callsWith(token) }
  }

  /** As if the app had shown no code yet, so that a test need not wait half a minute for the next one. */
  const freeSteps = (userId: string) =>
    rows(
      `update totp_factors set last_step = 0 from users where users.id = totp_factors.user_id and users.user_id = $1`,
      [userId],
    )

  return {
    ...{ rows, rubrica, newPerson, callsWith, logIn, freeSteps },
    address: () => server.url,
    database: () => server.database!,
    dataDir: () => server.dataDir,
    serverKeyFile: () => server.serverKeyFile,
    log: () => server.log(),
    /** Somebody with an app, and the calls of the session in which it was set up. */
    personWithApp: async (...options: string[]) => {
      const userId = await newPerson('Tenant', ...options)
      const app = await addApp((await logIn(userId)).calls)
      await freeSteps(userId)
      return { userId, ...app, calls: callsWith(app.token) }
    },
    confirm: ({ calls }: Pick<LogIn, 'calls'>, body: { Code?: string; RecoveryCode?: string; RememberAs?: string }) =>
      calls.confirmFactor({ body }),
  }
}
