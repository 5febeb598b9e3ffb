import { expect, it } from 'vitest'
import { DocumentCache } from './document-cache.ts'
import type { OpenDocument } from '../open-document.ts'
import type { PdfiumExports } from '../pdfium-exports.ts'

function fakeDocument(bytes: number): OpenDocument {
  const unused = (): never => {
    throw new Error('nothing may be asked of a document that is let go of')
  }
  return {
    pdfium: { exports: {} as PdfiumExports, fonts: { western: false }, memoryRefused: unused },
    handle: 1,
    form: 1,
    pageCount: 1,
    bytes,
    file: { data: 0, size: 1 },
    western: false,
    useWesternFonts: unused,
    withWesternCopy: unused,
  }
}

it('lets go of the least recently used document when there are too many', () => {
  const cache = new DocumentCache({ documents: 2, bytes: 100 })
  for (const name of ['a', 'b']) cache.set(name, fakeDocument(1))
  cache.get('a')
  expect(cache.makeRoom(1)).toBe(1)
  expect(cache.names()).toEqual(['a'])
})

it('lets go of as many documents as a new one needs, and lets one larger than the limit in alone', () => {
  const cache = new DocumentCache({ documents: 10, bytes: 100 })
  for (const name of ['a', 'b', 'c']) cache.set(name, fakeDocument(30))
  expect(cache.makeRoom(50)).toBe(60)
  expect(cache.names()).toEqual(['c'])
  expect(cache.makeRoom(1000)).toBe(30)
  expect(cache.names()).toEqual([])
})

it('lets go of others, whatever their number, for the memory by which the document at work grows', () => {
  const cache = new DocumentCache({ documents: 3, bytes: 100 })
  const growing = fakeDocument(40)
  cache.set('a', fakeDocument(30))
  cache.set('b', growing)
  cache.set('c', fakeDocument(30))
  expect(cache.makeMemory(0, growing)).toBe(0)
  expect(cache.makeMemory(30, growing)).toBe(30)
  expect(cache.names()).toEqual(['b', 'c'])
  expect(cache.makeMemory(500, growing)).toBe(30)
  expect(cache.names()).toEqual(['b'])
})
