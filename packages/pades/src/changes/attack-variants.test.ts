import { describe, expect, test } from 'vitest'
import { withPdf } from '@rubrica/pdf'
import { buildTestRevisions, streamOf, type TestRevision } from '@rubrica/pdf/testing'
import {
  APPEARANCE,
  certified,
  NO_LIMITS,
  object,
  paintedText,
  parts,
  put,
  SIGNATURE,
  SIGNED_FORM,
} from '../../testing/make-signed-form.ts'
import { changesAfter } from './changes-after.ts'

type Objects = Record<number, string>
interface Attack {
  readonly base?: Objects
  readonly update: TestRevision
}

const EVIL = streamOf('BT /F1 18 Tf 20 100 Td (Pay 900) Tj ET')
const PICTURE = (content: string) => streamOf(content, APPEARANCE)
const page = (contents: string) =>
  `<</Type /Page /Parent ${parts.pageTree} 0 R /MediaBox [0 0 300 144] /Contents ${contents} /Annots [${parts.sig1} 0 R ${parts.text1} 0 R ${parts.check} 0 R ${parts.sig2} 0 R] /Resources <</Font <</F1 ${parts.font} 0 R>>>>>>`
const second = {
  40: `<</Type /Catalog /Pages 41 0 R /AcroForm ${parts.acroForm} 0 R>>`,
  41: `<</Type /Pages /Kids [42 0 R ${parts.page2} 0 R] /Count 2>>`,
  42: page('43 0 R'),
  43: EVIL,
}
const overlay = {
  ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
  31: PICTURE('1 g 0 0 300 144 re f'),
}
const stamp = (more = '') => `<</Type /Annot /Subtype /Stamp /Rect [0 0 300 144] /AP <</N 31 0 R>> ${more}>>`

