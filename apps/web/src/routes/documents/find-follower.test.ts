import { expect, test } from 'vitest'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { followerOf, ON_NEXT_PAGE } from './find-follower.ts'

const page = (PageNumber: number, TotalPages: number) => ({
  List: ['a', 'b', 'c'].map((DocGUI) => ({ DocGUI }) as PendingDocument),
  PageNumber,
  TotalPages,
})

test('the next document is the one below in the list', () => expect(followerOf('b', page(1, 1))).toBe('c'))

test('after the last document of a page comes the first one of the next page', () =>
  expect(followerOf('c', page(1, 2))).toBe(ON_NEXT_PAGE))

test('nothing follows the last document of all', () => expect(followerOf('c', page(2, 2))).toBeNull())

test('nobody knows what follows a document that is not in the page, or before the page is there', () => {
  expect(followerOf('z', page(1, 1))).toBeUndefined()
  expect(followerOf('a', undefined)).toBeUndefined()
})
