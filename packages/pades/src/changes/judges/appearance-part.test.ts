import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import { certified, changesBy, object, paintedText, parts, put } from '../../../testing/make-signed-form.ts'

type Objects = Record<number, string>
const unjustified = (changes: readonly string[]) => changes.filter((change) => !change.includes(' by '))

const FILLED = ['FIELD_APPEARANCE by FORM_FILLING', 'FIELD_VALUE by FORM_FILLING']
const filled = put(parts.text1, '(100)', '(200)')
/** The text field has its appearance dictionary in object 61. */
const apart: Objects = {
  ...put(parts.text1, `<</N ${parts.text1Look} 0 R>>`, '61 0 R'),
  61: `<</N ${parts.text1Look} 0 R>>`,
}
const filledApart = { [parts.text1]: (apart[parts.text1] as string).replace('(100)', '(200)') }

describe('a part that is written anew in its place is judged with the field that owns it', () => {
  test.each<[string, Objects, Objects]>([
    ['an appearance', {}, { ...filled, [parts.text1Look]: paintedText('200') }],
    ['an appearance dictionary', apart, { ...filledApart, 61: '<</N 62 0 R>>', 62: paintedText('200') }],
    ['an appearance in such a dictionary', apart, { ...filledApart, [parts.text1Look]: paintedText('200') }],
  ])('%s', (_, base, update) => {
    expect(changesBy(update, { base })).toEqual(FILLED)
    const alone = Object.entries(update).filter(([num]) => num !== String(parts.text1))
    expect(changesBy(Object.fromEntries(alone), { base })).toEqual(['FIELD_APPEARANCE'])
  })

  test('the states of a box, in a dictionary of their own or not', () => {
    const states = `<</N <</Yes ${parts.checkYes} 0 R /Off ${parts.checkOff} 0 R>>>>`
    const checked = (box: string) => ({ [parts.check]: box.replace('/V /Off /AS /Off', '/V /Yes /AS /Yes') })
    const drawn = { [parts.checkYes]: paintedText('x') }
    expect(changesBy({ ...checked(object(parts.check)), ...drawn })).toEqual(FILLED)
    expect(changesBy(drawn)).toEqual(['FIELD_APPEARANCE'])
    const base: Objects = { ...put(parts.check, states, '61 0 R'), 61: states }
    expect(changesBy({ ...checked(base[parts.check] as string), ...drawn }, { base })).toEqual(FILLED)
    expect(changesBy(drawn, { base })).toEqual(['FIELD_APPEARANCE'])
  })

  test('a long value, plain or rich', () => {
    const base = {
      ...put(parts.text1, '/V (100)', '/V 61 0 R /RV 62 0 R'),
      61: streamOf('100'),
      62: streamOf('<p>100</p>'),
    }
    expect(changesBy({ 61: streamOf('200'), 62: streamOf('<p>200</p>') }, { base })).toEqual([
      'FIELD_APPEARANCE by FORM_FILLING',
      'FIELD_VALUE by FORM_FILLING',
    ])
    expect(changesBy({ 62: streamOf('<p>200</p>') }, { base })).toEqual(['FIELD_APPEARANCE'])
  })

  test('the look of a comment', () => {
    const note = '<</Type /Annot /Subtype /Text /Rect [0 0 9 9] /AP <</N 31 0 R>>>>'
    const base = {
      ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
      30: note,
      31: streamOf('0 0 m 9 9 l S'),
    }
    const drawn = { 31: streamOf('0 0 m 9 0 l S') }
    expect(changesBy(drawn, { base })).toEqual(['ANNOTATION_CHANGED'])
    expect(changesBy(drawn, { base, limits: certified(3) })).toEqual(['ANNOTATION_CHANGED by ANNOTATION'])
  })

  test('of more fields than the file is read over for', () => {
    const numbers = Array.from({ length: 70 }, (_, at) => 100 + at)
    const objects = (of: (num: number) => Objects): Objects => Object.assign({}, ...numbers.map(of)) as Objects
    const field = (num: number, value: string) =>
      `<</FT /Tx /T (F${num}) /Subtype /Widget /Rect [0 0 100 20] ${value} /AP ${num + 200} 0 R>>`
    const base = objects((num) => ({
      [num]: field(num, `/V ${num + 100} 0 R`),
      [num + 100]: '(100)',
      [num + 200]: `<</N ${num + 300} 0 R>>`,
      [num + 300]: paintedText('100'),
    }))
    const fields = numbers.map((num) => `${num} 0 R`).join(' ')
    base[parts.acroForm] = object(parts.acroForm).replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R ${fields}]`)
    const values = objects((num) => ({ [num + 100]: '(200)' }))
    expect(new Set(changesBy(values, { base }))).toEqual(new Set(['FIELD_VALUE by FORM_FILLING']))
    const looks = objects((num) => ({ [num]: field(num, '/V (200)'), [num + 300]: paintedText('200') }))
    expect(new Set(changesBy(looks, { base }))).toEqual(new Set(FILLED))
  })
})

describe('a part that is used in another way is nobody’s to change', () => {
  const drawn = { ...filledApart, [parts.text1Look]: paintedText('200') }

  test.each<[string, Objects]>([
    ['an appearance dictionary that something else refers to', put(parts.catalog, '/Pages', '/Other 61 0 R /Pages')],
    [
      'an appearance that something else refers to',
      put(parts.catalog, '/Pages', `/Other ${parts.text1Look} 0 R /Pages`),
    ],
    [
      'an appearance that a list of contents has',
      { ...put(parts.page2, `${parts.content} 0 R`, '63 0 R'), 63: `[${parts.text1Look} 0 R]` },
    ],
  ])('%s', (_, more) => {
    expect(unjustified(changesBy(drawn, { base: { ...apart, ...more } }))).not.toEqual([])
  })

  test('unless nothing leads to what has it, too', () => {
    const base = { ...apart, 62: `<</N ${parts.text1Look} 0 R>>` }
    expect(unjustified(changesBy(drawn, { base }))).toEqual([])
  })

  test('the look of a comment whose dictionary a page draws from', () => {
    const note = '<</Type /Annot /Subtype /Text /Rect [0 0 9 9] /AP 61 0 R>>'
    const base = {
      ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
      30: note,
      61: '<</N 62 0 R>>',
      62: streamOf('0 0 m 9 9 l S'),
    }
    const resources = put(parts.page2, `<</Font <</F1 ${parts.font} 0 R>>>>`, '70 0 R')
    const drawnFrom = { ...base, ...resources, 70: '<</XObject 61 0 R>>' }
    const update = { 62: streamOf('0 0 m 9 0 l S') }
    expect(unjustified(changesBy(update, { base, limits: certified(3) }))).toEqual([])
    expect(unjustified(changesBy(update, { base: drawnFrom, limits: certified(3) }))).not.toEqual([])
  })

  test('what only stands like an appearance', () => {
    const looks = (entry: string) => ({
      ...put(parts.text1, '/F 4', `/F 4 ${entry}`),
      61: '<</N 62 0 R>>',
      62: paintedText('100'),
    })
    expect(unjustified(changesBy({ 62: paintedText('200') }, { base: looks('/Foo 61 0 R') }))).not.toEqual([])
    const page = { ...looks(''), ...put(parts.page2, '/Contents', '/AP 61 0 R /Contents') }
    expect(unjustified(changesBy({ 62: paintedText('200') }, { base: page }))).not.toEqual([])
  })

  test('what an appearance dictionary has besides', () => {
    const base = { ...apart, 61: `<</N ${parts.text1Look} 0 R /X 62 0 R>>`, 62: paintedText('100') }
    expect(unjustified(changesBy({ 62: paintedText('200') }, { base }))).not.toEqual([])
  })

  test('the value of what is no field', () => {
    const stream = { 61: streamOf('', '/V 62 0 R'), 62: '(100)' }
    const uses = put(parts.catalog, '/Pages', '/Other 61 0 R /Pages')
    expect(changesBy({ 62: '(200)' }, { base: { ...stream, ...uses } })).toEqual(['CATALOG'])
    const nameless = { ...put(parts.text1, '/F 4', '/F 4 /Parent 61 0 R'), 61: '<</V 62 0 R>>', 62: '(100)' }
    expect(changesBy({ 62: '(200)' }, { base: nameless })).toEqual(['UNKNOWN'])
  })

  test('the look of a field that is freed', () => {
    const changes = changesBy({ [parts.text1Look]: paintedText('200') }, { freed: [parts.text1] })
    expect(unjustified(changes)).toEqual(['ANNOTATION_CHANGED'])
  })
})
