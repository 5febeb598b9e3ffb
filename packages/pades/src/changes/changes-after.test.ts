import { describe, expect, test } from 'vitest'
import { withPdf } from '@rubrica/pdf'
import { buildTestRevisions, streamOf } from '@rubrica/pdf/testing'
import {
  APPEARANCE,
  certified,
  changesBy,
  changesOf,
  NO_LIMITS,
  object,
  paintedText,
  parts,
  put,
  SIGNATURE,
  SIGNED_FORM,
  TIMESTAMP,
  updatedForm,
} from '../../testing/make-signed-form.ts'
import { changesAfter } from './changes-after.ts'

const NEW_FIELD = `<</FT /Sig /T (Sig3) /Type /Annot /Subtype /Widget /F 132 /Rect [200 10 290 30] /P ${parts.page1} 0 R /AP <</N 31 0 R>> /V 32 0 R>>`
const newSignature = (field = NEW_FIELD, value = SIGNATURE): Record<number, string> => ({
  ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
  ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
  30: field,
  31: paintedText('Biel'),
  32: value,
})
const invisible = NEW_FIELD.replace('[200 10 290 30]', '[0 0 0 0]')

describe('what signing, archiving and saving do is allowed', () => {
  test('nothing after the newest revision', () => {
    expect(changesOf(updatedForm([]))).toEqual([])
  })

  test('a further signature field, its widget and its signature', () => {
    expect(changesBy(newSignature())).toEqual(['FIELD_ADDED by SIGNATURE', 'SIGNATURE by SIGNATURE'])
    expect(changesBy(newSignature(), { packed: true })).toEqual(['FIELD_ADDED by SIGNATURE', 'SIGNATURE by SIGNATURE'])
  })

  test('a signature in a field that was there, with its appearance', () => {
    const signed = put(parts.sig2, `/AP <</N ${parts.sig2Look} 0 R>>`, '/AP <</N 31 0 R>> /V 32 0 R')
    const changes = changesBy({ ...signed, 31: paintedText('Biel'), 32: SIGNATURE })
    expect(changes).toEqual(['FIELD_APPEARANCE by FORM_FILLING', 'SIGNATURE by SIGNATURE'])
  })

  test('an appearance written in place of the empty one that only this field has', () => {
    const signed = put(parts.sig2, `/AP <</N ${parts.sig2Look} 0 R>>`, `/AP <</N ${parts.sig2Look} 0 R>> /V 32 0 R`)
    const changes = changesBy({ ...signed, [parts.sig2Look]: paintedText('Biel'), 32: SIGNATURE })
    expect(changes).toEqual(['FIELD_APPEARANCE by FORM_FILLING', 'SIGNATURE by SIGNATURE'])
  })

  test('a document timestamp, whatever the certification', () => {
    const changes = changesBy(newSignature(invisible, TIMESTAMP), { limits: certified(1) })
    expect(changes).toEqual(['DOCUMENT_TIMESTAMP by DOCUMENT_TIMESTAMP', 'FIELD_ADDED by DOCUMENT_TIMESTAMP'])
    const approval = TIMESTAMP.replace('ETSI.RFC3161', 'adbe.pkcs7.detached')
    expect(changesBy(newSignature(invisible, approval), { limits: certified(1) })).toEqual(['FIELD_ADDED', 'SIGNATURE'])
  })

  test('a document security store, whatever the certification', () => {
    const store = { ...put(parts.catalog, '/Pages', '/DSS <</Certs [30 0 R]>> /Pages'), 30: streamOf('cert') }
    expect(changesBy(store, { limits: certified(1) })).toEqual(['VALIDATION_DATA by VALIDATION_DATA'])
  })

  test('a value and its appearance', () => {
    const filled = { ...put(parts.text1, '(100)', '(200)'), [parts.text1Look]: paintedText('200') }
    expect(changesBy(filled)).toEqual(['FIELD_APPEARANCE by FORM_FILLING', 'FIELD_VALUE by FORM_FILLING'])
  })

  test('the information dictionary and the identifier', () => {
    const trailer = `/Root ${parts.catalog} 0 R /Info ${parts.info} 0 R /ID [<00> <01>]`
    expect(changesBy({ [parts.info]: '<</Producer (Other)>>' }, { trailer })).toEqual(['INFO by METADATA'])
  })

  test('objects that nobody refers to, and objects that say the same again', () => {
    expect(
      changesBy({ 30: '(alone)', [parts.page1]: object(parts.page1).replace('/Type /Page', '/Type  /Page') }),
    ).toEqual([])
  })

  test('a catalogue under another number that says the same', () => {
    const changes = changesBy({ 30: object(parts.catalog) }, { trailer: `/Root 30 0 R /Info ${parts.info} 0 R` })
    expect(changes).toEqual([])
  })

  test('extensions, in the catalogue or in their own place', () => {
    const extensions = '<</ADBE <</BaseVersion /1.7 /ExtensionLevel 8>>>>'
    const allowed = ['CATALOG by HARMLESS']
    expect(changesBy(put(parts.catalog, '/Pages', `/Version /2.0 /Extensions ${extensions} /Pages`))).toHaveLength(1)
    expect(changesBy({ ...put(parts.catalog, '/Pages', '/Extensions 30 0 R /Pages'), 30: extensions })).toEqual(allowed)
    const base = { ...put(parts.catalog, '/Pages', '/Extensions 30 0 R /Pages'), 30: '<<>>' }
    expect(changesBy({ 30: extensions }, { base })).toEqual(allowed)
    const shared = { ...base, ...put(parts.page2, '/Contents', '/Other 30 0 R /Contents') }
    expect(changesBy({ 30: extensions }, { base: shared })).not.toEqual(allowed)
  })

  test('a note of the writer in the page tree, whatever became of the pages', () => {
    const noted = put(parts.pageTree, '/Count', '/ITXT (2.1.7) /Count')
    expect(changesBy(noted)).toEqual(['PAGE_SETTINGS by HARMLESS'])
    expect(
      changesBy({ ...noted, ...newSignature() }, { base: put(parts.pageTree, '/Count', '/ITXT (1) /Count') }),
    ).toEqual(['FIELD_ADDED by SIGNATURE', 'PAGE_SETTINGS by HARMLESS', 'SIGNATURE by SIGNATURE'])
    expect(
      changesBy({ [parts.pageTree]: object(parts.pageTree).replace('/Kids', ' /Kids'), ...newSignature() }),
    ).toEqual(['FIELD_ADDED by SIGNATURE', 'SIGNATURE by SIGNATURE'])
  })

  test('an output intent where there was none, as colours of a signature need it', () => {
    const intent = '<</Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB)>>'
    const added = { ...put(parts.catalog, '/Pages', '/OutputIntents [30 0 R] /Pages'), 30: intent }
    expect(changesBy(added)).toEqual(['CATALOG by HARMLESS'])
    expect(changesBy({ 30: intent.replace('sRGB', 'x') }, { base: added })).not.toEqual(['CATALOG by HARMLESS'])
    expect(
      changesBy({ ...put(parts.catalog, '/Pages', '/OutputIntents [31 0 R] /Pages'), 31: '<<>>' }, { base: added }),
    ).toEqual(['CATALOG'])
  })

  test('an object that nobody refers to any more may be freed', () => {
    const filled = put(parts.sig2, `/AP <</N ${parts.sig2Look} 0 R>>`, '/AP <</N 31 0 R>> /V 32 0 R')
    const changes = changesBy({ ...filled, 31: paintedText('Biel'), 32: SIGNATURE }, { freed: [parts.sig2Look] })
    expect(changes).toEqual(['FIELD_APPEARANCE by FORM_FILLING', 'SIGNATURE by SIGNATURE'])
  })
})

