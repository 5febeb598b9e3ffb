import { expect, test } from 'vitest'
import { isComplete, termsChanges } from './terms-form.ts'

const BEFORE = {
  ...{ reason: 'I agree', readAll: false, delegable: true },
  ...{ title: 'Terms', text: 'All of them', isOnlyWith: true },
}

test('what stays as it was is not sent, and what is emptied is taken away', () => {
  expect(termsChanges(BEFORE, { ...BEFORE, reason: ' I agree ' })).toEqual({})
  expect(termsChanges(BEFORE, { ...BEFORE, reason: '', title: '', text: ' ' })).toEqual({
    reason: null,
    disclaimer: null,
  })
  expect(termsChanges(BEFORE, { ...BEFORE, readAll: true, delegable: false, text: 'Some', isOnlyWith: false })).toEqual(
    {
      ...{ readAll: true, delegable: false },
      disclaimer: { title: 'Terms', text: 'Some' },
      certificate: null,
    },
  )
})

test('terms have a heading and a text, or neither', () => {
  expect([BEFORE, { ...BEFORE, title: '', text: '' }, { ...BEFORE, text: ' ' }].map(isComplete)).toEqual([
    true,
    true,
    false,
  ])
})
