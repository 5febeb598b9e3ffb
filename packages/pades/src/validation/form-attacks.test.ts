import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encodeAttribute, encodeBoolean, encodeOctetString, encodeOid, encodeSequence, OID } from '@rubrica/pki'
import { appendRevision, buildTestRevisions } from '@rubrica/pdf/testing'
import { makeSignedPdf, signedParts, type SignedPdfPlan } from '../../testing/make-signed-pdf.ts'
import { imprintOf, makeTestCms, makeTestSigner, makeTestToken, type TestCmsPlan } from '@rubrica/pki/testing'
import { validate } from './validate.ts'

const signer = makeTestSigner()
const policy = { trustAnchors: [signer.certificate], requireRevocation: false }
const signed = (file: Partial<SignedPdfPlan> = {}, cms: TestCmsPlan = {}): Buffer =>
  makeSignedPdf({ sign: (covered) => makeTestCms(signer, covered, cms), ...file })

function judge(file: Uint8Array) {
  const { integrity, warnings, signatures } = validate(file, policy)
  return { integrity, warnings, faults: signatures.flatMap(({ faults }) => faults) }
}

/** The catalogue with a second field, object 30. */
const withSecondField = `<< /Type /Catalog /Pages ${signedParts.pageTree} 0 R /AcroForm << /Fields [${signedParts.field} 0 R 30 0 R] /SigFlags 3 >> >>`

const brokenBy = (fault: string) => ({ integrity: 'broken', faults: expect.arrayContaining([fault]) as string[] })

describe('an entry that two readers could take from two places breaks a signature', () => {
  test.each([
    '/ByteRange [0 1 2 3] ',
    '/Byte#52ange [0 1 2 3] ',
    '/Contents <00> ',
    '/Con#74ents <00> ',
    '/SubFilter /adbe.pkcs7.sha1 ',
    '/Sub#46ilter /ETSI.RFC3161 ',
    '/Filter /Entrust.PPKEF ',
    '/M (D:20300101000000Z) ',
  ])('%s', (entry) => {
    expect(judge(signed({ before: entry }))).toMatchObject(brokenBy('ENTRY_TWICE'))
  })

  test.each(['/Contents <00> ', '/SubFilter /ETSI.RFC3161 '])('%s behind the others', (entry) => {
    expect(judge(signed({ after: entry }))).toMatchObject(brokenBy('ENTRY_TWICE'))
  })
})

describe('a range that is no four plain numbers breaks a signature', () => {
  test.each([
    '7 0 R',
    '[0 2 0 R 9 9]',
    '[0 -1 5 6]',
    '[0 10 -20 6]',
    '[0 99999999999999999999 1 2]',
    '[0 1.5 9 9]',
    '[0 1 2]',
    '[0 1 2 3 4]',
    '[[0 1 2 3]]',
    '<< >>',
    'null',
  ])('%s', (range) => {
    expect(judge(signed({ range: () => range })).integrity).toBe('broken')
  })

  test.each<[string, (right: readonly number[]) => string]>([
    ['with signs', ([a, b, c, d]) => `[${a} +${b} ${c} ${d}]`],
    ['with signs that some readers heed', ([a, b, c, d]) => `[${a} --${b} ${c} ${d}]`],
    ['with signs inside', ([a, b, c, d]) => `[${a} ${b}-1 ${c} ${d}]`],
    ['with points', ([a, b, c, d]) => `[${a} ${b}.0 ${c} ${d}]`],
    ['with comments', ([a, b, c, d]) => `[${a} %1\n${b} ${c} ${d}]`],
  ])('%s', (_what, range) => {
    expect(judge(signed({ range }))).toMatchObject(brokenBy('BYTE_RANGE_SHAPE'))
  })
})

describe('a signature that stands where it should not is not intact', () => {
  test('its Contents in another object', () => {
    const file = signed({ contents: (hex) => '1 0 R'.padEnd(hex.length) })
    expect(judge(file).integrity).toBe('broken')
  })

  test('as a stream', () => {
    const file = signed({ after: '/Length 0 >>\nstream\n\nendstream\n%' })
    expect(judge(file).integrity).not.toBe('intact')
  })

  test('in an object stream', () => {
    const contents = Buffer.from(makeTestCms(signer, Buffer.from('x'))).toString('hex')
    const value = `/Type /Sig /SubFilter /adbe.pkcs7.detached /Byte#52ange [0 10 20 30] /Contents <${contents}>`
    const objects = {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /SigFlags 3 >> >>',
      2: '<< /Type /Pages /Kids [] /Count 0 >>',
      4: '<< /FT /Sig /T (Signature) /V 5 0 R >>',
      5: `<< ${value} >>`,
    }
    expect(judge(buildTestRevisions([{ objects, packed: true }]))).toMatchObject(brokenBy('DICTIONARY_HIDDEN'))
  })

  test('written anew in a later revision', () => {
    const file = signed()
    const [, dict = ''] = new RegExp(`${signedParts.signature} 0 obj\n(.*)\nendobj`).exec(file.toString('latin1')) ?? []
    expect(judge(appendRevision(file, { [signedParts.signature]: dict })).integrity).not.toBe('intact')
    expect(
      judge(appendRevision(file, { [signedParts.signature]: dict.replace('/M ', '/Name (Biel) /M ') })).integrity,
    ).not.toBe('intact')
  })

  test('shown by a second field that came later', () => {
    const second = `<< /FT /Sig /T (Second) /V ${signedParts.signature} 0 R >>`
    const file = appendRevision(signed(), { [signedParts.catalog]: withSecondField, 30: second })
    expect(judge(file).integrity).not.toBe('intact')
  })

  test('in the gap of another', () => {
    const file = signed()
    const [, range = ''] = /\/ByteRange (\[[^\]]*\])/.exec(file.toString('latin1')) ?? []
    const [, contents = ''] = /\/Contents (<[^>]*>)/.exec(file.toString('latin1')) ?? []
    const copy = `<< /Type /Sig /SubFilter /adbe.pkcs7.detached /ByteRange ${range} /Contents ${contents} >>`
    const update = { [signedParts.catalog]: withSecondField, 30: '<< /FT /Sig /T (Second) /V 31 0 R >>', 31: copy }
    expect(judge(appendRevision(file, update))).toMatchObject(brokenBy('BYTE_RANGE_GAP'))
  })
})

