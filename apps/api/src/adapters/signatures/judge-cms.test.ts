import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encodeAttribute, OID } from '@rubrica/pki'
import { makeTestCms, makeTestSigner, makeTestToken, type TestCmsPlan, type TestSigner } from '@rubrica/pki/testing'
import { openCmsJudge } from './judge-cms.ts'

const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
const root = makeTestSigner({ commonName: 'Root', isCa: true, notBefore: ago(10_000) })
const stranger = makeTestSigner({ commonName: 'Another root', isCa: true, notBefore: ago(10_000) })
const authorityOf = (issuer: TestSigner) =>
  makeTestSigner({ commonName: 'TSA', issuer, purposes: [OID.ekuTimeStamping], notBefore: ago(10_000) })
const ana = makeTestSigner({ commonName: 'Ana Vidal', issuer: root })
const message = Buffer.from('document')
const digest = createHash('sha256').update(message).digest()
const nothing = { crls: [], ocsps: [] }

const judge = openCmsJudge({
  trustAnchors: [root.certificate],
  timestampAnchors: [root.certificate],
  now: () => new Date(),
})
const judging = (signer: TestSigner, plan: TestCmsPlan = {}, signed = digest) =>
  judge.judge(makeTestCms(signer, message, plan), { digest: signed, digestAlgorithm: 'SHA-256', cameAlong: nothing })

const stampedBy = (authority: TestSigner, time = new Date()): TestCmsPlan => ({
  unsigned: (signature) => [
    encodeAttribute(
      OID.signatureTimeStamp,
      makeTestToken(authority, { imprint: createHash('sha256').update(signature).digest(), time }),
    ),
  ],
})

const refusal = (reason: string) =>
  expect.objectContaining({ code: 'PROVIDER_SIGNATURE_REFUSED', facts: { Reasons: [reason] } }) as Error

test('a signature of a trusted authority’s certificate is relied on, and said whose it is', () => {
  const { made, isStamped } = judging(ana)
  expect(made).toMatchObject({ commonName: 'Ana Vidal', dn: 'CN=Ana Vidal', keyAlgorithm: 'prime256v1' })
  expect(Buffer.from(made.certificate)).toEqual(Buffer.from(ana.certificate))
  expect(made.chain.map((one) => Buffer.from(one))).toEqual([Buffer.from(root.certificate)])
  expect(isStamped).toBe(false)
})

describe('a certificate that lived for minutes', () => {
  const short = makeTestSigner({ commonName: 'Ana', issuer: root, notBefore: ago(60), notAfter: ago(50) })

  test('counts with a timestamp from its time, by an authority that is believed', () => {
    expect(judging(short, stampedBy(authorityOf(root), ago(55))).isStamped).toBe(true)
  })

  test('does not without one, with a stranger’s, or with one from another time', () => {
    expect(() => judging(short)).toThrow(refusal('EXPIRED'))
    expect(() => judging(short, stampedBy(authorityOf(stranger), ago(55)))).toThrow(refusal('EXPIRED'))
    expect(() => judging(short, stampedBy(authorityOf(root), ago(40)))).toThrow(refusal('EXPIRED'))
  })
})

test('a timestamp of a stranger does not make a good signature bad: another one takes its place', () => {
  expect(judging(ana, stampedBy(authorityOf(stranger))).isStamped).toBe(false)
  expect(judging(ana, stampedBy(authorityOf(root))).isStamped).toBe(true)
})

test.each<[string, () => unknown, string]>([
  ['of an authority that nobody trusts', () => judging(makeTestSigner({ issuer: stranger })), 'NO_PATH'],
  [
    'that is not for signatures',
    () => judging(makeTestSigner({ issuer: root, keyUsage: 0x20 })),
    'NO_SIGNING_KEY_USAGE',
  ],
  ['of an authority itself', () => judging(makeTestSigner({ issuer: root, isCa: true })), 'IS_CA'],
  ['with a weak key', () => judging(makeTestSigner({ issuer: root, key: 'rsa-1024' })), 'WEAK_KEY'],
  ['that is not valid yet', () => judging(makeTestSigner({ issuer: root, notBefore: ago(-60) })), 'NOT_YET_VALID'],
  ['over another digest', () => judging(ana, {}, createHash('sha256').update('x').digest()), 'MESSAGE_DIGEST'],
  ['by a digest that is not asked for', () => judging(ana, { hash: 'sha1' }), 'DIGEST_ALGORITHM'],
  ['that brings its document along', () => judging(ana, { content: message }), 'NOT_DETACHED'],
  ['that does not name its certificate', () => judging(ana, { names: null }), 'SIGNING_CERTIFICATE_ATTRIBUTE'],
])('a signature by a certificate or in a form %s is not relied on', (_, work, reason) => {
  expect(work).toThrow(refusal(reason))
})

test('what stands behind a CMS is not handed on with it', () => {
  const cms = Buffer.concat([makeTestCms(ana, message), Buffer.from('more')])
  const work = () => judge.judge(cms, { digest, digestAlgorithm: 'SHA-256', cameAlong: nothing })
  expect(work).toThrow(refusal('CMS'))
})

test('without authorities nothing could be judged, and so nothing is asked for', () => {
  expect(openCmsJudge({ trustAnchors: [], timestampAnchors: [], now: () => new Date() }).isReady).toBe(false)
  expect(judge.isReady).toBe(true)
})
