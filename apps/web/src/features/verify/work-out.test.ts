import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { workOut } from './work-out.ts'

test('what is worked out has as many zeros in front as were asked for, with the code behind it', async () => {
  const work = await workOut({ challenge: 'challenge', bits: 10 }, 'CODE')
  expect(work).toMatch(/^challenge\.\d+$/)
  const hash = createHash('sha256').update(`${work}.CODE`).digest()
  expect(Math.clz32(hash.readUInt32BE(0))).toBeGreaterThanOrEqual(10)
})

test('it ends when nobody waits for it any more', async () => {
  const leaving = new AbortController()
  const work = workOut({ challenge: 'challenge', bits: 32 }, 'CODE', leaving.signal)
  leaving.abort()
  await expect(work).rejects.toMatchObject({ name: 'AbortError' })
})
