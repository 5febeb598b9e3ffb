/** A server that hides unknown people, with many people who share one password. */
import { Agent, request } from 'node:http'
import { makeTemporaryDirectory, startServer } from '@rubrica/testing'
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { Argon2Passwords } from '../../apps/api/src/adapters/passwords/argon2-passwords.ts'

const ENVIRONMENT = {
  HIDE_UNKNOWN_USERS: 'true',
  CALLS_PER_MINUTE: '1000000',
  LOGINS_PER_MINUTE_AND_ADDRESS: '1000000',
  LOGINS_PER_MINUTE_AND_USER: '1000000',
  LOG_LEVEL: 'warn',
}

export interface LoginStage extends AsyncDisposable {
  knownName(index: number): string
  /** As long as a known one. */
  unknownName(index: number): string
  /** With a wrong password. */
  logIn(name: string): Promise<void>
  recover(name: string): Promise<void>
}

const nameOf = (kind: string, index: number) => `${kind}-${String(index).padStart(4, '0')}`

export async function openLoginStage(people: number): Promise<LoginStage> {
  const directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  const { host, user, password } = postgres.connection
  const server = await startServer({ postgres: { host, user, password }, env: ENVIRONMENT })
  await server.database!.query(
    `insert into users (id, user_id, name, legal_id, legal_id_type, email, language, password_hash, certificate_flags, created_at)
     select gen_random_uuid(), 'member-' || lpad(n::text, 4, '0'), 'Member', 'X' || n, 'DNI', 'm@example.com', 'en', $1, '{}', now()
     from generate_series(0, $2::int) n`,
    [await new Argon2Passwords().hash('Correct-Horse-7'), people],
  )
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (fields: Record<string, string>, status: number) =>
    post({ url: `${server.url}/api/oauth/token`, agent, fields: { grant_type: 'password', ...fields } }, status)
  return {
    knownName: (index) => nameOf('member', index),
    unknownName: (index) => nameOf('nobody', index),
    logIn: (username) => ask({ username, password: 'Wrong-Horse-7', scope: 'vidmobileuser' }, 401),
    recover: (username) => ask({ username, password: '', scope: 'vidmobileuser\\recoverpass' }, 200),
    [Symbol.asyncDispose]: async () => {
      agent.destroy()
      await server[Symbol.asyncDispose]()
      await postgres.stop()
      await directory[Symbol.asyncDispose]()
    },
  }
}

interface Posted {
  readonly url: string
  readonly agent: Agent
  readonly fields: Record<string, string>
}

function post({ url, agent, fields }: Posted, status: number): Promise<void> {
  return new Promise((done, fail) => {
    const sent = request(url, {
      agent,
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('portal:').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    sent.on('error', fail)
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === status ? done() : fail(new Error(`a log-in answered ${answer.statusCode}`)),
      )
    })
    sent.end(new URLSearchParams(fields).toString())
  })
}
