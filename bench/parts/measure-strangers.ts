/** How long a signature takes while strangers have files verified, beside one while nobody does. */
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { makeTemporaryDirectory, openScene, trySigning, type Scene } from '@rubrica/testing'
import { percentile, round, type BenchOptions, type Figure } from '../measure.ts'
import { makeTextPages } from './make-files.ts'

/** Turns of either side, and signatures in each. */
const TURNS = 10
const SIGNATURES = 10
const UPLOADS = 100
/** Uploads of all strangers that are under way; more than wait for the one thread that looks at them are refused. */
const AT_ONCE = 4
const WARM_UP = 20
const TARGET = 1.1
const ENVIRONMENT = {
  ...{ CALLS_PER_MINUTE: '1000000', SENT_PER_MINUTE: '1000000', FILES_VERIFIED_PER_MINUTE: '1000000' },
  ...{ LOG_LEVEL: 'warn', EVIDENCE: 'asked', ARCHIVE_DELAY_MS: '3600000' },
}

async function upload({ portal }: Scene, file: Uint8Array<ArrayBuffer>): Promise<number> {
  const answer = await fetch(`${portal.url}/api/verification/files`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: file,
  })
  await answer.arrayBuffer()
  return answer.status
}

async function signSome(scene: Scene, guids: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const guid of guids) {
    const began = performance.now()
    const status = await trySigning(scene.people.ana, guid)
    if (status !== 204) throw new Error(`signing: ${status}`)
    times.push(performance.now() - began)
  }
  return times
}

async function sendSome(scene: Scene, count: number): Promise<string[]> {
  const guids: string[] = []
  for (let number = 0; number < count; number += 1) {
    guids.push((await scene.send({ signers: ['ana'] })).signers[0]!.guid)
  }
  return guids
}

/** A file that somebody has signed here, and others have added to: nothing of it is known beforehand. */
async function strangeFile(scene: Scene): Promise<Uint8Array<ArrayBuffer>> {
  const sent = await scene.send({ signers: ['ana'], pdf: makeTextPages(20) })
  await trySigning(scene.people.ana, sent.signers[0]!.guid)
  return new Uint8Array(Buffer.concat([await scene.download(sent), Buffer.from('\n% of somebody else\n')]))
}

export async function measureStrangers({ say }: BenchOptions): Promise<Figure[]> {
  await using directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  try {
    await using scene = await openScene({ postgres: postgres.connection, env: ENVIRONMENT })
    const file = await strangeFile(scene)
    await signSome(scene, await sendSome(scene, WARM_UP))
    for (let number = 0; number < WARM_UP; number += 1) await upload(scene, file)
    const times = { quiet: [] as number[], beside: [] as number[] }
    const outcomes = new Map<number, number>()
    for (let turn = 0; turn < TURNS; turn += 1) {
      times.quiet.push(...(await signSome(scene, await sendSome(scene, SIGNATURES))))
      const guids = await sendSome(scene, SIGNATURES)
      let left = UPLOADS / TURNS
      const flood = async () => {
        while (left-- > 0) {
          const status = await upload(scene, file)
          outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
        }
      }
      const [signed] = await Promise.all([signSome(scene, guids), ...Array.from({ length: AT_ONCE }, flood)])
      times.beside.push(...signed)
    }
    const [quiet, beside] = [percentile(times.quiet, 0.95), percentile(times.beside, 0.95)]
    const told = [...outcomes].map(([status, count]) => `${count} × ${status}`).join(', ')
    say(`${UPLOADS} uploads of strangers (${told}): p95 of a signature ${round(beside)} ms, else ${round(quiet)} ms`)
    return [
      {
        ...{ what: 'a signature beside 100 uploads of strangers, p95', value: round(beside), unit: 'ms' },
        against: { what: 'with nobody else', value: round(quiet) },
        ...{ ratio: round(beside / quiet), target: `≤ × ${TARGET}`, ok: beside <= quiet * TARGET },
      },
    ]
  } finally {
    await postgres.stop()
  }
}
