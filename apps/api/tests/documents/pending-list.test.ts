import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, type Scene } from '@rubrica/testing'

let scene: Scene
const NAMES = ['alfa.pdf', 'Beta.pdf', 'gamma 100%.pdf', 'delta_1.pdf', 'delta21.pdf', 'zeta.pdf', 'çedilla.pdf']
/** Capitals and accents make no difference to where a name stands. */
const SORTED = ['alfa.pdf', 'Beta.pdf', 'çedilla.pdf', 'delta21.pdf', 'delta_1.pdf', 'gamma 100%.pdf', 'zeta.pdf']

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { DEMO: '1' } })
  // Only what these tests send is left to see.
  await scene.portal.server.database!.query(`update signers set state = 'cancelled'`)
  for (const [i, fileName] of NAMES.entries()) {
    await scene.send({
      signers: ['ana'],
      description: { fileName, tags: i % 2 ? ['legal', `n${i}`] : [], senderName: `Sender ${9 - i}` },
    })
  }
  for (const [i, fileName] of NAMES.entries()) {
    await scene.portal.server.database!.query(
      `update signers set upload_time = now() - make_interval(days => $1) where file_name = $2`,
      [i, fileName],
    )
  }
})
afterAll(() => scene[Symbol.asyncDispose]())

const list = (query: Record<string, string>) => scene.people.ana.call.pendingDocuments({ query })
const names = async (query: Record<string, string>) => (await list(query)).List.map(({ FileName }) => FileName)

test('the default is ten rows by file name ascending, with right totals', async () => {
  const page = await list({})
  expect(page).toMatchObject({ Count: 7, TotalPages: 1, PageNumber: 1, PageSize: 10 })
  expect(page.List.map(({ FileName }) => FileName)).toEqual(SORTED)
})

test('SignerGUID and SignerGUI are the same value', async () => {
  for (const { SignerDTO } of (await list({})).List) expect(SignerDTO.SignerGUI).toBe(SignerDTO.SignerGUID)
})

test.each(['FileName', 'UploadTime', 'Tag', 'SenderName', 'Certificate'])(
  'OrderBy=%s sorts both ways, and des is asc backwards',
  async (OrderBy) => {
    const up = await names({ OrderBy, OrderType: 'asc' })
    const down = await names({ OrderBy, OrderType: 'des' })
    expect(down).toEqual(up.toReversed())
    expect(new Set(up)).toEqual(new Set(NAMES))
  },
)

test('OrderType is asc or des and nothing else; asc goes up, and is what is meant without it', async () => {
  expect(await names({ OrderBy: 'FileName', OrderType: 'asc' })).toEqual(SORTED)
  expect(await names({ OrderBy: 'FileName' })).toEqual(SORTED)
  expect(await names({ OrderBy: 'FileName', OrderType: 'des' })).toEqual(SORTED.toReversed())
  for (const OrderType of ['desc', 'ASC', 'Des', 'down']) {
    await expect(list({ OrderType }), OrderType).rejects.toMatchObject({ status: 400 })
  }
})

test('pages cover every row once, and one beyond the end is empty with right totals', async () => {
  const first = await names({ PageSize: '5', PageNumber: '1' })
  const second = await names({ PageSize: '5', PageNumber: '2' })
  expect([...first, ...second].sort()).toEqual([...NAMES].sort())
  const beyond = await list({ PageSize: '5', PageNumber: '9' })
  expect(beyond).toMatchObject({ List: [], Count: 7, TotalPages: 2, PageNumber: 9 })
})

test.each([
  [{ FileName: 'DELTA' }, ['delta21.pdf', 'delta_1.pdf']],
  [{ FileName: '100%' }, ['gamma 100%.pdf']],
  [{ FileName: 'a_1' }, ['delta_1.pdf']],
  [{ FileName: '\\' }, []],
  [{ Sender: 'sender 9' }, ['alfa.pdf']],
  [{ Tag: 'LEGAL' }, ['Beta.pdf', 'delta_1.pdf', 'zeta.pdf']],
  [{ Tag: 'EGA' }, ['Beta.pdf', 'delta_1.pdf', 'zeta.pdf']],
  [{ Tag: 'légâl' }, ['Beta.pdf', 'delta_1.pdf', 'zeta.pdf']],
  [{ Tag: 'n1' }, ['Beta.pdf']],
  [{ Tag: 'n1, leg' }, ['Beta.pdf']],
  [{ Tag: 'n1,n3' }, []],
  [{ Tag: ',' }, SORTED],
  [{ FileName: 'CEDILLA' }, ['çedilla.pdf']],
  [{ FileName: 'álfá' }, ['alfa.pdf']],
  [{ Sender: 'sènder 9' }, ['alfa.pdf']],
  [{ Tag: 'l_gal' }, []],
  [{ FileName: 'delta', Tag: 'n3', Sender: '6' }, ['delta_1.pdf']],
  [{ Tag: 'Unspecified' }, ['alfa.pdf', 'çedilla.pdf', 'delta21.pdf', 'gamma 100%.pdf']],
  [{ CertificateGuid: '00000000-0000-4000-8000-000000000000' }, []],
])('the filter %o finds %j', async (query, expected) => {
  if (expected.length > 0) expect(await names(query)).toEqual(expected)
  else await expect(names(query)).rejects.toMatchObject({ status: 404, code: 'NO_PENDING_DOCUMENTS' })
})

