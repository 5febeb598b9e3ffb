/** Files that are handed over before anything is sent: judged at once, as when they are sent. */
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_DOCUMENT_PAGES } from '@rubrica/domain'
import { prepareSignature, resumeSignature } from '@rubrica/pades'
import { signWithKey } from '@rubrica/pki'
import { makeTestSigner } from '@rubrica/pki/testing'
import { makePdf, makeTemporaryDirectory, type Scene, trySigning } from '@rubrica/testing'
import { BOMBS } from '../scenes/make-pdf-bombs.ts'
import { pourBytes } from '../scenes/pour-bytes.ts'
import { openUploads, type Uploaded } from '../scenes/upload-scene.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openRestartingScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

const { call, bytesOf, post, upload, problem, sendUploaded, rows } = openUploads(() => scene)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

test('a file is answered with its name, digest and pages, and can be asked for again and deleted', async () => {
  const pdf = makePdf({ pages: 2 })
  const file = await upload(pdf, { 'content-disposition': `attachment; filename*=UTF-8''Acta%20mar%C3%A7.pdf` })
  expect(file).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    name: 'Acta març.pdf',
    size: pdf.length,
    sha256: sha256(pdf).toString('hex'),
    pages: Array.from({ length: 2 }, () => ({ width: 595, height: 842, rotation: 0 })),
    findings: [],
    uploadedAt: expect.any(String) as unknown,
    expiresAt: expect.any(String) as unknown,
  })
  expect(Date.parse(file.expiresAt) - Date.parse(file.uploadedAt)).toBe(24 * 3_600_000)
  expect(await (await call(`files/${file.id}`)).json()).toEqual(file)
  expect((await call(`files/${file.id}`, { method: 'DELETE' })).status).toBe(204)
  for (const method of ['GET', 'DELETE']) {
    expect(await problem(await call(`files/${file.id}`, { method }))).toEqual([404, 'FILE_NOT_FOUND'])
  }
})

test('a file may come as the one part of a multipart body, and as nothing else', async () => {
  const send = (fill: (form: FormData) => void) => {
    const form = new FormData()
    fill(form)
    return call('files', { method: 'POST', body: form })
  }
  const file = (form: FormData) => form.append('file', bytesOf(makePdf()), '../../etc/paper.pdf')
  const taken = await send(file)
  expect([taken.status, ((await taken.json()) as Uploaded).name]).toEqual([201, 'paper.pdf'])
  const refused: ((form: FormData) => void)[] = [
    (form) => form.append('document', bytesOf(makePdf()), 'a.pdf'),
    (form) => form.append('file', 'text'),
    (form) => (file(form), file(form)),
    (form) => (file(form), form.append('description', '{}')),
  ]
  for (const fill of refused) expect(await problem(await send(fill))).toEqual([400, 'VALIDATION_FAILED'])
  const empty = await call('files', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b--\r\n',
  })
  expect(empty.status).toBe(400)
})

test.each([
  ['nothing', Buffer.alloc(0), 'PDF_REFUSED', 'NOT_A_PDF'],
  ['a text', Buffer.from('hello'), 'PDF_REFUSED', 'NOT_A_PDF'],
  ['a PDF cut in the middle', makePdf({ pages: 5 }).subarray(0, 300), 'PDF_REFUSED', 'PDF_DAMAGED'],
  ['10,001 pages', makePdf({ pages: 10_001 }), 'PDF_REFUSED', 'PDF_TOO_MANY_PAGES'],
])('%s is refused as when it is sent, and nothing is kept', async (_what, file, code, reason) => {
  const before = await rows('select id from uploads')
  expect(await problem(await post(file))).toEqual([422, code, reason])
  expect(await rows('select id from uploads')).toEqual(before)
})

test.each([
  'a page tree that holds itself',
  'a page tree of ten thousand million pages',
  'dictionaries nested a hundred thousand deep',
])('%s is taken or refused as when it is sent, and the server goes on', async (name) => {
  const [status, code] = await problem(await post(await BOMBS[name]!()))
  if (status !== 201)
    expect([status, ['PDF_REFUSED', 'PDF_TOO_COMPLEX']]).toEqual([422, expect.arrayContaining([code])])
  expect((await upload(makePdf())).size).toBeGreaterThan(0)
})

const multipart = (parts: Record<string, Blob | string>, query = '') => {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  return call(`files${query}`, { method: 'POST', body: form })
}

