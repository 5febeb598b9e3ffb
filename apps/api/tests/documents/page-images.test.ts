import { createHash } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf, openScene, type DemoName, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

interface Pages {
  readonly DocPageRendered: string[]
  readonly NumberOfPages: number
  readonly NextPage: number
}

const ask = (who: DemoName, docGuid: string, rest: string, headers: Record<string, string> = {}) =>
  fetch(`${scene.portal.url}/api/documentrendered/${docGuid}/remote/pages/${rest}`, {
    headers: { authorization: `Bearer ${scene.people[who].token}`, ...headers },
  })
const pagesOf = async (answer: Response) => (await answer.json()) as Pages
const viewsOf = (guid: string) =>
  scene.portal.server.database!.query<{ page: number; width: number; image_digest: Buffer }>(
    'select page, width, image_digest from page_views join signers on signers.id = signer_id where document_id = $1 order by page',
    [guid],
  )

/** Width of a baseline or progressive JPEG, from its frame header. */
function jpegWidth(base64: string): number {
  const bytes = Buffer.from(base64, 'base64')
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at] === 0xff && [0xc0, 0xc1, 0xc2].includes(bytes[at + 1]!)) return bytes.readUInt16BE(at + 7)
  }
}

test('pages come one at a time as JPEG, NextPage leads through them and ends with -1', async () => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 3 }) })
  const seen: number[] = []
  for (let page = 1; page !== -1;) {
    const answer = await pagesOf(await ask('ana', guid, String(page)))
    expect(answer).toMatchObject({ NumberOfPages: 3 })
    expect(answer.DocPageRendered).toHaveLength(1)
    expect(Buffer.from(answer.DocPageRendered[0]!, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff')
    seen.push(page)
    page = answer.NextPage
  }
  expect(seen).toEqual([1, 2, 3])
})

test('count sends pages ahead, and stops at the last', async () => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 4 }) })
  const first = await pagesOf(await ask('ana', guid, '1?count=3'))
  expect([first.DocPageRendered.length, first.NextPage]).toEqual([3, 4])
  const rest = await pagesOf(await ask('ana', guid, '4?count=3'))
  expect([rest.DocPageRendered.length, rest.NextPage]).toEqual([1, -1])
})

test('a page travels compressed to who reads that, and is the same to who does not', async () => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 2 }) })
  // Not with fetch, which decompresses and says nothing of it.
  const visit = async (coding: string) => {
    const headers = { authorization: `Bearer ${scene.people.ana.token}`, 'accept-encoding': coding }
    const address = `${scene.portal.url}/api/documentrendered/${guid}/remote/pages/1`
    const answer = await new Promise<IncomingMessage>((done) => get(address, { headers }, done))
    const content = await buffer(answer)
    return { coding: answer.headers['content-encoding'], vary: answer.headers.vary, content }
  }
  const [packed, refused, plain] = [await visit('br, gzip'), await visit('gzip;q=0'), await visit('identity')]
  expect([packed.coding, refused.coding, plain.coding]).toEqual(['gzip', undefined, undefined])
  expect([packed.vary, plain.vary]).toEqual(Array(2).fill('authorization, accept-encoding'))
  expect(plain.content).toEqual(gunzipSync(packed.content))
  expect(refused.content).toEqual(plain.content)
  // What base64 adds is gone again.
  const { DocPageRendered } = JSON.parse(plain.content.toString()) as Pages
  const jpeg = Buffer.from(DocPageRendered[0]!, 'base64')
  expect(packed.content.length).toBeLessThan(jpeg.length * 1.1)
})

test.each([
  [undefined, 1080],
  [100, 320],
  [641, 828],
  [4000, 2560],
])('width %s is snapped to %i device pixels', async (asked, snapped) => {
  const { guid } = await scene.send({ signers: ['ana'] })
  const { DocPageRendered } = await pagesOf(await ask('ana', guid, asked ? `1?width=${asked}` : '1'))
  expect(jpegWidth(DocPageRendered[0]!)).toBe(snapped)
})

