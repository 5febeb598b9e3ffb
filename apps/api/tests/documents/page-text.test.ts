/** The words of a page, for those who cannot see it, and for those who want to take them along. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assemblePdf, makePdf, openScene, trySigning, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const textOf = (docGuid: string, page: string) => scene.people.ana.call.pageText({ params: { docGuid, page } })

/** A page whose content is `content`, in letters of WinAnsi. */
const pdfOf = (content: string) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    { dictionary: '', stream: Buffer.from(content, 'latin1') },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ])

test('the text of a page is told line by line, with its letters as they are', async () => {
  const pdf = pdfOf('BT /F1 12 Tf 50 700 Td (Año <b>1</b> çà) Tj 0 -20 Td (Second line) Tj ET')
  const { guid } = await scene.send({ signers: ['ana'], pdf })
  const { Text, Lines } = await textOf(guid, '1')
  expect(Text).toBe('Año <b>1</b> çà\nSecond line')
  // In points: 50 from the left, on base lines 700 and 680 of a page of 595 × 842.
  expect(Lines.map((line) => line.Text)).toEqual(['Año <b>1</b> çà', 'Second line'])
  for (const [index, { Left, Top, Height }] of Lines.entries()) {
    expect(Left).toBeCloseTo(50 / 595, 2)
    const baseLine = 1 - (700 - 20 * index) / 842
    expect([Top < baseLine, Top + Height > baseLine, Height < 20 / 842]).toEqual([true, true, true])
  }
})

test('each page has its own text, and one beyond the end is 404', async () => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ text: 'Sample', pages: 2 }) })
  expect(await textOf(guid, '1')).toMatchObject({ Text: 'Sample, page 1' })
  expect(await textOf(guid, '2')).toMatchObject({ Text: 'Sample, page 2' })
  await expect(textOf(guid, '3')).rejects.toMatchObject({ status: 404, code: 'PAGE_NOT_FOUND' })
})

test('text that is read does not count as a page that was seen', async () => {
  const sent = await scene.send({ signers: ['ana'], signer: { readAll: true } })
  await textOf(sent.guid, '1')
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(422)
})

test('a page of any length is told up to 64 KB', async () => {
  const line = `(${'Words that go on and on, é. '.repeat(4)}) Tj 0 -0.8 Td `
  const pdf = pdfOf(`BT /F1 0.5 Tf 10 835 Td ${line.repeat(1000)} ET`)
  const { guid } = await scene.send({ signers: ['ana'], pdf })
  const { Text } = await textOf(guid, '1')
  expect(Text).toMatch(/^Words that go on and on, é\./)
  const bytes = Buffer.byteLength(Text)
  expect([bytes > 60_000, bytes <= 65_536, Text.includes('\ufffd')]).toEqual([true, true, false])
})
