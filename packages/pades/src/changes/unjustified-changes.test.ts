import { describe, expect, test } from 'vitest'
import { buildTestRevisions, streamOf } from '@rubrica/pdf/testing'
import {
  changesBy,
  changesOf,
  object,
  paintedText,
  parts,
  put,
  SIGNATURE,
  SIGNED_FORM,
} from '../../testing/make-signed-form.ts'
import { NEW_FIELD, newSignature } from '../../testing/make-new-signature.ts'

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
