import { describe, expect, test } from 'vitest'
import { withPdf } from '@rubrica/pdf'
import { buildTestRevisions, streamOf, type TestRevision } from '@rubrica/pdf/testing'
import { countOrphans } from './count-orphans.ts'
import { locateDict, type LocatedDict } from './locate-entries.ts'

const BASE: Readonly<Record<number, string>> = {
  1: '<</Type /Catalog /Pages 2 0 R>>',
  2: '<</Type /Pages /Kids [] /Count 0>>',
}
/** Its range leaves out no string of the file. */
const SIGNATURE = '<</Type /Sig /ByteRange [0 1 2 3] /Contents <00>>>'
/** Its range leaves out its own contents: from the brackets on, or from what is in them. */
const fitting = (more = '') => `<</Contents <00ff> ${more}/ByteRange [0 FIRST. LAST.. 9]>>`

/** The file, with the numbers of the first fitting range. */
function build(revisions: readonly TestRevision[], brackets = 0, held = '<00ff>'): Buffer {
  const file = buildTestRevisions(revisions)
  const [first, last] = [file.indexOf(held) + brackets, file.indexOf(held) + held.length - brackets]
  const text = file.toString('latin1')
  const padded = (offset: number): string => String(offset).padStart(6, '0')
  return Buffer.from(text.replace('FIRST.', padded(first)).replace('LAST..', padded(last)), 'latin1')
}

const count = (file: Uint8Array, known: readonly LocatedDict[] = []): number =>
  withPdf(file, (document) => countOrphans(document, known))
const countIn = (objects: Readonly<Record<number, string>>, more: Omit<TestRevision, 'objects'> = {}): number =>
  count(build([{ objects: { ...BASE, ...objects }, ...more }]))
const tooComplex = (what: string): unknown => expect.objectContaining({ code: 'PDF_TOO_COMPLEX', facts: { what } })

describe('a signature dictionary that some revision lists', () => {
  test('counts when nobody sees it', () => {
    expect(countIn({})).toBe(0)
    expect(countIn({ 5: SIGNATURE })).toBe(1)
    expect(countIn({ 5: SIGNATURE, 6: SIGNATURE })).toBe(2)
  })

  test('does not count when somebody sees it', () => {
    const file = build([{ objects: { ...BASE, 5: SIGNATURE, 6: SIGNATURE } }])
    const places = ['5 0 obj', '6 0 obj'].map((head) => locateDict(file, file.indexOf(head)) as LocatedDict)
    expect(count(file, places)).toBe(0)
    expect(count(file, places.slice(1))).toBe(1)
    expect(count(file, places.slice(0, 1))).toBe(1)
  })

  test('counts when a later revision freed it, or wrote something else in its place', () => {
    const first = { objects: { ...BASE, 5: SIGNATURE } }
    expect(count(build([first, { freed: [5] }]))).toBe(1)
    expect(count(build([first, { objects: { 5: 'null' } }]))).toBe(1)
    expect(count(build([first, { objects: { 5: SIGNATURE } }]))).toBe(2)
  })

  test('counts once, however often its key occurs', () => {
    expect(countIn({ 5: SIGNATURE.replace('/Contents', '/ByteRange [0 1 2 3] /Contents') })).toBe(1)
    expect(countIn({ 5: fitting('/ByteRange [0 1 2 3] ') })).toBe(1)
  })

  test('is one only with contents and a range of its own', () => {
    expect(countIn({ 5: SIGNATURE.replace('/Contents <00>', '') })).toBe(0)
    expect(countIn({ 5: '<</Contents <00> /Inner <</ByteRange [0 1 2 3]>>>>' })).toBe(0)
    expect(countIn({ 5: '<</Contents (/ByteRange [0 1 2 3])>>' })).toBe(0)
    expect(countIn({ 5: `[${SIGNATURE}]` })).toBe(0)
  })

  test('counts when the table points at the blanks before it, if they are few', () => {
    const at = (blanks: number): number => {
      const text = build([{ objects: { ...BASE, 5: SIGNATURE } }]).toString('latin1')
      const offset = text.indexOf('5 0 obj')
      const moved = `${text.slice(0, offset)}${'\n'.repeat(blanks)}${text.slice(offset)}`
      const startxref = moved.lastIndexOf('xref\n0 1')
      return count(Buffer.from(moved.replace(/startxref\n\d+/, `startxref\n${startxref}`), 'latin1'))
    }
    expect(at(0)).toBe(1)
    expect(at(16)).toBe(1)
    expect(at(17)).toBe(0)
  })

  test('counts in a file that begins with something else', () => {
    expect(count(Buffer.concat([Buffer.from('%!\n'), build([{ objects: { ...BASE, 5: SIGNATURE } }])]))).toBe(1)
  })
})

