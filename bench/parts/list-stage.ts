/** A server and its peer on one PostgreSQL, with as many pending rows as wanted and people who may ask for them. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { logIn, makeTemporaryDirectory, startServer, type TestDatabase } from '@rubrica/testing'
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { Argon2Passwords } from '../../apps/api/src/adapters/passwords/argon2-passwords.ts'

export const USERS = 100
const PASSWORD = 'Bench-2026-password'
const SUBSCRIPTION = '00000000-0000-4000-8000-000000000000'
/** No limit on calls, and quiet logs: what is measured is the list. */
const ENVIRONMENT = {
  CALLS_PER_MINUTE: '1000000',
  LOGINS_PER_MINUTE_AND_ADDRESS: '1000000',
  LOG_LEVEL: 'warn',
}

export interface ListStage extends AsyncDisposable {
  readonly server: string
  readonly bare: string
  readonly tokens: readonly string[]
  /** Adds pending rows until there are so many, spread evenly over the users. */
  fill(rows: number): Promise<void>
}

const uuidOf = (kind: string, number: string) =>
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
}

/** Without triggers: foreign keys of a million rows would be checked one by one. */
async function addRows(database: TestDatabase, from: number, to: number): Promise<void> {
  const rows = `generate_series(${from}, ${to - 1}) n`
  // Names in an order that is not the one of the rows, one in fifty an annex.
  const name = `case when n / ${USERS} % 50 = 7 then 'Annex ' else 'Contract ' end || md5(n::text) || '.pdf'`
  const header = `${name}, now() - n * interval '1 second', (array['legal', 'hr,2026', ''])[n % 3 + 1], 'Sender ' || n % 20`
  const words = `lower(${name}), lower((array['legal', 'hr,2026', ''])[n % 3 + 1]), 'sender ' || n % 20`
  await database.query(`
    begin;
    set local session_replication_role = replica;
    insert into documents (id, dispatch_id, subscription_id, file_name, uploaded_at, tag, sender_name, description, state, page_count, current_revision)
      select ${uuidOf('b', 'n')}, ${uuidOf('b', 'n')}, '${SUBSCRIPTION}', ${header}, 'Please sign', 'open', 3, 0 from ${rows};
    insert into signers (id, document_id, subscription_id, user_id, ordinal, signer_name, state, reason, read_all, has_attachment, file_name, upload_time, tag, sender_name, description, folded_file_name, folded_tag, folded_sender_name)
      select ${uuidOf('c', 'n')}, ${uuidOf('b', 'n')}, '${SUBSCRIPTION}', ${uuidOf('a', `n % ${USERS}`)}, 0, 'Person ' || n % ${USERS}, 'pending', 'I agree', false, false,
        ${header}, 'Please sign', ${words} from ${rows};
    commit;`)
  await database.query('vacuum analyze signers')
  await database.query('vacuum analyze documents')
  await database.query('vacuum analyze users')
  await database.query('checkpoint')
}

async function startBare(databaseUrl: string): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const child = fork(join(import.meta.dirname, 'bare-list-server.ts'), {
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

export async function openListStage(): Promise<ListStage> {
  const endings: (() => PromiseLike<unknown>)[] = []
  const close = async () => {
    for (const end of endings.reverse()) await end()
  }
  try {
    return { ...(await open(endings)), [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

async function open(endings: (() => PromiseLike<unknown>)[]): Promise<Omit<ListStage, keyof AsyncDisposable>> {
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
  const bare = await startBare(database.url)
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
