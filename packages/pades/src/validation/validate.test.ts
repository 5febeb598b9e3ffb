import { describe, expect, test } from 'vitest'
import { type Evidence, OID, type TimestampSource } from '@rubrica/pki'
import { addValidationData } from '../dss/add-validation-data.ts'
import { addDocumentTimestamp } from '../long-term/add-document-timestamp.ts'
import {
  imprintOf,
  makeTestCrl,
  makeTestOcsp,
  makeTestSigner,
  makeTestToken,
  type TestSigner,
} from '@rubrica/pki/testing'
import { appendRevision, emptyParts, makeTestPdf } from '@rubrica/pdf/testing'
import { signTestPdf } from '../../testing/sign-test-pdf.ts'
import { validate } from './validate.ts'
import type { ValidationPolicy } from './validation-report.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = Date.now()
const inDays = (days: number): Date => new Date(now + days * DAY)
const years = { notBefore: inDays(-400), notAfter: inDays(4000) }

const root = makeTestSigner({ commonName: 'Root', isCa: true, ...years })
const ca = makeTestSigner({ commonName: 'CA', isCa: true, issuer: root, ...years })
const signer = makeTestSigner({ issuer: ca, notBefore: inDays(-30), notAfter: inDays(300) })
const purposes = [OID.ekuTimeStamping]
const tsa = makeTestSigner({
  commonName: 'TSA',
  issuer: root,
  purposes,
  notBefore: inDays(-30),
  notAfter: inDays(2000),
})
const policy: ValidationPolicy = { trustAnchors: [root.certificate] }

/** An authority that answers with this time. */
function clock(time: Date, authority: TestSigner = tsa): TimestampSource {
  return (message) => {
    const imprint = message instanceof Uint8Array ? imprintOf(message) : message.digest
    return Promise.resolve(makeTestToken(authority, { imprint, time }))
  }
}

const times = { thisUpdate: inDays(-0.01), nextUpdate: inDays(7) }
const authorityLists = (when: typeof times): Uint8Array[] => [
  makeTestCrl({ issuer: root, ...when }),
  makeTestCrl({ issuer: ca, ...when }),
]
const evidence: Evidence = {
  certificates: [root.certificate, ca.certificate, tsa.certificate],
  ocsps: [makeTestOcsp({ certificate: signer.certificate, issuer: ca, ...times })],
  crls: authorityLists(times),
}

const UNKNOWN = ['REVOCATION_UNKNOWN', 'TIMESTAMP_REVOCATION_UNKNOWN']
const secondsAgo = (seconds: number): Date => new Date(now - seconds * 1000)
const append = (base: Uint8Array, tail: Uint8Array): Uint8Array => Buffer.concat([base, tail])

async function filesOfEachLevel() {
  const base = makeTestPdf()
  const b = await signTestPdf(base, signer)
  const t = await signTestPdf(base, signer, clock(secondsAgo(120)))
  const lt = append(t, addValidationData(t, evidence))
  const lta = append(lt, await addDocumentTimestamp(lt, clock(secondsAgo(60))))
  const renewed = append(lta, await addDocumentTimestamp(lta, clock(secondsAgo(30))))
  return { b, t, lt, lta, renewed }
}

const files = await filesOfEachLevel()

const judge = (file: Uint8Array, at?: Date, more: Partial<ValidationPolicy> = {}) =>
  validate(file, { ...policy, ...more }, at === undefined ? {} : { at })

describe('the level', () => {
  test.each([
    ['b', 'PAdES-BASELINE-B'],
    ['t', 'PAdES-BASELINE-T'],
    ['lt', 'PAdES-BASELINE-LT'],
    ['lta', 'PAdES-BASELINE-LTA'],
    ['renewed', 'PAdES-BASELINE-LTA'],
  ] as const)('of %s is %s, independent of trust', (name, level) => {
    expect(judge(files[name]).signatures[0]?.level).toBe(level)
    expect(judge(files[name], undefined, { trustAnchors: [] }).signatures[0]?.level).toBe(level)
  })

  test('is T when the revocation of one certificate is missing', async () => {
    const part = { ...evidence, crls: evidence.crls.slice(0, 1), ocsps: [] }
    const file = append(files.t, addValidationData(files.t, part))
    expect(judge(file).signatures[0]?.level).toBe('PAdES-BASELINE-T')
    const stamped = append(file, await addDocumentTimestamp(file, clock(secondsAgo(1))))
    expect(judge(stamped).signatures[0]?.level).toBe('PAdES-BASELINE-T')
  })

  test('is LT when the archive timestamp is older than the evidence', async () => {
    const stamped = append(files.t, await addDocumentTimestamp(files.t, clock(secondsAgo(60))))
    const file = append(stamped, addValidationData(stamped, evidence))
    expect(judge(file).signatures[0]?.level).toBe('PAdES-BASELINE-LT')
  })
})