describe('limits of the certification and of locked fields', () => {
  const filled = { ...put(parts.text1, '(100)', '(200)'), [parts.text1Look]: paintedText('200') }

  test('P=1 allows neither signatures nor filling in', () => {
    expect(changesBy(newSignature(), { limits: certified(1) })).toEqual(['FIELD_ADDED', 'SIGNATURE'])
    expect(changesBy(filled, { limits: certified(1) })).toEqual(['FIELD_APPEARANCE', 'FIELD_VALUE'])
  })

  test('P=2 allows filling in, and signing in fields that were there or cannot be seen', () => {
    expect(changesBy(filled, { limits: certified(2) })).toContain('FIELD_VALUE by FORM_FILLING')
    expect(changesBy(newSignature(invisible), { limits: certified(2) })).toContain('FIELD_ADDED by SIGNATURE')
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

describe('shadow attacks', () => {
  test('hide: an overlay is taken away', () => {
    const overlay = '<</Type /Annot /Subtype /Stamp /Rect [0 0 300 144] /AP <</N 31 0 R>>>>'
    const base = {
      ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
      30: overlay,
      31: streamOf('1 g 0 0 300 144 re f', APPEARANCE),
    }
    expect(changesBy({ [parts.page1]: object(parts.page1) }, { base })).toEqual(['ANNOTATION_REMOVED'])
    expect(changesBy({}, { base, freed: [30] })).toEqual(['ANNOTATION_CHANGED'])
    expect(changesBy({ 30: overlay.replace('/Rect', '/F 2 /Rect') }, { base })).toEqual(['ANNOTATION_CHANGED'])
    expect(changesBy({ 31: streamOf('', APPEARANCE) }, { base })).toEqual(['ANNOTATION_CHANGED'])
  })

  test('hide: an image in the content is overwritten or freed', () => {
    const base = {
      ...put(parts.page1, '/Font', '/XObject <</Im 30 0 R>> /Font'),
      30: streamOf('xx', '/Type /XObject /Subtype /Image /Width 1 /Height 1'),
    }
    expect(changesBy({ 30: streamOf('', APPEARANCE) }, { base })).toEqual(['PAGE_CONTENT'])
    expect(changesBy({}, { base, freed: [30] })).toEqual(['PAGE_CONTENT'])
  })

  test('replace: a field shows another text while its value stays', () => {
    expect(changesBy({ [parts.text1Look]: paintedText('900') })).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy({ ...put(parts.text1, `${parts.text1Look} 0 R`, '30 0 R'), 30: paintedText('900') })).toEqual([
      'FIELD_APPEARANCE',
    ])
  })

  test('replace: the same text in white, or under a filling', () => {
    const white = streamOf('/Tx BMC BT 1 g /Helv 12 Tf (100) Tj ET EMC', APPEARANCE)
    const under = streamOf('/Tx BMC BT /Helv 12 Tf (100) Tj ET 0 0 90 20 re f EMC', APPEARANCE)
    expect(changesBy({ [parts.text1Look]: white })).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy({ [parts.text1Look]: under })).toEqual(['FIELD_APPEARANCE'])
  })

  test('the same text written anew is no replacement', () => {
    const anew = streamOf('q BT /Helv 11 Tf 1 0 0 1 2 3 Tm [(1) -20 (00)] TJ ET Q', APPEARANCE)
    expect(changesBy({ [parts.text1Look]: anew })).toEqual([])
  })

  test('replace: a font is exchanged under the text', () => {
    expect(changesBy({ [parts.font]: '<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>' })).toContain('FONT')
    const base = {
      [parts.font]: '<</Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor 30 0 R>>',
      30: '<</Type /FontDescriptor /FontName /A /FontFile2 31 0 R>>',
      31: streamOf('font'),
    }
    expect(changesBy({ 31: streamOf('other font') }, { base })).toEqual(['FONT'])
    expect(
      changesBy({ 30: '<</Type /FontDescriptor /FontName /A /FontFile2 32 0 R>>', 32: streamOf('x') }, { base }),
    ).toEqual(['FONT'])
  })

  test('hide-and-replace: the root leads to a second catalogue that was prepared', () => {
    const base = {
      40: `<</Type /Catalog /Pages 41 0 R /AcroForm ${parts.acroForm} 0 R>>`,
      41: '<</Type /Pages /Kids [42 0 R] /Count 1>>',
      42: '<</Type /Page /Parent 41 0 R /MediaBox [0 0 300 144] /Contents 43 0 R>>',
      43: streamOf('BT (Pay 900) Tj ET'),
    }
    expect(changesBy({}, { base, trailer: '/Root 40 0 R' })).toEqual(['PAGE_REMOVED'])
    expect(
      changesBy({ [parts.catalog]: object(parts.catalog).replace(`${parts.pageTree} 0 R`, '41 0 R') }, { base }),
    ).toEqual(['PAGE_REMOVED'])
    const same = { ...base, 41: '<</Type /Pages /Kids [42 0 R 42 0 R] /Count 2>>' }
    expect(changesBy({}, { base: same, trailer: '/Root 40 0 R' })).toEqual(['PAGE_SETTINGS'])
  })

  test('hide-and-replace: entries lead to other bytes of the signed part', () => {
    const file = updatedForm([{ objects: {} }], {
      30: `${parts.content} 0 obj\n<</Length 2>>\nstream\nxx\nendstream\nendobj`,
    })
    const offset = file.indexOf(`${parts.content} 0 obj\n<</Length 2>>`)
    const text = file.toString('latin1')
    const at = text.lastIndexOf('xref\n0 1')
    const row = `${String(offset).padStart(10, '0')} 00000 n \n`
    const changed = `${text.slice(0, at)}xref\n0 1\n0000000000 65535 f \n11 1\n${row}${text.slice(text.lastIndexOf('trailer'))}`
    expect(changesOf(Buffer.from(changed, 'latin1'))).toEqual(['PAGE_CONTENT'])
  })

  test('hide-and-replace: a reference to nothing gets an object', () => {
    const base = put(parts.page1, `/Contents ${parts.content} 0 R`, `/Contents [${parts.content} 0 R 50 0 R]`)
    expect(changesBy({ 50: streamOf('BT (900) Tj ET') }, { base })).toEqual(['PAGE_CONTENT'])
    const hidden = put(parts.page1, '/Annots [', '/Annots [51 %\n 0\tR ')
    expect(changesBy({ 51: '<</Type /Annot /Subtype /Stamp /Rect [0 0 9 9]>>' }, { base: hidden })).toEqual([
      'ANNOTATION_CHANGED',
    ])
  })

  test('a field that was hidden is shown, or one that was shown is hidden', () => {
    expect(changesBy(put(parts.text1, '/F 4', '/F 2'))).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy(put(parts.text1, '/F 4', '/F 36'))).toEqual(['FIELD_APPEARANCE'])
    expect(changesBy(put(parts.text1, '/F 4', '/F 132'))).toEqual(['FIELD_APPEARANCE by HARMLESS'])
  })

  test('a field that stood by unlisted is not a new one', () => {
    const base = { 30: NEW_FIELD, 31: paintedText('900'), 32: SIGNATURE }
    const listed = {
      ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
      ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
    }
    expect(changesBy(listed, { base })).toEqual(['ANNOTATION_ADDED', 'FIELD_ADDED'])
  })

  test('annotations change their order', () => {
    expect(
      changesBy(put(parts.page1, `${parts.sig1} 0 R ${parts.text1} 0 R`, `${parts.text1} 0 R ${parts.sig1} 0 R`)),
    ).toEqual(['ANNOTATION_CHANGED'])
  })
})

describe('shared objects', () => {
  test('an appearance that is the content of a page, too', () => {
    const base = put(parts.page2, `/Contents ${parts.content} 0 R`, `/Contents ${parts.sig2Look} 0 R`)
    const signed = { ...put(parts.sig2, '/AP', '/V 32 0 R /AP'), 32: SIGNATURE, [parts.sig2Look]: paintedText('Biel') }
    expect(changesBy(signed, { base })).toContain('PAGE_CONTENT')
  })

  test('an appearance dictionary that something else refers to', () => {
    const base = {
      ...put(parts.sig2, `<</N ${parts.sig2Look} 0 R>>`, '40 0 R'),
      ...put(parts.catalog, '/Pages', '/Other 40 0 R /Pages'),
      40: `<</N ${parts.sig2Look} 0 R>>`,
    }
    const signed = {
      ...put(parts.sig2, `<</N ${parts.sig2Look} 0 R>>`, '<</N 31 0 R>> /V 32 0 R'),
      31: paintedText('Biel'),
      32: SIGNATURE,
    }
    expect(changesBy(signed, { base })).toEqual(['FIELD_APPEARANCE', 'SIGNATURE by SIGNATURE'])
  })

  test('an appearance that several widgets have, with their value and not without it', () => {
    const widget = `<</Type /Annot /Subtype /Widget /Parent ${parts.text1} 0 R /Rect [0 0 9 9] /AP <</N ${parts.text1Look} 0 R>>>>`
    const base = { [parts.text1]: '<</FT /Tx /T (Text1) /V (100) /Kids [33 0 R 34 0 R]>>', 33: widget, 34: widget }
    const filled = { [parts.text1]: base[parts.text1].replace('100', '200'), [parts.text1Look]: paintedText('200') }
    const allowed = [
      'FIELD_APPEARANCE by FORM_FILLING',
      'FIELD_APPEARANCE by FORM_FILLING',
      'FIELD_VALUE by FORM_FILLING',
    ]
    expect(changesBy(filled, { base })).toEqual(allowed)
    expect(changesBy({ [parts.text1Look]: filled[parts.text1Look] }, { base })).toEqual([
      'FIELD_APPEARANCE',
      'FIELD_APPEARANCE',
    ])
    const other = '<</FT /Tx /T (Other) /V (100) /Kids [34 0 R]>>'
    const apart = {
      ...base,
      ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 35 0 R]`),
      34: widget.replace(`${parts.text1} 0 R`, '35 0 R'),
      35: other,
    }
    expect(changesBy(filled, { base: apart })).toContain('FIELD_APPEARANCE')
    const content = {
      ...base,
      ...put(parts.page2, `/Contents ${parts.content} 0 R`, `/Contents ${parts.text1Look} 0 R`),
    }
    expect(changesBy(filled, { base: content })).toContain('PAGE_CONTENT')
  })

  test('a list of fields that something else refers to', () => {
    const list = `[${parts.sig1} 0 R ${parts.text1} 0 R ${parts.check} 0 R ${parts.sig2} 0 R]`
    const base = {
      ...put(parts.acroForm, list, '40 0 R'),
      ...put(parts.catalog, '/Pages', '/Other 40 0 R /Pages'),
      40: list,
    }
    const added = {
      40: `[${parts.sig1} 0 R ${parts.text1} 0 R ${parts.check} 0 R ${parts.sig2} 0 R 30 0 R]`,
      30: invisible,
      31: paintedText(''),
      32: SIGNATURE,
    }
    expect(changesBy(added, { base })).toContain('FORM_SETTINGS')
    const alone = { ...put(parts.acroForm, list, '40 0 R'), 40: list }
    expect(changesBy(added, { base: alone })).toEqual(['FIELD_ADDED by SIGNATURE', 'SIGNATURE by SIGNATURE'])
  })

  test('the information dictionary as the resources of a page', () => {
    const base = {
      ...put(parts.page1, `/Resources <</Font <</F1 ${parts.font} 0 R>>>>`, `/Resources ${parts.info} 0 R`),
      [parts.info]: `<</Font <</F1 ${parts.font} 0 R>>>>`,
    }
    expect(changesBy({ [parts.info]: '<</Font <</F1 30 0 R>>>>', 30: object(parts.font) }, { base })).toContain('INFO')
  })

  test('the metadata as the content of a page', () => {
    const packet = (text: string) =>
      streamOf(`<?xpacket?><x:xmpmeta>${text}</x:xmpmeta>`, '/Type /Metadata /Subtype /XML')
    const base = {
      ...put(parts.catalog, '/Pages', '/Metadata 40 0 R /Pages'),
      ...put(parts.page2, `/Contents ${parts.content} 0 R`, '/Contents 40 0 R'),
      40: packet('a'),
    }
    expect(changesBy({ 40: packet('b') }, { base })).toContain('METADATA')
  })

  test('a store of validation data as the content of a page', () => {
    const base = { ...put(parts.catalog, '/Pages', `/DSS ${parts.content} 0 R /Pages`) }
    expect(changesBy({ [parts.content]: streamOf('BT (900) Tj ET') }, { base })).toContain('PAGE_CONTENT')
  })
})

describe('content, pages, scripts and the rest', () => {
  const cases: readonly (readonly [string, Record<number, string>, string])[] = [
    [
      'content that is exchanged',
      { ...put(parts.page1, `${parts.content} 0 R`, '30 0 R'), 30: streamOf('x') },
      'PAGE_CONTENT',
    ],
    ['content that is overwritten', { [parts.content]: streamOf('BT (Pay 900) Tj ET') }, 'PAGE_CONTENT'],
    [
      'resources',
      put(parts.page1, `/F1 ${parts.font} 0 R`, `/F1 ${parts.font} 0 R /F2 ${parts.font} 0 R`),
      'PAGE_CONTENT',
    ],
    ['the size of a page', put(parts.page1, '300 144', '300 100'), 'PAGE_SETTINGS'],
    ['a page that is turned', put(parts.page1, '/MediaBox', '/Rotate 90 /MediaBox'), 'PAGE_SETTINGS'],
    [
      'a page that acts',
      put(parts.page1, '/MediaBox', '/AA <</O <</S /JavaScript /JS (x)>>>> /MediaBox'),
      'JAVASCRIPT',
    ],
    [
      'a page more',
      {
        ...put(parts.pageTree, `${parts.page2} 0 R] /Count 2`, `${parts.page2} 0 R 30 0 R] /Count 3`),
        30: object(parts.page2),
      },
      'PAGE_ADDED',
    ],
    [
      'a page less',
      put(parts.pageTree, `${parts.page1} 0 R ${parts.page2} 0 R] /Count 2`, `${parts.page1} 0 R] /Count 1`),
      'PAGE_REMOVED',
    ],
    ['a branch with other resources', put(parts.pageTree, '/Count', '/Resources <<>> /Count'), 'PAGE_SETTINGS'],
    ['a branch with a box', put(parts.pageTree, '/Count', '/MediaBox [0 0 9 9] /Count'), 'PAGE_SETTINGS'],
    ['a branch in a circle', put(parts.pageTree, `${parts.page2} 0 R]`, `${parts.pageTree} 0 R]`), 'PAGE_SETTINGS'],
    [
      'a branch that leads to a note',
      { ...put(parts.pageTree, '/Count', '/Note 30 0 R /Count'), 30: '(x)' },
      'PAGE_SETTINGS',
    ],
    [
      'pages in another order',
      put(parts.pageTree, `${parts.page1} 0 R ${parts.page2} 0 R`, `${parts.page2} 0 R ${parts.page1} 0 R`),
      'PAGE_SETTINGS',
    ],
    [
      'a script on opening',
      put(parts.catalog, '/Pages', '/OpenAction <</S /JavaScript /JS (x)>> /Pages'),
      'JAVASCRIPT',
    ],
    ['an action on opening', put(parts.catalog, '/Pages', '/OpenAction <</S /Launch>> /Pages'), 'ACTION'],
    ['a script by name', put(parts.catalog, '/Pages', '/Names <</JavaScript <</Names []>>>> /Pages'), 'JAVASCRIPT'],
    ['an attachment', put(parts.catalog, '/Pages', '/Names <</EmbeddedFiles <</Names []>>>> /Pages'), 'ATTACHMENT'],
    ['outlines', put(parts.catalog, '/Pages', '/Outlines <<>> /Pages'), 'OUTLINE'],
    ['optional content', put(parts.catalog, '/Pages', '/OCProperties <<>> /Pages'), 'OPTIONAL_CONTENT'],
    ['what nobody knows', put(parts.catalog, '/Pages', '/Blah (x) /Pages'), 'CATALOG'],
    ['a bogus store', put(parts.catalog, '/Pages', '/DSS <</Certs null /Blah 1>> /Pages'), 'VALIDATION_DATA'],
    [
      'bogus metadata',
      { ...put(parts.catalog, '/Pages', '/Metadata 30 0 R /Pages'), 30: streamOf('bogus') },
      'METADATA',
    ],
    ['a form without its entry', put(parts.catalog, `/AcroForm ${parts.acroForm} 0 R`, ''), 'FORM_SETTINGS'],
    ['XFA', put(parts.acroForm, '/SigFlags', '/XFA [] /SigFlags'), 'FORM_SETTINGS'],
    [
      'an order of calculations',
      put(parts.acroForm, '/SigFlags', `/CO [${parts.text1} 0 R] /SigFlags`),
      'FORM_SETTINGS',
    ],
    ['no flag of signatures', put(parts.acroForm, '/SigFlags 3', '/SigFlags 0'), 'FORM_SETTINGS'],
    [
      'a default font that is exchanged',
      { ...put(parts.acroForm, `${parts.font} 0 R`, '30 0 R'), 30: '<</Type /Font /BaseFont /X>>' },
      'FORM_SETTINGS',
    ],
    ['a field less', put(parts.acroForm, `${parts.text1} 0 R `, ''), 'FIELD_REMOVED'],
    ['a widget less', put(parts.page1, `${parts.sig1} 0 R `, ''), 'FIELD_REMOVED'],
    [
      'a text field more',
      { ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`), 30: '<</FT /Tx /T (Text9)>>' },
      'FIELD_ADDED',
    ],
    ['a field of the same name', newSignature(NEW_FIELD.replace('Sig3', 'Sig2')), 'FIELD_ADDED'],
    ['a field that acts', newSignature(NEW_FIELD.replace('/F ', '/AA <</E <</S /JavaScript>>>> /F ')), 'JAVASCRIPT'],
    ['a field of another kind', put(parts.text1, '/FT /Tx', '/FT /Sig'), 'FIELD_REMOVED'],
    ['a field of another name', put(parts.text1, '(Text1)', '(Text9)'), 'FIELD_REMOVED'],
    ['a field in another place', put(parts.text1, '10 40', '10 90'), 'FIELD_APPEARANCE'],
    ['a check that shows without a value', put(parts.check, '/AS /Off', '/AS /Yes'), 'FIELD_APPEARANCE'],
    ['a signature that is removed', put(parts.sig1, `/V ${parts.signature} 0 R`, ''), 'SIGNATURE'],
    [
      'a signature that is exchanged',
      { ...put(parts.sig1, `${parts.signature} 0 R`, '30 0 R'), 30: SIGNATURE.replace('<00>', '<01>') },
      'SIGNATURE',
    ],
    [
      'a signature that is tampered with',
      { [parts.signature]: SIGNATURE.replace('/Type', '/Bleh true /Type') },
      'SIGNATURE',
    ],
    ['the look of a signature', { [parts.sig1Look]: paintedText('Eve') }, 'FIELD_APPEARANCE'],
    ['a signature that is no dictionary', { ...put(parts.sig2, '/AP', '/V (x) /AP') }, 'SIGNATURE'],
  ]
  test.each(cases)('%s', (_, objects, what) => {
    expect(changesBy(objects)).toContain(what)
    expect(changesBy(objects, { packed: true })).toContain(what)
  })

  test('encryption', () => {
    const trailer = `/Root ${parts.catalog} 0 R /Info ${parts.info} 0 R /Encrypt <</Filter /Standard>>`
    expect(changesBy({}, { trailer })).toContain('ENCRYPTION')
    const encrypted = { objects: SIGNED_FORM, trailer: `/Root ${parts.catalog} 0 R /Encrypt <</Filter /Other>>` }
    const inClear = { objects: { 30: '(x)' }, trailer: `/Root ${parts.catalog} 0 R` }
    expect(changesOf(buildTestRevisions([encrypted, inClear]))).toEqual(['ENCRYPTION'])
    expect(changesOf(buildTestRevisions([encrypted, { ...inClear, trailer: encrypted.trailer }]))).toEqual([])
  })

  test('another generation of an object', () => {
    expect(changesBy({ [parts.content]: object(parts.content) }, { generations: { [parts.content]: 1 } })).toEqual([
      'PAGE_CONTENT',
    ])
  })

  test('an object that is freed where it is used', () => {
    expect(changesBy({}, { freed: [parts.content] })).toEqual(['PAGE_CONTENT'])
  })
})

