import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeDocument } from './encode-document.ts'

test.each([0, 1, 2, 3, 49_151, 49_152, 49_153, 200_000])('%i bytes come back as they were', (length) => {
  const bytes = new Uint8Array(randomBytes(length))
  const fileName = 'a "name" – ñ.pdf'
  const answer = JSON.parse(encodeDocument(bytes, fileName).toString()) as { DocContent: string }
  expect(answer).toEqual({ DocContent: Buffer.from(bytes).toString('base64'), FileName: fileName })
})
