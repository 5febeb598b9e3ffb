import { expect, test } from 'vitest'
import { nextUnreadPage, unreadPages, writePages } from './unread-pages.ts'

test('unread are the pages that were never before the eyes', () => {
  expect(unreadPages(4, new Set([1, 3]))).toEqual([2, 4])
  expect(unreadPages(2, new Set([1, 2]))).toEqual([])
})

test.each([
  [[2, 5, 9], 5, 9],
  [[2, 5], 7, 2],
  [[4], 4, 4],
])('of the unread pages %j the next one from page %i is %i', (unread, current, next) => {
  expect(nextUnreadPage(unread, current)).toBe(next)
})

test('when nothing is unread there is no next unread page', () => expect(nextUnreadPage([], 1)).toBeUndefined())

test.each([
  [[], ''],
  [[3], '3'],
  [[1, 2, 3], '1–3'],
  [[2, 4, 5, 6, 9], '2, 4–6, 9'],
  [[1, 3, 5, 7, 9], '1, 3, 5, …'],
])('the pages %j are written "%s"', (pages, words) => expect(writePages(pages, 3)).toBe(words))