describe('a CMS that does not fit its file breaks the signature', () => {
  test('its content is another', () => {
    const other = { content: Buffer.from('another document') }
    expect(judge(signed({}, other))).toMatchObject(brokenBy('CONTENT_NOT_DETACHED'))
  })

  test('two certificates bear the issuer and serial number, the first with another key', () => {
    const { certificate, privateKey } = makeTestSigner()
    const cms = (covered: Buffer) => {
      const own = { ...signer, privateKey }
      return makeTestCms(own, covered, { certificates: [signer.certificate, certificate], names: signer.certificate })
    }
    expect(judge(signed({ sign: cms }))).toMatchObject(brokenBy('SIGNATURE_MISMATCH'))
  })

  test.each([0, 19, 21, 32])('a SHA-1 digest of %d octets inside', (length) => {
    const sign = (covered: Buffer) => {
      const digest = Buffer.concat([createHash('sha1').update(covered).digest(), Buffer.alloc(12)])
      return makeTestCms(signer, covered, { content: digest.subarray(0, length) })
    }
    expect(judge(signed({ subFilter: 'adbe.pkcs7.sha1', sign }))).toMatchObject(brokenBy('DIGEST_MISMATCH'))
  })
})

describe('a timestamp counts only for what it was made over', () => {
  const time = new Date('2026-02-01T00:00:00Z')
  const tsa = makeTestSigner({ purposes: [OID.ekuTimeStamping], notBefore: new Date('2026-01-01T00:00:00Z') })

  test('and not for another signature', () => {
    const token = makeTestToken(tsa, { imprint: imprintOf(Buffer.from('another signature')), time })
    const file = signed({}, { unsigned: () => [encodeAttribute(OID.signatureTimeStamp, token)] })
    const [signature] = validate(file, { ...policy, timestampAnchors: [tsa.certificate] }).signatures
    expect(signature).toMatchObject({ provedAt: null, level: 'PKCS7' })
    expect(signature?.faults).toContain('TIMESTAMP_IMPRINT')
    expect(signature?.timestamps[0]?.indication).not.toBe('TOTAL-PASSED')
  })

  test('and not for a file of which it leaves out the end', () => {
    const sign = (covered: Buffer) => makeTestToken(tsa, { imprint: imprintOf(covered.subarray(0, -10)), time })
    const range = ([start = 0, gapStart = 0, gapEnd = 0, rest = 0]: readonly number[]) =>
      `[${start} ${gapStart} ${gapEnd} ${rest - 10}]`
    expect(judge(signed({ subFilter: 'ETSI.RFC3161', sign, range })).integrity).toBe('broken')
  })

  test.each([
    [
      'says what must be understood and is not',
      { extensions: [encodeSequence(encodeOid('1.2.3'), encodeBoolean(true), encodeOctetString(new Uint8Array(1)))] },
    ],
    ['is of a version that does not exist', { version: 2 }],
  ])('and not when it %s', (_what, odd) => {
    const unsigned = (value: Uint8Array) => [
      encodeAttribute(OID.signatureTimeStamp, makeTestToken(tsa, { imprint: imprintOf(value), time, ...odd })),
    ]
    const [signature] = validate(signed({}, { unsigned }), {
      ...policy,
      timestampAnchors: [tsa.certificate],
    }).signatures
    expect(signature).toMatchObject({ provedAt: null, faults: ['TIMESTAMP_MALFORMED'] })
  })

  test('and not when it is no token', () => {
    const sign = () => encodeOctetString(Buffer.from('x'))
    expect(judge(signed({ subFilter: 'ETSI.RFC3161', sign })).integrity).toBe('broken')
  })
})

test('a signed file is not repaired, however its range is spelled', () => {
  const range = (right: readonly number[]) => `[${right.join(' ')}]`
  const file = signed({ range }).toString('latin1')
  const spelled = file.replace('/ByteRange ', '/#42yteRange').replace(/startxref\n\d+/, 'startxref\n9')
  expect(judge(Buffer.from(spelled, 'latin1'))).toMatchObject({ integrity: 'broken', warnings: ['PDF_DAMAGED'] })
})

test('what was signed as something else than data was not signed as a file', () => {
  const asDigest = (cms: Uint8Array): Uint8Array => {
    const bytes = Buffer.from(cms)
    bytes.set(encodeOid('1.2.840.113549.1.7.5'), bytes.indexOf(encodeOid(OID.data)))
    return bytes
  }
  const file = signed({ sign: (covered) => asDigest(makeTestCms(signer, covered, { hasAttributes: false })) })
  expect(judge(file)).toMatchObject(brokenBy('CONTENT_TYPE'))
})
