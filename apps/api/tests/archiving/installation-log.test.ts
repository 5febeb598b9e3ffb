/** What is done to the installation is chained, sealed, and done with its event or not at all. */
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  createDatabase,
  IN_FULL_RUN,
  makeTemporaryDirectory,
  openScene,
  runCli,
  sampleOf,
  type Scene,
  type TemporaryDirectory,
} from '@rubrica/testing'
import { digestTables } from '../scenes/digest-tables.ts'
import { ACTS, operate, withBrokenLog, type Operated } from '../scenes/installation-log-scene.ts'
import { sealAnew, untilSealed } from '../scenes/seal-anew.ts'
import { settled } from '../scenes/sender-mail-scene.ts'

let scene: Scene
let folder: TemporaryDirectory
let operated: Operated
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  folder = await makeTemporaryDirectory()
  await untilSealed(scene)
  operated = operate(scene, folder.path)
})
afterAll(async () => {
  await scene[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const WHOLE = { code: 0, findings: [], installationFindings: [], headFindings: [], deleted: [] }
const operator = userInfo().username
async function newestSequence(): Promise<number> {
  const [end] = await operated.query<{ sequence: string }>('select sequence from installation_chain')
  return Number(end!.sequence)
}

/** What leads to an act stays: a try that was taken, a secret that nobody has confirmed. */
const BEFORE_THE_ACT = ['factor_tries', 'totp_setups']

const TRIED_UNLOGGED = sampleOf(ACTS, 8)

/** What the log must say of the acts, the oldest first. */
const done: { sequence: number; type: string; by: string; name: string }[] = []

// One act needs what those before it have done.
for (const act of ACTS) {
  test.runIf(TRIED_UNLOGGED.includes(act))(`${act.what}: without the event ${act.type} it is not done`, async () => {
    const stateOf = await digestTables(operated.query, BEFORE_THE_ACT)
    // A mail that an act before has set going is written down when it is sent.
    await settled(scene)
    const before = await stateOf()
    expect(await withBrokenLog(operated, () => act.run(operated))).toBe(false)
    expect(await stateOf()).toEqual(before)
    expect(existsSync(join(folder.path, 'installation.tar'))).toBe(false)
  })

  test(`${act.what}: it is done with one event`, async () => {
    const sequence = await newestSequence()
    expect(await act.run(operated)).toBe(true)
    expect(await newestSequence()).toBe(sequence + 1)
    const name = act.by === 'operator' ? operator : scene.people.ana.userId
    done.push({ sequence: sequence + 1, type: act.type, by: act.by, name })
  })
}

test('the event of each act names what was done, and who did it', async () => {
  expect(done).toHaveLength(ACTS.length)
  const sequences = new Set(done.map(({ sequence }) => sequence))
  const logged = (await operated.log('--most', '10000')).filter(({ sequence }) => sequences.has(sequence))
  expect(logged.toReversed()).toMatchObject(done)
})

test('what turns out not to be done leaves no event', async () => {
  const sequence = await newestSequence()
  for (const args of [
    ['subscription', 'add', 'Second'],
    ['client', 'add', 'erp', '--subscription', 'Demo'],
    ['team', 'leave', 'Contracts', 'eve', '--subscription', 'Demo'],
    ['user', 'role', 'eve', '--give', 'sender', '--subscription', 'Second'],
    ['user', 'identity', 'remove', 'eve', '--provider', 'google', '--issuer', 'x', '--subject', 'y'],
  ]) {
    await operated.rubrica(...args)
  }
  expect(await newestSequence()).toBe(sequence)
  expect(await operated.verify()).toEqual(WHOLE)
})

test('facts hold no secret and no personal value, which lie behind salted commitments', async () => {
  const { stdout } = await operated.rubrica('client', 'add', 'shop', '--subscription', 'Demo', '--json')
  const { secret } = JSON.parse(stdout) as { secret: string }
  const rows = await operated.query<{ canonical: string }>('select canonical from installation_events')
  const texts = rows.map(({ canonical }) => canonical).join('\n')
  const personal = ['Eve Serra', 'eve@example.org', 'L-eve', '+34600000077', 'ana.new@example.org']
  for (const value of [secret, ...personal, 'secret-of-ana']) {
    expect(texts).not.toContain(value)
  }
  expect(texts).not.toContain(`"${operator}"`)
  const everything = JSON.stringify(await operated.log('--most', '10000'))
  expect(everything).not.toContain(secret)
  const [made] = await operated.log('--kind', 'account-made')
  expect(made!.values).toMatchObject({ loginName: 'eve', name: 'Eve Serra', legalId: 'L-eve' })
})

test('the log is listed the newest first, by kind and by time, and what is typed wrongly is told', async () => {
  const all = await operated.log('--most', '10000')
  expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => all.length - index))
  const teams = await operated.log('--kind', 'team-made', '--kind', 'team-left')
  expect(teams.map(({ type }) => type)).toEqual(['team-left', 'team-made'])
  expect(await operated.log('--until', '2020-01-01')).toEqual([])
  expect(await operated.log('--since', '2020-01-01', '--most', '10000')).toEqual(all)
  const said = (await operated.rubrica('audit', 'log', '--kind', 'roles-changed')).stdout
  expect(said).toMatch(new RegExp(`roles-changed  operator ${operator}  .*given="sender"`))
  for (const [option, value, words] of [
    ['--kind', 'nonsense', '"nonsense" is none of them'],
    ['--since', 'yesterday', 'takes a day'],
    ['--until', '2026-02-31T99:00:00Z', 'takes a day'],
    ['--most', '0', 'takes a number'],
  ] as const) {
    const { code, stderr } = await operated.rubrica('audit', 'log', option, value)
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
  }
  expect((await operated.rubrica('audit', 'heads', '--kind', 'team-made')).code).toBe(2)
})

test.runIf(IN_FULL_RUN)(
  'a server key that was added while nothing could be logged is logged by the next server that starts',
  async () => {
    const refused = await withBrokenLog(operated, () => operated.rubrica('keys', 'rotate'))
    expect(refused.code).toBe(1)
    const keys = async () => {
      const events = await operated.log('--kind', 'server-key-added')
      return events.map(({ by, facts }) => [by, facts['version']])
    }
    expect(await keys()).toEqual([['server', 1]])
    await scene.portal.server.restart()
    expect(await keys()).toEqual([
      ['server', 2],
      ['server', 1],
    ])
    expect((await operated.rubrica('keys', 'rotate')).code).toBe(0)
    const [activated] = await operated.log('--kind', 'server-key-activated')
    expect([activated!.by, activated!.facts['version']]).toEqual(['operator', 2])
    expect((await operated.rubrica('keys', 'rotate')).code).toBe(0)
    await scene.portal.server.restart()
    expect(await keys()).toEqual([
      ['operator', 3],
      ['server', 2],
      ['server', 1],
    ])
  },
)

test.runIf(IN_FULL_RUN)(
  'a restored installation says so behind the log of its backup, and with which backup',
  async () => {
    const file = join(folder.path, 'second.tar')
    expect((await operated.rubrica('backup', file)).code).toBe(0)
    await using database = await createDatabase(inject('sharedPostgres'))
    await using elsewhere = await makeTemporaryDirectory()
    const { serverKeyFile } = scene.portal.server
    const env = { DATABASE_URL: database.url, DATA_DIR: elsewhere.path, SERVER_KEY_FILE: serverKeyFile }
    expect(await runCli(['restore', file], env)).toMatchObject({ code: 0 })
    const [written] = await operated.log('--most', '1')
    const { stdout } = await runCli(['audit', 'log', '--json', '--most', '1'], env)
    const [restored] = (JSON.parse(stdout) as { events: Awaited<ReturnType<Operated['log']>> }).events
    expect(restored).toMatchObject({ type: 'installation-restored', by: 'operator', name: operator })
    // The event of a backup is not in it.
    expect(restored!.sequence).toBe(written!.sequence)
    expect(restored!.facts['endDigest']).toBe(written!.facts['endDigest'])
    expect((await runCli(['audit', 'verify'], env)).code).toBe(0)
  },
)

/** Keeps the tables of the log aside, does damage, and puts them back. */
async function afterDamage(...damage: readonly string[]) {
  const tables = ['installation_chain', 'installation_events', 'installation_personal_data']
  for (const table of tables) await operated.query(`create table kept_${table} as select * from ${table}`)
  try {
    for (const statement of damage) await operated.query(statement)
    return await operated.verify()
  } finally {
    for (const table of tables) {
      await operated.query(`delete from ${table}`)
      await operated.query(`insert into ${table} select * from kept_${table}`)
      await operated.query(`drop table kept_${table}`)
    }
  }
}

test.each([
  [
    'altered',
    [
      `update installation_events set canonical = replace(canonical, '"given":"sender"', '"given":"admin"')
      where type = 'roles-changed' and sequence > 20`,
    ],
    'changed',
  ],
  ['altered in its column', [`update installation_events set type = 'team-made' where type = 'team-left'`], 'changed'],
  ['left out', [`delete from installation_events where type = 'team-joined'`], 'missing'],
  [
    'left out, with all that follow numbered anew',
    [
      `update installation_events set sequence = -sequence
        where sequence > (select sequence from installation_events where type = 'team-joined')`,
      `delete from installation_events where type = 'team-joined'`,
      `update installation_events set sequence = -sequence - 1 where sequence < 0`,
    ],
    'changed',
  ],
  [
    'exchanged for another',
    [
      `update installation_events a set canonical = b.canonical, hash = b.hash, previous_hash = b.previous_hash, type = b.type,
        at = b.at from installation_events b where a.type = 'team-joined' and b.type = 'team-left'`,
    ],
    'changed',
  ],
  [
    'cut off',
    [`delete from installation_events where sequence = (select sequence from installation_chain)`],
    'missing',
  ],
  [
    'put behind the end',
    [
      `insert into installation_events select sequence + 1, type, at, canonical, previous_hash, hash
      from installation_events where sequence = (select sequence from installation_chain)`,
    ],
    'changed',
  ],
  [
    'given another personal value',
    [`update installation_personal_data set value = 'mallory' where value = 'Eve Serra'`],
    'personal-data-changed',
  ],
  [
    'given the personal value of another event',
    [
      `update installation_personal_data set sequence = (select sequence from installation_events where type = 'team-left')
        where value = 'Eve Serra'`,
    ],
    'personal-data-changed',
  ],
])('an event that was %s is named', async (_, damage, problem) => {
  const { code, installationFindings } = await afterDamage(...damage)
  expect(code).toBe(1)
  expect(installationFindings.map((finding) => finding.problem)).toContain(problem)
})

test('a personal value that was erased is no fault, and is not told any more', async () => {
  await operated.query(`delete from installation_personal_data where value = 'Eve Serra'`)
  expect(await operated.verify()).toEqual(WHOLE)
  const [made] = await operated.log('--kind', 'account-made')
  expect(made!.values).not.toHaveProperty('name')
})

test('heads stand for the log of the installation: once sealed, it cannot be rolled back or written anew', async () => {
  // A server that starts seals what came since, here the subscription that the acts have made.
  await scene.portal.server.restart()
  await sealAnew(scene, 2)
  expect(await operated.verify()).toEqual(WHOLE)
  const sequence = await newestSequence()
  const lost = { sequence, problem: 'sealed-end-lost' }
  const rolledBack = await afterDamage(
    `delete from installation_events where sequence = ${sequence}`,
    `delete from installation_personal_data where sequence = ${sequence}`,
    `update installation_chain set sequence = ${sequence - 1},
      hash = (select hash from installation_events where sequence = ${sequence - 1})`,
  )
  expect(rolledBack).toEqual({ ...WHOLE, code: 1, installationFindings: [lost] })
  const gone = await afterDamage(
    'delete from installation_events',
    'delete from installation_personal_data',
    'delete from installation_chain',
  )
  expect(gone).toEqual({ ...WHOLE, code: 1, installationFindings: [lost] })
  const [head] = await operated.query<{ canonical: string }>(
    `select canonical from audit_heads join subscriptions on id = subscription_id where name = 'Demo'`,
  )
  const [count] = await operated.query<{ documents: string }>('select count(*) as documents from documents')
  const facts = JSON.parse(head!.canonical) as { documents: number; treeSize: number }
  expect([facts.documents, facts.treeSize]).toEqual([Number(count!.documents), Number(count!.documents) + 1])
})
