import { expect, test } from 'vitest'
import type { FoundSignature, SignatureChange } from '../../shared/api/document-signatures.ts'
import { versionsOf } from './count-versions.ts'

const change = (Revision: number, What: string, JustifiedBy: string | null = What): SignatureChange => ({
  What,
  Page: 1,
  Revision,
  JustifiedBy,
})
const signature = (
  Revision: number | null,
  Changes: SignatureChange[] = [],
  Kind: FoundSignature['Kind'] = 'signature',
) => ({
  Field: 'a',
  Signer: 'Ana',
  Kind,
  Indication: 'TOTAL-PASSED' as const,
  SubIndication: null,
  Level: 'PAdES-BASELINE-T',
  SignedAt: null,
  ProvedAt: null,
  Revision,
  Changes,
  ChangedPages: [],
})
const field = (revision: number) => change(revision, 'FIELD_ADDED', 'SIGNATURE')

test('each signature makes a version; the file before the first one is none', () => {
  expect(versionsOf([signature(3, [change(4, 'SIGNATURE')]), signature(4)])).toEqual([3, 4])
})

test('a place that the portal prepares for a signature is none, nor is what proves one later on', () => {
  const technical = [field(2), change(3, 'VALIDATION_DATA'), change(4, 'DOCUMENT_TIMESTAMP'), change(5, 'HARMLESS')]
  expect(versionsOf([signature(1, technical), signature(4, [], 'timestamp')])).toEqual([1])
})

test('what somebody fills in, notes or changes makes one', () => {
  const changes = [change(2, 'FORM_FILLING'), change(3, 'ANNOTATION'), field(4), change(5, 'PAGE_CONTENT', null)]
  expect(versionsOf([signature(1, changes)])).toEqual([1, 2, 3, 5])
})

test('a time stamp counts where nothing was signed before it', () => {
  expect(versionsOf([signature(2, [change(3, 'SIGNATURE')], 'timestamp'), signature(3)])).toEqual([2, 3])
  expect(versionsOf([signature(null)])).toEqual([])
})