test('an encrypted file is refused at once, and taken with consent and password; what is sent is the file without it', async () => {
  await using folder = await makeTemporaryDirectory()
  const [from, to] = [join(folder.path, 'clear.pdf'), join(folder.path, 'locked.pdf')]
  writeFileSync(from, makePdf({ pages: 3 }))
  execFileSync('qpdf', ['--encrypt', 'open sesame', 'owner', '256', '--', from, to])
  const locked = readFileSync(to)
  expect(await problem(await post(locked))).toEqual([422, 'PDF_ENCRYPTED'])
  const file = bytesOf(locked)
  const decrypt = (wish: object) => multipart({ decrypt: JSON.stringify(wish), file })
  expect(await problem(await decrypt({ consent: true }))).toEqual([422, 'PDF_PASSWORD_NEEDED', 'PDF_PASSWORD_NEEDED'])
  expect((await problem(await decrypt({ consent: true, password: 'x' })))[1]).toBe('PDF_PASSWORD_NEEDED')
  expect(await problem(await decrypt({ consent: false }))).toEqual([400, 'VALIDATION_FAILED'])
  expect(await problem(await multipart({ decrypt: 'no', file }))).toEqual([400, 'BODY_NOT_JSON'])
  const answer = await decrypt({ consent: true, password: 'open sesame' })
  const taken = (await answer.json()) as Uploaded
  expect([answer.status, taken.pages.length, taken.findings.map(({ code }) => code)]).toEqual([201, 3, ['DECRYPTED']])
  expect(taken.sha256).not.toBe(sha256(locked).toString('hex'))
  expect((await call(`files/${taken.id}/pages/2`)).status).toBe(200)
  const sent = (await (await sendUploaded(taken.id)).json()) as { guid: string }
  const [event] = await rows<{ canonical: string }>(
    `select canonical from audit_events where document_id = $1 and type = 'document-sent'`,
    [sent.guid],
  )
  expect(event!.canonical).toMatch(/"decrypted":"?true/)
  const kept = await rows<{ text: string }>(`select uploads::text as text from uploads union all
    select keyed_requests::text from keyed_requests`)
  expect(kept.filter(({ text }) => text.includes('sesame'))).toEqual([])
})

test('a file that only goes along may be anything, and is no document', async () => {
  const picture = new File([Buffer.from('89504e470d0a1a0a', 'hex')], 'plan.png')
  const answer = await multipart({ file: picture }, '?purpose=attachment')
  const taken = (await answer.json()) as Uploaded
  expect([answer.status, taken.name, taken.pages]).toEqual([201, 'plan.png', []])
  expect(await problem(await sendUploaded(taken.id))).toEqual([422, 'PDF_REFUSED', 'NOT_A_PDF'])
  expect((await call(`files/${taken.id}/pages/1`)).status).toBe(404)
  const document = await upload(makePdf())
  const dispatched = await call('dispatches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      documents: [{ file: document.id, attachments: [{ file: taken.id, signers: [1] }] }],
      signers: [{ userId: 'ana' }, { userId: 'biel' }],
    }),
  })
  const { documents } = (await dispatched.json()) as { documents: { guid: string }[] }
  expect(dispatched.status).toBe(201)
  const attached = await rows(
    `select attachments.file_name, users.user_id from attachments join signers on signers.id = attachments.signer_id
      join users on users.id = signers.user_id where attachments.document_id = $1`,
    [documents[0]!.guid],
  )
  expect(attached).toEqual([{ file_name: 'plan.png', user_id: 'biel' }])
})

test('the pages of a PDF that only goes along are shown before it is sent; what merely begins like one, or has too many, has none', async () => {
  const attach = async (bytes: Uint8Array) =>
    (await (
      await multipart({ file: new File([Buffer.from(bytes)], 'plan.pdf') }, '?purpose=attachment')
    ).json()) as Uploaded
  const plan = await attach(makePdf({ pages: 2 }))
  expect([plan.pages.length, plan.findings]).toEqual([2, []])
  const page = (await (await call(`files/${plan.id}/pages/2`)).json()) as { NumberOfPages: number }
  expect(page.NumberOfPages).toBe(2)
  expect((await call(`files/${plan.id}/pages/3`)).status).toBe(404)
  expect((await attach(Buffer.from('%PDF-1.7 no more'))).pages).toEqual([])
  expect((await attach(makePdf({ pages: MAX_DOCUMENT_PAGES + 1 }))).pages).toEqual([])
})

test('a signed file is taken with what it demands, which sending then holds to', async () => {
  const document = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, document.signers[0]!.guid)).toBe(204)
  const file = await upload(await scene.download(document))
  expect(file.findings).toEqual([{ code: 'SIGNED', detail: expect.stringContaining('one place') as unknown }])
  const place = { page: 1, x: 50, y: 50, width: 100, height: 40 }
  const signers = [{ userId: 'biel', positions: [place, { ...place, y: 200 }] }]
  expect((await sendUploaded(file.id, { signers })).status).toBe(422)
  expect((await sendUploaded(file.id, { signers: [{ userId: 'biel', positions: [place] }] })).status).toBe(201)
})

