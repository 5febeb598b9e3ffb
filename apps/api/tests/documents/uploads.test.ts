/** Files that are handed over before anything is sent: judged at once, seen by their owner alone, used up by one document. */
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareSignature, resumeSignature } from '@rubrica/pades'
import { signWithKey } from '@rubrica/pki'
import { makeTestSigner } from '@rubrica/pki/testing'
import { makePdf, makeTemporaryDirectory, type Scene, trySigning } from '@rubrica/testing'
import { OBJECT_IDS } from '../../src/adapters/database/objects/find-referenced-objects.ts'
import { REQUEST_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { BOMBS } from '../scenes/make-pdf-bombs.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openRestartingScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

interface Uploaded {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly pages: readonly { width: number; height: number; rotation: number }[]
  readonly findings: readonly { code: string; detail: string }[]
  readonly uploadedAt: string
  readonly expiresAt: string
}

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${scene.portal.url}/api/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${scene.senderToken}`, ...(init.headers as object) },
  })
const bytesOf = (file: Uint8Array) => new Blob([new Uint8Array(file)])
const post = (file: Uint8Array, headers: Record<string, string> = {}) =>
  call('files', { method: 'POST', headers: { 'content-type': 'application/pdf', ...headers }, body: bytesOf(file) })
const upload = async (file: Uint8Array, headers: Record<string, string> = {}) => {
  const answer = await post(file, headers)
  expect(answer.status).toBe(201)
  return (await answer.json()) as Uploaded
}
const problem = async (answer: Response) => {
  const { Code, Details } = (await answer.json()) as { Code: string; Details?: { Reason?: string } }
  return [answer.status, Code, ...(Details?.Reason === undefined ? [] : [Details.Reason])]
}
const sendUploaded = (file: string, more: object = {}, headers: Record<string, string> = {}) =>
  call('documents', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ file, fileName: 'sent.pdf', signers: [{ userId: 'ana' }], ...more }),
  })
const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)
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

test('the pages of a PDF that only goes along are shown before it is sent; what merely begins like one has none', async () => {
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

/** Sends zeros in place of a file, with or without saying beforehand how many. */
function pour(megabytes: number, announce: boolean): Promise<{ status: number; text: string }> {
  const size = megabytes * 1024 * 1024
  const headers = {
    authorization: `Bearer ${scene.senderToken}`,
    'content-type': 'application/pdf',
    ...(announce ? { 'content-length': size } : { 'transfer-encoding': 'chunked' }),
  }
  return new Promise((done, fail) => {
    const pouring = request(`${scene.portal.url}/api/v1/files`, { method: 'POST', headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => {
        pouring.destroy()
        done({ status: answer.statusCode ?? 0, text })
      })
    })
    pouring.on('error', fail)
    const megabyte = Buffer.alloc(1024 * 1024)
    const next = (left: number): void => {
      if (left === 0 || pouring.destroyed) return
      pouring.write(megabyte, () => next(left - 1))
    }
    next(megabytes)
  })
}

test.each([
  [60, true],
  [60, false],
])('a file of %i MB (announced: %s) is 413 with the limit, and the server goes on', async (megabytes, announce) => {
  const { status, text } = await pour(megabytes, announce)
  expect(status).toBe(413)
  expect(JSON.parse(text)).toMatchObject({ Code: 'BODY_TOO_LARGE', Details: { Limit: 50 * 1024 * 1024 } })
  expect((await upload(makePdf())).size).toBeGreaterThan(0)
})

test('to everybody else there is no such file, to send, to see or to delete', async () => {
  const { id } = await upload(makePdf())
  await rows(`update uploads set client_id = 'demo-sender' where id = $1`, [id])
  for (const method of ['GET', 'DELETE']) {
    expect(await problem(await call(`files/${id}`, { method }))).toEqual([404, 'FILE_NOT_FOUND'])
  }
  expect(await problem(await sendUploaded(id))).toEqual([404, 'FILE_NOT_FOUND'])
  await rows(
    `update uploads set client_id = null, user_id = (select id from users where user_id = 'ana') where id = $1`,
    [id],
  )
  expect(await problem(await call(`files/${id}`))).toEqual([404, 'FILE_NOT_FOUND'])
})

test('what is sent is what was handed over, and a file is used up by one document even when several are sent at once', async () => {
  const pdf = makePdf({ text: 'Handed over' })
  const { id } = await upload(pdf)
  const answers = await Promise.all(Array.from({ length: 4 }, () => sendUploaded(id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404, 404])
  const sent = (await answers.find(({ status }) => status === 201)!.json()) as { guid: string }
  const stored = await scene.download(sent)
  expect(Buffer.from(stored.subarray(0, pdf.length)).equals(pdf)).toBe(true)
  expect((await call(`files/${id}`)).status).toBe(404)
})

test('a description beside a file is checked like any other, with pointers into the body, and uses nothing up', async () => {
  const { id } = await upload(makePdf())
  const wrong = await sendUploaded(id, { signers: [{ userId: '' }, {}] })
  expect(await wrong.json()).toMatchObject({ status: 400, errors: [{ pointer: '#/signers/1' }] })
  const stranger = await sendUploaded(id, { signers: [{ userId: 'ana' }, { userId: 'nobody' }] })
  expect(await stranger.json()).toMatchObject({ status: 422, errors: [{ pointer: '#/signers/1' }] })
  expect(await problem(await sendUploaded('not-an-id'))).toEqual([400, 'VALIDATION_FAILED'])
  expect((await sendUploaded(id)).status).toBe(201)
})

test('a repeated upload is the same file, and a repeated send of it the same document, also once it is used up', async () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const pdf = makePdf({ text: 'Repeated' })
  const file = await upload(pdf, { 'idempotency-key': first })
  expect(await upload(pdf, { 'idempotency-key': `"${first}"` })).toEqual(file)
  expect(await problem(await post(makePdf({ text: 'Other' }), { 'idempotency-key': first }))).toEqual([
    422,
    'IDEMPOTENCY_KEY_REUSED',
  ])
  const send = async () =>
    (await (await sendUploaded(file.id, {}, { 'idempotency-key': second })).json()) as { guid: string }
  const { guid } = await send()
  expect((await send()).guid).toBe(guid)
  expect(await upload(pdf, { 'idempotency-key': first })).toEqual(file)
})

test.each(REQUEST_FAILPOINTS)('a server that dies at "%s" keeps the file once', async (failpoint) => {
  const { server } = scene.portal
  const key = { 'idempotency-key': crypto.randomUUID() }
  const pdf = makePdf({ text: failpoint })
  const kept = () => rows('select id from uploads where digest = $1', [sha256(pdf)])
  await server.restart({ FAILPOINT: failpoint })
  await expect(post(pdf, key)).rejects.toThrow()
  await server.restart({ FAILPOINT: undefined })
  let answer = await post(pdf, key)
  while (answer.status === 409) answer = await post(pdf, key)
  expect(answer.status).toBe(201)
  expect(await kept()).toEqual([{ id: ((await answer.json()) as Uploaded).id }])
})

test('the object of a file is kept as long as the file waits, and is named by nothing afterwards', async () => {
  const { id } = await upload(makePdf())
  const [stored] = await rows<{ object_id: string }>('select object_id from uploads where id = $1', [id])
  const named = async () => (await rows<{ object_id: string }>(OBJECT_IDS)).map(({ object_id }) => object_id)
  expect(await named()).toContain(stored!.object_id)
  await call(`files/${id}`, { method: 'DELETE' })
  expect(await named()).not.toContain(stored!.object_id)
})

test('a file whose time is over is gone for everybody, and what is stored shows nothing of it', async () => {
  const { id } = await upload(makePdf({ text: 'Canary words' }))
  const folder = join(scene.portal.server.dataDir, 'objects')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    expect(readFileSync(join(parentPath, name)).includes('Canary words')).toBe(false)
  }
  await rows('update uploads set expires_at = now() where id = $1', [id])
  expect(await problem(await call(`files/${id}`))).toEqual([404, 'FILE_NOT_FOUND'])
  expect(await problem(await sendUploaded(id))).toEqual([404, 'FILE_NOT_FOUND'])
})
