/** What people are told while something that the server stands on is away, and that nothing is half done afterwards. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import {
  createDatabase,
  DEMO_PASSWORD,
  logIn,
  startPortal,
  type LoggedIn,
  type RunningPortal,
  type TestDatabase,
} from '@rubrica/testing'

/** A way to the database that can be cut. */
interface Line {
  readonly url: string
  cut(): Promise<void>
  mend(): Promise<void>
}

async function openLine(database: TestDatabase): Promise<Line> {
  const { host } = inject('sharedPostgres')
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    const onward = connect(join(host, '.s.PGSQL.5432'))
    for (const end of [socket, onward]) end.on('error', () => undefined).on('close', () => sockets.delete(end))
    sockets.add(socket).add(onward)
    socket.pipe(onward).pipe(socket)
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const { username, password, pathname } = new URL(database.url)
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    cut: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
    mend: () => listen(port),
  }
}

let database: TestDatabase
let line: Line
let portal: RunningPortal
let carla: LoggedIn & { certificateId: string; pin: string }

beforeAll(async () => {
  database = await createDatabase(inject('sharedPostgres'))
  line = await openLine(database)
  // What was held when the database went away is free again long before this is over.
  portal = await startPortal({ env: { DATABASE_URL: line.url, SIGNING_LEASE_MS: '600000' } })
  const person = await logIn(portal.url, { userId: 'carla', password: DEMO_PASSWORD })
  const [certificate] = await person.call.certificates({ params: { legalid: person.legalId } })
  const demo = (await (await fetch(`${portal.sandbox.url}/people.json`)).json()) as {
    people: { id: string; pin: string }[]
  }
  carla = { ...person, certificateId: certificate!.GUID, pin: demo.people.find(({ id }) => id === 'carla')!.pin }
})
afterAll(async () => {
  await portal[Symbol.asyncDispose]()
  await line.cut()
  await database[Symbol.asyncDispose]()
})

/** A document of the demo that carla can sign now. */
async function pendingSigner(): Promise<{ docGuid: string; signerGuid: string }> {
  const { List } = await carla.call.pendingDocuments({ query: { PageSize: '100' } })
  const plain = ({ SignerDTO: one }: (typeof List)[number]) =>
    !one.ReadAll && !one.CentralizedCertificateInfo && !one.DisclaimerInfo.Display
  const item = List.find(plain)!
  return { docGuid: item.DocGUI, signerGuid: item.SignerDTO.SignerGUID }
}

const sign = (signerGuid: string, key: string = crypto.randomUUID()) =>
  carla.call.sign({
    params: { type: 'keyvault', signerGuid },
    body: { CertGUID: carla.certificateId, PIN: carla.pin, AccessMethod: 'USER_PASS' },
    headers: { 'idempotency-key': key },
  })

const signerRow = async (id: string) => {
  const [row] = await database.query<{ state: string; revisions: number }>(
    `select state, (select count(*)::int from revisions where revisions.signer_id = signers.id) as revisions
     from signers where id = $1`,
    [id],
  )
  return row!
}

const triesUsed = async () => {
  const [row] = await database.query<{ used: number }>(
    'select pin_failures + (select count(*)::int from jsonb_object_keys(pin_reservations)) as used from certificates where id = $1',
    [carla.certificateId],
  )
  return row!.used
}

describe('the timestamp authority', () => {
  test.each(['http500', 'malformed', 'wrong-imprint', 'wrong-nonce', 'timeout'])(
    '%s: 503, the document stays unsigned and can be signed afterwards, and no try of the PIN is spent',
    async (fault) => {
      const { signerGuid } = await pendingSigner()
      // Others may ask the authority meanwhile: the log is sealed when the server starts.
      await portal.sandbox.inject({ service: 'tsa', fault, times: 100 })
      await expect(sign(signerGuid)).rejects.toMatchObject({ status: 503, code: 'TIMESTAMP_UNAVAILABLE' })
      await portal.sandbox.control('reset', {})
      expect(await signerRow(signerGuid)).toEqual({ state: 'pending', revisions: 0 })
      expect(await triesUsed()).toBe(0)
      expect(await sign(signerGuid)).toBeNull()
      expect(await signerRow(signerGuid)).toEqual({ state: 'signed', revisions: 1 })
    },
  )
})

