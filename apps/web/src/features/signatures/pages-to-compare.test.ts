import { expect, test } from 'vitest'
import { firstChangedSignature, firstForbiddenPage, pagesToCompare } from './pages-to-compare.ts'
import { testSignature } from './test-signature.ts'

const change = (What: string, Page: number | null, JustifiedBy: string | null = null) => ({
  What,
  Page,
  Revision: 2,
  JustifiedBy,
})

test('the pages that changed are compared', () => {
  expect(pagesToCompare(testSignature({ Changes: [change('PAGE_CONTENT', 3)], ChangedPages: [3] }))).toEqual([3])
})

test('a change of which nobody knows the page may be on any', () => {
  const changes = [change('FONT', null), change('PAGE_CONTENT', 3)]
  expect(pagesToCompare(testSignature({ Changes: changes, ChangedPages: [3] }))).toBe('all')
})

test('what is allowed, or cannot be seen, is on no page', () => {
  const changes = [change('CATALOG', null, 'HARMLESS'), change('METADATA', null)]
  expect(pagesToCompare(testSignature({ Changes: changes }))).toBe('none')
})

test('without a revision that the signature covers there is nothing to compare with', () => {
  const changes = [change('PAGE_CONTENT', 3)]
  expect(pagesToCompare(testSignature({ Revision: null, Changes: changes, ChangedPages: [3] }))).toBe('none')
})

test('a look begins where the first change is that is not allowed', () => {
  const changes = [change('FIELD_ADDED', 1, 'SIGNATURE'), change('PAGE_CONTENT', 7), change('PAGE_CONTENT', 4)]
  expect(firstForbiddenPage(testSignature({ Changes: changes }))).toBe(4)
  expect(firstForbiddenPage(testSignature({ Changes: changes.slice(0, 1) }))).toBeNull()
})

test('among signatures, changes are shown since the oldest after which something is not allowed', () => {
  const forbidden = [change('PAGE_CONTENT', 3)]
  const [intact, older, newer] = [
    testSignature({ Revision: 1, Changes: [change('PAGE_CONTENT', 1, 'FORM_FILLING')] }),
    testSignature({ Revision: 2, Changes: forbidden }),
    testSignature({ Revision: 3, Changes: forbidden }),
  ]
  expect(firstChangedSignature({ Signatures: [newer, intact, older] })).toBe(older)
  expect(firstChangedSignature({ Signatures: [intact] })).toBeNull()
})
