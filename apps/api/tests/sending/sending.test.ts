import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf, openScene, type Scene } from '@rubrica/testing'
import { codeIn, description, postPapers } from '../scenes/post-papers.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const post = postPapers(() => scene)
const countDocuments = async () => {
  const [row] = await scene.portal.server.database!.query<{ n: number }>('select count(*)::int as n from documents')
  return row!.n
}

/** Everything that lies in the object store, finished or not. */
const storedFiles = () =>
  readdirSync(join(scene.portal.server.dataDir, 'objects'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )

test('a sent document is answered with its signers, waits for them, and keeps its bytes as a prefix', async () => {
  const pdf = makePdf({ text: 'Kept', pages: 3 })
  const answer = await post({ document: pdf, description: description({ tags: ['x', 'y'], senderName: 'Me' }) })
  expect(answer.status).toBe(201)
  const sent = (await answer.json()) as { guid: string }
  expect(sent).toMatchObject({ state: 'open', pages: 3, signers: [{ userId: 'ana', state: 'pending', reason: null }] })
  const stored = await scene.download(sent)
  expect(Buffer.from(stored.subarray(0, pdf.length)).equals(pdf)).toBe(true)
  expect(stored.length).toBeGreaterThan(pdf.length)
  const { DocContent } = await scene.people.ana.call.downloadDocument({ params: { docGuid: sent.guid } })
  expect(Buffer.from(DocContent, 'base64').equals(stored)).toBe(true)
  const events = await scene.portal.server.database!.query<{ type: string }>(
    'select type from audit_events where document_id = $1 order by sequence',
    [sent.guid],
  )
  expect(events.map(({ type }) => type)).toEqual(['document-sent', 'document-downloaded'])
})

test('a revision’s digest is that of the whole file, and the object alone does not show the text', async () => {
  const sent = await scene.send({ signers: ['ana'], pdf: makePdf({ text: 'Canary words' }) })
  const rows = await scene.portal.server.database!.query<{ digest: Buffer; kind: string }>(
    'select digest, kind from revisions where document_id = $1 order by number',
    [sent.guid],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['intake', 'fields'])
  const whole = createHash('sha256')
    .update(await scene.download(sent))
    .digest()
  expect(rows[1]!.digest.equals(whole)).toBe(true)
  const files = storedFiles()
  expect(files.length).toBeGreaterThan(2)
  for (const { parentPath, name } of files) {
    expect(readFileSync(join(parentPath, name)).includes('Canary words')).toBe(false)
  }
})

test('what is answered to a send is what the document is then found as', async () => {
  const signers = [
    { userId: 'ana', reason: 'I agree', positions: [{ page: 1, x: 50, y: 50, width: 100, height: 40 }] },
    {
      ...{ userId: 'biel', approvers: [{ userId: 'carla' }], disclaimer: { title: 'T', text: 'I read it' } },
      ...{ privateMessage: 'Més \ud800', certificateType: 'local' },
    },
  ]
  const more = { tags: ['x'], copies: [{ userId: 'carla' }], description: 'Ñandú \ud800 \u{1f600}' }
  const answer = await post({ description: description({ signers, ...more }) })
  expect(answer.status).toBe(201)
  const sent = (await answer.json()) as { guid: string }
  const headers = { authorization: `Bearer ${scene.senderToken}` }
  const found = await fetch(`${scene.portal.url}/api/v1/documents/${sent.guid}`, { headers })
  expect(await found.json()).toEqual(sent)
  expect(sent).toMatchObject({ copies: [{ userId: 'carla' }], template: null, team: null })
  const asked = await scene.portal.server.database!.query(
    'select private_message, certificate_type from signers where document_id = $1 order by ordinal',
    [sent.guid],
  )
  expect(asked).toEqual([
    { private_message: null, certificate_type: null },
    { private_message: 'Més \ufffd', certificate_type: 'Local' },
  ])
})

test('a file that is refused, or whose people are unknown, leaves nothing in the object store', async () => {
  const before = storedFiles().length
  const refusals = [
    { document: Buffer.from('no PDF at all') },
    { description: description({ signers: [{ userId: 'nobody' }] }) },
    { document: Buffer.from('no PDF either'), description: description({ signers: [{ userId: 'nobody' }] }) },
  ]
  const answers = await Promise.all(refusals.map(post))
  expect(await Promise.all(answers.map(codeIn))).toEqual(['PDF_REFUSED', 'SIGNER_UNKNOWN', 'SIGNER_UNKNOWN'])
  expect(storedFiles()).toHaveLength(before)
})

test('the same key with the same request is the same document, even at once; with another request 422', async () => {
  const before = await countDocuments()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const answers = await Promise.all(Array.from({ length: 5 }, () => post({ headers })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const guids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { guid: string }).guid))
  expect(new Set(guids).size).toBe(1)
  expect(await countDocuments()).toBe(before + 1)
  const other = await post({ headers, document: makePdf({ text: 'Other' }) })
  expect([other.status, await codeIn(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
})

test('in sequence only the first signer is asked; a signer with approvers waits for them', async () => {
  const signers = [{ userId: 'ana' }, { userId: 'biel' }]
  const states = async (changes: object) =>
    (
      (await (await post({ description: description(changes) })).json()) as { signers: { state: string }[] }
    ).signers.map(({ state }) => state)
  expect(await states({ signers })).toEqual(['pending', 'pending'])
  expect(await states({ signers, order: 'sequential' })).toEqual(['pending', 'waiting'])
  expect(await states({ signers: [{ userId: 'ana', approvers: [{ userId: 'carla' }] }] })).toEqual(['waiting'])
})

test('the signers of the first stage are asked at once, those of later ones wait, wherever they stand in the list', async () => {
  const signers = [
    { userId: 'ana', stage: 2 },
    { userId: 'biel', stage: 1 },
    { userId: 'carla', stage: 1 },
  ]
  const sent = (await (await post({ description: description({ signers }) })).json()) as {
    signers: { userId: string; stage: number; state: string }[]
  }
  expect(sent.signers.map(({ userId, stage, state }) => [userId, stage, state])).toEqual([
    ['ana', 2, 'waiting'],
    ['biel', 1, 'pending'],
    ['carla', 1, 'pending'],
  ])
})

test.each([
  [
    'a gap between stages',
    [
      { userId: 'ana', stage: 1 },
      { userId: 'biel', stage: 3 },
    ],
    'parallel',
  ],
  ['no first stage', [{ userId: 'ana', stage: 2 }], 'parallel'],
  ['a stage for some', [{ userId: 'ana', stage: 1 }, { userId: 'biel' }], 'parallel'],
  [
    'stages and a sequence',
    [
      { userId: 'ana', stage: 1 },
      { userId: 'biel', stage: 2 },
    ],
    'sequential',
  ],
  ['the stage 0', [{ userId: 'ana', stage: 0 }], 'parallel'],
  ['half a stage', [{ userId: 'ana', stage: 1.5 }], 'parallel'],
])('a send with %s is 400 and names the place', async (_what, signers, order) => {
  const answer = await post({ description: description({ signers, order }) })
  const { Code, Details } = (await answer.json()) as { Code: string; Details: { Fields: { Field: string }[] } }
  expect([answer.status, Code]).toEqual([400, 'VALIDATION_FAILED'])
  expect(Details.Fields[0]!.Field).toMatch(/^body[.]description[.]signers/)
})

test.each([
  ['somebody unknown', { signers: [{ userId: 'nobody' }] }, 422, 'SIGNER_UNKNOWN'],
  ['an unknown approver', { signers: [{ userId: 'ana', approvers: [{ legalId: 'no' }] }] }, 422, 'SIGNER_UNKNOWN'],
  ['somebody twice', { signers: [{ userId: 'ana' }, { userId: 'ANA' }] }, 400, 'VALIDATION_FAILED'],
  [
    'an approver twice',
    { signers: [{ userId: 'ana', approvers: [{ userId: 'biel' }, { userId: 'BIEL' }] }] },
    400,
    'VALIDATION_FAILED',
  ],
  ['51 signers', { signers: Array.from({ length: 51 }, (_, n) => ({ userId: `n${n}` })) }, 400, 'VALIDATION_FAILED'],
  ['nobody', { signers: [] }, 400, 'VALIDATION_FAILED'],
  ['no reference', { signers: [{}] }, 400, 'VALIDATION_FAILED'],
  ['two references', { signers: [{ userId: 'ana', legalId: 'x' }] }, 400, 'VALIDATION_FAILED'],
  ['a deadline in the past', { deadline: '2020-01-01T00:00:00Z' }, 400, 'VALIDATION_FAILED'],
  ['a callback that is no web address', { callback: 'javascript:alert(1)' }, 400, 'VALIDATION_FAILED'],
  ['a tag with a comma', { tags: ['a,b'] }, 400, 'VALIDATION_FAILED'],
  [
    'a page that is not there',
    { signers: [{ userId: 'ana', positions: [box({ page: 2 })] }] },
    422,
    'POSITION_INVALID',
  ],
  ['a box off the page', { signers: [{ userId: 'ana', positions: [box({ x: 590 })] }] }, 422, 'POSITION_INVALID'],
  [
    'somebody else’s certificate',
    { signers: [{ userId: 'ana', certificate: crypto.randomUUID() }] },
    400,
    'VALIDATION_FAILED',
  ],
  ['a file name with U+0000', { fileName: 'a\u0000.pdf' }, 400, 'VALIDATION_FAILED'],
])('a description with %s is refused and leaves nothing behind', async (_what, changes, status, expected) => {
  const before = await countDocuments()
  const answer = await post({ description: description(changes) })
  expect([answer.status, await codeIn(answer)]).toEqual([status, expected])
  expect(await countDocuments()).toBe(before)
})

function box(changes: object = {}) {
  return { page: 1, x: 50, y: 50, width: 200, height: 60, ...changes }
}

test('attachments are kept, and the list says that there are some', async () => {
  const form = (attachment: Uint8Array) => {
    const body = new FormData()
    body.set('description', JSON.stringify(description({ fileName: 'with-annex.pdf' })))
    body.set('document', new Blob([new Uint8Array(makePdf())]), 'd.pdf')
    body.append('attachment', new Blob([new Uint8Array(attachment)]), '../../etc/annex.pdf')
    return fetch(`${scene.portal.url}/api/v1/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.senderToken}` },
      body,
    })
  }
  const sent = (await (await form(makePdf({ pages: 2 }))).json()) as { guid: string }
  const [row] = await scene.portal.server.database!.query(
    'select file_name, media_type, page_count from attachments where document_id = $1',
    [sent.guid],
  )
  expect(row).toEqual({ file_name: 'annex.pdf', media_type: 'application/pdf', page_count: 2 })
  const { List } = await scene.people.ana.call.pendingDocuments({ query: { FileName: 'with-annex' } })
  expect(List[0]!.SignerDTO.HasAttachment).toBe(true)
  const other = (await (await form(Buffer.from('MZ program'))).json()) as { guid: string }
  const kept = await scene.portal.server.database!.query(
    'select media_type, page_count from attachments where document_id = $1',
    [other.guid],
  )
  expect(kept).toEqual([{ media_type: 'application/octet-stream', page_count: null }])
})

test('the content is a download with a safe name', async () => {
  const sent = await scene.send({ signers: ['ana'], description: { fileName: 'Acta "març"\r\n x.pdf' } })
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${sent.guid}/content`, {
    headers: { authorization: `Bearer ${scene.senderToken}` },
  })
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Acta _mar____ x.pdf"; filename*=UTF-8''Acta%20%22mar%C3%A7%22%20x.pdf`,
  )
})

test('a document of another client is unknown', async () => {
  const sent = await scene.send({ signers: ['ana'] })
  await scene.portal.server.database!.query(`update documents set client_id = 'demo-sender' where id = $1`, [sent.guid])
  for (const path of ['', '/content']) {
    const answer = await fetch(`${scene.portal.url}/api/v1/documents/${sent.guid}${path}`, {
      headers: { authorization: `Bearer ${scene.senderToken}` },
    })
    expect([answer.status, await codeIn(answer)]).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  }
})
