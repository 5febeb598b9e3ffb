/** A seal over the years: the first authority of timestamps ends, another one follows, the clock moves on. */
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { verifyEvidence, writeEvidenceFile } from '@rubrica/evidence-file'
import { makeTestEvidence, type TestEvidence } from '@rubrica/evidence-file/testing'
import { createPadesWorkers, validate } from '@rubrica/pades'
import { makeSelfSigned, OID } from '@rubrica/pki'
import {
  addressExtensions,
  makeTestCrl,
  makeTestReply,
  makeTestSigner,
  makeTestToken,
  readTestQuery,
  serveTestAuthority,
  type TestAuthority,
  type TestSigner,
} from '@rubrica/pki/testing'
import { openArchivePdf } from '../archiving/archive-pdf.ts'
import { sealWithKey } from './open-seal.ts'
import { openSealRenewer, sealFile } from './seal-file.ts'

const DAY_MS = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

const workers = createPadesWorkers({ threads: 1, memoryMb: 256, timeoutMs: 20_000 })
let authority: TestAuthority
let evidence: TestEvidence
beforeAll(async () => {
  authority = await serveTestAuthority(inDays(20 * 365))
  evidence = await makeTestEvidence()
})
afterEach(() => authority.answers.clear())
afterAll(async () => {
  await authority[Symbol.asyncDispose]()
  await workers.close()
})

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const seal = {
  certificate: makeSelfSigned(privateKey, { commonName: 'Seal', notBefore: inDays(-1), notAfter: inDays(30) }),
  ...{ chain: [], isSelfMade: true, sign: sealWithKey(privateKey) },
}

const timestamps = () => ({
  url: `${authority.server.origin}/tsa`,
  trustAnchors: [authority.root.certificate],
  issuers: { fetcher: authority.fetcher, origins: [] },
})

const archiveAt = (at: Date, more: readonly Uint8Array[] = []) =>
  openArchivePdf({
    ...{ workers, fetcher: authority.fetcher, issuerOrigins: [], timestamps: timestamps(), now: () => at },
    trustAnchors: [authority.root.certificate, ...more],
  })

const sealed = () =>
  sealFile(
    {
      ...{ workers, timestamps: timestamps(), seal: () => Promise.resolve(seal), now: () => new Date() },
      archiveWith: ({ certificate }) => archiveAt(new Date(), [certificate]),
    },
    writeEvidenceFile(evidence.parts),
  )

/** The clock moves to this moment, and so does what the root says of the authorities below it. */
function moveTo(at: Date, unit: TestSigner): void {
  const [thisUpdate, nextUpdate] = [-1, 7].map((days) => new Date(at.getTime() + days * DAY_MS))
  authority.answers.set('/root.crl', makeTestCrl({ issuer: authority.root, thisUpdate: thisUpdate!, nextUpdate }))
  authority.answers.set('/tsa', (_request, response, query) => {
    response.end(makeTestReply(0, makeTestToken(unit, { ...readTestQuery(query), time: at })))
  })
}

const unitUntil = (notAfter: Date) =>
  makeTestSigner({
    ...{ commonName: `TSA until ${notAfter.toISOString()}`, issuer: authority.root, notAfter },
    ...{ keyUsage: 0x80, purposes: [OID.ekuTimeStamping] },
    extensions: addressExtensions({ crl: `${authority.server.origin}/root.crl` }),
  })

/** @param at when somebody asks */
async function sealOf(file: Uint8Array, at: Date) {
  const { steps } = await verifyEvidence(file, {
    validate: (pdf, policy) => validate(pdf, policy, { at }),
    ...{ sealAnchors: [seal.certificate], signatureAnchors: [], timestampAnchors: [authority.root.certificate] },
  })
  return steps.find(({ name }) => name === 'seal')!
}

test('a seal that is renewed before each of its timestamps ends holds for many years, and else it does not', async () => {
  const made = await sealed()
  expect(made.endsAt!.getTime()).toBeLessThan(inDays(366).getTime())
  expect(await sealOf(made.bytes, inDays(100))).toMatchObject({ outcome: 'proved' })
  expect(await sealOf(made.bytes, inDays(500))).toMatchObject({ outcome: 'failed' })

  const aYear = inDays(350)
  const second = unitUntil(inDays(3000))
  moveTo(aYear, second)
  // Nobody vouches for who sealed any more: the installation has another seal by now.
  const renewed = (await openSealRenewer(archiveAt(aYear)).renew(made.bytes))!
  expect(Buffer.from(renewed.bytes).subarray(0, made.bytes.length).equals(made.bytes)).toBe(true)
  expect(renewed.endsAt).toEqual(new Date(new X509Certificate(second.certificate).validTo))
  expect(await sealOf(renewed.bytes, inDays(2500))).toMatchObject({ outcome: 'proved' })
  expect(await sealOf(renewed.bytes, inDays(3500))).toMatchObject({ outcome: 'failed' })

  const eightYears = inDays(2900)
  moveTo(eightYears, unitUntil(inDays(6000)))
  const again = (await openSealRenewer(archiveAt(eightYears)).renew(renewed.bytes))!
  expect(await sealOf(again.bytes, inDays(5500))).toMatchObject({ outcome: 'proved' })
})

test('a seal that is not of the level B-LTA is left as it is', async () => {
  const needs = { workers, timestamps: undefined, archiveWith: undefined, now: () => new Date() }
  const { bytes, endsAt } = await sealFile(
    { ...needs, seal: () => Promise.resolve(seal) },
    writeEvidenceFile(evidence.parts),
  )
  expect(endsAt).toBeNull()
  expect(await openSealRenewer(archiveAt(new Date())).renew(bytes)).toBeUndefined()
})

test('a seal whose last timestamp is by somebody who is not believed is not renewed', async () => {
  const { bytes } = await sealed()
  const other = makeTestSigner({ commonName: 'Other root', isCa: true })
  const archive = openArchivePdf({
    ...{ workers, fetcher: authority.fetcher, issuerOrigins: [], timestamps: timestamps(), now: () => new Date() },
    trustAnchors: [other.certificate],
  })
  await expect(openSealRenewer(archive).renew(bytes)).rejects.toMatchObject({ code: 'EVIDENCE_UNTRUSTED' })
})
