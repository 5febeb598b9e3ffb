/** An S3 store in memory, as far as we use one, which does wrong what a test wants done wrong. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3ObjectsConfig } from '../../../config/read-objects.ts'
import { Secret } from '../../../config/secret.ts'

/** What is done to one request. */
export type Fault =
  /** An error of the store. */
  | { readonly status: number; readonly code: string }
  /** The work is done and the answer lost. */
  | 'answer-lost'
  /** Done twice, answered from the second time. */
  | 'twice'
  /** Answered as done, and not done. */
  | 'not-done'
  /** Half of the body comes. */
  | 'cut'
  /** An octet is another one. */
  | 'changed'
  /** The first octet on, whichever were asked for. */
  | 'from-the-beginning'
  /** Nothing comes. */
  | 'silent'

export interface Asked {
  readonly method: string
  readonly key: string
  readonly range: string | undefined
}

export interface TestStore extends AsyncDisposable {
  readonly config: S3ObjectsConfig
  readonly objects: Map<string, Buffer>
  readonly asked: Asked[]
  /** What the store is like; nothing is wrong unless said. */
  readonly nature: { overwrites?: boolean; checksNothing?: boolean; listsNothing?: boolean; unlocks?: boolean }
  /** Asked for each request. */
  fault: (asked: Asked) => Fault | undefined
}

export async function startTestStore(more: Partial<S3ObjectsConfig> = {}): Promise<TestStore> {
  const server = createServer((request, response) => {
    answer(store, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const store: TestStore = {
    config: {
      ...{ kind: 's3', bucket: 'papers', prefix: '', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' },
      ...{ timeoutMs: 60_000, alsoOnDisk: undefined, retentionDays: undefined },
      credentials: { accessKey: 'key', secretKey: new Secret('secret') },
      ...more,
    },
    ...{ objects: new Map(), asked: [], nature: {}, fault: () => undefined },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return store
}

interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: Buffer
}

async function answer(store: TestStore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://store')
  const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'))
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  const { method = 'GET', headers } = request
  const asked = { method, key, range: headers.range }
  store.asked.push(asked)
  const fault = store.fault(asked)
  const work = () => perform(store, { method, key, url, headers, body: Buffer.concat(pieces) })
  if (fault === 'silent') return
  if (typeof fault === 'object') return send(response, refusal(fault.status, fault.code))
  if (fault === 'twice') work()
  if (fault === 'not-done') return send(response, { status: 200 })
  const done = work()
  if (fault === 'answer-lost') response.destroy()
  else send(response, spoil(done, store.objects.get(key), fault), fault === 'cut')
}

const refusal = (status: number, code: string): Answer => ({
  ...{ status, headers: { 'content-type': 'application/xml' } },
  body: Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`),
})

interface Work {
  readonly method: string
  readonly key: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

function perform(store: TestStore, work: Work): Answer {
  if (work.url.searchParams.has('list-type')) return list(store, work.url.searchParams.get('prefix') ?? '')
  if (work.url.searchParams.has('retention')) return { status: store.nature.unlocks ? 200 : 403 }
  if (work.method === 'PUT') return put(store, work)
  if (work.method === 'DELETE') {
    store.objects.delete(work.key)
    return { status: 204 }
  }
  return get(store, work)
}

function get(store: TestStore, work: Work): Answer {
  const found = store.objects.get(work.key)
  if (!found) return refusal(404, 'NoSuchKey')
  const from = Number(/^bytes=(\d+)-$/.exec(work.headers.range ?? '')?.[1] ?? 0)
  const range = from > 0 && { 'content-range': `bytes ${from}-${found.length - 1}/${found.length}` }
  return { status: from > 0 ? 206 : 200, headers: { ...range }, body: found.subarray(from) }
}

function put({ nature, objects }: TestStore, { key, headers, body }: Work): Answer {
  const digest = createHash('sha256').update(body).digest('base64')
  if (!nature.checksNothing && headers['x-amz-checksum-sha256'] !== digest) return refusal(400, 'BadDigest')
  if (!nature.overwrites && headers['if-none-match'] === '*' && objects.has(key))
    return refusal(412, 'PreconditionFailed')
  objects.set(key, body)
  return { status: 200, headers: { 'x-amz-version-id': 'one' } }
}

function list({ nature, objects }: TestStore, prefix: string): Answer {
  const found = [...objects].filter(([key]) => !nature.listsNothing && key.startsWith(prefix))
  const contents = found.map(
    ([key, { length }]) =>
      `<Contents><Key>${key}</Key><Size>${length}</Size><LastModified>2031-01-31T00:00:00.000Z</LastModified></Contents>`,
  )
  const body = `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.from(body) }
}

function spoil(done: Answer, whole: Buffer | undefined, fault: Fault | undefined): Answer {
  if (fault === 'from-the-beginning' && whole) return { status: 200, body: whole }
  if (fault !== 'changed' || !done.body) return done
  const body = Buffer.from(done.body)
  body[body.length >> 1]! ^= 1
  return { ...done, body }
}

function send(response: ServerResponse, { status, headers, body = Buffer.alloc(0) }: Answer, isCut = false): void {
  response.writeHead(status, { ...headers, 'content-length': body.length })
  const isHead = response.req.method === 'HEAD'
  if (isCut && !isHead) response.write(body.subarray(0, body.length >> 1), () => response.destroy())
  else response.end(isHead ? undefined : body)
}
