import { describe, expect, test } from 'vitest'
import { withPdf } from '@rubrica/pdf'
import { streamOf } from '@rubrica/pdf/testing'
import { APPEARANCE, paintedText, parts, updatedForm } from '../../../testing/make-signed-form.ts'
import { everyAppearanceHasResources, everyFieldShowsItsValue } from './shown-values.ts'

/** The form has the fields 30 (and what else is listed), whose appearance is 31. */
const form = (objects: Readonly<Record<number, string>>, fields = '[30 0 R]') =>
  updatedForm([], { [parts.acroForm]: `<</Fields ${fields}>>`, ...objects })
const field = (entries: string) => `<</T (A) ${entries} /AP <</N 31 0 R>>>>`

describe('every field shows its value', () => {
  const shows = (entries: string, appearance: string, more: Readonly<Record<number, string>> = {}) =>
    withPdf(form({ 30: field(entries), 31: appearance, ...more }), everyFieldShowsItsValue)

  test.each(['Tx', 'Ch'])('of type %s: when it paints the same text, white space apart', (type) => {
    expect(shows(`/FT /${type} /V (1 00)`, paintedText('10 0'))).toBe(true)
    expect(shows(`/FT /${type} /V (100)`, paintedText('900'))).toBe(false)
    expect(shows(`/FT /${type} /V (100)`, paintedText(''))).toBe(false)
    expect(shows(`/FT /${type} /V ()`, paintedText(''))).toBe(true)
  })

  test('of a choice: when it paints the label of what was chosen', () => {
    const chosen = '/FT /Ch /V (es) /Opt [(ad) [(fr) (France)] [(es) (Sp ain)]]'
    expect(shows(chosen, paintedText('Spa in'))).toBe(true)
    expect(shows(chosen, paintedText('es'))).toBe(false)
    expect(shows(chosen, paintedText('France'))).toBe(false)
    expect(shows(chosen.replace('(es)', '(ad)'), paintedText('ad'))).toBe(true)
    expect(shows(chosen.replace('(es)', '(de)'), paintedText('de'))).toBe(true)
    expect(shows(chosen.replace('(fr)', '(es)'), paintedText('Spain'))).toBe(false)
    expect(shows('/FT /Ch /V (es) /Opt [[(es) /Spain] [(es)] 1]', paintedText('Spain'))).toBe(false)
    expect(shows('/FT /Tx /V (es) /Opt [[(es) (Spain)]]', paintedText('Spain'))).toBe(false)
  })

  test('in the encoding of its font, or in UTF-8', () => {
    expect(shows('/FT /Tx /V <FEFF00E9>', paintedText('\\351'))).toBe(true)
    expect(shows('/FT /Tx /V <FEFF00E9>', paintedText('\\303\\251'))).toBe(true)
    expect(shows('/FT /Tx /V <FEFF00E9>', paintedText('e'))).toBe(false)
  })

  test('unless a picture could show another', () => {
    expect(shows('/FT /Tx /V (100)', streamOf('BT (100) Tj ET /Im Do', APPEARANCE))).toBe(false)
  })

  test('when it is of a type that shows no text, or has no text or no look', () => {
    expect(shows('/FT /Btn /V (100)', paintedText('4'))).toBe(true)
    expect(shows('/FT /Tx', paintedText(''))).toBe(true)
    expect(shows('/FT /Tx /V (100)', '<<>>')).toBe(true)
    expect(withPdf(form({ 30: '<</FT /Tx /V (100)>>' }), everyFieldShowsItsValue)).toBe(true)
    expect(withPdf(form({ 30: '<</FT /Tx /V (100) /AP (x)>>' }), everyFieldShowsItsValue)).toBe(true)
  })

  test.each([
    ['in white', '/DA (/Helv 12 Tf 1 g)'],
    ['in white, whatever was said before', '/DA (0 g /Helv 12 Tf 0 0 0 0 k)'],
    ['too small', '/DA (/Helv 0.1 Tf 0 g)'],
    ['in a prepared font', '/DA (/Evil 12 Tf 0 g)'],
    ['on black', '/MK <</BG [0]>> /DA (/Helv 12 Tf 0 g)'],
    ['as a password', '/Ff 8192'],
    ['as rich text', '/RV (<body/>)'],
  ])('not when it would be drawn %s', (_, entries) => {
    const fonts = `<</Font <</Helv ${parts.font} 0 R /Evil 32 0 R>>>>`
    const drawn = (text: string, with32 = '<</Type /Font /Subtype /Type3>>') =>
      withPdf(
        form({
          [parts.acroForm]: `<</Fields [30 0 R] /DR ${fonts}>>`,
          30: field(`/FT /Tx /V (100) ${text}`),
          31: paintedText('100'),
          32: with32,
        }),
        everyFieldShowsItsValue,
      )
    expect(drawn(entries)).toBe(false)
    expect(drawn('/MK <</BG [1 1 0.8]>> /DA (/Helv 0 Tf 0 0 1 rg)')).toBe(true)
    expect(drawn('/DA (/Other 12 Tf)')).toBe(true)
  })

  test('when a button shows its caption, and a box a mark', () => {
    const push = (caption: string) => `/FT /Btn /Ff 65536 ${caption}`
    expect(shows(push('/MK <</CA (Se nd)>>'), paintedText('Send'))).toBe(true)
    expect(shows(push('/MK <</CA (Pay 900)>>'), paintedText('Pay 100'))).toBe(false)
    expect(shows(push(''), paintedText('Send'))).toBe(false)
    expect(shows(push(''), streamOf('/Im Do', APPEARANCE))).toBe(false)
    expect(shows('/FT /Btn', paintedText('900'))).toBe(false)
  })

  test('also when no form lists it', () => {
    const page = `<</Type /Page /Parent ${parts.pageTree} 0 R /MediaBox [0 0 9 9] /Annots [30 0 R 32 0 R]>>`
    const lone = (kind: string) => ({
      [parts.page1]: page,
      32: `<</Subtype /${kind} /FT /Tx /V (900) /AP <</N 31 0 R>>>>`,
      30: field('/FT /Tx /V (100)'),
      31: paintedText('100'),
    })
    expect(withPdf(form(lone('Widget')), everyFieldShowsItsValue)).toBe(false)
    expect(withPdf(form(lone('Link')), everyFieldShowsItsValue)).toBe(true)
  })

  test('not when it shows text without having a value, or another long text, or a list', () => {
    expect(shows('/FT /Tx', paintedText('900'))).toBe(false)
    expect(shows('/FT /Ch /V [(100)]', paintedText('900'))).toBe(false)
    expect(shows('/FT /Tx /V 32 0 R', paintedText('900'), { 32: streamOf('100') })).toBe(false)
    expect(shows('/FT /Tx /V 32 0 R', paintedText('100'), { 32: streamOf('100') })).toBe(true)
  })

  test.each([
    ['/V /Yes /AS /Yes', true],
    ['/V /Yes /AS /Off', false],
    ['/V /Yes', false],
    ['/V /Off /AS /Yes', false],
    ['/V /Other /AS /Off', true],
    ['/AS /Yes', true],
  ])('a box with %s: %s', (entries, expected) => {
    const box = `<</T (A) /FT /Btn ${entries} /AP <</N <</Yes 31 0 R /Off 31 0 R>>>>>>`
    expect(withPdf(form({ 30: box, 31: paintedText('') }), everyFieldShowsItsValue)).toBe(expected)
  })

  test('whatever stands above it', () => {
    const above = { 32: '<</FT /Tx /V (100) /Kids [30 0 R]>>', 31: paintedText('900') }
    const kid = { 30: field('/Parent 32 0 R'), ...above }
    expect(withPdf(form(kid, '[32 0 R]'), everyFieldShowsItsValue)).toBe(false)
    expect(withPdf(form({ ...kid, 31: paintedText('100') }, '[32 0 R]'), everyFieldShowsItsValue)).toBe(true)
  })

  test('in a form without fields, and in a file without a form', () => {
    expect(withPdf(form({}, '[]'), everyFieldShowsItsValue)).toBe(true)
    expect(withPdf(form({}, '(x)'), everyFieldShowsItsValue)).toBe(true)
    const none = updatedForm([], { [parts.catalog]: `<</Type /Catalog /Pages ${parts.pageTree} 0 R>>` })
    expect(withPdf(none, everyFieldShowsItsValue)).toBe(true)
  })

  test('is not said of a form whose fields have no end', () => {
    const circle = { 30: '<</FT /Tx /T (A) /Kids [30 0 R]>>' }
    expect(withPdf(form(circle), everyFieldShowsItsValue)).toBe(false)
    const many = (count: number) =>
      withPdf(form({ 30: '<<>>' }, `[${'30 0 R '.repeat(count)}]`), everyFieldShowsItsValue)
    expect(many(2_000)).toBe(true)
    expect(many(5_001)).toBe(false)
  })
})