describe('what readers could show otherwise', () => {
  test('incremental saving: an object that is written and listed nowhere', () => {
    const unlisted = `${parts.content} 0 obj\n${streamOf('BT (Pay 900) Tj ET')}\nendobj\n`
    expect(changesBy({ 30: '(x)' }, { unlisted })).toEqual(['HIDDEN_OBJECT'])
    expect(changesBy({ 30: '(x)' }, { unlisted: '99 0 obj\n1\nendobj\n' })).toEqual(['HIDDEN_OBJECT'])
  })

  test('a revision that cannot be read is a change', () => {
    expect(changesBy({ [parts.catalog]: '(no catalogue)' })).toEqual(['UNREADABLE'])
  })

  test('a revision that starts from a section of the signed part', () => {
    const file = updatedForm([{ objects: { 30: '(x)' } }])
    const first = file.indexOf('xref\n0 1')
    const text = file.toString('latin1')
    const at = text.lastIndexOf('startxref')
    const changed = Buffer.from(`${text.slice(0, at)}startxref\n${first}\n%%EOF\n`, 'latin1')
    withPdf(changed, (document) => {
      expect(document.revisions).toHaveLength(1)
      expect(changesAfter(document, 1, NO_LIMITS)).toEqual([])
    })
  })

  test('the changes after each signature are returned', () => {
    const file = updatedForm([{ objects: newSignature() }, { objects: { [parts.content]: streamOf('x') } }])
    withPdf(file, (document) => {
      const changes = changesAfter(document, 2, NO_LIMITS)
      const change = { what: 'PAGE_CONTENT', object: `${parts.content} 0`, revision: 3, justifiedBy: null }
      expect(changes).toEqual([
        { ...change, page: 1 },
        { ...change, page: 2 },
      ])
      expect(changesAfter(document, 1, NO_LIMITS)).toHaveLength(4)
      expect(changesAfter(document, 3, NO_LIMITS)).toEqual([])
    })
  })

  const pagesBy = (objects: Record<number, string>, base: Record<number, string>): readonly (number | null)[] =>
    withPdf(updatedForm([{ objects }], base), (document) =>
      changesAfter(document, 1, NO_LIMITS).map(({ page }) => page),
    )

  test('content is of the pages that use it', () => {
    const other = streamOf('BT (Other) Tj ET')
    expect(pagesBy({ 30: other }, { ...put(parts.page2, `${parts.content} 0 R`, '30 0 R'), 30: streamOf('') })).toEqual(
      [2],
    )
    expect(
      pagesBy(
        { 30: other },
        {
          ...put(parts.page2, `${parts.content} 0 R`, '40 0 R'),
          30: streamOf(''),
          40: `[${parts.content} 0 R 30 0 R]`,
        },
      ),
    ).toEqual([2])
    const form = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'
    const nested = {
      ...put(parts.page2, `<</Font <</F1 ${parts.font} 0 R>>>>`, '40 0 R'),
      40: '<</XObject 41 0 R>>',
      41: '<</Fm 42 0 R>>',
      42: streamOf('/Im Do', `${form} /Resources <</XObject <</Im 30 0 R>>>>`),
      30: streamOf('', form),
    }
    expect(pagesBy({ 30: streamOf('(Other) Tj', form) }, nested)).toEqual([2])
    expect(pagesBy({ [parts.font]: object(parts.font).replace('Helvetica', 'Courier') }, {})).toEqual([null, 1, 2])
  })

  test('content of more than twenty pages is of the document', () => {
    const shared = (count: number) => {
      const kids = Array.from({ length: count }, (_, at) => 100 + at)
      return {
        [parts.pageTree]: `<</Type /Pages /Kids [${parts.page1} 0 R ${parts.page2} 0 R ${kids.map((num) => `${num} 0 R`).join(' ')}] /Count ${count + 2}>>`,
        30: streamOf('q Q'),
        ...Object.fromEntries(kids.map((num) => [num, object(parts.page2).replace(`${parts.content} 0 R`, '30 0 R')])),
      }
    }
    const other = { 30: streamOf('BT (Other) Tj ET') }
    expect(pagesBy(other, shared(20))).toEqual(Array.from({ length: 20 }, (_, at) => at + 3))
    expect(pagesBy(other, shared(21))).toEqual([null])
  })

  test('a revision whose readers start elsewhere cannot be read', () => {
    const text = updatedForm([{ objects: { 30: '(x)' } }, { objects: { 31: '(y)' } }]).toString('latin1')
    const second = text.indexOf('startxref', text.indexOf('%%EOF'))
    const lying = text.slice(0, second) + text.slice(second).replace(/\d+/, (digits) => '1'.repeat(digits.length))
    withPdf(Buffer.from(lying, 'latin1'), (document) => {
      const unreadable = { what: 'UNREADABLE', object: null, page: null, revision: 2, justifiedBy: null }
      expect(changesAfter(document, 1, NO_LIMITS)).toEqual([unreadable])
      expect(changesAfter(document, 2, NO_LIMITS)).toEqual([])
    })
  })

  test('what a page inherits, or nobody uses, names no page', () => {
    const base = {
      ...put(parts.pageTree, '/Count', '/Resources 30 0 R /Count'),
      30: `<</Font <</F9 ${parts.font} 0 R>>>>`,
    }
    expect(pagesBy({ 30: '<<>>' }, base)).toEqual([null])
  })

  test('changes name their page', () => {
    const field = NEW_FIELD.replace(`/P ${parts.page1} 0 R`, `/P ${parts.page2} 0 R`)
    const update = {
      ...newSignature(field),
      [parts.page1]: object(parts.page1),
      ...put(parts.page2, '/Contents', '/Annots [30 0 R] /Contents'),
    }
    withPdf(updatedForm([{ objects: update }]), (document) => {
      expect(changesAfter(document, 1, NO_LIMITS)).toContainEqual(
        expect.objectContaining({ what: 'FIELD_ADDED', object: '30 0', page: 2, revision: 2 }),
      )
    })
  })

  test('a file without later revisions is not read at all', () => {
    const file = buildTestRevisions([{ objects: SIGNED_FORM }])
    withPdf(file, (document) => expect(changesAfter(document, 1, NO_LIMITS)).toEqual([]))
  })
})
