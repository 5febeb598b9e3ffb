import { expect, test } from 'vitest'
import { encodeElement, encodeExplicit, encodeNull, encodeSequence, encodeUnsignedInteger } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { NO_EVIDENCE } from '../evidence/merge-evidence.ts'
import type { CertificateQuestion } from '../path/certificate-verdict.ts'
import { validateCertificate } from '../path/validate-certificate.ts'
import {
  basicConstraints,
  directoryName,
  encodeName,
  END,
  extension,
  generalizedTime,
  hoursFrom,
  keyUsage,
  makeAuthority,
  makeEntity,
  makeKey,
  makeList,
  NOW,
  serialOf,
  START,
  type TestEntity,
  type TestListPlan,
  textName,
} from '../../testing/make-test-pki.ts'
import type { Evidence } from './evidence.ts'

const root = makeAuthority({ subject: 'Root' })
const person = makeEntity({ issuer: root })

function statusOf(entity: TestEntity, evidence: Partial<Evidence>, question: Partial<CertificateQuestion> = {}) {
  const verdict = validateCertificate({
    certificate: entity.certificate,
    anchors: [root.certificate],
    evidence: { ...NO_EVIDENCE, ...evidence },
    time: NOW,
    purpose: 'any',
    ...question,
  })
  return verdict.chain[0]?.revocation
}

const list = (plan: Partial<TestListPlan> = {}): Uint8Array => makeList({ issuer: root, ...plan })
const ask = (plan: Partial<TestListPlan>, question?: Partial<CertificateQuestion>) =>
  statusOf(person, { crls: [list(plan)] }, question)
const unknown = (why: string) => ({ status: 'unknown', why })

const issuingPoint = (...members: readonly Uint8Array[]): Uint8Array =>
  extension('2.5.29.28', encodeSequence(...members))
const fullName = (...names: readonly Uint8Array[]): Uint8Array => encodeExplicit(0, encodeExplicit(0, ...names))
const flag = (number: number): Uint8Array => encodeElement(0x80 | number, Uint8Array.of(0xff))
const reasons = (number: number, ...octets: readonly number[]): Uint8Array =>
  encodeElement(0x80 | number, Uint8Array.of(octets.length === 2 ? 7 : 0, ...octets))
const points = (...members: readonly Uint8Array[]): Uint8Array =>
  extension(OID.crlDistributionPoints, encodeSequence(...members), false)
const url = (name: string): Uint8Array => textName(6, `http://lists.example/${name}`)
const listNumber = (number: number): Uint8Array => extension('2.5.29.20', encodeUnsignedInteger(number), false)
const deltaOf = (base: number): Uint8Array => extension('2.5.29.27', encodeUnsignedInteger(base))

test('who is not listed is good, who is listed is revoked from that time on', () => {
  expect(ask({})).toEqual({
    ...{ status: 'good', source: 'crl' },
    ...{ thisUpdate: hoursFrom(NOW, -1), nextUpdate: hoursFrom(NOW, 24) },
  })
  const entries = [{ serial: Uint8Array.of(1) }, { serial: serialOf(person), at: hoursFrom(NOW, -2), reason: 1 }]
  expect(ask({ entries })).toEqual({ status: 'revoked', source: 'crl', at: hoursFrom(NOW, -2), reason: 1 })
  expect(ask({ entries }, { time: hoursFrom(NOW, -3) })?.status).toBe('good')
})

test('a list counts until its next update, or for the time before it was issued', () => {
  const old = { thisUpdate: hoursFrom(NOW, -30), nextUpdate: hoursFrom(NOW, -1) }
  expect(ask(old)).toEqual(unknown('STALE'))
  expect(ask({ thisUpdate: hoursFrom(NOW, 30), nextUpdate: hoursFrom(NOW, 31) })?.status).toBe('good')
  expect(ask({ ...old, entries: [{ serial: serialOf(person), reason: 1 }] })?.status).toBe('revoked')
  expect(ask({ ...old, entries: [{ serial: serialOf(person), reason: 6 }] })).toEqual(unknown('STALE'))
})

