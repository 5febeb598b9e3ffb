import { expect, test } from 'vitest'
import { SIGNER_STATES, signatureStatusOf } from './states.ts'

test('each state of a signer has its SignatureStatus, and that of one who is no longer asked is null', () => {
  expect(Object.fromEntries(SIGNER_STATES.map((state) => [state, signatureStatusOf(state)]))).toEqual({
    waiting: 'Unsigned',
    pending: 'Unsigned',
    signing: 'Unsigned',
    signed: 'Signed',
    rejected: 'Rejected',
    cancelled: null,
    replaced: null,
    removed: null,
  })
})
