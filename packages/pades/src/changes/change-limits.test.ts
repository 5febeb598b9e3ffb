import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import {
  APPEARANCE,
  certified,
  changesBy,
  NO_LIMITS,
  object,
  paintedText,
  parts,
  put,
} from '../../testing/make-signed-form.ts'
import { INVISIBLE_FIELD, newSignature } from '../../testing/make-new-signature.ts'

describe('limits of the certification and of locked fields', () => {
  const filled = { ...put(parts.text1, '(100)', '(200)'), [parts.text1Look]: paintedText('200') }

  test('P=1 allows neither signatures nor filling in', () => {
    expect(changesBy(newSignature(), { limits: certified(1) })).toEqual(['FIELD_ADDED', 'SIGNATURE'])
    expect(changesBy(filled, { limits: certified(1) })).toEqual(['FIELD_APPEARANCE', 'FIELD_VALUE'])
  })

  test('P=2 allows filling in, and signing in fields that were there or cannot be seen', () => {
    expect(changesBy(filled, { limits: certified(2) })).toContain('FIELD_VALUE by FORM_FILLING')
    expect(changesBy(newSignature(INVISIBLE_FIELD), { limits: certified(2) })).toContain('FIELD_ADDED by SIGNATURE')
  })

  test('sneaky signature attack: a new field over the certified content', () => {
    expect(changesBy(newSignature(), { limits: certified(2) })).toContain('FIELD_ADDED')
    expect(changesBy(newSignature(), { limits: certified(3) })).toContain('FIELD_ADDED')
  })

  test('a locked field is not filled in, another one is', () => {
    const locks = (name: string) => ({ ...NO_LIMITS, isLocked: (field: string) => field === name })
    expect(changesBy(filled, { limits: locks('Text1') })).toEqual(['FIELD_APPEARANCE', 'FIELD_VALUE'])
    expect(changesBy(filled, { limits: locks('Text2') })).toContain('FIELD_VALUE by FORM_FILLING')
    expect(changesBy(newSignature(), { limits: locks('Sig3') })).toEqual(['FIELD_ADDED', 'SIGNATURE'])
  })

  const comment = (subtype: string, more = '') => ({
    ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
    30: `<</Type /Annot /Subtype /${subtype} /Rect [10 10 90 90] /Contents (x) ${more}>>`,
  })

  test('comments come only where P=3 allows them', () => {
    expect(changesBy(comment('Text'))).toEqual(['ANNOTATION_ADDED'])
    expect(changesBy(comment('Text'), { limits: certified(2) })).toEqual(['ANNOTATION_ADDED'])
    expect(changesBy(comment('Text'), { limits: certified(3) })).toEqual(['ANNOTATION_ADDED by ANNOTATION'])
  })

  test('links, attachments and annotations that act are no comments', () => {
    const limits = certified(3)
    for (const kind of ['Link', 'FileAttachment', 'Redact', 'Widget', 'Screen']) {
      expect(changesBy(comment(kind), { limits })).toEqual(['ANNOTATION_ADDED'])
    }
    const script = '/A <</S /JavaScript /JS (x)>>'
    expect(changesBy(comment('Text', script), { limits })).toEqual(['ANNOTATION_ADDED', 'JAVASCRIPT'])
    const launch = '/AA <</E <</S /Launch>>>>'
    expect(changesBy(comment('Text', launch), { limits })).toEqual(['ACTION', 'ANNOTATION_ADDED'])
  })

  describe('evil annotation attack: comments over the certified content', () => {
    const limits = certified(3)
    const paint = (content: string, resources = ''): Record<number, string> => ({
      31: streamOf(content, `${APPEARANCE} /Resources <<${resources}>>`),
    })
    const shown = '/AP <</N 31 0 R>>'

    const attacks: readonly (readonly [string, { readonly 30: string }, Record<number, string>])[] = [
      ['a text box', comment('FreeText'), {}],
      ['a stamp', comment('Stamp', shown), paint('BT (900) Tj ET')],
      ['a filled square', comment('Square', '/IC [1 1 1]'), {}],
      ['text in the look of a highlight', comment('Highlight', shown), paint('BT (900) Tj ET')],
      ['a picture in the look of a note', comment('Text', shown), paint('/Im Do')],
      ['a filling in the look of ink', comment('Ink', shown), paint('1 g 0 0 9 9 re f')],
      ['a filling in a state', comment('Ink', shown), paint('/G gs 0 0 9 9 re f', '/ExtGState <</G <</BM /Normal>>>>')],
    ]
    test.each(attacks)('%s', (_, objects, more) => {
      expect(changesBy({ ...objects, ...more }, { limits })).toEqual(['ANNOTATION_ADDED'])
      const base = { ...objects, ...more }
      expect(changesBy({ [parts.page1]: object(parts.page1) }, { base, limits })).toEqual(['ANNOTATION_REMOVED'])
      const moved = objects[30].replace('[10 10', '[20 10')
      expect(changesBy({ 30: moved }, { base, limits })).toEqual(['ANNOTATION_CHANGED'])
    })

    test('marks on the text are comments', () => {
      const marks = [
        { ...comment('Ink', shown), ...paint('1 0 0 RG 0 0 m 9 9 l S') },
        {
          ...comment('Highlight', shown),
          ...paint('/G gs 1 1 0 rg 0 0 9 9 re f', '/ExtGState <</G <</BM /Multiply>>>>'),
        },
        comment('Underline'),
        comment('Popup'),
      ]
      for (const mark of marks) expect(changesBy(mark, { limits })).toEqual(['ANNOTATION_ADDED by ANNOTATION'])
      expect(changesBy(comment('Stamp', '/F 2'), { limits })).toEqual(['ANNOTATION_ADDED by ANNOTATION'])
    })
  })

  test('a comment that was there is changed and removed only under P=3', () => {
    const text = '<</Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (a)>>'
    const base = { ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`), 30: text }
    const edited = { 30: text.replace('(a)', '(b)') }
    expect(changesBy(edited, { base })).toEqual(['ANNOTATION_CHANGED'])
    expect(changesBy(edited, { base, limits: certified(3) })).toEqual(['ANNOTATION_CHANGED by ANNOTATION'])
    expect(changesBy({ [parts.page1]: object(parts.page1) }, { base })).toEqual(['ANNOTATION_REMOVED'])
    expect(changesBy({ [parts.page1]: object(parts.page1) }, { base, limits: certified(3) })).toEqual([
      'ANNOTATION_REMOVED by ANNOTATION',
    ])
  })
})
