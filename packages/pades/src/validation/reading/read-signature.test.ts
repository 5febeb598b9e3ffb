import { createHash, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encodeAttribute, encodeElement, encodeOctetString, encodeOid, OID } from '@rubrica/pki'
import { makeSignedPdf } from '../../../testing/make-signed-pdf.ts'
import { imprintOf, makeTestCms, makeTestSigner, makeTestToken, type TestCmsPlan } from '@rubrica/pki/testing'
import { validate } from '../validate.ts'
import { good, judge, policy, rsa, signer, withCms } from '../../../testing/judge-signature.ts'

const malformed = (fault: string) => ({
  integrity: 'broken',
  warnings: ['SIGNATURE_BROKEN'],
  indication: 'TOTAL-FAILED',
  subIndication: 'FORMAT_FAILURE',
  faults: expect.arrayContaining([fault]) as string[],
})

describe('a signature as others write it is intact', () => {
  test.each<[string, TestCmsPlan]>([
    ['with all that PAdES wants', {}],
    ['without the certificate among its signed attributes', { names: null }],
    ['without signed attributes', { hasAttributes: false }],
    ['whose attributes were sent in another order than they were signed in', { isSorted: false, signsSorted: true }],
    ['in BER', { isIndefinite: true }],
  ])('%s', (_what, plan) => {
    expect(judge(withCms(plan))).toMatchObject({ ...good, level: 'PKCS7', signer: 'Ana Pérez' })
  })

  test('by an RSA key', () => {
    const file = makeSignedPdf({ sign: (covered) => makeTestCms(rsa, covered) })
    expect(judge(file)).toMatchObject({ ...good, signer: 'Carla' })
  })

  test.each([0, 20, 32, 222])('by an RSA key with PSS and a salt of %d octets', (salt) => {
    const file = makeSignedPdf({ sign: (covered) => makeTestCms(rsa, covered, { salt }) })
    expect(judge(file)).toMatchObject(good)
  })

  test('by an EC key, r and s one after the other (BSI TR-03111)', () => {
    const file = makeSignedPdf({ sign: (covered) => makeTestCms(signer, covered, { isPlain: true }) })
    expect(judge(file)).toMatchObject(good)
  })

  test('that covers the brackets around itself, too', () => {
    const text = Buffer.from(withCms()).toString('latin1')
    const gapStart = text.indexOf('<30')
    const gapEnd = text.indexOf('>', gapStart) + 1
    const range = `/ByteRange [0 ${gapStart + 1} ${gapEnd - 1} ${text.length - gapEnd + 1}]`
    const file = Buffer.from(
      text.replace(/\/ByteRange \[[^\]]*\] */, (old) => range.padEnd(old.length)),
      'latin1',
    )
    const cms = makeTestCms(signer, Buffer.concat([file.subarray(0, gapStart + 1), file.subarray(gapEnd - 1)]))
    file.write(
      Buffer.from(cms)
        .toString('hex')
        .padEnd(gapEnd - gapStart - 2, '0'),
      gapStart + 1,
      'latin1',
    )
    expect(judge(file)).toMatchObject(good)
  })

  test.each(['', '\r\n', '\r', ' \n\n'])('with %j behind its last line', (end) => {
    expect(judge(withCms({}, { end }))).toMatchObject({ ...good, coversWholeFile: true })
  })

  test('its certificate in the dictionary, as bare RSA', () => {
    const hex = Buffer.from(rsa.certificate).toString('hex')
    const file = makeSignedPdf({
      subFilter: 'adbe.x509.rsa_sha1',
      after: `/Cert <${hex}> `,
      sign: (covered) => encodeOctetString(sign('sha1', covered, rsa.privateKey)),
    })
    const weak = { integrity: 'intact', subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', faults: ['DIGEST_WEAK'] }
    expect(judge(file)).toMatchObject({ ...weak, signer: 'Carla', level: 'PKCS7' })
  })

  test('as a signed SHA-1 digest', () => {
    const file = makeSignedPdf({
      subFilter: 'adbe.pkcs7.sha1',
      sign: (covered) => makeTestCms(signer, covered, { content: sha1(covered) }),
    })
    expect(judge(file)).toMatchObject({ integrity: 'intact', faults: ['DIGEST_WEAK'] })
  })
})

const sha1 = (bytes: Uint8Array): Uint8Array => createHash('sha1').update(bytes).digest()

describe('a weak algorithm leaves a document intact and its signature undecided', () => {
  test.each(['md5', 'sha1'] as const)('%s', (hash) => {
    expect(judge(withCms({ hash }))).toMatchObject({
      integrity: 'intact',
      indication: 'INDETERMINATE',
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
      faults: ['DIGEST_WEAK'],
    })
  })

  test('unless the policy allows it', () => {
    const report = validate(withCms({ hash: 'sha1' }), { ...policy, refuseWeakAlgorithms: false })
    expect(report.signatures[0]).toMatchObject({ indication: 'TOTAL-PASSED', faults: [] })
  })
})

