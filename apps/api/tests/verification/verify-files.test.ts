/** What anybody may verify without a log-in. */
import { execFileSync } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addSignatureFields } from '@rubrica/pades'
import { makePdf, makeTemporaryDirectory, openScene, trySigning, type Scene } from '@rubrica/testing'
import { untilArchived } from '../scenes/until-archived.ts'
import { untilIdle } from '../scenes/until-idle.ts'

let scene: Scene
beforeAll(async () => {
  const env = { ARCHIVE_DELAY_MS: '0', FILES_VERIFIED_PER_MINUTE: '1000', CODES_LOOKED_UP_PER_MINUTE: '1000' }
  scene = await openScene({ postgres: inject('sharedPostgres'), env })
})
afterAll(() => scene[Symbol.asyncDispose]())

interface Found {
  Integrity: string
  Revisions: number
  Warnings: string[]
  Signatures: {
    Signer: string
    Kind: string
    Indication: string
    Changes: { What: string; JustifiedBy: string | null }[]
  }[]
}
interface Verified {
  Code?: string
  Digest: string
  Size: number
  Issued: string
  IssuedRevisions: number
  Found: Found
}

const post = (path: string, body: Uint8Array<ArrayBuffer> | string, type = 'application/pdf', url = scene.portal.url) =>
  fetch(`${url}/api/verification/${path}`, { method: 'POST', headers: { 'content-type': type }, body })

async function verify(file: Uint8Array, url?: string): Promise<Verified & { status: number }> {
  const answer = await post('files', new Uint8Array(file), 'application/pdf', url)
  return { status: answer.status, ...((await answer.json()) as Verified) }
}

/** @param proof of who has the file, else of somebody who knows its digest alone */
const lookUp = async (file: Uint8Array, proof = proofOf(file)) => {
  const body = JSON.stringify({ Digest: sha256(file), Proof: proof })
  const answer = await post('digests', body, 'application/json')
  return { status: answer.status, ...((await answer.json()) as { Issued: boolean; Found: Found | null }) }
}

