import { describe, expect, test } from 'vitest'
import { buildTestRevisions, classicParts, packedPdf, streamOf, type TestRevision } from '@rubrica/pdf/testing'
import { openRevision, withPdf } from '@rubrica/pdf'
import { ReferenceGraph, type Use } from './reference-graph.ts'

const BASE: Readonly<Record<number, string>> = {
  1: '<</Type /Catalog /Pages 2 0 R>>',
  2: '<</Type /Pages /Kids [] /Count 0>>',
}

interface Question {
  /** The revision that is asked, the first by default. */
  readonly at?: number
}

/** Who refers to a number, in a file whose first revision has these objects besides catalogue and pages. */
function usesOf(num: number, objects: Readonly<Record<number, string>>, more: readonly TestRevision[] = []) {
  return ask(buildTestRevisions([{ objects: { ...BASE, ...objects } }, ...more]), num)
}

function ask(file: Uint8Array, num: number, { at = 1 }: Question = {}): readonly Use[] {
  return withPdf(file, (document) => new ReferenceGraph(document).usesOf(openRevision(document, at), num))
}

const use = (holder: number | null, path: string, gen = 0): Use => ({ holder, path, gen })

describe('a use is returned with the object that refers and the keys that lead there', () => {
  test.each<[string, string, readonly Use[]]>([
    ['a value', '<</A 9 0 R>>', [use(5, 'A')]],
    ['a value further down', '<</A <</B <</C 9 0 R>>>>>>', [use(5, 'A/B/C')]],
    ['an item, without its position', '<</A [1 [9 0 R]]>>', [use(5, 'A')]],
    ['a dictionary in a list', '<</A [null <</B 9 0 R>>]>>', [use(5, 'A/B')]],
    ['the object itself', '9 0 R', [use(5, '')]],
    ['a list that is the object', '[9 0 R]', [use(5, '')]],
    ['the dictionary of a stream', streamOf('8 0 R', '/A 9 0 R'), [use(5, 'A')]],
    ['two places', '<</A 9 0 R /B 9 0 R>>', [use(5, 'A'), use(5, 'B')]],
    ['one place twice', '<</A [9 0 R 9 0 R]>>', [use(5, 'A')]],
    ['another generation', '<</A [9 0 R 9 1 R 9 1 R]>>', [use(5, 'A'), use(5, 'A', 1)]],
    ['another number', '<</A 8 0 R /B 90 0 R>>', []],
    ['a key that is written twice', '<</A 9 0 R /A 8 0 R>>', [use(5, 'A')]],
    ['a key with a slash of its own', '<</A#2FB 9 0 R>>', [use(5, 'A#2FB')]],
    ['a string, a comment and a name', '<</A (9 0 R) /B /9#200#20R %9 0 R\n>>', []],
  ])('%s', (_, holder, uses) => {
    const file = buildTestRevisions([{ objects: { ...BASE, 5: holder, 9: '(target)' } }])
    expect(ask(file, 9).filter(({ holder }) => holder === 5)).toEqual(uses)
    const packed = buildTestRevisions([{ objects: { ...BASE, 5: holder, 9: '(target)' }, packed: true }])
    expect(ask(packed, 9).filter(({ holder }) => holder === 5)).toEqual(uses)
  })

  test('all objects that refer, the object itself among them', () => {
    const uses = usesOf(9, { 5: '<</A 9 0 R>>', 6: '<</B 9 0 R>>', 7: '<</C 8 0 R>>', 9: '<</D 9 0 R>>' })
    expect(uses).toEqual([use(5, 'A'), use(6, 'B'), use(9, 'D')])
  })

  test('the trailer, which has no number, be it a stream or not', () => {
    for (const packed of [false, true]) {
      const file = buildTestRevisions([{ objects: { ...BASE, 5: '<</A 1 0 R>>' }, packed }])
      expect(ask(file, 1)).toEqual([use(null, 'Root'), use(5, 'A')])
    }
  })

  test('a number that names nothing is used all the same', () => {
    expect(usesOf(99, { 5: '<</A 99 0 R>>' })).toEqual([use(5, 'A')])
  })

  test('a file that begins with something else', () => {
    const file = Buffer.concat([
      Buffer.from(`%!${' '.repeat(200)}\n`),
      buildTestRevisions([{ objects: { ...BASE, 5: '<</A 9 0 R>>', 9: '(x)' } }]),
    ])
    expect(ask(file, 9)).toEqual([use(5, 'A')])
  })
})

