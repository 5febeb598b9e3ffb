import { expect, test } from 'vitest'
import type { PdfDocument, XrefEntry, XrefRevision } from '@rubrica/pdf'
import { listTouchedObjects } from './touched-objects.ts'

/** What a revision did to object 7, whose entry was `old` and is `now`. */
function touch(old: XrefEntry | undefined, now: XrefEntry | undefined) {
  const stateWith = (entry: XrefEntry | undefined) =>
    ({ entry: () => entry, resolve: () => null }) as never as PdfDocument
  const sections = [{ section: { ranges: [{ first: 7, count: 1 }] }, hidden: null }] as never as XrefRevision[]
  return listTouchedObjects({ before: stateWith(old), after: stateWith(now), sections }).get(7) ?? null
}

const FREE = { type: 'free' } as XrefEntry
const at = (offset: number, gen = 0) => ({ type: 'offset', offset, gen }) as XrefEntry
const within = (stream: number, index: number) => ({ type: 'compressed', stream, index }) as XrefEntry

test.each<[string, XrefEntry | undefined, XrefEntry | undefined]>([
  ['in its place', at(100), at(100)],
  ['in its object stream', within(5, 1), within(5, 1)],
  ['free', FREE, FREE],
  ['unknown, then free', undefined, FREE],
])('an object that stays %s is not touched', (_what, old, now) => {
  expect(touch(old, now)).toBeNull()
})

test.each<[string, XrefEntry, XrefEntry]>([
  ['stands elsewhere', at(100), at(101)],
  ['has another generation', at(100), at(100, 1)],
  ['moves into an object stream', at(100), within(5, 1)],
  ['moves out of one', within(5, 1), at(100)],
  ['moves to another one', within(5, 1), within(6, 1)],
  ['moves within its object stream', within(5, 1), within(5, 2)],
])('an object that %s is replaced', (_what, old, now) => {
  expect(touch(old, now)).toMatchObject({ num: 7, how: 'replaced' })
})

test('an object that was free or unknown is created, with its generation', () => {
  expect(touch(FREE, at(100, 3))).toEqual({ num: 7, gen: 3, how: 'created' })
  expect(touch(undefined, within(5, 1))).toEqual({ num: 7, gen: 0, how: 'created' })
})

test('an object that becomes free is freed, with the generation that it had', () => {
  expect(touch(at(100, 3), FREE)).toEqual({ num: 7, gen: 3, how: 'freed' })
  expect(touch(within(5, 1), undefined)).toEqual({ num: 7, gen: 0, how: 'freed' })
})
