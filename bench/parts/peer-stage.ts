/** A server and its peer on one PostgreSQL, with as many rows as wanted and people who may ask for them. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { logIn, makeTemporaryDirectory, startServer, type TestDatabase } from '@rubrica/testing'
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { Argon2Passwords } from '../../apps/api/src/adapters/passwords/argon2-passwords.ts'
import type { Peers } from './compare-answers.ts'

export const USERS = 100
export const SUBSCRIPTION = '00000000-0000-4000-8000-000000000000'
const SIZES = [1000, 100_000, 1_000_000]
const PASSWORD = 'Bench-2026-password'
/** No limit on calls, and quiet logs: what is measured is the list. */
const ENVIRONMENT = {
  CALLS_PER_MINUTE: '1000000',
  LOGINS_PER_MINUTE_AND_ADDRESS: '1000000',
  LOG_LEVEL: 'warn',
}

/** How many rows there are to be, one after the other; BENCH_ROWS chooses others. */
export const rowCounts = (): number[] => process.env['BENCH_ROWS']?.split(',').map(Number) ?? SIZES

export interface PeerStage extends Peers, AsyncDisposable {
  /** Of each person, in their order. */
  readonly tokens: readonly string[]
  /** Adds rows until there are so many, spread evenly over the people. */
  fill(rows: number): Promise<void>
}

/** What the rows are, and which peer answers with them. */
export interface StagePlan {
  /** Its name in this folder. */
  readonly peer: string
  readonly addRows: (database: TestDatabase, from: number, to: number) => Promise<void>
}

/** SQL of an id that is made of a letter for its kind and a number. */
export const uuidOf = (kind: string, number: string): string =>
  `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

async function addPeople(database: TestDatabase): Promise<void> {
  const passwordHash = await new Argon2Passwords().hash(PASSWORD)
  await database.query(
    `insert into subscriptions (id, name, primary_color, primary_text_color, secondary_color, secondary_text_color, created_at)
     values ($1, 'Bench', '#000000', '#ffffff', '#000000', '#ffffff', now())`,
    [SUBSCRIPTION],
  )
  await database.query(
    `insert into users (id, user_id, name, legal_id, legal_id_type, email, language, password_hash, certificate_flags, created_at)
     select ${uuidOf('a', 'n::int')}, 'person' || n, 'Person ' || n, 'X' || n, 'DNI', 'person' || n || '@example.com', 'en', $1, '{}', now()
     from generate_series(0, ${USERS - 1}) n`,
    [passwordHash],
  )
  await database.query(
    `insert into user_subscriptions (user_id, subscription_id, roles)
     select id, '${SUBSCRIPTION}', array['sender'] from users where user_id like 'person%'`,
  )
}

async function startBare(peer: string, databaseUrl: string): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const child = fork(join(import.meta.dirname, peer), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
  })
  const url = await new Promise<string>((done, fail) => {
    child.once('message', (message) => done((message as { url: string }).url))
    child.once('exit', (code) => fail(new Error(`the bare server ended with ${code}`)))
  })
  const ended = once(child, 'exit')
  return {
    url,
    stop: () => {
      child.kill()
      return ended
    },
  }
}

export async function openPeerStage(plan: StagePlan): Promise<PeerStage> {
  const endings: (() => PromiseLike<unknown>)[] = []
  const close = async () => {
    for (const end of endings.reverse()) await end()
  }
  try {
    return { ...(await open(plan, endings)), [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  { peer, addRows }: StagePlan,
  endings: (() => PromiseLike<unknown>)[],
): Promise<Omit<PeerStage, keyof AsyncDisposable>> {
  const directory = await makeTemporaryDirectory()
  endings.push(() => directory[Symbol.asyncDispose]())
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  endings.push(() => postgres.stop())
  const { host, user, password } = postgres.connection
  // The server makes the tables; rows are written to its database beside it.
  const server = await startServer({ postgres: { host, user, password }, env: ENVIRONMENT })
  endings.push(() => server[Symbol.asyncDispose]())
  const database = server.database
  if (!database) throw new Error('the server has no database of its own')
  await addPeople(database)
  const tokens: string[] = []
  for (let number = 0; number < USERS; number += 1) {
    tokens.push((await logIn(server.url, { userId: `person${number}`, password: PASSWORD })).token)
  }
  const bare = await startBare(peer, database.url)
  endings.push(bare.stop)
  let filled = 0
  return {
    server: `${server.url}/api`,
    bare: bare.url,
    tokens,
    fill: async (rows) => {
      await addRows(database, filled, rows)
      filled = rows
    },
  }
}