test('a list of after the expiry counts only when it keeps those that expired', () => {
  const anchors = [makeAuthority({ subject: 'Root', sameKeyAs: root, notAfter: new Date('2040-01-01') }).certificate]
  const late = { thisUpdate: hoursFrom(END, 48), nextUpdate: hoursFrom(END, 72) }
  const since = (time: Date) => ({ extensions: [extension('2.5.29.60', generalizedTime(time), false)] })
  expect(ask(late, { anchors })).toEqual(unknown('AFTER_EXPIRY'))
  expect(ask({ ...late, ...since(START) }, { anchors })?.status).toBe('good')
  expect(ask({ ...late, ...since(hoursFrom(END, 1)) }, { anchors })).toEqual(unknown('AFTER_EXPIRY'))
})

test('a list of somebody else, with another key, a broken signature or a weak one does not count', () => {
  expect(ask({ issuer: makeAuthority({ subject: 'Other' }) })).toEqual(unknown('NO_EVIDENCE'))
  expect(ask({ issuer: makeAuthority({ subject: 'Root' }) })).toEqual(unknown('CRL_SIGNER'))
  expect(ask({ hash: 'sha1' })).toEqual(unknown('WEAK_ALGORITHM'))
  const broken = list()
  broken.set([broken.at(-1) === 1 ? 2 : 1], broken.length - 1)
  expect(statusOf(person, { crls: [broken] })).toEqual(unknown('CRL_SIGNER'))
})

test('the issuer must be allowed to sign lists', () => {
  const modest = makeEntity({ subject: 'Modest', issuer: root, extensions: [basicConstraints(true), keyUsage(0x04)] })
  const below = makeEntity({ issuer: modest })
  const evidence = { certificates: [modest.certificate], crls: [makeList({ issuer: modest })] }
  expect(statusOf(below, evidence)).toEqual(unknown('CRL_SIGNER'))
})

test('another certificate of the issuer may sign its lists, with a path of its own and not revoked', () => {
  const where = fullName(url('signers'))
  const extensions = [keyUsage(0x02), points(encodeSequence(where))]
  const signer = makeEntity({ subject: 'Root', issuer: root, extensions })
  const crls = [list({ issuer: signer, extensions: [issuingPoint(flag(1), flag(4))] })]
  const aboutSigner = (entries: TestListPlan['entries'] = []) => list({ extensions: [issuingPoint(where)], entries })
  const certificates = [signer.certificate]
  expect(statusOf(person, { crls })).toEqual(unknown('CRL_SIGNER'))
  expect(statusOf(person, { crls, certificates })).toEqual(unknown('CRL_SIGNER'))
  expect(statusOf(person, { crls: [...crls, aboutSigner()], certificates })?.status).toBe('good')
  const revoked = aboutSigner([{ serial: serialOf(signer), reason: 1 }])
  expect(statusOf(person, { crls: [...crls, revoked], certificates })).toEqual(unknown('CRL_SIGNER'))
  const stranger = makeEntity({ subject: 'Root', extensions: [keyUsage(0x02)] })
  const foreign = { crls: [list({ issuer: stranger })], certificates: [stranger.certificate] }
  expect(statusOf(person, foreign)).toEqual(unknown('CRL_SIGNER'))
})

test('nobody takes over the lists of an authority by bearing its name below the same anchor', () => {
  const issuing = makeAuthority({ subject: 'Issuing', issuer: root })
  const leaf = makeEntity({ issuer: issuing })
  const rogue = makeAuthority({ subject: 'Rogue', issuer: root })
  const extensions = [keyUsage(0x02)]
  const judge = (issuer: TestEntity) => {
    const signer = makeEntity({ subject: 'Issuing', issuer, extensions })
    const certificates = [issuing, rogue, signer].map(({ certificate }) => certificate)
    const crls = [makeList({ issuer: signer }), list(), makeList({ issuer: rogue })]
    return statusOf(leaf, { certificates, crls })
  }
  expect(judge(root)?.status).toBe('good')
  expect(judge(rogue)).toEqual(unknown('CRL_SIGNER'))
})

