import { expect, test } from 'vitest'
import { ReadyPages } from './keep-page-images.ts'
import type { ReadyPage } from './ports.ts'

function page(bytes: number): ReadyPage {
  return { encoded: Buffer.alloc(bytes, 'x'), imageDigest: Buffer.alloc(32) }
}

test('a page is drawn once, however many ask for it at the same moment', async () => {
  const pages = new ReadyPages(1000)
  let drawn = 0
  const draw = async () => {
    drawn += 1
    return page(10)
  }
  await Promise.all(Array.from({ length: 5 }, () => pages.get('a', draw)))
  await pages.get('a', draw)
  expect(drawn).toBe(1)
})

test('beyond its limit in bytes the pages used longest ago are given up', async () => {
  const pages = new ReadyPages(100)
  const drawn: string[] = []
  const get = (key: string) =>
    pages.get(key, async () => {
      drawn.push(key)
      return page(40)
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
  expect(drawn).toEqual(['a', 'b', 'c', 'b'])
})

test('a page larger than the limit is still answered', async () => {
  const pages = new ReadyPages(10)
  expect((await pages.get('big', async () => page(500))).encoded).toHaveLength(500)
})

test('a drawing that failed is tried again', async () => {
  const pages = new ReadyPages(100)
  await expect(pages.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await pages.get('a', async () => page(1))).encoded.toString()).toBe('x')
})