/** @param password with which it opens; empty for anybody */
async function encrypt(password: string): Promise<Uint8Array> {
  await using folder = await makeTemporaryDirectory()
  const [plain, sealed] = [join(folder.path, 'plain.pdf'), join(folder.path, 'sealed.pdf')]
  await writeFile(plain, makePdf())
  execFileSync('qpdf', ['--object-streams=generate', '--encrypt', password, 'owner', '256', '--', plain, sealed])
  return await readFile(sealed)
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const proofOf = (bytes: Uint8Array) =>
  createHmac('sha256', Buffer.from(sha256(bytes), 'hex'))
    .update(bytes)
    .digest('hex')

/** In its long-term form: whoever verifies it needs nothing else. */
async function signed(): Promise<Uint8Array> {
  const sent = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  await untilArchived(scene, sent)
  return scene.download(sent)
}

describe('a file that was issued here', () => {
  test('is known without being sent, with what its signatures are worth', async () => {
    const file = await signed()
    const { status, Issued, Found: found } = await lookUp(file)
    expect([status, Issued]).toEqual([200, true])
    expect(found).toMatchObject({ Integrity: 'intact' })
    expect(found!.Signatures.map(({ Kind, Indication }) => [Kind, Indication])).toEqual([
      ['signature', 'TOTAL-PASSED'],
      ['timestamp', 'TOTAL-PASSED'],
    ])
    expect(await lookUp(makePdf())).toMatchObject({ status: 200, Issued: false, Found: null })
  })

  test('is told to nobody who knows its digest and cannot prove to have it', async () => {
    const file = await signed()
    const guesses = [sha256(file), sha256(Buffer.from(sha256(file), 'hex')), proofOf(makePdf()), '0'.repeat(64)]
    for (const proof of guesses) {
      expect(await lookUp(file, proof)).toMatchObject({ status: 200, Issued: false, Found: null })
    }
  })

  test('is said to be when it is handed over, and the file as it came from its sender is not', async () => {
    const pdf = makePdf({ text: crypto.randomUUID() })
    const sent = await scene.send({ signers: ['ana'], pdf })
    expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
    await untilArchived(scene, sent)
    const file = await scene.download(sent)
    expect(await verify(file)).toMatchObject({
      status: 200,
      Issued: 'exactly',
      Digest: sha256(file),
      Size: file.length,
    })
    expect(await verify(pdf)).toMatchObject({ status: 200, Issued: 'no', IssuedRevisions: 0 })
    expect(await lookUp(pdf)).toMatchObject({ Issued: false })
  })

  test('is told apart from what somebody added to it', async () => {
    const file = await signed()
    const more = Buffer.concat([file, addSignatureFields(file, [{ name: 'Another', page: 1 }])])
    const found = await verify(more)
    expect(found).toMatchObject({ status: 200, Issued: 'begun', IssuedRevisions: found.Found.Revisions - 1 })
    expect(found.Found.Signatures[0]!.Changes).not.toEqual([])
  })

  test('whose octets were altered is neither issued nor valid', async () => {
    const file = Buffer.from(await signed())
    const at = file.indexOf('/MediaBox') + 11
    file.writeUInt8(file.readUInt8(at) === 0x30 ? 0x31 : 0x30, at)
    const found = await verify(file)
    expect(found).toMatchObject({ status: 200, Issued: 'no' })
    expect(found.Found.Signatures[0]).toMatchObject({ Indication: 'TOTAL-FAILED' })
  })
})

test('the report by ETSI TS 119 102-2 names the file that was handed over', async () => {
  const file = await signed()
  const answer = await post('reports', new Uint8Array(file))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml'])
  const report = await answer.text()
  expect(report).toContain('ValidationReport')
  expect(report).toContain('total-passed')
})

test('a page is drawn as it was in each revision, and not of one that is not there', async () => {
  const file = await signed()
  const draw = (revision: number, page = 1) =>
    post(`pages?revision=${revision}&page=${page}&width=200`, new Uint8Array(file))
  const { DocPageRendered: pages } = (await (await draw(1)).json()) as { DocPageRendered: string[] }
  expect(Buffer.from(pages[0]!, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect((await draw(99)).status).toBe(404)
  expect((await draw(1, 99)).status).toBe(404)
})

describe('what is handed over by strangers', () => {
  test.each([
    ['no PDF', () => Buffer.from('hello'), 422, 'PDF_REFUSED'],
    ['nothing', () => Buffer.alloc(0), 422, 'PDF_REFUSED'],
    ['a PDF of which nothing can be read without its password', () => encrypt('opens'), 422, 'PDF_PASSWORD_NEEDED'],
    ['a picture', () => Buffer.from('ffd8ffe000104a464946', 'hex'), 422, 'PDF_REFUSED'],
    ['more than 20 MB', () => Buffer.alloc(20 * 1024 * 1024 + 1, 0x25), 413, 'BODY_TOO_LARGE'],
  ])('is refused with a code: %s', async (_, make, status, code) => {
    expect(await verify(await make())).toMatchObject({ status, Code: code })
  })

  test('is looked at where only its owner is kept from changing it, and where its end is missing', async () => {
    expect(await verify(await encrypt(''))).toMatchObject({ status: 200, Issued: 'no', Found: { Signatures: [] } })
    const cut = makePdf().subarray(0, 40)
    expect(await verify(cut)).toMatchObject({ status: 200, Found: { Signatures: [] } })
  })

  test('is a PDF, or one part of a multipart body', async () => {
    expect((await post('files', '{}', 'application/json')).status).toBe(415)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(makePdf())], { type: 'application/pdf' }), 'one.pdf')
    const answer = await fetch(`${scene.portal.url}/api/verification/files`, { method: 'POST', body: form })
    expect(await answer.json()).toMatchObject({ Issued: 'no', Found: { Signatures: [] } })
    form.append('file', new Blob(['x']), 'two.pdf')
    expect((await fetch(`${scene.portal.url}/api/verification/files`, { method: 'POST', body: form })).status).toBe(400)
  })

  test.each(['revision=0&page=1', 'revision=1', 'revision=x&page=1', 'revision=1&page=1&width=9999'])(
    'is asked for with good numbers: %s',
    async (query) => expect((await post(`pages?${query}`, new Uint8Array(makePdf()))).status).toBe(400),
  )

  test('leaves nothing behind', async () => {
    const tables = ['documents', 'revisions', 'document_validations', 'uploads', 'verification_codes']
    const count = async () => {
      const counts = await Promise.all(
        tables.map((table) => scene.portal.server.database!.query<{ n: string }>(`select count(*) as n from ${table}`)),
      )
      return counts.map(([row]) => row?.n)
    }
    // The archive timestamps of documents that were signed before are rows, too.
    await untilIdle((text) => scene.portal.server.database!.query(text))
    const before = await count()
    expect((await verify(makePdf({ text: 'stranger' }))).status).toBe(200)
    expect(await count()).toEqual(before)
  })
})