test('who signs lists for others may speak of itself where its certificate says so', () => {
  const office = encodeName([['2.5.4.3', 'Office']])
  const pointer = points(encodeSequence(fullName(url('office')), encodeExplicit(2, directoryName(office))))
  const signer = makeEntity({ subject: office, issuer: root, extensions: [keyUsage(0x02), pointer] })
  const pointed = makeEntity({ issuer: root, extensions: [pointer] })
  const scope = issuingPoint(fullName(url('office')), flag(4))
  const crls = [makeList({ issuer: signer, extensions: [scope] })]
  expect(statusOf(pointed, { crls, certificates: [signer.certificate] })?.status).toBe('good')
  const entry = {
    serial: serialOf(signer),
    extensions: [extension('2.5.29.29', encodeSequence(directoryName(root.name)))],
  }
  const confession = [makeList({ issuer: signer, extensions: [scope], entries: [entry] })]
  expect(statusOf(pointed, { crls: confession, certificates: [signer.certificate] })?.status).toBe('unknown')
})

test('an extension that is critical and not known makes a list useless, on the list and on any entry', () => {
  const odd = extension('1.2.3.4', encodeNull())
  expect(ask({ extensions: [odd] })).toEqual(unknown('CRL_EXTENSION'))
  expect(ask({ entries: [{ serial: Uint8Array.of(1), extensions: [odd] }] })).toEqual(unknown('CRL_EXTENSION'))
  const harmless = extension('1.2.3.4', encodeNull(), false)
  expect(ask({ extensions: [harmless], entries: [{ serial: Uint8Array.of(1), extensions: [harmless] }] })?.status).toBe(
    'good',
  )
})

test('a list that holds only some kinds of certificates says nothing of others', () => {
  const authority = makeAuthority({ subject: 'Authority', issuer: root })
  const about = (entity: TestEntity, number: number) =>
    statusOf(entity, { crls: [list({ extensions: [issuingPoint(flag(number))] })] })?.status
  expect([about(person, 1), about(person, 2), about(person, 5)]).toEqual(['good', 'unknown', 'unknown'])
  expect([about(authority, 1), about(authority, 2)]).toEqual(['unknown', 'good'])
})

test('the names of list and certificate must meet, full or relative', () => {
  const pointed = makeEntity({ issuer: root, extensions: [points(encodeSequence(fullName(url('a'), url('b'))))] })
  const about = (entity: TestEntity, ...names: Uint8Array[]) =>
    statusOf(entity, { crls: [list({ extensions: [issuingPoint(fullName(...names))] })] })?.status
  expect(about(pointed, url('b'))).toBe('good')
  expect(about(pointed, url('c'))).toBe('unknown')
  expect(about(person, url('a'))).toBe('unknown')
  expect(about(person, directoryName(root.name))).toBe('good')
  const part = (text: string): Uint8Array =>
    encodeSequence(encodeElement(0x06, Uint8Array.of(0x55, 4, 3)), encodeElement(0x0c, Buffer.from(text)))
  const relative = (text: string): Uint8Array => encodeExplicit(0, encodeExplicit(1, part(text)))
  const near = makeEntity({ issuer: root, extensions: [points(encodeSequence(relative('List 1')))] })
  const withList = (text: string) =>
    statusOf(near, { crls: [list({ extensions: [issuingPoint(relative(text))] })] })?.status
  expect([withList('list  1'), withList('List 2')]).toEqual(['good', 'unknown'])
})

test('lists for some reasons count when together they cover all', () => {
  const some = list({ extensions: [issuingPoint(reasons(3, 0x60))] })
  const others = list({ extensions: [issuingPoint(reasons(3, 0x1f, 0x80))], thisUpdate: hoursFrom(NOW, -3) })
  expect(statusOf(person, { crls: [some] })).toEqual(unknown('REASONS_INCOMPLETE'))
  expect(statusOf(person, { crls: [some, others] })?.status).toBe('good')
  const revoked = list({
    extensions: [issuingPoint(reasons(3, 0x60))],
    entries: [{ serial: serialOf(person), reason: 1 }],
  })
  expect(statusOf(person, { crls: [revoked, others] })?.status).toBe('revoked')
})