describe('a range that leaves out more than the signature is rejected', () => {
  test.each<[string, (right: readonly number[]) => string, string]>([
    ['that is missing', () => 'null', 'BYTE_RANGE_MISSING'],
    ['of three numbers', ([a, b, c]) => `[${a} ${b} ${c}]`, 'BYTE_RANGE_SHAPE'],
    ['of six numbers', (right) => `[${right.join(' ')} 0 0]`, 'BYTE_RANGE_SHAPE'],
    ['with a fraction', ([a, b, c, d]) => `[${a} ${b}.5 ${c} ${d}]`, 'BYTE_RANGE_SHAPE'],
    ['with a negative number', ([, b, c, d]) => `[-1 ${b} ${c} ${d}]`, 'BYTE_RANGE_SHAPE'],
    ['that can be replaced', () => '6 0 R', 'BYTE_RANGE_SHAPE'],
    ['that begins later', ([, b, c, d]) => `[1 ${b! - 1} ${c} ${d}]`, 'BYTE_RANGE_START'],
    ['that reaches too far', ([a, b, c, d]) => `[${a} ${b} ${c} ${d! + 1}]`, 'BYTE_RANGE_OUTSIDE'],
    ['whose gap is too wide', ([a, b, c, d]) => `[${a} ${b! - 1} ${c} ${d}]`, 'BYTE_RANGE_GAP'],
    ['whose gap is too narrow', ([a, b, c, d]) => `[${a} ${b} ${c! - 1} ${d! + 1}]`, 'BYTE_RANGE_GAP'],
    ['whose parts overlap', ([a, b, , d]) => `[${a} ${b} ${b! - 9} ${d}]`, 'BYTE_RANGE_GAP'],
    ['that is empty', () => '[0 0 0 0]', 'BYTE_RANGE_GAP'],
    ['that ends before its dictionary', ([a, b, c]) => `[${a} ${b} ${c} 1]`, 'BYTE_RANGE_GAP'],
  ])('%s', (_what, range, fault) => {
    expect(judge(withCms({}, { range }))).toMatchObject(malformed(fault))
  })

  test('that ends within a revision', () => {
    const file = withCms({}, { range: ([a, b, c, d]) => `[${a} ${b} ${c} ${d - 30}]` })
    expect(judge(file)).toMatchObject({ ...malformed('BYTE_RANGE_END'), coversRevision: null })
  })

  test('that stands twice in its dictionary', () => {
    expect(judge(withCms({}, { before: '/ByteRange [0 1 2 3] ' }))).toMatchObject(malformed('ENTRY_TWICE'))
  })

  test.each([
    ['blanks', (hex: string) => `<${' '.repeat(10)}${hex.slice(11)}`],
    ['another string', (hex: string) => `(${'x'.repeat(hex.length - 2)})`],
  ])('with %s where the signature belongs', (_what, contents) => {
    expect(judge(withCms({}, { contents }))).toMatchObject(malformed('CONTENTS_NOT_HEX'))
  })
})

describe('contents that are not one signature are rejected', () => {
  test.each<[string, (cms: Uint8Array) => Uint8Array, string]>([
    ['nothing but zeros', () => new Uint8Array(8), 'CMS_MALFORMED'],
    ['text', () => Buffer.from('no signature'), 'CMS_MALFORMED'],
    ['an absurd length', () => Buffer.from('3084ffffffff', 'hex'), 'CMS_MALFORMED'],
    ['a length without end', () => Buffer.from('3080'.repeat(60), 'hex'), 'CMS_MALFORMED'],
    ['another structure', () => encodeElement(0x30, encodeElement(0x02, Uint8Array.of(1))), 'CMS_MALFORMED'],
    ['two signatures', (cms) => Buffer.concat([cms, cms]), 'CMS_TWICE'],
  ])('%s', (_what, change, fault) => {
    const file = makeSignedPdf({ sign: (covered) => change(makeTestCms(signer, covered)) })
    expect(judge(file)).toMatchObject(malformed(fault))
  })

  test('several signers', () => {
    expect(judge(withCms({ signers: 2 }))).toMatchObject(malformed('SEVERAL_SIGNERS'))
  })

  test('no signer', () => {
    expect(judge(withCms({ signers: 0 }))).toMatchObject(malformed('NO_SIGNER'))
  })

  test('something other than zeros behind it is reported', () => {
    const file = makeSignedPdf({
      sign: (covered) => Buffer.concat([makeTestCms(signer, covered), Buffer.from('rest')]),
    })
    expect(judge(file)).toMatchObject({
      integrity: 'intact',
      subIndication: 'SIG_CONSTRAINTS_FAILURE',
      faults: ['CONTENTS_PADDING'],
    })
  })
})