describe('a file that carries its evidence passes without a network', () => {
  test.each(['lt', 'lta', 'renewed'] as const)('%s', (name) => {
    const report = judge(files[name])
    expect(report).toMatchObject({ integrity: 'intact', trust: 'anchored', warnings: [] })
    expect(report.signatures.map(({ indication, faults }) => [indication, faults])).toEqual(
      report.signatures.map(() => ['TOTAL-PASSED', []]),
    )
    const [first] = report.signatures
    expect(first?.provedAt).toEqual(new Date(Math.floor(secondsAgo(120).getTime() / 1000) * 1000))
    expect(first?.timestamps).toMatchObject([{ kind: 'signature-timestamp', indication: 'TOTAL-PASSED' }])
    expect(first?.chain.map(({ isAnchor }) => isAnchor)).toEqual([false, false, true])
  })

  test('and each document timestamp covers its revision', () => {
    const { signatures, revisions } = judge(files.renewed)
    expect(revisions).toBe(5)
    expect(signatures.map(({ kind, coversRevision }) => [kind, coversRevision])).toEqual([
      ['signature', 2],
      ['document-timestamp', 4],
      ['document-timestamp', 5],
    ])
  })

  test('while evidence can also be given from outside', () => {
    expect(judge(files.t).signatures[0]).toMatchObject({ subIndication: 'TRY_LATER', faults: UNKNOWN })
    const [signature] = validate(files.t, policy, { evidence }).signatures
    expect(signature).toMatchObject({ indication: 'TOTAL-PASSED', level: 'PAdES-BASELINE-T' })
  })
})

describe('without a trust anchor', () => {
  test.each([[], [makeTestSigner({ isCa: true, commonName: 'Another root' }).certificate]])(
    'a document is intact and nobody is trusted',
    (...trustAnchors) => {
      const report = judge(files.lta, undefined, { trustAnchors })
      expect(report).toMatchObject({ integrity: 'intact', trust: 'unknown', warnings: [] })
      expect(report.signatures[0]).toMatchObject({
        indication: 'INDETERMINATE',
        subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
        provedAt: null,
      })
    },
  )
})

describe('years later', () => {
  const expired = inDays(400)

  test('a signature passes whose time was proved while its certificate was valid', () => {
    expect(judge(files.lta, expired).signatures[0]).toMatchObject({ indication: 'TOTAL-PASSED' })
  })

  test('a signature without a proof does not', () => {
    const [signature] = validate(files.b, policy, { at: expired, evidence }).signatures
    expect(signature).toMatchObject({ indication: 'INDETERMINATE', faults: ['EXPIRED'] })
    expect(signature?.subIndication).toMatch(/^OUT_OF_BOUNDS_/)
  })

  test('a timestamp whose authority expired proves nothing', () => {
    const [signature] = judge(files.lta, inDays(2500)).signatures
    const expired = { subIndication: 'OUT_OF_BOUNDS_NOT_REVOKED', level: 'PAdES-BASELINE-LTA' }
    expect(signature).toMatchObject({ indication: 'INDETERMINATE', provedAt: null, ...expired })
  })

  test('a timestamp that was renewed in time proves what it did', async () => {
    const later = makeTestSigner({
      commonName: 'TSA 2',
      issuer: root,
      purposes,
      notBefore: inDays(-1),
      notAfter: inDays(3900),
    })
    const renewed = append(files.lta, await addDocumentTimestamp(files.lta, clock(secondsAgo(5), later)))
    const report = judge(renewed, inDays(2500))
    expect(report.signatures.map(({ indication }) => indication)).toEqual(report.signatures.map(() => 'TOTAL-PASSED'))
  })
})

