import { describe, expect, test } from 'vitest'
import { streamOf } from '../../test-keys/build-test-revisions.ts'
import { changesBy, SIGNED_FORM } from '../../test-keys/make-signed-form.ts'

const page = SIGNED_FORM[3] as string
const entry = (text: string): Record<number, string> => ({ 3: page.replace('/MediaBox', `${text} /MediaBox`) })

describe('what a page says to programs', () => {
  test.each([
    ['the order of its fields', '/Tabs /S', '/Tabs (S)'],
    ['its number in the structure', '/StructParents 0', '/StructParents /A'],
    ['the data of a program', '/PieceInfo <</X <<>>>>', '/PieceInfo 1'],
  ])('%s may change, and nothing else stands in its place', (_what, allowed, other) => {
    expect(changesBy(entry(allowed))).toEqual(['PAGE_SETTINGS by HARMLESS'])
    expect(changesBy(entry(other))).toEqual(['PAGE_SETTINGS'])
  })

  test('when it was changed, and its metadata', () => {
    expect(changesBy(entry('/LastModified (D:2026)'))).toEqual(['PAGE_SETTINGS by HARMLESS'])
    expect(changesBy({ ...entry('/Metadata 30 0 R'), 30: streamOf('<x/>') })).toEqual(['METADATA by METADATA'])
    expect(changesBy({ ...entry('/Metadata 30 0 R'), 30: '<<>>' })).toEqual(['PAGE_SETTINGS'])
  })
})

describe('what a page shows', () => {
  test.each([
    ['/Group <</S /Transparency>>', 'PAGE_CONTENT'],
    ['/AF []', 'ATTACHMENT'],
    ['/AA <</O <</S /URI>>>>', 'ACTION'],
    ['/CropBox [0 0 9 9]', 'PAGE_SETTINGS'],
    ['/UserUnit 2', 'PAGE_SETTINGS'],
    ['/Trans <<>>', 'PAGE_SETTINGS'],
  ])('does not get %s', (text, what) => {
    expect(changesBy(entry(text))).toEqual([what])
  })

  test('is the same from its parent as from itself', () => {
    const pages = SIGNED_FORM[2] as string
    const base = { 2: pages.replace('/Kids', '/Rotate 90 /CropBox [0 0 99 99] /Kids') }
    expect(changesBy(entry('/Rotate 90 /CropBox [0 0 99 99]'), { base })).toEqual([])
    expect(changesBy(entry('/Rotate 180'), { base })).toEqual(['PAGE_SETTINGS'])
  })

  test('is the same in an array as alone, and in one of another order it is not', () => {
    expect(changesBy({ 3: page.replace('/Contents 11 0 R', '/Contents [11 0 R]') })).toEqual([])
    const base = { 3: page.replace('/Contents 11 0 R', '/Contents [11 0 R 30 0 R]'), 30: streamOf('q Q') }
    expect(changesBy({ 3: base[3].replace('11 0 R 30 0 R', '30 0 R 11 0 R') }, { base })).toEqual(['PAGE_CONTENT'])
  })
  test('is no other content in an array', () => {
    const many = { 3: page.replace('/Contents 11 0 R', '/Contents [11 0 R 30 0 R]'), 30: streamOf('q Q') }
    expect(changesBy({ 3: page.replace('/Contents 11 0 R', '/Contents [30 0 R]'), 30: many[30] })).toEqual([
      'PAGE_CONTENT',
    ])
    expect(changesBy({ 3: page }, { base: many })).toEqual(['PAGE_CONTENT'])
    expect(changesBy({ 3: page.replace('/Contents 11 0 R', '') })).toEqual(['PAGE_CONTENT'])
  })
})
