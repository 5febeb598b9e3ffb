/** Files and bodies that sending takes, or refuses at once. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf, makeTemporaryDirectory, openScene, type Scene } from '@rubrica/testing'
import { codeIn, description, postPapers } from '../scenes/post-papers.ts'
import { pourBytes } from '../scenes/pour-bytes.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const post = postPapers(() => scene)

/** Five pages, of which readers that go by the count show four. */
function countedWrongly(): Uint8Array {
  const text = Buffer.from(makePdf({ pages: 5 })).toString('latin1')
  return Buffer.from(text.replace('/Count 5', '/Count 4'), 'latin1')
}

test.each([
  ['nothing', Buffer.alloc(0), 'NOT_A_PDF'],
  ['a text', Buffer.from('hello'), 'NOT_A_PDF'],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'NOT_A_PDF'],
  ['a PDF cut in the middle', makePdf({ pages: 5 }).subarray(0, 300), 'PDF_DAMAGED'],
  ['a PDF that counts a page too few', countedWrongly(), 'PAGE_COUNT'],
])('%s is no document: 422 with its reason', async (_what, document, reason) => {
  const answer = await post({ document })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ Code: 'PDF_REFUSED', Details: { Reason: reason } })
})

test('10,001 pages are refused with the limit', async () => {
  const answer = await post({ document: makePdf({ pages: 10_001 }) })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ Code: 'PDF_REFUSED', Details: { Reason: 'PDF_TOO_MANY_PAGES' } })
})

test('an encrypted file needs consent, one with a password needs that too, and both can then be signed', async () => {
  await using folder = await makeTemporaryDirectory()
  const encrypt = (user: string, ...rights: string[]) => {
    const [from, to] = [join(folder.path, 'clear.pdf'), join(folder.path, 'locked.pdf')]
    writeFileSync(from, makePdf({ text: 'Sealed' }))
    execFileSync('qpdf', ['--encrypt', user, 'owner', '256', ...rights, '--', from, to])
    return readFileSync(to)
  }
  const send = async (document: Uint8Array, decrypt?: object) => {
    const answer = await post({ document, description: description({ decrypt }) })
    return answer.status === 201 ? 201 : codeIn(answer)
  }
  const open = encrypt('')
  expect(await send(open)).toBe('PDF_ENCRYPTED')
  expect(await send(open, { consent: true })).toBe(201)
  expect(await send(encrypt('', '--modify=none'), { consent: true })).toBe('PDF_ENCRYPTED')
  const locked = encrypt('secret')
  expect(await send(locked)).toBe('PDF_ENCRYPTED')
  expect(await send(locked, { consent: true })).toBe('PDF_PASSWORD_NEEDED')
  expect(await send(locked, { consent: true, password: 'wrong' })).toBe('PDF_PASSWORD_NEEDED')
  expect(await send(locked, { consent: true, password: 'secret' })).toBe(201)
})

test.each([
  ['', 201, undefined],
  ['; charset=utf-8', 201, undefined],
  ['; broken', 400, 'BODY_NOT_JSON'],
])('a description that says it is application/json%s is read', async (parameters, status, code) => {
  const part = (head: string, content: string | Uint8Array) => [
    '--b\r\nContent-Disposition: form-data; ',
    head,
    content,
  ]
  const json = parameters === '; broken' ? '{' : JSON.stringify(description())
  const pieces = [
    ...part(`name="description"\r\nContent-Type: application/json${parameters}\r\n\r\n`, json),
    '\r\n',
    ...part('name="document"; filename="d.pdf"\r\nContent-Type: application/pdf\r\n\r\n', makePdf()),
    '\r\n--b--\r\n',
  ]
  const answer = await fetch(`${scene.portal.url}/api/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.senderToken}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat(pieces.map((piece) => Buffer.from(piece))),
  })
  const body = (await answer.json()) as { Code?: string }
  expect([answer.status, body.Code]).toEqual([status, code])
})

test.each([
  ['no description', (form: FormData) => form.delete('description'), 400, 'VALIDATION_FAILED'],
  ['no document', (form: FormData) => form.delete('document'), 400, 'VALIDATION_FAILED'],
  ['a description that is not JSON', (form: FormData) => form.set('description', '{'), 400, 'BODY_NOT_JSON'],
  [
    'a description of a megabyte',
    (form: FormData) => form.set('description', new Blob([' '.repeat(1024 * 1024)]), 'd.json'),
    413,
    'BODY_TOO_LARGE',
  ],
  ['an unknown part', (form: FormData) => form.set('extra', 'x'), 400, 'VALIDATION_FAILED'],
  ['two documents', (form: FormData) => form.append('document', new Blob(['x']), 'x'), 400, 'VALIDATION_FAILED'],
])('a body with %s is refused', async (_what, change, status, expected) => {
  const form = new FormData()
  form.set('description', JSON.stringify(description()))
  form.set('document', new Blob([new Uint8Array(makePdf())]), 'd.pdf')
  change(form)
  const answer = await fetch(`${scene.portal.url}/api/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.senderToken}` },
    body: form,
  })
  expect([answer.status, await codeIn(answer)]).toEqual([status, expected])
})

test('a body that is neither multipart nor JSON is 415, a broken one 400', async () => {
  const send = (type: string, body: string) =>
    fetch(`${scene.portal.url}/api/v1/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.senderToken}`, 'content-type': type },
      body,
    })
  expect((await send('text/plain', '{}')).status).toBe(415)
  expect((await send('application/json', '{}')).status).toBe(400)
  expect((await send('multipart/form-data', 'x')).status).toBe(400)
  expect((await send('multipart/form-data; boundary=x', '--x\r\nbroken')).status).toBe(400)
})

test.each([
  [200, true],
  [51, true],
  [200, false],
])('an upload of %i MB (announced: %s) is 413, and the server goes on', async (megabytes, announce) => {
  const { status, text } = await pourBytes({
    url: `${scene.portal.url}/api/v1/documents`,
    headers: { authorization: `Bearer ${scene.senderToken}`, 'content-type': 'multipart/form-data; boundary=b' },
    head: '--b\r\ncontent-disposition: form-data; name="document"; filename="d.pdf"\r\n\r\n',
    ...{ megabytes, announce },
  })
  expect(status).toBe(413)
  expect(JSON.parse(text)).toMatchObject({ Code: 'BODY_TOO_LARGE', Details: { Limit: 50 * 1024 * 1024 } })
  expect((await fetch(`${scene.portal.url}/health/ready`)).status).toBe(200)
})
