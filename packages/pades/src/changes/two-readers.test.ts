/** Files that one program reads in this way and another in that. */
import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import { APPEARANCE, changesBy, parts, put } from '../../testing/make-signed-form.ts'

const unjustified = (changes: readonly string[]) => changes.filter((change) => !change.includes(' by '))
const EVIL = streamOf('BT (900) Tj ET', APPEARANCE)

describe('what two readers read otherwise', () => {
  test.each([
    [parts.page1, `/Contents ${parts.content} 0 R`, `/Contents 70 0 R /Contents ${parts.content} 0 R`],
    [parts.page1, `/Contents ${parts.content} 0 R`, `/Con#74ents 70 0 R /Contents ${parts.content} 0 R`],
    [parts.page1, '/Resources <<', '/Resources <</Font <<>> '],
    [parts.pageTree, '/Kids', `/Kids [${parts.page2} 0 R] /Kids`],
    [parts.text1, '/V (100)', '/V (900) /V (100)'],
  ])('in object %d: %s becomes %s', (num, from, to) => {
    expect(changesBy({ ...put(num, from, to), 70: EVIL })).toEqual(['HIDDEN_OBJECT'])
    expect(changesBy(put(num, from, to), { base: put(num, from, to) })).toEqual([])
  })

  test('in a trailer with two roots', () => {
    expect(changesBy({}, { trailer: `/Root 40 0 R /Root ${parts.catalog} 0 R /Info ${parts.info} 0 R` })).toEqual([
      'HIDDEN_OBJECT',
    ])
  })

  test('in a stream that is shorter than it says', () => {
    const content = (after: string) => ({
      [parts.content]: `<</Length 99>>\nstream\nBT (100) Tj ET\nendstream\nendobj\n${after}`,
    })
    expect(changesBy(content('(900) Tj'), { base: content('') })).toEqual(['HIDDEN_OBJECT'])
  })

  test.each([
    `${parts.content} 0\tobj`,
    `${parts.content}\n0\nobj`,
    `${parts.content} 0\robj`,
    `000000000000${parts.content} 0 obj`,
  ])('in what %j begins unlisted', (head) => {
    expect(changesBy({ 60: '(x)' }, { unlisted: `${head}\n${EVIL}\nendobj\n` })).toEqual(['HIDDEN_OBJECT'])
  })

  test('in an object stream that holds more than is listed, or one object twice', () => {
    const stream = (head: string, count: number) =>
      streamOf(`${head}<<>> <<>>`, `/Type /ObjStm /N ${count} /First ${head.length}`)
    expect(changesBy({ 60: stream(`${parts.font} 0 `, 1) })).toEqual(['HIDDEN_OBJECT'])
    expect(changesBy({ 60: stream('70 0 70 5 ', 2) })).toEqual(['HIDDEN_OBJECT'])
    expect(changesBy({ 60: stream('70 0 71 5 ', 2) })).toEqual([])
  })
})

test('a reference that is an object of its own leads to nothing as well', () => {
  const base = {
    ...put(parts.page1, `/Contents ${parts.content} 0 R`, `/Contents [${parts.content} 0 R 60 0 R]`),
    60: '50 0 R',
  }
  expect(unjustified(changesBy({ 50: EVIL }, { base }))).not.toEqual([])
})
