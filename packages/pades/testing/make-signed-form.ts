/**
 * A signed form for tests of what comes after the signature.
 *
 * The signature is none: these tests look only at what later revisions do.
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

/** Two pages; the first has three fields: Sig1, which is signed, Text1 with a value, and Sig2, which is empty. */
export const SIGNED_FORM: Readonly<Record<number, string>> = {
  1: '<</Type /Catalog /Pages 2 0 R /AcroForm 5 0 R>>',
  2: '<</Type /Pages /Kids [3 0 R 4 0 R] /Count 2>>',
  3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 144] /Contents 11 0 R /Annots [6 0 R 7 0 R 8 0 R 10 0 R] /Resources <</Font <</F1 12 0 R>>>>>>',
  4: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 144] /Contents 11 0 R /Resources <</Font <</F1 12 0 R>>>>>>',
  5: '<</Fields [6 0 R 7 0 R 8 0 R 10 0 R] /SigFlags 3 /DR <</Font <</Helv 12 0 R>>>>>>',
  6: '<</FT /Sig /T (Sig1) /Type /Annot /Subtype /Widget /F 132 /Rect [10 10 90 30] /P 3 0 R /AP <</N 14 0 R>> /V 20 0 R>>',
  7: '<</FT /Tx /T (Text1) /Type /Annot /Subtype /Widget /F 4 /Rect [10 40 90 60] /P 3 0 R /AP <</N 13 0 R>> /V (100) /DA (/Helv 12 Tf 0 g)>>',
  8: '<</FT /Btn /T (Check) /Type /Annot /Subtype /Widget /F 4 /Rect [10 70 20 80] /P 3 0 R /AP <</N <</Yes 15 0 R /Off 16 0 R>>>> /V /Off /AS /Off>>',
  10: '<</FT /Sig /T (Sig2) /Type /Annot /Subtype /Widget /F 132 /Rect [100 10 190 30] /P 3 0 R /AP <</N 17 0 R>>>>',
  11: streamOf('BT /F1 18 Tf 20 100 Td (Pay 100) Tj ET'),
  12: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
  13: paintedText('100'),
  14: paintedText('Ana'),
  15: streamOf('0 0 10 10 re f', APPEARANCE),
  16: streamOf('', APPEARANCE),
  17: streamOf('', APPEARANCE),
  20: SIGNATURE,
  21: '<</Producer (Test)>>',
}

export const NO_LIMITS: ChangeLimits = { certification: null, isLocked: () => false }
export const certified = (certification: 1 | 2 | 3): ChangeLimits => ({ ...NO_LIMITS, certification })

const BASE = '/Root 1 0 R /Info 21 0 R'

/** The signed form with more or other objects, and what comes after it. */
export function updatedForm(updates: readonly TestRevision[], base: Readonly<Record<number, string>> = {}): Buffer {
  const first = { objects: { ...SIGNED_FORM, ...base }, trailer: BASE }
  return buildTestRevisions([first, ...updates.map((update) => ({ trailer: BASE, ...update }))])
}

/** What changed after the signed revision, sorted: "FIELD_VALUE by FORM_FILLING", or "PAGE_CONTENT" for what no rule allows. */
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
