/**
 * What a server and all its processes hold at most while the largest document that it takes in is sent, opened, read,
 * signed and archived, in megabytes. The database runs beside it, as in an installation.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { untilArchived } from '../apps/api/tests/scenes/until-archived.ts'
import { supervisePostgres } from '../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { assemblePdf, makeTemporaryDirectory, openScene, type Scene } from '@rubrica/testing'
import { round, type BenchOptions, type Figure } from './measure.ts'
import { makeScanPages } from './parts/make-files.ts'
import { treeMegabytes } from './parts/process-memory.ts'

const MEGABYTE = 1024 * 1024
const FILE_MEGABYTES = 99
/** How much of the file each step may hold, beside what a server holds anyway. */
const FILES = 4
const BESIDE = 300
const SAMPLE_MS = 20
const PAGES = 4
const SCAN_PAGES = 8
const ENVIRONMENT = { MAX_DOCUMENT_MB: '100', ARCHIVE_DELAY_MS: '0', LOG_LEVEL: 'warn', CALLS_PER_MINUTE: '1000000' }

/** Noise, which no filter makes smaller: one page with an attachment that fills the file. */
function makeLarge(): Uint8Array {
  const noise = Buffer.alloc(FILE_MEGABYTES * MEGABYTE - 4096)
  for (let at = 0; at + 4 <= noise.length; at += 4) noise.writeUInt32LE(Math.imul(at + 1, 2654435761) >>> 0, at)
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> /PieceInfo << /Noise 5 0 R >> >>',
    { dictionary: '', stream: Buffer.from('0 0 595 842 re S') },
    { dictionary: '', stream: noise },
  ])
}

/** As many scanned pages, of different pictures, as fill the file. */
async function makeScan(): Promise<Uint8Array> {
  return makeScanPages(SCAN_PAGES, FILE_MEGABYTES * MEGABYTE - 65_536)
}

async function expectArchived(scene: Scene, guid: string): Promise<void> {
  const { state, level } = await untilArchived(scene, { guid })
  if (state !== 'done') throw new Error(`the document is ${state}, level ${level}`)
}

async function read({ portal, people }: Scene, guid: string): Promise<void> {
  const headers = { authorization: `Bearer ${people.ana.token}` }
  for (let page = 1; page <= PAGES; page += 1) {
    const address = `${portal.url}/api/documentrendered/${guid}/remote/pages/${page}?width=828`
    await (await fetch(address, { headers })).arrayBuffer()
  }
}

async function sign({ people }: Scene, signerGuid: string): Promise<void> {
  const { call, certificateId, pin } = people.ana
  await call.sign({
    params: { type: 'keyvault', signerGuid },
    body: { CertGUID: certificateId, PIN: pin, AccessMethod: 'USER_PASS' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
}

/** The most that the processes held together while the work was done. */
async function peakOf(scene: Scene, work: () => Promise<unknown>): Promise<number> {
  const { pid } = scene.portal.server.program
  let peak = 0
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      peak = Math.max(peak, treeMegabytes(pid))
      await pause(SAMPLE_MS)
    }
  })()
  await work().finally(() => (isOver = true))
  await sampling
  return peak
}

async function measure(scene: Scene, { kind, pdf }: { kind: string; pdf: Uint8Array }): Promise<Figure[]> {
  const file = pdf.length / MEGABYTE
  const limit = FILES * file + BESIDE
  const figure = (what: string, peak: number): Figure => ({
    what: `${kind}, ${what}`,
    value: round(peak),
    unit: 'MB',
    against: { what: 'the file', value: round(file) },
    ratio: round(peak / file),
    target: `≤ ${Math.round(limit)} MB`,
    ok: peak <= limit,
  })
  let guid = ''
  let signer = ''
  const steps: readonly (readonly [what: string, work: () => Promise<unknown>])[] = [
    [
      'taken in',
      async () => {
        const sent = await scene.send({ signers: ['ana'], pdf })
        guid = sent.guid
        signer = sent.signers[0]!.guid
      },
    ],
    ['read', () => read(scene, guid)],
    ['signed', () => sign(scene, signer)],
    ['archived', () => expectArchived(scene, guid)],
    ['downloaded', () => scene.download({ guid })],
  ]
  const figures: Figure[] = []
  for (const [what, work] of steps) figures.push(figure(what, await peakOf(scene, work)))
  return figures
}

export async function run({ say }: BenchOptions): Promise<readonly Figure[]> {
  await using directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  try {
    const figures: Figure[] = []
    for (const [kind, make] of [
      ['one large object', () => Promise.resolve(makeLarge())],
      ['scanned pages', makeScan],
    ] as const) {
      const pdf = await make()
      await using scene = await openScene({ postgres: postgres.connection, env: ENVIRONMENT })
      say(
        `${kind}: ${(pdf.length / MEGABYTE).toFixed(1)} MB; at rest ${Math.round(treeMegabytes(scene.portal.server.program.pid))} MB`,
      )
      figures.push(...(await measure(scene, { kind, pdf })))
    }
    return figures
  } finally {
    await postgres.stop()
  }
}
