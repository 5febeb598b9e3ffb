import { expect, test } from 'vitest'
import { encodeElement, encodeExplicit, encodeNull, encodeSequence, encodeUnsignedInteger } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { NO_EVIDENCE } from '../evidence/merge-evidence.ts'
import type { CertificateQuestion } from '../path/certificate-verdict.ts'
import { validateCertificate } from '../path/validate-certificate.ts'
import { addressExtensions } from '../../testing/make-test-evidence.ts'
import {
  encodeSingle,
  END,
  extendedKeyUsage,
  extension,
  generalizedTime,
  hoursFrom,
  keyUsage,
  makeAnswer,
  makeAuthority,
  makeEntity,
  makeList,
  NOW,
  serialOf,
  START,
  type TestAnswerPlan,
  type TestCertificatePlan,
  type TestEntity,
  textName,
} from '../../testing/make-test-pki.ts'
import type { Evidence } from './evidence.ts'
import { readOcspResponse, readOcspStatus } from './read-ocsp-response.ts'

const root = makeAuthority({ subject: 'Root' })
const person = makeEntity({ issuer: root })
const nocheck = extension(OID.ocspNoCheck, encodeNull(), false)
const RESPONDER = [keyUsage(0x80), extendedKeyUsage([OID.ekuOcspSigning], false)]
/** A responder whose status can be looked up. */
const RESPONDER_LIST = 'http://ca.example/responders.crl'
const CHECKED = [...RESPONDER, ...addressExtensions({ crl: RESPONDER_LIST })]
const makeResponder = (plan: TestCertificatePlan = {}): TestEntity =>
  makeEntity({ subject: 'Responder', issuer: root, extensions: [...RESPONDER, nocheck], ...plan })
const responder = makeResponder()

function statusOf(evidence: Partial<Evidence>, question: Partial<CertificateQuestion> = {}) {
  const { chain, fault } = validateCertificate({
    certificate: person.certificate,
    anchors: [root.certificate],
    evidence: { ...NO_EVIDENCE, ...evidence },
    time: NOW,
    purpose: 'document-signing',
    ...question,
  })
  const revocation = chain[0]?.revocation
  expect(fault).toBe(
    revocation?.status === 'revoked' ? 'REVOKED' : revocation?.status === 'unknown' ? 'REVOCATION_UNKNOWN' : null,
  )
  return revocation
}

const answer = (plan: Partial<TestAnswerPlan> = {}): Uint8Array =>
  makeAnswer({ certificate: person, issuer: root, ...plan })
const ask = (plan: Partial<TestAnswerPlan>, question?: Partial<CertificateQuestion>) =>
  statusOf({ ocsps: [answer(plan)] }, question)

const delegated = (signer: TestEntity): Partial<TestAnswerPlan> => ({ signer, certificates: [signer.certificate] })
const unknown = (why: string) => ({ status: 'unknown', why })

test('without evidence nothing is known', () => {
  expect(statusOf({})).toEqual(unknown('NO_EVIDENCE'))
})

test('an answer of the issuer counts, named or by its key, whatever the digest of the request', () => {
  expect(ask({})).toEqual({
    ...{ status: 'good', source: 'ocsp' },
    ...{ thisUpdate: hoursFrom(NOW, -1), nextUpdate: hoursFrom(NOW, 24) },
  })
  expect(ask({ by: 'key' })?.status).toBe('good')
  expect(ask({ hash: 'sha256' })?.status).toBe('good')
  expect(ask({ hash: 'sha384' })?.status).toBe('good')
})

test('an answer counts for the certificate that it names, among several', () => {
  const other = makeEntity({ issuer: root })
  const others = [encodeSingle({ certificate: other, issuer: root, status: { at: START } })]
  expect(ask({ others })?.status).toBe('good')
  expect(ask({ certificate: other })).toEqual(unknown('NO_EVIDENCE'))
  const namesake = makeAuthority({ subject: 'Root' })
  expect(ask({ issuer: namesake })).toEqual(unknown('NO_EVIDENCE'))
})

test('a revocation counts from its time on', () => {
  const at = hoursFrom(NOW, -2)
  expect(ask({ status: { at, reason: 1 } })).toEqual({ status: 'revoked', source: 'ocsp', at, reason: 1 })
  expect(ask({ status: { at } }, { time: at })?.status).toBe('revoked')
  expect(ask({ status: { at } }, { time: hoursFrom(at, -1) })?.status).toBe('good')
})

test('a responder of the same issuer counts, sent along or at hand', () => {
  expect(ask(delegated(responder))?.status).toBe('good')
  expect(ask({ ...delegated(responder), by: 'key' })?.status).toBe('good')
  const ocsps = [answer({ signer: responder })]
  expect(statusOf({ ocsps })).toEqual(unknown('OCSP_SIGNER'))
  expect(statusOf({ ocsps, certificates: [responder.certificate] })?.status).toBe('good')
})

