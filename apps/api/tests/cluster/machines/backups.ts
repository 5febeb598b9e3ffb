/** pgBackRest, with a repository that outlives the machines of the database: docs/operations/cluster.md, "Backups". */
import { execFile } from 'node:child_process'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Identity } from '../../../src/adapters/database/embedded/run-as.ts'

const run = promisify(execFile)
const STANZA = 'rubrica'

export interface BackupNeeds {
  readonly pgbackrest: string
  readonly identity: Identity | undefined
  /** Folder of one machine, which has its PostgreSQL's socket, and the data below it. */
  readonly folder: string
  readonly dataDir: string
  readonly port: number
  /** Folder with the backups and the log that PostgreSQL writes ahead. */
  readonly repository: string
}

/** What one machine runs. */
export interface Backups {
  /** For `archive_command`. */
  readonly archive: string
  /** For Patroni, which begins a cluster with it. */
  readonly restore: string
  /** A whole backup, made while PostgreSQL is at work; of a machine that leads. */
  backUp(): Promise<void>
}

/** Gives the repository to who writes into it. */
export async function makeRepository(repository: string, identity: Identity | undefined): Promise<void> {
  await mkdir(repository, { recursive: true, mode: 0o700 })
  if (identity) await chown(repository, identity.uid, identity.gid)
}

export async function prepareBackups(needs: BackupNeeds): Promise<Backups> {
  const { pgbackrest, identity, folder, dataDir, port, repository } = needs
  const file = join(folder, 'pgbackrest.conf')
  const settings = `[global]
repo1-path=${repository}
repo1-retention-full=2
lock-path=${folder}/pgbackrest-lock
spool-path=${folder}/pgbackrest-spool
log-level-file=off
log-level-console=warn
start-fast=y
[${STANZA}]
pg1-path=${dataDir}
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=postgres
pg1-database=postgres
`
  await writeFile(file, settings, { mode: 0o600 })
  if (identity) await chown(file, identity.uid, identity.gid)
  const words = [`--config=${file}`, `--stanza=${STANZA}`]
  const ask = (...command: string[]) => run(pgbackrest, [...words, ...command], { cwd: '/', ...identity })
  return {
    archive: [pgbackrest, ...words, 'archive-push', '%p'].join(' '),
    restore: [pgbackrest, ...words, 'restore'].join(' '),
    backUp: async () => {
      await ask('stanza-create')
      await ask('--type=full', 'backup')
    },
  }
}
