/** One machine of the database: Patroni, and the PostgreSQL that it looks after. */
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from '../../../src/adapters/database/embedded/run-as.ts'
import { prepareBackups, type Backups } from './backups.ts'
import { processOf, treeOf, trySignal } from './process-tree.ts'
import { startProcess, until, type ClusterProcess } from './process.ts'

export interface DatabaseMachinePlace {
  readonly name: string
  /** Of Patroni's interface, and of PostgreSQL. */
  readonly restPort: number
  readonly port: number
  /** Where the other machines reach its PostgreSQL: an edge that can be cut. */
  readonly peerPort: number
  /** Where it reaches etcd: an edge to each member. */
  readonly etcdPorts: readonly number[]
}

export interface DatabaseMachineNeeds {
  readonly patroni: string
  /** Folder with PostgreSQL's programs. */
  readonly postgres: string
  readonly identity: Identity | undefined
  readonly folder: string
  readonly logs: string
  /** Of PostgreSQL's superuser and of the standbys. */
  readonly password: string
  /** Adds to PostgreSQL's parameters. */
  readonly parameters: Readonly<Record<string, string>>
  /** Where backups are kept, and whether the cluster begins with the newest one. */
  readonly backups?: { readonly pgbackrest: string; readonly repository: string; readonly areRestored: boolean }
}

export interface DatabaseMachine extends DatabaseMachinePlace {
  start(): void
  isRunning(): boolean
  /** As when the machine loses its power: Patroni and PostgreSQL are gone at once. */
  die(): Promise<void>
  /** As when the machine is suspended: every process of it stands still. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  stop(): Promise<void>
  /** Of a machine that leads. @throws {Error} where none are kept */
  backUp(): Promise<void>
}

/** What a member says of itself. */
export interface MemberStatus {
  readonly role: string
  readonly state: string
  readonly replication_state?: string
}

export async function askMember({ restPort }: Pick<DatabaseMachinePlace, 'restPort'>): Promise<MemberStatus> {
  const answer = await fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(4000) })
  return (await answer.json()) as MemberStatus
}

/** Asks a member's Patroni for something. @throws {Error} where it is refused */
async function command({ name, restPort }: DatabaseMachinePlace, what: string, about: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${restPort}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(about),
    signal: AbortSignal.timeout(60_000),
  })
  if (!answer.ok) throw new Error(`${name} refuses ${what}: ${await answer.text()}`)
}

/** Has a machine that does not lead throw its data away, and copy the leader. @throws {Error} where it is refused */
export const beginAnew = (machine: DatabaseMachinePlace): Promise<void> =>
  command(machine, 'reinitialize', { force: true })

/** Has the leader give its place to another machine. @throws {Error} where it is refused */
export const moveLeader = (leader: DatabaseMachinePlace): Promise<void> =>
  command(leader, 'switchover', { leader: leader.name })

/** Found by measuring: a leader's machine that dies is replaced within 20 s, and a busy disk does not depose it. */
const ELECTION = { ttl: 20, loop_wait: 5, retry_timeout: 5 }
/**
 * A commit is on two machines before it is acknowledged, and waits where there is no second. Who led before and comes
 * back is ahead of all others in octets of the log; only the number of its timeline tells that it lacks what was
 * acknowledged since.
 */
const NOTHING_LOST = {
  synchronous_mode: 'quorum',
  synchronous_mode_strict: true,
  synchronous_node_count: 1,
  check_timeline: true,
}

/** A session may wait for the second machine while it ends, and nobody can end it; who has to step back does not wait. */
const STEPS_BACK = { primary_stop_timeout: 10 }

/** So much of the log waits for a machine that was away, which could not follow any more without. */
const KEPT = { wal_keep_size: '1GB' }
/** A machine that has what the new leader never had begins anew, where it cannot be led back. */
const BEGINS_ANEW = { remove_data_directory_on_rewind_failure: true, remove_data_directory_on_diverged_timelines: true }

/** A copy does not wait for the next checkpoint of the leader, which may be minutes away. */
const COPIED_AT_ONCE = { basebackup: { checkpoint: 'fast' } }