/** As its author certifies it: P is 1 for no changes, 2 for signatures. */
async function certified(certify: 1 | 2): Promise<Uint8Array> {
  const base = makePdf()
  const signer = makeTestSigner({ key: 'rsa' })
  const prepared = prepareSignature(base, {
    certificate: signer.certificate,
    chain: [],
    digestAlgorithm: 'SHA-256',
    claimedTime: new Date('2026-01-31T12:00:00Z'),
    field: { create: { name: 'Author', page: 1 } },
    certify,
  })
  const tail = await resumeSignature(base, prepared, { signature: signWithKey(signer.privateKey, prepared) })
  return Buffer.concat([base, tail])
}

test('a file that its author certified is refused at once where nobody may sign, else it takes no place that is seen', async () => {
  expect(await problem(await post(await certified(1)))).toEqual([422, 'PDF_REFUSED', 'CHANGES_FORBIDDEN'])
  const file = await upload(await certified(2))
  expect(file.findings.map(({ code }) => code)).toEqual(['SIGNED', 'CERTIFIED'])
  const place = { page: 1, x: 50, y: 50, width: 100, height: 40 }
  const placed = await sendUploaded(file.id, { signers: [{ userId: 'biel', positions: [place] }] })
  expect(await problem(placed)).toEqual([422, 'PDF_REFUSED', 'VISIBLE_FIELD_IN_CERTIFIED_FILE'])
  expect((await sendUploaded(file.id, { signers: [{ userId: 'biel' }] })).status).toBe(201)
})

test('the body is compared with its digests, whichever header says them', async () => {
  const pdf = makePdf()
  const right = `sha-256=:${sha256(pdf).toString('base64')}:`
  const wrong = `sha-256=:${sha256(Buffer.from('other')).toString('base64')}:`
  for (const header of ['content-digest', 'repr-digest']) {
    expect((await post(pdf, { [header]: right })).status).toBe(201)
    expect(await problem(await post(pdf, { [header]: wrong }))).toEqual([400, 'DIGEST_MISMATCH'])
    expect(await problem(await post(pdf, { [header]: 'sha-256=x' }))).toEqual([400, 'VALIDATION_FAILED'])
  }
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n'
  const whole = Buffer.concat([Buffer.from(head), pdf, Buffer.from('\r\n--b--\r\n')])
  const multipart = (digest: Buffer) =>
    call('files', {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'content-digest': `sha-256=:${digest.toString('base64')}:`,
      },
      body: new Blob([whole]),
    })
  expect((await multipart(sha256(whole))).status).toBe(201)
  expect(await problem(await multipart(sha256(pdf)))).toEqual([400, 'DIGEST_MISMATCH'])
})

test.each([
  ['a path', 'C:\\secret\\..\\paper.pdf', 'paper.pdf'],
  ['marks of direction', '\u202efdp.exe\u2066\u200f', 'fdp.exe'],
  ['line ends', 'a\r\nX-Evil: 1.pdf', 'aX-Evil: 1.pdf'],
  ['nothing but controls', '\u0000\u0007', 'document.pdf'],
  ['255 letters written from right to left', '\u05d0'.repeat(255), '\u05d0'.repeat(255)],
  ['300 letters', 'x'.repeat(300), 'x'.repeat(255)],
])('a name of %s is cleaned as that of an attachment', async (_what, name, kept) => {
  const encoded = encodeURIComponent(name)
  expect((await upload(makePdf(), { 'content-disposition': `attachment; filename*=UTF-8''${encoded}` })).name).toBe(
    kept,
  )
})

test.each([
  ['text/plain', {}],
  ['application/octet-stream', {}],
  ['application/pdf', { 'content-encoding': 'gzip' }],
])('a body of %s with %j is 415', async (type, headers) => {
  expect(await problem(await post(makePdf(), { 'content-type': type, ...headers }))).toEqual([
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ])
})

test.each([
  [60, true],
  [60, false],
])('a file of %i MB (announced: %s) is 413 with the limit, and the server goes on', async (megabytes, announce) => {
  const { status, text } = await pourBytes({
    url: `${scene.portal.url}/api/v1/files`,
    headers: { authorization: `Bearer ${scene.senderToken}`, 'content-type': 'application/pdf' },
    ...{ megabytes, announce },
  })
  expect(status).toBe(413)
  expect(JSON.parse(text)).toMatchObject({ Code: 'BODY_TOO_LARGE', Details: { Limit: 50 * 1024 * 1024 } })
  expect((await upload(makePdf())).size).toBeGreaterThan(0)
})
