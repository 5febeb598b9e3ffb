/**
 * How long a file takes from a program into the server, beside what no server could do without: hash it, encrypt it,
 * write it as one object, make the signature's field in it, and commit something to the database.
 */
import { createHash, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { addSignatureFields } from '@rubrica/pades'
import { makeTemporaryDirectory, openScene, type Scene } from '@rubrica/testing'
import { openDiskObjectStore } from '../../apps/api/src/adapters/object-store/disk-object-store.ts'
import { openDocumentObjects } from '../../apps/api/src/adapters/object-store/document-objects.ts'
import { openServerKeys } from '../../apps/api/src/adapters/server-keys/file-server-keys.ts'
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { UNLIMITED, median, round, type BenchOptions, type Figure } from '../measure.ts'
import { makeScanPages, makeTextPages } from './make-files.ts'

const ROUNDS = 15
/** So many sends, and a server is as fast as it gets; of a large file, most is work that does not become faster. */
const WARM_UP = { small: 200, large: 3 }
const TARGET = 2
const SMALL = 1_000_000
const LARGE = 50_000_000 - 500_000
/** Mails to the people go out after the answer; without a mail server, those of the warm-up are not measured as well. */
const ENVIRONMENT = {
  ...UNLIMITED,
  SMTP_URL: undefined,
}

/** The same steps in this process, on a database and a disk of the same kind. */
interface SendingFloor extends AsyncDisposable {
  take(file: Uint8Array): Promise<void>
}

async function openSendingFloor(databaseUrl: string): Promise<SendingFloor> {
  const directory = await makeTemporaryDirectory()
  const keys = await openServerKeys({ path: join(directory.path, 'keys.json') }, true)
  const objects = openDocumentObjects(openDiskObjectStore(join(directory.path, 'objects')), keys)
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query('create table bench_sends (id bigserial primary key, digest bytea not null)')
  return {
    take: async (file) => {
      const documentId = crypto.randomUUID()
      const tail = addSignatureFields(file, [{ name: `Signature-${randomBytes(4).toString('hex')}`, page: 1 }])
      const digest = createHash('sha256').update(file).update(tail).digest()
      await objects.write({ documentId, wrappedKey: await objects.newKey(documentId) }, file)
      await database.query('insert into bench_sends (digest) values ($1)', [digest])
    },
    [Symbol.asyncDispose]: async () => {
      await database.end()
      await directory[Symbol.asyncDispose]()
    },
  }
}

interface Stage extends BenchOptions {
  readonly scene: Scene
  readonly floor: SendingFloor
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** What a program posts, made before the clock runs: putting it together is no work of the server. */
async function bodyOf(pdf: Uint8Array): Promise<{ bytes: Buffer; type: string }> {
  const form = new FormData()
  form.set('description', JSON.stringify({ fileName: 'contract.pdf', signers: [{ userId: 'ana' }] }))
  form.set('document', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'document.pdf')
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type') ?? '', bytes: Buffer.from(await encoded.arrayBuffer()) }
}

const agent = new Agent({ keepAlive: true })

function post({ portal, senderToken }: Scene, { bytes, type }: { bytes: Buffer; type: string }): Promise<void> {
  const headers = { authorization: `Bearer ${senderToken}`, 'content-type': type, 'content-length': bytes.length }
  return new Promise((done, fail) => {
    const call = request(`${portal.url}/api/v1/documents`, { method: 'POST', agent, headers })
    call.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => (answer.statusCode === 201 ? done() : fail(new Error(`sending: ${answer.statusCode}`))))
    })
    call.on('error', fail)
    call.end(bytes)
  })
}

/** @param what names the file */
async function measureSend({ scene, floor, say }: Stage, what: string, pdf: Uint8Array): Promise<Figure> {
  const warmUp = pdf.length < SMALL ? WARM_UP.small : WARM_UP.large
  const times = { ours: [] as number[], floor: [] as number[] }
  const body = await bodyOf(pdf)
  for (let number = -warmUp; number < ROUNDS; number += 1) {
    const ours = await timeOf(() => post(scene, body))
    const least = await timeOf(() => floor.take(pdf))
    if (number < 0) continue
    times.ours.push(ours)
    times.floor.push(least)
  }
  const [ours, least] = [median(times.ours), median(times.floor)]
  say(`${what} sent: ${round(ours)} ms, the floor ${round(least)} ms`)
  return {
    what: `${what} sent`,
    value: round(ours),
    unit: 'ms',
    against: { what: 'floor', value: round(least) },
    ratio: round(ours / least),
    target: `≤ × ${TARGET}`,
    ok: ours <= least * TARGET,
  }
}

export async function measureSends({ say }: BenchOptions): Promise<Figure[]> {
  await using directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  try {
    await using scene = await openScene({ postgres: postgres.connection, env: ENVIRONMENT })
    await using floor = await openSendingFloor(scene.portal.server.database!.url)
    const stage = { scene, floor, say }
    return [
      await measureSend(stage, 'a page', makeTextPages(1)),
      await measureSend(stage, '200 pages', makeTextPages(200)),
      await measureSend(stage, '50 MB', await makeScanPages(20, LARGE)),
    ]
  } finally {
    await postgres.stop()
  }
}
