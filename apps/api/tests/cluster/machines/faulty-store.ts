/** Stands before the S3 store and plays what stores do on bad days; it also keeps a journal of what was deleted. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `lost`: it is done, and the answer never comes; `truncated`: an answer ends in the middle; `late`: it takes seconds.
 */
export const STORE_FAULTS = ['500', '503', 'truncated', 'late', 'lost'] as const
export type StoreFault = (typeof STORE_FAULTS)[number]

export interface FaultyStore {
  readonly endpoint: string
  /** Plays a fault from now on, or none. */
  play(fault: StoreFault | undefined): void
  /** Ids of the objects that it was told to delete, and has. */
  deleted(): readonly string[]
  stop(): Promise<void>
}

const LATE_MS = 3000
/** What an id begins with: two hexadecimal digits and a day. */
const ID = /[0-9a-f]{2}\/\d{4}-\d\d-\d\d\/[0-9a-f]{64}$/

export async function startFaultyStore(upstream: string): Promise<FaultyStore> {
  const deleted: string[] = []
  let fault: StoreFault | undefined
  const server = createServer((asked, answer) => {
    const played = fault
    if (played === '500' || played === '503') return refuse(asked, answer, Number(played))
    if (played === 'late') return void setTimeout(() => forward(asked, answer, { upstream, played, deleted }), LATE_MS)
    forward(asked, answer, { upstream, played, deleted })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play: (wish) => (fault = wish),
    deleted: () => deleted,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function refuse(asked: IncomingMessage, answer: ServerResponse, status: number): void {
  const code = status === 503 ? 'SlowDown' : 'InternalError'
  asked.resume()
  asked.once('end', () => {
    answer.writeHead(status, { 'content-type': 'application/xml' })
    answer.end(asked.method === 'HEAD' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
  })
}

interface Forwarding {
  readonly upstream: string
  readonly played: StoreFault | undefined
  readonly deleted: string[]
}

/** What is signed stays as it is, the name of the host among it. */
function forward(asked: IncomingMessage, answer: ServerResponse, { upstream, played, deleted }: Forwarding): void {
  const { method, headers } = asked
  const to = request(new URL(asked.url ?? '/', upstream), { method, headers }, (told) => {
    const id = ID.exec(new URL(asked.url ?? '/', upstream).pathname)?.[0]
    if (method === 'DELETE' && id !== undefined && told.statusCode === 204) deleted.push(id)
    if (played === 'lost') return void answer.destroy()
    answer.writeHead(told.statusCode ?? 502, told.headers)
    if (played !== 'truncated') return void told.pipe(answer)
    told.once('data', (chunk: Buffer) => {
      answer.write(chunk.subarray(0, chunk.length / 2))
      answer.destroy()
    })
    told.once('end', () => answer.end())
  })
  to.once('error', () => answer.destroy())
  asked.pipe(to)
}
