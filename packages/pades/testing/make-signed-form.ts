/**
 * A signed form for tests of what comes after the signature.
 *
 * The signature does not verify. These tests look only at what later revisions do.
 */
import { changesAfter } from '../src/changes/changes-after.ts'
import type { ChangeLimits } from '../src/changes/change.ts'
import { withPdf } from '@rubrica/pdf'
import { buildTestRevisions, streamOf, type TestRevision } from '@rubrica/pdf/testing'

export const APPEARANCE = '/Type /XObject /Subtype /Form /BBox [0 0 100 20]'
export const SIGNATURE =
  '<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [0 1 2 3] /Contents <00>>>'
export const TIMESTAMP =
  '<</Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161 /ByteRange [0 1 2 3] /Contents <00>>>'

export const paintedText = (text: string): string => streamOf(`/Tx BMC BT /Helv 12 Tf (${text}) Tj ET EMC`, APPEARANCE)

/** The object numbers of the form. A test takes its own from 30 on. */
export const parts = {
  catalog: 1,
  pageTree: 2,
  page1: 3,
  page2: 4,
  acroForm: 5,
  sig1: 6,
  text1: 7,
  check: 8,
  sig2: 10,
  content: 11,
  font: 12,
  text1Look: 13,
  sig1Look: 14,
  checkYes: 15,
  checkOff: 16,
  sig2Look: 17,
  signature: 20,
  info: 21,
} as const

/** Two pages; the first has four fields: Sig1, which is signed, Text1 with a value, Check, and Sig2, which is empty. */
export const SIGNED_FORM = {
  [parts.catalog]: `<</Type /Catalog /Pages ${parts.pageTree} 0 R /AcroForm ${parts.acroForm} 0 R>>`,
  [parts.pageTree]: `<</Type /Pages /Kids [${parts.page1} 0 R ${parts.page2} 0 R] /Count 2>>`,
  [parts.page1]: `<</Type /Page /Parent ${parts.pageTree} 0 R /MediaBox [0 0 300 144] /Contents ${parts.content} 0 R /Annots [${parts.sig1} 0 R ${parts.text1} 0 R ${parts.check} 0 R ${parts.sig2} 0 R] /Resources <</Font <</F1 ${parts.font} 0 R>>>>>>`,
  [parts.page2]: `<</Type /Page /Parent ${parts.pageTree} 0 R /MediaBox [0 0 300 144] /Contents ${parts.content} 0 R /Resources <</Font <</F1 ${parts.font} 0 R>>>>>>`,
  [parts.acroForm]: `<</Fields [${parts.sig1} 0 R ${parts.text1} 0 R ${parts.check} 0 R ${parts.sig2} 0 R] /SigFlags 3 /DR <</Font <</Helv ${parts.font} 0 R>>>>>>`,
  [parts.sig1]: `<</FT /Sig /T (Sig1) /Type /Annot /Subtype /Widget /F 132 /Rect [10 10 90 30] /P ${parts.page1} 0 R /AP <</N ${parts.sig1Look} 0 R>> /V ${parts.signature} 0 R>>`,
  [parts.text1]: `<</FT /Tx /T (Text1) /Type /Annot /Subtype /Widget /F 4 /Rect [10 40 90 60] /P ${parts.page1} 0 R /AP <</N ${parts.text1Look} 0 R>> /V (100) /DA (/Helv 12 Tf 0 g)>>`,
  [parts.check]: `<</FT /Btn /T (Check) /Type /Annot /Subtype /Widget /F 4 /Rect [10 70 20 80] /P ${parts.page1} 0 R /AP <</N <</Yes ${parts.checkYes} 0 R /Off ${parts.checkOff} 0 R>>>> /V /Off /AS /Off>>`,
  [parts.sig2]: `<</FT /Sig /T (Sig2) /Type /Annot /Subtype /Widget /F 132 /Rect [100 10 190 30] /P ${parts.page1} 0 R /AP <</N ${parts.sig2Look} 0 R>>>>`,
  [parts.content]: streamOf('BT /F1 18 Tf 20 100 Td (Pay 100) Tj ET'),
  [parts.font]: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
  [parts.text1Look]: paintedText('100'),
  [parts.sig1Look]: paintedText('Ana'),
  [parts.checkYes]: streamOf('0 0 10 10 re f', APPEARANCE),
  [parts.checkOff]: streamOf('', APPEARANCE),
  [parts.sig2Look]: streamOf('', APPEARANCE),
  [parts.signature]: SIGNATURE,
  [parts.info]: '<</Producer (Test)>>',
} satisfies Readonly<Record<number, string>>

export type Part = (typeof parts)[keyof typeof parts]

/** The body of a part. */
export const object = (part: Part): string => SIGNED_FORM[part]

/** A part with one text in place of another. */
export function put(part: Part, from: string, to: string): Record<number, string> {
  if (!object(part).includes(from)) throw new Error(`No ${from} in ${part}`)
  return { [part]: object(part).replace(from, to) }
}

export const NO_LIMITS: ChangeLimits = { certification: null, isLocked: () => false }
export const certified = (certification: 1 | 2 | 3): ChangeLimits => ({ ...NO_LIMITS, certification })

const BASE = `/Root ${parts.catalog} 0 R /Info ${parts.info} 0 R`

/** The signed form with more or other objects, and what comes after it. */
export function updatedForm(updates: readonly TestRevision[], base: Readonly<Record<number, string>> = {}): Buffer {
  const first = { objects: { ...SIGNED_FORM, ...base }, trailer: BASE }
  return buildTestRevisions([first, ...updates.map((update) => ({ trailer: BASE, ...update }))])
}

/**
 * What changed after the signed revision, sorted: "FIELD_VALUE by FORM_FILLING", or "PAGE_CONTENT" for what no rule
 * allows.
 */
export function changesOf(file: Uint8Array, limits: ChangeLimits = NO_LIMITS): readonly string[] {
  return withPdf(file, (document) => {
    // One that several pages show counts once.
    const changes = new Map(
      changesAfter(document, 1, limits).map((change) => [
        `${change.what} ${change.object ?? ''} ${change.justifiedBy ?? ''}`,
        change,
      ]),
    )
    return [...changes.values()]
      .map(({ what, justifiedBy }) => (justifiedBy === null ? what : `${what} by ${justifiedBy}`))
      .sort()
  })
}

/** The changes that one update makes to the signed form. */
export function changesBy(
  objects: Readonly<Record<number, string>>,
  {
    base,
    limits,
    ...update
  }: Omit<TestRevision, 'objects'> & {
    readonly base?: Readonly<Record<number, string>>
    readonly limits?: ChangeLimits
  } = {},
): readonly string[] {
  return changesOf(updatedForm([{ objects, ...update }], base), limits)
}

/** The form with a piece of it written otherwise. */
export const form = (from: string, to: string) => ({ [parts.acroForm]: object(parts.acroForm).replace(from, to) })

/** What filling in says of settings of the form. */
export const FILLING = ['FORM_SETTINGS by FORM_FILLING']
