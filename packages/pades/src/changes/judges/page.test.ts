import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import { changesBy, object, parts, SIGNATURE } from '../../../testing/make-signed-form.ts'

const page = object(parts.page1)
const entry = (text: string): Record<number, string> => ({
  [parts.page1]: page.replace('/MediaBox', `${text} /MediaBox`),
})

describe('what a page says to programs', () => {
  test.each([
    ['the order of its fields', '/Tabs /S', '/Tabs (S)'],
    ['its number in the structure', '/StructParents 0', '/StructParents /A'],
    ['the data of a program', '/PieceInfo <</X <<>>>>', '/PieceInfo 1'],
  ])('%s may change, and nothing else stands in its place', (_what, allowed, other) => {
    expect(changesBy(entry(allowed))).toEqual(['PAGE_SETTINGS by HARMLESS'])
    expect(changesBy(entry(other))).toEqual(['PAGE_SETTINGS'])
  })

  test('its number in the structure stays: other words would be read out', () => {
    expect(changesBy(entry('/StructParents 1'), { base: entry('/StructParents 0') })).toEqual(['PAGE_SETTINGS'])
    const field = (number: number) => ({
      [parts.text1]: object(parts.text1).replace('/F 4', `/F 4 /StructParent ${number}`),
    })
    expect(changesBy(field(1))).toEqual(['FIELD_APPEARANCE by HARMLESS'])
    expect(changesBy(field(1), { base: field(0) })).toEqual(['FIELD_APPEARANCE'])
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
    const pages = object(parts.pageTree)
    const base = { [parts.pageTree]: pages.replace('/Kids', '/Rotate 90 /CropBox [0 0 99 99] /Kids') }
    expect(changesBy(entry('/Rotate 90 /CropBox [0 0 99 99]'), { base })).toEqual([])
    expect(changesBy(entry('/Rotate 180'), { base })).toEqual(['PAGE_SETTINGS'])
  })

  test('is the same in an array as alone, and in one of another order it is not', () => {
    expect(
      changesBy({ [parts.page1]: page.replace(`/Contents ${parts.content} 0 R`, `/Contents [${parts.content} 0 R]`) }),
    ).toEqual([])
    const base = {
      [parts.page1]: page.replace(`/Contents ${parts.content} 0 R`, `/Contents [${parts.content} 0 R 30 0 R]`),
      30: streamOf('q Q'),
    }
    expect(
      changesBy(
        { [parts.page1]: base[parts.page1].replace(`${parts.content} 0 R 30 0 R`, `30 0 R ${parts.content} 0 R`) },
        { base },
      ),
    ).toEqual(['PAGE_CONTENT'])
  })
  test('is no other content in an array', () => {
    const many = {
      [parts.page1]: page.replace(`/Contents ${parts.content} 0 R`, `/Contents [${parts.content} 0 R 30 0 R]`),
      30: streamOf('q Q'),
    }
    expect(
      changesBy({ [parts.page1]: page.replace(`/Contents ${parts.content} 0 R`, '/Contents [30 0 R]'), 30: many[30] }),
    ).toEqual(['PAGE_CONTENT'])
    expect(changesBy({ [parts.page1]: page }, { base: many })).toEqual(['PAGE_CONTENT'])
    expect(changesBy({ [parts.page1]: page.replace(`/Contents ${parts.content} 0 R`, '') })).toEqual(['PAGE_CONTENT'])
  })

  test('does not come from its parent when pages do not inherit it', () => {
    const base = { [parts.pageTree]: object(parts.pageTree).replace('/Kids', '/Group <</S /Transparency>> /Kids') }
    expect(changesBy(entry('/Group <</S /Transparency>>'), { base })).toEqual(['PAGE_CONTENT'])
  })

  test('is not taken away by an empty array, nor brought by the first of one', () => {
    const contents = (value: string) => ({
      [parts.page1]: page.replace(`/Contents ${parts.content} 0 R`, `/Contents ${value}`),
      30: streamOf('q Q'),
    })
    expect(changesBy(contents('[]'), { base: contents(`[${parts.content} 0 R 30 0 R]`) })).toEqual(['PAGE_CONTENT'])
    expect(changesBy(contents('30 0 R'), { base: contents('[]') })).toContain('PAGE_CONTENT')
    expect(changesBy({ [parts.page1]: page }, { base: contents(`[${parts.content} 0 R]`) })).toEqual([])
  })

  test('is judged with the page and as the object that it is', () => {
    const base = {
      [parts.page1]: page.replace(`<</Font <</F1 ${parts.font} 0 R>>>>`, '30 0 R'),
      30: `<</Font <</F1 ${parts.font} 0 R>>>>`,
    }
    const changed = { [parts.page1]: base[parts.page1].replace('/MediaBox', '/Tabs /S /MediaBox'), 30: '<<>>' }
    expect(changesBy(changed, { base })).toEqual(['PAGE_CONTENT', 'PAGE_CONTENT', 'PAGE_SETTINGS by HARMLESS'])
  })
})

describe('the list of annotations of a page', () => {
  const second = object(parts.page2)
  const listing = (list: string) => ({ [parts.page2]: second.replace('/MediaBox', `${list} /MediaBox`) })
  const field = { [parts.acroForm]: object(parts.acroForm).replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`) }
  const widget = {
    30: `<</FT /Sig /T (Sig3) /Subtype /Widget /Rect [0 0 9 9] /P ${parts.page2} 0 R /V 32 0 R>>`,
    32: SIGNATURE,
  }
  const SIGNED = ['FIELD_ADDED by SIGNATURE', 'SIGNATURE by SIGNATURE']

  test.each<[string, Record<number, string>, Record<number, string>]>([
    ['begins with a signature', {}, listing('/Annots [30 0 R]')],
    ['was empty', listing('/Annots []'), listing('/Annots [30 0 R]')],
    ['was none', listing('/Annots (x)'), listing('/Annots [30 0 R]')],
    ['becomes an object of its own', {}, { ...listing('/Annots 40 0 R'), 40: '[30 0 R]' }],
    ['is an object of its own', { ...listing('/Annots 40 0 R'), 40: '[]' }, { 40: '[30 0 R]' }],
  ])('may grow when it %s', (_, base, grown) => {
    expect(changesBy({ ...field, ...widget, ...grown }, { base })).toEqual(SIGNED)
  })

  test('does not become none', () => {
    const base = { ...listing('/Annots [33 0 R]'), 33: '<</Subtype /Widget /Rect [0 0 9 9]>>' }
    for (const list of ['', '/Annots (x)', '/Annots []'])
      expect(changesBy(listing(list), { base })).toEqual(['FIELD_REMOVED'])
  })

  test('does not become what was prepared, or is used elsewhere', () => {
    const base = { ...listing('/Other 40 0 R'), 40: '[]' }
    const grown = { ...field, ...widget, ...listing('/Annots 40 0 R'), 40: '[30 0 R]' }
    expect(changesBy(grown, { base })).not.toEqual(SIGNED)
  })
})
