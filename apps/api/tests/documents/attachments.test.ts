/** What was sent along with a document: listed, shown page by page when it can be drawn, and handed out whole. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf, makePng, openScene, postDocument, type DemoName, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

const WORDS = Buffer.from('Only words, which nobody draws. \u0000\u00ff')
const PNG = makePng({ width: 900, height: 300 })
const ANNEX = makePdf({ text: 'Annex', pages: 3 })

const list = (who: DemoName, signerGuid: string) => scene.people[who].call.attachments({ params: { signerGuid } })

/** A document for Ana with these attachments. @returns the signer's id, and the attachments' by name */
async function sendWith(attachments: Record<string, Uint8Array>, more: object = {}) {
  const sent = await scene.send({
    signers: ['ana'],
    attachments: Object.entries(attachments).map(([fileName, bytes]) => ({ fileName, bytes })),
    ...more,
  })
  const rows = await query<{ id: string; file_name: string }>(
    'select id, file_name from attachments where document_id = $1',
    [sent.guid],
  )
  return {
    guid: sent.guid,
    signerGuid: sent.signers[0]!.guid,
    idOf: (name: string) => rows.find((row) => row.file_name === name)!.id,
  }
}

const render = (signerGuid: string, attGuid: string, rest = '', headers: Record<string, string> = {}) =>
  fetch(`${scene.portal.url}/api/signatures/${signerGuid}/attachments/${attGuid}/render${rest}`, {
    headers: { authorization: `Bearer ${scene.people.ana.token}`, ...headers },
  })

interface Pages {
  readonly DocPageRendered: string[]
  readonly NumberOfPages: number
  readonly NextPage: number
}
const pagesOf = async (answer: Response) => (await answer.json()) as Pages
const isJpeg = (base64: string) => Buffer.from(base64, 'base64').subarray(0, 3).toString('hex') === 'ffd8ff'

test('attachments are listed by name with kind and number of pages, for the signer and that signer’s approvers', async () => {
  const { signerGuid, idOf } = await sendWith(
    { 'plan.png': PNG, 'annex <b>1 & 🙂.pdf': ANNEX, 'words.txt': WORDS },
    { signer: { approvers: [{ userId: 'biel' }] } },
  )
  const expected = [
    ['annex <b>1 & 🙂.pdf', 'application/pdf', 3],
    ['plan.png', 'image/png', 1],
    ['words.txt', 'application/octet-stream', null],
  ].map(([FileName, MediaType, NumberOfPages]) => ({
    GUID: idOf(String(FileName)),
    FileName,
    MediaType,
    NumberOfPages,
  }))
  expect(await list('biel', signerGuid)).toEqual(expected)
  // Ana's turn comes with the approval.
  await expect(list('ana', signerGuid)).rejects.toMatchObject({ status: 403, code: 'NO_ATTACHMENTS' })
  await query(`update signers set state = 'pending' where id = $1`, [signerGuid])
  expect(await list('ana', signerGuid)).toEqual(expected)
})

test('what only begins like a PDF is sent along all the same, and can be taken away', async () => {
  const broken = Buffer.from('%PDF-1.7\nand nothing of a PDF after that')
  const { signerGuid, idOf } = await sendWith({ 'broken.pdf': broken })
  const [attachment] = await list('ana', signerGuid)
  expect(attachment).toMatchObject({ FileName: 'broken.pdf', NumberOfPages: null })
  expect((await render(signerGuid, idOf('broken.pdf'))).status).toBe(422)
  const params = { signerGuid, attGuid: idOf('broken.pdf') }
  const { DocContent } = await scene.people.ana.call.downloadAttachment({ params })
  expect(Buffer.from(DocContent, 'base64').equals(broken)).toBe(true)
})

