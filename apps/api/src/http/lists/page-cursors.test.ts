import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrapValue, wrapValue } from '../../adapters/server-keys/wrap-value.ts'
import { openPageCursors, type ListName } from './page-cursors.ts'

const key = Buffer.alloc(32, 7)
const cursors = openPageCursors({
  wrap: async (plaintext, binding) => wrapValue({ version: 1, key }, plaintext, binding),
  unwrap: async (wrapped, binding) => unwrapValue(key, wrapped, binding),
})
const mine: ListName = { list: 'files', owner: 'client:erp', filters: { state: 'open' } }
const foreign = expect.objectContaining({
  code: 'VALIDATION_FAILED',
  status: 400,
  faults: [expect.objectContaining({ root: 'query', path: ['cursor'] })],
}) as Error

test('whatever the list is sorted by, a cursor leads back to the place, and shows nothing of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.uuid(), async (sortedBy, id) => {
      const cursor = await cursors.write(mine, { key: sortedBy, id })
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(await cursors.read(mine, cursor)).toEqual({ key: sortedBy, id })
      expect(Buffer.from(cursor, 'base64url').includes(id)).toBe(false)
    }),
    { numRuns: 50 },
  )
})

test.each<[string, Partial<ListName>]>([
  ['another list', { list: 'documents' }],
  ['somebody else', { owner: 'client:crm' }],
  ['another filter', { filters: { state: 'over' } }],
  ['one filter more', { filters: { state: 'open', tag: 'x' } }],
  ['names that run together', { list: 'files,"client:erp"', owner: '' }],
])('a cursor of %s is refused', async (_what, change) => {
  const cursor = await cursors.write({ ...mine, ...change }, { key: 'a', id: 'b' })
  await expect(cursors.read(mine, cursor)).rejects.toThrow(foreign)
})

test('a cursor of which one character was changed is refused, and so is anything made up', async () => {
  const cursor = await cursors.write(mine, { key: 'a', id: 'b' })
  for (let at = 0; at < cursor.length - 1; at += 1) {
    const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
    await expect(cursors.read(mine, changed)).rejects.toThrow(foreign)
  }
  const madeUp = ['', 'x', '\0', '../..', '%00', '[]', `${cursor}=`, 'A'.repeat(4096), 'A'.repeat(100_000)]
  for (const text of madeUp) await expect(cursors.read(mine, text)).rejects.toThrow(foreign)
})
