/** Pages of files that are handed over, for whoever places signatures on them, and places that are found by words. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assemblePdf, makePdf, openScene, postDocument, sampleOf, type Scene, trySigning } from '@rubrica/testing'
import { BOMBS } from '../scenes/make-pdf-bombs.ts'

let scene: Scene
beforeAll(async () => {
  // What is never drawn keeps a processor busy for so long.
  const env = { PDF_WORKER_TIMEOUT_MS: '20000' }
  scene = await openScene({ postgres: inject('sharedPostgres'), env })
})
afterAll(() => scene[Symbol.asyncDispose]())

const call = (path: string, token = scene.senderToken, headers: Record<string, string> = {}) =>
  fetch(`${scene.portal.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
const upload = async (file: Uint8Array, token = scene.senderToken) => {
  const answer = await fetch(`${scene.portal.url}/api/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' },
    body: new Blob([new Uint8Array(file)]),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { id: string; pages: { width: number; height: number; rotation: number }[] }
}
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { Code: string }).Code]

/** Width and height in the frame header of a baseline or progressive JPEG. */
function sizeOfJpeg(base64: string) {
  const bytes = Buffer.from(base64, 'base64')
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!
    if (marker >= 0xc0 && marker <= 0xc2)
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  throw new Error('no frame')
}

test('a page is drawn for who handed the file over, cropped and turned as its size says, and not sent again', async () => {
  const { id, pages } = await upload(makePdf({ pages: 2, page: '/Rotate 90 /CropBox [50 100 450 700]' }))
  expect(pages[1]).toEqual({ width: 600, height: 400, rotation: 90 })
  const answer = await call(`files/${id}/pages/2?width=640`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  const { DocPageRendered, NumberOfPages, NextPage } = (await answer.json()) as {
    DocPageRendered: string[]
    NumberOfPages: number
    NextPage: number
  }
  expect([NumberOfPages, NextPage]).toEqual([2, -1])
  const { width, height } = sizeOfJpeg(DocPageRendered[0]!)
  expect(width / height).toBeCloseTo(1.5, 2)
  const again = await call(`files/${id}/pages/2?width=640`, undefined, { 'if-none-match': answer.headers.get('etag')! })
  expect(again.status).toBe(304)
})

test('the lines of a page stand where they are seen', async () => {
  const { id } = await upload(makePdf({ text: 'Firma del director' }))
  const { Lines } = (await (await call(`files/${id}/pages/1/text`)).json()) as {
    Lines: { Text: string; Left: number }[]
  }
  expect(Lines[0]).toMatchObject({ Text: 'Firma del director, page 1' })
  expect(Lines[0]!.Left * 595).toBeCloseTo(72, -0.5)
})

test('nobody else sees a page: another sender, a signer, and nobody once the file is gone', async () => {
  const { id } = await upload(makePdf())
  for (const path of [`files/${id}/pages/1`, `files/${id}/pages/1/text`]) {
    expect(await codeOf(await call(path, scene.people.biel.token))).toEqual([404, 'FILE_NOT_FOUND'])
    expect((await call(path, scene.people.carla.token)).status).toBeGreaterThanOrEqual(403)
    expect((await call(path, 'none')).status).toBe(401)
  }
  await fetch(`${scene.portal.url}/api/v1/files/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${scene.senderToken}` },
  })
  expect(await codeOf(await call(`files/${id}/pages/1`))).toEqual([404, 'FILE_NOT_FOUND'])
})

test('pages that are not there, and widths beyond the largest, are refused', async () => {
  const { id } = await upload(makePdf())
  expect(await codeOf(await call(`files/${id}/pages/2`))).toEqual([404, 'PAGE_NOT_FOUND'])
  expect(await codeOf(await call(`files/${id}/pages/2/text`))).toEqual([404, 'PAGE_NOT_FOUND'])
  for (const path of ['pages/0', 'pages/x', 'pages/1?width=99999', 'pages/1?count=1000']) {
    expect(await codeOf(await call(`files/${id}/${path}`))).toEqual([400, 'VALIDATION_FAILED'])
  }
})

// The others take up to a minute to be given up.
const TRIED = sampleOf(Object.keys(BOMBS), 6)
test.each(TRIED)('a page of %s is drawn or refused, and the server goes on', async (name) => {
  const answer = await fetch(`${scene.portal.url}/api/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.senderToken}`, 'content-type': 'application/pdf' },
    body: new Blob([new Uint8Array(await BOMBS[name]!())]),
  })
  if (answer.status === 201) {
    const { id } = (await answer.json()) as { id: string }
    for (const path of ['pages/1', 'pages/1/text']) {
      expect([200, 422]).toContain((await call(`files/${id}/${path}`)).status)
    }
  }
  const { id } = await upload(makePdf())
  expect((await call(`files/${id}/pages/1`)).status).toBe(200)
})

