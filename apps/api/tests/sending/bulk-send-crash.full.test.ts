/** A bulk send goes on after its server has died, or at another one, and sends each row once. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProgram } from '@rubrica/testing'
import { sandboxEnvironment } from '../../../../tools/sandbox-environment.mjs'
import { BULK_SEND_FAILPOINTS, REQUEST_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { openBulkScene } from '../scenes/bulk-scene.ts'

const ROWS = 1000
const KILLED_EVERY_MS = 5000

type Opened = Awaited<ReturnType<typeof openBulkScene>>
let open: Opened['open']
let calls: Opened['calls']
let template: string
beforeAll(async () => void ({ open, calls, template } = await openBulkScene()))
afterAll(() => open.scene[Symbol.asyncDispose]())

async function checked(rows: number) {
  const sheet = ['Who,Title', ...Array.from({ length: rows }, (_, n) => `biel,Row ${n}`)].join('\n')
  const mapping = { template, roles: [{ role: 'Tenant', userId: { column: 0 } }], fields: { title: { column: 1 } } }
  return (await calls.checked('ana', sheet, mapping)).body.guid
}

/** How many documents there are of each row; what was sent twice, or by nobody, shows. */
async function expectEachOnce(guid: string, rows: number) {
  const documents = await open.rows<{ file_name: string; n: number }>(
    `select file_name, count(*)::int as n from documents where file_name like 'Row %' group by 1 order by 1`,
  )
  expect(documents.filter(({ n }) => n !== 1)).toEqual([])
  expect(documents).toHaveLength(rows)
  const kept = await open.rows<{ n: number }>(
    `select count(distinct id)::int as n from bulk_send_rows, unnest(document_ids) as id
      where bulk_send_id = $1 and state = 'sent' and id in (select id from documents)`,
    [guid],
  )
  expect(kept).toEqual([{ n: rows }])
  await open.rows(`update documents set file_name = 'Seen ' || file_name where file_name like 'Row %'`)
}

const sentOf = async (guid: string) =>
  (
    await open.rows<{ n: number }>(
      `select count(*)::int as n from bulk_send_rows where bulk_send_id = $1 and state = 'sent'`,
      [guid],
    )
  )[0]!.n

const over = async (guid: string) =>
  (await open.rows<{ state: string }>('select state from bulk_sends where id = $1', [guid]))[0]!.state === 'finished'

test.each([...REQUEST_FAILPOINTS, ...BULK_SEND_FAILPOINTS])(
  'a server that dies at "%s" between rows loses none and sends none twice',
  async (failpoint) => {
    const { server } = open.scene.portal
    const guid = await checked(3)
    await server.restart({ FAILPOINT: failpoint })
    // It may die before it has answered.
    await calls.move('ana', guid, 'started').catch(() => undefined)
    expect((await server.program.ended).signal).toBe('SIGKILL')
    await server.restart({ FAILPOINT: undefined })
    await calls.until('ana', guid, 'finished')
    await expectEachOnce(guid, 3)
  },
  180_000,
)

test.each([
  ['is archived', 'TEMPLATE_ARCHIVED', 'update templates set archived_at = now() where id = $1', ['sender']],
  ['may not be sent any more', 'NOT_A_SENDER', 'select $1::uuid', [] as string[]],
])(
  'a row that was sent before the server died stays sent, although the template %s since',
  async (_, code, change, roles) => {
    const { server } = open.scene.portal
    const guid = await checked(12)
    await server.restart({ FAILPOINT: 'request-done' })
    await calls.move('ana', guid, 'started').catch(() => undefined)
    expect((await server.program.ended).signal).toBe('SIGKILL')
    await open.rows(change, [template])
    await open.giveRoles('ana', roles)
    await server.restart({ FAILPOINT: undefined })
    while (!(await over(guid))) await pause(100)
    const rows = await open.rows<{ state: string; code: string | null; ids: number; documents: number }>(
      `select state, code, cardinality(document_ids) as ids,
          (select count(*)::int from documents where file_name = 'Row ' || (number - 2)) as documents
        from bulk_send_rows where bulk_send_id = $1 order by state, code, number`,
      [guid],
    )
    const sent = rows.filter(({ documents }) => documents > 0)
    expect(sent.length).toBeGreaterThan(0)
    expect(sent).toEqual(sent.map(() => ({ state: 'sent', code: null, ids: 1, documents: 1 })))
    const others = rows.filter(({ documents }) => documents === 0)
    expect(others.length).toBeGreaterThan(0)
    expect(others).toEqual(others.map(() => ({ state: 'refused', code, ids: 0, documents: 0 })))
    await open.rows(`update documents set file_name = 'Seen ' || file_name where file_name like 'Row %'`)
    await open.rows('update templates set archived_at = null where id = $1', [template])
    await open.giveRoles('ana', ['sender'])
  },
  180_000,
)

test(`${ROWS} rows are ${ROWS} documents, each once, however often the server is killed`, async () => {
  const { server } = open.scene.portal
  const guid = await checked(ROWS)
  await calls.json(await calls.move('ana', guid, 'started'))
  let kills = 0
  let killedAt = Date.now()
  while (!(await over(guid))) {
    const sent = await sentOf(guid)
    if (Date.now() < killedAt + KILLED_EVERY_MS || sent === ROWS) {
      await pause(5)
      continue
    }
    await server.kill9()
    kills += 1
    await server.restart({})
    // It has its five seconds once it answers, however long a busy machine takes to start it.
    killedAt = Date.now()
  }
  expect(kills).toBeGreaterThan(0)
  await expectEachOnce(guid, ROWS)
}, 3_600_000)

test('two servers share the work, and each row is sent once', async () => {
  const { server, sandbox } = open.scene.portal
  await using other = await startProgram('api', {
    ...(await sandboxEnvironment(sandbox.url, sandbox.dataDir)),
    ...{ PORT: '0', DATA_DIR: server.dataDir, DATABASE_URL: server.database!.url, SIGNING_LEASE_MS: '1000' },
  })
  expect(other.url).not.toBe(server.url)
  const guids = [await checked(15), await checked(15)]
  for (const guid of guids) await calls.json(await calls.move('ana', guid, 'started'))
  for (const guid of guids) await calls.until('ana', guid, 'finished')
  const documents = await open.rows<{ n: number }>(
    `select count(*)::int as n from documents where file_name like 'Row %'`,
  )
  expect(documents).toEqual([{ n: 30 }])
}, 180_000)
