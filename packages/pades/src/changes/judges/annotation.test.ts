import { describe, expect, test } from 'vitest'
import { certified, changesBy, object, paintedText, parts } from '../../../testing/make-signed-form.ts'

const limits = certified(3)
const page = object(parts.page1)
const listing = (num: number): string => page.replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R ${num} 0 R]`)
const added = (annotation: string) => changesBy({ [parts.page1]: listing(30), 30: annotation }, { limits })
const changed = (from: string, to: string) =>
  changesBy({ 30: to }, { base: { [parts.page1]: listing(30), 30: from }, limits })

const KINDS =
  'Caret Circle FreeText Highlight Ink Line PolyLine Polygon Popup Square Squiggly Stamp StrikeOut Text Underline'
const note = '<</Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (a)>>'

describe('where comments are allowed', () => {
  test.each(KINDS.split(' '))('%s is one, where it covers nothing', (kind) => {
    expect(added(`<</Subtype /${kind} /Rect [5 5 5 5]>>`)).toEqual(['ANNOTATION_ADDED by ANNOTATION'])
  })

  test.each(['Link', 'FileAttachment', 'Movie', 'Screen', 'Sound', 'Widget', '3D', 'RichMedia', 'Redact', 'Watermark'])(
    '%s is none',
    (kind) => {
      expect(added(`<</Subtype /${kind} /Rect [0 0 9 9]>>`)).toContain('ANNOTATION_ADDED')
    },
  )

  test.each(['<</Rect [0 0 9 9]>>', '<</Subtype (Text)>>', '(Text)'])('%s is none', (annotation) => {
    expect(added(annotation)).toEqual(['ANNOTATION_ADDED'])
  })

  test.each([
    ['/A <</S /URI>>', 'ACTION'],
    ['/AA <</E <</S /JavaScript>>>>', 'JAVASCRIPT'],
  ])('one with %s acts', (entry, what) => {
    expect(added(note.replace('/Rect', `${entry} /Rect`))).toEqual([what, 'ANNOTATION_ADDED'].sort())
    expect(changed(note, note.replace('/Rect', `${entry} /Rect`))).toContain(what)
  })

  test.each([
    `/AF [${parts.info} 0 R]`,
    `/FS ${parts.info} 0 R`,
    '/FT /Tx /T (x)',
    '/ExData <<>>',
    `/Sound ${parts.info} 0 R`,
  ])('one with %s carries more than a comment', (entry) => {
    expect(added(note.replace('/Rect', `${entry} /Rect`))).toEqual(['ANNOTATION_ADDED'])
    expect(changed(note, note.replace('/Rect', `${entry} /Rect`))).toContain('ANNOTATION_CHANGED')
  })

  test.each(['Link', 'FileAttachment', 'Screen', '3D', 'TrapNet'])('%s does not go', (kind) => {
    const base = { [parts.page1]: listing(30), 30: note.replace('/Text', `/${kind}`) }
    expect(changesBy({ [parts.page1]: page }, { base, limits })).toEqual(['ANNOTATION_REMOVED'])
  })

  test('one that stands in the page itself is one, too', () => {
    const inline = page.replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R ${note}]`)
    expect(changesBy({ [parts.page1]: inline }, { limits })).toEqual(['ANNOTATION_ADDED by ANNOTATION'])
    expect(changesBy({ [parts.page1]: inline }, { base: { [parts.page1]: inline }, limits })).toEqual([])
    expect(changesBy({ [parts.page1]: page }, { base: { [parts.page1]: inline }, limits })).toEqual([
      'ANNOTATION_REMOVED by ANNOTATION',
    ])
  })

  test('one may say something else and may not become something else', () => {
    expect(changed(note, note.replace('(a)', '(b)'))).toEqual(['ANNOTATION_CHANGED by ANNOTATION'])
    expect(changed(note, note.replace('/Text', '/Link'))).toEqual(['ANNOTATION_CHANGED'])
    expect(changed(note, note.replace('/Text', '/Stamp'))).toEqual(['ANNOTATION_CHANGED'])
    const link = note.replace('/Text', '/Link')
    expect(changed(link, link.replace('(a)', '(b)'))).toEqual(['ANNOTATION_CHANGED'])
  })
})

describe('whatever is allowed', () => {
  test.each(['/M (D:2026)', '/NM (x)', `/P ${parts.page1} 0 R`, '/StructParent 7'])(
    'an annotation may have another %s',
    (entry) => {
      const link = note.replace('/Text', '/Link')
      const to = link.replace('/Rect', `${entry} /Rect`)
      expect(changesBy({ 30: to }, { base: { [parts.page1]: listing(30), 30: link } })).toEqual([
        'ANNOTATION_CHANGED by HARMLESS',
      ])
    },
  )

  test('a note is not opened, moved to optional content or made another part of the structure', () => {
    const base = { [parts.page1]: listing(30), 30: note.replace('/Rect', '/StructParent 7 /Rect') }
    const to = (entry: string) => changesBy({ 30: base[30].replace('/Rect', `${entry} /Rect`) }, { base })
    expect(to('/Open true')).toEqual(['ANNOTATION_CHANGED'])
    expect(to('/P /Name')).toEqual(['ANNOTATION_CHANGED'])
    expect(changesBy({ 30: base[30].replace('7', '8') }, { base })).toEqual(['ANNOTATION_CHANGED'])
  })

  test('an annotation may not look otherwise', () => {
    const link = note.replace('/Text', '/Link').replace('/Rect', '/AP <</N 31 0 R>> /Rect')
    const base = { [parts.page1]: listing(30), 30: link, 31: paintedText('100') }
    const other = { 30: link.replace('31', '32'), 32: paintedText('900') }
    expect(changesBy(other, { base })).toEqual(['ANNOTATION_CHANGED'])
    expect(changesBy({ ...other, 32: paintedText('100') }, { base })).toEqual([])
    expect(changesBy({ 30: note.replace('/Text', '/Link') }, { base })).toEqual(['ANNOTATION_CHANGED'])
  })

  test('a list may hold what leads to nothing', () => {
    expect(changesBy({ [parts.page1]: page.replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R null]`) })).toEqual([])
  })

  test('a widget that is taken away is a field less', () => {
    expect(changesBy({ [parts.page1]: page.replace(`${parts.text1} 0 R `, '') }, { limits })).toContain('FIELD_REMOVED')
  })
})
