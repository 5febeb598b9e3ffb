/**
 * Signs every file of ../shared/corpora/pdf, which is not part of the project, while qpdf judges it before and after,
 * and our own validator after: skipped without the files or qpdf.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { signWithKey, CodedError } from '@rubrica/pki'
import { makeTestSigner } from '@rubrica/pki/testing'
import type { SignatureRequest } from '../src/types.ts'
import { validate } from '../src/validation/validate.ts'
import { createPadesWorkers } from '../src/workers/create-pades-workers.ts'
import { hasJudges } from './run-judge.ts'

const CORPUS = resolve(import.meta.dirname, '../../../../shared/corpora/pdf')
const FOLDERS = ['pdfjs', 'qpdf', 'vera', 'pypdf']

const signer = makeTestSigner()
const folder = mkdtempSync(join(tmpdir(), 'rubrica-corpus-'))
const workers = createPadesWorkers({ threads: 2, memoryMb: 512, timeoutMs: 10_000 })
afterAll(async () => {
  await workers.close()
  rmSync(folder, { recursive: true })
})

interface Outcome {
  readonly name: string
  readonly failure: CodedError | null
  readonly isIncremental: boolean
  /** What our own validator says of the result; null when there is none, or when the file was signed before. */
  readonly integrity: string | null
  readonly before: number
  readonly after: number
}

const request = (name: string, isVisible: boolean): SignatureRequest => ({
  certificate: signer.certificate,
  chain: [],
  digestAlgorithm: 'SHA-256',
  claimedTime: new Date(),
  field: { create: { name, page: 1, box: isVisible ? { x: 0.5, y: 0.5, width: 2, height: 1 } : undefined } },
  stamp: { lines: ['Núria Pi i Coll·lel'] },
})

async function sign(base: Uint8Array, wanted: SignatureRequest): Promise<Buffer> {
  const prepared = await workers.prepareSignature(base, wanted)
  const answer = { signature: signWithKey(signer.privateKey, prepared) }
  return Buffer.concat([base, await workers.resumeSignature(base, prepared, answer)])
}

/** Certified where nobody has signed yet, visibly, then signed once more. */
async function trial(path: string, index: number): Promise<Outcome> {
  const base = readFileSync(path)
  const name = path.slice(CORPUS.length + 1)
  const before = await check(path)
  try {
    const { signatureFields } = await workers.inspectPdf(base)
    const wasSigned = signatureFields.some((field) => field.signed)
    const certify = wasSigned ? undefined : 3
    const first = await sign(base, { ...request('Rubrica-1', true), certify })
    const second = await sign(first, request('Rubrica-2', false))
    const facts = await workers.inspectPdf(second)
    const signed = facts.signatureFields.filter((field) => field.signed && field.name.startsWith('Rubrica-'))
    const result = join(folder, `${index}.pdf`)
    writeFileSync(result, second)
    const after = await check(result)
    rmSync(result)
    const isIncremental = second.subarray(0, base.length).equals(base) && signed.length === 2
    const { integrity, warnings } = validate(second, { trustAnchors: [] })
    const verdict = wasSigned ? null : [integrity, ...warnings].join(' ')
    return { name, failure: null, isIncremental, integrity: verdict, before, after }
  } catch (error) {
    if (!(error instanceof CodedError)) throw new Error(`${name} fails without a code`, { cause: error })
    return { name, failure: error, isIncremental: true, integrity: null, before, after: before }
  }
}

/** Exit status of `qpdf --check`: 0 clean, 2 errors, 3 warnings. */
const check = (path: string): Promise<number> =>
  new Promise((done) => {
    const child = execFile('qpdf', ['--check', path], { maxBuffer: 1 << 28 }, () => done(child.exitCode ?? -1))
  })

async function tryAll(paths: readonly string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const queue = [...paths.entries()]
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      outcomes.push(await trial(next[1], next[0]))
  }
  await Promise.all([work(), work()])
  return outcomes
}

const canJudge = existsSync(CORPUS) && hasJudges
describe.runIf(canJudge)('the files of ../shared/corpora/pdf (skipped without them or qpdf)', () => {
  test('are signed, or rejected for a reason that has a code', { timeout: 600_000 }, async () => {
    const paths = FOLDERS.flatMap((name) => readdirSync(join(CORPUS, name)).map((file) => join(CORPUS, name, file)))
    const outcomes = await tryAll(paths)
    const isRefused = ({ failure }: Outcome): boolean => failure !== null
    const encrypted = outcomes.filter(({ failure }) => failure?.code === 'PDF_ENCRYPTED')
    const clean = outcomes.filter((outcome) => outcome.before === 0 && !encrypted.includes(outcome))
    const lines = outcomes
      .filter(isRefused)
      .map(({ name, failure, before }) => `${name} (${before}): ${failure?.message}`)
    const counts = `${paths.length} files, ${encrypted.length} encrypted, ${clean.length} clean, refused:`
    process.stdout.write(`${counts}\n${lines.sort().join('\n')}\n`)
    expect(clean.filter(isRefused).length).toBeLessThanOrEqual(clean.length * 0.02)
    expect(outcomes.filter(({ isIncremental }) => !isIncremental).map(({ name }) => name)).toEqual([])
    const doubtful = outcomes.filter(({ integrity }) => integrity !== null && integrity !== 'intact')
    expect(doubtful.map(({ name, integrity }) => `${name}: ${integrity}`)).toEqual([])
    const spoilt = outcomes.filter(({ before, after }) => before === 0 && after !== 0)
    expect(spoilt.map(({ name, after }) => `${name}: ${after}`)).toEqual([])
  })
})
