/** A pooler that lends connections for one transaction each, between the server and its database. */
import { expect, inject, test } from 'vitest'
import {
  createDatabase,
  DEMO_PASSWORD,
  logIn,
  startPortal,
  startProgram,
  trySigning,
  type DemoSigner,
  type RunningPortal,
} from '@rubrica/testing'
import { pgbouncer, startPgbouncer } from '../scenes/start-pgbouncer.ts'

const SWITCHES = { DATABASE_PREPARE: 'off', DATABASE_SEND_LIMITS: 'off' }

async function demoSigner({ url, sandbox }: RunningPortal): Promise<DemoSigner> {
  const person = await logIn(url, { userId: 'carla', password: DEMO_PASSWORD })
  const [certificate] = await person.call.certificates({ params: { legalid: person.legalId } })
  const demo = (await (await fetch(`${sandbox.url}/people.json`)).json()) as { people: { id: string; pin: string }[] }
  const pin = demo.people.find(({ id }) => id === 'carla')!.pin
  return Object.assign(person, { certificateId: certificate!.GUID, pin })
}

test.skipIf(pgbouncer === undefined)(
  'through PgBouncer in transaction mode people sign, many at once, and a second server starts meanwhile (skipped where PgBouncer is not installed)',
  async () => {
    await using database = await createDatabase(inject('sharedPostgres'))
    await using pooler = await startPgbouncer(inject('sharedPostgres'))
    const ways = { DATABASE_URL: pooler.urlOf(database.name), DATABASE_ADMIN_URL: database.url }
    await using portal = await startPortal({ env: { ...ways, ...SWITCHES } })
    const carla = await demoSigner(portal)
    const { List } = await carla.call.pendingDocuments({ query: { PageSize: '100' } })
    const plain = List.filter(
      ({ SignerDTO: one }) => !one.ReadAll && !one.CentralizedCertificateInfo && !one.DisclaimerInfo.Display,
    ).slice(0, 6)
    expect(plain.length).toBeGreaterThan(2)
    const signed = Promise.all(plain.map(({ SignerDTO }) => trySigning(carla, SignerDTO.SignerGUID)))
    await using other = await startProgram('api', {
      ...{ ...ways, ...SWITCHES, PORT: '0', ROLE: 'api', MIGRATE: 'off' },
      ...{ DATA_DIR: portal.server.dataDir, SERVER_KEY_FILE: portal.server.serverKeyFile },
    })
    expect(await signed).toEqual(plain.map(() => 204))
    expect((await fetch(`${other.url}/health/ready`)).status).toBe(200)
    expect(portal.server.log()).not.toContain('unexpected error')
    const locks = await database.query(
      `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(locks, 'no lock of a session stays behind').toEqual([])
  },
)
