import { expect, test } from 'vitest'
import { folderOf, idAtPlace, makeObjectId, readObjectId } from './object-ids.ts'

const DIGEST = `ab${'0'.repeat(62)}`
const DATED = `ab/2031-01-31/${DIGEST}`

test('an id has the day in UTC, and leads to its place and its digest; so does one without a day', () => {
  expect(makeObjectId(DIGEST, new Date('2031-01-31T23:59:59.999Z'))).toBe(DATED)
  expect(readObjectId(DATED)).toEqual({ digest: DIGEST, place: DATED })
  expect(readObjectId(DIGEST)).toEqual({ digest: DIGEST, place: `ab/${DIGEST}` })
  for (const id of [DATED, DIGEST]) expect(idAtPlace(readObjectId(id).place)).toBe(id)
})

test.each([
  ['', 'ab', 'ab/2031-01-31', `ab/${DIGEST}`, `cd/2031-01-31/${DIGEST}`, DATED.toUpperCase(), `${DATED}/`],
  ['../../keys.json', `../${DIGEST}`, `ab/../${DIGEST}`, `/${DATED}`, `${DATED}\n`, `ab/2031-1-31/${DIGEST}`],
])('what is no id is refused before it is part of a path: %j', (...strange) => {
  for (const id of strange) expect(() => readObjectId(id)).toThrow(TypeError)
})

test('only what an id may begin with is listed', () => {
  expect(['ab', 'ab/2031-01-31'].map(folderOf)).toEqual(['ab', 'ab/2031-01-31'])
  for (const strange of ['', 'a', 'ab/', '..', 'incoming', DIGEST]) expect(() => folderOf(strange)).toThrow(TypeError)
})
