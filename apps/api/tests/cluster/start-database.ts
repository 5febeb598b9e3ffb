/** The database of a cluster: etcd, three machines with Patroni and PostgreSQL, and HAProxy before them. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { ClusterOptions } from './cluster-options.ts'
import { makeRepository } from './machines/backups.ts'
import { startBalancer } from './machines/balancer.ts'
import { clusterIdentity } from './machines/cluster-identity.ts'
import { startEtcd } from './machines/etcd.ts'
import { askMember, beginAnew, prepareMachine, type DatabaseMachine, type MemberStatus } from './machines/patroni.ts'
import type { ClusterPlaces } from './machines/places.ts'
import { until } from './machines/process.ts'

/** What was started, the last first when it ends. */
export type Ends = (() => Promise<void>)[]

export interface Standing {
  readonly folder: string
  readonly logs: string
  readonly places: ClusterPlaces
  readonly ends: Ends
}

export function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2, connectionTimeoutMillis: 10_000 })
  pool.on('error', () => undefined)
  return pool
}

export const addressOf = (
  user: string,
  password: string,
  at: { readonly port: number; readonly database: string },
): string => `postgres://${user}:${password}@127.0.0.1:${at.port}/${at.database}`

/** etcd, three machines of which one leads and two follow, HAProxy before them, and an empty database. */
export async function startDatabase(options: ClusterOptions, standing: Standing) {
  const { programs, parameters = {}, report, isDirect = false } = options
  const { folder, logs, places, ends } = standing
  const etcd = await startEtcd(programs.etcd, places.etcd, { folder: join(folder, 'etcd'), logs })
  ends.push(async () => void (await Promise.all(etcd.map((member) => member.stop()))))
  const { repository, from } = options
  const identity = clusterIdentity()
  if (repository !== undefined) await makeRepository(repository, identity)
  const password = from?.password ?? randomBytes(12).toString('hex')
  const backups = repository !== undefined && { ...programs, repository, areRestored: from !== undefined }
  const needs = { ...programs, identity, folder, logs, password, parameters, ...(backups && { backups }) }
  const machines = await Promise.all(places.machines.map((place) => prepareMachine(place, needs)))
  ends.push(async () => void (await Promise.all(machines.map((machine) => machine.stop()))))
  for (const machine of machines) machine.start()
  const servers = places.replicas
    .filter(({ role }) => role === 'api')
    .map(({ name, port: own, portalPort }) => ({ name, port: isDirect ? own : portalPort }))
  const balancer = await startBalancer(
    { ...places.balancer, machines: places.machines, servers },
    { program: programs.haproxy, libraries: programs.libraries, folder, logs },
  )
  ends.push(() => balancer.stop())
  await untilStreaming(machines)
  report('PostgreSQL leads on one machine, and two follow.')
  const port = places.balancer.databasePort
  const superuser = addressOf('postgres', password, { port, database: 'postgres' })
  const pool = openPool(superuser)
  await until('HAProxy leads to the leader', async () => (await pool.query('select 1')).rowCount === 1)
  if (!from) {
    await pool.query(`create role rubrica login password '${password}'`)
    await pool.query('create database rubrica owner rubrica')
  }
  await pool.end()
  return {
    machines,
    password,
    superuser: addressOf('postgres', password, { port, database: 'rubrica' }),
    rubrica: addressOf('rubrica', password, { port, database: 'rubrica' }),
  }
}

/** What was committed so far is in the repository. */
export async function untilArchived(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  const last = 'select last_archived_wal >= $1 as "isThere" from pg_stat_archiver'
  await until('the log is archived', async () => {
    const answer = await pool.query<{ isThere: boolean | null }>(last, [rows[0]!.file])
    return answer.rows[0]!.isThere === true
  })
}

export async function findLeader(machines: readonly DatabaseMachine[]): Promise<DatabaseMachine> {
  const roles = await Promise.all(machines.map((machine) => askMember(machine).catch(() => undefined)))
  const leader = machines[roles.findIndex((status) => status?.state === 'running' && isLeading(status.role))]
  if (!leader) throw new Error('No machine leads.')
  return leader
}

const isStreaming = ({ replication_state: state }: MemberStatus): boolean => state === 'streaming'

/** Patroni 4 says primary; what it was called before is said by its older interface. */
const isLeading = (role: string): boolean => role === 'primary' || role === 'master'

const untilStreaming = (machines: readonly DatabaseMachine[], patienceMs?: number) =>
  until(
    'PostgreSQL leads on one machine, and the others follow',
    async () => {
      const members = await Promise.all(machines.map(askMember))
      const leads = members.filter(({ role, state }) => isLeading(role) && state === 'running')
      return leads.length === 1 && members.filter(isStreaming).length === machines.length - 1
    },
    patienceMs,
  )

/** Time in which a machine follows by itself, if it ever does. */
const BY_ITSELF_MS = 90_000

/**
 * As an operator does by docs/operations/cluster.md: who does not come by itself begins anew with a copy of the leader.
 * It died in the midst of being copied, or needs a part of the log that no leader has any more.
 */
export async function bringBack(machines: readonly DatabaseMachine[], report: (message: string) => void) {
  if (await untilStreaming(machines, BY_ITSELF_MS).catch(() => false)) return
  for (const machine of machines) {
    const status = await askMember(machine)
    if (isLeading(status.role) || isStreaming(status)) continue
    report(`${machine.name} does not follow (${status.state}): it begins anew.`)
    await beginAnew(machine)
  }
  await untilStreaming(machines)
}