describe('uses are those of the revision that is asked', () => {
  const first = { objects: { ...BASE, 5: '<</A 9 0 R>>', 6: '<</B 9 0 R>>', 9: '(x)' } }

  test.each([false, true])('not those by what it had replaced, or what came later (object streams: %s)', (packed) => {
    const later = { packed, objects: { 5: '<</C 9 0 R>>', 7: '<</D [9 0 R]>>' } }
    const file = buildTestRevisions([{ ...first, packed }, later, { packed, objects: { 6: '(gone)' } }])
    const at = (number: number) => ask(file, 9, { at: number })
    expect(at(1)).toEqual([use(5, 'A'), use(6, 'B')])
    expect(at(2)).toEqual(expect.arrayContaining([use(6, 'B'), use(5, 'C'), use(7, 'D')]))
    expect(at(2)).toHaveLength(3)
    expect(at(3)).toEqual(expect.arrayContaining([use(5, 'C'), use(7, 'D')]))
    expect(at(3)).toHaveLength(2)
  })

  test('not those by an object that it has freed', () => {
    const file = buildTestRevisions([first, { freed: [5] }])
    expect(ask(file, 9, { at: 2 })).toEqual([use(6, 'B')])
  })

  test.each([false, true])('and of no other, which may be damaged (object streams: %s)', (packed) => {
    const file = buildTestRevisions([
      { objects: { ...BASE, 5: '<</A )>>', 9: '(x)' }, packed },
      { objects: { 5: '<</C 9 0 R>>' }, packed },
    ])
    expect(ask(file, 9, { at: 1 })).toEqual([])
    expect(ask(file, 9, { at: 2 })).toEqual([use(5, 'C')])
    const moved = buildTestRevisions([
      { objects: { ...BASE, 5: '<</A )>>', 9: '(x)' }, packed },
      { objects: { 5: '<</C 9 0 R>>' }, packed: !packed },
    ])
    expect(ask(moved, 9, { at: 1 })).toEqual([])
  })

  test('an object that moves between a stream and the file refers from its new place', () => {
    const packedFirst = buildTestRevisions([{ ...first, packed: true }, { objects: { 5: '<</C 9 0 R>>' } }])
    expect(ask(packedFirst, 9, { at: 2 })).toEqual(expect.arrayContaining([use(5, 'C'), use(6, 'B')]))
    const plainFirst = buildTestRevisions([first, { objects: { 5: '<</C 9 0 R>>' }, packed: true }])
    expect(ask(plainFirst, 9, { at: 2 })).toEqual(expect.arrayContaining([use(5, 'C'), use(6, 'B')]))
    expect(ask(plainFirst, 9, { at: 1 })).toEqual([use(5, 'A'), use(6, 'B')])
  })
})

test('a file whose table hides a stream of entries is read with both', () => {
  const file = packedPdf({ hybrid: true })
    .toString('latin1')
    .replace('/Type1', `${classicParts.page(1)} 0 R`)
  expect(ask(Buffer.from(file, 'latin1'), classicParts.page(1))).toEqual([
    use(classicParts.pageTree, 'Kids'),
    use(classicParts.font, 'Subtype'),
  ])
})

test('an object stream that claims more objects than it has has those that it has', () => {
  const packed = buildTestRevisions([{ objects: { ...BASE, 5: '<</A 9 0 R>>' }, packed: true }])
  const more = packed.toString('latin1').replace(/\/N 3 /, '/N 9 ')
  expect(ask(Buffer.from(more, 'latin1'), 9)).toEqual([use(5, 'A')])
})

test('objects of an object stream may stand in another order than its head has', () => {
  const packed = buildTestRevisions([{ objects: { ...BASE, 5: '<</A 9 0 R>>', 6: '<</B 8 0 R>>' }, packed: true }])
  const text = packed.toString('latin1')
  const [, at5 = '', at6 = ''] = /5 (\d+) 6 (\d+) /.exec(text) ?? []
  const swapped = Buffer.from(text.replace(`5 ${at5} 6 ${at6} `, `5 ${at6} 6 ${at5} `), 'latin1')
  expect(ask(swapped, 9)).toEqual([use(6, 'A')])
  expect(ask(swapped, 8)).toEqual([use(5, 'B')])
})
