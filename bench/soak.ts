/**
 * Whether a server that is used for long holds ever more memory: a few people send, list, read and sign documents, each
 * another one, for half an hour (`SOAK_MINUTES`, `SOAK_PEOPLE`). What the server holds in its last fifth is compared with
 * what it held after a third, when caches are full. `SOAK_SNAPSHOTS=FOLDER` has it write heap snapshots there, at a third
 * and at the end, which any browser's developer tools compare.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_PASSWORD, logIn, openScene, type DemoName, type Scene } from '@rubrica/testing'
import { UNLIMITED, median, round, type BenchOptions, type Figure } from './measure.ts'
import { makeTextPages } from './parts/make-files.ts'
import { residentMegabytes, treeMegabytes } from './parts/process-memory.ts'

const MINUTE = 60_000
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 30)
const PEOPLE = Number(process.env['SOAK_PEOPLE'] ?? 10)
const SNAPSHOTS = process.env['SOAK_SNAPSHOTS']
const SAMPLES = 120
const WARM_PART = 1 / 3
const LAST_PART = 4 / 5
const GROWTH_TARGET = 1.05
const PAGES = 8
const WIDTHS = [160, 828] as const
const MEGABYTE = 1024 * 1024
const NAMES: readonly DemoName[] = ['ana', 'biel', 'carla']
const ENVIRONMENT = {
  ...UNLIMITED,
  ...{ LOGINS_PER_MINUTE_AND_USER: '1000000', LOGINS_PER_MINUTE_AND_ADDRESS: '1000000' },
}

interface Sample {
  readonly minute: number
  /** Megabytes: the server process, all processes, and what V8 says of the server's heap and of what lies outside. */
  readonly server: number
  readonly tree: number
  readonly heap: number
  readonly outside: number
}

async function takeSample({ portal }: Scene, began: number): Promise<Sample> {
  const { pid } = portal.server.program
  const metrics = await (await fetch(`${portal.url}/metrics`)).text()
  const megabytes = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / MEGABYTE
  return {
    minute: (performance.now() - began) / MINUTE,
    server: residentMegabytes(pid),
    tree: treeMegabytes(pid),
    heap: megabytes('nodejs_heap_size_used_bytes'),
    outside: megabytes('nodejs_external_memory_bytes'),
  }
}

let documents = 0

/** One person's round: a document of its own is sent, found, read page by page, and signed. */
async function signOnce(scene: Scene, name: DemoName, pages: Uint8Array): Promise<void> {
  const pdf = Buffer.concat([pages, Buffer.from(`\n% ${(documents += 1)}\n`)])
  const sent = await scene.send({ signers: [name], pdf })
  const { certificateId, pin } = scene.people[name]
  const person = await logIn(scene.portal.url, { userId: name, password: DEMO_PASSWORD })
  const headers = { authorization: `Bearer ${person.token}` }
  await fetch(`${scene.portal.url}/api/pendingsignatures/paginated`, { headers }).then((answer) => answer.text())
  for (let page = 1; page <= PAGES; page += 1) {
    for (const width of WIDTHS) {
      const address = `${scene.portal.url}/api/documentrendered/${sent.guid}/remote/pages/${page}?width=${width}`
      await (await fetch(address, { headers })).arrayBuffer()
    }
  }
  await person.call.sign({
    params: { type: 'keyvault', signerGuid: sent.signers[0]?.guid ?? '' },
    body: { CertGUID: certificateId, PIN: pin, AccessMethod: 'USER_PASS' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
}

async function keepUsing(scene: Scene, name: DemoName, end: number): Promise<number> {
  const pages = makeTextPages(PAGES)
  let rounds = 0
  for (; performance.now() < end; rounds += 1) await signOnce(scene, name, pages)
  return rounds
}

async function sampleUntil(scene: Scene, end: number, say: BenchOptions['say']): Promise<Sample[]> {
  const began = performance.now()
  const samples: Sample[] = []
  const snapshotAt = [WARM_PART, 1]
  while (performance.now() < end) {
    await pause((MINUTES * MINUTE) / SAMPLES)
    const sample = await takeSample(scene, began)
    samples.push(sample)
    if (samples.length % (SAMPLES / 20) === 0) say(tell(sample))
    if (SNAPSHOTS && sample.minute >= MINUTES * (snapshotAt[0] ?? Infinity)) {
      snapshotAt.shift()
      process.kill(scene.portal.server.program.pid, 'SIGUSR2')
    }
  }
  return samples
}

const tell = ({ minute, server, tree, heap, outside }: Sample) =>
  `minute ${minute.toFixed(1)}: server ${Math.round(server)} MB (heap ${Math.round(heap)}, outside ${Math.round(outside)}), all ${Math.round(tree)} MB`

function compare(what: string, samples: readonly Sample[], of: (sample: Sample) => number): Figure {
  const between = (from: number, to: number) =>
    median(samples.filter(({ minute }) => minute >= MINUTES * from && minute < MINUTES * to).map(of))
  const [warm, last] = [between(WARM_PART, 1 - LAST_PART + WARM_PART), between(LAST_PART, Infinity)]
  return {
    what,
    value: round(last),
    unit: 'MB',
    against: { what: 'after a third', value: round(warm) },
    ratio: round(last / warm),
    target: `≤ × ${GROWTH_TARGET}`,
    ok: last / warm <= GROWTH_TARGET,
  }
}

export async function run({ say }: BenchOptions): Promise<readonly Figure[]> {
  const snapshots = SNAPSHOTS && {
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${SNAPSHOTS}`,
  }
  await using scene = await openScene({ env: { ...ENVIRONMENT, ...snapshots } })
  const end = performance.now() + MINUTES * MINUTE
  const using = Array.from({ length: PEOPLE }, (_, index) => keepUsing(scene, NAMES[index % NAMES.length]!, end))
  const [samples, ...rounds] = await Promise.all([sampleUntil(scene, end, say), ...using])
  say(`${rounds.reduce((sum, count) => sum + count, 0)} documents sent, read and signed`)
  return [
    compare('memory of the server', samples, ({ server }) => server),
    compare('memory of all its processes', samples, ({ tree }) => tree),
  ]
}
