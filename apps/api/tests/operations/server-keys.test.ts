/** Which key file belongs to an installation, and how its keys are changed while several servers run. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  createDatabase,
  IN_FULL_RUN,
  makeTemporaryDirectory,
  runCli,
  type RunningProgram,
  type RunningServer,
  StartFailed,
  startProgram,
  startServer,
  type TemporaryDirectory,
  writeServerKeyFile,
} from '@rubrica/testing'

/** A machine takes long when it is busy. */
const PATIENCE = { timeout: 60_000, interval: 100 }

interface Replica {
  readonly server_keys: Record<string, string>
  readonly active_key: number
}

/** Why a server did not start, in its own words. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const error: unknown = await startProgram('api', { PORT: '0', ...env }).then(
    (program) => program.stop().then(() => 'it started'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof StartFailed)) return String(error)
  expect(error.end.code).toBe(1)
  const sentences = error.output.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
  expect(sentences).toHaveLength(1)
  return sentences[0]!
}

test('where the database is a server of the operator, only "keys init" makes the first key, and only once', async () => {
  await using folder = await makeTemporaryDirectory()
  await using database = await createDatabase(inject('sharedPostgres'))
  const env = { DATABASE_URL: database.url, DATA_DIR: join(folder.path, 'data') }
  expect(await refusalOf(env)).toMatch(/There is no server key yet: run "rubrica keys init" once/)
  expect((await runCli(['user', 'list'], env)).code).not.toBe(0)
  const elsewhere = { ...env, SERVER_KEY_FILE: join(folder.path, 'other/keys.json') }
  const inits = await Promise.all([runCli(['keys', 'init'], env), runCli(['keys', 'init'], elsewhere)])
  expect(inits.map(({ code }) => code).sort()).toEqual([0, 1])
  const [made, refused] = inits[0].code === 0 ? [inits[0], inits[1]] : [inits[1], inits[0]]
  expect(made.stdout).toMatch(/^Server key 1 \([0-9a-f]{32}\) was made in /)
  expect(refused.stderr).toMatch(/is missing; without it the stored data cannot be read/)
  const winner = inits[0].code === 0 ? env : elsewhere
  expect((await runCli(['keys', 'init'], winner)).stderr).toMatch(/has server keys/)
  const program = await startProgram('api', { PORT: '0', ...winner })
  await program.stop()
})

test.runIf(IN_FULL_RUN)(
  'of two first starts with two key files on one empty database one serves, and the other says why not',
  async () => {
    await using folder = await makeTemporaryDirectory()
    await using database = await createDatabase(inject('sharedPostgres'))
    const files = ['one', 'two'].map((name) => join(folder.path, name, 'server-keys.json'))
    await Promise.all(files.map((file) => writeServerKeyFile(file)))
    const envOf = (file: string) => ({
      ...{ PORT: '0', DATABASE_URL: database.url, DATA_DIR: join(folder.path, 'data'), SERVER_KEY_FILE: file },
    })
    const starts = await Promise.allSettled(files.map((file) => startProgram('api', envOf(file))))
    const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    await Promise.all(started.map((program) => program.stop()))
    const refused = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
    expect([started.length, refused.length]).toEqual([1, 1])
    const sentence = /holds another key of version 1 \([0-9a-f]{8}…\) than this installation's/
    const loser = files[starts.findIndex(({ status }) => status === 'rejected')]!
    expect(await refusalOf(envOf(loser))).toMatch(sentence)
  },
)

test.runIf(IN_FULL_RUN)(
  'an installation of before takes over its key file, and not one that does not open what is stored',
  async () => {
    await using server = await startServer({ postgres: inject('sharedPostgres') })
    await using folder = await makeTemporaryDirectory()
    await server.program.stop()
    await server.database!.query('delete from server_keys')
    const other = join(folder.path, 'server-keys.json')
    await writeServerKeyFile(other)
    const env = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir, SERVER_KEY_FILE: other }
    expect(await refusalOf(env)).toMatch(/does not open what is stored in \w+_keys/)
    expect(await server.database!.query('select 1 from server_keys')).toEqual([])
    await server.restart()
    const keys = await server.database!.query('select version, state from server_keys')
    expect(keys).toEqual([{ version: 1, state: 'active' }])
  },
)

describe('two machines, each with its own copy of the key file', () => {
  let server: RunningServer
  let folder: TemporaryDirectory
  let other: RunningProgram
  let otherEnv: Record<string, string>
  let otherFile: string
  beforeAll(async () => {
    server = await startServer({ postgres: inject('sharedPostgres') })
    folder = await makeTemporaryDirectory()
    otherFile = join(folder.path, 'other/server-keys.json')
    await mkdir(dirname(otherFile))
    await copyFile(server.serverKeyFile, otherFile)
    otherEnv = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir, SERVER_KEY_FILE: otherFile }
    other = await startProgram('api', { PORT: '0', ...otherEnv })
  })
  afterAll(async () => {
    await other.stop()
    await server[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  const keys = (...args: string[]) =>
    runCli(['keys', ...args], { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir })
  const replicas = () => server.database!.query<Replica>('select server_keys, active_key from replicas')
  const states = () =>
    server
      .database!.query('select version, state from server_keys order by version')
      .then((rows) => rows.map((row) => Object.values(row)))
  const readiness = async ({ url }: { url: string }) => {
    const answer = await fetch(`${url}/health/ready`)
    return { ...((await answer.json()) as { reasons?: string[] }), status: answer.status }
  }

  test('of two that stage a key at once one does, and it is not activated before all machines have it', async () => {
    const staged = await Promise.all([keys('stage'), keys('stage')])
    expect(staged.map(({ code }) => code).sort()).toEqual([0, 1])
    expect(staged.map(({ stdout }) => stdout).join('')).toMatch(/^Server key 2 \([0-9a-f]{32}\) is staged in /)
    expect(await states()).toEqual([
      [1, 'active'],
      [2, 'staged'],
    ])
    const refused = await keys('activate', '2')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/is not everywhere yet. Waiting for /)])
    expect(await readiness(other)).toMatchObject({ status: 200 })
  })

  test('once the file is on each machine, one of two that activate the key does, and nobody was restarted', async () => {
    await copyFile(server.serverKeyFile, otherFile)
    const bothHold = async () => (await replicas()).map((one) => Object.keys(one.server_keys))
    await expect.poll(bothHold, PATIENCE).toEqual([
      ['1', '2'],
      ['1', '2'],
    ])
    const activated = await Promise.all([keys('activate', '2'), keys('activate', '2')])
    expect(activated.map(({ code }) => code).sort()).toEqual([0, 1])
    expect(activated.map(({ stderr }) => stderr).join('')).toMatch(/is active, and only a staged one is activated/)
    await expect.poll(async () => (await replicas()).map((one) => one.active_key), PATIENCE).toEqual([2, 2])
    expect(await states()).toEqual([
      [1, 'former'],
      [2, 'active'],
    ])
    const listed = (await keys('list')).stdout
    expect(listed).toMatch(/2 {2}active/)
    expect(listed.match(/holds 1, 2, wraps with 2/g)).toHaveLength(2)
  })

  test('a machine that goes back to an older copy is not ready, says why, and does not start again', async () => {
    const [newest, text] = [await readFile(otherFile), await readFile(otherFile, 'utf8')]
    const parsed = JSON.parse(text) as { keys: { version: number }[] }
    const older = { ...parsed, keys: parsed.keys.filter(({ version }) => version === 1) }
    await writeFile(otherFile, JSON.stringify(older), { mode: 0o600 })
    await expect.poll(async () => (await readiness(other)).status, PATIENCE).toBe(503)
    expect((await readiness(other)).reasons?.join()).toMatch(/version 2 is the active one, and .* does not hold it/)
    expect(await readiness(server)).toMatchObject({ status: 200 })
    expect(await refusalOf(otherEnv)).toMatch(/lacks the installation's key of version 2 .* which is the active one/)
    await writeFile(otherFile, newest, { mode: 0o600 })
    await expect.poll(async () => (await readiness(other)).status, PATIENCE).toBe(200)
  })

  test.runIf(IN_FULL_RUN)(
    'a key is retired once nothing is left of it, which says what backups need, and is dropped then',
    async () => {
      expect((await keys('retire', '2')).stderr).toMatch(/is the active one/)
      expect((await keys('retire', '1')).stderr).toMatch(/was activated less than 10 minutes ago/)
      await server.database!.query(
        "update server_keys set activated_at = now() - interval '11 minutes' where version = 2",
      )
      expect((await keys('retire', '1')).stderr).toMatch(
        /still opens what lies in .*_keys.*; run "rubrica keys rewrap"/,
      )
      expect((await keys('drop', '1')).stderr).toMatch(/is not a retired one/)
      expect((await keys('rewrap')).stdout).toMatch(
        /^Server key 2 is the active one; [1-9]\d* stored keys were wrapped anew/,
      )
      const retired = await Promise.all([keys('retire', '1'), keys('retire', '1')])
      expect(retired.map(({ code }) => code).sort()).toEqual([0, 1])
      expect(retired.map(({ stdout }) => stdout).join('')).toMatch(/is retired. Backups older than 20\S+Z need it/)
      expect((await keys('drop', '1')).code).toBe(0)
      await server.restart()
      expect(await readiness(server)).toMatchObject({ status: 200 })
      expect(await readiness(other)).toMatchObject({ status: 200 })
    },
  )

  test.runIf(IN_FULL_RUN)(
    'a staged key that is not wanted is retired at once, and its number is never used again',
    async () => {
      expect((await keys('stage')).stdout).toMatch(/^Server key 3/)
      expect((await keys('retire', '3')).stdout).toMatch(/it has wrapped nothing/)
      expect((await keys('drop', '3')).code).toBe(0)
      expect((await keys('stage')).stdout).toMatch(/^Server key 4/)
      expect((await keys('retire', '4')).code).toBe(0)
    },
  )

  test('what is typed wrongly is told, with exit code 2', async () => {
    for (const args of [[], ['nonsense'], ['activate'], ['activate', 'two'], ['stage', '2'], ['constructor']]) {
      expect((await keys(...args)).code, args.join(' ')).toBe(2)
    }
  })
})
