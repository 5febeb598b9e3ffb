/** Not one octet of an evidence file can be another unnoticed. RUBRICA_FULL_TESTS=1 tries ten thousand of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { augment, validate } from '@rubrica/pades'
import { signTestPdf } from '@rubrica/pades/testing'
import { CodedError } from '@rubrica/pki'
import { serveTestAuthority, type TestAuthority } from '@rubrica/pki/testing'
import { makeTestEvidence, type TestEvidence } from '../../testing/index.ts'
import { readEvidenceFile } from '../reading/read-evidence-file.ts'
import { writeEvidenceFile } from '../writing/write-evidence-file.ts'
import { checkFiles } from './check-files.ts'
import { readContents } from './contents.ts'
import { verifyEvidence, type VerifyOptions } from './verify-evidence.ts'

const TRIED = process.env.RUBRICA_FULL_TESTS === '1' ? 10_000 : 300

let authority: TestAuthority
let evidence: TestEvidence
let file: Buffer
let options: VerifyOptions
beforeAll(async () => {
  authority = await serveTestAuthority()
  const { root, fetcher, timestamp } = authority
  const anchors = [root.certificate]
  evidence = await makeTestEvidence({ timestamp })
  const signed = await signTestPdf(
    writeEvidenceFile(evidence.parts),
    authority.issue({ commonName: 'Seal' }),
    timestamp,
  )
  file = Buffer.concat([signed, await augment(signed, { level: 'LTA', anchors, fetcher, timestamp })])
  options = {
    ...{ validate, document: undefined, signatureAnchors: [], headKey: evidence.headKey },
    ...{ sealAnchors: anchors, timestampAnchors: anchors },
  }
})
afterAll(() => authority[Symbol.asyncDispose]())

/** With one bit of an octet turned. */
function turned(bytes: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = copy[at]! ^ (1 << bit)
  return copy
}

test('whatever octet of an embedded file is another, its name is told', () => {
  const { manifest, files } = readEvidenceFile(file)
  for (const [name, bytes] of files) {
    if (name === 'manifest.json') continue
    for (let at = 0; at < bytes.length; at++) {
      const altered = new Map([...files, [name, turned(bytes, at, at % 8)]])
      expect(checkFiles(readContents({ manifest, files: altered })).faults).toContain(
        `${name} is not the file of the manifest`,
      )
    }
  }
})

/** The last timestamp: nothing covers its wrapping and its certificates, and what is believed is found without. */
function lastToken(): readonly [from: number, to: number] {
  const text = file.toString('latin1')
  const from = text.indexOf('<', text.lastIndexOf('/Contents')) + 1
  const head = Buffer.from(text.slice(from, from + 8), 'hex')
  return [from, from + 2 * (4 + head.readUInt16BE(2))]
}

test('whatever octet of the sealed file before and behind its last timestamp is another, the seal does not hold', async () => {
  expect((await verifyEvidence(file, options)).holds).toBe(true)
  const [from, to] = lastToken()
  const missed: number[] = []
  for (let i = 0; i < TRIED; i++) {
    const at = Math.floor(Math.random() * file.length)
    const holds = await verifyEvidence(turned(file, at, i % 8), options).then(
      (found) => found.holds,
      (error: unknown) => {
        if (error instanceof CodedError) return false
        throw error
      },
    )
    if (holds && (at < from || at >= to)) missed.push(at)
  }
  expect(missed).toEqual([])
}, 600_000)
