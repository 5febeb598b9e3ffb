import { expect, test } from 'vitest'
import type { DocumentSignatures, FoundSignature } from '../../shared/api/document-signatures.ts'
import { testSignature } from './test-signature.ts'
import { verdictOf, worstVerdict } from './verdict-of.ts'

const signature = (SubIndication: string | null, facts: Partial<FoundSignature> = {}) =>
  testSignature({ Indication: SubIndication === null ? 'TOTAL-PASSED' : 'INDETERMINATE', SubIndication, ...facts })
const change = { What: 'PAGE_CONTENT', Page: 1, Revision: 2, JustifiedBy: null }
const found = (Trust: DocumentSignatures['Trust'], ...Signatures: FoundSignature[]): DocumentSignatures => ({
  Integrity: 'intact',
  Trust,
  Revisions: 1,
  Warnings: [],
  NeedsConfirmation: false,
  Signatures,
  Archive: { State: 'none', Level: null, Reason: null },
})

test.each(['NO_CERTIFICATE_CHAIN_FOUND', 'CERTIFICATE_CHAIN_GENERAL_FAILURE', 'TRY_LATER', 'NO_POE'])(
  '%s is no fault: something is not known, here or yet',
  (reason) => {
    expect(verdictOf(signature(reason))).toBe('unconfirmed')
  },
)

test.each(['REVOKED_NO_POE', 'OUT_OF_BOUNDS_NO_POE', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', 'A_CODE_OF_TOMORROW'])(
  '%s speaks against the signature',
  (reason) => {
    expect(verdictOf(signature(reason))).toBe('open')
  },
)

test('what was changed, and what is not valid, is told before anything else', () => {
  expect(verdictOf(signature(null))).toBe('passed')
  expect(verdictOf(signature('NO_CERTIFICATE_CHAIN_FOUND', { Changes: [change] }))).toBe('changed')
  expect(verdictOf(signature('REVOKED', { Indication: 'TOTAL-FAILED', Changes: [change] }))).toBe('failed')
})

test('the whole is as its worst signature, time stamps included', () => {
  const [good, foreign, revoked] = [signature(null), signature('NO_POE'), signature('REVOKED_NO_POE')]
  expect(worstVerdict(found('anchored', good, good))).toBe('passed')
  expect(worstVerdict(found('anchored', good, foreign))).toBe('unconfirmed')
  expect(worstVerdict(found('anchored', { ...revoked, Kind: 'timestamp' }, foreign, good))).toBe('open')
  expect(worstVerdict(found('anchored', signature('REVOKED', { Indication: 'TOTAL-FAILED' })))).toBe('failed')
  expect(worstVerdict(found('unknown', good))).toBe('unconfirmed')
})
