import { afterAll, describe, expect, test } from 'vitest'
import { openSymbolReader } from '@rubrica/rendering/testing'
import { makeTestEvidence } from '../../testing/index.ts'
import { readEvidenceFile } from '../reading/read-evidence-file.ts'
import { type Block, layOutBlocks, MARGIN, PAGE } from './lay-out-blocks.ts'
import { type EvidenceFileParts, writeEvidenceFile } from './write-evidence-file.ts'

const symbols = openSymbolReader()
afterAll(() => symbols[Symbol.asyncDispose]())

const code = '7KQM-2XWP-9DTR-H4BV-CZ8N-E'
const address = `https://sign.example.test/v/${code}`
const SYMBOL: Block = {
  kind: 'symbol',
  holds: address,
  description: `QR code that opens ${address}`,
  beside: ['To verify the document online, open this address:', address, code],
}
const { parts } = await makeTestEvidence()
const withBlocks = (...blocks: Block[]): EvidenceFileParts => ({ ...parts, blocks })
const FILLER: Block = { kind: 'table', rows: Array.from({ length: 42 }, (_, row) => [`${row}`, 'a row'] as const) }

describe('a symbol on the pages', () => {
  test('leads to the address', async () => {
    const title: Block = { kind: 'title', text: 'Evidence' }
    expect(await symbols.read(writeEvidenceFile(withBlocks(title, SYMBOL)), 1, 150)).toBe(address)
  })

  test('is never parted by the end of a page', async () => {
    expect(await symbols.read(writeEvidenceFile(withBlocks(FILLER, SYMBOL)), 2, 150)).toBe(address)
  })

  test('is a figure with words in its place, before the paragraphs beside it', () => {
    const { elements } = layOutBlocks([SYMBOL])
    expect(elements.map(({ role }) => role)).toEqual(['Figure', 'P', 'P', 'P'])
    const file = writeEvidenceFile(withBlocks(SYMBOL)).toString('latin1')
    expect(file).toContain(`/Alt (QR code that opens ${address})`)
    expect(file).toMatch(/\/S \/Figure/)
  })

  test('stands clear of the words beside and below it', () => {
    const { elements } = layOutBlocks([SYMBOL, { kind: 'text', text: 'below' }])
    const { square } = elements[0]!.figure!
    const beside = elements.slice(1, 4).flatMap(({ lines }) => lines)
    for (const { x, y } of beside) {
      expect(x).toBeGreaterThan(square.x + square.side)
      expect(y).toBeGreaterThan(square.y)
    }
    expect(elements[4]!.lines[0]!.y + 9.5).toBeLessThan(square.y)
    expect(square.x).toBe(MARGIN)
    expect(square.y + square.side).toBeLessThan(PAGE.height)
  })
})

describe('the manifest', () => {
  const withMark = (verification: unknown) =>
    writeEvidenceFile({ ...parts, manifest: { ...parts.manifest, verification } as EvidenceFileParts['manifest'] })

  test('names code and address of a marked document, and of another one nothing', () => {
    expect(readEvidenceFile(withMark({ code, address })).manifest.verification).toEqual({ code, address })
    expect(readEvidenceFile(writeEvidenceFile(parts)).manifest).not.toHaveProperty('verification')
  })

  test.each([[null], ['https://sign.example.test'], [{ code }], [{ code, address: 1 }], [[]]])(
    'with %j in their place is none',
    (verification) => {
      expect(() => readEvidenceFile(withMark(verification))).toThrow(
        expect.objectContaining({ code: 'NOT_AN_EVIDENCE_FILE' }) as Error,
      )
    },
  )
})
