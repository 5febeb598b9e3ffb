import type { FoundSignature } from '../../shared/api/document-signatures.ts'

/** A signature that passed, for tests, save for what they say of it. */
export const testSignature = (facts: Partial<FoundSignature> = {}): FoundSignature => ({
  Field: 'a',
  Signer: 'Ana',
  Kind: 'signature',
  Indication: 'TOTAL-PASSED',
  SubIndication: null,
  Level: 'PAdES-BASELINE-T',
  SignedAt: null,
  ProvedAt: null,
  Revision: 1,
  Changes: [],
  ChangedPages: [],
  ...facts,
})
