import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepReading, keptReading } from './kept-readings.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const reading = { map: [1.4142135, -1, 0.7071067], page: 3, viewed: [1, 3] }

test('the session keeps the map of a document, -1 for pages not loaded, and where its reader is', () => {
  keepReading('a', reading)
  expect(stored.get('documentPageMap')).toBe('{"a":{"map":[1.4142,-1,0.7071],"page":3,"viewed":[1,3]}}')
  expect(keptReading('a')).toEqual({ map: [1.4142, -1, 0.7071], page: 3, viewed: [1, 3] })
  expect(keptReading('b')).toBeNull()
})

test('the five documents read last are kept', () => {
  for (const name of ['a', 'b', 'c', 'a', 'd', 'e', 'f']) keepReading(name, reading)
  expect(['a', 'b', 'c', 'd', 'e', 'f'].filter((name) => keptReading(name))).toEqual(['a', 'c', 'd', 'e', 'f'])
})

test.each([
  'nonsense',
  'null',
  '7',
  '{"a":7}',
  '{"a":{"map":[],"page":1,"viewed":[]}}',
  '{"a":{"map":[1],"page":2,"viewed":[]}}',
])('a session that holds %s keeps nothing', (text) => {
  stored.set('documentPageMap', text)
  expect(keptReading('a')).toBeNull()
})