describe('cryptography that does not hold breaks the document', () => {
  test('one octet of the document', () => {
    const file = withCms()
    file[file.indexOf('595')] = 0x36
    expect(judge(file)).toMatchObject({
      integrity: 'broken',
      subIndication: 'HASH_FAILURE',
      faults: ['DIGEST_MISMATCH'],
    })
  })

  test('one octet of the signature', () => {
    const file = makeSignedPdf({ sign: (covered) => makeTestCms({ ...signer, privateKey: other.privateKey }, covered) })
    expect(judge(file)).toMatchObject({
      integrity: 'broken',
      subIndication: 'SIG_CRYPTO_FAILURE',
      faults: ['SIGNATURE_MISMATCH'],
    })
  })

  test('without signed attributes, too', () => {
    const file = withCms({ hasAttributes: false })
    file[file.indexOf('595')] = 0x36
    expect(judge(file)).toMatchObject({ integrity: 'broken', subIndication: 'SIG_CRYPTO_FAILURE' })
  })

  test('over attributes in another order than that of DER (RFC 5652 clause 5.4)', () => {
    expect(judge(withCms({ isSorted: false }))).toMatchObject({
      integrity: 'broken',
      indication: 'TOTAL-FAILED',
      subIndication: 'SIG_CRYPTO_FAILURE',
      faults: ['SIGNATURE_MISMATCH'],
    })
  })

  test('a digest that is named by the identifier of a signature algorithm (RFC 5652 clause 10.1.1)', () => {
    const [right, wrong] = [encodeOid(OID.sha256), encodeOid(OID.rsaWithSha256)].map((oid) => Buffer.from(oid))
    const rename = (cms: Uint8Array): Uint8Array => {
      const text = Buffer.from(cms).toString('latin1')
      return Buffer.from(text.replaceAll(right!.toString('latin1'), wrong!.toString('latin1')), 'latin1')
    }
    const file = makeSignedPdf({ sign: (covered) => rename(makeTestCms(signer, covered)) })
    expect(judge(file)).toMatchObject({
      integrity: 'suspicious',
      warnings: ['SIGNATURE_UNVERIFIED'],
      faults: ['ALGORITHM_UNKNOWN'],
    })
  })

  test('a certificate that is not the one that was signed along', () => {
    expect(judge(withCms({ names: other.certificate }))).toMatchObject({
      integrity: 'broken',
      subIndication: 'NO_SIGNING_CERTIFICATE_FOUND',
      faults: ['SIGNING_CERTIFICATE_ATTRIBUTE'],
    })
  })

  test('no certificate: nobody can verify it', () => {
    expect(judge(withCms({ certificates: [] }))).toMatchObject({
      integrity: 'suspicious',
      warnings: ['SIGNATURE_UNVERIFIED'],
      signer: null,
      subIndication: 'NO_SIGNING_CERTIFICATE_FOUND',
    })
  })
})

const other = makeTestSigner({ commonName: 'Biel' })

describe('the kind of a signature', () => {
  test.each(['adbe.unknown', 'ETSI.RFC3161'])('that is %s and not what it holds is rejected', (subFilter) => {
    expect(judge(withCms({}, { subFilter }))).toMatchObject({ integrity: 'broken', subIndication: 'FORMAT_FAILURE' })
  })

  test('that is PAdES wants the certificate signed along', () => {
    expect(judge(withCms({ names: null }, { subFilter: 'ETSI.CAdES.detached' }))).toMatchObject({
      integrity: 'intact',
      level: 'PAdES',
      subIndication: 'SIG_CONSTRAINTS_FAILURE',
    })
  })

  test.each(['adbe.pkcs7.detached', 'ETSI.CAdES.detached'])('that is %s has nothing else inside', (subFilter) => {
    const holding = (content?: Uint8Array): Buffer =>
      makeSignedPdf({ sign: (covered) => makeTestCms(signer, covered, { content: content ?? covered }), subFilter })
    expect(judge(holding())).toMatchObject({ integrity: 'intact', faults: ['CONTENT_NOT_DETACHED'] })
    for (const other of ['', 'x']) {
      expect(judge(holding(Buffer.from(other)))).toMatchObject(malformed('CONTENT_NOT_DETACHED'))
    }
  })

  test('that is PAdES is baseline without the signing time inside, and not with it', () => {
    const subFilter = 'ETSI.CAdES.detached'
    const time = encodeAttribute(OID.signingTime, encodeElement(0x18, Buffer.from('20260131110000Z')))
    expect(judge(withCms({}, { subFilter }))).toMatchObject({ level: 'PAdES-BASELINE-B', indication: 'TOTAL-PASSED' })
    expect(judge(withCms({ attributes: [time] }, { subFilter }))).toMatchObject({ level: 'PAdES' })
  })

  test('that is a document timestamp has its own time', () => {
    const time = new Date('2026-02-01T00:00:00Z')
    const tsa = makeTestSigner({ purposes: [OID.ekuTimeStamping], notBefore: new Date('2026-01-01T00:00:00Z') })
    const file = makeSignedPdf({
      subFilter: 'ETSI.RFC3161',
      sign: (covered) => makeTestToken(tsa, { imprint: imprintOf(covered), time }),
    })
    const report = validate(file, { trustAnchors: [tsa.certificate], requireRevocation: false })
    const stamp = { kind: 'document-timestamp', level: 'DOCUMENT-TIMESTAMP', signedAt: time, provedAt: time }
    expect(report.signatures).toMatchObject([{ ...stamp, indication: 'TOTAL-PASSED' }])
  })
})
