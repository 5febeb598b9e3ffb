import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('members are sorted by name at every depth, without white space; lists keep their order', () => {
  expect(canonicalJson({ b: [2, { d: null, c: 'é"' }], a: true })).toBe('{"a":true,"b":[2,{"c":"é\\"","d":null}]}')
})

test('values that are equal have the same text whatever the order they were written in', () => {
  expect(canonicalJson({ x: 1, y: { p: 1, q: 2 } })).toBe(canonicalJson({ y: { q: 2, p: 1 }, x: 1 }))
})
