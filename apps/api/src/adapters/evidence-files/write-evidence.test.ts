/** What the mark of a document looks like in its evidence, in each language. */
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { readEvidenceFile, verifyEvidence } from '@rubrica/evidence-file'
import { createPadesWorkers, validate } from '@rubrica/pades'
import { encodeText, serialiseObject } from '@rubrica/pdf'
import { makeSelfSigned } from '@rubrica/pki'
import { openSymbolReader } from '@rubrica/rendering/testing'
import type { EvidenceOfDocument, FileToWrite, Reader } from '../../modules/evidence-files/ports.ts'
import { sealWithKey } from './open-seal.ts'
import { openEvidenceWriter } from './write-evidence.ts'

const workers = createPadesWorkers({ threads: 1, memoryMb: 256, timeoutMs: 20_000 })
const symbols = openSymbolReader()
afterAll(async () => {
  await symbols[Symbol.asyncDispose]()
  await workers.close()
})

const AT = new Date('2026-01-31T12:00:00Z')
const MARK = { code: '7KQM-2XWP-9DTR-H4BV-CZ8N-E', address: 'https://sign.example.test/v/7KQM-2XWP-9DTR-H4BV-CZ8N-E' }

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const seal = {
  certificate: makeSelfSigned(privateKey, {
    ...{ commonName: 'Evidence of sign.example.test, self-made seal', notBefore: AT },
    notAfter: new Date('2036-01-31T12:00:00Z'),
  }),
  ...{ chain: [], isSelfMade: true, sign: sealWithKey(privateKey) },
}
const writer = openEvidenceWriter({
  ...{ workers, seal: () => Promise.resolve(seal), timestamps: undefined, archiveWith: undefined, now: () => AT },
  ...{ installation: () => 'https://sign.example.test', defaultLanguage: 'en' },
})

/** Of a document that was withdrawn before anybody signed. */
function evidenceIn(language: string): EvidenceOfDocument {
  const documentId = '11111111-1111-4111-8111-111111111111'
  const at = AT.toISOString()
  return {
    ...{ key: { documentId } as EvidenceOfDocument['key'], subscriptionId: '22222222-2222-4222-8222-222222222222' },
    facts: {
      ...{ documentId, fileName: 'contract.pdf', outcome: 'cancelled', pages: 3, sentAt: at, endedAt: at },
      ...{ revisions: [], people: [] },
    },
    ...{ senderName: 'Biel', language, level: null },
    ...{ people: [], events: [], opened: [], views: [], texts: [], mails: [] },
  }
}

const fileIn = (language: string, mark: FileToWrite['mark']): FileToWrite => ({
  ...{ evidence: evidenceIn(language), head: undefined, findings: undefined, report: undefined, mark },
  ...{ reader: { edition: 'full' }, version: 1, previous: undefined, at: AT },
})

const wordsOf = (pdf: Uint8Array) =>
  execFileSync('pdftotext', ['-f', '1', '-l', '1', '-', '-'], { input: pdf }).toString()

test.each([
  ['en', `Verification code: ${MARK.code}`, `QR code that opens ${MARK.address}`],
  ['es', `Código de verificación: ${MARK.code}`, `Código QR que abre ${MARK.address}`],
  ['ca', `Codi de verificació: ${MARK.code}`, `Codi QR que obre ${MARK.address}`],
  ['de', `Prüfcode: ${MARK.code}`, `QR-Code, der ${MARK.address} öffnet`],
  ['fr', `Code de vérification : ${MARK.code}`, `Code QR qui ouvre ${MARK.address}`],
])('evidence in %s shows the mark on its first page, for eyes, ears and phones', async (language, code, symbol) => {
  const { bytes: pdf } = await writer.write(fileIn(language, MARK))
  const words = wordsOf(pdf)
  expect(words).toContain(code)
  expect(words).toContain(MARK.address)
  expect(await symbols.read(pdf, 1, 150)).toBe(MARK.address)
  expect(Buffer.from(pdf).toString('latin1')).toContain(`/Alt ${serialiseObject(encodeText(symbol))}`)
})

test('evidence that was made without a program that checks it names none', async () => {
  const { bytes } = await writer.write(fileIn('en', undefined))
  expect(readEvidenceFile(bytes).manifest).not.toHaveProperty('verifier')
})

