/**
 * What a signature costs in a process that is warm, and what validating one costs: beside pyHanko at its best, pdfsig, the
 * bare operation of the key, and what no signer can do without on a large file. The sides take turns on the same files.
 */
import { execFileSync } from 'node:child_process'
import { createHash, sign } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPadesWorkers, type SignatureRequest, signPdf, validate } from '@rubrica/pades'
import { makeTemporaryDirectory } from '@rubrica/testing'
import { makeTestSigner } from '@rubrica/pki/testing'
import { median, round, type BenchOptions, type Figure } from './measure.ts'
import { makeTextPages } from './parts/make-files.ts'
import { makeScanOf } from './parts/make-scan.ts'
import { openPdfsig, openPyhanko, type Pdfsig, type Pyhanko, writeKeyFiles } from './parts/signing-peers.ts'

const ROUNDS = 5
/** How long one side may work before it is the other's turn. */
const TURN_MS = 250
const MOST_TIMES = 60
const WARM_UP = 40
const RATE_MS = 2000
const SIGN_TARGET = 1 / 5
const KEY_TARGET = 12
const FLOOR_TARGET = 2
const VALIDATE_ONE_TARGET = 1 / 3
const VALIDATE_TWO_TARGET = 1 / 5
const MEMORY_TARGET = 2
const CONTENTS_SIZE = 8192
const MEGABYTE = 1e6

const root = makeTestSigner({ key: 'rsa', isCa: true, commonName: 'Bench root' })
const signer = makeTestSigner({ key: 'rsa', issuer: root, commonName: 'Bench signer' })
const anchors = { trustAnchors: [root.certificate], requireRevocation: false }

interface Stage extends BenchOptions {
  readonly folder: string
  readonly pyhanko: Pyhanko | null
  readonly pdfsig: Pdfsig | null
}

interface Sample {
  readonly name: string
  readonly bytes: Uint8Array
  readonly file: string
}

const requestFor = (name: string): SignatureRequest => ({
  certificate: signer.certificate,
  chain: signer.chain,
  digestAlgorithm: 'SHA-256',
  field: { create: { name, page: 1 } },
  claimedTime: new Date(),
  contentsSize: CONTENTS_SIZE,
})

/** The whole signed file, as the peers give it. */
async function signWhole(base: Uint8Array, name = 'Signature'): Promise<Buffer> {
  return Buffer.concat([base, await signPdf(base, requestFor(name), signer.privateKey)])
}

/** Processor milliseconds of one of so many. */
async function cpuOf(times: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}

/** So many that a turn is long enough to be measured and short enough that the sides see the same machine. */
async function timesFor(work: () => unknown): Promise<number> {
  for (let time = 0; time < WARM_UP; time += 1) await work()
  return Math.max(2, Math.min(MOST_TIMES, Math.round(TURN_MS / (await cpuOf(3, work)))))
}

const bareKey = (): Buffer => sign('sha256', Buffer.alloc(250), signer.privateKey)

/** What no signer can do without: reading the file for its hash, writing it, and the key. */
function floorOf(bytes: Uint8Array): void {
  createHash('sha256').update(bytes).digest()
  Buffer.from(bytes)
  bareKey()
}

interface Side {
  readonly name: string
  readonly measure: () => Promise<number>
}

/** Medians of rounds in which the sides take turns. */
async function takeTurns<Name extends string>(
  sides: readonly (Side & { name: Name })[],
): Promise<Record<Name, number>> {
  const values = new Map<string, number[]>(sides.map(({ name }) => [name, []]))
  for (let number = 0; number <= ROUNDS; number += 1) {
    for (const { name, measure } of sides) {
      const value = await measure()
      // The first round warms up.
      if (number > 0) values.get(name)?.push(value)
    }
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, median(all)])) as Record<Name, number>
}

interface Comparison {
  readonly what: string
  readonly unit?: string
  readonly value: number
  readonly peer: string
  readonly against: number
  /** The largest allowed share of the peer's. */
  readonly most?: number
}

