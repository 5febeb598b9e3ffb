import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import { changesBy, object, parts } from '../../../testing/make-signed-form.ts'

const page = object(parts.page2)
/** What a change is called that no rule knows: of an object with this body, which a page refers to in this way. */
const kindOf = (body: string, place = '/Other 30 0 R') =>
  changesBy(
    { 30: body.includes('endstream') ? body.replace('(a)', '(b)') : body.replaceAll('(a)', '(b)') },
    { base: { [parts.page2]: page.replace('/MediaBox', `${place} /MediaBox`), 30: body } },
  )

describe('a change is called after what the object says that it is', () => {
  test.each([
    ['<</Type /Filespec /F (a)>>', 'ATTACHMENT'],
    ['<</Type /Encoding /X (a)>>', 'FONT'],
    ['<</Type /OCG /Name (a)>>', 'OPTIONAL_CONTENT'],
    ['<</Type /Outlines /X (a)>>', 'OUTLINE'],
    ['<</Type /Action /S /Unknown /X (a)>>', 'ACTION'],
    [streamOf('(a)', '/Type /EmbeddedFile'), 'ATTACHMENT'],
    [streamOf('(a)', '/Type /XObject'), 'PAGE_CONTENT'],
  ])('by its type: %s', (body, what) => {
    expect(kindOf(body)).toEqual([what])
  })

  test.each([
    ['<</JS (a) /Type /Filespec>>', 'JAVASCRIPT'],
    [streamOf('(a)', '/JS 1'), 'JAVASCRIPT'],
    ['<</S /JavaScript /X (a)>>', 'JAVASCRIPT'],
    ['<</S /URI /URI (a)>>', 'ACTION'],
    ['<</S /Launch /F (a)>>', 'ACTION'],
    [`<</Title (a) /Parent ${parts.pageTree} 0 R>>`, 'OUTLINE'],
    ['<</ByteRange [0 1 2 3] /X (a)>>', 'SIGNATURE'],
    ['<</Kids [] /Count 0 /X (a)>>', 'PAGE_SETTINGS'],
    ['<</Type /Unknown /S /URI /URI (a)>>', 'ACTION'],
  ])('by its entries: %s', (body, what) => {
    expect(kindOf(body)).toEqual([what])
  })

  test.each([
    '(a)',
    '[(a)]',
    '<</X (a)>>',
    '<</Type /Unknown /X (a)>>',
    '<</Type (Font) /X (a)>>',
    '<</S /Unknown /X (a)>>',
    '<</S (URI) /X (a)>>',
    '<</Title (a)>>',
    '<</Count 0 /X (a)>>',
    streamOf('(a)'),
  ])('or by the entry that leads to it: %s', (body) => {
    expect(kindOf(body)).toEqual(['PAGE_SETTINGS'])
  })
})

describe('a change of what does not say what it is', () => {
  test.each([
    ['/Other <</Font <</F1 30 0 R>>>>', 'FONT'],
    ['/Group <</XObject <</Im 30 0 R>>>>', 'PAGE_CONTENT'],
    ['/Other <</EmbeddedFiles [30 0 R]>>', 'ATTACHMENT'],
    ['/AA <</O 30 0 R>>', 'ACTION'],
    ['/Other <</EF <</Font 30 0 R>>>>', 'FONT'],
    ['/Other <</Fonts 30 0 R>>', 'PAGE_SETTINGS'],
  ])('is called after the way to it: %s', (place, what) => {
    expect(kindOf('<</X (a)>>', place)).toContain(what)
  })

  test('is called after each of its uses', () => {
    expect(kindOf('<</X (a)>>', '/Other 30 0 R /Another <</Font 30 0 R>>')).toEqual(['FONT', 'PAGE_SETTINGS'])
  })
})
