import { expect, test } from 'vitest'
import { oneAfterAnother } from './one-after-another.ts'

/** Work that ends on command. */
function hold() {
  let end: () => void = () => undefined
  const held = new Promise<void>((resolve) => (end = resolve))
  return { held, end }
}

test('the work of one key is done in its order, also after some of it has failed; other keys do not wait', async () => {
  const done: string[] = []
  const { held, end } = hold()
  const first = oneAfterAnother('one', async () => {
    await held
    done.push('first')
    throw new Error('no')
  })
  const second = oneAfterAnother('one', () => Promise.resolve(done.push('second')))
  await oneAfterAnother('other', () => Promise.resolve(done.push('other')))
  end()
  await expect(first).rejects.toThrow('no')
  expect(await second).toBe(3)
  expect(done).toEqual(['other', 'first', 'second'])
})