test.each<[string, () => TestEntity]>([
  ['without the purpose', () => makeResponder({ extensions: [keyUsage(0x80), nocheck] })],
  [
    'with the purpose and no key usage for it',
    () => makeResponder({ extensions: [keyUsage(0x20), ...RESPONDER.slice(1), nocheck] }),
  ],
  ['of another authority', () => makeResponder({ issuer: makeAuthority({ subject: 'Other' }) })],
  ['of an authority of the same name', () => makeResponder({ issuer: makeAuthority({ subject: 'Root' }) })],
  [
    'of an authority below the issuer',
    () => makeResponder({ issuer: makeAuthority({ subject: 'Below', issuer: root }) }),
  ],
  ['that expired before it answered', () => makeResponder({ notAfter: hoursFrom(NOW, -2) })],
  [
    'with an unknown critical extension',
    () => makeResponder({ extensions: [...RESPONDER, nocheck, extension('1.2.3.4', encodeNull())] }),
  ],
  ['with a weak signature', () => makeResponder({ hash: 'sha1' })],
  ['whose own status is not known', () => makeResponder({ extensions: CHECKED })],
])('a responder %s does not count', (_, makeSigner) => {
  expect(ask(delegated(makeSigner()))).toEqual(unknown('OCSP_SIGNER'))
})

test('the responder that came with an answer is found among hundreds of its name', () => {
  const namesakes = Array.from({ length: 450 }, () => makeResponder().certificate)
  expect(statusOf({ ocsps: [answer(delegated(responder))], certificates: namesakes })?.status).toBe('good')
})

/** The list where responders are looked up, and nobody else. */
const aboutResponders = (...revoked: readonly TestEntity[]): Uint8Array => {
  const name = encodeExplicit(0, encodeExplicit(0, textName(6, RESPONDER_LIST)))
  const entries = revoked.map((entity) => ({ serial: serialOf(entity), reason: 1 }))
  return makeList({ issuer: root, entries, extensions: [extension('2.5.29.28', encodeSequence(name))] })
}

test('a responder without nocheck counts when a list shows that it is good, and not when it is revoked', () => {
  const signer = makeResponder({ extensions: CHECKED })
  const ocsps = [answer(delegated(signer))]
  expect(statusOf({ ocsps, crls: [aboutResponders()] })).toMatchObject({ status: 'good', source: 'ocsp' })
  expect(statusOf({ ocsps, crls: [aboutResponders(signer)] })).toEqual(unknown('OCSP_SIGNER'))
})

test('a responder whose certificate names no way to check it counts, unless evidence speaks against it', () => {
  const signer = makeResponder({ extensions: RESPONDER })
  expect(ask(delegated(signer))?.status).toBe('good')
  const stale = makeList({ issuer: root, nextUpdate: hoursFrom(NOW, -0.5), entries: [{ serial: serialOf(signer) }] })
  expect(statusOf({ ocsps: [answer(delegated(signer))], crls: [stale] })?.status).toBe('unknown')
})

test('a responder cannot vouch for itself', () => {
  const signer = makeResponder({ extensions: CHECKED })
  const others = [encodeSingle({ certificate: signer, issuer: root })]
  expect(ask({ ...delegated(signer), others })).toEqual(unknown('OCSP_SIGNER'))
})

test('an answer with a broken signature or an unknown critical extension does not count', () => {
  const broken = answer({ others: [encodeSingle({ certificate: makeEntity({ issuer: root }), issuer: root })] })
  const at = Buffer.from(broken).lastIndexOf(Buffer.from(serialOf(person)))
  broken[at - 30] = (broken[at - 30] ?? 0) ^ 1
  expect(statusOf({ ocsps: [broken] })?.status).toBe('unknown')
  const odd = extension('1.2.3.4', encodeNull())
  expect(ask({ extensions: [odd] })).toEqual(unknown('OCSP_EXTENSION'))
  expect(ask({ singleExtensions: [odd] })).toEqual(unknown('OCSP_EXTENSION'))
  expect(ask({ singleExtensions: [extension('1.2.3.4', encodeNull(), false)] })?.status).toBe('good')
})

test('an answer from before the time asked counts until its next update, or for a day', () => {
  const thisUpdate = hoursFrom(NOW, -30)
  expect(ask({ thisUpdate, nextUpdate: hoursFrom(NOW, 1) })?.status).toBe('good')
  expect(ask({ thisUpdate, nextUpdate: hoursFrom(NOW, -1) })).toEqual(unknown('STALE'))
  expect(ask({ thisUpdate, nextUpdate: null })).toEqual(unknown('STALE'))
  expect(ask({ thisUpdate: hoursFrom(NOW, -20), nextUpdate: null })?.status).toBe('good')
  expect(ask({ thisUpdate, nextUpdate: hoursFrom(NOW, -1), status: { at: thisUpdate } })?.status).toBe('revoked')
})