test('evidence names the address to programs, and without a mark it says nothing of any', async () => {
  const { bytes: marked } = await writer.write(fileIn('en', MARK))
  expect(readEvidenceFile(marked).manifest.verification).toEqual(MARK)
  const { bytes: plain } = await writer.write(fileIn('en', undefined))
  expect(readEvidenceFile(plain).manifest).not.toHaveProperty('verification')
  expect(wordsOf(plain)).not.toMatch(/verification code|QR|\/v\//i)
  expect(await symbols.read(plain, 1, 150)).toBeUndefined()
  for (const file of [marked, plain]) {
    const { steps } = await verifyEvidence(file, {
      validate: (pdf, policy) => validate(pdf, { ...policy, requireRevocation: false }),
      ...{ sealAnchors: [seal.certificate], signatureAnchors: [], timestampAnchors: [] },
    })
    expect(steps.find(({ name }) => name === 'seal')).toMatchObject({ outcome: 'proved' })
    expect(steps.find(({ name }) => name === 'files')).toMatchObject({ outcome: 'proved' })
  }
})

test('evidence tells what mail servers said of the mails to each person, and to somebody else no address and no words', async () => {
  const file = fileIn('en', undefined)
  const [own, other] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'] as const
  const personOf = (id: string, name: string) => ({
    ...{ id, userId: `user-${id}`, role: 'signer' as const, name, stage: 1, state: 'cancelled', at: null },
    ...{ signerId: null, reason: null, deputy: null, certificate: null },
  })
  const mailTo = (personId: string, address: string, state: string) => ({
    ...{ personId, kind: 'to-sign', address },
    answers: [
      {
        ...{ state, at: AT.toISOString(), server: 'mail.example.test', code: 550, status: '5.1.1' },
        words: `550 5.1.1 <${address}> unknown`,
      },
    ],
  })
  const evidence = {
    ...file.evidence,
    people: [personOf(own, 'Ana'), personOf(other, 'Carla')],
    mails: [mailTo(own, 'ana@people.test', 'taken'), mailTo(other, 'carla@people.test', 'refused')],
  }
  const { bytes: full } = await writer.write({ ...file, evidence })
  expect(mailsOf(full)).toEqual(evidence.mails)
  const words = wordsOf(full).replace(/\s+/g, ' ')
  expect(words).toContain('taken by mail.example.test: 550 5.1.1 <ana@people.test> unknown')
  expect(words).toContain('refused by mail.example.test: 550 5.1.1 <carla@people.test> unknown')
  const reader = { edition: 'reduced', userId: `user-${own}` } as const
  const { bytes: reduced } = await writer.write({ ...file, evidence, reader })
  expect(mailsOf(reduced)).toEqual([
    evidence.mails[0],
    { ...evidence.mails[1], address: null, answers: [{ ...evidence.mails[1]!.answers[0], words: null }] },
  ])
  expect(wordsOf(reduced)).not.toContain('carla@people.test')
})

test('evidence tells by which document a deputy was authorised, and to somebody else neither the two nor the document', async () => {
  const file = fileIn('en', undefined)
  const [own, other] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'] as const
  const mandate = { fileName: 'Authorisation.pdf', digest: 'ab'.repeat(32) }
  const people = [
    {
      ...{ id: own, userId: 'user-own', role: 'signer' as const, name: 'Núria Soler', stage: 1, state: 'signed' },
      ...{ at: AT.toISOString(), signerId: null, reason: null, certificate: null },
      deputy: { name: 'Pau Riera', formula: 'on behalf of', mandate },
    },
  ]
  const wordsFor = async (reader: Reader) => {
    const { bytes } = await writer.write({ ...file, evidence: { ...file.evidence, people }, reader })
    return wordsOf(bytes).replace(/\s+/g, ' ')
  }
  const full = await wordsFor({ edition: 'full' })
  expect(full).toContain('Pau Riera, on behalf of Núria Soler')
  expect(full).toContain('Authorisation.pdf')
  expect(full.replaceAll(' ', '')).toContain(mandate.digest)
  const reduced = await wordsFor({ edition: 'reduced', userId: `user-${other}` })
  expect(reduced).toContain('A deputy')
  expect(reduced).not.toMatch(/Pau Riera|Authorisation\.pdf/)
})

const mailsOf = (pdf: Uint8Array): unknown => JSON.parse(readEvidenceFile(pdf).files.get('mail.json')!.toString('utf8'))