test('an attachment for one signer is there for that signer and their approvers, and for nobody else', async () => {
  const names = ['for all.pdf', 'payslip.pdf', 'payslip.pdf', 'shared.txt']
  const { guid, signers } = await scene.send({
    signers: ['ana', 'carla'],
    attachments: names.map((fileName, index) => ({ fileName, bytes: index === 3 ? WORDS : ANNEX })),
    description: {
      fileName: 'payslips.pdf',
      signers: [
        { userId: 'ana', attachments: [1] },
        { userId: 'carla', attachments: [2, 3], approvers: [{ userId: 'biel' }] },
      ],
    },
  })
  const [ofAna, ofCarla] = signers.map((signer) => signer.guid) as [string, string]
  const namesOf = async (who: DemoName, signer: string) => (await list(who, signer)).map(({ FileName }) => FileName)
  expect(await namesOf('ana', ofAna)).toEqual(['for all.pdf', 'payslip.pdf'])
  expect(await namesOf('biel', ofCarla)).toEqual(['for all.pdf', 'payslip.pdf', 'shared.txt'])
  await query(`update signers set state = 'pending' where id = $1`, [ofCarla])
  expect(await namesOf('carla', ofCarla)).toEqual(['for all.pdf', 'payslip.pdf', 'shared.txt'])
  const rows = await query<{ id: string; signer_id: string | null }>(
    `select id, signer_id from attachments where document_id = $1 and file_name = 'payslip.pdf'`,
    [guid],
  )
  const foreign = rows.find((row) => row.signer_id === ofCarla)!.id
  const none = { status: 404, code: 'ATTACHMENT_NOT_FOUND' }
  const params = { signerGuid: ofAna, attGuid: foreign }
  await expect(scene.people.ana.call.downloadAttachment({ params })).rejects.toMatchObject(none)
  expect((await render(ofAna, foreign)).status).toBe(404)
})

test('the list says that there are attachments only to whom some are for', async () => {
  const description = {
    fileName: 'only for ana.pdf',
    signers: [{ userId: 'ana', attachments: [0] }, { userId: 'carla' }],
  }
  await scene.send({
    signers: ['ana', 'carla'],
    attachments: [{ fileName: 'annex.pdf', bytes: ANNEX }],
    description,
  })
  const hasAttachment = async (who: DemoName) => {
    const { List } = await scene.people[who].call.pendingDocuments({ query: { FileName: description.fileName } })
    return List.map(({ SignerDTO }) => SignerDTO.HasAttachment)
  }
  expect([await hasAttachment('ana'), await hasAttachment('carla')]).toEqual([[true], [false]])
})

test.each([[[1]], [[0, 7]], [[-1]], [[0.5]], ['0']])(
  'a signer’s attachments %j that nobody attached are refused, and nothing is sent',
  async (attachments) => {
    const answer = await postDocument(scene.portal.url, scene.senderToken, {
      document: makePdf(),
      attachments: [{ fileName: 'annex.pdf', bytes: ANNEX }],
      description: { fileName: 'badly addressed.pdf', signers: [{ userId: 'ana', attachments }] },
    })
    expect(answer.status).toBe(400)
    const problem = (await answer.json()) as { Code: string; Details: { Fields: { Field: string }[] } }
    expect(problem.Code).toBe('VALIDATION_FAILED')
    expect(problem.Details.Fields[0]!.Field).toContain('description.signers.0.attachments')
    expect(await query(`select 1 from documents where file_name = 'badly addressed.pdf'`)).toEqual([])
  },
)

test('a 403 means none: nothing attached, and attachments that are somebody else’s', async () => {
  const none = { status: 403, code: 'NO_ATTACHMENTS' }
  const { signerGuid } = await sendWith({})
  await expect(list('ana', signerGuid)).rejects.toMatchObject(none)
  const { signerGuid: others } = await sendWith({ 'annex.pdf': ANNEX })
  await expect(list('carla', others)).rejects.toMatchObject(none)
  await expect(list('ana', crypto.randomUUID())).rejects.toMatchObject(none)
})

test('an attachment’s pages are answered like a document’s, from the first one on unless page says another', async () => {
  const { guid, signerGuid, idOf } = await sendWith({ 'annex.pdf': ANNEX })
  const id = idOf('annex.pdf')
  const first = await render(signerGuid, id)
  expect(await pagesOf(first.clone())).toMatchObject({ NumberOfPages: 3, NextPage: 2 })
  expect((await pagesOf(first)).DocPageRendered.map(isJpeg)).toEqual([true])
  expect((await render(signerGuid, id, '', { 'if-none-match': first.headers.get('etag')! })).status).toBe(304)
  const rest = await pagesOf(await render(signerGuid, id, '?page=2&count=5&width=320'))
  expect([rest.DocPageRendered.length, rest.NextPage]).toEqual([2, -1])
  const beyond = await render(signerGuid, id, '?page=4')
  expect([beyond.status, await beyond.json()]).toMatchObject([404, { Code: 'PAGE_NOT_FOUND' }])
  // Reading an attachment says nothing about the document.
  expect(
    await query('select 1 from page_views join signers on signers.id = signer_id where document_id = $1', [guid]),
  ).toEqual([])
})