test('words, sender and dates narrow the list together, in every order and on every page', async () => {
  await scene.send({
    signers: ['carla'],
    description: { fileName: 'Año Gestió.pdf', tags: ['Col·laboració', 'Straße'], senderName: 'Gestoría Ñandú' },
  })
  const ofCarla = (query: Record<string, string>) => scene.people.carla.call.pendingDocuments({ query })
  const found: Record<string, string>[] = [
    { FileName: 'ano gestio' },
    { Tag: 'collaboracio' },
    { Tag: 'STRASSE,labo' },
    { Sender: 'gestoria n' },
    { FileName: 'ges', Sender: 'nandu', Tag: 'ß', From: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) },
  ]
  for (const query of found) {
    expect(await ofCarla(query), JSON.stringify(query)).toMatchObject({
      Count: 1,
      List: [{ FileName: 'Año Gestió.pdf' }],
    })
  }
  await scene.portal.server.database!.query(`update signers set state = 'cancelled' where file_name = 'Año Gestió.pdf'`)
  for (const OrderBy of ['FileName', 'UploadTime', 'Tag', 'SenderName', 'Certificate']) {
    const up = await names({ FileName: 'a', OrderBy, OrderType: 'asc' })
    expect(up).toEqual((await names({ FileName: 'a', OrderBy, OrderType: 'des' })).toReversed())
    const pages = [1, 2].map((page) => names({ FileName: 'a', OrderBy, PageSize: '5', PageNumber: `${page}` }))
    expect((await Promise.all(pages)).flat()).toEqual(up)
  }
})

test('From and To are days, To included', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  expect(await names({ From: day(1), To: day(1) })).toEqual(['Beta.pdf'])
  expect(await names({ To: day(5), OrderBy: 'UploadTime', OrderType: 'asc' })).toEqual(['çedilla.pdf', 'zeta.pdf'])
})

test('a page beyond the end of a filtered list is empty with right totals too, whatever Count says', async () => {
  const beyond = await list({ Tag: 'legal', PageSize: '5', PageNumber: '1000000', Count: '999' })
  expect(beyond).toMatchObject({ List: [], Count: 3, TotalPages: 1, PageNumber: 1_000_000 })
})

test('From and To are days of the time zone that the caller names', async () => {
  const { List } = await list({ FileName: 'Beta' })
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(new Date(List[0]!.UploadTime))
  // Whatever the hour is, the days of these two differ.
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  for (const TimeZone of [east, west]) {
    const [here, there] = [dayIn(TimeZone), dayIn(TimeZone === east ? west : east)]
    expect(await names({ FileName: 'Beta', From: here, To: here, TimeZone })).toEqual(['Beta.pdf'])
    await expect(names({ FileName: 'Beta', From: there, To: there, TimeZone })).rejects.toMatchObject({ status: 404 })
  }
})

test('days outside the portal’s window are filters like others', async () => {
  expect(await names({ From: '0000-01-01', To: '9999-12-31', TimeZone: 'Asia/Tokyo' })).toHaveLength(NAMES.length)
  for (const [field, day] of [
    ['From', '9999-12-31'],
    ['To', '0000-01-01'],
    ['To', '1999-12-31'],
  ] as const) {
    await expect(names({ [field]: day })).rejects.toMatchObject({ status: 404, code: 'NO_PENDING_DOCUMENTS' })
  }
})

test('names and tags of any script come back as they were sent, and are found by any part', async () => {
  const long = `${'ñ'.repeat(251)}.pdf`
  const odd = ['<img src=x onerror=alert(1)>.pdf', '\u202efdp.exe', 'שלום\u200f 1.pdf', '🙂 contract 100%.pdf', long]
  for (const fileName of odd) {
    await scene.send({ signers: ['biel'], description: { fileName, tags: ['🏷️ año', 'Ünïcode & <b>'] } })
  }
  const ofBiel = async (query: Record<string, string>) =>
    (await scene.people.biel.call.pendingDocuments({ query })).List.map(({ FileName }) => FileName)
  for (const part of ['onerror', '\u202e', '\u200f', '🙂', 'Ñ'.repeat(251)]) {
    expect(await ofBiel({ FileName: part })).toHaveLength(1)
  }
  expect((await ofBiel({ Tag: '🏷️ AÑO' })).toSorted()).toEqual(odd.toSorted())
  expect((await ofBiel({ Tag: 'ünïcode & <B>', PageSize: '100' })).toSorted()).toEqual(odd.toSorted())
})

test('an empty list is 404, and an empty value in the query is no filter', async () => {
  await expect(scene.people.carla.call.pendingDocuments({ query: {} })).rejects.toMatchObject({ status: 404 })
  const answer = await fetch(`${scene.portal.url}/api/pendingsignatures/paginated?FileName=&From=&Tag=%20`, {
    headers: { authorization: `Bearer ${scene.people.ana.token}` },
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ Count: (await list({})).Count })
})

test.each([
  'PageNumber=0',
  'PageNumber=-1',
  'PageNumber=1e3',
  'PageNumber=99999999999999999999',
  'PageSize=7',
  'PageSize=101',
  'OrderBy=password_hash',
  'OrderBy=file_name;drop table signers',
  'OrderType=desc',
  'From=yesterday',
  'To=2026-02-31',
  'CertificateGuid=x',
  'From=2026-02-02&To=2026-02-01',
  'TimeZone=Mars/Olympus',

  'FileName=%00',
  'PageNumber=1&PageNumber=2',
  `FileName=${'x'.repeat(256)}`,
])('the query %s is refused with 400 and names the field', async (query) => {
  const answer = await fetch(`${scene.portal.url}/api/pendingsignatures/paginated?${query}`, {
    headers: { authorization: `Bearer ${scene.people.ana.token}` },
  })
  expect(answer.status).toBe(400)
  const problem = (await answer.json()) as { Code: string; Details: { Fields: { Field: string }[] } }
  expect(problem.Code).toBe('VALIDATION_FAILED')
  expect(problem.Details.Fields[0]!.Field).toBe(`query.${query.split('=')[0]!}`)
})