function compare({ what, unit = 'ms', value, peer, against, most }: Comparison): Figure {
  return {
    what,
    value: round(value),
    unit,
    against: { what: peer, value: round(against) },
    ratio: round(value / against),
    target: most === undefined ? 'none' : `≤ × ${round(most)}`,
    ok: most === undefined || value <= against * most,
  }
}

async function measureSigning(stage: Stage, { name, bytes, file }: Sample): Promise<Figure[]> {
  const { pyhanko, pdfsig } = stage
  const isLarge = bytes.length > 5 * MEGABYTE
  const times = await timesFor(() => signWhole(bytes))
  const sides = [
    { name: 'ours', measure: () => cpuOf(times, () => signWhole(bytes)) },
    { name: 'bare RSA-2048', measure: () => cpuOf(times, bareKey) },
    { name: 'hash, copy and RSA', measure: () => cpuOf(times, () => floorOf(bytes)) },
    pyhanko && { name: 'pyHanko', measure: () => pyhanko.measure('sign', file, Math.max(2, Math.round(times / 5))) },
    pdfsig && { name: 'pdfsig', measure: () => pdfsig.sign(file) },
  ].filter((side) => side !== null)
  const { ours: value = Number.NaN, ...others } = await takeTurns<string>(sides)
  const targets: Record<string, number | undefined> = isLarge
    ? { 'hash, copy and RSA': FLOOR_TARGET }
    : { pyHanko: SIGN_TARGET, 'bare RSA-2048': name === '1 page' ? KEY_TARGET : undefined }
  stage.say(`${name}: signed`)
  return Object.entries(others).map(([peer, against]) =>
    compare({ what: `${name}: signature`, value, peer, against, most: targets[peer] }),
  )
}

async function measureValidation(stage: Stage, sample: Sample, signatures: number): Promise<Figure[]> {
  let bytes = sample.bytes
  for (let number = 1; number <= signatures; number += 1) bytes = await signWhole(bytes, `Signature${number}`)
  const report = validate(bytes, anchors)
  const passed = report.signatures.filter(({ indication }) => indication === 'TOTAL-PASSED').length
  if (passed !== signatures) throw new Error(`${passed} of ${signatures} signatures pass: ${JSON.stringify(report)}`)
  const file = join(stage.folder, 'signed.pdf')
  await writeFile(file, bytes)
  const work = () => validate(bytes, anchors)
  const times = await timesFor(work)
  const { pyhanko } = stage
  const sides = [
    { name: 'ours', measure: () => cpuOf(times, work) },
    { name: 'one SHA-256', measure: () => cpuOf(times, () => createHash('sha256').update(bytes).digest()) },
    pyhanko && {
      name: 'pyHanko',
      measure: () => pyhanko.measure('validate', file, Math.max(2, Math.round(times / 5))),
    },
  ].filter((side) => side !== null)
  const { ours: value = Number.NaN, ...others } = await takeTurns<string>(sides)
  const what = `${sample.name}: validating ${signatures === 1 ? 'a signature' : `${signatures} signatures`}`
  const targets: Record<string, number> = { pyHanko: signatures === 1 ? VALIDATE_ONE_TARGET : VALIDATE_TWO_TARGET }
  stage.say(`${what}: done`)
  return Object.entries(others).map(([peer, against]) => compare({ what, value, peer, against, most: targets[peer] }))
}

/** Signatures per second with so many threads, two documents under way for each. */
async function rateOf(bytes: Uint8Array, threads: number): Promise<number> {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  await using workers = createPadesWorkers({ threads, memoryMb: 512, timeoutMs: 10_000 })
  const signFor = async (milliseconds: number): Promise<number> => {
    const end = performance.now() + milliseconds
    const began = performance.now()
    let signed = 0
    const keepSigning = async (): Promise<void> => {
      for (; performance.now() < end; signed += 1) {
        await workers.signPdf(shared, requestFor('Signature'), signer.privateKey)
      }
    }
    await Promise.all(Array.from({ length: 2 * threads }, keepSigning))
    return (signed / (performance.now() - began)) * 1000
  }
  await signFor(RATE_MS / 2)
  return await signFor(RATE_MS)
}

