import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import type { SharedPostgres, TestDatabase } from '@rubrica/testing'

/** A way to a database on which one hears what is asked. */
export interface TappedDatabase extends AsyncDisposable {
  /** For DATABASE_URL. */
  readonly url: string
  /** How often somebody has said the words since the tap was opened; of a prepared statement, only when it is new. */
  count(words: string): number
  /** How many statements were run so far. */
  statements(): number
}

/** Messages of the protocol that run a statement: Query, and Execute of a prepared one (PostgreSQL, "Message Formats"). */
const RUNS = new Set(['Q', 'E'])
/** Type and length. */
const HEADER = 5

/** Counts what one connection runs; its first message, which begins it, has no type. */
function statementCounter() {
  let rest: Buffer = Buffer.from('S')
  let runs = 0
  return {
    runs: () => runs,
    hear: (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= HEADER && rest.length > rest.readInt32BE(1)) {
        if (RUNS.has(String.fromCharCode(rest[0]!))) runs += 1
        rest = rest.subarray(1 + rest.readInt32BE(1))
      }
    },
  }
}

/** @param postgres where the database is */
export async function tapDatabase(postgres: SharedPostgres, database: TestDatabase): Promise<TappedDatabase> {
  const sockets = new Set<Socket>()
  const counters: ReturnType<typeof statementCounter>[] = []
  let heard = ''
  const server = createServer((socket) => {
    const onward = connect(join(postgres.host, '.s.PGSQL.5432'))
    for (const end of [socket, onward]) end.on('error', () => undefined).on('close', () => sockets.delete(end))
    sockets.add(socket).add(onward)
    const counter = statementCounter()
    counters.push(counter)
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      counter.hear(chunk)
    })
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const { username, password, pathname } = new URL(database.url)
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    count: (words) => heard.split(words).length - 1,
    statements: () => counters.reduce((sum, { runs }) => sum + runs(), 0),
    [Symbol.asyncDispose]: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