const send = (positions: object[], pdf: Uint8Array) =>
  postDocument(scene.portal.url, scene.senderToken, {
    document: pdf,
    description: { fileName: 'a.pdf', signers: [{ userId: 'ana', positions: positions as [] }] },
  })
const rectangles = (pdf: Uint8Array) =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/Subtype\s*\/Widget[^]*?\/Rect\s*\[([^\]]+)\]/g),
  ].map((found) => found[1]!.trim().split(/\s+/).map(Number))
const near = (found: number[] | undefined, wanted: number[]) => {
  for (const [index, value] of wanted.entries()) expect(Math.abs(found![index]! - value)).toBeLessThan(3)
}
const sentWith = async (positions: object[], pdf: Uint8Array) => {
  const answer = await send(positions, pdf)
  expect(answer.status).toBe(201)
  return (await answer.json()) as { guid: string; signers: { guid: string }[] }
}
const contentOf = async (guid: string) => new Uint8Array(await (await call(`documents/${guid}/content`)).arrayBuffer())

/** A page turned by a quarter and cropped, whose words are upright as it is seen: 50 to the right and 200 up. */
function turnedPage(): Uint8Array {
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate 90 /CropBox [50 100 450 700] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    { dictionary: '', stream: Buffer.from('BT /F1 18 Tf 0 1 -1 0 250 150 Tm (Firma del director) Tj ET') },
  ])
}

test.each([
  // The words begin at 72, 760 and reach a few points below.
  ['an upright page', makePdf({ text: 'Firma del director' }), [72, 697, 252, 757]],
  // What is right on the screen is up in the file, and what is down is right.
  ['a page that is turned and cropped', turnedPage(), [253, 150, 313, 330]],
])('on %s a signature placed by words stands below them, also once it is signed', async (_what, pdf, wanted) => {
  const { guid, signers } = await sentWith([{ anchor: 'firma  DEL director' }], pdf)
  near(rectangles(await contentOf(guid))[0], wanted)
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
  near(rectangles(await contentOf(guid)).at(-1), wanted)
})

test('the occurrence, the distance and the size of a place by words are those that were asked for', async () => {
  const pdf = makePdf({ text: 'Firma y Firma', pages: 2 })
  const { guid } = await sentWith([{ anchor: 'Firma', occurrence: 3, dx: 10, dy: -20, width: 100, height: 40 }], pdf)
  const [rectangle] = rectangles(await contentOf(guid))
  near(rectangle, [82, 697, 182, 737])
  expect(rectangle![2]! - rectangle![0]!).toBeCloseTo(100, 2)
})

test.each([
  ['words that are not there', { anchor: 'Firma del gerente' }, { From: 1, To: 3 }],
  ['pages without the words', { anchor: 'page 1', pages: { from: 2 } }, { From: 2, To: 3 }],
  ['a range that ends before them', { anchor: 'page 3', pages: { from: 1, to: 2 } }, { From: 1, To: 2 }],
  ['more places than there are', { anchor: 'Contract', occurrence: 4 }, { From: 1, To: 3 }],
])('%s are a refusal that names the pages, and nothing is sent', async (_what, anchor, range) => {
  const answer = await send([anchor], makePdf({ text: 'Contract', pages: 3 }))
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    Code: 'ANCHOR_NOT_FOUND',
    Details: { Field: 'description.signers.0.positions.0.anchor', ...range },
    errors: [{ pointer: expect.stringMatching(/signers\/0\/positions\/0\/anchor$/) as unknown }],
  })
})

test.each([
  ['no words', { anchor: '  ' }],
  ['a range that ends before it begins', { anchor: 'a', pages: { from: 3, to: 2 } }],
  ['no place at all', {}],
  ['half a place', { page: 1, x: 3 }],
])('a position with %s is 400', async (_what, position) => {
  expect(await codeOf(await send([position], makePdf()))).toEqual([400, 'VALIDATION_FAILED'])
})

test('a box beside the page is refused on a turned and cropped page by what is seen of it', async () => {
  const pdf = makePdf({ page: '/Rotate 90 /CropBox [50 100 450 700]' })
  const box = { page: 1, x: 410, y: 330, width: 180, height: 60 }
  const { guid, signers } = await sentWith([box], pdf)
  // Displayed 600 × 400: right on the screen is up in the file, up on the screen is left.
  const wanted = [450 - 390, 100 + 410, 450 - 330, 100 + 590]
  expect(rectangles(await contentOf(guid))[0]).toEqual(wanted)
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
  expect(rectangles(await contentOf(guid)).at(-1)).toEqual(wanted)
  for (const outside of [
    { ...box, x: 430 },
    { ...box, y: 345 },
  ]) {
    expect(await codeOf(await send([outside], pdf))).toEqual([422, 'POSITION_INVALID'])
  }
})