async function measureRate({ name, bytes }: Sample): Promise<Figure> {
  const rates: { one: number; two: number }[] = []
  for (let number = 0; number < 3; number += 1) rates.push({ one: await rateOf(bytes, 1), two: await rateOf(bytes, 2) })
  const [one, two] = [median(rates.map((rate) => rate.one)), median(rates.map((rate) => rate.two))]
  const what = `${name}: signatures per second, two workers`
  return compare({ what, unit: '/s', value: two, peer: 'one worker', against: one })
}

/** Kilobytes that a process needs at most for one job. */
function peakOf(args: readonly string[]): number {
  const script = join(import.meta.dirname, 'parts', 'peak-memory.ts')
  return Number(execFileSync(process.execPath, ['--import', 'tsx', script, ...args], { encoding: 'utf8' }))
}

async function measureMemory(
  stage: Stage,
  small: Sample,
  keys: { key: string; certificate: string },
): Promise<Figure[]> {
  const output = join(stage.folder, 'out.pdf')
  const peakOfSigning = (file: string) => peakOf(['sign', file, output, keys.key, keys.certificate])
  const constant = { sign: peakOfSigning(small.file), validate: peakOf(['validate', small.file]) }
  const figures: Figure[] = []
  for (const megabytes of [8, 50, 100]) {
    const file = join(stage.folder, 'memory.pdf')
    const bytes = makeScanOf(megabytes)
    await writeFile(file, bytes)
    const size = bytes.length / MEGABYTE
    const beyond = (kilobytes: number) => (kilobytes * 1024) / MEGABYTE
    const common = { unit: 'MB', peer: 'the file', against: size, most: MEMORY_TARGET }
    const signing = beyond(peakOfSigning(file) - constant.sign)
    figures.push(compare({ what: `${megabytes} MB: memory of signing, above a small file`, value: signing, ...common }))
    const validating = beyond(peakOf(['validate', output]) - constant.validate)
    figures.push(compare({ what: `${megabytes} MB: memory of validating, likewise`, value: validating, ...common }))
  }
  await rm(output)
  return figures
}

async function makeSamples(folder: string): Promise<Record<'one' | 'fifty' | 'many' | 'scan' | 'huge', Sample>> {
  const make = async (name: string, bytes: Uint8Array): Promise<Sample> => {
    const file = join(folder, `${name.replace(' ', '-')}.pdf`)
    await writeFile(file, bytes)
    return { name, bytes, file }
  }
  return {
    one: await make('1 page', makeTextPages(1)),
    fifty: await make('50 pages', makeTextPages(50)),
    many: await make('200 pages', makeTextPages(200)),
    scan: await make('8 MB', makeScanOf(8)),
    huge: await make('50 MB', makeScanOf(50)),
  }
}

export async function run({ say }: BenchOptions): Promise<readonly Figure[]> {
  await using directory = await makeTemporaryDirectory()
  const folder = directory.path
  const keys = writeKeyFiles(folder, { ...signer, issuer: root.certificate })
  using pyhanko = openPyhanko(keys, say)
  const stage = { say, folder, pyhanko, pdfsig: openPdfsig(folder, keys, say) }
  const samples = await makeSamples(folder)
  const figures: Figure[] = []
  for (const sample of Object.values(samples)) figures.push(...(await measureSigning(stage, sample)))
  for (const sample of [samples.one, samples.fifty]) figures.push(...(await measureValidation(stage, sample, 1)))
  for (const sample of [samples.fifty, samples.many]) figures.push(...(await measureValidation(stage, sample, 2)))
  figures.push(await measureRate(samples.one), await measureRate(samples.many))
  say('rates: measured')
  return [...figures, ...(await measureMemory(stage, samples.one, keys))]
}