/** Families: incremental saving, hide, replace, hide-and-replace, and what came after them. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  'content written anew': { update: { objects: { [parts.content]: EVIL } } },
  'content beside the old one': {
    update: { objects: { ...put(parts.page1, `${parts.content} 0 R`, `[${parts.content} 0 R 50 0 R]`), 50: EVIL } },
  },
  'content given a prepared list': {
    base: { 43: EVIL },
    update: { objects: put(parts.page1, `${parts.content} 0 R`, '43 0 R') },
  },
  'content emptied': { update: { freed: [parts.content] } },
  'a page exchanged': {
    update: { objects: { ...put(parts.pageTree, `[${parts.page1} 0 R`, '[50 0 R'), 50: page('51 0 R'), 51: EVIL } },
  },
  'a page laid behind the last': {
    update: {
      objects: {
        ...put(parts.pageTree, `${parts.page2} 0 R] /Count 2`, `${parts.page2} 0 R 50 0 R] /Count 3`),
        50: page('51 0 R'),
        51: EVIL,
      },
    },
  },
  'a second root': { base: second, update: { trailer: '/Root 40 0 R' } },
  'a second tree of pages': {
    base: second,
    update: { objects: put(parts.catalog, `${parts.pageTree} 0 R`, '41 0 R') },
  },
  'a second page': { base: second, update: { objects: put(parts.pageTree, `[${parts.page1} 0 R`, '[42 0 R') } },
  'a root written anew elsewhere': { base: second, update: { objects: { 50: second[40] }, trailer: '/Root 50 0 R' } },
  'an overlay removed from its page': {
    base: { ...overlay, 30: stamp() },
    update: { objects: { [parts.page1]: object(parts.page1) } },
  },
  'an overlay freed': { base: { ...overlay, 30: stamp() }, update: { freed: [30] } },
  'an overlay hidden': { base: { ...overlay, 30: stamp() }, update: { objects: { 30: stamp('/F 2') } } },
  'an overlay shown': { base: { ...overlay, 30: stamp('/F 2') }, update: { objects: { 30: stamp() } } },
  'an overlay that paints nothing more': {
    base: { ...overlay, 30: stamp() },
    update: { objects: { 31: PICTURE('') } },
  },
  'an overlay moved away': {
    base: { ...overlay, 30: stamp() },
    update: { objects: { 30: stamp().replace('300 144', '1 1') } },
  },
  'an overlay without its look': { base: { ...overlay, 30: stamp() }, update: { freed: [31] } },
  'an overlay over the page': { update: { objects: { ...overlay, 30: stamp() } } },
  'a field that shows another text': { update: { objects: { [parts.text1Look]: paintedText('900') } } },
  'a field whose font says something else': {
    update: { objects: { [parts.font]: '<</Type /Font /Subtype /Type3 /BaseFont /Evil>>' } },
  },
  'a field whose text turns white': {
    update: { objects: { [parts.text1Look]: streamOf('BT 1 g /Helv 12 Tf (100) Tj ET', APPEARANCE) } },
  },
  'a field drawn anew over another value': {
    base: { [parts.text1Look]: paintedText('5') },
    update: { objects: put(parts.acroForm, '/SigFlags', '/NeedAppearances true /SigFlags') },
  },
  'a field moved over the content': { update: { objects: put(parts.text1, '10 40 90 60', '0 0 300 144') } },
  'the look of the signature': { update: { objects: { [parts.sig1Look]: paintedText('Eve') } } },
  'the signature exchanged': { update: { objects: { [parts.signature]: SIGNATURE.replace('<00>', '<01>') } } },
  'the signature emptied': {
    update: { objects: { [parts.signature]: SIGNATURE.replace('/Contents <00>', '/Contents null') } },
  },
  'the range of the signature': {
    update: { objects: { [parts.signature]: SIGNATURE.replace('[0 1 2 3]', '[0 0 0 0]') } },
  },
  'the signature without a range': {
    update: { objects: { [parts.signature]: SIGNATURE.replace('/ByteRange [0 1 2 3]', '') } },
  },
  'the signature freed': { update: { freed: [parts.signature] } },
  'the field of the signature freed': { update: { freed: [parts.sig1] } },
  'the form without its fields': {
    update: {
      objects: put(parts.acroForm, `[${parts.sig1} 0 R ${parts.text1} 0 R ${parts.check} 0 R ${parts.sig2} 0 R]`, '[]'),
    },
  },
  'the form under a prepared number': {
    base: { 40: '<</Fields [] /SigFlags 3>>' },
    update: { objects: put(parts.catalog, `${parts.acroForm} 0 R`, '40 0 R') },
  },
  'a reference to nothing filled': {
    base: put(parts.page1, `${parts.content} 0 R`, `[${parts.content} 0 R 50 0 R]`),
    update: { objects: { 50: EVIL } },
  },
  'content as the look of a field': {
    base: put(parts.page2, `/Contents ${parts.content} 0 R`, `/Contents ${parts.sig2Look} 0 R`),
    update: { objects: { ...put(parts.sig2, '/AP', '/V 50 0 R /AP'), 50: SIGNATURE, [parts.sig2Look]: EVIL } },
  },
  'content as a store': {
    update: {
      objects: { ...put(parts.catalog, '/Pages', `/DSS ${parts.content} 0 R /Pages`), [parts.content]: '<<>>' },
    },
  },
  'content as metadata': {
    update: {
      objects: {
        ...put(parts.catalog, '/Pages', `/Metadata ${parts.content} 0 R /Pages`),
        [parts.content]: streamOf('<x:xmpmeta >', '/Type /Metadata'),
      },
    },
  },
  'content as information': {
    update: {
      objects: { [parts.content]: '<</Title (x)>>' },
      trailer: `/Root ${parts.catalog} 0 R /Info ${parts.content} 0 R`,
    },
  },
  'layers switched': {
    base: put(parts.catalog, '/Pages', '/OCProperties 40 0 R /Pages'),
    update: { objects: { 40: '<</D <</OFF [41 0 R]>>>>' } },
  },
  'a script on opening': {
    update: { objects: put(parts.catalog, '/Pages', '/OpenAction <</S /JavaScript /JS (x)>> /Pages') },
  },
  'content unlisted': { update: { objects: { 60: '(x)' }, unlisted: `${parts.content} 0 obj\n${EVIL}\nendobj\n` } },
  encryption: { update: { trailer: `/Root ${parts.catalog} 0 R /Encrypt <</Filter /Standard>>` } },
}

const LIMITS = { none: NO_LIMITS, 'P=1': certified(1), 'P=2': certified(2), 'P=3': certified(3) }

/** What nobody justified in the base, the attack, and an honest further update. */
function unjustified({ base, update }: Attack, [packedBase, packed]: readonly [boolean, boolean], limits = NO_LIMITS) {
  const trailer = `/Root ${parts.catalog} 0 R /Info ${parts.info} 0 R`
  const revisions: TestRevision[] = [
    { objects: { ...SIGNED_FORM, ...base }, trailer, packed: packedBase },
    { trailer, packed, ...update },
    { objects: { 90: '(later)' }, trailer: update.trailer ?? trailer },
  ]
  return withPdf(buildTestRevisions(revisions), (document) =>
    changesAfter(document, 1, limits).filter(({ justifiedBy }) => justifiedBy === null),
  )
}

describe.each(Object.entries(ATTACKS))('%s', (_, attack) => {
  test.each(Object.entries(LIMITS))('is reported under %s, in tables and in object streams', (_name, limits) => {
    for (const form of [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ] as const) {
      // The builder frees objects in tables only.
      if (form[1] && attack.update.freed !== undefined) continue
      expect(unjustified(attack, form, limits), form.join()).not.toEqual([])
    }
  })
})
