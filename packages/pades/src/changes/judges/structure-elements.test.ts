import { describe, expect, test } from 'vitest'
import { buildTestRevisions } from '@rubrica/pdf/testing'
import { changesBy, changesOf, object, parts, SIGNED_FORM } from '../../../testing/make-signed-form.ts'
import { annotation, base, form, grown, HARMLESS } from '../../../testing/make-structured-form.ts'

/** An element within an element, so many times, around an annotation. */
const nested = (depth: number): string => (depth === 0 ? annotation : form(nested(depth - 1)))

describe('a new element', () => {
  const added = (element: string) => changesBy({ 41: grown[41], 50: element }, { base })

  test.each([
    ['for an annotation', form(annotation)],
    ['for none yet', '<</S /Form /P 41 0 R>>'],
    ['for many annotations', form(`[${annotation.repeat(40)}]`)],
    ['around others, five deep', nested(5)],
    ['around one with sixteen annotations', form(form(`[${annotation.repeat(16)}]`))],
  ])('%s', (_, element) => {
    expect(added(element)).toEqual(HARMLESS)
  })

  test.each([
    ['for nothing', form('<</Type /OBJR>>')],
    ['for what is no annotation of the file', form('<</Type /OBJR /Obj <</Subtype /Stamp>>>>')],
    ['for content', form(`<</Type /MCR /Pg ${parts.page1} 0 R /MCID 0>>`)],
    ['for a picture', form(`<</Type /OBJR /Obj ${parts.text1Look} 0 R>>`)],
    ['for content besides an annotation', form(`[${annotation} 0]`)],
    ['with words', form(annotation, '/ActualText (900)')],
    ['with the words of an abbreviation', form(annotation, '/E (900)')],
    ['with words further down', form(form(annotation, '/ActualText (900)'))],
    ['around others, six deep', nested(6)],
    ['around one with seventeen annotations', form(form(`[${annotation.repeat(17)}]`))],
    ['that is none', '[43 0 R]'],
  ])('not %s', (_, element) => {
    expect(added(element)).toContain('STRUCTURE')
  })

  test('is written with the element that holds it, or is an object of its own', () => {
    expect(changesBy({ 41: grown[41].replace('50 0 R', form(annotation)) }, { base })).toEqual(HARMLESS)
    expect(changesBy({ 41: grown[41].replace('50 0 R', '43 0 R') }, { base })).toEqual(['STRUCTURE'])
    expect(changesBy({ 41: grown[41].replace('50 0 R', '60 0 R') }, { base: { ...base, 60: form('[]') } })).toEqual([
      'STRUCTURE',
    ])
  })
})

describe('the kids of an element', () => {
  const two = { ...base, 41: base[41].replace('[43 0 R]', '[43 0 R 45 0 R]'), 45: base[43].replace('/K 0', '/K 1') }
  const kids = (list: string) =>
    changesBy({ 41: base[41].replace('[43 0 R]', list), 50: form(annotation) }, { base: two })

  test.each(['[50 0 R 43 0 R 45 0 R]', '[43 0 R 50 0 R 45 0 R]', '[43 0 R 45 0 R 50 0 R]'])(
    'stay in their order: %s',
    (list) => {
      expect(kids(list)).toEqual(HARMLESS)
    },
  )

  test.each(['[45 0 R 43 0 R 50 0 R]', '[43 0 R 50 0 R]', '[50 0 R]', 'null', '43 0 R'])(
    'and do not go: %s',
    (list) => {
      expect(kids(list)).toContain('STRUCTURE')
    },
  )

  test('may be a list of their own, which grows in the same way', () => {
    const apart = { ...base, 41: base[41].replace('[43 0 R]', '46 0 R'), 46: '[43 0 R]' }
    const by = (list: string, more = {}) =>
      changesBy({ 46: list, 50: form(annotation) }, { base: { ...apart, ...more } })
    expect(by('[43 0 R 50 0 R]')).toEqual(HARMLESS)
    expect(by('[50 0 R]')).toEqual(['STRUCTURE'])
    expect(by('50 0 R')).toEqual(['STRUCTURE'])
    const elsewhere = { [parts.page2]: object(parts.page2).replace('/Contents', '/Other 46 0 R /Contents') }
    expect(by('[43 0 R 50 0 R]', elsewhere)).toContain('PAGE_SETTINGS')
    const attributes = { ...apart, 41: apart[41].replace('/K', '/A'), 46: '[50 0 R]' }
    expect(by('[50 0 R 50 0 R]', attributes)).not.toContain('STRUCTURE by HARMLESS')
  })

  test('become a list when a second one comes', () => {
    const single = { ...base, 41: base[41].replace('[43 0 R]', '43 0 R') }
    const by = (list: string) =>
      changesBy({ 41: base[41].replace('[43 0 R]', list), 50: form(annotation) }, { base: single })
    expect(by('[43 0 R 50 0 R]')).toEqual(HARMLESS)
    expect(by('50 0 R')).toEqual(['STRUCTURE'])
    const none = { ...base, 40: base[40].replace('/K 41 0 R', ''), 41: 'null', 43: 'null', 44: '[]' }
    expect(changesBy({ 40: none[40].replace('/Par', '/K 50 0 R /Par'), 50: form(annotation) }, { base: none })).toEqual(
      HARMLESS,
    )
  })
})

