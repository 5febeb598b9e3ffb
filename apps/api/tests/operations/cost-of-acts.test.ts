/**
 * What a document costs the database: statements, and octets of its write-ahead log, which a cluster sends to each
 * standby before an act is acknowledged. Both are bounds; what else the server does comes on top, so that the least of
 * several times counts. What other tests write stays out of it: the PostgreSQL is its own.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedPort, openScene, type Scene } from '@rubrica/testing'
import { openSharedPostgres } from '../../../../packages/testing/src/share-postgres.ts'
import { tapDatabase, type TappedDatabase } from '../scenes/tap-database.ts'

/** Each act was measured before there was more than one machine: 5 % more is for longer ids of objects, and for others. */
const TIMES = 12

let scene: Scene
let tap: TappedDatabase
let closePostgres: () => Promise<void>
beforeAll(async () => {
  const { shared: postgres, close } = await openSharedPostgres()
  closePostgres = close
  scene = await openScene({ postgres, env: { PORT: fixedPort(), ROLE: 'api' } })
  tap = await tapDatabase(postgres, scene.portal.server.database!)
  await scene.portal.server.restart({ DATABASE_URL: tap.url })
})
afterAll(async () => {
  await scene[Symbol.asyncDispose]()
  await tap[Symbol.asyncDispose]()
  await closePostgres()
})

const walPosition = async (): Promise<number> => {
  const [row] = await scene.portal.server.database!.query<{ at: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as at`,
  )
  return Number(row!.at)
}

interface Cost {
  readonly statements: number
  /** Octets. */
  readonly wal: number
}

async function leastCost(act: () => Promise<unknown>): Promise<Cost> {
  let least: Cost = { statements: Infinity, wal: Infinity }
  for (let time = 0; time < TIMES; time += 1) {
    const [statements, wal] = [tap.statements(), await walPosition()]
    await act()
    const cost = { statements: tap.statements() - statements, wal: (await walPosition()) - wal }
    least = { statements: Math.min(least.statements, cost.statements), wal: Math.min(least.wal, cost.wal) }
  }
  return least
}

const expectAtMost = (cost: Cost, most: Cost) => {
  expect.soft(cost.statements).toBeLessThanOrEqual(most.statements)
  expect.soft(cost.wal).toBeLessThanOrEqual(most.wal)
}

const sendOne = async () => (await scene.send({ signers: ['ana'] })).signers[0]!.guid

async function signWith(signerGuid: string, BatchId?: string) {
  const { call, certificateId: CertGUID, pin: PIN } = scene.people.ana
  const body = { CertGUID, PIN, AccessMethod: 'USER_PASS' as const, ...(BatchId !== undefined && { BatchId }) }
  await call.sign({
    params: { type: 'keyvault', signerGuid },
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
}

test('sending a document costs no more than it did', async () => {
  expectAtMost(await leastCost(sendOne), { statements: 7, wal: 5870 })
})

test('a signature with a PIN costs no more than it did', async () => {
  const waiting = await Promise.all(Array.from({ length: TIMES }, sendOne))
  expectAtMost(await leastCost(() => signWith(waiting.pop()!)), { statements: 16, wal: 9430 })
})

test('a signature in a batch costs no more than it did', async () => {
  const waiting = await Promise.all(Array.from({ length: TIMES + 1 }, sendOne))
  const { certificateId: CertGUID, call } = scene.people.ana
  const { BatchId } = await call.prepareBatch({ body: { CertGUID, SignerGUIDs: [...waiting] } })
  await signWith(waiting.pop()!, BatchId)
  expectAtMost(await leastCost(() => signWith(waiting.pop()!, BatchId)), { statements: 14, wal: 8930 })
})