describe('the database', () => {
  test('away: every call is 503 with a time to wait, alive but not ready; back: everything goes on by itself', async () => {
    const { docGuid, signerGuid } = await pendingSigner()
    await line.cut()
    const calls = [
      carla.call.user({}),
      carla.call.pendingDocuments({ query: {} }),
      carla.call.downloadDocument({ params: { docGuid } }),
      carla.call.renderedDocument({ params: { docGuid, page: '1' }, query: {} }),
      carla.call.rejectDocument({ params: { signerGuid }, body: { RejectionReason: 'x', AccessMethod: 'USER_PASS' } }),
      sign(signerGuid),
      logIn(portal.url, { userId: 'carla', password: DEMO_PASSWORD }),
    ]
    const refusal: unknown = expect.objectContaining({ status: 503, code: 'TEMPORARILY_UNAVAILABLE' })
    expect(await Promise.allSettled<unknown>(calls)).toEqual(calls.map(() => ({ status: 'rejected', reason: refusal })))
    expect((await fetch(`${portal.url}/health/live`)).status).toBe(200)
    const ready = await fetch(`${portal.url}/health/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { database: false } }])
    await line.mend()
    expect(await sign(signerGuid)).toBeNull()
    expect(portal.server.log()).not.toContain('unexpected error')
  })

  test('cut in the middle of a signature: it is made whole or not at all, and can be finished', async () => {
    const { signerGuid } = await pendingSigner()
    await portal.sandbox.inject({ service: 'tsa', fault: 'slow:3000', times: 100 })
    const key = crypto.randomUUID()
    const underWay = sign(signerGuid, key).catch(({ status }: { status: number }) => status)
    await expect
      .poll(() => signerRow(signerGuid), { timeout: 20_000, interval: 20 })
      .not.toMatchObject({ state: 'pending' })
    await line.cut()
    // On a busy machine it may have been made before the cut.
    expect([503, null]).toContain(await underWay)
    await portal.sandbox.control('reset', {})
    await line.mend()
    // Committed or not before the cut: who asks again under the same key is told that it is signed.
    const again = () =>
      sign(signerGuid, key).catch(({ status, code }: { status: number; code: string }) => [status, code])
    await expect.poll(again, { timeout: 80_000, interval: 500 }).toBeNull()
    expect(await signerRow(signerGuid)).toEqual({ state: 'signed', revisions: 1 })
    expect(portal.server.log()).not.toContain('unexpected error')
  }, 120_000)
})

describe('a database that hangs without refusing', () => {
  /** PostgreSQL ends some of its processes by itself, and one may have ended since it was listed. */
  const signal = (pids: readonly number[], name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
  /** Stops the postmaster, which starts none from then on, and all that it has started. @returns their ids */
  function stopPostgres(dataDir: string): readonly number[] {
    const file = readFileSync(join(dataDir, 'database/installed/cluster/postmaster.pid'), 'utf8')
    const postmaster = Number(file.split('\n')[0])
    signal([postmaster], 'SIGSTOP')
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
    const stopped = [postmaster, ...children.trim().split(/\s+/).map(Number)]
    signal(stopped, 'SIGSTOP')
    return stopped
  }

  test('every call ends in a 503, also one under way; as soon as it goes on, so does the server', async () => {
    // A PostgreSQL of its own: the others share theirs.
    const env = { DATABASE_STATEMENT_TIMEOUT_MS: '1500' }
    await using own = await startPortal({ sandbox: portal.sandbox, env })
    const ana = await logIn(own.url, { userId: 'ana', password: DEMO_PASSWORD })
    const { List } = await ana.call.pendingDocuments({ query: {} })
    const stopped = stopPostgres(own.server.dataDir)
    // Also after a test that ran out of time: nothing else ends a stopped process.
    onTestFinished(() => signal(stopped, 'SIGCONT'))
    try {
      const calls = Promise.allSettled<unknown>([
        ...Array.from({ length: 30 }, () => ana.call.user({})),
        ana.call.pendingDocuments({ query: {} }),
        ana.call.downloadDocument({ params: { docGuid: List[0]!.DocGUI } }),
        ana.call.rejectDocument({
          params: { signerGuid: List[0]!.SignerDTO.SignerGUID },
          body: { RejectionReason: 'x', AccessMethod: 'USER_PASS' },
        }),
        logIn(own.url, { userId: 'ana', password: DEMO_PASSWORD }),
      ])
      const refusal: unknown = expect.objectContaining({ status: 503, code: 'TEMPORARILY_UNAVAILABLE' })
      expect((await fetch(`${own.url}/health/live`)).status).toBe(200)
      const ready = await fetch(`${own.url}/health/ready`)
      expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { database: false } }])
      const results = await calls
      expect(results).toEqual(results.map(() => ({ status: 'rejected', reason: refusal })))
    } finally {
      signal(stopped, 'SIGCONT')
    }
    expect(await ana.call.user({})).toBeTruthy()
    expect((await ana.call.pendingDocuments({ query: {} })).List).not.toHaveLength(0)
    expect(await (await fetch(`${own.url}/health/ready`)).json()).toMatchObject({ checks: { database: true } })
    expect(own.server.log()).not.toContain('unexpected error')
  })
})
