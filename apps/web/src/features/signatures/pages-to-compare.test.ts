import { expect, test } from 'vitest'
import type { FoundSignature } from '../../shared/api/document-signatures.ts'
import { firstForbiddenPage, pagesToCompare } from './pages-to-compare.ts'

const change = (What: string, Page: number | null, JustifiedBy: string | null = null) => ({
  What,
  Page,
  Revision: 2,
  JustifiedBy,
})
const signature = (facts: Partial<FoundSignature>): FoundSignature => ({
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

test('the pages that changed are compared', () => {
  expect(pagesToCompare(signature({ Changes: [change('PAGE_CONTENT', 3)], ChangedPages: [3] }))).toEqual([3])
})

test('a change of which nobody knows the page may be on any', () => {
  const changes = [change('FONT', null), change('PAGE_CONTENT', 3)]
  expect(pagesToCompare(signature({ Changes: changes, ChangedPages: [3] }))).toBe('all')
})

test('what is allowed, or cannot be seen, is on no page', () => {
  const changes = [change('CATALOG', null, 'HARMLESS'), change('METADATA', null)]
  expect(pagesToCompare(signature({ Changes: changes }))).toBe('none')
})

test('without a revision that the signature covers there is nothing to compare with', () => {
  const changes = [change('PAGE_CONTENT', 3)]
  expect(pagesToCompare(signature({ Revision: null, Changes: changes, ChangedPages: [3] }))).toBe('none')
})

test('a look begins where the first change is that is not allowed', () => {
  const changes = [change('FIELD_ADDED', 1, 'SIGNATURE'), change('PAGE_CONTENT', 7), change('PAGE_CONTENT', 4)]
  expect(firstForbiddenPage(signature({ Changes: changes }))).toBe(4)
  expect(firstForbiddenPage(signature({ Changes: changes.slice(0, 1) }))).toBeNull()
})
