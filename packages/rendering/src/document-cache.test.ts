import { expect, it } from 'vitest'
import { DocumentCache } from './document-cache.ts'
import type { OpenDocument } from './open-document.ts'

function fakeDocument(bytes: number, closed: string[], name: string): OpenDocument {
  const close = (): void => {
    closed.push(name)
  }
  const file = { data: 0, size: bytes }
  const withWesternCopy = <T>(work: (handle: number) => T): T => work(1)
  return {
    handle: 1,
    form: 1,
    pageCount: 1,
    bytes,
    file,
    western: false,
    useWesternFonts: close,
    withWesternCopy,
    close,
  }
}

it('closes the least recently used document when there are too many', () => {
  const closed: string[] = []
  const cache = new DocumentCache({ documents: 2, bytes: 100 })
  for (const name of ['a', 'b']) cache.set(name, fakeDocument(1, closed, name))
  cache.get('a')
  cache.makeRoom(1)
  expect(closed).toEqual(['b'])
  expect(cache.names()).toEqual(['a'])
})

it('closes as many documents as a large file needs, and lets one larger than the limit in alone', () => {
  const closed: string[] = []
  const cache = new DocumentCache({ documents: 10, bytes: 100 })
  for (const name of ['a', 'b', 'c']) cache.set(name, fakeDocument(30, closed, name))
  cache.makeRoom(50)
  expect(closed).toEqual(['a', 'b'])
  cache.makeRoom(1000)
  expect(closed).toEqual(['a', 'b', 'c'])
})
