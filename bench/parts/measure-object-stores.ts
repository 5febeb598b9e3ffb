/** What it costs that objects are in a bucket: the same documents signed, opened and drawn beside a server with a disk. */
import { setTimeout as pause } from 'node:timers/promises'
import { makeTemporaryDirectory, openScene, startS3, type Scene } from '@rubrica/testing'
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { UNLIMITED, median, round, type BenchOptions, type Figure } from '../measure.ts'
import { makeTextPages } from './make-files.ts'
import { send, sign, type ToSign } from './signing-client.ts'

const DOCUMENTS = 40
const WARM_UP = 8
const PAGES = 3
const TARGET = 1.3
const ENVIRONMENT = {
  ...UNLIMITED,
  // Long-term forms are made behind the back of who signs, on either side.
  ARCHIVE_DELAY_MS: '3600000',
}

type Act = 'open' | 'render' | 'sign' | 'signInBatch'
type Times = Record<Act, number[]>

export async function measureObjectStores({ say }: BenchOptions): Promise<readonly Figure[]> {
  await using directory = await makeTemporaryDirectory()
  await using s3 = await startS3()
  await s3.makeBucket('bench')
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  try {
    await using onDisk = await openScene({ postgres: postgres.connection, env: ENVIRONMENT })
    await using inBucket = await openScene({
      postgres: postgres.connection,
      env: { ...ENVIRONMENT, ...s3.settings('bench') },
    })
    const [disk, bucket] = [newTimes(), newTimes()]
    await measureBoth([onDisk, newTimes()], [inBucket, newTimes()], WARM_UP)
    await measureBoth([onDisk, disk], [inBucket, bucket], DOCUMENTS)
    say(`${DOCUMENTS} documents of ${PAGES} pages on a disk, and in a bucket`)
    return (Object.keys(disk) as Act[]).map((act) => tell(act, median(disk[act]), median(bucket[act])))
  } finally {
    await postgres.stop()
  }
}

const newTimes = (): Times => ({ open: [], render: [], sign: [], signInBatch: [] })

type Side = readonly [Scene, Times]

/** One document of either side after the other. */
async function measureBoth(one: Side, other: Side, count: number): Promise<void> {
  const sides = [await prepare(one, count), await prepare(other, count)]
  for (let index = 0; index < count; index += 1) {
    for (const side of index % 2 === 0 ? sides : sides.toReversed()) await side(index)
  }
}

async function prepare([scene, times]: Side, count: number) {
  const { ana } = scene.people
  const pdf = makeTextPages(PAGES)
  const [alone, together] = [await send(scene, count, { pdf }), await send(scene, count, { pdf })]
  const SignerGUIDs = together.map(({ guid }) => guid)
  const { BatchId } = await ana.call.prepareBatch({ body: { CertGUID: ana.certificateId, SignerGUIDs } })
  const timed = async (act: Act, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    times[act].push(performance.now() - began)
    // What follows an answer, such as what is made ready for the next one, is over.
    await pause(50)
  }
  return async (index: number) => {
    const [single, batched] = [alone[index]!, together[index]!]
    await timed('render', () => render(scene, single))
    await timed('open', () => scene.download({ guid: single.docGuid }))
    await timed('sign', () => sign(ana, single))
    await timed('signInBatch', () => sign(ana, batched, BatchId))
  }
}

const render = ({ people }: Scene, { docGuid }: ToSign) =>
  people.ana.call.renderedDocument({ params: { docGuid, page: '1' }, query: {} })

const TITLES: Readonly<Record<Act, string>> = {
  open: 'document downloaded',
  render: 'page drawn for the first time',
  sign: 'signature with a PIN',
  signInBatch: 'signature in a batch',
}

const tell = (act: Act, disk: number, bucket: number): Figure => ({
  what: `${TITLES[act]}, objects in a bucket`,
  value: round(bucket),
  unit: 'ms',
  against: { what: 'on a disk', value: round(disk) },
  ratio: round(bucket / disk),
  target: `≤ × ${TARGET}`,
  ok: bucket <= TARGET * disk,
})