interface Configured {
  readonly dataDir: string
  readonly backups: Backups | undefined
}

function configure(place: DatabaseMachinePlace, needs: DatabaseMachineNeeds, { dataDir, backups }: Configured) {
  const { folder, password } = needs
  const own = { unix_socket_directories: folder, ...(backups && { archive_command: backups.archive }) }
  const rest = `127.0.0.1:${place.restPort}`
  const parameters = {
    wal_log_hints: 'on',
    synchronous_commit: 'on',
    max_connections: 200,
    ...KEPT,
    ...needs.parameters,
  }
  const archiving = backups && { archive_mode: 'on' }
  return {
    scope: 'rubrica',
    name: place.name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { hosts: place.etcdPorts.map((port) => `127.0.0.1:${port}`), use_proxies: true },
    bootstrap: {
      dcs: {
        ...ELECTION,
        ...NOTHING_LOST,
        ...STEPS_BACK,
        maximum_lag_on_failover: 1_048_576,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { ...parameters, ...archiving } },
      },
      ...(backups && needs.backups?.areRestored && beginWith(backups)),
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${place.port}`,
      connect_address: `127.0.0.1:${place.peerPort}`,
      data_dir: dataDir,
      bin_dir: needs.postgres,
      pgpass: join(folder, `${place.name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
      ...BEGINS_ANEW,
      ...COPIED_AT_ONCE,
      parameters: own,
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
    },
    watchdog: { mode: 'off' },
  }
}

/** What the first machine does in place of making an empty database; the others copy it. */
const beginWith = ({ restore }: Backups) => ({
  method: 'pgbackrest',
  pgbackrest: { command: restore, keep_existing_recovery_conf: true, no_params: true },
})

/** Prepares a machine of the database; it runs once it is started. */
export async function prepareMachine(
  place: DatabaseMachinePlace,
  needs: DatabaseMachineNeeds,
): Promise<DatabaseMachine> {
  const folder = join(needs.folder, place.name)
  const dataDir = join(folder, 'data')
  // A backup is restored into a folder that is there.
  const folders = needs.backups?.areRestored ? [folder, dataDir] : [folder]
  for (const path of folders) await mkdir(path, { recursive: true, mode: 0o700 })
  const backups =
    needs.backups && (await prepareBackups({ ...needs, ...needs.backups, folder, dataDir, port: place.port }))
  const file = join(folder, 'patroni.yml')
  // JSON is YAML.
  await writeFile(file, JSON.stringify(configure(place, { ...needs, folder }, { dataDir, backups }), undefined, 2), {
    mode: 0o600,
  })
  for (const path of [...folders, file]) if (needs.identity) await chown(path, needs.identity.uid, needs.identity.gid)
  let patroni: ClusterProcess | undefined
  const postmaster = () => processOf(join(dataDir, 'postmaster.pid'), dataDir)
  const signalAll = async (signal: NodeJS.Signals): Promise<void> => {
    // Patroni first: it would bring PostgreSQL back.
    const patronis = patroni?.isRunning() ? await treeOf(patroni.pid) : []
    const found = await postmaster()
    const all = [...patronis, ...(found === undefined ? [] : await treeOf(found))]
    for (const pid of all) trySignal(pid, signal)
  }
  return {
    ...place,
    start: () => {
      const log = join(needs.logs, `${place.name}.log`)
      patroni = startProcess([needs.patroni, file], {
        log,
        env: { LC_ALL: 'C.UTF-8', HOME: folder },
        ...(needs.identity && { identity: needs.identity }),
      })
    },
    isRunning: () => patroni?.isRunning() === true,
    die: async () => {
      await signalAll('SIGKILL')
      await patroni?.ended
      await until(`${place.name} is gone`, async () => (await postmaster()) === undefined)
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    stop: async () => {
      await signalAll('SIGCONT')
      await patroni?.stop()
      await signalAll('SIGKILL')
    },
    backUp: async () => {
      if (!backups) throw new Error('No backups are kept.')
      await backups.backUp()
    },
  }
}