describe('a revoked certificate', () => {
  const revokedAt = secondsAgo(30)
  const status = { revokedAt }
  const revoked = {
    ...evidence,
    ocsps: [makeTestOcsp({ certificate: signer.certificate, issuer: ca, status, ...times })],
  }

  test('does not harm a signature that is proved to be older', () => {
    const file = append(files.t, addValidationData(files.t, revoked))
    expect(judge(file).signatures[0]).toMatchObject({ indication: 'TOTAL-PASSED' })
  })

  test('leaves one undecided that is not', () => {
    const file = append(files.b, addValidationData(files.b, revoked))
    const report = judge(file)
    expect(report).toMatchObject({ integrity: 'intact', trust: 'unknown' })
    expect(report.signatures[0]).toMatchObject({ subIndication: 'REVOKED_NO_POE', faults: ['REVOKED'] })
  })

  test('counts even where revocation need not be known', () => {
    const file = append(files.b, addValidationData(files.b, { ...revoked, crls: [] }))
    const lenient = { requireRevocation: false }
    expect(judge(file, undefined, lenient).signatures[0]).toMatchObject({ faults: ['REVOKED'] })
    expect(judge(files.b, undefined, lenient).signatures[0]).toMatchObject({ indication: 'TOTAL-PASSED' })
  })
})

describe('a timestamp that does not hold proves nothing', () => {
  const base = makeTestPdf()
  const stranger = makeTestSigner({ commonName: 'Stranger', purposes })
  const unfit = makeTestSigner({ commonName: 'No TSA', issuer: root })

  test.each([
    ['an authority that nobody trusts', stranger, 'TIMESTAMP_NO_PATH'],
    ['a certificate that is not for timestamps', unfit, 'TIMESTAMP_PURPOSE'],
  ])('of %s', async (_what, authority, fault) => {
    const attributes = { time: secondsAgo(10) }
    const file = await signTestPdf(base, signer, clock(attributes.time, authority)).catch(() => null)
    // The signing side rejects what is not made for timestamps.
    if (file === null) return expect(authority).toBe(unfit)
    const [signature] = validate(file, policy, { evidence }).signatures
    expect(signature).toMatchObject({ indication: 'TOTAL-PASSED', provedAt: null, faults: [fault] })
  })

  test('whose time is after that of a later timestamp', async () => {
    const t = await signTestPdf(base, signer, clock(secondsAgo(10)))
    const file = append(t, await addDocumentTimestamp(t, clock(secondsAgo(500))))
    const [signature] = validate(file, policy, { evidence }).signatures
    expect(signature?.timestamps).toMatchObject([{ subIndication: 'TIMESTAMP_ORDER_FAILURE' }])
  })
})

describe('what came after a signature', () => {
  test('is justified when it is another signature', async () => {
    const biel = makeTestSigner({ commonName: 'Biel', issuer: ca })
    const report = judge(await signTestPdf(files.b, biel))
    expect(report.integrity).toBe('intact')
    expect(report.signatures.map(({ signer: name, coversRevision }) => [name, coversRevision])).toEqual([
      ['Ana Pérez', 2],
      ['Biel', 3],
    ])
    const [first] = report.signatures
    expect(first?.changes.length).toBeGreaterThan(0)
    expect(first?.changes.every(({ justifiedBy }) => justifiedBy !== null)).toBe(true)
  })

  test('makes the file suspicious and the signature undecided when no rule allows it', () => {
    const shrunk = `<< /Type /Page /Parent ${emptyParts.pageTree} 0 R /MediaBox [0 0 9 9] >>`
    const report = validate(appendRevision(Buffer.from(files.b), { [emptyParts.page]: shrunk }), policy, { evidence })
    expect(report).toMatchObject({ integrity: 'suspicious', warnings: ['CHANGES_UNJUSTIFIED'] })
    expect(report.signatures[0]).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'SIG_CONSTRAINTS_FAILURE',
      faults: ['CHANGES_UNJUSTIFIED'],
    })
  })
})
