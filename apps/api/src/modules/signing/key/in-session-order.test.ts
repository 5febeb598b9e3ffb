import { expect, test } from 'vitest'
import { inSessionOrder } from './in-session-order.ts'

/** Work that ends when it is told to. */
function hold() {
  let end: () => void = () => undefined
  const held = new Promise<void>((resolve) => (end = resolve))
  return { held, end }
}

test('the work of one session is done in its order, also after some of it has failed; other sessions do not wait', async () => {
  const done: string[] = []
  const { held, end } = hold()
  const first = inSessionOrder('one', async () => {
    await held
    done.push('first')
    throw new Error('no')
  })
  const second = inSessionOrder('one', () => Promise.resolve(done.push('second')))
  await inSessionOrder('other', () => Promise.resolve(done.push('other')))
  end()
  await expect(first).rejects.toThrow('no')
  expect(await second).toBe(3)
  expect(done).toEqual(['other', 'first', 'second'])
})