test('an indirect list says for whom its entries speak', () => {
  const office = makeAuthority({ subject: 'Office', issuer: root })
  const pointer = encodeSequence(fullName(url('office')), encodeExplicit(2, directoryName(office.name)))
  const pointed = makeEntity({ issuer: root, extensions: [points(pointer)] })
  const certificateIssuer = (name: Uint8Array) => extension('2.5.29.29', encodeSequence(directoryName(name)))
  // The list of the root shows whether the office itself is good.
  const covered = (entries: NonNullable<TestListPlan['entries']>, members?: Uint8Array[]) => {
    const extensions = [issuingPoint(...(members ?? [fullName(url('office')), flag(4)]))]
    const crls = [list({ extensions: [issuingPoint(flag(2))] }), makeList({ issuer: office, extensions, entries })]
    return statusOf(pointed, { certificates: [office.certificate], crls })?.status
  }
  const serial = serialOf(pointed)
  expect(covered([])).toBe('good')
  expect(covered([{ serial }])).toBe('good')
  expect(covered([{ serial, extensions: [certificateIssuer(root.name)] }])).toBe('revoked')
  const before = { serial: Uint8Array.of(1), extensions: [certificateIssuer(root.name)] }
  expect(covered([before, { serial }])).toBe('revoked')
  const away = { serial: Uint8Array.of(2), extensions: [certificateIssuer(office.name)] }
  expect(covered([before, away, { serial }])).toBe('good')
  expect(covered([before], [fullName(url('office'))])).toBe('unknown')
})

test('a list that is not indirect may not speak for others', () => {
  const entries = [
    { serial: Uint8Array.of(1), extensions: [extension('2.5.29.29', encodeSequence(directoryName(root.name)))] },
  ]
  expect(ask({ entries })).toEqual(unknown('CRL_EXTENSION'))
})

test('a delta list adds to the complete one that it belongs to and takes away from it', () => {
  const serial = serialOf(person)
  const base = list({ extensions: [listNumber(5)] })
  const holding = list({ extensions: [listNumber(5)], entries: [{ serial, reason: 6 }] })
  const delta = (baseNumber: number, number: number, entries: NonNullable<TestListPlan['entries']>) =>
    list({ extensions: [deltaOf(baseNumber), listNumber(number)], entries, thisUpdate: hoursFrom(NOW, -0.5) })
  const status = (...crls: Uint8Array[]) => statusOf(person, { crls })?.status
  expect(status(delta(5, 6, []))).toBe('unknown')
  expect(status(base, delta(5, 6, [{ serial, reason: 1 }]))).toBe('revoked')
  expect(status(base, delta(4, 6, [{ serial, reason: 1 }]))).toBe('revoked')
  expect(status(base, delta(6, 7, [{ serial, reason: 1 }]))).toBe('good')
  expect(status(base, delta(3, 5, [{ serial, reason: 1 }]))).toBe('good')
  expect(status(holding)).toBe('revoked')
  expect(status(holding, delta(5, 6, [{ serial, reason: 8 }]))).toBe('good')
  const forged = makeList({
    issuer: { ...root, ...makeKey() },
    extensions: [deltaOf(5), listNumber(6)],
    entries: [{ serial, reason: 8 }],
  })
  expect(status(holding, forged)).toBe('revoked')
  const elsewhere = list({
    extensions: [deltaOf(5), listNumber(6), issuingPoint(flag(1))],
    entries: [{ serial, reason: 8 }],
  })
  expect(status(holding, elsewhere)).toBe('revoked')
})

test('any single wrong octet of a list makes it worthless and never an error', () => {
  const sound = list({ entries: [{ serial: Uint8Array.of(1), reason: 1 }], extensions: [listNumber(1)] })
  for (let index = 0; index < sound.length; index++) {
    const broken = Uint8Array.from(sound)
    broken[index] = (broken[index] ?? 0) ^ 0x81
    expect(statusOf(person, { crls: [broken] })?.status).toBe('unknown')
  }
})