describe('a list is no part of the structure', () => {
  const list = { 47: '[43 0 R]' }
  const growing = { 47: '[43 0 R 50 0 R]', 50: form(annotation) }
  const via = (objects: Record<number, string>) => changesBy(growing, { base: { ...base, ...list, ...objects } })
  const kids = (place: string) => ({ 41: base[41].replace('[43 0 R]', place) })
  const elsewhere = (place: string) => ({
    [parts.page2]: object(parts.page2).replace('/Contents', `/Other ${place} /Contents`),
  })

  test('unless an element leads to it, through other lists or not', () => {
    expect(via(kids('47 0 R'))).toEqual(HARMLESS)
    expect(via({ ...kids('46 0 R'), 46: '[47 0 R]' })).toEqual(HARMLESS)
    // What nothing leads to is not read out.
    expect(via({ 46: '[47 0 R]' })).toEqual([])
    expect(via(elsewhere('47 0 R'))).toEqual(['PAGE_SETTINGS'])
  })

  test('when something else leads to it, too', () => {
    expect(via({ ...kids('46 0 R'), 46: '[47 0 R]', ...elsewhere('47 0 R') })).toContain('PAGE_SETTINGS')
    expect(via({ ...kids('46 0 R'), 46: '[47 0 R]', ...elsewhere('46 0 R') })).toContain('PAGE_SETTINGS')
    const trailer = `/Root ${parts.catalog} 0 R /Info ${parts.info} 0 R`
    const first = {
      objects: { ...SIGNED_FORM, ...base, ...list, ...kids('47 0 R') },
      trailer: `${trailer} /Other 47 0 R`,
    }
    expect(changesOf(buildTestRevisions([first, { objects: growing, trailer }]))).toContain('UNKNOWN')
  })

  test('when it is led to through what is no list and no node of a tree', () => {
    for (const holder of ['<</Other 47 0 R>>', '<</Type /Other /Nums 47 0 R>>', '<</Other <</Kids 47 0 R>>>>'])
      expect(via({ ...kids('46 0 R'), 46: holder })).toEqual(['STRUCTURE'])
  })
})

test('an element that something else leads to stays as it is, whatever it says of itself', () => {
  for (const element of ['<</Type /StructElem>>', '<</Type /StructTreeRoot>>', '<</S /P /P 41 0 R /K []>>']) {
    const page = object(parts.page2).replace('/Contents', '/Other 60 0 R /Contents')
    const grownElement = { 60: element.replace('<<', '<</K 50 0 R '), 50: form(annotation) }
    expect(changesBy(grownElement, { base: { ...base, [parts.page2]: page, 60: element } })).toHaveLength(1)
    expect(changesBy(grownElement, { base: { ...base, [parts.page2]: page, 60: element } })).not.toEqual(HARMLESS)
  }
})

test('takes nothing in among words, and no page as an annotation', () => {
  const elements = {
    41: '<</Type /StructElem /S /Document /P 40 0 R /K [43 0 R]>>',
    43: `<</Type /StructElem /S /P /P 41 0 R /Pg ${parts.page1} 0 R /K [0 1]>>`,
  }
  const described = (kid: string) => `<</Type /StructElem /S /Figure /P 43 0 R /Alt (not) /K ${kid}>>`
  const reference = (num: number) => `<</Type /OBJR /Obj ${num} 0 R>>`
  const within = { 43: elements[43].replace('0 1', '0 50 0 R 1'), 50: described(reference(parts.text1)) }
  expect(changesBy(within, { base: { ...base, ...elements } })).toEqual(['STRUCTURE'])
  const after = (num: number) =>
    changesBy({ 41: grown[41], 50: described(reference(num)) }, { base: { ...base, ...elements } })
  expect(after(parts.text1)).toEqual(['STRUCTURE by HARMLESS'])
  expect(after(parts.page1)).toEqual(['STRUCTURE'])
})
