/** Bulk sends: what a sheet is checked for, how it is corrected, and what comes of its rows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeXlsx, makeZip, xlsxParts } from '@rubrica/sheets/testing'
import { makePdf } from '@rubrica/testing'
import { openBulkScene } from '../scenes/bulk-scene.ts'
import { codeOf, faultsOf } from '../scenes/template-scene.ts'

type Opened = Awaited<ReturnType<typeof openBulkScene>>
let open: Opened['open']
let calls: Opened['calls']
let template: string
beforeAll(async () => void ({ open, calls, template } = await openBulkScene()))
afterAll(() => open.scene[Symbol.asyncDispose]())

const columns = (template: string, more: object = {}, fields: object = {}) => ({
  ...{ template, timeZone: 'Europe/Madrid', fields },
  roles: [{ role: 'tenant', userId: { column: 0 }, ...more }],
})
const sentOf = async (guid: string) =>
  (
    await calls.json<{ fileName: string; deadline: string | null; tags: string[] }>(
      await open.ask('ana', `documents/${guid}`),
    )
  ).body

test('each good row becomes a document, with the name, the deadline and the tags that it says', async () => {
  const sheet =
    '\uFEFFWho;Title;Until;Tags\r\nana;"Lease; first";2030-03-31;a, b\r\ncarla2;x;x;x\r\nbiel;Second;2030-01-02T10:30;\r\n'
  const fields = { title: { column: 1 }, deadline: { column: 2 }, tags: { column: 3 } }
  const { body, tag } = await calls.checked('ana', sheet, columns(template, {}, fields))
  expect(body.counts).toEqual({ good: 2, wrong: 1 })
  expect(await codeOf(await calls.move('ana', body.guid, 'started'))).toEqual([409, 'BULK_SEND_HAS_FAULTS'])
  const out = await calls.json<{ row: object }>(
    await calls.correct('ana', { guid: body.guid, tag }, 3, { leaveOut: true }),
  )
  expect(out.body.row).toMatchObject({ state: 'left-out', findings: [] })
  await calls.json(await calls.move('ana', body.guid, 'started'))
  const over = await calls.until('ana', body.guid, 'finished')
  expect(over.body.counts).toEqual({ sent: 2, 'left-out': 1 })
  const { data } = await calls.rows('ana', body.guid, 'state=sent')
  const [first, second] = await Promise.all(data.map(({ documents }) => sentOf(documents[0]!)))
  expect(first).toMatchObject({ fileName: 'Lease; first', tags: ['a', 'b'] })
  // The end of the last day of March in Madrid, where summer has begun by then.
  expect(first!.deadline).toBe('2030-03-31T21:59:59.000Z')
  expect(second!.deadline).toBe('2030-01-02T09:30:00.000Z')
})

test('the dry run finds everything that is wrong with every row, each with its column', async () => {
  const ofTwo = await calls.template({
    signers: [
      { role: 'Tenant', positions: [] },
      { role: 'Owner', positions: [] },
    ],
  })
  const sheet = [
    'Tenant,Owner,Mail,Until',
    'ana,biel,,2030-01-01',
    'nobody,biel,,31/12/2030',
    'ana,ANA,,2030-02-30',
    ',biel,,2020-01-01',
    'ana,,no address,',
    'ana,,somebody@example.org,',
    'ana,biel,,2030-01-01',
  ].join('\n')
  const mapping = {
    template: ofTwo,
    roles: [
      { role: 'Tenant', userId: { column: 0 } },
      { role: 'Owner', userId: { column: 1 }, email: { column: 2 } },
    ],
    fields: { deadline: { column: 3 } },
  }
  const { body } = await calls.checked('biel', sheet, mapping)
  const { data } = await calls.rows('biel', body.guid)
  const found = data.map(({ number, findings }) => [number, findings.map(({ code, column }) => [code, column])])
  expect(found).toEqual([
    [2, []],
    [
      3,
      [
        ['PERSON_UNKNOWN', 0],
        ['DATE_INVALID', 3],
      ],
    ],
    [
      4,
      [
        ['PERSON_TWICE', 1],
        ['DATE_INVALID', 3],
      ],
    ],
    [
      5,
      [
        ['PERSON_MISSING', 0],
        ['DATE_PAST', 3],
      ],
    ],
    [6, [['EMAIL_INVALID', 2]]],
    [7, [['NAME_MISSING', 2]]],
    [8, [['ROW_TWICE', null]]],
  ])
  expect(data.at(-1)).toMatchObject({ state: 'good', findings: [{ isNotice: true, otherRow: 2 }] })
})

test('words of the template that give a signature its place are looked for before anything is sent', async () => {
  const anchored = (anchor: string) => ({
    signers: [
      { role: 'Tenant', positions: [{ anchor: 'contract' }] },
      { userId: 'biel', positions: [{ anchor }] },
    ],
  })
  const findingsWith = async (anchor: string) => {
    const template = await calls.template(anchored(anchor))
    const mapping = { template, roles: [{ role: 'Tenant', userId: { column: 0 } }], fields: {} }
    const { body } = await calls.checked('ana', 'Who\nana', mapping)
    return (await calls.rows('ana', body.guid)).data.map(({ findings }) => findings.map(({ code }) => code))
  }
  const [good] = await findingsWith('contract')
  expect(good).toEqual([])
  const [bad] = await findingsWith('These words are nowhere')
  expect(bad).toEqual(['WORDS_MISSING'])
})

test('the words are looked for on the file of each row, where it sends one of its own', async () => {
  const ofWords = await calls.template({ signers: [{ role: 'Tenant', positions: [{ anchor: 'contract' }] }] })
  const [good, bad] = [await open.upload('ana'), await open.upload('ana', 'Something else')]
  const mapping = {
    template: ofWords,
    files: [good, bad],
    roles: [{ role: 'Tenant', userId: { column: 0 } }],
    fields: { file: { column: 1 } },
  }
  const { body } = await calls.checked('ana', `Who,File\nana,${good}\nbiel,${bad}`, mapping)
  const { data } = await calls.rows('ana', body.guid)
  expect(data.map(({ findings }) => findings.map(({ code, column }) => [code, column]))).toEqual([
    [],
    [['WORDS_MISSING', 1]],
  ])
})

test('a row that is corrected is judged at once, and nobody corrects what somebody else has changed', async () => {
  const { body, tag } = await calls.checked('ana', 'Who\nnobody\nbiel', columns(template))
  const name = { guid: body.guid, tag }
  const fixed = await calls.json<{ row: object }>(await calls.correct('ana', name, 2, { cells: ['ana'] }))
  expect(fixed.body.row).toMatchObject({ number: 2, cells: ['ana'], state: 'good', findings: [] })
  expect(await codeOf(await calls.correct('ana', name, 2, { cells: ['x'] }))).toEqual([412, 'PRECONDITION_FAILED'])
  const now = { guid: body.guid, tag: fixed.tag }
  expect(await codeOf(await calls.correct('ana', now, 9, { cells: ['x'] }))).toEqual([404, 'BULK_ROW_NOT_FOUND'])
  expect(await faultsOf(await calls.correct('ana', now, 2, { cells: ['x', 'y'] }))).toEqual([['#/cells', 'INVALID']])
  const again = await calls.json<{ row: object }>(await calls.correct('ana', now, 2, { cells: ['biel'] }))
  expect(again.body.row).toMatchObject({ state: 'good', findings: [{ code: 'ROW_TWICE', otherRow: 3 }] })
})

test('a mapping has to fit the sheet and the template', async () => {
  const { body, tag } = await calls.create('ana', 'Who\nana')
  const wrong = { template, roles: [{ role: 'Owner', userId: { column: 4 } }], fields: { title: { column: 1 } } }
  const answer = await calls.map('ana', { guid: body.guid, tag }, wrong)
  expect(await faultsOf(answer)).toEqual([
    ['#/roles', 'INVALID'],
    ['#/roles/0', 'INVALID'],
    ['#/roles/0/userId', 'INVALID'],
    ['#/fields/title', 'INVALID'],
  ])
  const unseen = await open.write('ana', `PUT bulk/${body.guid}/mapping`, columns(template))
  expect(await codeOf(unseen)).toEqual([428, 'PRECONDITION_REQUIRED'])
})

test('each row sends the file that it names, which is used up; what is missing or named twice is found', async () => {
  const upload = async (name: string) => {
    const answer = await open.ask('ana', 'files', {
      method: 'POST',
      headers: { 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="${name}"` },
      body: new Blob([new Uint8Array(makePdf({ text: name }))]),
    })
    return (await calls.json<{ id: string }>(answer, 201)).body.id
  }
  const files = [await upload('Ana.pdf'), await upload('Biel.pdf')]
  const sheet = 'Who,File\nana,ana.pdf\nbiel,Biel\nbiel,Biel.pdf\nana,none.pdf\nana,'
  const mapping = { ...columns(template, {}, { file: { column: 1 } }), files }
  const { body } = await calls.checked('ana', sheet, mapping)
  const { data } = await calls.rows('ana', body.guid)
  expect(data.map(({ findings }) => findings.map(({ code }) => code))).toEqual([
    [],
    [],
    ['FILE_TWICE'],
    ['FILE_UNKNOWN'],
    ['FILE_MISSING'],
  ])
  await calls.json(await calls.move('ana', body.guid, 'started', { leaveOutFaults: true }))
  await calls.until('ana', body.guid, 'finished')
  const sent = (await calls.rows('ana', body.guid, 'state=sent')).data
  expect(await sentOf(sent[0]!.documents[0]!)).toMatchObject({ fileName: 'Ana.pdf' })
  for (const file of files) expect((await open.ask('ana', `files/${file}`)).status).toBe(404)
})

test('it is paused, goes on, and is cancelled: what was sent stays, and nothing more is sent', async () => {
  const people = Array.from({ length: 60 }, () => 'biel').join('\n')
  const { body } = await calls.checked('ana', `Who\n${people}`, columns(template))
  const key = { 'idempotency-key': crypto.randomUUID() }
  await calls.json(await calls.move('ana', body.guid, 'started', undefined, key))
  const paused = await calls.json<{ state: string }>(await calls.move('ana', body.guid, 'paused'))
  expect(paused.body.state).toBe('paused')
  // The same request, repeated: it is not started again.
  await calls.json(await calls.move('ana', body.guid, 'started', undefined, key))
  expect((await calls.show('ana', body.guid)).body.state).toBe('paused')
  await expect
    .poll(async () => (await calls.show('ana', body.guid)).body.counts['sending'] ?? 0, { timeout: 120_000 })
    .toBe(0)
  const before = (await calls.show('ana', body.guid)).body.counts
  await calls.json(await calls.move('ana', body.guid, 'resumed'))
  const sent = async () => (await calls.show('ana', body.guid)).body.counts['sent'] ?? 0
  await expect.poll(sent, { timeout: 120_000 }).toBeGreaterThan(before['sent'] ?? 0)
  await calls.json(await calls.move('ana', body.guid, 'cancelled'))
  await expect
    .poll(async () => (await calls.show('ana', body.guid)).body.counts['sending'] ?? 0, { timeout: 120_000 })
    .toBe(0)
  const { counts } = (await calls.show('ana', body.guid)).body
  expect((counts['sent'] ?? 0) + (counts['cancelled'] ?? 0)).toBe(60)
  const documents = (await calls.rows('ana', body.guid)).data.flatMap((row) => row.documents)
  expect(documents).toHaveLength(counts['sent'] ?? 0)
  expect(await codeOf(await calls.move('ana', body.guid, 'resumed'))).toEqual([409, 'BULK_SEND_STATE'])
}, 120_000)

test('a bulk send is nothing to anybody else: another sender, another subscription, a person without a role', async () => {
  const { body } = await calls.checked('ana', 'Who\nbiel', columns(template))
  const at = `bulk/${body.guid}`
  const tries: readonly (readonly [string, string, object?])[] = [
    ['GET', at],
    ['GET', `${at}/rows`],
    ['GET', `${at}/result.csv`],
    ['PUT', `${at}/mapping`, columns(template)],
    ['PUT', `${at}/rows/2`, { cells: ['ana'] }],
    ['POST', `${at}/started`],
    ['POST', `${at}/paused`],
    ['POST', `${at}/resumed`],
    ['POST', `${at}/cancelled`],
    ['DELETE', at],
  ]
  for (const who of ['biel', 'carla'] as const) {
    for (const [method, path, sent] of tries) {
      const headers = { 'if-match': '*', ...(sent && { 'content-type': 'application/json' }) }
      const answer = await open.ask(who, path, { method, headers, ...(sent && { body: JSON.stringify(sent) }) })
      expect([who, method, path, ...(await codeOf(answer))]).toEqual([who, method, path, 404, 'BULK_SEND_NOT_FOUND'])
    }
    const { body: list } = await calls.json<{ data: { guid: string }[] }>(await open.ask(who, 'bulk'))
    expect(list.data.map(({ guid }) => guid)).not.toContain(body.guid)
  }
  expect((await calls.show('ana', body.guid)).body.counts).toEqual({ good: 1 })
})

test('the result has the sheet and what came of it, and no cell that a spreadsheet would run', async () => {
  const sheet = 'Who;Note\nana;=1+1\nnobody;"@x; ""y"""\nbiel;-5\nbiel;"\t+a"'
  const { body } = await calls.checked('ana', sheet, columns(template))
  await calls.json(await calls.move('ana', body.guid, 'started', { leaveOutFaults: true }))
  await calls.until('ana', body.guid, 'finished')
  const answer = await open.ask('ana', `bulk/${body.guid}/result.csv`)
  expect(answer.headers.get('content-disposition')).toContain('people-result.csv')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'))
  const lines = bytes.toString('utf8').slice(1).split('\r\n')
  expect(lines[0]).toBe('Row;Who;Note;State;Reason;Documents')
  expect(lines[1]).toMatch(/^2;ana;'=1\+1;sent;;[\da-f-]{36}$/)
  expect(lines[2]).toBe(`3;nobody;"'@x; ""y""";left-out;PERSON_UNKNOWN;`)
  expect(lines[3]).toMatch(/^4;biel;'-5;sent;/)
  expect(lines[4]).toMatch(/^5;biel;'\+a;sent;/)
})

test('a workbook is read with its own dates, and a sheet is refused that is none, too long, or a bomb', async () => {
  const until = new Date(Date.UTC(2030, 6, 1, 12, 0))
  const { body } = await calls.checked(
    'ana',
    makeXlsx([
      ['Who', 'Until'],
      ['ana', until],
    ]),
    columns(template, {}, { deadline: { column: 1 } }),
  )
  expect((await calls.rows('ana', body.guid)).data).toMatchObject([
    { cells: ['ana', '2030-07-01T12:00'], state: 'good' },
  ])
  const refused = async (file: Uint8Array | string) => codeOf(await calls.give('ana', file))
  expect(await refused(`Who\n${'ana\n'.repeat(5001)}`)).toEqual([422, 'SHEET_TOO_LARGE'])
  const bomb = makeZip({ ...xlsxParts([['a'], ['1']]), 'xl/sharedStrings.xml': 'A'.repeat(80 * 1024 * 1024) })
  expect(await refused(bomb)).toEqual([422, 'SHEET_TOO_LARGE'])
  expect(await refused(Buffer.from([0, 1, 2]))).toEqual([422, 'SHEET_UNREADABLE'])
  expect(await refused('a;'.repeat(6 * 1024 * 1024))).toEqual([413, 'BODY_TOO_LARGE'])
  expect((await open.ask('ana', 'health/ready', { method: 'GET' })).status).toBeLessThan(500)
})

test('what a sheet says of people is sealed at rest, and gone with the bulk send; documents stay', async () => {
  const { body } = await calls.checked('ana', 'Who,Note\nbiel,canary-in-a-cell', columns(template))
  const kept = await open.rows<{ text: string }>(
    `select encode(sealed_cells, 'escape') || findings::text as text from bulk_send_rows where bulk_send_id = $1`,
    [body.guid],
  )
  expect(kept).toHaveLength(1)
  expect(kept[0]!.text).not.toContain('canary')
  await calls.json(await calls.move('ana', body.guid, 'started'))
  await calls.until('ana', body.guid, 'finished')
  const [row] = (await calls.rows('ana', body.guid)).data
  expect((await open.ask('ana', `bulk/${body.guid}`, { method: 'DELETE' })).status).toBe(204)
  expect(await open.rows('select 1 from bulk_send_rows where bulk_send_id = $1', [body.guid])).toEqual([])
  expect(await sentOf(row!.documents[0]!)).toMatchObject({ fileName: 'Lease.pdf' })
})
