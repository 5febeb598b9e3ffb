import { expect, test } from 'vitest'
import { asDraftContent } from './drafts.ts'

test('a draft that was kept before there were copies, places and attachments has none of them, and nobody names another', () => {
  const kept = {
    files: [{ key: 'a', name: 'lease.pdf', size: 9, file: null }],
    signers: [],
    ...{ message: '', deadline: null, tags: '', isVisible: true },
  }
  expect(asDraftContent(kept)).toEqual({
    ...kept,
    files: [{ ...kept.files[0], attachments: [] }],
    attachments: [],
    copies: [],
    team: null,
    passingOn: 'no',
    places: { boxes: [], words: [] },
  })
})
