/**
 * Adds evidence and a document timestamp to every file of ../shared/corpora/pdf, which is not part of the project, and
 * lets our own validator look at the result: skipped without the files.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OID, type TimestampSource, CodedError } from '@rubrica/pki'
import { stampArchive } from '../src/long-term/add-document-timestamp.ts'
import { prepareArchive } from '../src/long-term/prepare-archive.ts'
import { imprintOf, makeTestSigner, makeTestToken } from '@rubrica/pki/testing'
import { validate } from '../src/validation/validate.ts'

const CORPUS = resolve(import.meta.dirname, '../../../../shared/corpora/pdf')
const root = makeTestSigner({ commonName: 'TSA root', isCa: true })
const tsa = makeTestSigner({ commonName: 'TSA', issuer: root, purposes: [OID.ekuTimeStamping] })
const evidence = { certificates: [root.certificate], ocsps: [], crls: [] }
const room = { digestAlgorithm: 'SHA-256', contentsSize: 8192 } as const

const timestamp: TimestampSource = (message) =>
  Promise.resolve(makeTestToken(tsa, { imprint: 'digest' in message ? message.digest : imprintOf(message) }))

/** What our validator holds against the newest timestamp, or why there is none. */
async function archive(path: string): Promise<string | null> {
  const base = readFileSync(path)
  try {
    const { tail } = await stampArchive(prepareArchive(base, { evidence, timestamp: room }), timestamp)
    const last = validate(Buffer.concat([base, tail]), { trustAnchors: [root.certificate] }).signatures.at(-1)
    return last?.kind === 'document-timestamp' && last.coversWholeFile ? null : 'the timestamp is not the last word'
  } catch (error) {
    if (error instanceof CodedError) return error.code
    throw error
  }
}

const paths = existsSync(CORPUS)
  ? readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf'))
  : []

describe.runIf(paths.length > 0)('files of other programs', () => {
  test('get evidence and a timestamp over all of it, or are rejected for a reason', { timeout: 120_000 }, async () => {
    const answers = new Map<string, string | null>()
    for (const path of paths) answers.set(path, await archive(join(CORPUS, path)))
    const refused = [...answers].filter(([, answer]) => answer !== null)
    const allowed = /^(NOT_A_PDF|PDF_DAMAGED|PDF_ENCRYPTED|PDF_TOO_COMPLEX|PDF_TOO_MANY_PAGES|PAGE_OUT_OF_RANGE)$/
    expect(refused.filter(([, answer]) => !allowed.test(answer ?? ''))).toEqual([])
    const inClear = refused.filter(([, answer]) => answer !== 'PDF_ENCRYPTED')
    expect(inClear.length / paths.length).toBeLessThan(0.03)
  })
})
