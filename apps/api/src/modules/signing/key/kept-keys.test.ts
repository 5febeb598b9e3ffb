import { expect, test } from 'vitest'
import { KeptKeys } from './kept-keys.ts'

const at = new Date('2026-01-01T10:00:00Z')
const batch = {
  id: 'batch',
  userId: 'user',
  certificateId: 'certificate',
  signerIds: ['signer'],
  createdAt: at,
  expiresAt: new Date('2026-01-01T11:00:00Z'),
}
const wrapped = Uint8Array.of(1, 2, 3)
const key = Uint8Array.of(4, 5, 6)

function keptKey(): KeptKeys {
  const keys = new KeptKeys()
  keys.keep(batch, { pin: '1234', key, wrapped })
  return keys
}

test('the PIN that opened a key borrows copies of it', () => {
  const keys = keptKey()
  keys.borrow('batch', '1234', wrapped)!.fill(0)
  expect(keys.borrow('batch', '1234', wrapped)).toEqual(key)
  keys.forgetAll()
})

test('a wrong PIN ends the keeping: from then on every PIN is one of the few tries', () => {
  const keys = keptKey()
  expect(keys.borrow('batch', '0000', wrapped)).toBeUndefined()
  expect(keys.borrow('batch', '1234', wrapped)).toBeUndefined()
  expect(keys.findBatch('user', 'batch', at)).toBeUndefined()
})

test('a key that lies in the vault under another PIN by now is not lent', () => {
  expect(keptKey().borrow('batch', '1234', Uint8Array.of(9))).toBeUndefined()
})
