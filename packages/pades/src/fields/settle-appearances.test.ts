import { describe, expect, test } from 'vitest'
import { classicParts, classicPdf } from '@rubrica/pdf/testing'
import { prepareSignature } from '../prepare-signature.ts'
import { makeTestSigner } from '@rubrica/pki/testing'
import type { SignatureRequest } from '../types.ts'
import { addSignatureFields } from './add-signature-fields.ts'

const signer = makeTestSigner()
const request = (field: SignatureRequest['field']): SignatureRequest => ({
  certificate: signer.certificate,
  chain: [],
  digestAlgorithm: 'SHA-256',
  claimedTime: new Date(),
  field,
})

const WIDGET = `/FT /Tx /T (Total) /Subtype /Widget /Rect [10 10 90 40] /P ${classicParts.page(1)} 0 R`
const SIGNED = `/FT /Sig /T (First) /V << /ByteRange [0 1 2 3] >> /Subtype /Widget /Rect [0 0 0 0] /P ${classicParts.page(1)} 0 R`

/** A form that wishes all appearances to be drawn anew, with one field. */
const formWith = (field: string): Buffer =>
  classicPdf({
    catalogEntries: '/AcroForm 89 0 R',
    extra: [
      { num: 89, body: '<< /Fields [90 0 R] /NeedAppearances true /DA (/F1 10 Tf) >>' },
      { num: 90, body: `<< ${field} >>` },
      { num: 91, body: { dict: '/Type /XObject /Subtype /Form /BBox [0 0 80 30]', data: '' } },
    ],
  })

const formIn = (tail: Uint8Array): string =>
  /^89 0 obj\n[^]*?endobj/m.exec(Buffer.from(tail).toString('latin1'))?.[0] ?? ''

describe('the wish to draw all fields anew', () => {
  const drawn = formWith(`${WIDGET} /AP << /N 91 0 R >>`)

  test('is taken back when every field has its appearance, and the rest of the form stays', () => {
    const form = formIn(prepareSignature(drawn, request({ create: { name: 'S', page: 1 } })).tail)
    expect(form).toContain('/DA (/F1 10 Tf)')
    expect(form).not.toContain('/NeedAppearances')
  })

  test('is taken back with the fields of all signers already', () => {
    expect(formIn(addSignatureFields(drawn, [{ name: 'S', page: 1 }]))).not.toContain('/NeedAppearances')
  })

  test('is taken back when the only field is the empty one that is signed', () => {
    const base = formWith(
      `/FT /Sig /T (S) /Subtype /Widget /Rect [0 0 0 0] /P ${classicParts.page(1)} 0 R /AP << /N 91 0 R >>`,
    )
    const form = formIn(prepareSignature(base, request({ name: 'S' })).tail)
    expect(form).toContain('/SigFlags 3')
    expect(form).not.toContain('/NeedAppearances')
  })

  test.each([
    ['a field has no appearance', formWith(WIDGET)],
    ['a widget below a field has none', formWith('/FT /Tx /T (a) /Kids [<< /Subtype /Widget >>]')],
    ['somebody has signed', formWith(SIGNED)],
  ])('stays when %s', (_, base) => {
    const { tail } = prepareSignature(base, request({ create: { name: 'S', page: 1 } }))
    expect(formIn(tail)).toContain('/NeedAppearances true')
  })

  test('stays when the kids of a field go round in a circle', () => {
    const base = formWith('/FT /Tx /T (a) /Kids [90 0 R 90 0 R]')
    const circle = Buffer.from(base.toString('latin1').replace('/T (a)', '/X (a)'), 'latin1')
    expect(formIn(addSignatureFields(circle, [{ name: 'S', page: 1 }]))).toContain('/NeedAppearances true')
  })
})
