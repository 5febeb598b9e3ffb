import { describe, expect, test } from 'vitest'
import { withPdf } from '@rubrica/pdf'
import { buildTestRevisions, streamOf } from '@rubrica/pdf/testing'
import {
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
import { INVISIBLE_FIELD, NEW_FIELD, newSignature } from '../../testing/make-new-signature.ts'

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
    const changes = changesBy(newSignature(INVISIBLE_FIELD, TIMESTAMP), { limits: certified(1) })
    expect(changes).toEqual(['DOCUMENT_TIMESTAMP by DOCUMENT_TIMESTAMP', 'FIELD_ADDED by DOCUMENT_TIMESTAMP'])
    const approval = TIMESTAMP.replace('ETSI.RFC3161', 'adbe.pkcs7.detached')
    expect(changesBy(newSignature(INVISIBLE_FIELD, approval), { limits: certified(1) })).toEqual([
      'FIELD_ADDED',
      'SIGNATURE',
    ])
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
    expect(pagesBy({ [parts.font]: object(parts.font).replace('Helvetica', 'Courier') }, {})).toEqual([1, 2, null])
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
