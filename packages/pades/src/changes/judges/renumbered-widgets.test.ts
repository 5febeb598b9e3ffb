import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import { APPEARANCE, certified, changesBy, object, parts } from '../../../testing/make-signed-form.ts'

const listing = (...nums: readonly number[]): string => nums.map((num) => `${num} 0 R`).join(' ')
const page = (...nums: readonly number[]): string =>
  object(parts.page1).replace(
    /\/Annots \[.*?\]/,
    `/Annots [${listing(parts.sig1, parts.text1, parts.check, parts.sig2, ...nums)}]`,
  )
const group = (value: string, ...kids: readonly number[]): string =>
  `<</FT /Btn /Ff 49152 /T (Choice) /V /${value} /Kids [${listing(...kids)}]>>`
const widget = (x: number, states: string): string =>
  `<</Type /Annot /Subtype /Widget /Parent 30 0 R /F 4 /Rect [${x} 90 ${x + 10} 100] ${states}>>`
const first = `/AS /a /AP <</N <</a ${parts.checkYes} 0 R /Off ${parts.checkOff} 0 R>>>>`
const second = `/AS /Off /AP <</N <</b ${parts.checkYes} 0 R /Off ${parts.checkOff} 0 R>>>>`

const base = {
  [parts.page1]: page(31, 32),
  [parts.acroForm]: object(parts.acroForm).replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
  30: group('a', 31, 32),
  31: widget(10, `/FT /Btn ${first}`),
  32: widget(30, `/FT /Btn ${second}`),
}
const left = { 31: '<</FT /Btn /Kids [41 0 R]>>', 32: '<</FT /Btn /Parent 30 0 R>>' }
const renumbered = {
  [parts.page1]: page(41, 42),
  30: group('a', 41, 42),
  ...left,
  41: widget(10, first),
  42: widget(30, second),
}
const unexplained = (objects: Record<number, string>, before: Record<number, string> = base): readonly string[] =>
  changesBy(objects, { base: before }).filter((change) => !change.includes(' by '))

describe('radio buttons under new numbers are the same ones', () => {
  test('when they stand where they stood and say the same', () => {
    expect(changesBy(renumbered, { base })).toEqual(['FIELD_APPEARANCE by FORM_FILLING'])
    expect(changesBy(renumbered, { base, limits: certified(1) })).toEqual(['FIELD_APPEARANCE'])
  })

  test('when another one is chosen with them', () => {
    const chosen = {
      ...renumbered,
      30: group('b', 41, 42),
      41: widget(10, first.replace('/AS /a', '/AS /Off')),
      42: widget(30, second.replace('/AS /Off', '/AS /b')),
    }
    expect(unexplained(chosen)).toEqual([])
    expect(unexplained({ ...chosen, 30: renumbered[30] })).not.toEqual([])
  })

  test.each<[string, Record<number, string>]>([
    ['lies elsewhere', { 42: widget(50, second) }],
    ['looks otherwise', { 42: widget(30, second.replace(`/b ${parts.checkYes}`, `/b ${parts.checkOff}`)) }],
    ['looks otherwise, by what is drawn in its place', { [parts.checkYes]: streamOf('0 0 300 144 re f', APPEARANCE) }],
    ['is hidden', { 42: widget(30, second).replace('/F 4', '/F 2') }],
    ['does something', { 42: widget(30, `${second} /AA <</U <</S /JavaScript /JS (x)>>>>`) }],
    ['lies above others', { [parts.page1]: page(42, 41) }],
    ['is shown twice', { [parts.page1]: page(41, 42, 42) }],
    ['is shown beside the former one', { [parts.page1]: page(41, 42, 32) }],
    ['is not shown', { [parts.page1]: page(41) }],
    ['took the place of the other in its field', { 30: group('a', 42, 41) }],
    ['stands for both', { 30: group('a', 41, 41), [parts.page1]: page(41, 41) }],
  ])('and not when one %s', (_what, attack) => {
    expect(unexplained({ ...renumbered, ...attack })).not.toEqual([])
  })

  test('and not when it was there before', () => {
    const { 41: prepared, ...rest } = renumbered
    expect(unexplained(rest, { ...base, 41: prepared })).not.toEqual([])
  })

  test('and not when the former one is on another page, too', () => {
    const other = object(parts.page2).replace('/Contents', '/Annots [32 0 R] /Contents')
    expect(unexplained(renumbered, { ...base, [parts.page2]: other })).not.toEqual([])
  })
})