describe('every appearance has resources', () => {
  const picture = streamOf('/Im Do', APPEARANCE)
  const withResources = streamOf('/Im Do', `${APPEARANCE} /Resources <<>>`)
  const has = (appearances: string, stream: string) =>
    withPdf(form({ 30: `<</FT /Btn /T (A) ${appearances}>>`, 31: stream }), everyAppearanceHasResources)

  test.each([
    '/AP <</N 31 0 R>>',
    '/AP <</N <</Yes 31 0 R>>>>',
    '/AP <</D 31 0 R>>',
    '/AP <</N <<>> /D <</Off 31 0 R>>>>',
  ])('of its own, or paints only text: %s', (appearances) => {
    expect(has(appearances, withResources)).toBe(true)
    expect(has(appearances, paintedText('100'))).toBe(true)
    expect(has(appearances, picture)).toBe(false)
    expect(has(appearances, picture.replace('/BBox', '/Resources (x) /BBox'))).toBe(false)
  })

  test('is said of one that shows nothing', () => {
    for (const appearances of ['', '/AP (x)', '/AP <<>>', '/AP <</N null>>', '/AP <</N 99 0 R>>'])
      expect(has(appearances, picture)).toBe(true)
  })

  test('is not said of states within states', () => {
    expect(has('/AP <</N <</Yes <</No 31 0 R>>>>>>', withResources)).toBe(false)
    expect(has('/AP <</N <</Yes <<>>>>>>', withResources)).toBe(false)
  })
})