describe('what only looks like a signature', () => {
  test.each<[string, Readonly<Record<number, string>>, string | undefined]>([
    ['within an attached file', { 5: streamOf(`7 0 obj\n${SIGNATURE}\nendobj`) }, undefined],
    ['listed nowhere', {}, `5 0 obj\n${SIGNATURE}\nendobj\n`],
    ['listed nowhere, before any object', {}, SIGNATURE],
    ['under the number of another object', { 5: '(x)' }, `5 0 obj\n${SIGNATURE}\nendobj\n`],
  ])('does not count %s', (_, objects, unlisted) => {
    expect(countIn(objects, unlisted === undefined ? {} : { unlisted })).toBe(0)
  })

  test('does not count when it cannot be read', () => {
    expect(countIn({ 5: SIGNATURE.replace('/Type /Sig', '/Type )') })).toBe(0)
  })
})

describe('a range that leaves out a string of this file is a signature’s, wherever it stands', () => {
  const inFile = (text: string, brackets = 0): number =>
    count(build([{ objects: BASE, unlisted: `\n${text}\n` }], brackets))

  test('be it listed or not, in an attached file or not', () => {
    expect(inFile(fitting())).toBe(1)
    expect(inFile(`5 0 obj\n${fitting()}\nendobj`)).toBe(1)
    expect(count(build([{ objects: { ...BASE, 5: streamOf(fitting()) } }]))).toBe(1)
    expect(count(build([{ objects: { ...BASE, 5: fitting() } }]))).toBe(1)
  })

  test('with the brackets or without them', () => {
    expect(inFile(fitting(), 1)).toBe(1)
    expect(inFile(fitting(), 2)).toBe(0)
    expect(inFile(fitting(), -1)).toBe(0)
    expect(inFile(fitting().replace('<00ff>', '[00ff]'))).toBe(0)
  })

  test.each([
    ['[0', '[1'],
    ['[0', '(0)'],
    ['[0', '0'],
    ['FIRST.', '/First'],
    ['LAST..', '/Last'],
    [' 9]', ']'],
    [' 9]', ' (9)]'],
    [' 9]', ' %9'],
  ])('when it is four plain numbers that begin with 0: %s is not %s', (from, to) => {
    expect(inFile(fitting().replace(from, to))).toBe(0)
  })

  test('with blanks in it, not too many', () => {
    expect(inFile(fitting().replace('[0 ', `[0${' '.repeat(900)}`))).toBe(1)
    expect(inFile(fitting().replace('[0 ', `[0${' '.repeat(1_100)}`))).toBe(0)
  })

  test('but an empty string holds no signature', () => {
    const holding = (held: string): number =>
      count(build([{ objects: BASE, unlisted: `\n${fitting().replace('<00ff>', held)}\n` }], 0, held))
    expect(holding('<00>')).toBe(1)
    expect(holding('<>')).toBe(0)
  })
})

describe('usage rights are no person’s signature', () => {
  test.each(['UR3', 'UR'])('as the catalogue names them: %s', (key) => {
    const rights = (name: string) =>
      countIn({ 1: `<</Type /Catalog /Pages 2 0 R /Perms <</${name} 5 0 R>>>>`, 5: fitting() })
    expect(rights(key)).toBe(0)
    expect(rights('Other')).toBe(1)
  })

  test('in each revision that has a copy of them', () => {
    const catalog = `<</Type /Catalog /Pages 2 0 R /Perms <</UR3 ${fitting()}>>>>`
    const file = build([{ objects: { ...BASE, 1: catalog } }])
    const [range = ''] = /\[0 \S+ \S+ 9\]/.exec(file.toString('latin1')) ?? []
    const later = {
      objects: { 1: '<</Type /Catalog /Pages 2 0 R /Lang (x)>>', 5: `<</Contents <00> /ByteRange ${range}>>` },
    }
    expect(count(build([{ objects: { ...BASE, 1: catalog } }, later]))).toBe(0)
  })
})

describe('the search has an end', () => {
  test('after five thousand ranges', () => {
    const marks = (many: number) => countIn({ 5: streamOf('/ByteRange '.repeat(many)) })
    expect(marks(5_000)).toBe(0)
    expect(() => marks(5_001)).toThrow(tooComplex('byte ranges'))
  })

  test('when many objects overlap, or cannot be read', () => {
    const broken = (many: number) =>
      countIn(Object.fromEntries(Array.from({ length: many }, (_, at) => [10 + at, '<</A ) /ByteRange 1>>'])))
    expect(broken(20)).toBe(0)
    expect(() => broken(40)).toThrow(tooComplex('overlapping objects'))
    const whole = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [10 + at, SIGNATURE]))
    expect(countIn(whole)).toBe(40)
  })
})
