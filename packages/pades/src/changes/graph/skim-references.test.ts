import { expect, test } from 'vitest'
import { skimReferences } from './skim-references.ts'

function found(text: string): number[] {
  const numbers: number[] = []
  const bytes = Buffer.from(text, 'latin1')
  skimReferences(bytes, { start: 0, next: bytes.length }, (num) => numbers.push(num))
  return numbers
}

test.each([
  ['1 0 obj <</A 5 0 R /B [6 0 R 7 0 R]>> endobj', [5, 6, 7]],
  ['1 0 obj 5 0 R endobj', [5]],
  ['1 0 obj <</A 5\n0\tR>>', [5]],
  ['1 0 obj <</A 5 %x\n0 % 9 0 R\rR>>', [5]],
  ['1 0 obj <</A 5 0 R/B 6 0 R>>', [5, 6]],
  ['1 0 obj [5 0 R]', [5]],
  ['1 0 obj <</A (9 0 R \\) 8 0 R) /B <39> /C 5 0 R>>', [5]],
  ['1 0 obj <</A ((9 0 R) 8 0 R) /C 5 0 R>>', [5]],
  ['1 0 obj <</#52 5 0 R /R 1 /X R /Y 7 R>>', [5]],
  ['1 0 obj <</A +5 0 R /B 005 0 R /C 5. 0 R>>', [5, 5, 5]],
  ['1 0 obj <</A 1.5 0 R /B -1 0 R>>', []],
])('references in %s', (text, numbers) => {
  expect(found(text)).toEqual(numbers)
})

test('reading ends with the object', () => {
  expect(found('1 0 obj <</A 5 0 R>> stream\n6 0 R\nendstream')).toEqual([5])
  expect(found('1 0 obj 3 endobj 2 0 obj [6 0 R]')).toEqual([])
  expect(found('1 0 obj 3 2 0 obj [6 0 R]')).toEqual([])
  expect(found('1 0 obj 3endobj xref trailer <</Root 6 0 R>>')).toEqual([])
  expect(found('1 0 obj <</A 5 0 R')).toEqual([5])
})