test('a PNG and a JPEG are one page each', async () => {
  const { signerGuid, idOf } = await sendWith({ 'plan.png': PNG })
  const png = await pagesOf(await render(signerGuid, idOf('plan.png'), '?width=640'))
  expect([png.NumberOfPages, png.NextPage, png.DocPageRendered.map(isJpeg)]).toEqual([1, -1, [true]])
  const jpeg = Buffer.from(png.DocPageRendered[0]!, 'base64')
  const second = await sendWith({ 'photo.jpg': jpeg })
  expect((await list('ana', second.signerGuid))[0]).toMatchObject({ MediaType: 'image/jpeg', NumberOfPages: 1 })
  expect(
    (await pagesOf(await render(second.signerGuid, second.idOf('photo.jpg')))).DocPageRendered.map(isJpeg),
  ).toEqual([true])
  expect((await render(second.signerGuid, second.idOf('photo.jpg'), '?page=2')).status).toBe(404)
})

test.each([
  ['is no PDF and no picture', 'words.txt', WORDS],
  ['is a damaged picture', 'torn.png', PNG.slice(0, 60)],
  [
    'claims more pixels than anybody can draw',
    'bomb.png',
    makePng({ width: 4, height: 4 }, { width: 60_000, height: 60_000 }),
  ],
])('an attachment that %s is 422, and is handed out whole', async (_, fileName, bytes) => {
  const { signerGuid, idOf } = await sendWith({ [fileName]: bytes })
  const shown = await render(signerGuid, idOf(fileName))
  expect([shown.status, await shown.json()]).toMatchObject([422, { Code: 'PAGE_NOT_RENDERABLE' }])
  const params = { signerGuid, attGuid: idOf(fileName) }
  const { DocContent, FileName } = await scene.people.ana.call.downloadAttachment({ params })
  expect(FileName).toBe(fileName)
  expect(Buffer.from(DocContent, 'base64').equals(bytes)).toBe(true)
})

test('an attachment is reached through its own document only', async () => {
  const [one, other] = [await sendWith({ 'one.pdf': ANNEX }), await sendWith({ 'other.pdf': ANNEX })]
  for (const attGuid of [other.idOf('other.pdf'), crypto.randomUUID()]) {
    const shown = await render(one.signerGuid, attGuid)
    expect([shown.status, await shown.json()]).toMatchObject([404, { Code: 'ATTACHMENT_NOT_FOUND' }])
    const params = { signerGuid: one.signerGuid, attGuid }
    await expect(scene.people.ana.call.downloadAttachment({ params })).rejects.toMatchObject({ status: 404 })
  }
  expect((await render(one.signerGuid, one.idOf('one.pdf').toUpperCase(), '?width=320')).status).toBe(200)
})

test('an attachment that is for one signer is not shown to the others', async () => {
  const sent = await sendWith({ 'for-ana.pdf': ANNEX, 'for-all.pdf': ANNEX }, { signers: ['ana', 'biel'] })
  const [biel] = await query<{ id: string }>(`select id from signers where document_id = $1 and ordinal = 1`, [
    sent.guid,
  ])
  await query(`update attachments set signer_id = $1 where file_name = 'for-ana.pdf' and document_id = $2`, [
    sent.signerGuid,
    sent.guid,
  ])
  const names = async (who: DemoName, signerGuid: string) =>
    (await list(who, signerGuid)).map(({ FileName }) => FileName)
  expect(await names('ana', sent.signerGuid)).toEqual(['for-all.pdf', 'for-ana.pdf'])
  expect(await names('biel', biel!.id)).toEqual(['for-all.pdf'])
})