test('answers are private, carry an entity tag, and are 304 when it is known', async () => {
  const { guid } = await scene.send({ signers: ['ana', 'biel'] })
  const first = await ask('ana', guid, '1')
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const tag = first.headers.get('etag')!
  // Weak, since one page is sent compressed or not; a proxy may have made it so, or not.
  expect(tag).toMatch(/^W\/"/)
  const again = await ask('ana', guid, '1', { 'if-none-match': `"other", ${tag}` })
  expect(again.status).toBe(304)
  expect((await ask('ana', guid, '1', { 'if-none-match': tag.slice(2) })).status).toBe(304)
  expect(await again.text()).toBe('')
  expect((await ask('ana', guid, '1?width=320', { 'if-none-match': tag })).status).toBe(200)
  // Somebody else who uses the same browser has not seen the page.
  expect((await ask('biel', guid, '1', { 'if-none-match': tag })).status).toBe(200)
})

test('a page counts as read by the page call at reading width; thumbnails and pages sent ahead do not count', async () => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 3 }) })
  await ask('ana', guid, '1?width=320')
  expect(await viewsOf(guid)).toEqual([])
  const { DocPageRendered } = await pagesOf(await ask('ana', guid, '1?count=3'))
  const views = await viewsOf(guid)
  expect(views.map(({ page, width }) => [page, width])).toEqual([[1, 1080]])
  const digest = createHash('sha256').update(Buffer.from(DocPageRendered[0]!, 'base64')).digest()
  expect(views[0]!.image_digest.equals(digest)).toBe(true)
})

test('each image of a page is recorded once, and one that is not recorded any more is recorded again', async () => {
  const { guid } = await scene.send({ signers: ['ana'] })
  for (const width of [1080, 1440, 1080]) await ask('ana', guid, `1?width=${width}`)
  expect((await viewsOf(guid)).map(({ width }) => width).sort()).toEqual([1080, 1440])
  await scene.portal.server.database!.query(
    'delete from page_views using signers where signers.id = signer_id and document_id = $1',
    [guid],
  )
  await ask('ana', guid, '1?width=1080')
  expect((await viewsOf(guid)).map(({ page }) => page)).toEqual([1])
})

test('ReadAll keeps a document from being signed until every page was read', async () => {
  const { guid, signers } = await scene.send({
    signers: ['ana'],
    signer: { readAll: true },
    pdf: makePdf({ pages: 2 }),
  })
  const { ana } = scene.people
  const sign = () =>
    ana.call.sign({
      params: { type: 'keyvault', signerGuid: signers[0]!.guid },
      body: { CertGUID: ana.certificateId, PIN: ana.pin, AccessMethod: 'USER_PASS' },
    })
  await ask('ana', guid, '1?count=2')
  await expect(sign()).rejects.toMatchObject({ status: 422, code: 'READ_ALL_PENDING' })
  await ask('ana', guid, '2')
  expect(await sign()).toBeNull()
})

test('a signed document shows its new revision under another tag', async () => {
  const { guid, signers } = await scene.send({ signers: ['ana', 'biel'] })
  const before = (await ask('biel', guid, '1')).headers.get('etag')
  const { ana } = scene.people
  await ana.call.sign({
    params: { type: 'keyvault', signerGuid: signers[0]!.guid },
    body: { CertGUID: ana.certificateId, PIN: ana.pin, AccessMethod: 'USER_PASS' },
  })
  const after = await ask('biel', guid, '1', { 'if-none-match': before! })
  expect(after.status).toBe(200)
  expect(after.headers.get('etag')).not.toBe(before)
})

test.each([
  ['0', 400],
  ['-1', 400],
  ['x', 400],
  ['10001', 400],
  ['2', 404],
  ['1?width=0', 400],
  ['1?width=5000', 400],
  ['1?count=11', 400],
])('page %s of a single page is %i', async (rest, status) => {
  const { guid } = await scene.send({ signers: ['ana'] })
  expect((await ask('ana', guid, rest)).status).toBe(status)
})

test('a 200-inch page is drawn with its pixels clamped', async () => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ page: '/CropBox [0 0 595 842] /UserUnit 17' }) })
  const answer = await ask('ana', guid, '1?width=2560')
  expect(answer.status).toBe(200)
  expect(jpegWidth((await pagesOf(answer)).DocPageRendered[0]!)).toBeLessThanOrEqual(2560)
})

test('the demo people find documents of several kinds that they can open', async () => {
  const { List, Count } = await scene.people.carla.call.pendingDocuments({ query: { PageSize: '100' } })
  expect(Count).toBeGreaterThanOrEqual(12)
  expect(new Set(List.map(({ FileName }) => FileName)).size).toBeGreaterThanOrEqual(12)
  expect(List.some(({ SignerDTO }) => SignerDTO.ReadAll)).toBe(true)
  expect(List.some(({ SignerDTO }) => SignerDTO.HasAttachment)).toBe(true)
  const statuses = await Promise.all(List.map(async ({ DocGUI }) => (await ask('carla', DocGUI, '1?width=640')).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('the demo data are made once: a restart adds nothing', async () => {
  const counts = `select (select count(*) from documents)::int as documents, (select count(*) from users)::int as users,
    (select count(*) from certificates)::int as certificates`
  const before = await scene.portal.server.database!.query(counts)
  await scene.portal.server.restart()
  expect(await scene.portal.server.database!.query(counts)).toEqual(before)
})