test('an answer from after the time asked proves it, however long ago that was', () => {
  const later = { thisUpdate: hoursFrom(NOW, 1000), nextUpdate: null }
  expect(ask(later)?.status).toBe('good')
  expect(ask({ ...later, status: 'unknown' })).toEqual(unknown('OCSP_UNKNOWN'))
})

test('what is answered after the certificate expired counts only with an archive cutoff that covers it', () => {
  const late = { thisUpdate: hoursFrom(END, 48), nextUpdate: null }
  const longLived = makeAuthority({ subject: 'Root', sameKeyAs: root, notAfter: new Date('2040-01-01') })
  const question = { anchors: [longLived.certificate] }
  const cutoff = (time: Date) => [extension('1.3.6.1.5.5.7.48.1.6', generalizedTime(time), false)]
  expect(ask(late, question)).toEqual(unknown('AFTER_EXPIRY'))
  expect(ask({ ...late, singleExtensions: cutoff(START) }, question)?.status).toBe('good')
  expect(ask({ ...late, singleExtensions: cutoff(hoursFrom(END, 1)) }, question)).toEqual(unknown('AFTER_EXPIRY'))
  expect(ask({ ...late, status: { at: START } }, question)?.status).toBe('revoked')
})

test('a proof of revocation outweighs every other answer, but a hold that ended before the time does not', () => {
  const revoked = answer({ status: { at: START, reason: 1 }, thisUpdate: hoursFrom(NOW, -50), nextUpdate: null })
  expect(statusOf({ ocsps: [answer(), revoked] })?.status).toBe('revoked')
  expect(statusOf({ ocsps: [revoked], crls: [makeList({ issuer: root })] })?.status).toBe('revoked')
  const hold = answer({ status: { at: START, reason: 6 }, thisUpdate: hoursFrom(NOW, -50), nextUpdate: null })
  expect(statusOf({ ocsps: [answer(), hold] })?.status).toBe('good')
  expect(statusOf({ ocsps: [answer({ thisUpdate: hoursFrom(NOW, 2) }), hold] })?.status).toBe('revoked')
})

test('certificates that say so need no answer, unless they are authorities', () => {
  const exempt = (oid: string, isCa = false) => {
    const extensions = [extension(oid, encodeNull(), false)]
    const plan = { subject: 'Exempt', issuer: root, extensions }
    const certificate = (isCa ? makeAuthority(plan) : makeEntity(plan)).certificate
    return validateCertificate({
      ...{ certificate, anchors: [root.certificate], evidence: NO_EVIDENCE, time: NOW, purpose: 'any' },
    }).chain[0]?.revocation
  }
  expect(exempt('2.5.29.56')).toEqual({ status: 'exempt', why: 'NO_REVOCATION_AVAILABLE' })
  expect(exempt('0.4.0.194121.2.1')).toEqual({ status: 'exempt', why: 'VALIDITY_ASSURED' })
  expect(exempt('2.5.29.56', true)?.status).toBe('unknown')
  expect(exempt(OID.ocspNoCheck)?.status).toBe('unknown')
})

test('a revoked authority takes everything below along', () => {
  const middle = makeAuthority({ subject: 'Middle', issuer: root })
  const leaf = makeEntity({ issuer: middle })
  const ocsps = [
    makeAnswer({ certificate: leaf, issuer: middle }),
    makeAnswer({ certificate: middle, issuer: root, status: { at: START, reason: 2 } }),
  ]
  const verdict = validateCertificate({
    certificate: leaf.certificate,
    anchors: [root.certificate],
    evidence: { ...NO_EVIDENCE, certificates: [middle.certificate], ocsps },
    time: NOW,
    purpose: 'document-signing',
  })
  expect([verdict.fault, verdict.at]).toEqual(['REVOKED_CA', 1])
})

test('a rejection is reported by its name and is no answer', () => {
  const refusal = (status: number) => Uint8Array.of(0x30, 3, 0x0a, 1, status)
  expect(readOcspStatus(refusal(3))).toBe('tryLater')
  expect(readOcspStatus(refusal(6))).toBe('unauthorized')
  expect(readOcspStatus(refusal(9))).toBeNull()
  expect(readOcspStatus(encodeUnsignedInteger(0))).toBeNull()
  expect(readOcspResponse(refusal(3))).toBeNull()
  expect(readOcspResponse(encodeElement(0x30, Uint8Array.of(0x0a, 1, 0)))).toBeNull()
})

test('any single wrong octet of an answer makes it worthless and never an error', () => {
  const sound = answer({ signer: responder })
  for (let index = 0; index < sound.length; index++) {
    const broken = Uint8Array.from(sound)
    broken[index] = (broken[index] ?? 0) ^ 0x81
    expect(statusOf({ ocsps: [broken], certificates: [responder.certificate] })?.status).toBe('unknown')
  }
})
