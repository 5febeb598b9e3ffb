import { expect, test } from 'vitest'
import { shortName } from './short-name.ts'

test('a name that fits into a message stays as it is', () => {
  expect(shortName('Lease.pdf')).toBe('Lease.pdf')
  expect(shortName('x'.repeat(60))).toBe('x'.repeat(60))
})

test('a longer one keeps its beginning and its end, and no letter is cut in two', () => {
  const name = `Lease of the offices ${'on the second floor '.repeat(11)}(2).pdf`
  expect(shortName(name)).toBe('Lease of the offices on the second floor o…cond floor (2).pdf')
  expect(shortName('🖋'.repeat(61))).toBe(`${'🖋'.repeat(42)}…${'🖋'.repeat(18)}`)
})
