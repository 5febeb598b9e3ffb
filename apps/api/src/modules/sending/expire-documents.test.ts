import { expect, test } from 'vitest'
import { expireDocuments } from './expire-documents.ts'

function storeOf(documents: readonly string[], broken: readonly string[] = []) {
  const open = new Set(documents)
  return {
    open,
    overdue: (_at: Date, limit: number) => Promise.resolve([...open].slice(0, limit)),
    expire: (id: string) =>
      broken.includes(id) ? Promise.reject(new Error(`${id} is broken`)) : Promise.resolve(open.delete(id)),
  }
}

const many = Array.from({ length: 1200 }, (_, i) => `document ${i}`)

test('all overdue documents end, however many there are', async () => {
  expect(await expireDocuments(storeOf(many), new Date())).toBe(1200)
})

test('one that cannot be ended keeps none of the others, and is told of', async () => {
  const store = storeOf(many, ['document 3', 'document 700'])
  await expect(expireDocuments(store, new Date())).rejects.toThrow('documents could not be ended')
  expect([...store.open]).toEqual(['document 3', 'document 700'])
})

test('a database that is away ends the sweep', async () => {
  await expect(expireDocuments(storeOf(many, many), new Date())).rejects.toThrow('500 documents could not be ended')
})
